package response

import (
	"fmt"
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// SlideStatus says how a slide ended.
type SlideStatus uint8

// The ends of a slide.
const (
	SlideFree       SlideStatus = iota // met nothing
	SlideSlid                          // met something and used all its time
	SlideStopped                       // no direction is left: the velocity is zero
	SlideDepthLimit                    // SlideOptions.MaxDepth was reached; Remaining was not done
	SlideInvalid                       // an argument is not finite or out of its range; the mover stayed
)

// String returns the name of the status.
func (s SlideStatus) String() string {
	names := [...]string{"free", "slid", "stopped", "depth limit", "invalid"}
	if int(s) < len(names) {
		return names[s]
	}
	return "unknown"
}

// SlideOptions are the settings of a slide. The zero value is the default.
type SlideOptions struct {
	// Clearance is the gap that the mover keeps from everything, along the normal [m]; see SweepEllipsoidTriangle of
	// narrowphase for the part of it that an elongated mover keeps on a slant. 0 means 1e-4 of the smallest radius: a
	// million times what rounding and grazes (slideGraze) may take of it in one slide, and too little to be seen.
	// Values below 1e-6 of the smallest radius are raised to that.
	Clearance float64
	// MaxDepth is the largest number of contacts of one slide, the depth of the recursion; 0 means 16.
	MaxDepth int32
	// MaxPush is the longest distance that a slide pushes a mover out of overlap [m]; 0 means the largest radius plus
	// the clearance. The rest is left to the next slide.
	MaxPush float64
}

// Validate returns an error where an option is negative or not finite.
func (o *SlideOptions) Validate() error {
	if !(o.Clearance >= 0 && o.Clearance <= math.MaxFloat64) {
		return fmt.Errorf("slide: clearance %v m: give a length of at least 0, 0 for the default", o.Clearance)
	}
	if o.MaxDepth < 0 {
		return fmt.Errorf("slide: maximum depth %d: give a count of at least 0, 0 for the default", o.MaxDepth)
	}
	if !(o.MaxPush >= 0 && o.MaxPush <= math.MaxFloat64) {
		return fmt.Errorf("slide: maximum push %v m: give a length of at least 0, 0 for the default", o.MaxPush)
	}
	return nil
}

// SlideMesh is a mesh of the world and those of its triangles that a slide may meet; see SlideBounds.
type SlideMesh struct {
	Mesh       *geom.Mesh
	Candidates []int32
}

// SlideContact is one contact that turned or stopped a mover.
type SlideContact struct {
	P, N    geom.Vec              // on the triangle; unit normal from the mover to the triangle
	T       float64               // fraction of the step, 0 to 1
	Mesh    int32                 // index among the worlds
	Tri     int32                 // index of the triangle in its mesh
	Feature narrowphase.FeatureID // the triangle's feature, as B
}

// SlideResult is the outcome of a slide. The caller keeps it, so that Contacts need no new memory.
type SlideResult struct {
	Status    SlideStatus
	Center    geom.Vec       // at the end of the step [m]
	Velocity  geom.Vec       // what the contacts left of it [m/s]
	Contacts  []SlideContact // in order of time
	Remaining geom.Vec       // motion that was not done, with SlideDepthLimit [m]
	PushedOut geom.Vec       // displacement that brought the mover out of overlap or restored its clearance [m]
	// Overlap is the part of the clearance that could not be restored [m]. If it is larger than the clearance, the
	// mover itself overlaps, for instance between walls that are closer than it is wide.
	Overlap float64
}

// Slider slides ellipsoids along meshes. It holds only scratch: one Slider serves any number of movers, one at a time.
type Slider struct {
	worlds []SlideMesh
	e      geom.Ellipsoid // the mover, grown by the clearance, at its present place
	slideLimits

	sweep narrowphase.EllipsoidSweep
	hit   narrowphase.EllipsoidHit
	first [3]slideHit // the first contact of each kind of feature

	deep   slideHit // the deepest overlap
	nearby float64  // distance of the centre from the nearest triangle that overlaps, in radii; 1 for none

	planes slidePlanes // that constrain the velocity
	push   slidePlanes // that constrain a push
	pushed float64     // way pushed so far [m]
	stuck  bool        // pushing out has failed in this slide; e is shrunk
}

// slideLimits are the options and scales of one slide.
type slideLimits struct {
	clearance, maxPush float64
	maxDepth           int32
	small              float64 // smallest radius [m]
	graze              float64 // see slideGraze
}

// slideNegligible is the length, in smallest radii, of a motion too short to do, and slideNear that of a motion after
// which the planes of contact still hold.
const (
	slideNegligible = 1e-12
	slideNear       = 1e-9
)

// SlideBounds returns a box that a slide never leaves: around the ellipsoid, grown on all sides by the distance
// |velocity|·dt, the clearance and the longest push. The candidates of Slide, which may turn to any side, must include
// all triangles whose bounds meet it.
func SlideBounds(e *geom.Ellipsoid, velocity geom.Vec, dt float64, opts SlideOptions) geom.AABB {
	var l slideLimits
	l.set(e, 0, &opts)
	// The last factor leaves room for rounding.
	reach := float64((float64(velocity.Len()*math.Abs(dt)) + l.clearance + l.maxPush) * (1 + 1e-9))
	b := geom.AABB{Min: e.C.Sub(e.R), Max: e.C.Add(e.R)}
	return b.Grow(reach)
}

// Slide moves the ellipsoid e for the time dt [s] at the given velocity (m/s), along what it meets.
//
// It moves up to the first contact, keeping the clearance along the normal. There the tangent plane of the ellipsoid
// (its gradient, in the world) is the slide plane, on which velocity and remaining motion are projected in the world.
// Then it continues, until the time is used up. With several planes at one place the velocity becomes the nearest one
// that enters none of them: along a plane, along the crease of two, or zero in a corner. The speed never grows. A mover
// that stops has no direction left in which it could continue.
//
// A mover in overlap is pushed out first, of everything that it overlaps, to the side where its centre is. Every
// displacement, including pushes, is swept against all candidates, so the mover never passes through a triangle.
//
// Edges and vertices inside a flat surface do not deflect: a contact counts only if the motion would go deeper into it
// than slideGraze, and a face comes before edges and vertices that are met with it. This needs no adjacency, and holds
// across meshes.
//
// Candidates are all triangles whose bounds meet SlideBounds, by indices that their mesh has; their order does not change
// the result. Radii must be above zero, dt at least zero, everything finite and the options valid, or the status is
// SlideInvalid.
//
// Source: 001, sections 1 and 2 and the response that they announce; 004, section 2.3. Unlike the family's usual form
// it projects in the world, keeps creases and corners, and never sets the mover back along its way; see ALGORITHMS.md
// B8.
func (s *Slider) Slide(e *geom.Ellipsoid, velocity geom.Vec, dt float64, worlds []SlideMesh, opts SlideOptions, out *SlideResult) {
	*out = SlideResult{Center: e.C, Velocity: velocity, Contacts: out.Contacts[:0]}
	if !slideValid(e, velocity, dt, &opts) {
		out.Status = SlideInvalid
		return
	}
	s.set(e, float64(velocity.Len()*dt), &opts)
	s.e, s.worlds = *e, worlds
	s.e.R = e.R.Add(geom.Vec{X: s.clearance, Y: s.clearance, Z: s.clearance})
	s.planes.count, s.pushed, s.stuck = 0, 0, false
	s.run(dt, out)
	out.Center = s.e.C
	s.worlds = nil
}

// slideValid reports whether the arguments are finite and in their ranges.
func slideValid(e *geom.Ellipsoid, velocity geom.Vec, dt float64, opts *SlideOptions) bool {
	return e.C.IsFinite() && e.R.IsFinite() && velocity.IsFinite() && velocity.Scale(dt).IsFinite() &&
		e.R.X > 0 && e.R.Y > 0 && e.R.Z > 0 && dt >= 0 && opts.Validate() == nil
}

// set fills in the defaults; way is the length of the motion.
func (l *slideLimits) set(e *geom.Ellipsoid, way float64, opts *SlideOptions) {
	l.small = min(e.R.X, e.R.Y, e.R.Z)
	l.clearance = opts.Clearance
	if l.clearance == 0 {
		l.clearance = float64(1e-4 * l.small)
	}
	if least := float64(1e-6 * l.small); l.clearance < least {
		l.clearance = least
	}
	l.maxPush = opts.MaxPush
	if l.maxPush == 0 {
		l.maxPush = e.R.MaxAbs() + l.clearance
	}
	l.maxDepth = opts.MaxDepth
	if l.maxDepth == 0 {
		l.maxDepth = 16
	}
	l.graze = slideGraze + float64(slidePosition*(e.C.MaxAbs()+way)/l.small)
}

// run is the recursion, as a loop: each turn goes up to one contact.
func (s *Slider) run(dt float64, out *SlideResult) {
	from := out.Velocity // before the planes at the present place
	left := 1.0          // of the step
	for depth := int32(0); ; depth++ {
		v := out.Velocity
		move := v.Scale(float64(dt * left))
		s.scan(move)
		if s.deep.tri >= 0 && !s.stuck {
			s.escape(out)
			s.scan(move)
		}
		h := s.nearest()
		way := move.Len()
		if h == nil || way <= float64(slideNegligible*s.small) {
			s.e.C = s.e.C.Add(move.Scale(slideFraction(h)))
			break
		}
		if depth == s.maxDepth || s.planes.full() {
			out.Status, out.Remaining = SlideDepthLimit, move
			return
		}
		s.e.C = s.e.C.AddScaled(move, h.t)
		if float64(way*h.t) > float64(slideNear*s.small) {
			s.planes.count, from = 0, v
		}
		out.Contacts = append(out.Contacts, SlideContact{
			P: h.p, N: h.n, T: 1 - float64(left*(1-h.t)), Mesh: h.mesh, Tri: h.tri, Feature: h.feature,
		})
		left -= float64(left * h.t)
		s.planes.add(h.n.Neg(), 0)
		out.Velocity = slideSlower(s.planes.project(from, s.slack(float64(from.Len()*dt*left))), v)
		if out.Velocity == (geom.Vec{}) {
			break
		}
	}
	switch {
	case len(out.Contacts) == 0:
		out.Status = SlideFree
	case out.Velocity == (geom.Vec{}):
		out.Status = SlideStopped
	default:
		out.Status = SlideSlid
	}
}

// slideFraction returns the part of a motion that may be done up to h.
func slideFraction(h *slideHit) float64 {
	if h == nil {
		return 1
	}
	return h.t
}

// slack returns the slope into a plane that over the given way stays a graze.
func (s *Slider) slack(way float64) float64 {
	return max(1e-13, min(1e-9, float64(slideSlack*s.graze*s.small)/way))
}

// slideSlower returns v, or where rounding made it faster than w, v at w's speed or an ulp below.
func slideSlower(v, w geom.Vec) geom.Vec {
	limit := w.LenSq()
	if v.LenSq() <= limit {
		return v
	}
	v = v.Scale(float64(w.Len() / v.Len()))
	for range 8 {
		if v.LenSq() <= limit {
			break
		}
		v = v.Scale(1 - 0x1p-53)
	}
	return v
}
