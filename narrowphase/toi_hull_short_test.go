//go:build !long

package narrowphase

const hullLong = false
