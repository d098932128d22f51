package sim

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
)

// carriedCubes is cubes that overlap a driven plate and a floor a little, and move against both. The plate, which turns
// and speeds up, is the first body or the last.
func carriedCubes(t *testing.T, first bool) *World {
	t.Helper()
	plate := BodyDef{Half: mgl64.Vec3{2, 2, 0.1}, Position: mgl64.Vec3{0.2, 0.1, -0.1}, Drive: []DriveAt{
		{Velocity: mgl64.Vec3{3, -1, 0.4}, AngularVelocity: mgl64.Vec3{0.3, -0.2, 1}},
		{Time: 1, Velocity: mgl64.Vec3{0, 4, 5.4}, AngularVelocity: mgl64.Vec3{0.3, 2, 6}},
	}}
	def := &Definition{
		Settings: Settings{Step: 1.0 / 60, Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []Material{{Friction: 0.5}},
		Statics: []StaticDef{{Half: mgl64.Vec3{0.1, 3, 3}, Position: mgl64.Vec3{-0.9, 0, 0}}},
	}
	for i := range 3 {
		def.Bodies = append(def.Bodies, BodyDef{Half: mgl64.Vec3{0.25, 0.25, 0.25}, Mass: 2 + float64(i), Velocity: mgl64.Vec3{-0.5, 1 - float64(i), -1},
			Position: mgl64.Vec3{0.4995*float64(i) - 0.5501, 0.1 * float64(i), 0.2499}, AngularVelocity: mgl64.Vec3{1, float64(i), -1}})
	}
	if first {
		def.Bodies = append([]BodyDef{plate}, def.Bodies...)
	} else {
		def.Bodies = append(def.Bodies, plate)
	}
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestCrowd_CountsTheWorkOfDrives: the kinetic energy of cubes changes by what the impulses do at the relative velocities
// of the contacts, plus the work of what is driven; in a frame that moves, also by that of the world. At the end of a
// substep the work is that of the change of the impulses alone.
func TestCrowd_CountsTheWorkOfDrives(t *testing.T) {
	for _, first := range []bool{true, false} {
		for _, frame := range []geom.Vec{{}, {X: 2, Y: -3, Z: 1}} {
			w := carriedCubes(t, first)
			c := &w.crowd.step
			w.crowd.step.began = false
			beginCrowd(t, w, w.set.Step/2)
			c.frame.v, c.time = frame, 0
			if !w.gatherCrowd() { // in that frame
				t.Fatal("no contacts")
			}
			w.groupCrowdRows()
			if len(c.islands) != 1 || !c.frame.used || !c.islands[0].driven || len(c.members) != 3 {
				t.Fatalf("%d islands, %d members: the scene tests nothing", len(c.islands), len(c.members))
			}
			isl := &c.islands[0]
			before := w.kineticEnergy(isl)
			was := append(c.solver.Bodies[:0:0], c.solver.Bodies...)
			w.solveCrowd(isl)
			inside, world := 0.0, false
			for n := range c.solver.Pairs {
				pair := &c.solver.Pairs[n]
				jn, jt, mn, mt := c.solver.Wrench(pair)
				// of the bodies, in the world
				mean := func(k int32, lever geom.Vec) (u, o geom.Vec) {
					if k == 0 {
						return geom.Vec{}, geom.Vec{}
					}
					a, b := &was[k], &c.solver.Bodies[k]
					o = a.W.Add(b.W).Scale(0.5)
					return frame.Add(a.V.Add(b.V).Scale(0.5)).Add(o.Cross(lever)), o
				}
				ua, oa := mean(pair.A, pair.RA)
				ub, ob := mean(pair.B, pair.RB)
				inside += jn.Add(jt).Dot(ub.Sub(ua)) + mn.Add(mt).Dot(ob.Sub(oa))
				world = world || pair.B == 0 && jn != geom.Vec{}
			}
			work, gain := w.drivesWork(isl), w.kineticEnergy(isl)-before
			if !world || math.Abs(work) < 1 || math.Abs(inside) < 1 {
				t.Fatalf("work %g J, inside %g J, touches the world %v: the scene tests nothing", work, inside, world)
			}
			if math.Abs(gain-inside-work) > 1e-9*math.Abs(work) {
				t.Errorf("plate first %v, frame %v: they gain %g J, by contacts %g, by drives %g", first, frame, gain, inside, work)
			}
			// The acceleration of the plate counts where it is more than that of falling.
			if fall, g := w.fallEnergy(isl), 0.5*9*9.81*9.81*c.h*c.h; fall < 1.5*g {
				t.Errorf("falling gives %g J relative to a plate that rises, %g without", fall, g)
			}

			clear(c.push)
			c.sumImpulses(isl)
			w.share(len(c.members), bodiesTogether, pushMembers)
			c.time = c.h
			w.flyCrowd()
			for slot := len(c.members); slot < len(c.bodies); slot++ {
				turn := w.flights[c.bodies[slot]].s.Q.Mul(c.start[slot].Q.Conj())
				if d := geom.QuatLog(turn).Sub(c.turned[slot].Scale(c.h)).Len(); d > 1e-3*geom.QuatLog(turn).Len() {
					t.Errorf("the plate turns by %v, said to by %v", geom.QuatLog(turn), c.turned[slot].Scale(c.h))
				}
			}
			w.share(len(c.members), bodiesTogether, turnMembers)
			w.turnCrowdDriven()
			for k := range c.solver.Pairs {
				w.carryPair(int32(k))
			}
			w.solveLast(isl)
			last, sum := w.drivesWork(isl), 0.0
			for k := range c.solver.Pairs {
				c.takeChange(int32(k))
				c.pairs[k].atWork = 0
			}
			for k := range c.solver.Pairs {
				sum += w.workOnDriven(int32(k))
			}
			if math.Abs(last) < 0.01 || math.Abs(last-sum) > 1e-9*math.Abs(work) {
				t.Errorf("plate first %v, frame %v: at the end drives do %g J, of the change %g", first, frame, last, sum)
			}
			w.restoreDriven()
		}
	}
}
