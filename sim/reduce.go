package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// coplanar is the largest difference of unit normals that count as equal when contact points are reduced.
const coplanar = 1e-9

// reduce keeps, of contact points with one normal, those at the corners of their convex hull. A flat face on a floor of
// many triangles meets each of them in a polygon; separations vary linearly over the face, so that keeping the corners
// apart keeps all points apart. They may not over two faces, of two parts of a body or of one thin part over a plane, of which one may
// be nearer in the middle of the other's corners: such points go together only where they do. Points closer than 1e-9 size [m]
// count as one.
func (l *toucher) reduce(list []touch, size float64) []touch {
	kept, tol := 0, float64(1e-9*size)
	for len(list) > kept {
		first := list[kept]
		level, end, parts := first.level(first.n), kept+1, false
		for i := end; i < len(list); i++ {
			if q := &list[i]; q.n.Sub(first.n).MaxAbs() <= coplanar && math.Abs(q.level(first.n)-level) <= tol && l.w.alikeGround(q.key.b, first.key.b) {
				parts = parts || q.key.partA != first.key.partA
				list[end], list[i] = list[i], list[end]
				end++
			}
		}
		flat := linear(list[kept:end], tol)
		if parts && !flat {
			end = kept + partition(list[kept:end], first.key.partA)
			flat = linear(list[kept:end], tol)
		}
		if !flat || end-kept <= 2 {
			kept = end
			continue
		}
		corners := l.wholeRim(list[kept:kept+l.hull(list[kept:end], first.n, tol)], tol)
		list = append(list[:kept+corners], list[end:]...)
		kept += corners
	}
	slices.SortFunc(list, func(x, y touch) int { return compareKeys(&x.key, &y.key) })
	return list
}

// wholeRim moves the eight points of the rim of a cap of a cylinder or cone, if all are corners, to the front of the list, with the
// lowest point where that is lower by tol [m] than these, and returns their number; else, or if other parts have corners, that of
// all. Other points, where the rim crosses the border of a tile, represent no more of it.
func (l *toucher) wholeRim(list []touch, tol float64) int {
	key := list[0].key
	if s := l.w.bodies[key.a].parts[key.partA].Shape; s.Kind != geom.ShapeCylinder && s.Kind != geom.ShapeCone {
		return len(list)
	}
	for i := range list {
		if list[i].key.partA != key.partA {
			return len(list)
		}
	}
	for cap := range 2 {
		on, low, lowest := 0, math.Inf(1), -1
		for i := range list {
			if c, ok := list[i].key.feature.RimOfA(); ok && c == cap {
				low = math.Min(low, list[i].sep-tol)
				list[on], list[i] = list[i], list[on]
				on++
			}
		}
		if on < narrowphase.RimPoints {
			continue
		}
		for i := on; i < len(list); i++ {
			if list[i].sep < low {
				low, lowest = list[i].sep, i
			}
		}
		if lowest >= 0 {
			list[on], list[lowest] = list[lowest], list[on]
			on++
		}
		return on
	}
	return len(list)
}

// linear reports whether the separations of points with one normal vary linearly over them, to tol [m]: whether A's surface is
// one plane there. Places count as seen along the normal: where points on a line are apart by half of their separations, it does not
// vary across that.
func linear(list []touch, tol float64) bool {
	o, far, wide := &list[0], geom.Vec{}, geom.Vec{}
	aside := func(q *touch) geom.Vec { d := q.p.Sub(o.p); return d.AddScaled(o.n, -d.Dot(o.n)) }
	rise, tilt := 0.0, 0.0 // of the separation over far, and over wide
	for i := range list {
		if d := aside(&list[i]); d.LenSq() > far.LenSq() {
			far, rise = d, list[i].sep-o.sep
		}
	}
	if !(far.Len() > tol) {
		return true
	}
	along := func(d geom.Vec) float64 { return d.Dot(far) / far.LenSq() }
	for i := range list {
		d := aside(&list[i])
		t := along(d)
		if across := d.AddScaled(far, -t); across.LenSq() > wide.LenSq() {
			wide, tilt = across, list[i].sep-o.sep-float64(t*rise)
		}
	}
	if !(wide.Len() > tol) {
		wide, tilt = far, 0
	}
	for i := range list {
		d := aside(&list[i])
		if off := list[i].sep - o.sep - float64(along(d)*rise) - float64(d.Dot(wide)/wide.LenSq()*tilt); math.Abs(off) > tol {
			return false
		}
	}
	return true
}

// partition moves the points of a part of A to the front of the list and returns their number.
func partition(list []touch, part int32) int {
	end := 0
	for i := range list {
		if list[i].key.partA == part {
			list[end], list[i] = list[i], list[end]
			end++
		}
	}
	return end
}

// reduceMeshes keeps of the contact points of a body with all meshes those at corners.
func (l *toucher) reduceMeshes() {
	if len(l.onMeshes) > 0 {
		k, _ := l.pairOf(l.onMeshes, 0)
		l.onMeshes = l.reduce(l.onMeshes, l.w.size(&l.w.pairs[k]))
	}
}

// pairOf returns the pair of contact point i of a list, and the end of its points there.
func (l *toucher) pairOf(list []touch, i int) (k int32, end int) {
	key := &list[i].key
	end = i + 1
	for end < len(list) && list[end].key.b == key.b {
		end++
	}
	return l.w.findPair(key.a, key.b), end
}

// alikeGround reports whether points on the other sides of two pairs can represent each other: on one object, or on two
// statics of one material.
func (w *World) alikeGround(b, c int32) bool {
	return b == c || b < 0 && c < 0 && w.statics[-1-b].material == w.statics[-1-c].material
}

// manyParted reports whether the contact points of a pair may come from adjacent faces.
func (w *World) manyParted(p *pair) bool { return p.end-p.first > 1 || w.meshOf(p) != nil }

// level returns the height of B's surface along n [m]. Points at different levels, such as a step or a bump under a
// flat face, do not represent each other.
func (t *touch) level(n geom.Vec) float64 { return t.p.Dot(n) + float64(0.5*t.sep) }

// hull moves the corners of the convex hull of points in a plane at right angles to n to the front of the list and
// returns their number. Points within tol of an edge are no corners.
func (l *toucher) hull(list []touch, n geom.Vec, tol float64) int {
	e1 := n.Perpendicular()
	e2 := n.Cross(e1)
	if along1, along2 := extent(list, e1), extent(list, e2); along1 < float64(narrow*along2) {
		e1, e2 = e2, e1.Neg() // the points are sorted along e1: those on a line along it from end to end
	}
	l.flat = l.flat[:0]
	origin := list[0].p
	for i := range list {
		d := list[i].p.Sub(origin)
		l.flat = append(l.flat, flatPoint{d.Dot(e1), d.Dot(e2), int32(i)})
	}
	slices.SortFunc(l.flat, func(a, b flatPoint) int {
		switch {
		case a.x != b.x && a.x < b.x, a.x == b.x && a.y < b.y:
			return -1
		case a.x == b.x && a.y == b.y:
			return compareKeys(&list[a.at].key, &list[b.at].key)
		}
		return 1
	})
	l.chain = l.chain[:0]
	// Andrew's monotone chain: the lower side from left to right, then the upper side back.
	for pass := 0; pass < 2; pass++ {
		base := len(l.chain)
		for i := range l.flat {
			p := &l.flat[i]
			if pass == 1 {
				p = &l.flat[len(l.flat)-1-i]
			}
			for len(l.chain) >= base+2 && !leftTurn(&l.chain[len(l.chain)-2], &l.chain[len(l.chain)-1], p, tol) {
				l.chain = l.chain[:len(l.chain)-1]
			}
			l.chain = append(l.chain, *p)
		}
		l.chain = l.chain[:len(l.chain)-1]
	}
	if len(l.chain) == 0 {
		return 1
	}
	l.corners = l.corners[:0]
	for i := range l.chain {
		l.corners = append(l.corners, list[l.chain[i].at])
	}
	return copy(list, l.corners)
}

// narrow is the width of contact points, relative to their length, below which they are as on a line.
const narrow = 1e-3

// extent returns the extent of contact points along the unit vector e [m].
func extent(list []touch, e geom.Vec) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range list {
		x := e.Dot(list[i].p)
		low, high = math.Min(low, x), math.Max(high, x)
	}
	return high - low
}

// flatPoint is a contact point in the plane of contact: its coordinates, and its place in the list.
type flatPoint struct {
	x, y float64
	at   int32
}

// leftTurn reports whether b lies to the right of the way from a to c by more than tol, so that it is a corner.
func leftTurn(a, b, c *flatPoint, tol float64) bool {
	ux, uy, vx, vy := b.x-a.x, b.y-a.y, c.x-a.x, c.y-a.y
	cross := float64(ux*vy) - float64(uy*vx)
	length := geom.Vec{X: vx, Y: vy}.Len()
	return cross > float64(tol*length) && geom.Vec{X: ux, Y: uy}.Len() > tol
}
