package recorder

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// measured codes a run, by the last codec where the header names none, and returns the bits that its kinds of numbers take,
// and how many of them there are.
func measured(t *testing.T, h *Header, frames []record.Frame) *meter {
	t.Helper()
	coded := *h
	if coded.Codec == 0 {
		coded.Codec = lastCodec
	}
	l, err := newLayout(&coded)
	if err != nil {
		t.Fatal(err)
	}
	c := coder4{meter: &meter{bits: map[string]float64{}, count: map[string]int{}}}
	for at := 0; at < len(frames); at += l.steps {
		part := frames[at:min(at+l.steps, len(frames))]
		var g eventEncoder
		c.meter.last = 0
		c.encode(l, rowsOf(part), len(part), int64(at), eventsOf(t, part, int64(at)), &g)
	}
	return c.meter
}

// bouncing is boxes that tumble and bounce on a floor, each impact of its own.
func bouncing(t *testing.T) (Header, []record.Frame) {
	t.Helper()
	r := rand.New(rand.NewPCG(4, 1))
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, ImpactSpeed: -1},
		Materials: []sim.Material{{Friction: 0.3, Restitution: 0.9}},
		Statics:   []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
	}
	for i := range 6 {
		def.Bodies = append(def.Bodies, sim.BodyDef{
			Name: string(rune('a' + i)), Half: mgl64.Vec3{0.5, 0.3, 0.2}, Mass: 3, Position: mgl64.Vec3{3 * float64(i), 0, 1.5},
			Velocity: mgl64.Vec3{r.Float64(), r.Float64(), -3}, AngularVelocity: mgl64.Vec3{r.Float64(), 2 * r.Float64(), 3 * r.Float64()},
		})
	}
	return runWorld(t, def, 200)
}

// The row behind an impact follows from it: a few of 53 bits for each of its 13 numbers are left. So does the ledger
// from the rows.
func TestCodec4_RowsFollowFromImpacts(t *testing.T) {
	h, frames := bouncing(t)
	m := measured(t, &h, frames)
	impacts, bits := 0, 0.0
	for i := range frames {
		for k := range frames[i].Events {
			if frames[i].Events[k].Kind == record.Impact {
				impacts++
			}
		}
	}
	for _, which := range vectorNames {
		bits += m.bits[which+" residuals impact"]
	}
	if mean := bits / float64(13*impacts); impacts < 12 || mean > 8 {
		t.Errorf("%.1f bits a number of the rows of %d impacts", mean, impacts)
	}
	// Six causes of seven numbers; rounding is as large as their grids.
	if mean := m.bits["ledger"] / float64(m.count["ledger"]); mean > 80 {
		t.Errorf("%.1f bits a step for the ledger", mean)
	}
	checkLog(t, encodeLog(t, h, nil, frames), frames)
}

// A ledger that does not balance, of values on and off its grids, comes back.
func TestCodec4_LedgersOfAnyValuesComeBack(t *testing.T) {
	h, frames := bouncing(t)
	r := rand.New(rand.NewPCG(8, 1))
	odd := []float64{math.NaN(), math.Inf(-1), math.Copysign(0, -1), 1e300, 5e-324, 1, -3, 0, 0, 0}
	from := 6 * record.BodyValues
	for i := range frames {
		v := frames[i].Values[from:]
		for k := range v {
			if r.IntN(20) == 0 {
				v[k] = odd[r.IntN(len(odd))]
			}
		}
	}
	checkLog(t, encodeLog(t, h, nil, frames), frames)
}

// Streams that are cut off, prolonged or of other rows are refused.
func TestCodec4_DamagedStreamsAreRefused(t *testing.T) {
	for codec := 4; codec <= lastCodec; codec++ {
		damagedStreamsAreRefused(t, codec)
	}
}

func damagedStreamsAreRefused(t *testing.T, codec int) {
	h, frames := bouncing(t)
	h.Codec = codec
	l, err := newLayout(&h)
	if err != nil {
		t.Fatal(err)
	}
	frames = frames[:60]
	var c coder4
	var g eventEncoder
	c.encode(l, rowsOf(frames), len(frames), 0, eventsOf(t, frames, 0), &g)
	in, plain := c.out.Streams()
	heads, in, plain := g.appendHeads(nil), bytes.Clone(in), bytes.Clone(plain)
	decode := func(n int, in, plain []byte) error {
		events, err := decodeColumns(heads, 0, len(frames), testStep, codec)
		if err != nil {
			t.Fatal(err)
		}
		rows := make([]uint64, l.values*len(frames))
		copy(rows, rowsOf(frames)[:l.values])
		return new(coder4).decode(l, rows, n, 0, &events, in, plain)
	}
	if err := decode(60, in, plain); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"cut":       decode(60, in[:len(in)-5], plain),
		"cut plain": decode(60, in, plain[:len(plain)-8]),
		"long":      decode(60, append(bytes.Clone(in), 0), plain),
		"fewer":     decode(40, in, plain),
	} {
		if err == nil {
			t.Errorf("codec %d, %s: no error", codec, name)
		}
	}
}

// Of a body that is still nothing more is taken note of, and yet all is known of it that is when every row is, whatever
// meets it.
func TestCodec4_StillBodiesAreKnown(t *testing.T) {
	h := bodyHeader(1)
	h.Codec = lastCodec
	l, err := newLayout(&h)
	if err != nil {
		t.Fatal(err)
	}
	const n = 2000
	rows := make([]uint64, n*l.values)
	for s := range n {
		putQuat(rows[s*l.values+atQ:], geom.Quat{W: 0.5, V: geom.Vec{X: -0.5, Y: 0.5, Z: 0.5}})
	}
	var c coder4
	c.start(l, rows, 0)
	r := rand.New(rand.NewPCG(8, 4))
	vec := func() geom.Vec { return geom.Vec{X: r.Float64(), Y: r.Float64(), Z: r.Float64()} }
	g, b, model := &c.groups[0], &c.bodies[0], &c.events.model
	want, left, metStill := *b, 0, 0
	for s := 1; s < n; s++ {
		time := float64(s) * l.step
		model.nextRow()
		struck := r.IntN(8) == 0
		if struck {
			model.keep(&struck3{object: g.owner, afterKnown: true, q: geom.Quat{W: 1}, after: record.Twist{V: vec(), W: vec()}})
		}
		if r.IntN(12) == 0 { // it moves, and anything may be known of it then
			c.move(g, s, time)
			b.errors[0], b.errors[1], b.errors[2], b.history, b.w1 = [7]float64{1, 2}, [7]float64{3}, [7]float64{4}, 7, vec()
			want = *b
			continue
		}
		if struck && c.calm[0] == still {
			metStill++
		}
		want.start4(s, model, time)
		want.rest4()
		c.rest(g, s, time)
		got := *b
		if c.calm[0] == still {
			left++
			got.goTo(s)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("row %d, at rest for %d rows or more: %+v, want %+v", s, c.calm[0], got, want)
		}
	}
	if left < 200 || metStill < 20 {
		t.Errorf("%d rows left alone, %d impacts with a body that was still", left, metStill)
	}
}
