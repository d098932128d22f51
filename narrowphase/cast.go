package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

const (
	// maxCast bounds the steps of a cast. Each takes the gap to its square, or to a quarter where the shapes graze.
	maxCast = 64
	// castStop is the part of the tolerance of a sweep at which a cast has arrived.
	castStop = 1e-3
)

// Cast returns the first time in [0, duration] [s] at which convex shape a, moving at the constant velocity va (m/s),
// touches shape b, moving at vb, and the points where they do: the shape cast of any two kinds. Neither turns.
//
// Margin >= 0 [m], the fields of the result and what counts as touching at 0 are as in SweepOBBs; the size is the
// larger Extent, the coordinates are those of the origins of the shapes' frames; shapes come within the margin by their
// distance. Polyhedra go to SweepHulls, half spaces to SweepPlane, two spheres to SweepSpheres. The contact set of two
// round faces, or of a round face and another, is that of regular octagons in the circles; a ball or an ellipsoid has a
// single point.
//
// The distance of shapes that move so is a convex function of time, and the plane across the normal between them a
// tangent of it: a step goes to the time at which the shapes would touch that plane. So the steps never pass the first
// contact and square the gap, or quarter it where they graze; a plane that the shapes do not near proves a miss. The
// last contact, Exit, is found in the same way backwards from where the shapes are too far apart to touch. The error of
// Time times the speed along N is at most 2e-12·size + 8 ulp of the distance of the origins or the travel, the larger.
// A graze within that may be found or missed. Unresolved, with a lower bound of the time, is returned after 64 steps,
// which no case is known to take; and, all other fields zero, for what is not finite, as in SweepHulls.
//
// Source: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996 (conservative advancement, without
// turning); G. van den Bergen, "Ray Casting against General Convex Objects", 2004; 000, "TestIntersection", for the
// result.
func Cast(a, b *Convex, va, vb geom.Vec, duration, margin float64) Sweep {
	switch {
	case b.Shape.Kind == geom.ShapePlane:
		return SweepPlane(a, b, va, vb, duration, margin)
	case a.Shape.Kind == geom.ShapePlane:
		s := SweepPlane(b, a, vb, va, duration, margin)
		s.N = s.N.Neg()
		return s
	case a.Shape.Polyhedral() && b.Shape.Polyhedral():
		return SweepHulls(a, b, va, vb, duration, margin)
	case a.Shape.Kind == geom.ShapeSphere && b.Shape.Kind == geom.ShapeSphere:
		sa, sb := geom.Sphere{C: a.Pose.P, R: a.Shape.Size.X}, geom.Sphere{C: b.Pose.P, R: b.Shape.Size.X}
		return SweepSpheres(&sa, &sb, va, vb, duration, margin)
	}
	c := cast{d: newDifference(a, b), duration: duration}
	c.set(max(a.Shape.Extent(), b.Shape.Extent()), a.Pose.P.MaxAbs()+b.Pose.P.MaxAbs(), va, vb, margin)
	c.reach += b.Shape.Reach(geom.Vec{})
	if !c.isFinite(a, margin) || !b.Pose.Q.IsFinite() {
		return Sweep{Status: Unresolved}
	}
	s := c.run()
	if s.Status != Miss && c.touching {
		c.contacts(a, b, nil, vb.Sub(va), &s)
		s.Set.move(a.Pose.P.AddScaled(va, s.Time))
	}
	return s
}

// CastTriangle returns the first time in [0, duration] [s] at which convex shape a, moving at the constant velocity va
// (m/s), touches triangle t, moving at vb; see Cast. The triangle is a closed set without thickness, hit from both
// sides, and may be degenerate. Polyhedra go to SweepHullTriangle; a half space touches it with its lowest corners.
func CastTriangle(a *Convex, t *geom.Triangle, va, vb geom.Vec, duration, margin float64) Sweep {
	switch {
	case a.Shape.Polyhedral():
		return SweepHullTriangle(a, t, va, vb, duration, margin)
	case a.Shape.Kind == geom.ShapePlane:
		return castPlaneTriangle(a, t, va, vb, duration, margin)
	}
	c := cast{d: newDifferenceTriangle(a, t), duration: duration}
	bounds := t.Bounds()
	size := max(a.Shape.Extent(), float64(0.5*bounds.Size().MaxAbs()))
	c.set(size, a.Pose.P.MaxAbs()+max(bounds.Min.MaxAbs(), bounds.Max.MaxAbs()), va, vb, margin)
	c.reach += max(t.B.Sub(t.A).Len(), t.C.Sub(t.A).Len())
	if !c.isFinite(a, margin) {
		return Sweep{Status: Unresolved}
	}
	s := c.run()
	if s.Status != Miss && c.touching {
		c.contacts(a, nil, t, vb.Sub(va), &s)
		s.Set.move(a.Pose.P.AddScaled(va, s.Time))
	}
	return s
}

// cast is a cast in the frame of A, in which B moves.
type cast struct {
	d        difference
	t0       geom.Vec    // B's origin, or the triangle's first corner, at time 0
	tri0     [3]geom.Vec // the triangle at time 0
	v        geom.Vec    // velocity of B
	duration float64
	grow     float64 // both radii and the margin [m]
	reach    float64 // of both shapes from their origins, and the margin [m]
	tol      float64 // as in sweepAxes
	still    float64
	touching bool // the result is at a touch
	scale    float64

	castPlace
}

// castPlace is how the shapes stand to each other at a time, in A's frame.
type castPlace struct {
	gap    float64
	low    float64  // lower bound of the gap
	n      geom.Vec // from A to B
	pa, pb geom.Vec // nearest points of the cores
	deep   bool     // the cores touch or overlap
}

func (c *cast) set(size, reach float64, va, vb geom.Vec, margin float64) {
	c.t0, c.tri0, c.scale = c.d.t, c.d.tri, c.d.scale-c.d.t.MaxAbs()
	c.v = c.d.pose.Q.RotateInv(vb.Sub(va))
	ra, rb := c.d.radii()
	c.grow = ra + rb + margin
	c.reach = c.d.a.Reach(geom.Vec{}) + margin
	c.tol = float64(sweepSizeTol*size) + float64(sweepUlps*reach)
	c.still = float64(sweepUlps * (va.MaxAbs() + vb.MaxAbs()))
}

// isFinite reports whether the input of a cast is; the duration may be infinite.
func (c *cast) isFinite(a *Convex, margin float64) bool {
	return sweepFinite(c.tol, c.still, c.duration, margin) && a.Pose.Q.IsFinite()
}

// place moves B to time t and finds the gap. The direction of cores that overlap is left as it was.
func (c *cast) place(t float64) {
	way := c.v.Scale(t)
	c.d.t = c.t0.Add(way)
	c.d.scale = c.scale + c.d.t.MaxAbs()
	if c.d.b == nil {
		for k, p := range c.tri0 {
			c.d.tri[k] = p.Add(way)
		}
	}
	n := c.n
	if n == (geom.Vec{}) {
		n = c.d.start()
	}
	g := gjk{d: &c.d}
	g.search(n)
	c.deep, c.pa, c.pb = g.in, g.a, g.b
	if !c.deep {
		c.n, c.gap, c.low = g.n, g.upper-c.grow, g.lower-c.grow
	}
}

// run returns status, times and normal, and sets touching where there is a contact set.
func (c *cast) run() Sweep {
	c.place(0)
	if c.deep {
		c.setOverlap()
	}
	c.touching = c.gap >= -c.tol
	closing := -c.n.Dot(c.v)
	s := Sweep{Status: Overlapping, N: c.n}
	switch {
	case c.gap < -c.tol:
	case c.gap > c.tol:
		s.Status, s.Time = c.advance(0, c.duration, c.v)
	case closing < -c.still || closing > c.still && c.parts():
		return Sweep{}
	case closing > c.still:
		s.Status, s.Time = Hit, 0
		if c.gap > 0 {
			s.Status, s.Time = c.advance(0, c.duration, c.v)
		}
	}
	if s.Status == Miss {
		return Sweep{}
	}
	if s.Status == Hit {
		s.N, c.touching = c.n, true
	}
	s.N = c.d.pose.Q.Rotate(s.N).Normalize()
	at := c.castPlace
	s.Exit = max(c.exit(s.Time), s.Time)
	c.castPlace = at
	return s
}

// setOverlap sets gap and normal of cores that overlap.
func (c *cast) setOverlap() {
	e := epa{d: &c.d}
	if !e.search(geom.Vec{}, math.Inf(1)) {
		e.depth = 0
	}
	c.n, c.gap = e.n, -max(e.depth, 0)-c.grow
	c.low = c.gap
}

// parts reports whether shapes that touch part although they close along n, as at an edge, where the normal is one of
// many.
func (c *cast) parts() bool {
	speed := c.v.Len()
	at := c.castPlace
	c.place(float64(16*c.tol) / speed)
	opens := !c.deep && c.gap > at.gap+c.tol
	c.castPlace = at
	return opens
}

// advance goes from the state at time t, with a gap above 0, on to the touch. V is the velocity, or minus it and time
// runs back.
func (c *cast) advance(t, end float64, v geom.Vec) (Status, float64) {
	back := v != c.v
	for i := 0; i < maxCast; i++ {
		stop := max(float64(castStop*c.tol), float64(4*satRounding*c.d.scale))
		if c.deep || c.gap <= stop {
			return Hit, t
		}
		closing := -c.n.Dot(v)
		if c.low <= 0 { // within rounding
			return Hit, t
		}
		if !(closing > 0) {
			return Miss, t
		}
		next := t + c.low/closing
		if !(next <= end) {
			return Miss, next
		}
		if next == t {
			return Hit, t
		}
		t = next
		if back {
			c.place(c.duration - t)
		} else {
			c.place(t)
		}
	}
	return Unresolved, t
}

// exit returns the last time of contact of shapes that touch at time t, not limited to the duration.
func (c *cast) exit(t float64) float64 {
	speed := c.v.Len()
	if speed == 0 {
		return math.Inf(1)
	}
	along := c.v.Scale(1 / speed)
	far := (float64(1.01*c.reach) + c.tol - c.t0.Dot(along)) / speed
	if !(far > t) {
		return t
	}
	c.n = geom.Vec{}
	c.duration = far // advance counts back from there
	c.place(far)
	status, back := c.advance(0, far-t, c.v.Neg())
	if status == Miss {
		return t
	}
	return far - back
}
