package recorder

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// boxesRun is what boxesOnPlane returns, once it has run.
var boxesRun struct {
	header Header
	frames []record.Frame
}

// boxesOnPlane returns a run of four boxes that fall on a plane and each other, slide and fall asleep.
func boxesOnPlane(t testing.TB) (Header, []record.Frame) {
	t.Helper()
	if boxesRun.frames != nil {
		return boxesRun.header, cloneFrames(boxesRun.frames)
	}
	r := rand.New(rand.NewPCG(3, 8))
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, SleepTime: 0.1},
		Materials: []sim.Material{{Friction: 0.5, Restitution: 0.2}},
		Statics:   []sim.StaticDef{{Name: "ground", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
	}
	for i := range 4 {
		def.Bodies = append(def.Bodies, sim.BodyDef{
			Name: string(rune('a' + i)), Half: mgl64.Vec3{0.2 + 0.2*r.Float64(), 0.2, 0.15}, Mass: 1 + 20*r.Float64(),
			Position: mgl64.Vec3{0.1 * float64(i), 0, 0.2 + 0.5*float64(i)}, Velocity: mgl64.Vec3{3 * r.Float64(), 0, 0},
			AngularVelocity: mgl64.Vec3{0, 2 * r.Float64(), 1},
		})
	}
	boxesRun.header, boxesRun.frames = runWorld(t, def, 480)
	return boxesRun.header, cloneFrames(boxesRun.frames)
}

// Of bodies in contact a step costs a few bytes, for their states are rounded to grids that the codec knows; of those
// at rest nothing. Everything comes back.
func TestRigid2_OfARealRunIsSmall(t *testing.T) {
	h, frames := boxesOnPlane(t)
	r := checkLog(t, encodeLog(t, h, nil, frames), frames)
	if r.Header().Codec != lastCodec || r.Header().Columns[0].Predictor != "rigid3" {
		t.Fatalf("%+v", r.Header().Columns[0])
	}
	l, err := newLayout(r.Header())
	if err != nil {
		t.Fatal(err)
	}
	onGrid, moving, asleepRows := 0, 0, 0
	c := coder4{meter: &meter{bits: map[string]float64{}, count: map[string]int{}}}
	for at := 0; at < len(frames); at += l.steps {
		part := frames[at:min(at+l.steps, len(frames))]
		var g eventEncoder
		c.encode(l, rowsOf(part), len(part), int64(at), eventsOf(t, part, int64(at)), &g)
	}
	for name, n := range c.meter.count {
		if strings.Contains(name, " lines") {
			onGrid += n
		} else if strings.Contains(name, " residuals") {
			moving += n
		}
	}
	for i := range frames {
		for k := range 4 {
			v := frames[i].Values[13*k:]
			if (geom.Vec{X: v[7], Y: v[8], Z: v[9]}) == (geom.Vec{}) {
				asleepRows++
			}
		}
	}
	// Four vectors each would be 7,680.
	if onGrid < 500 || moving > onGrid || asleepRows < 200 {
		t.Errorf("%d lines, %d residuals, %d rows at rest", onGrid, moving, asleepRows)
	}
}

// Grids that no header may have are refused.
func TestLayout_RefusesGrids(t *testing.T) {
	for _, spoil := range []func(*Header){
		func(h *Header) { h.Objects[1].Grid = nil },
		func(h *Header) { h.Objects[1].Grid.V = -201 },
		func(h *Header) { h.Objects[1].Grid.L = 1 << 30 },
		func(h *Header) { h.addColumn(-1, "ledger.friction", "ledger", 7) },
		func(h *Header) {
			h.addColumn(-1, record.LedgerGrid, "hold", 3)
			h.addColumn(-1, "ledger.friction", "ledger", 6)
		},
		func(h *Header) {
			h.addColumn(-1, record.LedgerGrid, "linear", 3)
			h.addColumn(-1, "ledger.friction", "ledger", 7)
		},
	} {
		h := bodyHeader(2)
		if _, err := newLayout(&h); err != nil {
			t.Fatal(err)
		}
		spoil(&h)
		if _, err := newLayout(&h); err == nil {
			t.Error("it is taken")
		}
	}
}

// Rows of any bits come back under rigid2 and ledger, infinities, NaN and switches between grids and none among them.
func TestRigid2_AnyBitsComeBack(t *testing.T) {
	h := bodyHeader(2)
	h.addColumn(-1, record.LedgerGrid, "hold", 3)
	h.addColumn(-1, "ledger.friction", "ledger", record.LedgerValues)
	r := rand.New(rand.NewPCG(9, 9))
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 5e-324, math.MaxFloat64, -1e200, 1}
	frames := contact(&h, 2, 500)
	for i := range frames {
		f := &frames[i]
		e := [3]float64{-40, -45, -50}
		if i%50 == 49 {
			e[r.IntN(3)] = []float64{-301, 1e300, 0.5}[r.IntN(3)]
		}
		f.Values = append(f.Values, e[:]...)
		for k := range record.LedgerValues {
			x := snapped(geom.Vec{X: r.Float64()}, []int32{-40, -45, -45, -45, -50, -50, -50}[k]).X
			if i%20 == 7 {
				x = r.Float64()
			}
			f.Values = append(f.Values, x)
		}
		if i%37 == 5 {
			f.Values[r.IntN(len(f.Values))] = odd[r.IntN(len(odd))]
		}
	}
	checkLog(t, encodeLog(t, h, nil, frames), frames)
}

// A value is counted in lines where these lead back from its base to the value, its sign included: of what is near,
// beyond the reach, not on the grid, a zero of either sign, or no number.
func TestGrid_CountsWhatLeadsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 5))
	g := newGridStep(-20)
	odd := [...]float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, 5e-324}
	counted, equal, refused := 0, 0, 0
	for range 20000 {
		base := math.Ldexp(r.Float64()-0.5, r.IntN(60)-20)
		n := math.Trunc(math.Ldexp(r.Float64()-0.5, r.IntN(56)))
		a := base + float64(n*g.size)
		switch r.IntN(8) {
		case 0:
			a, base = odd[r.IntN(len(odd))], odd[r.IntN(len(odd))]
		case 1:
			a = math.Float64frombits(math.Float64bits(a) ^ 1<<r.IntN(64))
		case 2:
			a = odd[r.IntN(len(odd))]
		}
		from, to := math.Float64bits(base), math.Float64bits(a)
		lines, ok := g.count(to, from)
		switch d := a - base; {
		case from == to:
			equal++
			if lines != 0 || !ok {
				t.Fatalf("%g from itself: %d, %v", a, lines, ok)
			}
		case math.Abs(d) <= g.reach && g.whole(d) != 0 && g.from(zigzag(g.whole(d)), from) == to:
			counted++
			if lines != zigzag(g.whole(d)) || !ok {
				t.Fatalf("%g from %g: %d, %v, want %d", a, base, lines, ok, zigzag(g.whole(d)))
			}
		default:
			if refused++; ok {
				t.Fatalf("%g from %g is %d lines", a, base, lines)
			}
		}
	}
	if counted < 2000 || equal < 200 || refused < 2000 {
		t.Errorf("%d counted, %d equal, %d refused", counted, equal, refused)
	}
}
