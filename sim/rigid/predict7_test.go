package rigid

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// signedZero returns a zero of either sign.
func signedZero(r *rand.Rand) float64 { return math.Copysign(0, float64(r.IntN(2))-0.5) }

// someZeros makes some components of vectors zeros of either sign.
func someZeros(r *rand.Rand, vectors ...*geom.Vec) {
	for _, v := range vectors {
		for _, c := range [3]*float64{&v.X, &v.Y, &v.Z} {
			if r.IntN(6) == 0 {
				*c = signedZero(r)
			}
		}
	}
}

// What bodies gain row by row has the bits of predictors 2 and 6, with inertias that are diagonal or not, under gravity or
// none, whatever the signs of zeros.
func TestPredict7_BalanceIsThatOfPredictor6(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 4))
	bits := func(b *Predict4Balance) (all [7]uint64) {
		for i, x := range [7]float64{b.Energy, b.P.X, b.P.Y, b.P.Z, b.L.X, b.L.Y, b.L.Z} {
			all[i] = math.Float64bits(x)
		}
		return all
	}
	drifted, diagonal := 0, 0
	for range geomtest.Trials(2000) {
		c := randomPredict1Case(r)
		if r.IntN(4) > 0 { // one that is not may have a single product, such as that of a vehicle
			i, k := c.inertia, r.IntN(6)
			c.inertia = geom.Diagonal(geom.Vec{X: i.X.X, Y: i.Y.Y, Z: i.Z.Z})
			switch k {
			case 0:
				c.inertia.X.Y, c.inertia.Y.X = i.X.Y, i.Y.X
			case 1:
				c.inertia.X.Z, c.inertia.Z.X = i.X.Z, i.Z.X
			case 2:
				c.inertia.Y.Z, c.inertia.Z.Y = i.Y.Z, i.Z.Y
			}
		}
		g, m := geom.Vec{}, 1+r.Float64()
		if r.IntN(2) == 0 {
			g = geom.Vec{X: r.Float64() - 0.5, Z: -9.8}
		}
		inv := Predict1InvInertia(&c.inertia)
		var body Predict7Body
		body.Set(m, &inv, g, c.dt)
		if body.diagonal {
			diagonal++
		}
		var gain, weight, wantGain, wantWeight Predict4Balance
		x, v, l := c.x, c.v0, c.l0
		someZeros(r, &x, &v, &l, &c.q.V)
		from := rowOf(x, c.q, v, l)
		spin, w := body.Spin(&from), Predict2Rate(c.q, l, &inv)
		for range 8 {
			d := randomPredict1Case(r)
			someZeros(r, &d.q.V)
			v1, l1, drifts := v, l, body.Drifts()
			if r.IntN(4) == 0 {
				v1, l1, drifts = d.v1, d.l1, false
			}
			x1 := Predict1Position(x, v, v1, c.dt)
			to := rowOf(x1, d.q, v1, l1)
			w1 := Predict2Rate(d.q, l1, &inv)
			Predict6Move(&wantGain, &wantWeight, m, g, &from, &to, w, w1, c.dt, 1)
			spun := body.Spin(&to)
			if want := Predict2Dot(w1, l1); spun != want {
				t.Fatalf("w·L %v, want %v", spun, want)
			}
			if drifts {
				drifted++
				body.Drift(&gain, x, x1, v, spin, spun)
			} else {
				body.Move(&gain, &weight, &from, &to, spin, spun)
			}
			if bits(&gain) != bits(&wantGain) || bits(&weight) != bits(&wantWeight) {
				t.Fatalf("gained %v, weight %v, want %v, %v (drifts: %v)", gain, weight, wantGain, wantWeight, drifts)
			}
			from, x, v, l, spin, w = to, x1, v1, l1, spun, w1
		}
	}
	if n := geomtest.Trials(2000); drifted < n || diagonal < n/4 || diagonal > 3*n/4 {
		t.Errorf("%d rows of bodies that drift, %d inertias are diagonal", drifted, diagonal)
	}
}

// One product in the inverse of an inertia makes it one that is not diagonal, whichever it is.
func TestPredict7_OneProductIsEnough(t *testing.T) {
	row := rowOf(geom.Vec{}, geom.AxisAngle(geom.Vec{X: 0.6, Z: 0.8}, 0.7), geom.Vec{}, geom.Vec{X: 1, Y: 2, Z: 3})
	q, l := geom.Quat{W: math.Float64frombits(row[3]), V: p6Vec(&row, 4)}, p6Vec(&row, 10)
	for k := range 7 {
		inv := geom.Diagonal(geom.Vec{X: 2, Y: 3, Z: 5})
		if products := [6]*float64{&inv.X.Y, &inv.X.Z, &inv.Y.X, &inv.Y.Z, &inv.Z.X, &inv.Z.Y}; k < 6 {
			*products[k] = 0.5
		}
		var b Predict7Body
		b.Set(1, &inv, geom.Vec{}, 0.01)
		if want := Predict2Dot(Predict2Rate(q, l, &inv), l); b.Spin(&row) != want || b.diagonal != (k == 6) {
			t.Errorf("product %d: w·L %v, want %v; diagonal: %v", k, b.Spin(&row), want, b.diagonal)
		}
	}
}

// A body without weight drifts in steps of a second at most: in longer ones what Move finds of its weight, nothing, may be no
// number.
func TestPredict7_DriftsInShortSteps(t *testing.T) {
	inv := geom.Identity()
	v := geom.Vec{X: 0x1p999, Y: 0x1p999}
	for h, want := range map[float64]bool{1.0 / 240: true, 1: true, math.Nextafter(1, 2): false, 0x1p30: false} {
		var b Predict7Body
		b.Set(1, &inv, geom.Vec{}, h)
		row := rowOf(geom.Vec{}, geom.IdentityQuat(), v, geom.Vec{Z: 1})
		var gain, weight Predict4Balance
		b.Move(&gain, &weight, &row, &row, 1, 1)
		if b.Drifts() != want || want && weight != (Predict4Balance{}) {
			t.Errorf("steps of %g s: drifts: %v, weight %+v", h, b.Drifts(), weight)
		}
		if h > 2 && weight == (Predict4Balance{}) {
			t.Errorf("steps of %g s: no weight", h)
		}
	}
	var heavy Predict7Body
	if heavy.Set(1, &inv, geom.Vec{Z: -9.81}, 0.01); heavy.Drifts() {
		t.Error("a body under gravity drifts")
	}
}

// A row with an infinite component of q or L, or one that is no number, has no finite spin.
func TestPredict7_SpinIsFiniteOnlyOfFiniteRows(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 5))
	for i := range geomtest.Trials(2000) {
		c := randomPredict1Case(r)
		if i%2 == 0 {
			c.inertia = geom.Diagonal(geom.Vec{X: 1, Y: 2, Z: 2.5})
		}
		inv := Predict1InvInertia(&c.inertia)
		if i%16 == 0 {
			inv = geom.Mat3{}
		}
		someZeros(r, &c.l0, &c.q.V, &c.l0, &c.q.V)
		var body Predict7Body
		body.Set(1, &inv, geom.Vec{}, c.dt)
		row := rowOf(c.x, c.q, c.v0, c.l0)
		if s := body.Spin(&row); s-s != 0 {
			t.Fatalf("spin %v of a finite row", s)
		}
		at := [7]int{3, 4, 5, 6, 10, 11, 12}[r.IntN(7)]
		row[at] = math.Float64bits([3]float64{math.NaN(), math.Inf(1), math.Inf(-1)}[r.IntN(3)])
		if s := body.Spin(&row); s-s == 0 {
			t.Fatalf("spin %v with component %d %v", s, at, math.Float64frombits(row[at]))
		}
	}
}

// The integrator turns a body that logs foresee as their predictor does, to the last bit, whatever the signs of zeros: what
// record.Frame.Turned says rests on that. Thin bodies are not foreseen, and the predictor turns them otherwise.
func TestForeseen_IntegratorAndPredictorAreTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 6))
	bits := func(q geom.Quat) [4]uint64 {
		return [4]uint64{math.Float64bits(q.W), math.Float64bits(q.V.X), math.Float64bits(q.V.Y), math.Float64bits(q.V.Z)}
	}
	var turner Predict5Turner
	foreseen, thin, otherwise := 0, 0, 0
	for range geomtest.Trials(20000) {
		c := randomPredict1Case(r)
		switch r.IntN(4) {
		case 0: // thin
			c.inertia = geom.Diagonal(geom.Vec{X: math.Ldexp(1, -4-r.IntN(12)), Y: 1, Z: 1 + r.Float64()/1024})
		case 1:
			c.inertia = geom.Diagonal(geom.Vec{X: 1 + r.Float64(), Y: 1.5, Z: 2})
		}
		if r.IntN(3) == 0 {
			someZeros(r, &c.l0, &c.q.V)
			c.l1 = c.l0
		}
		if r.IntN(8) == 0 {
			c.l1 = geom.Vec{}
			if r.IntN(2) == 0 {
				c.l0 = geom.Vec{X: signedZero(r)}
			}
		}
		m, ok := NewMass(1, c.inertia)
		if !ok {
			t.Fatal("inertia without an inverse")
		}
		inv := Predict1InvInertia(&c.inertia)
		turns := []Predict5Turn{{Q: c.q, W: Predict2Rate(c.q, c.l0, &inv), L0: c.l0, L1: c.l1, InvI: &inv, H: c.dt}}
		turner.Turn(turns)
		got, want := StepAttitude(c.q, c.l0, c.l1, &m.InvInertia, c.dt), turns[0].Q
		if got.W != got.W && want.W != want.W {
			continue
		}
		switch same := bits(got) == bits(want); {
		case !m.Foreseen():
			thin++
			if !same {
				otherwise++
			}
		case !same:
			t.Fatalf("attitude %v, predicted %v for %+v", got, want, c)
		default:
			foreseen++
		}
	}
	if n := geomtest.Trials(20000); foreseen < n/2 || thin < n/50 || otherwise < n/200 {
		t.Errorf("%d turns foreseen, %d not, of which %d were others", foreseen, thin, otherwise)
	}
}

func BenchmarkPredict7(b *testing.B) {
	r := rand.New(rand.NewPCG(6, 4))
	var rows [128]Predict6Row
	var bodies [64]Predict7Body
	for i := range bodies {
		c := randomPredict1Case(r)
		inv := Predict1InvInertia(&c.inertia)
		bodies[i].Set(3, &inv, geom.Vec{Z: -9.81}, 1.0/240)
		rows[i], rows[64+i] = rowOf(c.x, c.q, c.v0, c.l0), rowOf(c.x, c.q, c.v1, c.l0)
	}
	var gain, weight Predict4Balance
	for b.Loop() {
		for i := range bodies {
			to := &rows[64+i]
			bodies[i].Move(&gain, &weight, &rows[i], to, 1, bodies[i].Spin(to))
		}
	}
}
