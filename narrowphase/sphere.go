package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// OverlapSpheres reports whether spheres a and b have a point in common; touching counts. Spheres that are apart by no
// more than rounding can tell (1e-14 of their distance and radii) touch. Radii may be zero, not below.
//
// Source: 004, bounding spheres, static test (ALGORITHMS.md E1).
func OverlapSpheres(a, b *geom.Sphere) bool {
	r := a.R + b.R
	l := b.C.Sub(a.C).Len()
	return l-r <= float64(satRounding*(l+r))
}

// MTVSpheres returns the minimum translation of spheres a and b, and false when they have no point in common. Spheres
// with one centre part along +X.
//
// Source: 004, bounding spheres (ALGORITHMS.md E1).
func MTVSpheres(a, b *geom.Sphere) (MTV, bool) {
	if !OverlapSpheres(a, b) {
		return MTV{}, false
	}
	d := b.C.Sub(a.C)
	return MTV{sphereNormal(d, geom.Vec{X: 1}), max(a.R+b.R-d.Len(), 0)}, true
}

// SweepSpheres returns the first time in [0, duration] [s] at which sphere a, moving at the constant velocity va (m/s),
// touches sphere b, moving at vb, and the point where they do. Margin >= 0 [m] makes them count as touching as soon as
// their distance is no more than it; the point then lies midway between them.
//
// Hit: Time, N and Set, one point, are those of the first contact, Exit is the last. Spheres that touch at 0 and close
// are a hit at time 0. Overlapping: they overlap at 0, or touch and neither close nor part; Time is 0, N points to B's
// centre, and Set is filled where they do no more than touch. Exit is +Inf if they do not move against each other.
// Miss: spheres that never touch in the duration, or touch at 0 and part; all other fields are zero. To touch means a
// gap of at most 1e-9·size + 8 ulp, either sign, where size is the larger radius and an ulp is 2^-52 times the sum of
// the largest coordinates of the centres. Spheres with one centre have the normal +X, points that meet that of their
// approach.
//
// The time is the smaller root of |d + v t| = r, d and v the differences of the centres and velocities and r the sum of
// radii and margin. It is c/(-d·v + s), c = (|d| - r)(|d| + r) and s² = (|v| r)² - |d × v|²: nothing cancels between
// an approach from afar and the radii, and a graze is decided by the distance of the passing centres. At Time the
// distance of the centres differs from r by at most 8 ulp of the larger of |d|, the travel and r; in a graze within
// that it may be found or missed. Coordinates must be below 1e75. Unresolved, all other fields zero: a centre, a
// radius, a velocity or the margin is not finite, or the duration not a number.
//
// Source: 004, bounding spheres, moving test (ALGORITHMS.md E1).
func SweepSpheres(a, b *geom.Sphere, va, vb geom.Vec, duration, margin float64) Sweep {
	d, v := b.C.Sub(a.C), vb.Sub(va)
	tol := float64(sweepSizeTol*max(a.R, b.R)) + float64(sweepUlps*(a.C.MaxAbs()+b.C.MaxAbs()))
	still := float64(sweepUlps * (va.MaxAbs() + vb.MaxAbs()))
	if !sweepFinite(tol, still, duration, margin) {
		return Sweep{Status: Unresolved}
	}
	p := spherePath(d, v, a.R+b.R+margin)
	closing := p.closing()
	s := Sweep{Status: Overlapping, N: sphereNormal(d, geom.Vec{X: 1}), Exit: p.exit()}
	switch {
	case p.gap < -tol:
		return s
	case p.gap > tol:
		if closing <= 0 || !p.meets() {
			return Sweep{}
		}
		s.Status, s.Time = Hit, p.enter()
	case closing < -still:
		return Sweep{}
	case closing > still:
		s.Status = Hit
		if p.gap > 0 && p.meets() {
			s.Time = p.enter()
		}
	}
	if s.Time > duration {
		return Sweep{}
	}
	at := d.AddScaled(v, s.Time)
	s.N = sphereNormal(at, s.N)
	s.Set.Count = 1
	s.Set.Points[0] = a.C.AddScaled(va, s.Time).AddScaled(s.N, float64((a.R-b.R+at.Len())*0.5))
	return s
}

// sphereNormal returns the direction of d, and n where d has none.
func sphereNormal(d, n geom.Vec) geom.Vec {
	if u := d.Normalize(); u != (geom.Vec{}) {
		return u
	}
	return n
}

// spherePaths is the quadratic equation of two spheres' motion, in units of speed.
type spherePaths struct {
	r, gap float64 // sum of the radii and margin; distance of the centres less r [m]
	far    float64 // distance of the centres [m]
	unit   float64 // largest component of the relative velocity [m/s]: a speed of 1 in what follows
	speed  float64
	along  float64 // d·v
	disc   float64 // square of half the difference of the roots times speed²
}

// spherePath returns the equation for centres at the distance vector d, a relative velocity v and the sum of radii and
// margin r.
func spherePath(d, v geom.Vec, r float64) spherePaths {
	p := spherePaths{r: r, far: d.Len(), unit: v.MaxAbs()}
	p.gap = p.far - r
	if p.unit == 0 {
		return p
	}
	v = geom.Vec{X: v.X / p.unit, Y: v.Y / p.unit, Z: v.Z / p.unit}
	p.speed = v.Len()
	p.along = d.Dot(v)
	reach, aside := float64(p.speed*r), d.Cross(v).Len()
	p.disc = float64((reach - aside) * (reach + aside))
	return p
}

// closing returns the speed at which the gap closes at 0 [m/s].
func (p *spherePaths) closing() float64 {
	if p.far == 0 {
		return 0
	}
	return float64(-p.along / p.far * p.unit)
}

// meets reports whether the spheres touch at some time.
func (p *spherePaths) meets() bool { return p.unit != 0 && p.disc >= 0 }

// enter returns the time of the first contact of spheres that close and meet [s].
func (p *spherePaths) enter() float64 {
	c := float64(p.gap * (p.far + p.r))
	return c / (math.Sqrt(p.disc) - p.along) / p.unit
}

// exit returns the time of the last contact of spheres that meet [s], not before 0; +Inf if they do not move.
func (p *spherePaths) exit() float64 {
	if p.unit == 0 {
		return math.Inf(1)
	}
	s := math.Sqrt(max(p.disc, 0))
	if p.along <= 0 {
		return (s - p.along) / float64(p.speed*p.speed) / p.unit
	}
	c := float64(p.gap * (p.far + p.r)) // the roots' product: below 0 for spheres in each other
	return max(-c/(s+p.along), 0) / p.unit
}
