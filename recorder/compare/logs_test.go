package compare

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

const testStep = 1.0 / 240

// bodyHeader returns the header of a run of n bodies with distinct inertias.
func bodyHeader(n int) recorder.Header {
	h := recorder.Header{Engine: "test 1", Scenario: "bodies", Step: testStep, Gravity: geom.Vec{Z: -9.80665}}
	for i := range n {
		owner := int32(len(h.Objects))
		h.Objects = append(h.Objects, record.Object{
			Name: fmt.Sprintf("body%d", i), Kind: record.Body, Shape: "box", Half: geom.Vec{X: 0.5, Y: 0.4, Z: 0.3}, Mass: 10,
			Inertia: geom.Diagonal(geom.Vec{X: 1 + 0.01*float64(i), Y: 2, Z: 2.5}),
		})
		for _, c := range []record.Column{{Name: "x", Unit: "m", Count: 3}, {Name: "q", Unit: "1", Count: 4},
			{Name: "v", Unit: "m/s", Count: 3}, {Name: "L", Unit: "kg m²/s", Count: 3}} {
			c.Owner, c.Predictor = owner, "rigid1"
			h.Columns = append(h.Columns, c)
		}
	}
	return h
}

func addColumn(h *recorder.Header, owner int32, name, predictor string, count int32) {
	h.Columns = append(h.Columns, record.Column{Owner: owner, Name: name, Unit: "1", Count: count, Predictor: predictor})
}

func appendState(dst []float64, s *rigid.State) []float64 {
	return append(dst, s.X.X, s.X.Y, s.X.Z, s.Q.W, s.Q.V.X, s.Q.V.Y, s.Q.V.Z, s.V.X, s.V.Y, s.V.Z, s.L.X, s.L.Y, s.L.Z)
}

func randomVec(r *rand.Rand, s float64) geom.Vec {
	return geom.Vec{X: 2*r.Float64() - 1, Y: 2*r.Float64() - 1, Z: 2*r.Float64() - 1}.Scale(s)
}

// flight returns the frames of n bodies that tumble freely under gravity.
func flight(h *recorder.Header, n, steps int) []record.Frame {
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

// contact returns the frames of n bodies whose velocities get an impulse in almost every step, like those of a pile; those
// with odd numbers fall asleep one after the other.
func contact(h *recorder.Header, n, steps int) []record.Frame {
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
				b.X = rigid.StepPosition(b.X, b.V, v1, h.Step)
				b.Q = rigid.StepAttitude(b.Q, b.L, l1, &masses[i].InvInertia, h.Step)
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

// encodeLog returns the bytes of a closed log.
func encodeLog(t testing.TB, h recorder.Header, assets []recorder.Asset, frames []record.Frame) []byte {
	t.Helper()
	return encodeEnded(t, h, assets, frames, recorder.Complete)
}

// encodeEnded is encodeLog for a run that ended in a given way.
func encodeEnded(t testing.TB, h recorder.Header, assets []recorder.Asset, frames []record.Frame, ended string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := recorder.NewWriter(&b, h, assets)
	if err != nil {
		t.Fatal(err)
	}
	for i := range frames {
		if err := w.Write(&frames[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(recorder.Summary{Ended: ended}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func openBytes(b []byte) (*recorder.Reader, error) {
	return recorder.NewReader(bytes.NewReader(b), int64(len(b)))
}

func mustOpen(t testing.TB, b []byte) *recorder.Reader {
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

// memory is a simulation that knows all frames.
type memory []record.Frame

func (m memory) Frame(step int64, dst *record.Frame) error {
	f := &m[step]
	dst.Step, dst.Time, dst.Hash = f.Step, f.Time, f.Hash
	dst.Values, dst.Events = append(dst.Values[:0], f.Values...), append(dst.Events[:0], f.Events...)
	return nil
}

// touching returns the header and frames of n bodies and a floor that are in contact.
func touching(n, steps int) (recorder.Header, []record.Frame) {
	h := bodyHeader(n)
	frames := contact(&h, n, steps)
	h.Objects = append(h.Objects, record.Object{Name: "floor", Kind: record.Static})
	addContacts(&h, frames)
	return h, frames
}

// addContacts gives frames contact forces between the objects of a run: pairs come into contact, stay and part. Forces
// are noise about a constant, points of action move on; some are not finite.
func addContacts(h *recorder.Header, frames []record.Frame) {
	h.Contacts = true
	r := rand.New(rand.NewPCG(8, 15))
	special := [...]float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), 5e-324, math.MaxFloat64}
	on := map[[2]int]bool{}
	for s := range frames {
		for a := range h.Objects {
			for b := a + 1; b < len(h.Objects); b++ {
				pair := [2]int{a, b}
				if r.IntN(20) == 0 {
					on[pair] = !on[pair]
				}
				if !on[pair] {
					continue
				}
				c := record.ContactForce{A: int32(a), B: int32(b), Normal: geom.Vec{Z: 10 + 1e-4*r.Float64()}, Friction: randomVec(r, 1e-3),
					P: geom.Vec{X: float64(a) + 0x1p-9*float64(s), Y: float64(b)}, Moment: randomVec(r, 1e-3)}
				if r.IntN(10) == 0 {
					c.Moment.X = special[r.IntN(len(special))]
				}
				if r.IntN(40) == 0 {
					c.P.Z = special[r.IntN(len(special))]
				}
				frames[s].Contacts = append(frames[s].Contacts, c)
			}
		}
	}
}

// countingReader counts the bytes that are read of a log.
type countingReader struct {
	io.ReaderAt
	bytes int64
}

func (r *countingReader) ReadAt(b []byte, off int64) (int, error) {
	r.bytes += int64(len(b))
	return r.ReaderAt.ReadAt(b, off)
}
