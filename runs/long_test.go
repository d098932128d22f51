//go:build long

package runs

// long says that tests run their full lengths.
const long = true
