//go:build long

package runs

import "testing"

// The same at all steps from 1/1000 to 1/60 s.
func TestAxles_AtEveryStep(t *testing.T) {
	rigsPark(t, 1.0/60, 60)
	rigsPark(t, 1.0/1000, 6)
	for _, step := range []float64{1.0 / 1000, 1.0 / 240, 1.0 / 100, 1.0 / 60} {
		rigsRun(t, step, tyres...)
	}
}
