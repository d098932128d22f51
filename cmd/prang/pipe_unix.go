//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// ignoreBrokenPipes makes writing to a pipe that nobody reads an error, and not the end of the process.
func ignoreBrokenPipes() { signal.Ignore(syscall.SIGPIPE) }
