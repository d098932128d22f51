package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/vehicle"
)

// probe casts the disc of a wheel of a body against the statics that the body does not pass through.
func (w *World) probe(body int32, p *vehicle.Probe) vehicle.Ground {
	c := w.castDisc(body, p)
	return c.ground
}

// castDisc is probe with all that the cast has found.
func (w *World) castDisc(body int32, p *vehicle.Probe) discCast {
	c := discCast{p: p, side: p.Up.Cross(p.Ahead), best: -p.Droop}
	box := p.Bounds()
	for i := range w.statics {
		st := &w.statics[i]
		if st.sensor || !st.bounds.Overlaps(&box) || w.ignores(body, int32(-1-i)) {
			continue
		}
		c.road = w.roads[st.material]
		if st.tree != nil {
			w.roadTriangles = st.tree.Query(&box, w.roadTriangles[:0])
			for _, t := range w.roadTriangles {
				v := st.mesh.Triangle(t)
				c.face(st.mesh.Planes[t].N, &v)
			}
		}
		for k := range st.placed {
			if part := &st.placed[k]; part.bounds.Overlaps(&box) {
				c.shape(&part.Convex)
			}
		}
	}
	return c
}

// probeFooting casts the disc of a wheel, within a box, against a body.
func (w *World) probeFooting(o *footing, p *vehicle.Probe, box *geom.AABB) vehicle.Ground {
	c := discCast{p: p, side: p.Up.Cross(p.Ahead), best: -p.Droop, road: w.roads[w.bodies[o.body].material]}
	for k := o.parts.first; k < o.parts.end; k++ {
		if part := &w.footingParts[k]; part.bounds.Overlaps(box) {
			c.shape(&part.Convex)
		}
	}
	return c.ground
}

// discCast finds the highest position of a wheel, above its position on level ground, with its disc on the ground.
// Coordinates in the plane of the disc: x ahead of the middle, z up from the lowest point of the wheel on level ground.
type discCast struct {
	p      *vehicle.Probe
	side   geom.Vec // to the left, at right angles to the disc
	best   float64  // lift of the wheel [m]
	road   float64
	above  bool // something is too high to stand on
	ground vehicle.Ground
}

// leastRise is the cosine between a face's normal and the wheel's upward direction below which the wheel does not roll
// on the face, such as that of a kerb or a wall.
const leastRise = 0.2

// shape casts the disc against a convex shape.
func (c *discCast) shape(s *narrowphase.Convex) {
	switch {
	case s.Shape.Kind == geom.ShapePlane:
		c.plane(s.Pose.P, s.Pose.Q.Rotate(geom.Vec{Z: 1}))
	case s.Shape.Polyhedral():
		h := s.Shape.Hull
		for f := range h.Faces {
			n := s.Pose.Q.Rotate(h.Faces[f].Plane.N)
			if !(n.Dot(c.p.Up) >= leastRise) {
				continue
			}
			c.polygon(n, h, f, &s.Pose)
		}
	default:
		c.round(s)
	}
}

const (
	// thinDisc is the half thickness of the disc that is cast against round shapes, over its radius.
	thinDisc = 1e-6
	// aboveCap is how much higher, over its radius, the disc must be on a round shape than on its flat faces.
	aboveCap = 1e-5
)

// round casts the disc against a round shape: down from where its lowest point is as high as the axle may come. What it
// overlaps there is a wall. The normal that the cast has on the rim of a flat face is across both the rim and the disc:
// that face is looked at by itself, as one of a hull.
func (c *discCast) round(s *narrowphase.Convex) {
	up := s.Pose.Q.Rotate(geom.Vec{Z: 1})
	switch size := s.Shape.Size; s.Shape.Kind {
	case geom.ShapeCylinder:
		c.circle(s.Pose.P.AddScaled(up, size.Z), up, size.X)
		c.circle(s.Pose.P.AddScaled(up, -size.Z), up.Neg(), size.X)
	case geom.ShapeCone:
		c.circle(s.Pose.P, up.Neg(), size.X)
	}
	disc, err := geom.NewCylinder(c.p.Radius, float64(thinDisc*c.p.Radius))
	if err != nil {
		return
	}
	top := c.p.Radius + c.p.Travel
	a := narrowphase.Convex{Shape: &disc, Pose: geom.Transform{P: c.p.Origin.AddScaled(c.p.Up, top+c.p.Radius), Q: c.attitude()}}
	hit := narrowphase.Cast(&a, s, c.p.Up.Neg(), geom.Vec{}, top+c.p.Droop, 0)
	if n := hit.N.Neg(); hit.Status == narrowphase.Hit && hit.Time > 0 && hit.Set.Count > 0 && n.Dot(c.p.Up) >= leastRise {
		at := geom.Vec{}
		for _, p := range hit.Set.Points[:hit.Set.Count] {
			at = at.Add(p)
		}
		at = at.Scale(1 / float64(hit.Set.Count)).Sub(c.p.Origin)
		if lift := top - hit.Time; lift > c.best+float64(aboveCap*c.p.Radius) {
			c.take(lift, at.Dot(c.p.Ahead), at.Dot(c.p.Up), n)
		}
	}
}

// circle casts the disc against a flat round face with the normal n.
func (c *discCast) circle(middle, n geom.Vec, radius float64) {
	if !(n.Dot(c.p.Up) >= leastRise) {
		return
	}
	across := c.side.AddScaled(n, -c.side.Dot(n)) // in the face, to the disc's plane
	l := across.Len()
	off := c.p.Origin.Sub(middle).Dot(c.side) / l
	rest := float64(radius*radius) - float64(off*off)
	if !(rest > 0) {
		return
	}
	across = across.Scale(1 / l)
	half := n.Cross(across).Scale(math.Sqrt(rest))
	at := middle.AddScaled(across, off).Sub(c.p.Origin)
	var s slice
	c.end(&s, at.Sub(half))
	c.end(&s, at.Add(half))
	c.segment(&s, n)
}

// attitude returns a rotation of the z axis to the disc's axle.
func (c *discCast) attitude() geom.Quat {
	if c.side.Z < -0.5 { // by way of the x axis, since half a turn has no shortest way
		half := geom.Quat{V: geom.Vec{X: 1}}
		return turnTo(c.side, geom.Vec{Z: -1}).Mul(half)
	}
	return turnTo(c.side, geom.Vec{Z: 1})
}

// turnTo returns the shortest rotation of one unit vector to another that is not opposite.
func turnTo(to, from geom.Vec) geom.Quat {
	return geom.Quat{W: 1 + from.Dot(to), V: from.Cross(to)}.Normalize()
}

// plane casts the disc against a half space.
func (c *discCast) plane(at, n geom.Vec) {
	up := n.Dot(c.p.Up)
	if !(up >= leastRise) {
		return
	}
	slope := -n.Dot(c.p.Ahead) / up
	z := n.Dot(at.Sub(c.p.Origin)) / up
	root := math.Sqrt(1 + float64(slope*slope))
	x := float64(c.p.Radius*slope) / root
	c.take(z+float64(c.p.Radius*(root-1)), x, z+float64(slope*x), n)
}

// face casts the disc against a triangle, from both sides.
func (c *discCast) face(n geom.Vec, v *geom.Triangle) {
	if up := n.Dot(c.p.Up); !(math.Abs(up) >= leastRise) {
		return
	} else if up < 0 {
		n = n.Neg()
	}
	var s slice
	c.edge(&s, v.A, v.B)
	c.edge(&s, v.B, v.C)
	c.edge(&s, v.C, v.A)
	c.segment(&s, n)
}

// polygon casts the disc against a face of a hull.
func (c *discCast) polygon(n geom.Vec, h *geom.Hull, f int, pose *geom.Transform) {
	first, count := h.Faces[f].First, h.Faces[f].Count
	var s slice
	last := pose.Apply(h.Vertices[h.Corners[first+count-1]])
	for k := range count {
		v := pose.Apply(h.Vertices[h.Corners[first+k]])
		c.edge(&s, last, v)
		last = v
	}
	c.segment(&s, n)
}

// slice is the intersection of the plane of a disc with a face: a segment.
type slice struct {
	n      int
	lo, hi [2]float64 // (x, z) of its ends, x ascending
}

// edge adds the intersection of the disc's plane with the edge from a to b.
func (c *discCast) edge(s *slice, a, b geom.Vec) {
	a, b = a.Sub(c.p.Origin), b.Sub(c.p.Origin)
	da, db := a.Dot(c.side), b.Dot(c.side)
	if (da > 0) == (db > 0) {
		return
	}
	c.end(s, a.AddScaled(b.Sub(a), da/(da-db)))
}

// end adds an end of the intersection, as seen from the lowest point of the wheel on level ground.
func (c *discCast) end(s *slice, q geom.Vec) {
	at := [2]float64{q.Dot(c.p.Ahead), q.Dot(c.p.Up)}
	if s.n == 0 || at[0] < s.lo[0] {
		s.lo = at
	}
	if s.n == 0 || at[0] > s.hi[0] {
		s.hi = at
	}
	s.n++
}

// segment rests the disc on a segment: the middle of the wheel is highest above it where z + sqrt(R² - x²) is, at x = R
// m/sqrt(1 + m²) for the slope m, or at the segment's nearer end. There the disc rests on an edge, with a normal
// through its middle.
func (c *discCast) segment(s *slice, n geom.Vec) {
	r := c.p.Radius
	if s.n < 2 || !(s.lo[0] < r && s.hi[0] > -r) {
		return
	}
	slope := 0.0
	if d := s.hi[0] - s.lo[0]; d > 0 {
		slope = (s.hi[1] - s.lo[1]) / d
	}
	x := float64(r*slope) / math.Sqrt(1+float64(slope*slope))
	z, edge := 0.0, true
	switch {
	case x < s.lo[0]:
		x, z = s.lo[0], s.lo[1]
	case x > s.hi[0]:
		x, z = s.hi[0], s.hi[1]
	default:
		z, edge = s.lo[1]+float64(slope*(x-s.lo[0])), false
	}
	rest := float64(r*r) - float64(x*x)
	if !(rest > 0) {
		return
	}
	up := math.Sqrt(rest)
	if edge {
		n = c.p.Up.Scale(up/r).AddScaled(c.p.Ahead, -x/r)
	}
	c.take(z+up-r, x, z, n)
}

// take records a position of the wheel if it is the highest so far, and what the wheel stands on is below its axle.
func (c *discCast) take(lift, x, z float64, n geom.Vec) {
	if !(lift > c.best) {
		return
	}
	if z > c.p.Radius+c.p.Travel {
		c.above = true
		return
	}
	c.best = lift
	c.ground = vehicle.Ground{
		Hit: true, Lift: lift, N: n, Surface: c.road,
		P: c.p.Origin.AddScaled(c.p.Ahead, x).AddScaled(c.p.Up, z),
	}
}
