package main

import (
	"net"
	"os"
)

// reachable returns where a listener is reached, as host:port. One that listens at all addresses of this machine has none of its
// own: host, a name of the machine, stands for them.
func reachable(address net.Addr, host string) string {
	at, port, err := net.SplitHostPort(address.String())
	if ip := net.ParseIP(at); err != nil || ip == nil || !ip.IsUnspecified() {
		return address.String()
	}
	return net.JoinHostPort(host, port)
}

// thisMachine returns the name of this machine, as others may know it.
func thisMachine() string {
	if host, err := os.Hostname(); err == nil && host != "" {
		return host
	}
	return "localhost"
}
