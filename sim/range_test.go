package sim_test

import (
	"errors"
	"math"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/vehicle"
)

// everyKind is a definition with an example of each kind of object.
func everyKind() *sim.Definition {
	return &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Name: "m", Friction: 0.5}, {RestitutionTable: []sim.RestitutionPoint{{Speed: 0, Restitution: 0.5}, {Speed: 5}}}},
		Pairs:     []sim.MaterialPair{{A: 0, B: 1}},
		Bodies: []sim.BodyDef{
			{Name: "a", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1},
			{Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1, Position: mgl64.Vec3{3, 0, 0}},
			{Name: "bed", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(1))}}, Position: mgl64.Vec3{6, 0, 0}, Drive: []sim.DriveAt{{}, {Time: 1}}},
			{Name: "car", Half: mgl64.Vec3{2, 1, 0.5}, Mass: 1000, Position: mgl64.Vec3{0, 9, 0}},
		},
		Movers:  []sim.MoverDef{{Name: "walker", Radii: mgl64.Vec3{0.3, 0.3, 0.9}, Position: mgl64.Vec3{9, 0, 0}, Mass: 80, Program: []sim.MoverVelocity{{}}}},
		Statics: []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{9, 9, 1}, Position: mgl64.Vec3{0, 0, -9}}},
		Vehicles: []vehicle.Def{{Body: 3, Wheels: []vehicle.WheelDef{
			{Contact: mgl64.Vec3{1, 1, -0.5}}, {Contact: mgl64.Vec3{1, -1, -0.5}}, {Contact: mgl64.Vec3{-1, 0, -0.5}},
		}}},
		Forces:  []sim.ForceDef{{Body: 0, Program: []sim.ForceAt{{}}}},
		Springs: []sim.SpringDef{{A: 0, B: 1, Stiffness: 1}},
		Joints:  []sim.JointDef{{A: 1, B: sim.WorldEnd, AtB: mgl64.Vec3{3, 0, 0}}},
	}
}

// TestNew_NamesTheFieldThatIsOutOfRange changes one number at a time: the error is one line that names object, field and
// value.
func TestNew_NamesTheFieldThatIsOutOfRange(t *testing.T) {
	const wide = math.MaxInt/2 + 1 // 1 << 62, which is 0 in 32 bits; 1 << 30 where an int has no more
	index := strconv.Itoa(wide)
	nan, inf := math.NaN(), math.Inf(1)
	if _, err := sim.New(everyKind()); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(d *sim.Definition){
		"settings: step: 1e+09 s":                                         func(d *sim.Definition) { d.Settings.Step = 1e9 },
		"settings: step: -1 s":                                            func(d *sim.Definition) { d.Settings.Step = -1 },
		"settings: step: 1e-300 s":                                        func(d *sim.Definition) { d.Settings.Step = 1e-300 },
		"settings: substeps: " + index:                                    func(d *sim.Definition) { d.Settings.Substeps = wide },
		"settings: crowd: " + index:                                       func(d *sim.Definition) { d.Settings.Crowd = wide },
		"settings: gravity: 1e+09 m/s²":                                   func(d *sim.Definition) { d.Settings.Gravity[0] = 1e9 },
		"settings: sleep_time: NaN s":                                     func(d *sim.Definition) { d.Settings.SleepTime = nan },
		"settings: slop: 1e-300 m":                                        func(d *sim.Definition) { d.Settings.Slop = 1e-300 },
		"settings: slop: 1000 m: give a number from":                      func(d *sim.Definition) { d.Settings.Slop = 1000 },
		"settings: contact_tolerance: 1: give":                            func(d *sim.Definition) { d.Settings.ContactTolerance = 1 },
		"settings: residual: 2 m/s: give":                                 func(d *sim.Definition) { d.Settings.Residual = 2 },
		"settings: push_rate: 1e+300 1/s: give":                           func(d *sim.Definition) { d.Settings.PushRate = 1e300 },
		"settings: max_push: 1e+06 m/s: give":                             func(d *sim.Definition) { d.Settings.MaxPush = 1e6 },
		"settings: speculative: 1000 m: give":                             func(d *sim.Definition) { d.Settings.Speculative = 1000 },
		"settings: sleep_speed: 1000 m/s: give":                           func(d *sim.Definition) { d.Settings.SleepSpeed = 1000 },
		`material "m": friction: 1e+300`:                                  func(d *sim.Definition) { d.Materials[0].Friction = 1e300 },
		"materials[1]: restitution_table[0].speed: -1":                    func(d *sim.Definition) { d.Materials[1].RestitutionTable[0].Speed = -1 },
		"pairs[0]: materials " + index + " and 1":                         func(d *sim.Definition) { d.Pairs[0].A = wide },
		"pairs[0]: restitution: 2":                                        func(d *sim.Definition) { d.Pairs[0].Restitution = 2 },
		`body "a": half: 1e+09 m`:                                         func(d *sim.Definition) { d.Bodies[0].Half[1] = 1e9 },
		`body "a": offset: 1e+20 m`:                                       func(d *sim.Definition) { d.Bodies[0].Offset[0] = 1e20 },
		`body "a": mass: +Inf kg`:                                         func(d *sim.Definition) { d.Bodies[0].Mass = inf },
		`body "a": mass: -1 kg`:                                           func(d *sim.Definition) { d.Bodies[0].Mass = -1 },
		`body "a": inertia: [-1 0 0]`:                                     func(d *sim.Definition) { d.Bodies[0].Inertia = mgl64.Diag3(mgl64.Vec3{-1, 1, 1}) },
		`body "a": inertia: [1 0.5 0]`:                                    func(d *sim.Definition) { d.Bodies[0].Inertia = mgl64.Mat3{1, 0, 0, 0.5, 1, 0, 0, 0, 1} },
		`body "a": inertia: [1 0 0], [0 1 0], [0 0 9]`:                    func(d *sim.Definition) { d.Bodies[0].Inertia = mgl64.Diag3(mgl64.Vec3{1, 1, 9}) },
		`body "a": inertia: 1e+100 kg m²: give at most`:                   func(d *sim.Definition) { d.Bodies[0].Inertia = mgl64.Diag3(mgl64.Vec3{1e100, 1e100, 1e100}) },
		`body "a": inertia: its least principal moment`:                   func(d *sim.Definition) { d.Bodies[0].Inertia = mgl64.Diag3(mgl64.Vec3{1e-300, 1, 1}) },
		`is 1e-12 kg m²: give at least `:                                  func(d *sim.Definition) { d.Bodies[0].Inertia = mgl64.Diag3(mgl64.Vec3{1e-12, 1e-12, 1e-12}) },
		"bodies[1]: mass: 0 kg":                                           func(d *sim.Definition) { d.Bodies[1].Mass = 0 },
		"bodies[1]: position: NaN m":                                      func(d *sim.Definition) { d.Bodies[1].Position[2] = nan },
		"bodies[1]: attitude: (1e+300, 0, 0, 0)":                          func(d *sim.Definition) { d.Bodies[1].Attitude.W = 1e300 },
		"bodies[1]: attitude: (0, 1e-300, 0, 0)":                          func(d *sim.Definition) { d.Bodies[1].Attitude.V[0] = 1e-300 },
		"bodies[1]: velocity: 1e+09 m/s":                                  func(d *sim.Definition) { d.Bodies[1].Velocity[0] = 1e9 },
		"bodies[1]: angular_velocity: 1e+09 rad/s":                        func(d *sim.Definition) { d.Bodies[1].AngularVelocity[0] = 1e9 },
		"bodies[1]: material: there is none with inde":                    func(d *sim.Definition) { d.Bodies[1].Material = wide },
		"material: there is none with index " + strconv.Itoa(math.MaxInt): func(d *sim.Definition) { d.Bodies[0].Material = math.MaxInt },
		"bodies[1]: drag.linear: -1 N s/m":                                func(d *sim.Definition) { d.Bodies[1].Drag.Linear = -1 },
		`body "bed": shapes[0].position: NaN m`:                           func(d *sim.Definition) { d.Bodies[2].Shapes[0].Position[0] = nan },
		`body "bed": shapes[0].shape.size: 1e+09 m`:                       func(d *sim.Definition) { d.Bodies[2].Shapes[0].Shape.Size.X = 1e9 },
		`body "bed": drive[1].velocity: 1e+09 m/s`:                        func(d *sim.Definition) { d.Bodies[2].Drive[1].Velocity[0] = 1e9 },
		`body "bed": drive[1].angular_velocity: 1e+09`:                    func(d *sim.Definition) { d.Bodies[2].Drive[1].AngularVelocity[0] = 1e9 },
		`mover "walker": radii: -1 m`:                                     func(d *sim.Definition) { d.Movers[0].Radii[0] = -1 },
		`mover "walker": program[0].time: NaN s`:                          func(d *sim.Definition) { d.Movers[0].Program[0].Time = nan },
		`mover "walker": program[0].velocity: 1e+09`:                      func(d *sim.Definition) { d.Movers[0].Program[0].Velocity[0] = 1e9 },
		`static "floor": position: 1e+09 m`:                               func(d *sim.Definition) { d.Statics[0].Position[0] = 1e9 },
		`static "floor": material: there is none with`:                    func(d *sim.Definition) { d.Statics[0].Material = wide },
		"vehicle: body: there is none with index " + index:                func(d *sim.Definition) { d.Vehicles[0].Body = wide },
		`body "car": vehicle: it is one already`:                          func(d *sim.Definition) { d.Vehicles = append(d.Vehicles, d.Vehicles[0]) },
		"forces[0]: program[0].force: 1e+300 N":                           func(d *sim.Definition) { d.Forces[0].Program[0].Force[0] = 1e300 },
		"springs[0]: a: there is no body with index " + index:             func(d *sim.Definition) { d.Springs[0].A = wide },
		"springs[0]: stiffness: NaN N/m":                                  func(d *sim.Definition) { d.Springs[0].Stiffness = nan },
		"joints[0]: a: there is no body with index " + index:              func(d *sim.Definition) { d.Joints[0].A = wide },
		"joints[0]: at_b: NaN m":                                          func(d *sim.Definition) { d.Joints[0].AtB[0] = nan },
	} {
		d := everyKind()
		change(d)
		if _, err := sim.New(d); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("want one line with %q, got %v", want, err)
		}
	}
}

// TestNew_RefusesMeshesThatAreNotFinished: bodies would fall through one.
func TestNew_RefusesMeshesThatAreNotFinished(t *testing.T) {
	for _, m := range []*geom.Mesh{
		{}, {Vertices: []geom.Vec{{}, {X: 1}, {Y: 1}}, Tris: []geom.Tri{{0, 1, 2}}}, {Tris: []geom.Tri{{0, 1, 7}}},
	} {
		_, err := sim.New(&sim.Definition{Statics: []sim.StaticDef{{Mesh: m}}})
		if !errors.Is(err, geom.ErrNotFinished) || !strings.HasPrefix(err.Error(), "statics[0]: mesh: ") {
			t.Errorf("%v: %v", m, err)
		}
	}
}

// TestSetWorkers_IsBounded: a million goroutines took minutes to begin.
func TestSetWorkers_IsBounded(t *testing.T) {
	w := mustWorld(t, everyKind())
	before := runtime.NumGoroutine()
	w.SetWorkers(1 << 20)
	if n := runtime.NumGoroutine() - before; n < 1 || n > 1000 {
		t.Errorf("%d goroutines", n)
	}
	w.SetWorkers(-1)
	if err := w.Step(); err != nil {
		t.Error(err)
	}
}

// TestStep_NamesWhatRunsAway makes bodies faster than light: the error is a *StepError with body and quantity, each
// further step returns it again and changes nothing, and after Reset the world runs again.
func TestStep_NamesWhatRunsAway(t *testing.T) {
	light := float64(sim.MaxSpeed)
	for _, c := range []struct {
		def      sim.BodyDef
		gravity  float64
		torque   float64 // [N m]
		quantity string
	}{
		{cube("runaway", 0.5, 1, mgl64.Vec3{}, mgl64.Vec3{light, 0, 0}), 1e6, 0, "velocity"},
		{cube("runaway", 0.5, 1, mgl64.Vec3{}, mgl64.Vec3{}), 0, 1e20, "angular velocity"},
		{sim.BodyDef{Name: "runaway", Half: mgl64.Vec3{1, 2, 3}, Mass: 1}, 0, 1e9, "angular velocity"},
	} {
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: 1, Gravity: mgl64.Vec3{c.gravity, 0, 0}},
			Bodies:   []sim.BodyDef{cube("calm", 0.5, 1, mgl64.Vec3{0, 5, 0}, mgl64.Vec3{}), c.def},
			Statics:  []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{9, 9, 1}, Position: mgl64.Vec3{0, 0, -9}}},
			Forces:   []sim.ForceDef{{Body: 1, Program: []sim.ForceAt{{Torque: mgl64.Vec3{c.torque, 0, 0}}}}},
		})
		var err error
		for range 600 {
			if err = w.Step(); err != nil {
				break
			}
		}
		var e *sim.StepError
		if !errors.As(err, &e) {
			t.Errorf("%v: error %v", c.def.Velocity, err)
			continue
		}
		if e.Object != "runaway" || e.Quantity != c.quantity || e.Step < 1 || !e.Fast {
			t.Errorf("%+v", e)
		}
		hash := w.Hash()
		if again := w.Step(); again == nil || again.Error() != err.Error() || w.Hash() != hash {
			t.Errorf("after %v: %v", err, again)
		}
		w.Reset()
		if err := w.Step(); w.Frame().Step != 1 {
			t.Errorf("after Reset: step %d, %v", w.Frame().Step, err)
		}
	}
}
