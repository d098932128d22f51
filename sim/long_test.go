//go:build long

package sim_test

// long says that tests run their full lengths.
const long = true
