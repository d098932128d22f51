//go:build !long

package sim_test

// long says that tests run their full lengths; go test -tags long does.
const long = false
