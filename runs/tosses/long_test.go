//go:build long

package main

// long says that tests run their full lengths.
const long = true
