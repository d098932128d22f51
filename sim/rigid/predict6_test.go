package rigid

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// What a body gains, and what gravity gives it, has the bits of predictor 4, added to whatever was there before.
func TestPredict6_MoveIsThatOfPredictor4(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 4))
	var gain, weight, wantGain, wantWeight Predict4Balance
	bits := func(b *Predict4Balance) (all [7]uint64) {
		for i, x := range [7]float64{b.Energy, b.P.X, b.P.Y, b.P.Z, b.L.X, b.L.Y, b.L.Z} {
			all[i] = math.Float64bits(x)
		}
		return all
	}
	for range 5000 {
		if r.IntN(8) == 0 {
			gain, weight, wantGain, wantWeight = Predict4Balance{}, Predict4Balance{}, Predict4Balance{}, Predict4Balance{}
		}
		a, b := randomPredict1Case(r), randomPredict1Case(r)
		from, to := rowOf(a.x, a.q, a.v0, a.l0), rowOf(b.x, b.q, b.v0, b.l0)
		g, m, n := a.l1, r.Float64(), float64(1+3*r.IntN(2))
		if r.IntN(4) == 0 {
			g = geom.Vec{Z: -9.80665}
		}
		Predict6Move(&gain, &weight, m, g, &from, &to, a.v1, b.v1, a.dt, n)
		wantGain.Predict4Gain(m, a.x, a.v0, a.l0, a.v1, b.x, b.v0, b.l0, b.v1)
		wantWeight.Predict4Weight(m, g, a.x, a.v0, b.x, b.v0, a.dt, n)
		if bits(&gain) != bits(&wantGain) || bits(&weight) != bits(&wantWeight) {
			t.Fatalf("gained %v, weight %v, want %v, %v", gain, weight, wantGain, wantWeight)
		}
	}
}

// rowOf returns the row of a body.
func rowOf(x geom.Vec, q geom.Quat, v, l geom.Vec) (row Predict6Row) {
	for i, x := range [13]float64{x.X, x.Y, x.Z, q.W, q.V.X, q.V.Y, q.V.Z, v.X, v.Y, v.Z, l.X, l.Y, l.Z} {
		row[i] = math.Float64bits(x)
	}
	return row
}
