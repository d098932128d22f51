package sim

import (
	"fmt"
	"math"

	"github.com/prang-sim/prang/broadphase"
	"github.com/prang-sim/prang/sim/geom"
)

// wall is a surface along which movers slide: the mesh of a static, or the faces of a part of one.
type wall struct {
	mesh *geom.Mesh
	tree *broadphase.Octree
}

// planeReach is how far around its origin a plane holds movers, along its axes [m].
const planeReach = 1e4

// Movers slide along facets of round shapes that are up to facetDepth inside of them, as far as mostFacets around an axis are enough
// for that [m]; each has leastFacets.
const (
	facetDepth              = 1e-3
	leastFacets, mostFacets = 32, 256
)

// addWalls makes the walls of all statics but sensors, if there are movers.
func (w *World) addWalls() error {
	if len(w.movers) == 0 {
		return nil
	}
	for i := range w.statics {
		s := &w.statics[i]
		if s.sensor {
			continue
		}
		if s.mesh != nil {
			w.walls = append(w.walls, wall{s.mesh, s.tree})
		}
		for k := range s.placed {
			mesh := faceMesh(&s.placed[k])
			if err := mesh.Finish(); err != nil {
				return fmt.Errorf("static %q: the faces along which movers slide: %w", s.name, err)
			}
			w.walls = append(w.walls, wall{mesh, broadphase.NewOctree(mesh)})
		}
	}
	w.moverTris = make([][]int32, len(w.walls))
	return nil
}

// faceMesh returns the faces of a shape in the world, facets of a round one.
func faceMesh(p *placed) *geom.Mesh {
	m := p.Shape.Facets(facetsAround(p.Shape))
	for i := range m.Vertices {
		m.Vertices[i] = p.Pose.Apply(m.Vertices[i])
	}
	if p.Shape.Kind == geom.ShapePlane {
		for _, c := range [4]geom.Vec{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}} {
			m.Vertices = append(m.Vertices, p.Pose.Apply(c.Scale(planeReach)))
		}
		m.Tris = []geom.Tri{{0, 1, 2}, {0, 2, 3}}
	}
	return m
}

// facetsAround returns how many facets around its axis a round shape has as a wall.
func facetsAround(s *geom.Shape) int {
	radius := math.Max(s.Size.X, s.Size.Y)
	if s.Kind == geom.ShapeEllipsoid {
		radius = s.Size.MaxAbs()
	}
	n := leastFacets
	for n < mostFacets && float64(radius*(math.Pi*math.Pi/float64(n*n))) > facetDepth {
		n += 4
	}
	return n
}
