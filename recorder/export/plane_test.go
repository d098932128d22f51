package export_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/qmuntal/gltf"

	"github.com/prang-sim/prang/recorder/export"
)

// planes has a floor, a wall and what slides away on the floor without friction, 3 km in 30 s.
const planes = `
name: slide
step: 1/50 s
duration: %d s
gravity: [0, 0, -9.81]
materials: {ice: {friction: 0}}
statics:
  - {name: floor, plane: {height: 0}, material: ice}
  - {name: wall, plane: {normal: [0, -1, 0], point: [0, 60, 0]}}
bodies:
  - {name: puck, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 0.5], velocity: [-80, -60, 0], material: ice}
`

// TestExports_PlanesReachBeyondTheBodies: in glTF and MCAP the squares of planes go beyond where the puck gets to, and to
// 100 m at least. It is at (-2400, -1800) after 30 s, and at (-64, -48) after 0.8 s; the wall has x along the floor.
func TestExports_PlanesReachBeyondTheBodies(t *testing.T) {
	for _, c := range []struct {
		duration int
		floor    float64
		sel      export.Selection
	}{{30, 3000, export.Selection{}}, {1, 100, export.Selection{}}, {30, 100, export.Selection{To: 40}}} {
		r, _ := recordedOf(t, fmt.Sprintf(planes, c.duration))
		doc := readGLB(t, r, c.sel)
		for _, n := range doc.Nodes {
			if n.Name != "floor" && n.Name != "wall" {
				continue
			}
			p := doc.Meshes[*n.Mesh].Primitives[0]
			a := doc.Accessors[p.Attributes[gltf.POSITION]]
			if a.Count != 6 {
				t.Errorf("%s: %d corners", n.Name, a.Count)
			}
			if n.Name == "floor" && (math.Abs(a.Max[0]-c.floor) > 0.01*c.floor || a.Max[0] != a.Max[1] || a.Min[0] != -a.Max[0]) {
				t.Errorf("%d s: the floor is from %v to %v, want %g", c.duration, a.Min, a.Max, c.floor)
			}
			if n.Name == "wall" && math.Abs(a.Max[0]-c.floor) > 0.01*c.floor {
				t.Errorf("%d s: the wall is from %v to %v, want %g", c.duration, a.Min, a.Max, c.floor)
			}
		}
		list := sceneOf(t, r, c.sel)
		for k := range list.Len() {
			e := list.Get(k).Message()
			if text(e, "id") != "floor" {
				continue
			}
			points := part(part(e, "triangles").List().Get(0).Message(), "points").List()
			if x := part(points.Get(0).Message(), "x").Float(); points.Len() != 4 || math.Abs(x+c.floor) > 0.01*c.floor {
				t.Errorf("MCAP: %d s: %d corners, the first at x = %g", c.duration, points.Len(), x)
			}
		}
	}
}
