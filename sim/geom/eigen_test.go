package geom

import (
	"math"
	"testing"
)

// TestMat3_Eigen: [[2 1][1 2]] has the eigenvalues 3 along (1, 1) and 1 along (1, -1); of v vᵀ two are zero to rounding.
func TestMat3_Eigen(t *testing.T) {
	axes, values := (&Mat3{Vec{2, 1, 0}, Vec{1, 2, 0}, Vec{0, 0, 2}}).Eigen()
	for k, want := range []float64{3, 2, 1} {
		if math.Abs(values[k]-want) > 1e-15 {
			t.Errorf("eigenvalue %d is %g, want %g", k, values[k], want)
		}
	}
	r := math.Sqrt(0.5)
	if d := axes.X.Sub(Vec{r, r, 0}).MaxAbs(); d > 1e-15 {
		t.Errorf("the first axis is %v", axes.X)
	}
	v := Vec{1, -2, 3}
	_, values = (&Mat3{v.Scale(v.X), v.Scale(v.Y), v.Scale(v.Z)}).Eigen()
	if math.Abs(values[0]-14) > 1e-13 || math.Abs(values[1]) > 1e-14 || math.Abs(values[2]) > 1e-14 {
		t.Errorf("eigenvalues %v, want 14, 0, 0", values)
	}
}
