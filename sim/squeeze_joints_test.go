package sim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// handOverFloor is a driven hand 0.1 m wide that comes down on the floor, through which it passes, with two links that
// hang on it and are turned by about angle, and the floor 0.2 m below them.
func handOverFloor(r *rand.Rand, angle float64, velocity mgl64.Vec3) *sim.Definition {
	def := &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 240, Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Friction: 0.5}},
		Statics:   []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{10, 10, 0.5}, Position: mgl64.Vec3{0, 0, -0.7}}},
		Bodies:    []sim.BodyDef{{Name: "hand", Half: mgl64.Vec3{0.05, 0.05, 0.05}, Position: mgl64.Vec3{0, 0, 1.05}, Drive: []sim.DriveAt{{Velocity: velocity}}}},
		Ignore:    []sim.IgnoreDef{{A: 0, B: -1}},
	}
	end := mgl64.Vec3{0, 0, 1}
	for on := range 2 {
		half := mgl64.Vec3{0.03 + 0.1*r.Float64(), 0.03 + 0.1*r.Float64(), 0.25}
		q := mgl64.QuatRotate(angle*(2*r.Float64()-1), mgl64.Vec3{r.Float64() - 0.5, r.Float64() - 0.5, 0}.Normalize())
		top := mgl64.Vec3{0, 0, half[2]}
		at := def.Bodies[on].Attitude
		if on == 0 {
			at = mgl64.QuatIdent()
		}
		def.Joints = append(def.Joints, sim.JointDef{A: on, B: on + 1, AtA: at.Conjugate().Rotate(end.Sub(def.Bodies[on].Position)), AtB: top})
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: "link", Half: half, Mass: 1, Position: end.Sub(q.Rotate(top)), Attitude: q, Velocity: velocity})
		end = end.Sub(q.Rotate(top.Mul(2)))
	}
	return def
}

// TestSqueeze_JointsPressAgainstTheFloor presses links that hang on a driven hand against the floor, until the hand is
// below it. Links that hang straight have no room at once, others fold first. Joints hold, what is squeezed sinks in and
// is reported, and speeds stay below 20 m/s (15 measured; 4,000 and more, or no numbers, where impulses have no bound).
func TestSqueeze_JointsPressAgainstTheFloor(t *testing.T) {
	const speed = 0.5
	for n := range 24 {
		if !long && n != 0 && n != 3 && n != 14 {
			continue
		}
		r := rand.New(rand.NewPCG(uint64(n), 3))
		def := handOverFloor(r, float64(n%4)*0.2, mgl64.Vec3{speed * float64(n%3), 0, -speed})
		w := mustWorld(t, def)
		fastest, work, told, apart := 0.0, 0.0, 0, 0.0
		run(t, w, 240*5/2, func() {
			for i := 1; i < 3; i++ {
				s := bodyOf(w, i)
				fastest = math.Max(fastest, s.V.Len())
			}
			apart = math.Max(apart, apartAt(def, w))
			for _, row := range w.Frame().Ledger.Rows {
				work += math.Abs(row.Energy)
			}
			for _, e := range w.Frame().Events {
				if e.Kind == record.Limit && e.Detail == "squeezed" {
					told++
				}
			}
		})
		if fastest > 20 || work > 1e4 || told < 50 || apart > 1e-3 {
			t.Errorf("case %d: up to %.3g m/s, work of %.3g J, squeezed %d times, joints %.3g m apart", n, fastest, work, told, apart)
		}
	}
}
