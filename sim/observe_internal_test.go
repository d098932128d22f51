package sim

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/vehicle"
)

// TestStep_NamesWhatIsNotFinite makes each number of the state one that is not: the error is a *StepError with object and
// quantity, and no step is taken.
func TestStep_NamesWhatIsNotFinite(t *testing.T) {
	w, err := New(&Definition{
		Settings: Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
		Bodies: []BodyDef{
			{Name: "a", Half: mgl64.Vec3{1, 1, 1}, Mass: 1},
			{Name: "van", Half: mgl64.Vec3{2, 1, 0.5}, Mass: 1000, Position: mgl64.Vec3{0, 9, 0}},
			{Name: "car", Half: mgl64.Vec3{2, 1, 0.5}, Mass: 1000, Position: mgl64.Vec3{0, 19, 0}},
		},
		Movers: []MoverDef{{Name: "walker", Radii: mgl64.Vec3{0.3, 0.3, 0.9}, Position: mgl64.Vec3{9, 0, 0}}},
		Vehicles: []vehicle.Def{
			{Body: 2, Wheels: []vehicle.WheelDef{{Contact: mgl64.Vec3{1, 1, -0.5}}, {Contact: mgl64.Vec3{1, -1, -0.5}}, {Contact: mgl64.Vec3{-1, 0, -0.5}}}},
			{Body: 1, Wheels: []vehicle.WheelDef{{Contact: mgl64.Vec3{1, 1, -0.5}}, {Contact: mgl64.Vec3{1, -1, -0.5}}, {Contact: mgl64.Vec3{-1, 0, -0.5}}}},
		},
		Joints: []JointDef{{Name: "hook", A: 0, B: WorldEnd, AtB: mgl64.Vec3{}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	nan, inf := math.NaN(), math.Inf(1)
	ofCar := func(body int) *wheelState { return &w.state.wheels[int(w.bodies[body].wheels)+2] }
	for _, c := range []struct {
		object, quantity string
		spoil            func()
	}{
		{"a", "position", func() { w.state.bodies[0].X.Y = nan }},
		{"car", "attitude", func() { w.state.bodies[2].Q.V.Z = inf }},
		{"van", "velocity", func() { w.state.bodies[1].V.Z = -inf }},
		{"a", "angular momentum", func() { w.state.bodies[0].L.X = nan }},
		{"walker", "position", func() { w.state.movers[0].x.X = nan }},
		{"walker", "position", func() { w.state.movers[0].v.Z = inf }},
		{"van", "spin of a wheel", func() { ofCar(1).spin = nan }},
		{"car", "spin of a wheel", func() { ofCar(2).slide = inf }},
		{"van", "lift of a wheel", func() { ofCar(1).lift = inf }},
		{"van", "force of a wheel's damper", func() { ofCar(1).more = nan }},
		{"car", "force of a wheel's damper", func() { ofCar(2).more = -inf }},
		{"hook", "force", func() { w.state.joints[0] = geom.Vec{Y: nan} }},
	} {
		w.Reset()
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		c.spoil()
		err := w.Step()
		var e *StepError
		if !errors.As(err, &e) || e.Object != c.object || e.Quantity != c.quantity || e.Fast || e.Step != 1 || w.state.step != 1 {
			t.Errorf("%s of %s: %v, step %d", c.quantity, c.object, err, w.state.step)
			continue
		}
		if want := c.quantity + ` of "` + c.object + `" is not a finite number: look at`; !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %s", err, want)
		}
	}
}
