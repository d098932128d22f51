package recorder

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Lines counted side by side are those that are counted one by one, with the test that they lead back to the value;
// near the reach of the grid, beyond it, and from what is no number.
func TestGrid_LinesToAreCounted(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	g := newGridStep(-20)
	at := func(scale float64) float64 {
		switch r.IntN(24) {
		case 0:
			return math.NaN()
		case 1:
			return math.Inf(1 - 2*r.IntN(2))
		case 2:
			return g.reach
		case 3:
			return 0
		}
		return scale * float64(float64(2*r.Float64())-1)
	}
	within, beyond := 0, 0
	for range 20000 {
		scale := g.reach * math.Ldexp(1, 1-r.IntN(60))
		var actual, p geom.Vec
		for k, a := range [3]*float64{&actual.X, &actual.Y, &actual.Z} {
			if *a = g.onto(math.Min(g.reach, scale) * float64(float64(2*r.Float64())-1)); r.IntN(4) > 0 {
				*[3]*float64{&p.X, &p.Y, &p.Z}[k] = at(scale)
			} else {
				*[3]*float64{&p.X, &p.Y, &p.Z}[k] = *a + float64(g.size*float64(r.IntN(5)))
			}
		}
		var a, base, got, want [3]uint64
		putVec(a[:], actual)
		putVec(base[:], p)
		g.round(base[:])
		wanted := g.countAll(want[:], a[:], base[:])
		if ok := g.linesTo(&got, actual, p); ok != wanted || ok && got != want {
			t.Fatalf("%v from %v: %v %v, want %v %v", actual, p, got, ok, want, wanted)
		}
		if wanted {
			within++
		} else {
			beyond++
		}
	}
	if within < 5000 || beyond < 1000 {
		t.Errorf("%d within reach, %d beyond", within, beyond)
	}
}

// All predictions side by side are those that are found one by one, as many as there are of a row.
func TestBody4_PredictsAllAsOne(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	vec := func() geom.Vec {
		return geom.Vec{X: r.Float64(), Y: r.Float64() - 1, Z: math.Ldexp(r.Float64(), r.IntN(8))}
	}
	rows := make([]uint64, 8*bodyValues)
	for i := range rows {
		rows[i] = math.Float64bits(r.Float64() - 0.5)
	}
	for s := 1; s < 8; s++ {
		for _, hit := range [2]*struck3{nil, {}} {
			b := body4{body1: body1{rows: rows, stride: bodyValues, fall: &[3]float64{0.1, -0.2, -0.3}, step: 0.25}, hit: hit, left: 0.1, lTo: vec()}
			b.goTo(s)
			b.steady = [2]geom.Vec{vec(), vec()}
			if hit != nil {
				hit.after.V = vec()
			}
			for _, which := range [2]int8{vectorV, vectorL} {
				var all [vectorChoices]geom.Vec
				known := b.predictAll(which, &all)
				for c := range int8(vectorChoices) {
					if v, ok := b.predict(which, c); ok != (known>>c&1 != 0) || ok && v != all[c] {
						t.Errorf("row %d, vector %d, prediction %d: %v %v, want %v %v", s, which, c, all[c], known>>c&1, v, ok)
					}
				}
			}
		}
	}
}

// v and L are predicted, and compared with that, to the last bit: of zeros their sign, and of what is not a number all
// bits where it is held, but +0 where it is computed.
func TestBody4_VectorsArePredictedToTheLastBit(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 4))
	odd := [...]float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), math.Float64frombits(0xfff8000000000bad)}
	rows := make([]uint64, 8*bodyValues)
	equal, different, computed := 0, 0, 0
	for trial := range 2000 {
		for i := range rows {
			if rows[i] = math.Float64bits(r.Float64() - 0.5); r.IntN(4) == 0 {
				rows[i] = math.Float64bits(odd[r.IntN(len(odd))])
			}
		}
		b := body4{body1: body1{rows: rows, stride: bodyValues, fall: &[3]float64{0.1, 0, math.Inf(-1)}, step: 0.25, grid: newGrids(&record.Grid{V: -20, L: -20})}}
		b.goTo(1 + r.IntN(7))
		b.onGrid = trial%4 == 0
		for _, which := range [2]int8{vectorV, vectorL} {
			for c := range int8(vectorChoices) {
				held := [3]uint64(b.prev[vectorAt[which].from:])
				var v, got [3]uint64
				x, ok := b.predict(which, c)
				if putVec(v[:], x); !b.onGrid && (c == 1 || c == 0 && which == vectorL) {
					v = held
				} else if b.onGrid {
					b.grid.coarser(which, 0).round(v[:])
				}
				if b.vector4(which, c, got[:]) != ok || ok && got != v {
					t.Fatalf("row %d, vector %d, prediction %d: %x, want %x, %v", b.s, which, c, got, v, ok)
				}
				if !ok {
					if b.vectorIs(which, c, (*[3]uint64)(v[:])) {
						t.Fatalf("vector %d equals prediction %d of row %d, which there is not", which, c, b.s)
					}
					continue
				}
				if v != held {
					computed++
				}
				if r.IntN(2) == 0 {
					v[r.IntN(3)] ^= 1 << r.IntN(64)
					different++
					if b.vectorIs(which, c, (*[3]uint64)(v[:])) {
						t.Fatalf("vector %d of row %d, %x, equals prediction %d", which, b.s, v, c)
					}
					continue
				}
				equal++
				if !b.vectorIs(which, c, (*[3]uint64)(v[:])) {
					t.Fatalf("vector %d of row %d, %x, differs from prediction %d", which, b.s, v, c)
				}
			}
		}
	}
	if equal < 5000 || different < 5000 || computed < 5000 {
		t.Errorf("%d equal, %d different, %d not held", equal, different, computed)
	}
}
