package rigid

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// bitHash returns a hash and what adds the bits of values to it, of any that is no number as zero.
func bitHash() (hash.Hash64, func(values ...float64)) {
	h := fnv.New64a()
	return h, func(values ...float64) {
		for _, v := range values {
			var b [8]byte
			if v != v {
				v = 0
			}
			binary.LittleEndian.PutUint64(b[:], math.Float64bits(v))
			h.Write(b[:])
		}
	}
}

type predict1Case struct {
	q          geom.Quat
	x, v0, v1  geom.Vec
	l0, l1     geom.Vec
	inertia    geom.Mat3
	dt         float64
	spin       float64 // |rotation vector| of the step, roughly
	freeMotion bool
}

func randomPredict1Case(r *rand.Rand) predict1Case {
	unit := func() float64 { return float64(2*r.Float64()) - 1 } // NormFloat64 has other bits on other machines
	vec := func(s float64) geom.Vec {
		return geom.Vec{X: unit(), Y: unit(), Z: unit()}.Scale(s)
	}
	a := geom.Mat3{X: vec(1), Y: vec(1), Z: vec(1)}
	at := a.Transpose()
	i := a.Mul(&at)
	for k, d := range []*float64{&i.X.X, &i.Y.Y, &i.Z.Z} {
		*d += 0.5 + float64(k)
	}
	q := geom.Quat{W: unit(), V: vec(1)}.Normalize()
	c := predict1Case{
		q: q, x: vec(50), v0: vec(20), v1: vec(20), inertia: i,
		dt: math.Ldexp(1+r.Float64(), -3-r.IntN(7)), spin: math.Ldexp(1, r.IntN(40)-25),
	}
	m, _ := NewMass(1, i)
	c.l0 = m.AngularMomentum(q, vec(c.spin/c.dt))
	c.l1 = c.l0
	if r.IntN(2) == 0 {
		c.l1 = c.l0.Add(vec(c.l0.Len() * 0.01))
	} else {
		c.freeMotion = true
	}
	return c
}

func TestPredict1_EqualsLiveIntegrator(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	var series, table, reduced, free int
	for range geomtest.Trials(20000) {
		c := randomPredict1Case(r)
		m, ok := NewMass(1, c.inertia)
		if !ok {
			t.Fatal("inertia without an inverse")
		}
		inv := Predict1InvInertia(&c.inertia)
		if inv != m.InvInertia {
			t.Fatalf("inverse inertia %v, live %v", inv, m.InvInertia)
		}
		if got, want := Predict1Position(c.x, c.v0, c.v1, c.dt), StepPosition(c.x, c.v0, c.v1, c.dt); got != want {
			t.Fatalf("position %v, live %v", got, want)
		}
		got, want := Predict1Attitude(c.q, c.l0, c.l1, &inv, c.dt), StepAttitude(c.q, c.l0, c.l1, &m.InvInertia, c.dt)
		if got != want {
			t.Fatalf("attitude %v, live %v for %+v", got, want, c)
		}
		switch w := m.AngularVelocity(c.q, c.l0).Len() * c.dt; {
		case w < 0.01:
			series++
		case w < math.Pi/2:
			table++
		default:
			reduced++
		}
		if c.freeMotion {
			free++
		}
	}
	for name, n := range map[string]int{"series": series, "kernel": table, "reduced": reduced, "free": free} {
		if n < geomtest.Trials(1000) {
			t.Errorf("only %d cases of %s", n, name)
		}
	}
}

// The hash was taken when format 1 was published. It may never change.
func TestPredict1_IsFrozen(t *testing.T) {
	const want = 0xd7268a62b01510b7
	r := rand.New(rand.NewPCG(2, 11))
	h, put := bitHash()
	for range 5000 {
		c := randomPredict1Case(r)
		inv := Predict1InvInertia(&c.inertia)
		x := Predict1Position(c.x, c.v0, c.v1, c.dt)
		q := Predict1Attitude(c.q, c.l0, c.l1, &inv, c.dt)
		put(x.X, x.Y, x.Z, q.W, q.V.X, q.V.Y, q.V.Z, inv.X.X, inv.X.Y, inv.X.Z, inv.Y.Y, inv.Y.Z, inv.Z.Z)
	}
	if got := h.Sum64(); got != want {
		t.Errorf("predictor 1 hashes to %#016x, want %#016x: predict1.go must not change; write a predict2.go", got, uint64(want))
	}
}

func TestPredict1_Degenerate(t *testing.T) {
	q := geom.Quat{W: 0.3, V: geom.Vec{X: math.Copysign(0, -1), Y: 2, Z: 5}}
	id := geom.Identity()
	if got := Predict1Attitude(q, geom.Vec{}, geom.Vec{}, &id, 0.01); got != q || !math.Signbit(got.V.X) {
		t.Errorf("without angular momentum %v became %v", q, got)
	}
	if got := Predict1InvInertia(&geom.Mat3{}); got != (geom.Mat3{}) {
		t.Errorf("the inverse of the zero tensor is %v, want zero", got)
	}
	singular := geom.Mat3{X: geom.Vec{X: 1}, Y: geom.Vec{X: math.Inf(1)}, Z: geom.Vec{Z: 1}}
	if got := Predict1InvInertia(&singular); got != (geom.Mat3{}) {
		t.Errorf("the inverse of a tensor that is not finite is %v, want zero", got)
	}
	far := Predict1Attitude(geom.IdentityQuat(), geom.Vec{X: 1e9}, geom.Vec{X: 1e9}, &id, 1)
	if far.W == far.W {
		t.Errorf("a turn of 1e9 rad gives %v, want NaN", far)
	}
}
