//go:build long

package narrowphase

const (
	penetrationRounds = 60
	distGridRounds    = 1500
)
