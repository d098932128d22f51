package meshio

import (
	"errors"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
)

// gltfTransform is the map p -> m p + t.
type gltfTransform struct {
	m geom.Mat3
	t geom.Vec
}

func (a *gltfTransform) apply(p geom.Vec) geom.Vec { return a.m.Apply(p).Add(a.t) }

// after returns the map b followed by a.
func (a *gltfTransform) after(b *gltfTransform) gltfTransform {
	return gltfTransform{a.m.Mul(&b.m), a.apply(b.t)}
}

// gltfVisit is a node to be read, with the transform of what is above it.
type gltfVisit struct {
	node  int
	above gltfTransform
}

// scene reads the nodes of the scene, transformed as a whole, each before its children and those in order.
func (p *gltfReader) scene(whole gltfTransform) {
	seen := make([]bool, len(p.doc.Nodes))
	var stack []gltfVisit
	push := func(nodes []int, above gltfTransform) bool {
		for _, n := range slices.Backward(nodes) {
			switch {
			case n < 0 || n >= len(seen):
				p.add(0, "nodes[%d] is not there, the file has %d: export the mesh again", n, len(seen))
				return false
			case seen[n]:
				p.add(0, "nodes[%d] stands at two places of the scene: give each node one parent", n)
				return false
			}
			seen[n] = true
			stack = append(stack, gltfVisit{n, above})
		}
		return true
	}
	ok := push(p.roots(), whole)
	for ok && len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		local, err := p.raw.Nodes[v.node].local()
		if err != nil {
			p.add(0, "nodes[%d]: %w", v.node, err)
			continue
		}
		at := v.above.after(&local)
		if m := p.doc.Nodes[v.node].Mesh; m != nil {
			ok = p.show(v.node, *m, &at)
		}
		ok = ok && push(p.doc.Nodes[v.node].Children, at)
	}
}

// roots returns the nodes of the scene.
func (p *gltfReader) roots() []int {
	scene := 0
	if p.doc.Scene != nil {
		scene = *p.doc.Scene
	}
	if scene >= 0 && scene < len(p.doc.Scenes) {
		return p.doc.Scenes[scene].Nodes
	}
	if p.doc.Scene != nil {
		p.add(0, "scenes[%d] is not there, the file has %d: export the mesh again", scene, len(p.doc.Scenes))
		return nil
	}
	child := make([]bool, len(p.doc.Nodes))
	for _, n := range p.doc.Nodes {
		for _, c := range n.Children {
			if c >= 0 && c < len(child) {
				child[c] = true
			}
		}
	}
	var roots []int
	for i := range child {
		if !child[i] {
			roots = append(roots, i)
		}
	}
	return roots
}

// show reads the triangles of a mesh that a node shows; false where reading must end.
func (p *gltfReader) show(node, mesh int, at *gltfTransform) bool {
	if mesh < 0 || mesh >= len(p.doc.Meshes) {
		p.add(0, "nodes[%d]: meshes[%d] is not there, the file has %d: export the mesh again", node, mesh, len(p.doc.Meshes))
		return true
	}
	for i, from := range p.doc.Meshes[mesh].Primitives {
		part := gltfPart{int32(len(p.mesh.Tris)), int32(node), int32(mesh), int32(i)}
		p.parts = append(p.parts, part)
		err := errTooMany
		if p.spend(1) { // a mesh of many primitives without triangles may be shown many times too
			err = p.primitive(from, at)
		}
		if err != nil {
			p.add(0, "%v: %w", part, err)
		}
		if errors.Is(err, errTooMany) {
			return false
		}
	}
	return true
}

// The least and greatest length of a rotation's quaternion; one far from 1 is no rotation but damaged.
const (
	minQuatLen = 1e-3
	maxQuatLen = 1e3
)

// local returns the node's own transform.
func (n *gltfRawNode) local() (a gltfTransform, err error) {
	a.m = geom.Identity()
	if c := n.Matrix; c != nil {
		switch {
		case len(c) != 16:
			return a, errors.New("matrix has not 16 numbers: export the mesh again")
		case n.Translation != nil || n.Rotation != nil || n.Scale != nil:
			return a, errors.New("it has a matrix and also a translation, rotation or scale: remove one of them")
		case c[3] != 0 || c[7] != 0 || c[11] != 0 || c[15] != 1:
			return a, errors.New("the last row of matrix is not 0 0 0 1: export the mesh again")
		}
		a.m = geom.Mat3{X: geom.Vec{X: c[0], Y: c[4], Z: c[8]}, Y: geom.Vec{X: c[1], Y: c[5], Z: c[9]}, Z: geom.Vec{X: c[2], Y: c[6], Z: c[10]}}
		a.t = geom.Vec{X: c[12], Y: c[13], Z: c[14]}
		return a, nil
	}
	if !hasLen(n.Translation, 3) || !hasLen(n.Rotation, 4) || !hasLen(n.Scale, 3) {
		return a, errors.New("translation and scale have 3 numbers, rotation 4: export the mesh again")
	}
	if r := n.Rotation; r != nil {
		q := geom.Quat{W: r[3], V: geom.Vec{X: r[0], Y: r[1], Z: r[2]}}
		if l := q.Len(); !(l >= minQuatLen && l <= maxQuatLen) {
			return a, errors.New("rotation is no unit quaternion: export the mesh again")
		}
		a.m = q.Normalize().Mat3()
	}
	if s := n.Scale; s != nil {
		v := geom.Vec{X: s[0], Y: s[1], Z: s[2]}
		a.m = geom.Mat3{X: a.m.X.Mul(v), Y: a.m.Y.Mul(v), Z: a.m.Z.Mul(v)}
	}
	if t := n.Translation; t != nil {
		a.t = geom.Vec{X: t[0], Y: t[1], Z: t[2]}
	}
	return a, nil
}

// hasLen reports whether x is missing or has n numbers.
func hasLen(x []float64, n int) bool { return x == nil || len(x) == n }
