package rigid

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// Predict8Impulse has the numbers of Predict4Impulse, with friction and without, of levers of every size, along the normal
// included, of heavy and light bodies, and of what is infinite or no number.
func TestPredict8_ImpulseIsThatOfPredictor4(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	odd := []float64{0, math.Copysign(0, -1), 1e-200, 1e-158, 1e-70, 1e70, 1e200, math.Inf(1), math.Inf(-1), math.NaN()}
	quick, slow, parts, aligned, rough := 0, 0, 0, 0, 0
	for i := range 6000 {
		a, b := randomPredict1Case(r), randomPredict1Case(r)
		if r.IntN(2) == 0 {
			a.inertia = geom.Diagonal(geom.Vec{X: 1, Y: 2, Z: 2.5})
		}
		if r.IntN(2) == 0 {
			b.inertia = geom.Diagonal(geom.Vec{X: 0.4, Y: 0.4, Z: 0.4})
		}
		ia, ib := Predict1InvInertia(&a.inertia), Predict1InvInertia(&b.inertia)
		sides := [2]Predict4Side{{a.v0.Scale(0.02), a.q, 3, &ia}, {b.v0.Scale(0.02), b.q, float64(r.IntN(2)) * 5, &ib}}
		n, u, e, mu := a.v1.Normalize(), b.v1, r.Float64(), 0.0
		if u.Dot(n) > 0 && r.IntN(8) > 0 {
			u = u.Neg()
		}
		switch i % 8 {
		case 0:
			mu = r.Float64()
		case 1: // balls that meet head on
			n, sides[0].R, sides[1].R, u = geom.Vec{Z: 1}, geom.Vec{Z: 0.2}, geom.Vec{Z: -0.2}, geom.Vec{Z: -3}
			aligned++
		case 2: // or nearly so
			n, sides[0].R, sides[1].R = geom.Vec{Z: 1}, geom.Vec{Z: 0.2}, geom.Vec{Z: -0.2}
			u = geom.Vec{X: odd[r.IntN(len(odd))], Y: odd[r.IntN(5)], Z: -3}
		case 3:
			x := []*float64{&u.X, &n.Y, &sides[0].M, &sides[1].M, &sides[0].R.Y, &ia.X.Y, &ia.X.X, &ib.Z.Z, &sides[0].Q.W, &e}
			*x[r.IntN(len(x))] = odd[r.IntN(len(odd))]
			rough++
		}
		got, want := Predict8Impulse(&sides, n, u, e, mu), Predict4Impulse(&sides, n, u, e, mu)
		for k, p := range [3][2]float64{{got.X, want.X}, {got.Y, want.Y}, {got.Z, want.Z}} {
			if p[0] != p[1] && (p[0] == p[0] || p[1] == p[1]) {
				t.Fatalf("component %d is %v, want %v: %+v %v %v %v %v", k, p[0], p[1], sides, n, u, e, mu)
			}
		}
		switch {
		case want == geom.Vec{}:
			parts++
		case mu == 0 && p8Plain(&sides, n):
			if _, ok := p8Push(&sides, n, u, e); ok {
				quick++
			} else {
				slow++
			}
		}
	}
	if quick < 1500 || slow < 100 || parts < 200 || aligned < 500 || rough < 500 {
		t.Errorf("%d without search, %d with, %d part, %d head on, %d odd", quick, slow, parts, aligned, rough)
	}
}
