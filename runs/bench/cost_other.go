//go:build !unix

package bench

// processorTime returns a negative number: the system does not report it.
func processorTime() float64 { return -1 }
