//go:build !long

package narrowphase

const (
	penetrationRounds = 5
	distGridRounds    = 150
)
