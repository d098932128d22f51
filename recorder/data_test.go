package recorder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

const testStep = 1.0 / 240

// bodyHeader returns the header of a run of n bodies with distinct inertias, those with odd numbers under rigid2.
func bodyHeader(n int) Header {
	h := Header{Engine: "test 1", Scenario: "bodies", Step: testStep, Gravity: geom.Vec{Z: -9.80665}}
	for i := range n {
		h.addBody(fmt.Sprintf("body%d", i), geom.Diagonal(geom.Vec{X: 1 + 0.01*float64(i), Y: 2, Z: 2.5}))
	}
	return h
}

func (h *Header) addBody(name string, inertia geom.Mat3) {
	owner, predictor := int32(len(h.Objects)), "rigid1"
	var grid *record.Grid
	if owner%2 == 1 {
		predictor, grid = "rigid3", &record.Grid{X: -34, Q: -33, V: -32, L: -30}
	}
	h.Objects = append(h.Objects, record.Object{
		Name: name, Kind: record.Body, Shape: "box", Half: geom.Vec{X: 0.5, Y: 0.4, Z: 0.3}, Mass: 10, Inertia: inertia, Grid: grid,
	})
	for _, c := range []record.Column{{Name: "x", Unit: "m", Count: 3}, {Name: "q", Unit: "1", Count: 4},
		{Name: "v", Unit: "m/s", Count: 3}, {Name: "L", Unit: "kg m²/s", Count: 3}} {
		c.Owner, c.Predictor = owner, predictor
		h.Columns = append(h.Columns, c)
	}
}

// underRigid1 puts all bodies under rigid1.
func (h *Header) underRigid1() {
	for i := range h.Columns {
		if h.Columns[i].Predictor == "rigid3" {
			h.Columns[i].Predictor = "rigid1"
		}
	}
	for i := range h.Objects {
		h.Objects[i].Grid = nil
	}
}

func (h *Header) addColumn(owner int32, name, predictor string, count int32) {
	h.Columns = append(h.Columns, record.Column{Owner: owner, Name: name, Unit: "1", Count: count, Predictor: predictor})
}

func appendState(dst []float64, s *rigid.State) []float64 {
	return append(dst, s.X.X, s.X.Y, s.X.Z, s.Q.W, s.Q.V.X, s.Q.V.Y, s.Q.V.Z, s.V.X, s.V.Y, s.V.Z, s.L.X, s.L.Y, s.L.Z)
}

func randomVec(r *rand.Rand, s float64) geom.Vec {
	return geom.Vec{X: 2*r.Float64() - 1, Y: 2*r.Float64() - 1, Z: 2*r.Float64() - 1}.Scale(s)
}

// flight returns the frames of n bodies that tumble freely under gravity.
func flight(h *Header, n, steps int) []record.Frame {
	r := rand.New(rand.NewPCG(3, 5))
	states, masses := make([]rigid.State, n), make([]rigid.Mass, n)
	for i := range states {
		masses[i], _ = rigid.NewMass(10, h.Objects[i].Inertia)
		q := geom.Quat{W: 1, V: randomVec(r, 1)}.Normalize()
		states[i] = rigid.State{X: randomVec(r, 20), Q: q, V: randomVec(r, 10), L: randomVec(r, 12)}
	}
	frames := make([]record.Frame, steps)
	for s := range frames {
		f := &frames[s]
		*f = newFrame(int64(s))
		for i := range states {
			if s > 0 {
				states[i] = rigid.Advance(&states[i], &masses[i], h.Gravity, geom.Vec{}, h.Step)
			}
			f.Values = appendState(f.Values, &states[i])
		}
	}
	return frames
}

// contact returns the frames of n bodies whose velocities get an impulse in almost every step, like those of a pile;
// those with odd numbers are on their grids in most steps, and fall asleep one after the other.
func contact(h *Header, n, steps int) []record.Frame {
	r := rand.New(rand.NewPCG(4, 6))
	states, masses := make([]rigid.State, n), make([]rigid.Mass, n)
	for i := range states {
		masses[i], _ = rigid.NewMass(10, h.Objects[i].Inertia)
		states[i] = rigid.State{X: randomVec(r, 20), Q: geom.IdentityQuat(), V: randomVec(r, 0.1), L: randomVec(r, 0.1)}
	}
	frames := make([]record.Frame, steps)
	for s := range frames {
		f := &frames[s]
		*f = newFrame(int64(s))
		for i := range states {
			b := &states[i]
			switch {
			case s == 0:
			case i%2 == 1 && s > steps*i/n:
				b.V, b.L = geom.Vec{}, geom.Vec{}
			default:
				v1, l1 := b.V.Scale(0.7).Add(randomVec(r, 1e-3)), b.L.Scale(0.6).Add(randomVec(r, 1e-3))
				x, q := b.X, b.Q
				b.X = rigid.StepPosition(x, b.V, v1, h.Step)
				b.Q = rigid.StepAttitude(b.Q, b.L, l1, &masses[i].InvInertia, h.Step)
				if g := h.Objects[i].Grid; g != nil && s%9 != 0 {
					v1, l1 = snapped(v1, g.V), snapped(l1, g.L)
					b.X = rigid.StepPosition(x, b.V, v1, h.Step)
					b.Q = rigid.StepAttitude(q, b.L, l1, &masses[i].InvInertia, h.Step)
					if s%3 != 0 {
						b.X = b.X.Add(snapped(randomVec(r, 1e-4), g.X))
						b.Q = shifted(b.Q, snapped(randomVec(r, 1e-4), g.Q))
					}
				}
				b.V, b.L = v1, l1
			}
			f.Values = appendState(f.Values, b)
		}
		if s%7 == 3 {
			f.Events = append(f.Events, randomEvent(r, f.Time))
		}
	}
	return frames
}

// snapped returns v with multiples of 2^e as components.
func snapped(v geom.Vec, e int32) geom.Vec {
	at := func(x float64) float64 { return math.Ldexp(math.RoundToEven(math.Ldexp(x, int(-e))), int(e)) }
	return geom.Vec{X: at(v.X), Y: at(v.Y), Z: at(v.Z)}
}

// shifted returns a unit quaternion with all components of q but the largest, the first of equal ones, shifted by those
// of d.
func shifted(q geom.Quat, d geom.Vec) geom.Quat {
	c, by := [4]float64{q.W, q.V.X, q.V.Y, q.V.Z}, [3]float64{d.X, d.Y, d.Z}
	k := rigid.Predict2Largest(&c)
	n := 0
	for i := range c {
		if i != k {
			c[i] += by[n]
			n++
		}
	}
	c[k] = rigid.Predict2Unit(&c, k)
	return geom.Quat{W: c[0], V: geom.Vec{X: c[1], Y: c[2], Z: c[3]}}
}

func newFrame(step int64) record.Frame {
	return record.Frame{Step: step, Time: float64(step) * testStep, Hash: uint64(step)*0x9e3779b97f4a7c15 + 1}
}

// randomEvent returns an event with anything in it.
func randomEvent(r *rand.Rand, time float64) record.Event {
	e := record.Event{Time: time - r.Float64()*testStep, Kind: record.EventKind(1 + r.IntN(6)), A: int32(r.IntN(4)), B: int32(r.IntN(5)) - 1}
	if r.IntN(3) == 0 {
		e.Time = time
		e.Detail = []string{"", "impacts a step", "grösste"}[r.IntN(3)]
		return e
	}
	e.N, e.Closing, e.Impulse = randomVec(r, 1), r.Float64(), randomVec(r, 100)
	for k := range 2 {
		e.Before[k] = record.Twist{V: randomVec(r, 9), W: randomVec(r, 3)}
		e.After[k] = record.Twist{V: randomVec(r, 9)}
	}
	e.EnergyLost = r.Float64()
	for range r.IntN(5) {
		e.Points = append(e.Points, record.Point{P: randomVec(r, 5), Impulse: randomVec(r, 3), Feature: r.Uint32()})
	}
	return e
}

// bitFrames returns frames whose values come from next.
func bitFrames(values, steps int, next func() uint64) []record.Frame {
	frames := make([]record.Frame, steps)
	for s := range frames {
		frames[s] = newFrame(int64(s))
		for range values {
			frames[s].Values = append(frames[s].Values, math.Float64frombits(next()))
		}
	}
	return frames
}

// encodeLog returns the bytes of a closed log.
func encodeLog(t testing.TB, h Header, assets []Asset, frames []record.Frame) []byte {
	t.Helper()
	return encodeEnded(t, h, assets, frames, Complete)
}

// encodeEnded is encodeLog for a run that ended in a given way.
func encodeEnded(t testing.TB, h Header, assets []Asset, frames []record.Frame, ended string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, h, assets)
	if err != nil {
		t.Fatal(err)
	}
	for i := range frames {
		if err := w.Write(&frames[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(Summary{Ended: ended}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func openBytes(b []byte) (*Reader, error) { return NewReader(bytes.NewReader(b), int64(len(b))) }

func mustOpen(t testing.TB, b []byte) *Reader {
	t.Helper()
	r, err := openBytes(b)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// cloneFrames copies frames deeply, so that a test can change them.
func cloneFrames(frames []record.Frame) []record.Frame {
	list := make([]record.Frame, len(frames))
	for i := range frames {
		list[i] = frames[i]
		list[i].Values = append([]float64(nil), frames[i].Values...)
		list[i].Events = nil
		for k := range frames[i].Events {
			e := frames[i].Events[k]
			e.Points = append([]record.Point(nil), e.Points...)
			list[i].Events = append(list[i].Events, e)
		}
	}
	return list
}

// sameFrame returns what differs between a frame that was read and the one that was written, but for the hash.
func sameFrame(got, want *record.Frame) error {
	if got.Step != want.Step || math.Float64bits(got.Time) != math.Float64bits(want.Time) {
		return fmt.Errorf("step %d at %v, want %d at %v", got.Step, got.Time, want.Step, want.Time)
	}
	if len(got.Values) != len(want.Values) || len(got.Events) != len(want.Events) {
		return fmt.Errorf("step %d: %d values, %d events; want %d, %d", want.Step, len(got.Values), len(got.Events), len(want.Values), len(want.Events))
	}
	for i := range got.Values {
		if a, b := math.Float64bits(got.Values[i]), math.Float64bits(want.Values[i]); a != b {
			return fmt.Errorf("step %d: value %d is %016x, want %016x", want.Step, i, a, b)
		}
	}
	if len(got.Contacts) != len(want.Contacts) {
		return fmt.Errorf("step %d: %d contact forces, want %d", want.Step, len(got.Contacts), len(want.Contacts))
	}
	for i := range got.Contacts {
		g, w := &got.Contacts[i], &want.Contacts[i]
		if a, b := g.Bits(), w.Bits(); g.A != w.A || g.B != w.B || a != b {
			return fmt.Errorf("step %d: contact %d is of %d and %d, %x, want %d and %d, %x", want.Step, i, g.A, g.B, a, w.A, w.B, b)
		}
	}
	for i := range got.Events {
		if sameEvent(&got.Events[i], &want.Events[i]) {
			continue // as nearly all: texts take long
		}
		if a, b := eventText(&got.Events[i]), eventText(&want.Events[i]); a != b {
			return fmt.Errorf("step %d: event %d is\n%s, want\n%s", want.Step, i, a, b)
		}
	}
	return nil
}

// sameEvent tells whether two events are the same in every bit.
func sameEvent(a, b *record.Event) bool {
	var ca, cb [record.EventValues]uint64
	a.Bits(&ca)
	b.Bits(&cb)
	return math.Float64bits(a.Time) == math.Float64bits(b.Time) && a.Kind == b.Kind && a.A == b.A && a.B == b.B && ca == cb && a.Detail == b.Detail &&
		slices.EqualFunc(a.Points, b.Points, func(p, q record.Point) bool {
			for _, x := range [][2]float64{{p.P.X, q.P.X}, {p.P.Y, q.P.Y}, {p.P.Z, q.P.Z}, {p.Impulse.X, q.Impulse.X}, {p.Impulse.Y, q.Impulse.Y}, {p.Impulse.Z, q.Impulse.Z}} {
				if math.Float64bits(x[0]) != math.Float64bits(x[1]) {
					return false
				}
			}
			return p.Feature == q.Feature
		})
}

// eventText prints every bit of an event.
func eventText(e *record.Event) string {
	var c [record.EventValues]uint64
	e.Bits(&c)
	s := fmt.Sprintf("%x %v %d %d %x %q", math.Float64bits(e.Time), e.Kind, e.A, e.B, c, e.Detail)
	for _, p := range e.Points {
		s += fmt.Sprintf(" [%b %b %b %b %b %b %d]", p.P.X, p.P.Y, p.P.Z, p.Impulse.X, p.Impulse.Y, p.Impulse.Z, p.Feature)
	}
	return s
}

// checkLog reads a closed log in order and compares all of it with what was written.
func checkLog(t testing.TB, b []byte, frames []record.Frame) *Reader {
	t.Helper()
	r, err := openBytes(b)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete() || r.Steps() != int64(len(frames)) {
		t.Fatalf("complete %v, %d steps, want %d", r.Complete(), r.Steps(), len(frames))
	}
	n := 0
	for f, err := range r.Frames(0, math.MaxInt64) {
		if err != nil {
			t.Fatal(err)
		}
		if err := sameFrame(f, &frames[n]); err != nil {
			t.Fatal(err)
		}
		if f.Hash != 0 && f.Hash != frames[n].Hash {
			t.Fatalf("step %d: hash %x, want %x", n, f.Hash, frames[n].Hash)
		}
		n++
	}
	if n != len(frames) {
		t.Fatalf("%d frames, want %d", n, len(frames))
	}
	if p := r.Problems(); len(p) != 0 {
		t.Fatalf("problems of a whole log: %q", p)
	}
	return r
}

func mustJSON(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// eventsOf returns the events of frames, the first of which has a number.
func eventsOf(t testing.TB, frames []record.Frame, first int64) *chunkEvents {
	t.Helper()
	var g eventEncoder
	for i := range frames {
		g.add(uint32(i), frames[i].Time, frames[i].Events)
	}
	events, err := decodeEvents(g.appendRaw(nil), first, len(frames), testStep)
	if err != nil {
		t.Fatal(err)
	}
	return &events
}
