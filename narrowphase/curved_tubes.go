package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// tube reports whether a shape has a side whose section is the same circle everywhere.
func tube(s *geom.Shape) bool { return s.Kind == geom.ShapeCapsule || s.Kind == geom.ShapeCylinder }

// tubeSide is the feature of the side of a tube.
func tubeSide(s *geom.Shape) feature {
	if s.Kind == geom.ShapeCapsule {
		return featureOf(FeatureFace, 0)
	}
	return featureOf(FeatureFace, 2)
}

// tubeReach is how far from its middle the axis of a tube may be nearest to that of another for no other direction to part them
// sooner: along a direction at the angle w to the normal plane of its axis a cylinder reaches r cos w + m |sin w| from there, where m
// is the way to the nearer cap, and that is at least r if m is.
func tubeReach(s *geom.Shape) float64 {
	if s.Kind == geom.ShapeCapsule {
		return s.Size.Z
	}
	return s.Size.Z - s.Size.X
}

// separateTubes is separate for two tubes, at least one a cylinder, whose axes cross between their ends, not all but parallel and not
// in each other by more than half: the nearest points are where their axes are nearest. It reports whether they are such a pair.
func (q *curvedPair) separateTubes() bool {
	if q.b == nil || !tube(q.a) || !tube(q.b) {
		return false
	}
	u, c := q.rA.Col(2), q.cA
	along := u.Z // the cosine of the angle of the axes
	across := 1 - float64(along*along)
	if !(across > leastCrossing) {
		return false
	}
	cu := c.Dot(u)
	s := (float64(along*c.Z) - cu) / across
	t := c.Z + float64(s*along)
	if !(math.Abs(s) <= tubeReach(q.a) && math.Abs(t) <= tubeReach(q.b)) {
		return false
	}
	from := c.AddScaled(u, s)
	way := geom.Vec{X: -from.X, Y: -from.Y, Z: t - from.Z}
	radii, d := q.a.Size.X+q.b.Size.X, way.Len()
	if !(d >= 0.5*radii) {
		return false
	}
	q.sep, q.n = d-radii, way.Scale(1/d)
	q.pa, q.pb = from.AddScaled(q.n, q.a.Size.X), geom.Vec{Z: t}.AddScaled(q.n, -q.b.Size.X)
	q.fa, q.fb = tubeSide(q.a), tubeSide(q.b)
	return true
}

// leastCrossing is the least square of the sine of the angle of axes that cross: at 1e-5 rad the place is rounded to 1e-6 of how far
// they are away along the axes, and to 1e-11 across.
const leastCrossing = 1e-10

// meetSkewed adds the ends of what two tubes, or a tube and an edge of a polyhedron, which is one without a radius, have in
// common along their axes, at a larger angle than that of meetSegments. Long bodies that lie nearly along each other cross at
// one place, which is anywhere on them: with a contact there alone the load goes from end to end, and both sink in.
func (s *curvedContact) meetSkewed(a, b *flat) {
	if s.b == nil || !tube(s.a) || !tube(s.b) && !s.b.Polyhedral() {
		return
	}
	da, db := a.e[1].Sub(a.e[0]), b.e[1].Sub(b.e[0])
	ua, ub := da.AddScaled(s.n, -da.Dot(s.n)), db.AddScaled(s.n, -db.Dot(s.n))
	la, lb := ua.LenSq(), ub.LenSq()
	if la == 0 || lb == 0 {
		return
	}
	if t := ua.Dot(s.pa.Sub(a.e[0])) / la; !tube(s.b) && t > besideEnd && t < 1-besideEnd {
		s.fa = a.f // and not the rim that a direction leans to by rounding, which is one of the ends
	}
	var has [2]bool // the end of A
	for i, p := range a.e {
		if t := ub.Dot(p.Sub(b.e[0])) / lb; t >= 0 && t <= 1 {
			has[i] = s.addBeside(p, b.e[0].AddScaled(db, t), a.ef[i], b.f)
		}
	}
	near := s.a.Size.X // of ends that count as one
	if tube(s.b) {
		near = math.Min(near, s.b.Size.X)
	}
	near = near * besideSine / math.Sqrt(la)
	for i, p := range b.e {
		if t := ua.Dot(p.Sub(a.e[0])) / la; t >= 0 && t <= 1 && !(has[0] && t < near) && !(has[1] && t > 1-near) {
			s.addBeside(a.e[0].AddScaled(da, t), p, a.f, b.ef[i])
		}
	}
}

// besideSine is the sine of the angle between the normal of a pair and that at a point of meetSkewed up to which
// the normal stands for both.
const besideSine = 0.2

// besideEnd is the share of a side's length next to its ends where the nearest points count as at these.
const besideEnd = 1e-6

// addBeside adds a point of A and one of B that lie on the sides of tubes but not opposite to each other, midway between them, or at
// that of B if it is on an edge, with the separation of the sides there. It reports whether the normal stands for that there.
func (s *curvedContact) addBeside(pa, pb geom.Vec, fa, fb feature) bool {
	d, r, share := pb.Sub(pa), s.a.Size.X, 1.0
	if tube(s.b) {
		r, share = r+s.b.Size.X, 0.5
	}
	apart := d.Dot(s.n) // along the normal, of the lines of A and B
	axes := r + apart
	off := math.Max(0, d.LenSq()-float64(apart*apart))
	far := math.Sqrt(float64(axes*axes) + off)
	if !(axes > 0) || off > float64(float64(besideSine*besideSine)*float64(far*far)) {
		return false
	}
	at := pa.AddScaled(d, share)
	s.add(at.AddScaled(s.n, -float64(share*(far-r))), at.AddScaled(s.n, float64((1-share)*(far-r))), fa, fb)
	return true
}
