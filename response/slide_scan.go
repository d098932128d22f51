package response

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// slideGraze is the depth, in radii, up to which a motion may go into a triangle without a contact. Near an edge that
// lies flat in a surface, at a distance of x radii from it, the gap to the edge exceeds that to the surface only by
// x²/2: rounding decides which is met, and the edge's normal is turned by x. So a depth larger than all rounding, but
// invisible, must decide: at 1e-10 a mover over flat ground passes every edge. Each turn of a slide restores what a
// graze has taken once that exceeds the half, so depths do not add up.
const slideGraze = 1e-10

// slidePosition is what rounding of positions adds to slideGraze, relative to coordinates: four ulps.
const slidePosition = 0x1p-50

// slideFace is the part of the graze that a motion may go into a face. It is above the half, from which on depths are
// restored, and below the whole.
const slideFace = 0.75

// slideSlack is the part of the graze that a projected motion may go into a plane: less than what slideFace leaves to a
// contact that has not been restored, so that no contact is found twice.
const slideSlack = 0.125

// slideTies is the part of the graze within which a face is met together with an edge or a vertex.
const slideTies = 1.0 / 16

// slideHit is a contact with its triangle; tri is -1 for none.
type slideHit struct {
	t         float64
	p, n      geom.Vec // n from the mover to the triangle
	approach  float64  // way into the tangent plane of the whole motion [m]
	depth     float64  // overlap [m], 0 for none
	tie       float64  // way into the plane, within which contacts are one [m]
	mesh, tri int32
	feature   narrowphase.FeatureID
}

// scan finds, over all candidates, the first contact of a motion with each kind of feature, and the deepest overlap. A
// triangle that overlaps is in contact at the start, unless the motion parts from it.
func (s *Slider) scan(move geom.Vec) {
	for k := range s.first {
		s.first[k].t, s.first[k].tri = math.Inf(1), -1
	}
	s.deep.depth, s.deep.tri, s.nearby = 0, -1, 1
	s.sweep.Set(&s.e, move, 0)
	for w := range s.worlds {
		m := s.worlds[w].Mesh
		for _, i := range s.worlds[w].Candidates {
			t := m.Triangle(i)
			s.sweep.Triangle(&t, &s.hit)
			if s.hit.Status != narrowphase.Miss {
				s.consider(move, &t, int32(w), i)
			}
		}
	}
}

// consider enters s.hit, the contact with triangle i of world w.
func (s *Slider) consider(move geom.Vec, t *geom.Triangle, w, i int32) {
	h := &s.hit
	graze := s.graze + float64(8*h.Tolerance)
	c := slideHit{
		t: h.T, p: h.P, n: h.N, approach: move.Dot(h.N), depth: h.Depth, tie: float64(slideTies * graze * s.small),
		mesh: w, tri: i, feature: h.Feature,
	}
	deep := c.depth > float64(0.5*graze*s.small)
	if deep {
		s.overlap(&c)
	}
	kind, _ := h.FeatureOf()
	if f := &s.first[kind]; c.t > f.t || c.t == f.t && !c.before(f) {
		return
	}
	if s.meets(move, t, &c, kind, graze, deep) {
		s.first[kind] = c
	}
}

// overlap enters an overlap that is deeper than what a graze may take.
func (s *Slider) overlap(c *slideHit) {
	// Depth is measured in the world, along a normal that has the support s.e.R·n.
	if d := 1 - float64(c.depth/s.e.R.Mul(c.n).Len()); d < s.nearby {
		s.nearby = d
	}
	if c.depth > s.deep.depth || c.depth == s.deep.depth && c.before(&s.deep) {
		s.deep = *c
	}
}

// meets reports whether c is a contact and no graze. The motion goes no deeper than the way into the tangent plane that
// is left at c. For a face this alone decides, even if the motion leaves the triangle on its way down: otherwise the
// missed part would be an edge's, with a wrong normal. Its limit is lower than that of an edge or vertex, which must
// really be in the way.
func (s *Slider) meets(move geom.Vec, t *geom.Triangle, c *slideHit, kind int, graze float64, deep bool) bool {
	if deep {
		return c.approach > float64(1e-13*move.Len())
	}
	limit := float64(graze * s.small)
	into := float64(c.approach * (1 - c.t))
	if kind == narrowphase.FeatureFace {
		return into > 0 && into+c.depth > float64(slideFace*limit)
	}
	return into+c.depth > limit && s.sweep.Sinks(t, graze)
}

// before orders triangles.
func (c *slideHit) before(d *slideHit) bool {
	return c.mesh < d.mesh || c.mesh == d.mesh && c.tri < d.tri
}

// nearest returns the first contact of the last scan, nil for none: a face or an edge rather than what bounds it, where
// both are met at once.
func (s *Slider) nearest() *slideHit {
	first := min(s.first[0].t, s.first[1].t, s.first[2].t)
	for k := narrowphase.FeatureFace; k >= narrowphase.FeatureVertex; k-- {
		h := &s.first[k]
		if h.tri >= 0 && float64((h.t-first)*h.approach) <= h.tie {
			h.t = first
			return h
		}
	}
	return nil
}
