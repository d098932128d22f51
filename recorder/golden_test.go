package recorder

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// testdata/v1.prang was written when format 1.0 was published, and testdata/v1.txt describes its content. Neither is
// ever written again: a reader that does not get these values from it is wrong. It holds two bodies that fly, hit
// things and fall asleep, a mover, columns of every predictor with infinities and NaN in them, every kind of event, and
// assets.
func TestReader_ReadsVersion1(t *testing.T) { readsSample(t, "v1") }

// testdata/v1.3.prang was written when format 1.3 was published: two boxes that hit a plane and each other, slide and
// fall asleep, with their ledger.
func TestReader_ReadsVersion1_3(t *testing.T) { readsSample(t, "v1.3") }

// testdata/v1.4-contacts.prang was written when format 1.4 was published: a box that slides on a floor, hits another
// one and falls asleep, with contact forces.
func TestReader_ReadsVersion1_4(t *testing.T) { readsSample(t, "v1.4-contacts") }

// testdata/v1.4.prang was written then, too: a box that slides into another one and one that falls on them, of codec 3,
// with impacts on grids and off them.
func TestReader_ReadsVersion1_4Codec3(t *testing.T) { readsSample(t, "v1.4") }

// testdata/v1.5.prang was written when format 1.5 was published: two boxes that fall on a plane and each other, slide
// and fall asleep, of codec 4.
func TestReader_ReadsVersion1_5(t *testing.T) { readsSample(t, "v1.5") }

// testdata/v1.6.prang was written when format 1.6 was published: a box that slides into one that stands while another
// one falls on it, of codec 5, with impacts of several points on grids and off them.
func TestReader_ReadsVersion1_6(t *testing.T) { readsSample(t, "v1.6") }

// testdata/v1.7.prang was written when format 1.7 was published: a box slides into a slab and that into another box,
// which it strikes again and again, while one box slides by and one flies, of codec 6, in two chunks.
func TestReader_ReadsVersion1_7(t *testing.T) { readsSample(t, "v1.7") }

// testdata/v1.8.prang was written when format 1.8 was published: a ball strikes the lower of two rods that hang on
// joints, and a mover walks into a box.
func TestReader_ReadsVersion1_8(t *testing.T) { readsSample(t, "v1.8") }

// testdata/v1.9.prang was written when format 1.9 was published: 900 bodies, of which the first three move, in
// chunks of 32 steps and 8.
func TestReader_ReadsVersion1_9(t *testing.T) {
	r, err := Open("testdata/v1.9.prang")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	_, frames := manyBodies()
	if n := readable(t, r, frames); n != len(frames) || !r.Complete() || len(r.Problems()) > 0 || r.Header().Codec != 7 {
		t.Errorf("codec %d, %d frames, problems %q", r.Header().Codec, n, r.Problems())
	}
	if c := r.Chunks(); len(c) != 2 || c[0].Steps != 32 || c[1].Steps != 8 || r.Chain() != 0x10503dfe7b454186 {
		t.Errorf("chunks %+v, chain %016x", c, r.Chain())
	}
}

// manyBodies is the run of the sample of format 1.9; all its numbers are exact.
func manyBodies() (Header, []record.Frame) {
	h := bodyHeader(900)
	frames := make([]record.Frame, 40)
	for s := range frames {
		f := &frames[s]
		*f = newFrame(int64(s))
		for i := range h.Objects {
			b := rigid.State{X: geom.Vec{X: float64(i % 30), Y: float64(i / 30), Z: 0.5}, Q: geom.IdentityQuat()}
			if i < 3 {
				at := float64(s) / 256
				b.X.X += float64(2*at) - float64(at*at)
				b.X.Z += float64(float64(i)*at) * at
				b.V, b.L = geom.Vec{X: 2 - float64(2*at), Z: float64(2*float64(i)) * at}, geom.Vec{Y: at}
			}
			f.Values = appendState(f.Values, &b)
		}
		if s%16 == 15 {
			f.Events = []record.Event{{Kind: record.Impact, Time: f.Time, A: 1, B: 2, N: geom.Vec{Z: 1}, Closing: 0.5, Impulse: geom.Vec{Z: -float64(s)}}}
		}
	}
	return h, frames
}

// testdata/v1.10-snapshot.prang was written with format 1.10, of which snapshots are part since 1.1: a body on a parabola, with
// a snapshot behind the tenth chunk.
func TestReader_ReadsSnapshots(t *testing.T) {
	r, err := Open("testdata/v1.10-snapshot.prang")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	_, frames := parabola()
	if n := readable(t, r, frames); n != len(frames) || !r.Complete() || len(r.Problems()) > 0 || r.Header().Codec != 7 {
		t.Errorf("codec %d, %d frames, problems %q", r.Header().Codec, n, r.Problems())
	}
	for step, want := range map[int64]string{2398: "", 2399: "state 2399", 2500: "state 2399"} {
		at, data, err := r.Snapshot(step)
		if string(data) != want || (at == 2399) != (want != "") || err != nil {
			t.Errorf("snapshot at %d or before: of step %d, %q, %v, want %q", step, at, data, err, want)
		}
	}
	if c := r.Chunks(); len(c) != 11 || r.Chain() != 0xbfad68b6987330a4 {
		t.Errorf("%d chunks, chain %016x", len(c), r.Chain())
	}
}

// parabola is the run of the sample of snapshots; all its numbers are exact.
func parabola() (Header, []record.Frame) {
	h := bodyHeader(1)
	frames := make([]record.Frame, 2420)
	for s := range frames {
		frames[s] = newFrame(int64(s))
		at := float64(s) / 256
		b := rigid.State{X: geom.Vec{X: 3 * at, Z: 50 - float64(at*at)}, Q: geom.IdentityQuat(), V: geom.Vec{X: 3, Z: float64(-2 * at)}}
		frames[s].Values = appendState(frames[s].Values, &b)
	}
	return h, frames
}

// testdata/v1.10.prang was written when format 1.10 was published: a car that locks its wheels on a plate that slides
// under it, and drives off a ramp; with contact forces.
func TestReader_ReadsVersion1_10(t *testing.T) { readsSample(t, "v1.10") }

// testdata/v1.11.prang was written when format 1.11 was published: a car whose driver sees a box ahead, and brakes.
func TestReader_ReadsVersion1_11(t *testing.T) { readsSample(t, "v1.11") }

// testdata/v1.12-mesh.prang was written when meshes that are placed came to format 1.12: a ball falls on a file of
// inches with y up, that stands turned and stretched, and lies in the world a second time as it is.
func TestReader_ReadsPlacedMeshes(t *testing.T) { readsSample(t, "v1.12-mesh") }

// testdata/v1.12-breaks.prang was written with format 1.12: a box before a wall whose joint to another breaks by the impact, and a
// weight that tears its rope.
func TestReader_ReadsBreaks(t *testing.T) { readsSample(t, "v1.12-breaks") }

func readsSample(t *testing.T, name string) {
	t.Helper()
	r, err := Open("testdata/" + name + ".prang")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	got, err := logText(r)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	a, b := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("line %d is\n%s\nwant\n%s", i+1, a[i], b[i])
		}
	}
	if len(a) != len(b) {
		t.Fatalf("%d lines, want %d", len(a), len(b))
	}
}

// testdata/v1.2.prang is of the level verify, written when format 1.2 was published: the hashes of 130 steps, and a
// chain that is that of the frames it was written from.
func TestReader_ReadsVersion1_2(t *testing.T) {
	r, err := Open("testdata/v1.2.prang")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Header().Level != LevelVerify || r.Steps() != 130 || !r.Complete() || len(r.Problems()) > 0 || r.Chain() != 0x5a8244b70343cc89 {
		t.Fatalf("%+v, %d steps, problems %q, chain %016x", r.Header(), r.Steps(), r.Problems(), r.Chain())
	}
	for step := range r.Steps() {
		if h, err := r.StepHash(step); err != nil || h != newFrame(step).Hash {
			t.Errorf("step %d: hash %016x, %v", step, h, err)
		}
	}
}

// logText prints a log with every bit of its values.
func logText(r *Reader) (string, error) {
	var s strings.Builder
	h := r.Header()
	fmt.Fprintf(&s, "format %d engine %q scenario %q step %x gravity %v level %s settings %s\n",
		h.Format, h.Engine, h.Scenario, h.Step, h.Gravity, h.Level, h.Settings)
	for _, o := range h.Objects {
		fmt.Fprintf(&s, "object %q %s %s mass %v inertia %v\n", o.Name, o.Kind, o.Shape, o.Mass, o.Inertia)
		if o.Scale != nil {
			fmt.Fprintf(&s, "placed %q scale %v up %q position %v attitude %v\n", o.Asset, *o.Scale, o.Up, o.Position, o.Attitude)
		}
		for _, w := range o.Wheels {
			fmt.Fprintf(&s, "mounted %q at %v radius %v width %v grid %v\n", w.Name, w.Center, w.Radius, w.Width, w.Grid)
		}
	}
	for _, c := range h.Columns {
		fmt.Fprintf(&s, "column %d %q %q %d %s\n", c.Owner, c.Name, c.Unit, c.Count, c.Predictor)
	}
	assets, err := r.Assets()
	if err != nil {
		return "", err
	}
	for _, a := range assets {
		fmt.Fprintf(&s, "asset %q %q\n", a.Name, a.Data)
	}
	summary, ok := r.Summary()
	fmt.Fprintf(&s, "summary {Steps:%d FinalHash:%d Ended:%s Message:%s} %v complete %v problems %q\n",
		summary.Steps, summary.FinalHash, summary.Ended, summary.Message, ok, r.Complete(), r.Problems())
	if h.Contacts {
		fmt.Fprintf(&s, "contacts %016x\n", summary.Contacts)
	}
	for _, c := range r.Chunks() {
		fmt.Fprintf(&s, "chunk %d+%d rows %016x events %016x state %016x chain %016x\n", c.First, c.Steps, c.Rows, c.Events, c.State, c.Chain)
	}
	var f record.Frame
	for step := range r.Steps() {
		if err := r.Frame(step, &f); err != nil {
			return "", err
		}
		fmt.Fprintf(&s, "step %d time %x\n", f.Step, f.Time)
		for i, v := range f.Values {
			sep := byte(' ')
			if i%8 == 7 || i == len(f.Values)-1 {
				sep = '\n'
			}
			fmt.Fprintf(&s, "%016x%c", math.Float64bits(v), sep)
		}
		for i := range f.Contacts {
			c := &f.Contacts[i]
			fmt.Fprintf(&s, "contact %d %d %x\n", c.A, c.B, c.Bits())
		}
		for i := range f.Wheels {
			w := &f.Wheels[i]
			fmt.Fprintf(&s, "wheel %d %d steer %x lift %x stands %v slides %v on %d P %x %x %x load %x\n",
				w.Body, w.Wheel, w.Steer, w.Lift, w.Ground, w.Slides, w.On, w.P.X, w.P.Y, w.P.Z, w.Load)
		}
		for i := range f.Events {
			fmt.Fprintf(&s, "event %s\n", eventText(&f.Events[i]))
		}
	}
	return s.String(), nil
}
