package meshio

import (
	"errors"
	"fmt"
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// maxEars bounds the corners of a polygon that is not cut into a fan: the work is quadratic in them.
const maxEars = 1024

var (
	errCrosses  = errors.New("the polygon crosses or touches itself: split it into triangles")
	errManyEars = fmt.Errorf("the polygon is not convex and has more than %d corners: split it into triangles", maxEars)
	errNoEar    = errors.New("the polygon has too narrow a part to be cut into triangles: split it into triangles")
)

// A cutter cuts polygons into triangles. It holds memory for the next.
type cutter struct {
	list []geom.Tri
	flat [][2]float64
	ring []int32
}

// cut returns the triangles of a flat polygon, as numbers of its corners, with their fronts where it has its own: a fan
// where fanApex has one, else ears. Corners may lie in line; each is one of the triangles', so that what shares an edge
// with the polygon meets it at all its corners. The list lasts until the next cut.
func (c *cutter) cut(p []geom.Vec) ([]geom.Tri, error) {
	c.list = c.list[:0]
	apex, err := fanApex(p)
	switch {
	case err == nil:
		n := len(p)
		for k := 1; k+1 < n; k++ {
			c.list = append(c.list, geom.Tri{int32(apex), int32((apex + k) % n), int32((apex + k + 1) % n)})
		}
		return c.list, nil
	case err != errConcave && err != errCollinear:
		return nil, err
	case len(p) > maxEars:
		return nil, errManyEars
	}
	return c.list, c.cutEars(p)
}

// cutEars cuts off one corner after the other: the first from the last one on whose triangle has an area and holds no other
// corner. The polygon is seen along the axis that is nearest its normal, whose coordinate is left out, which rounds nothing.
//
// Source: Meisters, Polygons Have Ears (1975).
func (c *cutter) cutEars(p []geom.Vec) error {
	n, size := newell(p)
	n = n.Scale(1 / n.Len())
	tol, d := float64(flatness*size), n.Dot(p[0])
	for i := range p {
		switch {
		case p[i] == p[(i+1)%len(p)]:
			return errRepeat
		case math.Abs(n.Dot(p[i])-d) > tol:
			return errNotFlat
		}
	}
	c.project(p, n)
	if c.crosses() {
		return errCrosses
	}
	c.ring = c.ring[:0]
	for i := range p {
		c.ring = append(c.ring, int32(i))
	}
	least := float64(minFanHeight * size)
	for k, tried := 0, 0; len(c.ring) > 2; {
		m := len(c.ring)
		t := geom.Tri{c.ring[k%m], c.ring[(k+1)%m], c.ring[(k+2)%m]}
		switch {
		case tried == m:
			return errNoEar
		case !c.isEar(t, least):
			k, tried = (k+1)%m, tried+1
			continue
		}
		c.list = append(c.list, t)
		at := (k + 1) % m
		c.ring = append(c.ring[:at], c.ring[at+1:]...)
		tried = 0
		if at < k {
			k--
		}
		k %= len(c.ring)
	}
	return nil
}

// project sets the corners as seen along the axis nearest n, so that they go round counter-clockwise.
func (c *cutter) project(p []geom.Vec, n geom.Vec) {
	c.flat = c.flat[:0]
	a := n.Abs()
	for _, v := range p {
		q, along := [2]float64{v.X, v.Y}, n.Z
		switch {
		case a.X >= a.Y && a.X >= a.Z:
			q, along = [2]float64{v.Y, v.Z}, n.X
		case a.Y >= a.Z:
			q, along = [2]float64{v.Z, v.X}, n.Y
		}
		if along < 0 {
			q[0] = -q[0]
		}
		c.flat = append(c.flat, q)
	}
}

// side returns twice the area of a triangle of three corners, above zero where they go round counter-clockwise.
func (c *cutter) side(i, j, k int32) float64 {
	a, b, d := c.flat[i], c.flat[j], c.flat[k]
	return float64((b[0]-a[0])*(d[1]-a[1])) - float64((b[1]-a[1])*(d[0]-a[0]))
}

// isEar reports whether a triangle of corners of the ring has a height above least and no other corner of the ring in it or on it.
func (c *cutter) isEar(t geom.Tri, least float64) bool {
	longest := 0.0
	for k := range t {
		a, b := c.flat[t[k]], c.flat[t[(k+1)%3]]
		longest = math.Max(longest, float64((b[0]-a[0])*(b[0]-a[0]))+float64((b[1]-a[1])*(b[1]-a[1])))
	}
	if !(c.side(t[0], t[1], t[2]) > float64(least*math.Sqrt(longest))) {
		return false
	}
	for _, v := range c.ring {
		if v != t[0] && v != t[1] && v != t[2] &&
			c.side(t[0], t[1], v) >= 0 && c.side(t[1], t[2], v) >= 0 && c.side(t[2], t[0], v) >= 0 {
			return false
		}
	}
	return true
}

// crosses reports whether two sides of the polygon that do not follow each other have a point in common, or two that do
// more than one.
func (c *cutter) crosses() bool {
	n := int32(len(c.flat))
	for i := range n {
		a, b := i, (i+1)%n
		next := (i + 2) % n
		if p, q, r := c.flat[a], c.flat[b], c.flat[next]; c.side(a, b, next) == 0 &&
			float64((q[0]-p[0])*(r[0]-q[0]))+float64((q[1]-p[1])*(r[1]-q[1])) < 0 {
			return true // goes back
		}
		for j := i + 2; j < n; j++ {
			if e := (j + 1) % n; e != a && c.meet(a, b, j, e) {
				return true
			}
		}
	}
	return false
}

// meet reports whether the side from a to b and that from d to e have a point in common.
func (c *cutter) meet(a, b, d, e int32) bool {
	for k := range 2 {
		if least, most := min(c.flat[a][k], c.flat[b][k]), max(c.flat[a][k], c.flat[b][k]); max(c.flat[d][k], c.flat[e][k]) < least || min(c.flat[d][k], c.flat[e][k]) > most {
			return false
		}
	}
	apart := func(x, y float64) bool { return x > 0 && y > 0 || x < 0 && y < 0 }
	return !apart(c.side(a, b, d), c.side(a, b, e)) && !apart(c.side(d, e, a), c.side(d, e, b))
}
