package sim_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// TestDrive_FollowsItsProgram: 0 to 4 m/s from 1 s to 2 s, and a turn of 3 rad/s² over the same time; then both go on.
func TestDrive_FollowsItsProgram(t *testing.T) {
	w := mustWorld(t, &sim.Definition{
		Settings: sim.Settings{Step: 1.0 / 256, Gravity: mgl64.Vec3{0, 0, -9.81}},
		Bodies: []sim.BodyDef{{Name: "sled", Half: mgl64.Vec3{1, 1, 0.1}, Drive: []sim.DriveAt{
			{Time: 1}, {Time: 2, Velocity: mgl64.Vec3{4, 0, 0}, AngularVelocity: mgl64.Vec3{0, 0, 3}},
		}}},
	})
	run(t, w, 256, nil)
	if x := value(w, 0, "x", 0); x != 0 || value(w, 0, "v", 2) != 0 {
		t.Errorf("it has moved before the program begins: %g m", x)
	}
	run(t, w, 512, nil)
	if x := value(w, 0, "x", 0); math.Abs(x-6) > 1e-12 {
		t.Errorf("x %.15g m, want 2 + 4", x)
	}
	q := mgl64.QuatRotate(1.5+3, mgl64.Vec3{0, 0, 1})
	if s := math.Abs(value(w, 0, "q", 0)*q.W + value(w, 0, "q", 3)*q.V[2]); math.Abs(s-1) > 1e-12 {
		t.Errorf("turned by another angle than 4.5 rad: cosine of half the error %.15g", s)
	}
	if v := value(w, 0, "v", 0); v != 4 {
		t.Errorf("v %g m/s, want 4", v)
	}
}

// TestDrive_BarrierStrikesABox: a moving barrier is an infinite mass: v' = V + e (V - v), at the exact time; its work
// is in the balance, and the barrier goes on unimpressed.
func TestDrive_BarrierStrikesABox(t *testing.T) {
	box := crashBox("box", 4, -3)
	w := mustWorld(t, &sim.Definition{
		Materials: []sim.Material{{Restitution: 0.25}},
		Bodies:    []sim.BodyDef{{Name: "barrier", Half: mgl64.Vec3{0.5, 2, 2}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{10, 0, 0}}}}, box},
	})
	b := balance(t, w, 120)
	// The gap of 4 - 2.25 - 0.5 m closes at 13 m/s.
	if v := value(w, 1, "v", 0); math.Abs(v-(10+0.25*13)) > 1e-9 {
		t.Errorf("the box leaves with %.12g m/s, want 13.25", v)
	}
	if x, want := value(w, 1, "x", 0), 4-3*1.25/13+13.25*(0.5-1.25/13); math.Abs(x-want) > 1e-7 {
		t.Errorf("the box is at %.12g, want %.12g", x, want)
	}
	if x := value(w, 0, "x", 0); math.Abs(x-5) > 1e-12 {
		t.Errorf("the barrier is at %.12g, want 5", x)
	}
	// J = 1500 × 16.25; the barrier gives J × 10 m/s, restitution takes J × (13 - 3.25)/2.
	j := 1500 * 16.25
	if e := b.Sums[record.ByDrives].Energy; math.Abs(e-10*j) > 1e-6*j {
		t.Errorf("the barrier gives %g J, want %g", e, 10*j)
	}
	if e := b.Sums[record.ByRestitution].Energy; math.Abs(e+j*(13-3.25)/2) > 1e-6*j {
		t.Errorf("restitution takes %g J, want %g", -e, j*(13-3.25)/2)
	}
}

// TestDrive_SledCarriesAndDrops: a box rides on a sled that speeds up at 3 m/s² below the friction of 0.5 g, and slides
// when it brakes at 20 m/s²; the balance has what the sled gives.
func TestDrive_SledCarriesAndDrops(t *testing.T) {
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Friction: 0.5}},
		Bodies: []sim.BodyDef{
			{Name: "sled", Half: mgl64.Vec3{5, 2, 0.5}, Position: mgl64.Vec3{0, 0, -0.5}, Drive: []sim.DriveAt{
				{}, {Time: 1, Velocity: mgl64.Vec3{3, 0, 0}}, {Time: 2, Velocity: mgl64.Vec3{3, 0, 0}}, {Time: 2.15}, {Time: 3}}},
			{Name: "box", Half: mgl64.Vec3{0.4, 0.3, 0.2}, Mass: 12, Position: mgl64.Vec3{0, 0, 0.2}},
		},
	}
	w := mustWorld(t, def)
	balance(t, w, 240)
	if v, x := value(w, 1, "v", 0), value(w, 1, "x", 0); math.Abs(v-3) > 1e-5 || math.Abs(x-1.5) > 1e-4 {
		t.Errorf("on the sled: %g m/s at %g m, want 3 at 1.5", v, x)
	}
	b := balance(t, w, 480)
	caused(t, b, record.ByDrives, 1)
	// It slides until friction stops it: 3²/(2 × 0.5 g), the sled having stopped after 3 × 0.075 m.
	want := 1.5 + 3 + 9/9.81
	if x := value(w, 1, "x", 0); math.Abs(x-want) > 2e-3 {
		t.Errorf("the box comes to rest at %g m, want %g", x, want)
	}
	run(t, w, 480, nil)
	if !w.AtRest() {
		t.Error("not at rest on a sled that has stopped")
	}
}

// TestDrive_TurntableCarries turns a table under a box 1 m off its axis, slowly enough for friction: the box goes round
// with it, and turns with it; its path keeps its radius.
func TestDrive_TurntableCarries(t *testing.T) {
	w := mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0), SleepTime: -1},
		Materials: []sim.Material{{Friction: 0.6}},
		Bodies: []sim.BodyDef{
			{Name: "table", Half: mgl64.Vec3{2, 2, 0.1}, Position: mgl64.Vec3{0, 0, -0.1}, Drive: []sim.DriveAt{{}, {Time: 1, AngularVelocity: mgl64.Vec3{0, 0, 1.5}}}},
			{Name: "box", Half: mgl64.Vec3{0.2, 0.2, 0.2}, Mass: 7, Position: mgl64.Vec3{1, 0, 0.2}},
		},
	})
	b := balance(t, w, 720)
	caused(t, b, record.ByDrives, 1)
	angle := 0.75 + 3
	x, y := value(w, 1, "x", 0), value(w, 1, "x", 1)
	if d := math.Hypot(x-math.Cos(angle), y-math.Sin(angle)); d > 2e-3 {
		t.Errorf("the box is at %.5f, %.5f, want %.5f, %.5f", x, y, math.Cos(angle), math.Sin(angle))
	}
	q := mgl64.QuatRotate(angle, mgl64.Vec3{0, 0, 1})
	if c := math.Abs(value(w, 1, "q", 0)*q.W + value(w, 1, "q", 3)*q.V[2]); 2*math.Acos(math.Min(1, c)) > 2e-3 {
		t.Errorf("the box has turned by another angle than the table: off by %g rad", 2*math.Acos(c))
	}
}

// TestDrive_FloorThatMovesReactsToAnImpact drops a box flat on one that lies on a lift: as on a floor, the lower one is
// not pressed in, and gets no speed of its own.
func TestDrive_FloorThatMovesReactsToAnImpact(t *testing.T) {
	for _, lift := range []float64{0, 1} {
		low, high := dice(5), dice(5)
		low.Position, high.Name, high.Position = mgl64.Vec3{0, 0, 0.05}, "high", mgl64.Vec3{0, 0, 0.4}
		low.Velocity, high.Velocity = mgl64.Vec3{0, 0, lift}, mgl64.Vec3{0, 0, lift - 3}
		w := mustWorld(t, &sim.Definition{
			Bodies: []sim.BodyDef{low, high, {Name: "lift", Half: mgl64.Vec3{1, 1, 0.1}, Position: mgl64.Vec3{0, 0, -0.1}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{0, 0, lift}}}}},
		})
		balance(t, w, 60)
		if v := value(w, 0, "v", 2); math.Abs(v-lift) > 1e-7 { // the residual of the contact solver
			t.Errorf("lift at %g m/s: the lower box has %g m/s", lift, v)
		}
		if z := value(w, 0, "x", 2) - value(w, 2, "x", 2); math.Abs(z-0.15) > 1e-6 {
			t.Errorf("lift at %g m/s: the lower box is at %g above it", lift, z)
		}
	}
}

// TestDrive_BeltCouplesNothing puts a second body on a belt, far from the first: the first and the belt keep every bit.
func TestDrive_BeltCouplesNothing(t *testing.T) {
	t.Parallel()
	def := func(more bool) *sim.Definition {
		d := &sim.Definition{
			Settings:  sim.Settings{Gravity: tilt(0)},
			Materials: []sim.Material{{Friction: 0.4, Restitution: 0.3}},
			Bodies: []sim.BodyDef{
				{Name: "belt", Half: mgl64.Vec3{30, 2, 0.1}, Position: mgl64.Vec3{0, 0, -0.1}, Drive: []sim.DriveAt{{}, {Time: 1, Velocity: mgl64.Vec3{1.7, 0.3, 0}, AngularVelocity: mgl64.Vec3{0, 0, 0.2}}}},
				{Name: "box", Half: mgl64.Vec3{0.3, 0.2, 0.2}, Mass: 7, Position: mgl64.Vec3{-3, 0, 0.9}, AngularVelocity: mgl64.Vec3{1, 2, 3}},
			},
		}
		if more {
			d.Bodies = append(d.Bodies, sim.BodyDef{Name: "other", Half: mgl64.Vec3{0.3, 0.2, 0.5}, Mass: 20, Position: mgl64.Vec3{5, 0, 1.7}, AngularVelocity: mgl64.Vec3{3, 2, 1}})
		}
		return d
	}
	w, both := mustWorld(t, def(false)), mustWorld(t, def(true))
	for step := range 480 {
		run(t, w, 1, nil)
		run(t, both, 1, nil)
		for i := range 26 {
			if x, y := w.Frame().Values[i], both.Frame().Values[i]; x != y {
				t.Fatalf("step %d: value %d is %v alone, %v with another on the belt", step, i, x, y)
			}
		}
	}
}

// TestIgnore_PassesThrough lets pairs and groups pass: two boxes in line, and a box through a floor.
func TestIgnore_PassesThrough(t *testing.T) {
	t.Parallel()
	def := func() *sim.Definition {
		return &sim.Definition{
			Bodies:  []sim.BodyDef{crashBox("a", 0, 10), crashBox("b", 10, -10), crashBox("c", 20, -20)},
			Statics: []sim.StaticDef{{Name: "wall", Half: mgl64.Vec3{0.1, 5, 5}, Position: mgl64.Vec3{-8, 0, 0}}},
		}
	}
	for _, c := range []struct {
		name    string
		change  func(*sim.Definition)
		impacts string // pairs, in order
	}{
		{"nothing", func(*sim.Definition) {}, "ab"},
		{"a pair", func(d *sim.Definition) { d.Ignore = []sim.IgnoreDef{{A: 1, B: 0}} }, "ac"},
		{"a body and a static", func(d *sim.Definition) {
			d.Ignore = []sim.IgnoreDef{{A: 1, B: 0}, {A: 0, B: 2}, {A: -1, B: 1}}
		}, "bc"},
		{"a group", func(d *sim.Definition) {
			d.Bodies[0].Group, d.Bodies[1].Group = 1, 1
			d.Ignore = []sim.IgnoreDef{{GroupA: 1, GroupB: 1}}
		}, "ac"},
		{"two groups", func(d *sim.Definition) {
			d.Bodies[0].Group, d.Bodies[1].Group, d.Bodies[2].Group = 1, 2, 2
			d.Ignore = []sim.IgnoreDef{{GroupA: 2, GroupB: 1}}
		}, "bc"},
		{"a group and a body", func(d *sim.Definition) {
			d.Bodies[1].Group, d.Bodies[2].Group, d.Statics[0].Group = 3, 3, 3
			d.Ignore = []sim.IgnoreDef{{A: 0, GroupB: 3}}
		}, "bc"},
	} {
		d := def()
		c.change(d)
		w := mustWorld(t, d)
		impacts := run(t, w, 480, nil)
		if len(impacts) == 0 {
			t.Errorf("%s: nothing meets", c.name)
			continue
		}
		e := impacts[0]
		names := d.Bodies[e.A].Name + w.Objects()[e.B].Name
		if names != c.impacts {
			t.Errorf("%s: first %s, want %s", c.name, names, c.impacts)
		}
	}
	d := def()
	d.Ignore = []sim.IgnoreDef{{A: 7, B: 0}}
	if _, err := sim.New(d); err == nil || !strings.Contains(err.Error(), "ignore[0]") {
		t.Errorf("an object that is not there: %v", err)
	}
}

// TestSensor_ReportsWhatIsInIt sends a box through a gate at 200 m/s, in less than a step, and lets another come to
// rest in a region: it enters and leaves at the exact times, nothing is slowed down.
func TestSensor_ReportsWhatIsInIt(t *testing.T) {
	fast := crashBox("fast", 0, 200)
	w := mustWorld(t, &sim.Definition{
		Settings: sim.Settings{Step: 1.0 / 60},
		Bodies:   []sim.BodyDef{fast},
		Statics:  []sim.StaticDef{{Name: "gate", Sensor: true, Half: mgl64.Vec3{0.05, 3, 3}, Position: mgl64.Vec3{11, 0, 0}}},
	})
	var got []record.Event
	run(t, w, 30, func() { got = append(got, w.Frame().Events...) })
	// The front is at 2.25; the gate begins at 10.95 and ends at 11.05; 4.5 m are behind it when the tail leaves.
	if len(got) != 2 || got[0].Kind != record.SensorBegin || got[1].Kind != record.SensorEnd || got[0].A != 1 || got[0].B != 0 {
		t.Fatalf("events %+v", got)
	}
	if want := (10.95 - 2.25) / 200; math.Abs(got[0].Time-want) > 1e-9 {
		t.Errorf("enters at %.12g s, want %.12g", got[0].Time, want)
	}
	if want := (11.05 + 2.25) / 200; math.Abs(got[1].Time-want) > 1e-9 {
		t.Errorf("leaves at %.12g s, want %.12g", got[1].Time, want)
	}
	if v := value(w, 0, "v", 0); v != 200 {
		t.Errorf("slowed down to %g m/s", v)
	}
}

// TestSensor_TellsWhenItIsLeft: a box that falls and turns leaves a gate when its last corner does, at any step; one that
// bounces in a gate's upper part leaves it by its new velocity.
func TestSensor_TellsWhenItIsLeft(t *testing.T) {
	leaves := func(def *sim.Definition) float64 {
		w := mustWorld(t, def)
		var at []float64
		run(t, w, int(1.5/def.Settings.Step), func() {
			for _, e := range w.Frame().Events {
				if e.Kind == record.SensorEnd {
					at = append(at, e.Time)
				}
			}
		})
		if len(at) != 1 {
			t.Fatalf("left at %v", at)
		}
		return at[0]
	}
	for _, rate := range []float64{10, 60, 1000} {
		gate := sim.StaticDef{Name: "gate", Sensor: true, Half: mgl64.Vec3{3, 3, 0.5}, Position: mgl64.Vec3{0, 0, 2}}
		turning := &sim.Definition{
			Settings: sim.Settings{Step: 1 / rate, Gravity: mgl64.Vec3{0, 0, -10}},
			Bodies: []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.3, 0.3, 0.3}, Mass: 1, Position: mgl64.Vec3{0, 0, 2},
				AngularVelocity: mgl64.Vec3{0, 3, 0}}},
			Statics: []sim.StaticDef{gate},
		}
		// Its highest corner is 0.3 (|sin| + |cos|) of the angle 3 t above its middle, at 2 - 5 t²: at 1.5.
		low, high := 0.0, 1.0
		for range 60 {
			s := 0.5 * (low + high)
			if 2-5*s*s+0.3*(math.Abs(math.Sin(3*s))+math.Abs(math.Cos(3*s))) > 1.5 {
				low = s
			} else {
				high = s
			}
		}
		if got := leaves(turning); math.Abs(got-low) > 1e-8 {
			t.Errorf("%g Hz: a box that turns leaves at %.9f s, want %.9f", rate, got, low)
		}
		// From 1.5 m it reaches the floor with its middle at 0.3, at 10 sqrt(2·1.2/10) m/s, and comes up as fast; the gate
		// reaches up to 1 m.
		gate.Half[2], gate.Position[2] = 0.5, 0.5
		bouncing := &sim.Definition{
			Settings:  sim.Settings{Step: 1 / rate, Gravity: mgl64.Vec3{0, 0, -10}},
			Materials: []sim.Material{{Restitution: 1}},
			Bodies:    []sim.BodyDef{{Name: "ball", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(0.3))}}, Mass: 1, Position: mgl64.Vec3{0, 0, 1.5}}},
			Statics:   []sim.StaticDef{gate, {Name: "floor", Half: mgl64.Vec3{9, 9, 1}, Position: mgl64.Vec3{0, 0, -1}}},
		}
		fall := math.Sqrt(2 * 1.2 / 10)
		want := fall + (fall - math.Sqrt(fall*fall-2*1/10.))
		if got := leaves(bouncing); math.Abs(got-want) > 1e-8 {
			t.Errorf("%g Hz: a ball that bounces leaves at %.9f s, want %.9f", rate, got, want)
		}
	}
}

// TestSensor_EntersOnceAtTheEndOfAStep lets a sensor reach a box at the very end of a step, where rounding has it just
// outside or just inside: it enters once and leaves once, by the events.
func TestSensor_EntersOnceAtTheEndOfAStep(t *testing.T) {
	outside := 0
	for n := 1; n <= 60; n++ {
		v := 0.5 + 0.07*float64(n)
		from := -0.4 - v*float64(n)/240
		w := mustWorld(t, &sim.Definition{Bodies: []sim.BodyDef{
			{Name: "box", Half: mgl64.Vec3{0.3, 0.3, 0.3}, Mass: 5},
			{Name: "probe", Half: mgl64.Vec3{0.1, 0.1, 0.1}, Position: mgl64.Vec3{from, 0, 0}, Sensor: true, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{v, 0, 0}}}},
		}})
		var told []record.EventKind
		run(t, w, 500, func() {
			if w.Frame().Step == int64(n) && value(w, 1, "x", 0) < -0.4 {
				outside++
			}
			for _, e := range w.Frame().Events {
				told = append(told, e.Kind)
			}
		})
		if !slices.Equal(told, []record.EventKind{record.SensorBegin, record.SensorEnd}) {
			t.Errorf("at %g m/s, in %d steps: %v", v, n, told)
		}
	}
	if outside == 0 || outside == 60 {
		t.Errorf("just outside in %d of 60 cases: rounding is not tried in both directions", outside)
	}
}

// TestSensor_KeepsWhatStaysAndRestores: a box falls into a region and sleeps there, a sensor on a driven body comes
// along; a snapshot in between goes on to the same bits.
func TestSensor_KeepsWhatStaysAndRestores(t *testing.T) {
	def := &sim.Definition{
		Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
		Bodies: []sim.BodyDef{
			{Name: "box", Half: mgl64.Vec3{0.3, 0.3, 0.3}, Mass: 5, Position: mgl64.Vec3{0, 0, 1.5}},
			{Name: "probe", Half: mgl64.Vec3{0.1, 0.1, 0.1}, Position: mgl64.Vec3{-4, 0, 0.3}, Sensor: true, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{2, 0, 0}}}},
		},
		Statics: []sim.StaticDef{floor(5), {Name: "region", Sensor: true, Half: mgl64.Vec3{1, 1, 0.5}, Position: mgl64.Vec3{0, 0, 0.5}}},
	}
	w := mustWorld(t, def)
	var told []string
	step := func() {
		for _, e := range w.Frame().Events {
			if e.Kind == record.SensorBegin || e.Kind == record.SensorEnd {
				told = append(told, e.Kind.String()+" "+w.Objects()[e.A].Name+" "+w.Objects()[e.B].Name)
			}
		}
	}
	run(t, w, 420, step)
	snap, before := w.Snapshot(nil), len(told)
	run(t, w, 540, step)
	want := "sensor-begin region box, sensor-begin probe box, sensor-end probe box"
	if got := strings.Join(told, ", "); got != want {
		t.Errorf("told %s; want %s", got, want)
	}
	hash, after := w.Hash(), strings.Join(told[before:], ", ")
	if err := w.Restore(snap); err != nil {
		t.Fatal(err)
	}
	told = told[:0]
	run(t, w, 540, step)
	if w.Hash() != hash || before != 1 || strings.Join(told, ", ") != after {
		t.Errorf("restored after %d: told %v, want %v; hash %x, want %x", before, told, after, w.Hash(), hash)
	}
}

func TestDrive_AndSensorsDoNotAllocate(t *testing.T) {
	w := mustWorld(t, &sim.Definition{
		Settings: sim.Settings{Gravity: tilt(0), SleepTime: -1},
		Bodies: []sim.BodyDef{
			{Name: "table", Half: mgl64.Vec3{2, 2, 0.1}, Position: mgl64.Vec3{0, 0, -0.1}, Drive: []sim.DriveAt{{AngularVelocity: mgl64.Vec3{0, 0, 1}}}},
			{Name: "box", Half: mgl64.Vec3{0.2, 0.2, 0.2}, Mass: 7, Position: mgl64.Vec3{1, 0, 0.2}, Group: 1},
			{Name: "ghost", Half: mgl64.Vec3{0.2, 0.2, 0.2}, Mass: 7, Position: mgl64.Vec3{1, 0, 0.2}, Group: 1},
		},
		Statics: []sim.StaticDef{{Name: "gate", Sensor: true, Half: mgl64.Vec3{0.1, 2, 2}}},
		Ignore:  []sim.IgnoreDef{{GroupA: 1, GroupB: 1}},
	})
	run(t, w, 1600, nil) // both have gone in and out twice
	start := w.Snapshot(nil)
	run(t, w, 300, nil)
	if n := geomtest.Allocations(300, restoring(t, w, start), func() { _ = w.Step() }); n != 0 {
		t.Errorf("%d allocations", n)
	}
}

// TestDrive_WakesAndSleepsAgain lets a box under a constant push and a driven block that has stopped fall asleep, and
// throws balls at both: the box wakes, the push goes on acting, the block does not give way, and the balance closes
// throughout.
func TestDrive_WakesAndSleepsAgain(t *testing.T) {
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0)},
		Materials: []sim.Material{{Friction: 0.5}, {}},
		Bodies: []sim.BodyDef{
			cube("box", 0.5, 10, mgl64.Vec3{0, 0, 0.5}, mgl64.Vec3{}),
			{Name: "block", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Position: mgl64.Vec3{0, 3, 0.5}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{0, 1, 0}}, {Time: 0.5}}},
			cube("first", 0.1, 2, mgl64.Vec3{-12, 0, 5.5}, mgl64.Vec3{6, 0, 6.74}),
			cube("second", 0.1, 2, mgl64.Vec3{-12, 3.25, 5.5}, mgl64.Vec3{6, 0, 6.74}),
		},
		Statics: []sim.StaticDef{floor(30)},
		Forces:  []sim.ForceDef{{Body: 0, Program: []sim.ForceAt{{Force: mgl64.Vec3{20, 0, 0}}}}},
	}
	w := mustWorld(t, def)
	told := map[string]int{}
	note := func() {
		for _, e := range w.Frame().Events {
			if e.Kind == record.Sleep || e.Kind == record.Wake {
				told[e.Kind.String()+" "+w.Objects()[e.A].Name]++
			}
		}
	}
	run(t, w, 360, note)
	if told["sleep box"] != 1 || told["sleep block"] != 1 {
		t.Fatalf("not asleep: %v", told)
	}
	x, y := value(w, 0, "x", 0), value(w, 1, "x", 1)
	b := balance(t, w, 1)
	for range 600 {
		run(t, w, 1, note)
		b.Add(&w.Frame().Ledger)
	}
	if !b.Closes() {
		t.Error("the balance does not close")
	}
	t.Log(told, value(w, 0, "x", 0)-x)
	if told["wake box"] == 0 || told["wake block"] != 0 || told["sleep box"] < 2 {
		t.Errorf("told %v", told)
	}
	if d := value(w, 0, "x", 0) - x; !(d > 1e-3) {
		t.Errorf("the blow moved the box by %g m", d)
	}
	if value(w, 1, "x", 1) != y || value(w, 1, "x", 0) != 0 {
		t.Errorf("the block gave way: %g, %g", value(w, 1, "x", 0), value(w, 1, "x", 1)-y)
	}
}

// TestDrive_ImpactsOnWhatSlidesCloseTheBalance: a box slides over a turning table, on its face and on a corner, and is
// struck in the middle of substeps: what they had of their contacts' torque until then is in the balance, to rounding.
func TestDrive_ImpactsOnWhatSlidesCloseTheBalance(t *testing.T) {
	t.Parallel()
	for _, tilt := range []float64{0, 0.4} {
		q := mgl64.QuatRotate(tilt, mgl64.Vec3{1, 0.5, 0}.Normalize())
		def := &sim.Definition{
			Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, SleepTime: -1},
			Materials: []sim.Material{{Friction: 0.3, Restitution: 0.4}},
			Bodies: []sim.BodyDef{
				{Name: "table", Half: mgl64.Vec3{9, 9, 0.1}, Position: mgl64.Vec3{0, 0, -0.1}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{1, 0, 0}, AngularVelocity: mgl64.Vec3{0, 0, 2}}}},
				{Name: "box", Half: mgl64.Vec3{0.3, 0.2, 0.1}, Mass: 10, Attitude: q, Velocity: mgl64.Vec3{2, -3, 0}, AngularVelocity: mgl64.Vec3{0, 0, 9}},
			},
		}
		def.Bodies[1].Position = mgl64.Vec3{1, 0, 0.1001}
		if tilt > 0 {
			def.Bodies[1].Position[2] = 0.4
		}
		for k := range 6 {
			ball := dice(0.5)
			ball.Name, ball.Position, ball.Velocity = string(rune('a'+k)), mgl64.Vec3{1 + 0.2*float64(k), -0.3 * float64(k), 0.6 + 0.25*float64(k)}, mgl64.Vec3{2, -3, -1}
			def.Bodies = append(def.Bodies, ball)
		}
		w := mustWorld(t, def)
		b := balance(t, w, 240)
		caused(t, b, record.ByFriction, 1)
		caused(t, b, record.ByRestitution, 0.01)
	}
}

// TestDrive_PressesABodyAgainstAWall: nothing can keep a driven body, a box and a wall apart. The box is reported to be
// squeezed, gets no faster than what presses it and what the rebound before it gave, and is not thrown through the
// wall.
func TestDrive_PressesABodyAgainstAWall(t *testing.T) {
	t.Parallel()
	w := mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0)},
		Materials: []sim.Material{{Friction: 0.5, Restitution: 0.2}},
		Statics:   []sim.StaticDef{floor(50), {Name: "wall", Half: mgl64.Vec3{0.05, 3, 2}, Position: mgl64.Vec3{3, 0, 2}}},
		Bodies: []sim.BodyDef{
			{Name: "box", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 50, Position: mgl64.Vec3{2.3, 0, 0.5}},
			{Name: "press", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Position: mgl64.Vec3{1.2, 0, 0.51}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{5, 0, 0}}}},
		},
	})
	squeezed := false
	steps := 60
	if geomtest.Long {
		steps = 100
	}
	run(t, w, steps, func() {
		for _, e := range w.Frame().Events {
			squeezed = squeezed || e.Kind == record.Limit && e.Detail == "squeezed"
			if e.Kind == record.Impact && e.Impulse.Len() > 1e3*50*5 {
				t.Errorf("an impulse of %g N s at %g s", e.Impulse.Len(), e.Time)
			}
		}
		if v := math.Hypot(value(w, 0, "v", 0), math.Hypot(value(w, 0, "v", 1), value(w, 0, "v", 2))); v > 6.1 {
			t.Errorf("%g m/s at %g s", v, w.Frame().Time)
		}
	})
	if x := value(w, 0, "x", 0); !squeezed || x > 2.5 || x < 2 {
		t.Errorf("squeezed: %v, at %g m", squeezed, x)
	}
}

// TestDrive_PressesAStack: over a chain of bodies that a driven one presses on the floor, impacts go to and fro without
// end. They are given up when the first of them has had all that it may have, and not a thousand later.
func TestDrive_PressesAStack(t *testing.T) {
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0)},
		Materials: []sim.Material{{Friction: 0.5, Restitution: 0.2}},
		Statics:   []sim.StaticDef{floor(50)},
		Bodies:    []sim.BodyDef{{Name: "press", Half: mgl64.Vec3{1.5, 1.5, 0.5}, Position: mgl64.Vec3{0, 0, 3.53}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{0, 0, -2}}}}},
	}
	for i := range 3 {
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: string(rune('a' + i)), Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 50, Position: mgl64.Vec3{0, 0, 0.5 + float64(i)}})
	}
	w := mustWorld(t, def)
	most := 0
	run(t, w, 5, func() {
		n := 0
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact {
				n++
			}
		}
		most = max(most, n)
	})
	if most == 0 || most > 400 {
		t.Errorf("up to %d impacts in a step", most)
	}
	for i := int32(1); i <= 3; i++ {
		if v := math.Abs(value(w, i, "v", 2)); v > 10 {
			t.Errorf("body %d: %g m/s", i, v)
		}
	}
}

// TestDrive_PressesLayers presses three layers of four boxes, of which each lies on several, on the floor. Where
// restitution has been found to have no room the bodies are without in that step, and their impacts end after a few
// more, not when each has had all that it may have: 45 impacts in the worst step, and 215 without that.
func TestDrive_PressesLayers(t *testing.T) {
	t.Parallel()
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0), Step: 1.0 / 240, MaxImpacts: 50, Crowd: -1},
		Materials: []sim.Material{{Friction: 0.5, Restitution: 0.1}},
		Statics:   []sim.StaticDef{floor(50)},
		Bodies:    []sim.BodyDef{{Name: "press", Half: mgl64.Vec3{2, 2, 0.1}, Position: mgl64.Vec3{0.5, 0.5, 1.605}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{0, 0, -1}}}}},
	}
	boxes := 4 // in a layer
	if !geomtest.Long {
		boxes, def.Bodies[0].Position[2] = 2, 1.608
	}
	for l := range 3 {
		for i := range boxes {
			def.Bodies = append(def.Bodies, sim.BodyDef{Name: fmt.Sprint("box", l, i), Half: mgl64.Vec3{0.25, 0.25, 0.25}, Mass: 10,
				Position: mgl64.Vec3{0.52*float64(i%2) + 0.1*float64(l%2), 0.52*float64(i/2) + 0.07*float64(l%2), 0.25 + 0.5*float64(l)}})
		}
	}
	w := mustWorld(t, def)
	most, limited := 0, 0
	run(t, w, 3, func() {
		n, room := 0, true
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact {
				n++
			}
			if e.Kind == record.Limit && e.Detail == "energy" {
				limited, room = limited+1, false
			}
		}
		if !room {
			most = max(most, n)
		}
		for i := range int32(len(def.Bodies)) {
			if v := math.Hypot(math.Hypot(value(w, i, "v", 0), value(w, i, "v", 1)), value(w, i, "v", 2)); v > 10 {
				t.Fatalf("step %d, body %d: %g m/s", w.Frame().Step, i, v)
			}
		}
	})
	if most == 0 || limited == 0 || most > 60 {
		t.Errorf("up to %d impacts in a step, restitution limited in %d", most, limited)
	}
}
