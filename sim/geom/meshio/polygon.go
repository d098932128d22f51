package meshio

import (
	"errors"
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

const (
	// flatness is how far a corner of a polygon may lie from its plane, and how far inside the line between the corners
	// beside it, over the polygon's extent: what coordinates of four decimals do to a polygon of a metre. The surface
	// that the triangles give differs from any other between the corners by no more than that.
	flatness = 1e-4

	// minFanHeight is the least height of a triangle of the fan over the polygon's extent.
	minFanHeight = 1e-6
)

var (
	errRepeat    = errors.New("the polygon has the same corner twice in a row: remove one")
	errNoArea    = errors.New("the polygon has no area: remove it")
	errNotFlat   = errors.New("the corners of the polygon are not in a plane: split it into triangles")
	errConcave   = errors.New("the polygon is not convex")
	errCollinear = errors.New("the polygon has too many corners in line to be cut into a fan")
)

// fanApex returns the index of a corner from which the triangles to all other sides cover the polygon, each with an
// area: the first one that does. The polygon must be flat, convex and go round once; corners may lie in line. Fewer
// than four corners are not checked.
func fanApex(p []geom.Vec) (int, error) {
	if len(p) < 4 {
		return 0, nil
	}
	n, size := newell(p)
	l := n.Len()
	if !(l > minFanHeight*size*size) {
		return 0, errNoArea
	}
	n = n.Scale(1 / l)
	tol, d := float64(flatness*size), n.Dot(p[0])
	for i := range p {
		a, b, c := p[i], p[(i+1)%len(p)], p[(i+2)%len(p)]
		switch {
		case a == b:
			return 0, errRepeat
		case math.Abs(n.Dot(a)-d) > tol:
			return 0, errNotFlat
		case b.Sub(a).Cross(c.Sub(b)).Dot(n) < -float64(tol*c.Sub(a).Len()):
			return 0, errConcave
		}
	}
	if !goesRoundOnce(p, float64(2*tol)) {
		return 0, errConcave
	}
	for apex := range min(len(p), maxApex) {
		if isFan(p, apex, n, float64(minFanHeight*size)) {
			return apex, nil
		}
	}
	return 0, errCollinear
}

// maxApex bounds the search of fanApex, which otherwise is quadratic in the corners.
const maxApex = 64

// goesRoundOnce reports whether the way round the polygon, seen along its length, goes up once and down once. Ways back
// of up to tol do not count.
func goesRoundOnce(p []geom.Vec, tol float64) bool {
	far := p[0]
	for _, q := range p {
		if q.Sub(p[0]).LenSq() > far.Sub(p[0]).LenSq() {
			far = q
		}
	}
	u, low := far.Sub(p[0]).Normalize(), 0
	for i, q := range p {
		if q.Dot(u) < p[low].Dot(u) {
			low = i
		}
	}
	turns, up, last := 0, true, p[low].Dot(u) // last is the highest yet on a way up, the lowest on a way down
	for k := range len(p) + 1 {
		switch x := p[(low+k)%len(p)].Dot(u); {
		case (x > last) == up:
			last = x
		case math.Abs(x-last) > tol:
			turns, up, last = turns+1, !up, x
		}
	}
	return turns == 1
}

// newell returns twice the polygon's area vector and its extent. Points are taken from the first corner, so that a
// polygon far from the origin loses nothing.
//
// Source: Newell's method, in Sutherland, Sproull, Schumacker, A characterization of ten hidden-surface algorithms
// (1974).
func newell(p []geom.Vec) (n geom.Vec, size float64) {
	b := geom.AABBOf(p...)
	for i := 1; i+1 < len(p); i++ {
		n = n.Add(p[i].Sub(p[0]).Cross(p[i+1].Sub(p[0])))
	}
	return n, b.Size().MaxAbs()
}

// isFan reports whether every triangle from the apex has its front towards n and a height above least.
func isFan(p []geom.Vec, apex int, n geom.Vec, least float64) bool {
	a := p[apex]
	for k := 1; k+1 < len(p); k++ {
		b, c := p[(apex+k)%len(p)], p[(apex+k+1)%len(p)]
		longest := math.Sqrt(max(b.Sub(a).LenSq(), c.Sub(b).LenSq(), a.Sub(c).LenSq()))
		if !(b.Sub(a).Cross(c.Sub(a)).Dot(n) > least*longest) {
			return false
		}
	}
	return true
}
