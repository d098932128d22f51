package main

import (
	"net"
	"testing"
)

// An address that others can use is told: the name of the machine where it listens at all of its own.
func TestReachable(t *testing.T) {
	for _, c := range []struct{ ip, want string }{
		{"0.0.0.0", "crash-lab:7070"}, {"::", "crash-lab:7070"}, {"127.0.0.1", "127.0.0.1:7070"}, {"10.0.0.5", "10.0.0.5:7070"}, {"::1", "[::1]:7070"},
	} {
		if got := reachable(&net.TCPAddr{IP: net.ParseIP(c.ip), Port: 7070}, "crash-lab"); got != c.want {
			t.Errorf("%s: %s, want %s", c.ip, got, c.want)
		}
	}
}
