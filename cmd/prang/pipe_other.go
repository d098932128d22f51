//go:build !unix

package main

// ignoreBrokenPipes does nothing: writing to a pipe that nobody reads is an error here.
func ignoreBrokenPipes() {}
