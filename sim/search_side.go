package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// side is one of the two objects of a search: a part of a body in flight or of an object at rest, or a triangle of a
// mesh.
type side struct {
	body *body // nil for an object that never moves
	s    rigid.State
	acc  geom.Vec
	tau  geom.Vec
	part *part // nil for a mesh
}

// sideOf returns body i, or static -1-i, at time t of its flight, without its part.
func (w *World) sideOf(i int32, t float64) side {
	if i < 0 {
		st := &w.statics[-1-i]
		return side{s: rigid.State{X: st.pose.P, Q: st.pose.Q}}
	}
	f, b := &w.flights[i], &w.bodies[i]
	d := side{body: b, s: f.at(&b.mass, t), acc: f.acc, tau: f.tau}
	if f.still {
		d.acc, d.tau = geom.Vec{}, geom.Vec{}
	}
	return d
}

// moves reports whether the side moves in the time that is searched.
func (d *side) moves() bool {
	return d.body != nil && (d.s.V != geom.Vec{} || d.s.L != geom.Vec{} || d.acc != geom.Vec{} || d.tau != geom.Vec{})
}

// chord returns the motion of the part over the time p in the form used by the search.
func (d *side) chord(p float64) chordMotion {
	if d.body == nil || !d.moves() {
		return chordMotion{sweep: geom.Sweep{C: d.s.X, Q: d.s.Q}}
	}
	return d.body.chord(&d.s, d.acc, d.tau, p, d.part.radius)
}

// limit returns the longest chord that the rotation allows [s].
func (d *side) limit() float64 {
	if d.body == nil || d.body.ball || !d.moves() {
		return math.Inf(1)
	}
	return pieceLimit(&d.body.mass, &d.s, d.tau)
}

// surfaceLimit is limit for chords that need only the surface: as the axis of a revolving body hardly turns, they may be
// longer. Their error is that of the integrator, far below the depths that slams are looked for in.
func (d *side) surfaceLimit() float64 {
	l := d.limit()
	if d.body != nil && d.body.axis != (geom.Vec{}) {
		l = float64(revolving * l)
	}
	return l
}

// revolving is how much farther a revolving body turns in a chord than others.
const revolving = 20

// step moves the side by the time p.
func (d *side) step(p float64) {
	if d.moves() {
		d.s = rigid.Advance(&d.s, &d.body.mass, d.acc, d.tau, p)
	}
}

// bounds returns a box around all that the part covers in the time p.
func (d *side) bounds(p float64) geom.AABB {
	box := d.part.Shape.Bounds(d.part.at(&d.s))
	if d.body == nil {
		return box
	}
	return d.body.sweptBounds(box, d.part.radius, &d.s, d.acc, p)
}

// convex returns the part's shape where it is now.
func (d *side) convex() narrowphase.Convex {
	return narrowphase.Convex{Shape: d.part.Shape, Pose: d.part.at(&d.s)}
}

// velocity returns the velocity of the material point at x.
func (d *side) velocity(x geom.Vec) geom.Vec {
	if d.body == nil || !d.moves() {
		return geom.Vec{}
	}
	return d.s.V.Add(d.body.mass.AngularVelocity(d.s.Q, d.s.L).Cross(x.Sub(d.s.X)))
}

// target is the other object of a side: another part, or a triangle.
type target struct {
	c     *candidate
	mesh  *geom.Mesh // nil for another part
	tri   geom.Triangle
	index int32 // of the triangle
}

// turning returns an estimate of a side's largest angular speed in the time p [rad/s], and of the largest speed of
// points of the part about the centre of mass that follows from it [m/s].
func (d *side) turning(p float64) (spin, speed float64) {
	if d.body == nil {
		return 0, 0
	}
	m := &d.body.mass
	w := m.AngularVelocity(d.s.Q, d.s.L)
	more := m.AngularVelocity(d.s.Q, d.tau.Sub(w.Cross(d.s.L))).Scale(p)
	around := func(w geom.Vec) float64 {
		r, e := d.s.Q.RotateInv(w).Abs(), d.part.extent
		return geom.Vec{X: float64(r.Y*e.Z) + float64(r.Z*e.Y), Y: float64(r.Z*e.X) + float64(r.X*e.Z), Z: float64(r.X*e.Y) + float64(r.Y*e.X)}.Len()
	}
	return w.Len() + more.Len(), around(w) + around(more)
}

// fastest returns an estimate of the largest speed of any point of a side in the time p [m/s].
func (d *side) fastest(p float64) float64 {
	if d.body == nil || p == 0 {
		return 0
	}
	_, speed := d.turning(p)
	return d.s.V.Len() + float64(d.acc.Len()*p) + speed
}
