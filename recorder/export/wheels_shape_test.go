package export_test

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/sim/geom"
)

const twoCars = `
  - name: second
    box: {size: [4, 1.8, 1]}
    mass: 1000 kg
    position: [-10, 0, 0.55]
    velocity: [20, 0, 0]
    vehicle: {track: 1.5 m, center_height: 0.55 m, friction: 0.8, front_axle: 1.2 m, rear_axle: -1.4 m}
  - name: lorry
    box: {size: [8, 2.5, 2]}
    mass: 9000 kg
    position: [-30, 0, 1.4]
    velocity: [20, 0, 0]
    vehicle: {track: 2 m, center_height: 1.4 m, friction: 0.8, wheel_radius: 0.5 m, wheel_width: 0.4 m, axles: [{position: 3 m}, {position: -1 m}, {position: -2.2 m}]}
`

// TestGLB_WheelsOfOneSizeShareAMesh, and only the chosen vehicles have theirs.
func TestGLB_WheelsOfOneSizeShareAMesh(t *testing.T) {
	r, _ := recordedOf(t, carText("0.1 s", 20, "", twoCars))
	meshes := func(doc *gltf.Document) map[string]int {
		of := map[string]int{}
		for _, n := range doc.Nodes {
			if strings.Contains(n.Name, " ") {
				of[n.Name] = *n.Mesh
			}
		}
		return of
	}
	doc := readGLB(t, r, export.Selection{Wheels: wheelsOf(t, r)})
	of := meshes(doc)
	if len(of) != 14 || of["car fl"] == of["lorry 1l"] {
		t.Errorf("wheels with meshes %v", of)
	}
	for name, mesh := range of {
		radius, width, first := 0.3, 0.2, "car fl"
		if strings.HasPrefix(name, "lorry") {
			radius, width, first = 0.5, 0.4, "lorry 1l"
		}
		if mesh != of[first] {
			t.Errorf("%s has the mesh %d, %s the mesh %d", name, mesh, first, of[first])
		}
		p := doc.Meshes[mesh].Primitives
		a := doc.Accessors[p[0].Attributes[gltf.POSITION]]
		for k, half := range [3]float64{radius, width / 2, radius} {
			if math.Abs(a.Max[k]-half) > 1e-6 || math.Abs(a.Min[k]+half) > 1e-6 || len(p) != 3 {
				t.Errorf("%s: %d parts from %v to %v", name, len(p), a.Min, a.Max)
			}
		}
	}
	chosen := readGLB(t, r, export.Selection{Objects: []string{"second"}, Wheels: wheelsOf(t, r)})
	if got := slices.Sorted(maps.Keys(meshes(chosen))); !slices.Equal(got, []string{"second fl", "second fr", "second rl", "second rr"}) {
		t.Errorf("with the second car: %v", got)
	}
	if got := meshes(readGLB(t, r, export.Selection{})); len(got) != 0 {
		t.Errorf("of an unknown scenario: %v", got)
	}
}

// TestGLB_WheelFacesPointOutwards: the normal of each triangle of a wheel is on the side from which it is to be seen:
// away from the middle of the tyre's section, or along the axle.
func TestGLB_WheelFacesPointOutwards(t *testing.T) {
	r, _ := recordedOf(t, carText("0.1 s", 20, "", ""))
	doc := readGLB(t, r, export.Selection{Wheels: wheelsOf(t, r)})
	for _, n := range doc.Nodes {
		if n.Name != "car fl" {
			continue
		}
		for i, p := range doc.Meshes[*n.Mesh].Primitives {
			points, err := modeler.ReadPosition(doc, doc.Accessors[p.Attributes[gltf.POSITION]], nil)
			if err != nil {
				t.Fatal(err)
			}
			normals, err := modeler.ReadNormal(doc, doc.Accessors[p.Attributes[gltf.NORMAL]], nil)
			if err != nil {
				t.Fatal(err)
			}
			tread := 0
			for k := 0; k < len(points); k += 3 {
				var c geom.Vec
				for _, q := range points[k : k+3] {
					c = c.Add(geom.Vec{X: float64(q[0]), Y: float64(q[1]), Z: float64(q[2])}.Scale(1. / 3))
				}
				v := geom.Vec{X: float64(normals[k][0]), Y: float64(normals[k][1]), Z: float64(normals[k][2])}
				radial := geom.Vec{X: c.X, Z: c.Z}
				switch far := radial.Len(); {
				case math.Abs(v.Y) > 0.99:
					if v.Y*c.Y <= 0 {
						t.Fatalf("part %d: a side at %v has the normal %v", i, c, v)
					}
				case far > 0.28:
					tread++
					if v.Dot(radial) < 0.9*far {
						t.Fatalf("part %d: the tread at %v has the normal %v", i, c, v)
					}
				case v.Dot(radial) > -0.9*far:
					t.Fatalf("part %d: the hollow at %v has the normal %v", i, c, v)
				}
			}
			if i == 0 && tread != 48 {
				t.Errorf("%d triangles of the tread, want 2 of each of 24 sides", tread)
			}
		}
		return
	}
	t.Error("no wheel")
}

// TestMCAP_HasWheelsAsCylinders in the frame of their vehicle, with the axis along the axle.
func TestMCAP_HasWheelsAsCylinders(t *testing.T) {
	r, _ := recordedOf(t, carText("0.1 s", 20, "", twoCars))
	seen := map[[3]float64]bool{}
	list := sceneOf(t, r, export.Selection{Objects: []string{"car", "road"}, Wheels: wheelsOf(t, r)})
	for k := range list.Len() {
		e := list.Get(k).Message()
		cylinders := part(e, "cylinders").List()
		if want := map[string]int{"car": 4}[text(e, "id")]; cylinders.Len() != want || want > 0 && text(e, "frame_id") != "car" {
			t.Errorf("%s: %d wheels in the frame %s", text(e, "id"), cylinders.Len(), text(e, "frame_id"))
		}
		for i := range cylinders.Len() {
			c := cylinders.Get(i).Message()
			pose := part(c, "pose").Message()
			q := geom.Quat{W: float(pose, "orientation", "w"), V: geom.Vec{X: float(pose, "orientation", "x"), Y: float(pose, "orientation", "y"), Z: float(pose, "orientation", "z")}}
			if axis := q.Rotate(geom.Vec{Z: 1}); axis.Sub(geom.Vec{Y: 1}).Len() > 1e-12 {
				t.Errorf("the axis is along %v", axis)
			}
			if x, y, z := float(c, "size", "x"), float(c, "size", "y"), float(c, "size", "z"); x != 0.6 || y != 0.6 || math.Abs(z-0.2) > 1e-12 {
				t.Errorf("size %v, %v, %v", x, y, z)
			}
			if part(c, "top_scale").Float() != 1 || part(c, "bottom_scale").Float() != 1 {
				t.Error("it is no cylinder")
			}
			seen[[3]float64{float(pose, "position", "x"), float(pose, "position", "y"), math.Round(1e9*float(pose, "position", "z")) / 1e9}] = true
		}
	}
	for _, c := range [][3]float64{{1.2, 0.75, -0.25}, {1.2, -0.75, -0.25}, {-1.4, 0.75, -0.25}, {-1.4, -0.75, -0.25}} {
		if !seen[c] {
			t.Errorf("no wheel at %v, but at %v", c, seen)
		}
	}
}
