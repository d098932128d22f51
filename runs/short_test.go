//go:build !long

package runs

// long says that tests run their full lengths; go test -tags long does.
const long = false
