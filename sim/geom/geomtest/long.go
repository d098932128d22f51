//go:build long

package geomtest

// Long tells whether tests take all of their trials: with the build tag long.
const Long = true
