package sim

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
	"github.com/prang-sim/prang/sim/vehicle"
)

// fullWorld is a world in which no part of the state is empty: a box at rest on a floor, a car with its wheels on a plate,
// a mover, a pair that crushes, a joint that can break.
func fullWorld(t *testing.T) *World {
	t.Helper()
	m := &geom.Mesh{Name: "floor", Vertices: []geom.Vec{{X: -50, Y: -50}, {X: 50, Y: -50}, {X: 50, Y: 50}, {X: -50, Y: 50}},
		Tris: []geom.Tri{{0, 1, 2}, {0, 2, 3}}}
	if err := m.Finish(); err != nil {
		t.Fatal(err)
	}
	car := vehicle.Def{Body: 1}
	for i, c := range []mgl64.Vec3{{1.3, 0.75, -0.55}, {1.3, -0.75, -0.55}, {-1.4, 0.75, -0.55}, {-1.4, -0.75, -0.55}} {
		car.Wheels = append(car.Wheels, vehicle.WheelDef{Name: fmt.Sprint(i), Contact: c, Friction: 0.7})
	}
	w, err := New(&Definition{
		Settings: Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, SleepTime: 0.02},
		Pairs:    []MaterialPair{{Friction: 0.5, CrushTime: 0.01}},
		Bodies: []BodyDef{
			{Name: "box", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 10, Position: mgl64.Vec3{10, 0, 0.5}},
			{Name: "car", Half: mgl64.Vec3{2.25, 0.9, 0.7}, Offset: mgl64.Vec3{0, 0, 0.35}, Mass: 1500, Position: mgl64.Vec3{0, 0, 0.65}, Velocity: mgl64.Vec3{5, 1, 0}},
			{Name: "bob", Half: mgl64.Vec3{0.1, 0.1, 0.1}, Mass: 1, Position: mgl64.Vec3{20, 0, 3}},
			{Name: "left", Half: mgl64.Vec3{1, 1, 1}, Mass: 1, Position: mgl64.Vec3{30, 0, 9}, Velocity: mgl64.Vec3{4, 0, 0}},
			{Name: "right", Half: mgl64.Vec3{1, 1, 1}, Mass: 1, Position: mgl64.Vec3{32.1, 0.5, 9}},
			{Name: "plate", Half: mgl64.Vec3{4, 2, 0.05}, Mass: 5000, Position: mgl64.Vec3{0, 0, 0.05}},
		},
		Joints: []JointDef{{A: 2, B: WorldEnd, AtA: mgl64.Vec3{1, 0, 0}, AtB: mgl64.Vec3{21, 0, 3}, BreakForce: 1e6, Friction: 5, Damping: 1,
			Limits: []JointLimit{{AxisA: mgl64.Vec3{1, 0, 0}, AxisB: mgl64.Vec3{1, 0, 0}, Angle: 1}}}},
		Movers:   []MoverDef{{Name: "mover", Radii: mgl64.Vec3{0.3, 0.3, 0.9}, Position: mgl64.Vec3{-10, 0, 2}, Program: []MoverVelocity{{Velocity: mgl64.Vec3{1, 0, 0}}}}},
		Statics:  []StaticDef{{Name: "floor", Mesh: m, Asset: "floor"}, {Name: "region", Sensor: true, Half: mgl64.Vec3{1, 1, 1}, Position: mgl64.Vec3{10, 0, 0.5}}},
		Vehicles: []vehicle.Def{car}, ContactForces: true,
		Collisions: []CollisionDef{{First: 3, Second: 4, Normal: mgl64.Vec3{1, 0.1, 0}, Point: mgl64.Vec3{1, 0.1, 0.2}, PointGiven: true}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 12 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// leaves calls f with every number and flag below v, which it may set, and its path.
func leaves(t *testing.T, path string, v reflect.Value, f func(path string, v reflect.Value)) {
	t.Helper()
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			leaves(t, path+"."+v.Type().Field(i).Name, v.Field(i), f)
		}
	case reflect.Array, reflect.Slice:
		if v.Len() == 0 {
			t.Errorf("%s is empty: the scene does not cover it", path)
		}
		for i := range v.Len() {
			leaves(t, fmt.Sprintf("%s[%d]", path, i), v.Index(i), f)
		}
	case reflect.Bool, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint32, reflect.Float64:
		f(path, reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem())
	default:
		t.Errorf("%s is a %s: this test does not know how to change it", path, v.Kind())
	}
}

// change gives v another value of its type.
func change(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int32, reflect.Int64:
		v.SetInt(v.Int() ^ 1)
	case reflect.Uint8, reflect.Uint32:
		v.SetUint(v.Uint() ^ 1)
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(math.Float64bits(v.Float()) ^ 1))
	}
}

// TestState_EveryBitReachesTheSnapshot changes each number and flag of the state by one bit: the snapshot and the hash change;
// but the hash does not for contact forces, loads and torques of joints, the output of wheels and the rounding remainders of
// the ledger, which no step reads. So a new field that the snapshot leaves out is noticed, as is one of a type that this test
// does not know.
func TestState_EveryBitReachesTheSnapshot(t *testing.T) {
	w := fullWorld(t)
	want, hash := w.Snapshot(nil), w.Hash()
	n := 0
	leaves(t, "state", reflect.ValueOf(&w.state).Elem(), func(path string, v reflect.Value) {
		n++
		old := reflect.New(v.Type()).Elem()
		old.Set(v)
		change(v)
		if bytes.Equal(w.Snapshot(nil), want) {
			t.Errorf("%s does not reach the snapshot", path)
		}
		outputOnly := slices.ContainsFunc([]string{"forces", "rolled", "loads", "torques", "remainders"}, func(name string) bool {
			return strings.HasPrefix(path, "state."+name)
		})
		if w.observe(); (w.Hash() == hash) != outputOnly {
			t.Errorf("%s: reaches the hash: %v", path, outputOnly)
		}
		v.Set(old)
	})
	if got := w.Snapshot(nil); !bytes.Equal(got, want) {
		t.Fatal("the state was not put back")
	}
	// Six bodies of 15, one mover of 6, a vehicle, four wheels of 4, the step, a joint of 3, at least eight contacts of 9,
	// a crush of 22 that is given, and how the joint holds.
	if n < 6*15+6+1+16+1+3+8*9+22+1+1 {
		t.Errorf("only %d numbers", n)
	}
}

// TestState_RestoreBringsEveryFieldBack restores a snapshot in a fresh world: its state is deeply equal.
func TestState_RestoreBringsEveryFieldBack(t *testing.T) {
	w := fullWorld(t)
	want := w.state.clone()
	shot := w.Snapshot(nil)
	w.Reset()
	if reflect.DeepEqual(w.state, want) {
		t.Fatal("nothing has changed in the run")
	}
	if err := w.Restore(shot); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(w.state, want) {
		t.Errorf("restored %+v, want %+v", w.state, want)
	}
}

// TestState_RestoreRefusesWhatIsDamaged cuts a snapshot at every length and adds a byte: an error, and the world as it
// was.
func TestState_RestoreRefusesWhatIsDamaged(t *testing.T) {
	w := fullWorld(t)
	shot := w.Snapshot(nil)
	for n := range len(shot) {
		if w.Restore(shot[:n]) == nil {
			t.Fatalf("took the first %d of %d bytes", n, len(shot))
		}
	}
	if w.Restore(append(append([]byte(nil), shot...), 0)) == nil {
		t.Error("took a snapshot with a byte too many")
	}
	if !bytes.Equal(w.Snapshot(nil), shot) {
		t.Error("a refused snapshot has changed the world")
	}
}

// TestState_RestoreRefusesWheelsOnWhatIsNotThere: wheels stand on bodies of the world, but not on their own, at a finite
// lift.
func TestState_RestoreRefusesWheelsOnWhatIsNotThere(t *testing.T) {
	w := fullWorld(t)
	good := w.state.wheels[0]
	for _, bad := range []wheelState{{on: 6}, {on: -2}, {on: 1}, {on: 5, lift: math.Inf(1)}} {
		w.state.wheels[0].on, w.state.wheels[0].lift = bad.on, bad.lift
		shot := w.Snapshot(nil)
		w.state.wheels[0] = good
		if err := w.Restore(shot); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("took wheels on body %d with a lift of %g: %v", bad.on, bad.lift, err)
		}
	}
}

// TestState_RigidIsWhatIsRecorded counts the numbers of a body's state: a new one must reach the frame's columns too.
func TestState_RigidIsWhatIsRecorded(t *testing.T) {
	var s rigid.State
	n := 0
	leaves(t, "rigid.State", reflect.ValueOf(&s).Elem(), func(string, reflect.Value) { n++ })
	w := fullWorld(t)
	columns := 0
	for _, c := range w.Columns() {
		if c.Owner == 0 {
			columns += int(c.Count)
		}
	}
	if n != columns {
		t.Errorf("a body has %d numbers, its columns %d", n, columns)
	}
}
