package response

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// slideMaxPushes is the largest number of displacements of one way out of overlap: enough for the planes of one place.
const slideMaxPushes = slideMaxPlanes

// slideReport is the part of the clearance under which a restored loss is not reported as a push.
const slideReport = 1e-3

// slideCore is the least part of the radii with which a mover without a way out is swept.
const slideCore = 1e-3

// escape pushes the mover out of what it overlaps: out of the deepest overlap first, then by the shortest displacement
// that leaves all planes found so far. Each displacement is swept with an ellipsoid around the centre that is clear of
// everything at its start, so that the centre never passes through a triangle; overlaps of the rest of the mover on the
// way are resolved next. If this does not end within the longest push, the mover stays at the place of least overlap
// (the start if that is as good), and continues as the largest ellipsoid of its shape that is free there.
func (s *Slider) escape(out *SlideResult) {
	start, best, least := s.e.C, s.e.C, math.Inf(1)
	worst := 0.0
	s.push.count = 0
	for i := 0; ; i++ {
		s.scan(geom.Vec{})
		depth := s.deep.depth
		worst = max(worst, depth)
		if depth < least {
			best, least = s.e.C, depth
		}
		if s.deep.tri < 0 || i == slideMaxPushes {
			break
		}
		x := s.displacement()
		x = x.Scale(s.coreFraction(x))
		to := s.e.C.Add(x)
		if !(s.pushed+to.Sub(start).Len() <= s.maxPush) {
			break
		}
		s.e.C = to
		s.push.moved(x)
	}
	s.e.C = best
	s.pushed += best.Sub(start).Len()
	out.Overlap = least
	if worst > float64(slideReport*s.clearance) {
		out.PushedOut = out.PushedOut.Add(best.Sub(start))
	}
	if least > 0 {
		s.scan(geom.Vec{})
		s.shrink(max(s.nearby, slideCore))
	}
}

// shrink continues with an ellipsoid of the given part of the radii, for the rest of the slide.
func (s *Slider) shrink(part float64) {
	s.stuck = true
	s.e.R = s.e.R.Scale(part)
	s.small = float64(s.small * part)
}

// displacement returns the way out of the deepest overlap that leaves the planes found before, too; or of it alone
// where they do not allow it: they belong to places where the mover is no more.
func (s *Slider) displacement() geom.Vec {
	s.push.add(s.deep.n.Neg(), s.deep.depth)
	x, ok := s.push.shortest()
	if !ok {
		s.push.count = 0
		s.push.add(s.deep.n.Neg(), s.deep.depth)
		x = s.deep.n.Scale(-s.deep.depth)
	}
	return x
}

// coreFraction returns the part of a displacement that the core of the mover can do: half of the largest ellipsoid of
// its shape that overlaps nothing at the start.
func (s *Slider) coreFraction(x geom.Vec) float64 {
	core := geom.Ellipsoid{C: s.e.C, R: s.e.R.Scale(max(float64(0.5*s.nearby), slideGraze))}
	s.sweep.Set(&core, x, 0)
	first := 1.0
	for w := range s.worlds {
		m := s.worlds[w].Mesh
		for _, i := range s.worlds[w].Candidates {
			t := m.Triangle(i)
			s.sweep.Triangle(&t, &s.hit)
			// A centre on a triangle overlaps with any core; it may only go off.
			if s.hit.Status != narrowphase.Miss && s.hit.T < first && x.Dot(s.hit.N) > 0 {
				first = s.hit.T
			}
		}
	}
	return first
}

// moved subtracts a completed displacement from what is still required.
func (p *slidePlanes) moved(x geom.Vec) {
	for i := range p.list[:p.count] {
		p.list[i].b -= p.list[i].n.Dot(x)
	}
}

// shortest returns the shortest x with n·x >= b for all planes, and false where there is none: the foot on one plane,
// on the line of two or the point of three.
func (p *slidePlanes) shortest() (geom.Vec, bool) {
	best, found := geom.Vec{}, false
	least := math.Inf(1)
	try := func(x geom.Vec) {
		if l := x.LenSq(); l < least && p.leaves(x) {
			best, found, least = x, true, l
		}
	}
	try(geom.Vec{})
	for i := range p.list[:p.count] {
		a := &p.list[i]
		try(a.n.Scale(a.b))
		for j := range i {
			b := &p.list[j]
			if x, ok := slideFoot(a, b); ok {
				try(x)
			}
			for k := range j {
				if x, ok := slideMeet(a, b, &p.list[k]); ok {
					try(x)
				}
			}
		}
	}
	return best, found
}

// leaves reports whether x satisfies all planes, but for rounding.
func (p *slidePlanes) leaves(x geom.Vec) bool {
	tol := float64(1e-12 * x.MaxAbs())
	for i := range p.list[:p.count] {
		if p.list[i].n.Dot(x) < p.list[i].b-tol {
			return false
		}
	}
	return true
}

// slideFoot returns the point nearest to the origin of the line common to two planes, and false where they are
// parallel.
func slideFoot(a, b *slidePlane) (geom.Vec, bool) {
	c := a.n.Dot(b.n)
	t := b.n.AddScaled(a.n, -c) // in plane a, across the line
	l := t.LenSq()
	if l < 1e-12 {
		return geom.Vec{}, false
	}
	return a.n.Scale(a.b).AddScaled(t, float64((b.b-float64(c*a.b))/l)), true
}

// slideMeet returns the point common to three planes, and false where they have no single one.
func slideMeet(a, b, c *slidePlane) (geom.Vec, bool) {
	bc := b.n.Cross(c.n)
	det := a.n.Dot(bc)
	if math.Abs(det) < 1e-9 {
		return geom.Vec{}, false
	}
	x := bc.Scale(a.b).Add(c.n.Cross(a.n).Scale(b.b)).Add(a.n.Cross(b.n).Scale(c.b))
	return x.Scale(float64(1 / det)), true
}
