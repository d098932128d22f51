package runs

import (
	"cmp"
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// outlinePart is a convex shape of an object with its pose in the object.
type outlinePart struct {
	shape geom.Shape
	at    geom.Transform
}

// outlineParts returns the parts of an object that have an outline; shapes that this version does not know are left
// out.
func outlineParts(o *record.Object) []outlinePart {
	var list []outlinePart
	for i := range o.Parts {
		if s, err := o.Parts[i].Convex(); err == nil && s.Kind != geom.ShapePlane {
			list = append(list, outlinePart{s, o.Parts[i].Pose()})
		}
	}
	return list
}

// roundCorners is the number of corners that stand for the outline of a curved shape.
const roundCorners = 48

// outline returns the corners of the part's outline seen from above, counter-clockwise, for an object at a pose.
func (p *outlinePart) outline(pose geom.Transform) []geom.Vec {
	t := pose.Mul(p.at)
	var list []geom.Vec
	if p.shape.Polyhedral() {
		for _, v := range p.shape.Hull.Vertices {
			list = append(list, t.Apply(v))
		}
		return hullAbove(list)
	}
	for k := range roundCorners {
		s, c := math.Sincos(2 * math.Pi * float64(k) / roundCorners)
		d := t.Q.RotateInv(geom.Vec{X: c, Y: s})
		list = append(list, t.Apply(p.shape.Support(d)))
	}
	return hullAbove(list)
}

// hullAbove returns the corners of the convex hull of points seen from above, counter-clockwise: Andrew's monotone
// chain.
func hullAbove(p []geom.Vec) []geom.Vec {
	slices.SortFunc(p, func(a, b geom.Vec) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	var chain []geom.Vec
	for pass := range 2 {
		base := len(chain)
		for _, v := range p {
			for n := len(chain); n >= base+2 && !leftAbove(chain[n-2], chain[n-1], v); n = len(chain) {
				chain = chain[:n-1]
			}
			chain = append(chain, v)
		}
		chain = chain[:len(chain)-1]
		if pass == 0 {
			slices.Reverse(p)
		}
	}
	return chain
}

// leftAbove reports whether the path from a over b to c turns left, seen from above.
func leftAbove(a, b, c geom.Vec) bool {
	u, v := b.Sub(a), c.Sub(a)
	return float64(u.X*v.Y) > float64(u.Y*v.X)
}
