//go:build long

package narrowphase

// hullLong makes the random tests of hulls longer.
const hullLong = true
