package export

import (
	"fmt"
	"math"

	"github.com/qmuntal/gltf"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// addWheels makes the nodes of the wheels of an object, whose node is the last one.
func (g *scene) addWheels(s *source, object int) {
	vehicle := g.doc.Nodes[g.nodes[object]]
	moves := g.places.x[object] >= 0
	wheels := s.h.Objects[object].Wheels
	for i := range wheels {
		w := &wheels[i]
		node := len(g.doc.Nodes)
		vehicle.Children = append(vehicle.Children, node)
		g.doc.Nodes = append(g.doc.Nodes, &gltf.Node{
			Name: g.names[object][i], Translation: w.Center.MGL(), Rotation: rotation(geom.IdentityQuat()), Mesh: gltf.Index(g.wheelMesh(w)),
		})
		if moves {
			g.wheelNodes = append(g.wheelNodes, node)
		}
	}
	if moves && len(wheels) > 0 {
		g.rolling.add(s, object)
	}
}

// fillWheels adds the poses of the wheels in a frame to the columns from the given one on, two a wheel.
func (g *scene) fillWheels(column int, first bool) error {
	for k, w := range g.rolling.wheels {
		t := w.draw()
		if first {
			n := g.doc.Nodes[g.wheelNodes[k]]
			n.Translation, n.Rotation = t.P.MGL(), rotation(t.Q)
		}
		x := single(t.P)
		if err := g.motion.put(column+2*k, x[:]...); err != nil {
			return err
		}
		if err := g.putAttitude(column+2*k+1, t.Q, &w.last); err != nil {
			return err
		}
	}
	return nil
}

// Colors of wheels, as sRGB.
var (
	tyreColor  = [3]float64{0.1, 0.1, 0.1}
	rimColor   = [3]float64{0.75, 0.77, 0.8}
	spokeColor = [3]float64{0.9, 0.45, 0.1} // of one of the spokes, by which one sees the wheel turn
)

const (
	wheelSides = 24
	spokes     = 5
)

// wheelModels returns the surface of a wheel in its own frame, in three colors: x ahead, y along the axle, z up, about its
// centre. It is a tyre with a hollow on either side, in which there are a rim with spokes, and the one spoke that is
// marked.
func wheelModels(radius, width float64) (tyre, rim, spoke model) {
	outer, inner, hub := radius, float64(0.66*radius), float64(0.12*radius)
	half := float64(0.5 * width)
	tread := float64(0.9 * half)                                                   // the sides bulge, so that they are not flush with the side of a body
	deep, level, front := float64(0.7*half), float64(0.8*half), float64(0.85*half) // the hollow, the rim and its spokes in it
	for i := range wheelSides {
		a, b := onCircle(i, wheelSides), onCircle(i+1, wheelSides)
		at := func(p geom.Vec, r, y float64) geom.Vec {
			return geom.Vec{X: float64(r * p.X), Y: y, Z: float64(r * p.Z)}
		}
		tyre.addFacing(a.Add(b), at(a, outer, -tread), at(b, outer, -tread), at(b, outer, tread), at(a, outer, tread))
		for _, side := range [2]float64{1, -1} {
			edge, out, in, on := float64(side*tread), float64(side*half), float64(side*deep), float64(side*level)
			y := geom.Vec{Y: side}
			tyre.addFacing(y, at(a, inner, out), at(a, outer, edge), at(b, outer, edge), at(b, inner, out))
			tyre.addFacing(a.Add(b).Neg(), at(a, inner, in), at(a, inner, out), at(b, inner, out), at(b, inner, in))
			tyre.addFacing(y, at(a, 0, in), at(a, inner, in), at(b, inner, in))
			rim.addFacing(y, at(a, 0.9*inner, on), at(a, inner, on), at(b, inner, on), at(b, 0.9*inner, on))
			rim.addFacing(y, at(a, 0, on), at(a, 1.5*hub, on), at(b, 1.5*hub, on))
		}
	}
	for i := range spokes {
		along := onCircle(i, spokes)
		across := geom.Vec{X: -along.Z, Z: along.X}.Scale(float64(0.08 * radius))
		m := &rim
		if i == 0 {
			m = &spoke
		}
		for _, side := range [2]float64{1, -1} {
			y := geom.Vec{Y: side}
			from, to := y.Scale(front).AddScaled(along, hub), y.Scale(front).AddScaled(along, float64(0.95*inner))
			m.addFacing(y, from.Sub(across), to.Sub(across), to.Add(across), from.Add(across))
		}
	}
	return tyre, rim, spoke
}

// onCircle returns corner i of n on a circle about y, of radius 1.
func onCircle(i, n int) geom.Vec {
	sin, cos := geom.SinCos(2 * math.Pi * float64(i) / float64(n))
	return geom.Vec{X: sin, Z: cos}
}

// addFacing adds a convex polygon that is seen from the side to which a vector points.
func (m *model) addFacing(to geom.Vec, corners ...geom.Vec) {
	n := corners[1].Sub(corners[0]).Cross(corners[2].Sub(corners[0]))
	base := uint32(len(m.vertices))
	m.vertices = append(m.vertices, corners...)
	for k := uint32(2); k < uint32(len(corners)); k++ {
		t := [3]uint32{base, base + k - 1, base + k}
		if n.Dot(to) < 0 {
			t[1], t[2] = t[2], t[1]
		}
		m.triangles = append(m.triangles, t)
	}
}

// wheelSize is what wheels that share a mesh have in common [m].
type wheelSize struct{ radius, width float64 }

// wheelMesh returns the mesh of a wheel, which it makes for the first one of that size.
func (g *scene) wheelMesh(w *record.MountedWheel) int {
	size := wheelSize{w.Radius, w.Width}
	if mesh, ok := g.wheelMeshes[size]; ok {
		return mesh
	}
	if g.wheelMeshes == nil {
		g.wheelMeshes = map[wheelSize]int{}
		for i, color := range [][3]float64{tyreColor, rimColor, spokeColor} {
			g.wheelMaterials[i] = g.addMaterial([]string{"tyre", "rim", "marked spoke"}[i], color, 1)
		}
	}
	tyre, rim, spoke := wheelModels(w.Radius, w.Width)
	mesh := &gltf.Mesh{Name: fmt.Sprintf("wheel %.4g m × %.4g m", 2*w.Radius, w.Width)}
	for i, m := range []*model{&tyre, &rim, &spoke} {
		mesh.Primitives = append(mesh.Primitives, g.addPrimitive(m, g.wheelMaterials[i]))
	}
	g.doc.Meshes = append(g.doc.Meshes, mesh)
	g.wheelMeshes[size] = len(g.doc.Meshes) - 1
	return g.wheelMeshes[size]
}
