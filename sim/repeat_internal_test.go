package sim

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// atRest is scenes in which stacks come to rest and repeat their steps. Where hit is set, something cuts such a step.
var atRest = map[string]struct {
	build func(def *Definition)
	steps int
	hit   bool
}{
	"stack": {func(def *Definition) { stack(def, 8, 0, 0) }, 60, false},
	"three stacks and a pair": {func(def *Definition) {
		stack(def, 8, 0, 0)
		stack(def, 9, 3, 0)
		stack(def, 2, 6, 0)
		stack(def, 10, 0, 3)
	}, 60, false},
	"pyramid": {func(def *Definition) {
		for row := range 10 {
			for i := range 10 - row {
				box(def, mgl64.Vec3{1.1*float64(i) + 0.55*float64(row), 0, 0.5 + float64(row)})
			}
		}
	}, 60, false},
	"hit by a ball": {func(def *Definition) {
		stack(def, 8, 0, 0)
		stack(def, 8, 0, 4)
		ball(def, mgl64.Vec3{-6, 0.1, 8}, mgl64.Vec3{8, 0, 0})
	}, 43, true},
	"a ball flies by": {func(def *Definition) {
		stack(def, 8, 0, 0)
		ball(def, mgl64.Vec3{-6, 0.905, 8}, mgl64.Vec3{8, 0, 0})
	}, 80, false},
	"a ball rolls against it": {func(def *Definition) {
		stack(def, 8, 0, 0)
		ball(def, mgl64.Vec3{-1.2, 0, 0.4}, mgl64.Vec3{0.2, 0, 0})
	}, 80, false},
	"something is put on top": {func(def *Definition) {
		stack(def, 8, 0, 0)
		box(def, mgl64.Vec3{0, 0, 8.51}).Drag.Linear = 1e6
	}, 80, false},
	"pushed": {func(def *Definition) {
		stack(def, 8, 0, 0)
		def.Forces = []ForceDef{{Body: 6, Program: []ForceAt{{Time: 0.69}, {Time: 0.7, Force: mgl64.Vec3{1000, 0, 0}}, {Time: 1, Force: mgl64.Vec3{8000, 0, 0}}}}}
	}, 50, false},
	"turned": {func(def *Definition) {
		stack(def, 8, 0, 0)
		def.Forces = []ForceDef{{Body: 7, Program: []ForceAt{{Time: 0.69}, {Time: 0.7, Torque: mgl64.Vec3{0, 0, 100}}, {Time: 1, Torque: mgl64.Vec3{0, 0, 9000}}}}}
	}, 48, false},
	"loses its support": {func(def *Definition) {
		stack(def, 8, 0, 0)
		def.Bodies[0].Half[1] = 3
		def.Forces = []ForceDef{{Body: 0, Program: []ForceAt{{Time: 0.69}, {Time: 0.7, Force: mgl64.Vec3{3e5, 0, 0}}}}}
	}, 46, false},
	"sensors": {func(def *Definition) {
		stack(def, 8, 0, 0)
		def.Statics = append(def.Statics, StaticDef{Name: "zone", Half: mgl64.Vec3{1, 1, 1}, Position: mgl64.Vec3{0.5, 0, 3}, Sensor: true})
		ball(def, mgl64.Vec3{-6, 0.1, 8}, mgl64.Vec3{8, 0, 0}).Sensor = true
	}, 80, false},
	"sleeps, is hit": {func(def *Definition) {
		stack(def, 8, 0, 0)
		ball(def, mgl64.Vec3{-12, 0.1, 11}, mgl64.Vec3{10, 0, 0}).Mass = 10
		def.Settings.SleepTime = 0.5
	}, 73, false},
	"on a mesh": {func(def *Definition) {
		def.Statics = []StaticDef{{Name: "floor", Mesh: sheet(), Asset: "floor"}}
		stack(def, 8, 0.2, 0.1)
		ball(def, mgl64.Vec3{-6, 0.1, 8}, mgl64.Vec3{8, 0, 0})
	}, 43, true},
	"a heap comes near": {func(def *Definition) {
		stack(def, 8, 0, 0)
		for i := range 27 {
			b := box(def, mgl64.Vec3{7 + 1.1*float64(i%3), 1.1 * float64(i/3%3), 1 + 1.1*float64(i/9)})
			b.Half, b.Velocity = mgl64.Vec3{0.4, 0.4, 0.4}, mgl64.Vec3{-8, 0, 2}
		}
	}, 50, false},
	"boxes by themselves": {func(def *Definition) {
		def.Statics = []StaticDef{{Name: "floor", Mesh: sheet(), Asset: "floor"}}
		for i := range 9 {
			box(def, mgl64.Vec3{0.3 + 3*float64(i%3), 0.1 + 3*float64(i/3), 0.5}).Attitude = mgl64.QuatRotate(0.3*float64(i), mgl64.Vec3{0, 0, 1})
		}
		ball(def, mgl64.Vec3{-6, 0.1, 1}, mgl64.Vec3{8, 0, 0})
	}, 60, true},
	"on what is driven": {func(def *Definition) {
		stack(def, 8, 0, 0)
		def.Bodies = append(def.Bodies, BodyDef{Name: "lift", Half: mgl64.Vec3{1, 1, 0.5}, Position: mgl64.Vec3{5, 0, 0.5}, Drive: []DriveAt{{Time: 0.5}, {Time: 1, Velocity: mgl64.Vec3{0, 0, 1}}}})
		for i := range 8 {
			box(def, mgl64.Vec3{5, 0, 1.5 + float64(i)})
		}
	}, 60, false},
	"a mover pushes it": {func(def *Definition) {
		stack(def, 8, 0, 0)
		def.Movers = []MoverDef{{Name: "walker", Radii: mgl64.Vec3{0.3, 0.3, 0.9}, Position: mgl64.Vec3{-2, 0, 0.9}, Mass: 80, Push: 2e4, Program: []MoverVelocity{{Velocity: mgl64.Vec3{2, 0, 0}}}}}
	}, 40, false},
}

func stack(def *Definition, n int, x, y float64) {
	for i := range n {
		box(def, mgl64.Vec3{x, y, 0.5 + float64(i)})
	}
}

func box(def *Definition, p mgl64.Vec3) *BodyDef {
	def.Bodies = append(def.Bodies, BodyDef{Name: fmt.Sprint(len(def.Bodies)), Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1000, Position: p})
	return &def.Bodies[len(def.Bodies)-1]
}

func ball(def *Definition, p, v mgl64.Vec3) *BodyDef {
	s, err := geom.NewSphere(0.4)
	if err != nil {
		panic(err)
	}
	def.Bodies = append(def.Bodies, BodyDef{Name: fmt.Sprint(len(def.Bodies)), Shapes: []ShapeDef{{Shape: s}}, Mass: 300, Position: p, Velocity: v})
	return &def.Bodies[len(def.Bodies)-1]
}

// sheet is a floor of 32 triangles.
func sheet() *geom.Mesh {
	f := geom.HeightField{NX: 5, NY: 5, DX: 5, DY: 5, Origin: geom.Vec{X: -10, Y: -10}, Heights: make([]float64, 25)}
	m, err := f.Mesh()
	if err != nil {
		panic(err)
	}
	return m
}

func restingDefinition(build func(def *Definition)) *Definition {
	def := &Definition{
		Settings:      Settings{Step: 1.0 / 60, SleepTime: -1, Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials:     []Material{{Friction: 0.5}},
		Statics:       []StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
		ContactForces: true,
	}
	build(def)
	return def
}

// stepOutput is the whole output of a step.
type stepOutput struct {
	hash     uint64
	values   []float64
	events   []record.Event
	contacts []record.ContactForce
	ledger   record.Ledger
	snapshot []byte
}

func outputOf(w *World) stepOutput {
	f := w.Frame()
	s := stepOutput{hash: f.Hash, ledger: f.Ledger, snapshot: w.Snapshot(nil)}
	s.values = append(s.values, f.Values...)
	for _, e := range f.Events {
		e.Points = append([]record.Point(nil), e.Points...)
		s.events = append(s.events, e)
	}
	s.contacts = append(s.contacts, f.Contacts...)
	s.ledger.Rows = append([]record.LedgerRow(nil), f.Ledger.Rows...)
	return s
}

// checkOutputs compares the steps of a world with recorded ones.
func checkOutputs(t *testing.T, w *World, recorded []stepOutput, what string) {
	t.Helper()
	for n := range recorded {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		got, want := outputOf(w), &recorded[n]
		switch {
		case !reflect.DeepEqual(got.events, want.events):
			t.Fatalf("%s: step %d: other events", what, w.state.step)
		case !reflect.DeepEqual(got.contacts, want.contacts):
			t.Fatalf("%s: step %d: other contact forces", what, w.state.step)
		case !reflect.DeepEqual(got.ledger, want.ledger):
			t.Fatalf("%s: step %d: another ledger", what, w.state.step)
		case got.hash != want.hash || !reflect.DeepEqual(got.values, want.values) || !bytes.Equal(got.snapshot, want.snapshot):
			t.Fatalf("%s: step %d: another state", what, w.state.step)
		}
	}
}

// TestRepeat_ChangesNoBit: what islands at rest repeat is what they would find, in each number of the output, whatever
// comes near them, hits them, is put on them, pushes them or is taken from under them; with several workers; and from
// snapshots on, in a world that has just been made and in one that has been elsewhere.
func TestRepeat_ChangesNoBit(t *testing.T) {
	for name, c := range atRest {
		t.Run(name, func(t *testing.T) {
			count := c.steps
			t.Parallel()
			make := func() *World {
				w, err := New(restingDefinition(c.build))
				if err != nil {
					t.Fatal(err)
				}
				return w
			}
			w := make()
			w.repeating.off = true
			var recorded []stepOutput
			for range count {
				steps(t, w, 1)
				recorded = append(recorded, outputOf(w))
				for i := range w.islands {
					if w.islands[i].repeats {
						t.Fatal("an island repeats its step")
					}
				}
			}
			w = make()
			repeated, repeats, hit := 0, false, false
			for n := range count {
				before := repeated
				checkOutputs(t, w, recorded[n:n+1], "first")
				for i := range w.islands {
					if w.islands[i].repeats {
						repeated++
					}
				}
				last := repeats
				repeats = repeated > before
				for _, e := range w.Frame().Events {
					hit = hit || last && e.Kind == record.Impact && e.A < 8 && e.Time < w.Frame().Time
				}
			}
			if repeated < count/4 || hit != c.hit {
				t.Errorf("islands have repeated %d steps, hit in one: %v", repeated, hit)
			}
			w.Reset()
			w.SetWorkers(3)
			checkOutputs(t, w, recorded, "workers")
			for k, at := range []int{0, 1, 5, 25, count - 8} {
				others, until := []*World{w, make()}, count
				if !geomtest.Long { // one of them in turn, and to the end from near it
					others = others[k%2 : k%2+1]
					until = min(at+40, count)
				}
				for _, o := range others {
					if err := o.Restore(recorded[at].snapshot); err != nil {
						t.Fatal(err)
					}
					checkOutputs(t, o, recorded[at+1:until], fmt.Sprint("restored at ", at))
				}
			}
		})
	}
}

// TestRepeat_DoesNotAllocate runs stacks twice: the second run allocates nothing.
func TestRepeat_DoesNotAllocate(t *testing.T) {
	w, err := New(restingDefinition(atRest["three stacks and a pair"].build))
	if err != nil {
		t.Fatal(err)
	}
	steps(t, w, 60)
	if n := geomtest.Allocations(60, w.Reset, func() { _ = w.Step() }); n != 0 {
		t.Errorf("%d allocations", n)
	}
}
