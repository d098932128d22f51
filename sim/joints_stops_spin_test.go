package sim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// whip is two thin links that swing fast about a point of the world, the first just before a stop that is across it.
func whip(r *rand.Rand, swapped bool, substeps int) *sim.Definition {
	link := must(geom.NewCapsule(0.03+0.03*r.Float64(), 0.175))
	end := mgl64.Vec3{0, 0, 0.3}
	q, turn := [2]mgl64.Quat{randomTurn(r), randomTurn(r)}, [2]mgl64.Vec3{randomVec(r, 20), randomVec(r, 20)}
	def := &sim.Definition{Settings: sim.Settings{Step: 1.0 / 240, Substeps: substeps, SleepTime: -1}}
	var at, v mgl64.Vec3
	for i := range q {
		out := q[i].Rotate(end).Mul(-1) // from the joint to the centre
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: string(rune('a' + i)), Shapes: []sim.ShapeDef{{Shape: link}}, Mass: 5 + 10*r.Float64(),
			Position: at.Add(out), Attitude: q[i], Velocity: v.Add(turn[i].Cross(out)), AngularVelocity: turn[i]})
		at, v = at.Add(out.Mul(2)), v.Add(turn[i].Cross(out.Mul(2)))
	}
	// The direction in the world is 40° behind that of the link as this turns, and the limit at most 1.7° beyond.
	across := q[0].Rotate(mgl64.Vec3{1, 0, 0})
	back := mgl64.QuatRotate(-0.7, turn[0].Sub(across.Mul(turn[0].Dot(across))).Normalize())
	limit := sim.JointLimit{AxisA: back.Rotate(across), AxisB: mgl64.Vec3{1, 0, 0}, Angle: 0.7 + 0.03*r.Float64()}
	stop := sim.JointDef{A: sim.WorldEnd, B: 0, AtB: end, Limits: []sim.JointLimit{limit}}
	if swapped {
		stop.A, stop.B, stop.AtA, stop.AtB = stop.B, stop.A, stop.AtB, stop.AtA
		stop.Limits = []sim.JointLimit{{AxisA: limit.AxisB, AxisB: limit.AxisA, Angle: limit.Angle}}
	}
	def.Joints = []sim.JointDef{stop, {A: 0, B: 1, AtA: end.Mul(-1), AtB: end}}
	return def
}

// TestStop_SpinOfThinLinks: a stop across a thin link gives most of what it stops to the spin about the link's line, at some 100
// rad/s, by which its own axis turns within the substep. In substeps that were too long for that the spin came out otherwise, for one
// order of the joint's ends or both: by 8 to 22 rad/s after three steps, against the same run in sixteen times as many substeps.
func TestStop_SpinOfThinLinks(t *testing.T) {
	for _, n := range []uint64{612, 1992, 2354, 3013} { // the worst of 4,000
		spin := func(swapped bool, substeps int) mgl64.Vec3 {
			w := mustWorld(t, whip(rand.New(rand.NewPCG(71, n)), swapped, substeps))
			run(t, w, 3, nil)
			return w.Body(0).AngularVelocity
		}
		want := spin(false, 64)
		for _, swapped := range []bool{false, true} {
			if got := spin(swapped, 4); got.Sub(want).Len() > 1 {
				t.Errorf("scene %d, ends swapped %v: %.4g rad/s, want %.4g", n, swapped, got, want)
			}
		}
	}
}
