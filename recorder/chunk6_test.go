package recorder

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// Prediction errors that recur in the impacts of a wedged body are stored once: here for impacts that fall off as a
// geometric series, each predicted wrongly by the same share, and then by the same amount.
func TestCodec6_ErrorsComeAgain(t *testing.T) {
	var a impulseError
	stored := func(lines int64, by geom.Vec) int64 {
		var ways [againWays][3]int64
		a.ahead(shareOf(by, a.by), &ways)
		d := lines - ways[a.way][0]
		a.learn(&ways, &[3]int64{lines})
		a.by = by
		return d
	}
	j := func(x float64) geom.Vec { return geom.Vec{X: 3 * x, Z: -4 * x} }
	if d := stored(1024, j(64)); d != 1024 {
		t.Errorf("the first one is told as %d", d)
	}
	if d := stored(512, j(32)); d != 512 || a.way != 2 {
		t.Errorf("the second one is told as %d, and the next one predicted in way %d", d, a.way)
	}
	for i := range 5 {
		if d := stored(256>>i, j(16/float64(int(1)<<i))); d != 0 {
			t.Errorf("number %d, in proportion to its impulse, is told as %d", i+2, d)
		}
	}
	for i := range 4 {
		if d := stored(-700, j(1/float64(1+i))); i > 1 && d != 0 {
			t.Errorf("number %d, as large as the last one, is told as %d", i+7, d)
		}
	}
	// Impulses that have no proportion predict nothing.
	for _, by := range []geom.Vec{{}, {X: math.NaN()}, {X: math.Inf(1)}, {X: 1e300}} {
		a = impulseError{errorAgain{lines: [3]int64{5}, known: true, way: 2}, by}
		if d := stored(5, j(1)); d != 5 {
			t.Errorf("behind an impulse %v: told as %d", by, d)
		}
	}
}

// First rows of any bits come back, under every predictor, and those of what rests and of what is on its grids are
// short.
func TestCodec6_FirstRows(t *testing.T) {
	h := bodyHeader(4)
	h.addColumn(-1, "field", "hold", 5)
	h.addColumn(-1, record.LedgerGrid, "hold", 3)
	h.addColumn(-1, "ledger.friction", "ledger", record.LedgerValues)
	r := rand.New(rand.NewPCG(7, 3))
	odd := []float64{math.NaN(), math.Inf(-1), math.Inf(1), math.Copysign(0, -1), 0, 1, -1, 5e-324, -1e300, 0x1p-30, 0x1p40}
	for range geomtest.Trials(300) {
		v := make([]float64, 4*record.BodyValues+5+3+record.LedgerValues)
		for i := range v {
			switch r.IntN(4) {
			case 0:
				v[i] = math.Float64frombits(r.Uint64())
			case 1:
				v[i] = odd[r.IntN(len(odd))]
			case 2:
				v[i] = math.Ldexp(float64(r.IntN(1000)-500), -8)
			}
		}
		for i := range 3 {
			v[4*record.BodyValues+5+i] = float64(r.IntN(100) - 60)
		}
		f := newFrame(0)
		f.Values = v
		checkLog(t, encodeLog(t, h, nil, []record.Frame{f}), []record.Frame{f})
	}
	h = bodyHeader(100)
	row := func(part func(v []float64)) (bits float64) {
		f := newFrame(0)
		for i := range 100 {
			q := geom.Quat{W: r.Float64() - 0.5, V: randomVec(r, 1)}.Normalize()
			x := randomVec(r, 20)
			v := []float64{x.X, x.Y, x.Z, q.W, q.V.X, q.V.Y, q.V.Z, 0, 0, 0, 0, 0, 0}
			if i%2 == 1 {
				part(v[7:])
			}
			f.Values = append(f.Values, v...)
		}
		return measured(t, &h, []record.Frame{f}).bits["first rows"] / 100
	}
	// Six values of 52 bits and what tells their exponents; the fourth of q follows, and so does that there are no
	// velocities.
	rest := row(func([]float64) {})
	if rest > 6*(52+7) {
		t.Errorf("a body at rest takes %.1f bits", rest)
	}
	// Multiples of 2^-30 and more below 8.
	grid := row(func(v []float64) {
		for i := range v {
			v[i] = math.Ldexp(math.Round(math.Ldexp(r.Float64()*16-8, 30)), -30)
		}
	})
	if half := 2 * (grid - rest); half > 6*(34+4) {
		t.Errorf("velocities on their grids take %.1f bits", half)
	}
	if free := row(func(v []float64) {
		for i := range v {
			v[i] = r.Float64()
		}
	}); free < grid+30 {
		t.Errorf("velocities off their grids take %.1f bits, on them %.1f", free, grid)
	}
}

// A slab between two heavy boxes is struck by both in turn, many times in a step. The impulses of these impacts are
// told in a few bits.
func TestCodec6_WedgedBodies(t *testing.T) {
	def := wedge()
	h, frames := runWorld(t, def, 250)
	impacts := 0
	for i := range frames {
		for k := range frames[i].Events {
			if frames[i].Events[k].Kind == record.Impact {
				impacts++
			}
		}
	}
	old := h
	old.Codec = 5
	now, before := measured(t, &h, frames), measured(t, &old, frames)
	for _, name := range []string{"event push lines", "event W after B lines", "event closing lines"} {
		b, a := now.bits[name]/float64(impacts), before.bits[name]/float64(impacts)
		if impacts < 1000 || b > 0.6*a {
			t.Errorf("%d impacts: %.1f bits each for %s, %.1f in codec 5", impacts, b, name, a)
		}
	}
	checkLog(t, encodeLog(t, h, nil, frames), frames)
}

func wedge() *sim.Definition {
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Friction: 0.4, Restitution: 0.3}},
		Statics:   []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
	}
	def.Bodies = []sim.BodyDef{
		{Name: "stands", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 900, Position: mgl64.Vec3{1, 0, 0.5}},
		{Name: "slab", Half: mgl64.Vec3{0.1, 0.3, 0.2}, Mass: 5, Position: mgl64.Vec3{0.35, 0.1, 0.25}, Attitude: mgl64.QuatRotate(0.3, mgl64.Vec3{0, 0, 1})},
		{Name: "slides", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1300, Position: mgl64.Vec3{-1, 0.1, 0.5}, Velocity: mgl64.Vec3{9, 0.5, 0}, Attitude: mgl64.QuatRotate(0.2, mgl64.Vec3{0, 0, 1})},
	}
	return def
}
