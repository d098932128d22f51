package sim

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// foldedArm hangs on the world by a shoulder and falls on the stop of its elbow, and on that of its shoulder; a cube strikes the
// forearm when both are closed.
func foldedArm() *Definition {
	return &Definition{
		Settings:  Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: 1.0 / 240, SleepTime: -1, Residual: 1e-9},
		Materials: []Material{{Restitution: 0.2}},
		Bodies: []BodyDef{
			{Name: "upper", Half: mgl64.Vec3{0.2, 0.03, 0.04}, Mass: 3, Position: mgl64.Vec3{0.2, 0, 2}},
			{Name: "lower", Half: mgl64.Vec3{0.15, 0.03, 0.03}, Mass: 2, Position: mgl64.Vec3{0.55, 0, 2}},
			{Name: "cube", Half: mgl64.Vec3{0.05, 0.05, 0.05}, Mass: 1, Position: mgl64.Vec3{0.45, 0, 7}, Velocity: mgl64.Vec3{0, 0, -1}},
		},
		Joints: []JointDef{
			{Name: "shoulder", A: WorldEnd, B: 0, InWorld: true, AtA: mgl64.Vec3{0, 0, 2}, Limits: []JointLimit{{AxisA: mgl64.Vec3{1, 0, 0}, InWorld: true, Angle: 0.5}}},
			{Name: "elbow", A: 0, B: 1, InWorld: true, AtA: mgl64.Vec3{0.4, 0, 2}, Limits: []JointLimit{{AxisA: mgl64.Vec3{1, 0, 0}, InWorld: true, Angle: 0.3}}},
		},
	}
}

// TestStop_ArmIsOfNoEffect: with arms a third and three times as long an arm falls on its stops alike, is struck alike, and its
// joints bear and pass on the same. The couple of a stop at rest is that of the weight.
func TestStop_ArmIsOfNoEffect(t *testing.T) {
	type outcome struct {
		place, turn        geom.Vec
		load, struck, coup geom.Vec
	}
	var first outcome
	for n, factor := range []float64{1, 1.0 / 3, 3} {
		w, err := New(foldedArm())
		if err != nil {
			t.Fatal(err)
		}
		for k := range w.joints {
			w.joints[k].stops[0].arm *= factor
		}
		var o outcome
		for w.Frame().Step < 400 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			if w.Frame().Step == 200 { // 0.83 s: at rest, the cube is on its way
				o.load = w.state.loads[0]
				o.coup = geom.Vec{X: w.state.stops[0], Y: w.state.stops[1]}
				// The lower one's centre is 0.15 m beyond the elbow at 0.8 rad below the level, the upper one's 0.2 m at 0.5.
				elbow := 2 * 9.81 * 0.15 * math.Cos(0.8)
				shoulder := 3*9.81*0.2*math.Cos(0.5) + 2*9.81*(0.4*math.Cos(0.5)+0.15*math.Cos(0.8))
				if math.Abs(o.coup.X-shoulder) > 1e-5 || math.Abs(o.coup.Y-elbow) > 1e-5 {
					t.Errorf("factor %g: couples %g and %g N m, want %g and %g", factor, o.coup.X, o.coup.Y, shoulder, elbow)
				}
				for k, want := range []float64{shoulder, elbow} {
					if d := w.state.torques[k].Sub(geom.Vec{Y: -want}).Len(); d > 1e-5 { // the second body would turn about +y
						t.Errorf("factor %g: torque %v, want %g about -y", factor, w.state.torques[k], want)
					}
				}
				if d := w.state.joints[0].Sub(o.load).Len(); d > 1e-5 { // what the next substep starts from
					t.Errorf("factor %g: force %v, load %v", factor, w.state.joints[0], o.load)
				}
				if o.load.Sub(geom.Vec{Z: 5 * 9.81}).Len() > 1e-5 {
					t.Errorf("factor %g: the shoulder bears %v", factor, o.load)
				}
			}
			for _, e := range w.Frame().Events {
				if e.Kind == record.Joint && e.Detail == "shoulder" {
					o.struck = e.Impulse
				}
			}
		}
		o.place, o.turn = w.state.bodies[1].X, w.state.bodies[1].Q.V
		if o.struck.Len() < 1 {
			t.Errorf("factor %g: the blow gives the shoulder %v", factor, o.struck)
		}
		if n == 0 {
			first = o
			continue
		}
		for k, d := range []float64{o.place.Sub(first.place).Len(), o.turn.Sub(first.turn).Len(), o.load.Sub(first.load).Len(), o.struck.Sub(first.struck).Len(), o.coup.Sub(first.coup).Len()} {
			if d > 1e-5 {
				t.Errorf("factor %g: value %d differs by %g: %+v, %+v", factor, k, d, o, first)
			}
		}
	}
}

// TestAngleOf_GoesOnBeyondHalfATurn: with the axis that it had before an angle of 190° is that, and not 170° about the opposite axis.
func TestAngleOf_GoesOnBeyondHalfATurn(t *testing.T) {
	up := geom.Vec{Z: 1}
	for _, deg := range []float64{0, 20, 90, 170, 180, 190, 260} {
		s, c := math.Sincos(deg * math.Pi / 180)
		for _, before := range []geom.Vec{{}, up} {
			angle, n := angleOf(geom.Vec{X: 1}, geom.Vec{X: c, Y: s}, before)
			want, axis := deg, up
			switch {
			case deg == 0 || deg == 180:
				axis = geom.Vec{}
			case deg > 180 && before == geom.Vec{}:
				want, axis = 360-deg, up.Neg()
			}
			if math.Abs(angle*180/math.Pi-want) > 1e-9 || n.Sub(axis).Len() > 1e-9 {
				t.Errorf("%g deg, before %v: %g deg about %v, want %g about %v", deg, before, angle*180/math.Pi, n, want, axis)
			}
		}
	}
}
