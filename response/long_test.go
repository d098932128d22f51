//go:build long

package response

// long says that tests run their full lengths.
const long = true
