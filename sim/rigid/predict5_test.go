package rigid

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// Attitudes that are turned side by side, however many, in one piece or in hundreds, have the bits of those that are
// turned alone.
func TestPredict5_AttitudesAreThoseOfPredictor4(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	single, pieces, still, noTime := 0, 0, 0, 0
	var turner Predict5Turner
	for range geomtest.Trials(2000) {
		turns := make([]Predict5Turn, r.IntN(3*together))
		want := make([]geom.Quat, len(turns))
		for i := range turns {
			c := randomPredict1Case(r)
			switch r.IntN(8) {
			case 0:
				c.l0, c.l1 = geom.Vec{}, geom.Vec{}
			case 1:
				c.l1 = c.l0
			case 2, 3:
				c.dt = float64(c.dt / 64)
			case 4, 5:
				c.dt = 0
				noTime++
				// Some of which are not as simple as they look.
				switch zero := math.Copysign(0, float64(r.IntN(2))-0.5); r.IntN(4) {
				case 0:
					*[...]*float64{&c.q.W, &c.q.V.X, &c.q.V.Y, &c.q.V.Z}[r.IntN(4)] = zero
				case 1:
					c.q.V, c.dt = geom.Vec{X: zero, Y: zero, Z: 1}, zero
				case 2:
					c.l1 = c.l0.Scale(1e308 / c.l0.Len())
				case 3:
					c.l1.Y = math.Inf(1)
				}
			}
			inv := Predict1InvInertia(&c.inertia)
			w := Predict2Rate(c.q, c.l0, &inv)
			switch a := w.Len() * c.dt; {
			case a == 0:
				still++
			case a < 0.05:
				single++
			default:
				pieces++
			}
			want[i] = Predict4Attitude(c.q, w, c.l0, c.l1, &inv, c.dt)
			turns[i] = Predict5Turn{Q: c.q, W: w, L0: c.l0, L1: c.l1, InvI: &inv, H: c.dt}
		}
		turner.Turn(turns)
		for i := range turns {
			got, want := turns[i].Q, want[i]
			for k, p := range [4][2]float64{{got.W, want.W}, {got.V.X, want.V.X}, {got.V.Y, want.V.Y}, {got.V.Z, want.V.Z}} {
				if math.Float64bits(p[0]) != math.Float64bits(p[1]) && (p[0] == p[0] || p[1] == p[1]) {
					t.Fatalf("turn %d of %d: component %d is %v, want %v", i, len(turns), k, p[0], p[1])
				}
			}
		}
	}
	if single < geomtest.Trials(2000) || pieces < geomtest.Trials(2000) || still < geomtest.Trials(2000) || noTime < geomtest.Trials(2000) {
		t.Errorf("%d turns of one piece, %d of several, %d of none, %d in no time", single, pieces, still, noTime)
	}
}
