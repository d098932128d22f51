package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Patch is a flat area of contact; its corners are the points that name it. An evenly spread pressure has the same
// friction against sliding as corners that share its force, but less against turning about the normal, because the
// corners lie farthest out. So friction acts at places drawn in from the corners towards the centre of pressure, in the
// plane of contact, to Share of their distance. Normal impulses, which decide on tilting, stay at the corners. At each
// place friction is bounded by Coulomb's law for its corner and opposed to the slip there, so that it only dissipates
// energy.
//
// The centre of pressure is that of the points' normal impulses: about it, the friction of a body that slides without
// turning has no moment.
type Patch struct {
	Share float64 // mean distance of the area from its centre over that of its corners: 2/3 of a disc, 1/2 of a line

	centre  geom.Vec // to which friction is drawn in
	sum     pressure // of its points
	corners pressure // the same with equal weights
	force   geom.Vec // of friction on B [N s]
	used    float64  // sum of the sizes of its points' friction [N s]
	bound   float64  // sum of their bounds
	slides  bool
}

// pressure is a weighted sum of points.
type pressure struct {
	at     geom.Vec
	weight float64
}

func (p *pressure) add(at geom.Vec, weight float64) {
	p.at, p.weight = p.at.AddScaled(at, weight), p.weight+weight
}

func (p *pressure) centre() geom.Vec { return p.at.Scale(1 / p.weight) }

// centrings is the largest number of times that the passes of a small island continue with new centres of pressure.
// What is left each time is the effect on the pressure of the yaw due to the error of the centre, which is tiny.
const centrings = 4

// centringPass reports whether the passes of a large island update the centres of pressure after this one. By the last
// of these the pressures are known well enough, and the next substep starts from them.
func centringPass(pass int) bool { return pass == 4 || pass == 12 || pass == 36 }

// sliding is the share of its friction that a patch must use to count as sliding. A sticking patch sticks wherever its
// centre is; of one that turns about a corner three corners slide.
const sliding = 0.7

// gatherPatches computes the sums over the points of each patch.
func (s *ContactSolver) gatherPatches() {
	for i := range s.Patches {
		t := &s.Patches[i]
		t.sum, t.corners, t.force, t.used, t.bound = pressure{}, pressure{}, geom.Vec{}, 0, 0
	}
	for i := range s.Points {
		p := &s.Points[i]
		if p.Patch == 0 {
			continue
		}
		t := &s.Patches[p.Patch-1]
		t.sum.add(p.halfway(), p.Jn)
		t.corners.add(p.halfway(), 1)
		t.force = t.force.AddScaled(p.T1, p.Jt[0]).AddScaled(p.T2, p.Jt[1])
		t.used += math.Sqrt(float64(p.Jt[0]*p.Jt[0]) + float64(p.Jt[1]*p.Jt[1]))
		t.bound += float64(p.Friction * p.Jn)
	}
}

// halfway returns the place of a point in the middle of the substep, but for the displacement of all points of a patch with the
// centres of their bodies.
func (p *ContactPoint) halfway() geom.Vec { return p.P.Add(p.HalfTravel) }

// centrePatches sets the centres of pressure from the initial impulses of the points, or to the means of the corners if
// there are none, and the places of friction from these.
func (s *ContactSolver) centrePatches() {
	if len(s.Patches) == 0 {
		return
	}
	s.gatherPatches()
	for i := range s.Patches {
		t := &s.Patches[i]
		t.centre = t.corners.centre()
		if t.sum.weight > leastLimit {
			t.centre = t.sum.centre()
		}
	}
	for i := range s.Points {
		s.Points[i].placeFriction(s.Patches)
	}
}

// placeFriction sets the place where the friction of a point acts.
func (p *ContactPoint) placeFriction(patches []Patch) {
	p.frictionAt = geom.Vec{}
	if p.Patch > 0 {
		t := &patches[p.Patch-1]
		d := t.centre.Sub(p.halfway()).Scale(1 - t.Share)
		p.frictionAt = d.AddScaled(p.N, -d.Dot(p.N))
	}
}

// recentre updates the centre of pressure of sliding patches, if the passes have moved it so far that a slip changes by
// more than the residual. It reports whether there are any.
func (s *ContactSolver) recentre(set *ContactSettings) bool {
	if len(s.Patches) == 0 {
		return false
	}
	s.gatherPatches()
	for i := range s.Patches {
		t := &s.Patches[i]
		if t.slides = t.bound > leastLimit && t.used > float64(sliding*t.bound); t.slides {
			t.force = t.sum.centre().Sub(t.centre).Scale(1 - t.Share).Cross(t.force)
		}
	}
	some := false
	for i := range s.Points {
		p := &s.Points[i]
		if p.Patch == 0 || !s.Patches[p.Patch-1].slides {
			continue
		}
		t := &s.Patches[p.Patch-1]
		if torque := t.force.Dot(p.N); math.Abs(torque)*s.yaw(p)*t.centre.Sub(p.halfway()).Len() > set.Residual {
			t.slides, some = false, true
			t.centre = t.sum.centre()
		}
	}
	if some {
		for i := range s.Points {
			s.moveFriction(&s.Points[i])
		}
	}
	return some
}

// yaw returns the relative angular velocity of a point's bodies per torque impulse about its normal [1/(kg m²)].
func (s *ContactSolver) yaw(p *ContactPoint) float64 {
	k := 0.0
	for _, b := range [2]int32{p.A, p.B} {
		if b >= 0 {
			k += p.N.Dot(s.Bodies[b].InvInertia.Apply(p.N))
		}
	}
	return k
}

// moveFriction moves the friction of a point, with its current impulse, to its current place in the patch.
func (s *ContactSolver) moveFriction(p *ContactPoint) {
	before := p.frictionAt
	p.placeFriction(s.Patches)
	if p.frictionAt == before {
		return
	}
	s.applyTangent(p, -p.Jt[0], -p.Jt[1])
	s.prepareMasses(p)
	s.applyTangent(p, p.Jt[0], p.Jt[1])
}
