package recorder

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// columnsOf returns the columns of the events of the first steps of a run, as codec 3 has them.
func columnsOf(t *testing.T, h *Header, frames []record.Frame) (*eventEncoder, *chunkEvents) {
	t.Helper()
	coded := *h
	coded.Codec = 3
	l, err := newLayout(&coded)
	if err != nil {
		t.Fatal(err)
	}
	frames = frames[:min(len(frames), l.steps)]
	var g eventEncoder
	for i := range frames {
		g.add(uint32(i), frames[i].Time, frames[i].Events)
	}
	events, err := decodeEvents(g.appendRaw(nil), 0, len(frames), l.step)
	if err != nil {
		t.Fatal(err)
	}
	var c eventCoder3
	c.encode(&g, l, rowsOf(frames), 0, &events)
	return &g, &events
}

// What follows from the flight before an impact, from its impulse, and from where the corners of a body are, costs a
// few bits: here of boxes that bounce on a floor, tumbling, and fly in between.
func TestEvents3_StruckBodiesAreFollowed(t *testing.T) {
	h, frames := bouncing(t)
	g, events := columnsOf(t, &h, frames)
	impacts, atCorners := 0, 0
	for i := range events.events {
		if events.events[i].Kind == record.Impact {
			impacts++
		}
	}
	for _, k := range g.corners {
		if k > 0 {
			atCorners++
		}
	}
	if impacts < 12 || atCorners != len(g.corners) {
		t.Fatalf("%d impacts, %d of %d points at corners", impacts, atCorners, len(g.corners))
	}
	sum := func(values []uint64) (n int) {
		for _, v := range values {
			n += bits.Len64(v)
		}
		return n
	}
	// All but the time and the impulse, and what gravity has made of the velocity until then: 52 bits each if they were
	// not predicted.
	n, from := 0, []int{3, 7, 8, 10, 11, 12, 19, 20, 21, 22, 23, 24, 31}
	for _, k := range from {
		n += sum(g.components.column(k))
	}
	for k := range 2 {
		n += sum(g.pointValues.column(k))
	}
	if mean := float64(n) / float64(impacts*(len(from)+2)); mean > 12 {
		t.Errorf("%.1f bits a component", mean)
	}
}

// An impact that meets a body out of contacts is on its grids; the same numbers with one of them a little off are not,
// and come back as well.
func TestEvents3_OnGridsOrNot(t *testing.T) {
	h, frames := boxesOnPlane(t)
	g, events := columnsOf(t, &h, frames)
	marked, of := 0, 0
	for i := range events.events {
		if events.events[i].Kind == record.Impact {
			of++
			marked += int(g.marks[i] & markOnGrids)
		}
	}
	if marked == 0 || marked == of {
		t.Fatalf("%d of %d impacts on grids: the scene shows nothing", marked, of)
	}
	for i := range frames {
		for k := range frames[i].Events {
			if e := &frames[i].Events[k]; e.Kind == record.Impact {
				e.After[0].V.X += 1e-12
			}
		}
	}
	checkLog(t, encodeLog(t, h, nil, frames), frames)
	if g, _ := columnsOf(t, &h, frames); len(g.marks) == 0 {
		t.Fatal("no marks")
	} else {
		for i, m := range g.marks {
			if m&markOnGrids != 0 {
				t.Fatalf("event %d is on grids", i)
			}
		}
	}
}

// Events of any objects, times and numbers come back: none of them need make sense.
func TestEvents3_AnythingComesBack(t *testing.T) {
	h := bodyHeader(3)
	r := rand.New(rand.NewPCG(9, 3))
	frames := contact(&h, 3, 40)
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 5e-324, math.MaxFloat64, 1, 0x1p-24, 0x3p-20, 0}
	number := func() float64 { return odd[r.IntN(len(odd))] }
	vec := func() geom.Vec { return geom.Vec{X: number(), Y: number(), Z: number()} }
	twist := func() record.Twist { return record.Twist{V: vec(), W: vec()} }
	for i := range frames {
		frames[i].Events = nil
		e := record.Event{}
		for range []int{0, 1, 5, 150}[r.IntN(4)] {
			if r.IntN(3) == 0 { // else another impact of the same time, maybe of the same bodies
				e = record.Event{Time: frames[i].Time - testStep*r.Float64(), Kind: record.EventKind(1 + r.IntN(2)*r.IntN(200)), Before: [2]record.Twist{twist(), twist()}}
			}
			e.A, e.B = int32(r.IntN(8)-2), int32(r.IntN(8)-2)
			e.N, e.Closing, e.Impulse, e.EnergyLost = vec(), number(), vec(), number()
			e.After = [2]record.Twist{twist(), twist()}
			e.Points = nil
			for range r.IntN(3) {
				e.Points = append(e.Points, record.Point{P: vec(), Impulse: vec(), Feature: r.Uint32()})
			}
			frames[i].Events = append(frames[i].Events, e)
		}
	}
	checkLog(t, encodeLog(t, h, nil, frames), frames)
}
