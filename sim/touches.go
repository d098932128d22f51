package sim

import (
	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// toucher finds the contact points of one pair after another, and holds the scratch memory for it. Several may work
// concurrently while nothing else changes the world.
type toucher struct {
	w           *World
	m           narrowphase.Manifold
	separations *narrowphase.Memory // those of its worker
	list        []touch
	unseen      []int32  // candidates that touch, or are as near as asked, at a seam or hidden face only
	own, other  []placed // parts of both sides
	onMeshes    []touch  // the contact points of a body with meshes
	flat, chain []flatPoint
	corners     []touch
}

// touch is a contact point of a pair at given poses.
type touch struct {
	p    geom.Vec
	n    geom.Vec // from a to b
	sep  float64
	key  rowKey
	near int32 // index in scratch.candidates
}

// rowKey identifies a contact point throughout the run: the objects, parts, triangle and features in contact.
type rowKey struct {
	a, b         int32
	partA, partB int32
	tri          int32 // of a mesh, -1 otherwise
	feature      narrowphase.FeatureID
}

// less orders keys: by objects, parts, triangle and feature.
func (k *rowKey) less(o *rowKey) bool {
	if k.a != o.a {
		return k.a < o.a
	}
	if k.b != o.b {
		return k.b < o.b
	}
	if k.partA != o.partA {
		return k.partA < o.partA
	}
	if k.partB != o.partB {
		return k.partB < o.partB
	}
	if k.tri != o.tri {
		return k.tri < o.tri
	}
	return k.feature < o.feature
}

func compareKeys(x, y *rowKey) int {
	switch {
	case x.less(y):
		return -1
	case y.less(x):
		return 1
	}
	return 0
}

// keyOf returns the key of a contact point of a candidate of a pair.
func (w *World) keyOf(p *pair, c *candidate, f narrowphase.FeatureID) rowKey {
	if w.meshOf(p) != nil {
		return rowKey{p.a, p.b, c.part, 0, c.other, f}
	}
	return rowKey{p.a, p.b, c.part, c.other, -1, f}
}

// meshOf returns the mesh of a pair, nil where both sides are convex.
func (w *World) meshOf(p *pair) *geom.Mesh {
	if p.b >= 0 {
		return nil
	}
	return w.statics[-1-p.b].mesh
}

// touches collects the contact points of pair k with a separation within margin, at the current states of the bodies.
func (w *World) touches(k int32, margin float64) []touch {
	p := &w.pairs[k]
	l := &w.toucher
	many := w.manyParted(p)
	l.own = placeParts(l.own, &w.bodies[p.a], &w.flights[p.a])
	if many {
		fillBounds(l.own)
	}
	var other []placed
	if p.b >= 0 {
		l.other = placeParts(l.other, &w.bodies[p.b], &w.flights[p.b])
		if many {
			fillBounds(l.other)
		}
		other = l.other
	} else {
		other = w.statics[-1-p.b].placed
	}
	return l.touchesOf(p, margin, l.own, other)
}

// touchesOf is touches for the given parts of both sides. Their bounds must be filled if there is more than one
// candidate.
func (l *toucher) touchesOf(p *pair, margin float64, own, other []placed) []touch {
	w := l.w
	l.list, l.unseen = l.list[:0], l.unseen[:0]
	if mesh := w.meshOf(p); mesh != nil {
		l.touchesMesh(p, mesh, margin, own)
		return l.list
	}
	for c := p.first; c < p.end; c++ {
		of := &w.candidates[c]
		a, b := &own[of.part], &other[of.other]
		if p.end-p.first > 1 {
			if reach := a.bounds.Grow(margin); !reach.Overlaps(&b.bounds) {
				continue
			}
		}
		if !l.separations.Collide(&a.Convex, &b.Convex, margin, &l.m) {
			continue
		}
		partA, partB := &w.bodies[p.a].parts[of.part], &w.partsOf(p.b)[of.other]
		if !w.visible(partA, partB, &a.Convex, &b.Convex, margin, &l.m) || w.atSeam(p, partA, partB, &a.Convex, &b.Convex, &l.m) {
			l.unseen = append(l.unseen, c)
			continue
		}
		l.gather(p, c)
	}
	return l.list
}

func (l *toucher) touchesMesh(p *pair, mesh *geom.Mesh, margin float64, own []placed) {
	for c := l.nextOnMesh(p, p.first, mesh, margin, own); c < p.end; c = l.nextOnMesh(p, c+1, mesh, margin, own) {
		l.gather(p, c)
	}
}

// nextOnMesh returns the first candidate of a pair, from c on, that touches, or the end of the candidates. It fills m.
func (l *toucher) nextOnMesh(p *pair, c int32, mesh *geom.Mesh, margin float64, own []placed) int32 {
	w := l.w
	part, reach := int32(-1), geom.AABB{}
	for ; c < p.end; c++ {
		a, i := &own[w.candidates[c].part], w.candidates[c].other
		if part != w.candidates[c].part {
			part, reach = w.candidates[c].part, a.bounds.Grow(margin)
		}
		if mesh.Beside(i, &reach) || a.beyond(mesh.Planes[i], margin) {
			continue
		}
		if collideTriangle(l.separations, a, mesh, i, margin, &l.m) && !w.atBorder(p, &w.bodies[p.a].parts[w.candidates[c].part], &a.Convex, mesh, i, &l.m) {
			return c
		}
	}
	return p.end
}

// placeParts fills dst with the parts of a body in its flight's state.
func placeParts(dst []placed, b *body, f *flight) []placed { return appendPlaced(dst[:0], b, f) }

// appendPlaced adds the parts of a body in its flight's state to dst.
func appendPlaced(dst []placed, b *body, f *flight) []placed {
	for i := range b.parts {
		dst = append(dst, placed{})
		dst[len(dst)-1].place(&b.parts[i], &f.s)
	}
	return dst
}

func fillBounds(list []placed) {
	for i := range list {
		list[i].fillBounds()
	}
}

// collideTriangle fills m for a shape, with its bounds filled, and triangle i of a mesh, with the kinds of the mesh's
// edges (convex, flat, concave).
func collideTriangle(o *narrowphase.Memory, a *placed, mesh *geom.Mesh, i int32, margin float64, m *narrowphase.Manifold) bool {
	tri := mesh.Triangle(i)
	var edges [3]geom.EdgeInfo
	var beyond [3]geom.Plane
	reach := a.bounds.Grow(margin)
	mesh.Beyond(i, &reach, &edges, &beyond)
	if a.Shape.Kind == geom.ShapeBox {
		return narrowphase.CollideOBBTriangle(&a.obb, &tri, mesh.Planes[i], &edges, &beyond, margin, m)
	}
	return o.CollideTriangle(&a.Convex, &tri, mesh.Planes[i], &edges, &beyond, margin, m)
}

// gather appends the points of the manifold to the list, as those of candidate c.
func (l *toucher) gather(p *pair, c int32) {
	for i := 0; i < l.m.Count; i++ {
		q := &l.m.Points[i]
		l.list = append(l.list, touch{
			p: q.P, n: l.m.N, sep: q.Separation, near: c,
			key: l.w.keyOf(p, &l.w.candidates[c], q.Feature),
		})
	}
}
