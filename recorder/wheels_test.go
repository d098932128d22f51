package recorder

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// wheeled returns the header of bodies, of which every second one has wheels.
func wheeled(bodies int) Header {
	h := bodyHeader(bodies)
	for i := 0; i < bodies; i += 2 {
		o := &h.Objects[i]
		o.Vehicle = true
		for k := range 4 {
			o.Wheels = append(o.Wheels, record.MountedWheel{
				Name: []string{"fl", "fr", "rl", "rr"}[k], Center: geom.Vec{X: 1.5 - float64(3*(k/2)), Y: 0.75 - 1.5*float64(k%2), Z: -0.25},
				Radius: 0.3, Width: 0.2, Grid: record.WheelGrid{Steer: -14, Place: -13, Load: -1 + int32(i)},
			})
		}
	}
	return h
}

// rollingRows returns frames of the bodies of a header in which each number of a wheel is a random walk, or leaps; wheels
// stand, slide, leave the ground and rest.
func rollingRows(r *rand.Rand, h *Header, steps int) []record.Frame {
	places, err := wheelsOf(h)
	if err != nil {
		panic(err)
	}
	rows := make([]wheelRow, len(places))
	for i := range rows {
		rows[i].on = -1
	}
	frames := make([]record.Frame, steps)
	for s := range frames {
		f := &frames[s]
		*f = newFrame(int64(s))
		n := 0
		for _, c := range h.Columns {
			n += int(c.Count)
		}
		f.Values = make([]float64, n)
		for i := range rows {
			w := &rows[i]
			if r.IntN(3) == 0 {
				f.Wheels = append(f.Wheels, places[i].unpack(w)) // as before
				continue
			}
			old := w.lines
			*w = wheelRow{on: -1}
			if r.IntN(8) > 0 {
				w.flags = []byte{wheelStands, wheelStands | wheelSlides}[r.IntN(2)]
				w.on = int32(r.IntN(4)) - 1
			}
			for k := range w.stored() {
				switch w.lines[k] = old[k]; r.IntN(20) {
				case 0:
					w.lines[k] = int32(r.Int64N(2*record.MaxWheelLines+1) - record.MaxWheelLines)
				case 1:
					w.lines[k] = []int32{record.MaxWheelLines, -record.MaxWheelLines, 0}[r.IntN(3)]
				default:
					w.lines[k] = int32(max(-record.MaxWheelLines, min(record.MaxWheelLines, int64(old[k])+int64(r.IntN(7)-3))))
				}
			}
			f.Wheels = append(f.Wheels, places[i].unpack(w))
		}
	}
	return frames
}

// TestWheels_ComeBack: all numbers of all wheels, over borders of chunks, with contact forces and without, also encoded
// in the background.
func TestWheels_ComeBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, contacts := range []bool{false, true} {
		for _, steps := range []int{1, 2, 239, 241, 700} {
			h := wheeled(5)
			h.Contacts = contacts
			frames := rollingRows(r, &h, steps)
			if contacts {
				for s := range frames {
					frames[s].Contacts = []record.ContactForce{{A: 0, B: 1, Normal: geom.Vec{Z: float64(s)}}}
				}
			}
			file := encodeLog(t, h, nil, frames)
			back, err := openBytes(file)
			if err != nil {
				t.Fatal(err)
			}
			if got := back.Header().Objects[2].Wheels; !slices.Equal(got, h.Objects[2].Wheels) {
				t.Errorf("the header has the wheels %+v", got)
			}
			var f record.Frame
			for s := range int64(steps) {
				if err := back.Frame(s, &f); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(f.Wheels, frames[s].Wheels) || !slices.Equal(f.Contacts, frames[s].Contacts) {
					t.Fatalf("%d steps: step %d has %+v, want %+v", steps, s, f.Wheels, frames[s].Wheels)
				}
			}
			if len(back.Problems()) > 0 {
				t.Errorf("problems %q", back.Problems())
			}
			var b bytes.Buffer
			w, err := NewWriter(&b, h, nil)
			if err != nil {
				t.Fatal(err)
			}
			w.Use(Options{Background: true})
			for i := range frames {
				if err := w.Write(&frames[i]); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(Summary{Ended: Complete}); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(b.Bytes(), file) {
				t.Error("another log when it is encoded in the background")
			}
		}
	}
}

// TestWheels_WriterRefusesWhatDoesNotFit and changes nothing by it.
func TestWheels_WriterRefusesWhatDoesNotFit(t *testing.T) {
	h := wheeled(1)
	frame := rollingRows(rand.New(rand.NewPCG(3, 4)), &h, 1)[0]
	frame.Wheels[1] = record.WheelState{Body: 0, Wheel: 1, Ground: true, On: -1, Load: 4096}
	for _, c := range []struct {
		want   string
		change func(f *record.Frame)
	}{
		{"3 wheels, the objects have 4", func(f *record.Frame) { f.Wheels = f.Wheels[:3] }},
		{"stands in its place", func(f *record.Frame) { f.Wheels[1].Wheel = 2 }},
		{"no multiple of 2^-14", func(f *record.Frame) { f.Wheels[1].Steer = 0x1p-15 }},
		{"no multiple of 2^-13", func(f *record.Frame) { f.Wheels[1].P.Y = 0x1p-14 }},
		{"no multiple of 2^-1", func(f *record.Frame) { f.Wheels[1].Load = 0.25 }},
		{"or too large", func(f *record.Frame) { f.Wheels[1].Lift = 0x1p18 }},
		{"NaN is no multiple", func(f *record.Frame) { f.Wheels[1].Lift = math.NaN() }},
		{"stands on object 9", func(f *record.Frame) { f.Wheels[1].On = 9 }},
		{"stands on object -2", func(f *record.Frame) { f.Wheels[1].On = -2 }},
		{"stands on nothing, and has a contact", func(f *record.Frame) { f.Wheels[1].Ground = false }},
	} {
		w, err := NewWriter(new(bytes.Buffer), h, nil)
		if err != nil {
			t.Fatal(err)
		}
		f := frame
		f.Wheels = slices.Clone(frame.Wheels)
		c.change(&f)
		if err := w.Write(&f); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "step 0") {
			t.Errorf("%v, want one with %q", err, c.want)
		}
		if err := w.Write(&frame); err != nil {
			t.Errorf("after %q: %v", c.want, err)
		}
	}
}

// TestWheels_HeaderIsBounded: no grids that numbers do not have, and not so many wheels that a small file makes many
// rows.
func TestWheels_HeaderIsBounded(t *testing.T) {
	h := wheeled(1)
	h.Objects[0].Wheels[2].Grid.Load = 301
	if _, err := NewWriter(new(bytes.Buffer), h, nil); err == nil || !strings.Contains(err.Error(), "grid of 2^301") {
		t.Errorf("%v", err)
	}
	h = wheeled(1)
	h.Objects[0].Wheels = append(h.Objects[0].Wheels, h.Objects[0].Wheels[:3]...)
	if _, err := NewWriter(new(bytes.Buffer), h, nil); err == nil || !strings.Contains(err.Error(), "7 wheels with frames of 13 values") {
		t.Errorf("%v", err)
	}
}

// TestWheels_SteadyMotionCostsNothing: wheels that stand, or move steadily, take less than a tenth of a bit a number.
func TestWheels_SteadyMotionCostsNothing(t *testing.T) {
	rows := make([]wheelRow, 240*4)
	for i := range rows {
		step, k := int32(i/4), int32(i%4)
		rows[i] = wheelRow{flags: wheelStands, on: -1, lines: [wheelNumbers]int32{5 * step, 300 - 2*step, 0, 0, -2457, 8000 + k}}
		if k == 3 {
			rows[i].lines[wheelSteer], rows[i].lines[wheelLift] = 7, 7
		}
	}
	size := len(new(wheelCoder).append(nil, rows, 4))
	if bits := 8 * float64(size) / float64(len(rows)*wheelNumbers); bits > 0.2 {
		t.Errorf("%d bytes, %.3f bits a number", size, bits)
	}
}

// FuzzWheels decodes any wheels: what decodes comes back when it is coded again.
func FuzzWheels(f *testing.F) {
	h := wheeled(3)
	for _, steps := range []int{1, 5, 40} {
		l, err := newLayout(&h)
		if err != nil {
			f.Fatal(err)
		}
		var rows []wheelRow
		for _, frame := range rollingRows(rand.New(rand.NewPCG(uint64(steps), 1)), &h, steps) {
			if rows, err = l.packWheels(rows, frame.Wheels); err != nil {
				f.Fatal(err)
			}
		}
		f.Add(uint8(steps-1), uint8(len(l.wheels)-1), new(wheelCoder).append(nil, rows, len(l.wheels)))
	}
	f.Fuzz(func(t *testing.T, steps, wheels uint8, b []byte) {
		n, m := 1+int(steps)%chunkSteps, 1+int(wheels)%64
		var k wheelCoder
		rows, err := k.decode(nil, n, m, 4, b)
		if err != nil {
			return
		}
		for i := range rows {
			r := &rows[i]
			if r.flags == wheelSlides || r.flags > 3 || r.on < -1 || r.on >= 4 || r.flags == 0 && (r.on != -1 || slices.Max(r.lines[wheelX:]) != 0) || slices.Min(r.lines[:]) == math.MinInt32 {
				t.Fatalf("row %d: %+v", i, *r)
			}
		}
		again, err := k.decode(nil, n, m, 4, k.append(nil, rows, m))
		if err != nil || !slices.Equal(rows, again) {
			t.Fatal(fmt.Errorf("other wheels when coded again: %w", err))
		}
	})
}
