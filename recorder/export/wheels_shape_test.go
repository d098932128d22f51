package export_test

import (
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
	"google.golang.org/protobuf/reflect/protoreflect"

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
	doc := readGLB(t, r, export.Selection{})
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
	chosen := readGLB(t, r, export.Selection{Objects: []string{"second"}})
	if got := slices.Sorted(maps.Keys(meshes(chosen))); !slices.Equal(got, []string{"second fl", "second fr", "second rl", "second rr"}) {
		t.Errorf("with the second car: %v", got)
	}
}

// TestGLB_WheelFacesPointOutwards: the normal of each triangle of a wheel is on the side from which it is to be seen:
// away from the middle of the tyre's section, or along the axle.
func TestGLB_WheelFacesPointOutwards(t *testing.T) {
	r, _ := recordedOf(t, carText("0.1 s", 20, "", ""))
	doc := readGLB(t, r, export.Selection{})
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

// TestMCAP_HasWheelsAsCylinders, each in the frame of its own, with the axis along the axle.
func TestMCAP_HasWheelsAsCylinders(t *testing.T) {
	r, _ := recordedOf(t, carText("0.1 s", 20, "", twoCars))
	var seen []string
	list := sceneOf(t, r, export.Selection{Objects: []string{"car", "road"}})
	for k := range list.Len() {
		e := list.Get(k).Message()
		cylinders := part(e, "cylinders").List()
		if cylinders.Len() == 0 {
			continue
		}
		seen = append(seen, text(e, "id"))
		if text(e, "frame_id") != text(e, "id") || cylinders.Len() != 1 || !part(e, "frame_locked").Bool() {
			t.Errorf("%s: %d cylinders in the frame %s", text(e, "id"), cylinders.Len(), text(e, "frame_id"))
		}
		c := cylinders.Get(0).Message()
		pose := part(c, "pose").Message()
		if axis := orientation(pose).Rotate(geom.Vec{Z: 1}); axis.Sub(geom.Vec{Y: 1}).Len() > 1e-12 {
			t.Errorf("the axis is along %v", axis)
		}
		if x, y, z := float(c, "size", "x"), float(c, "size", "y"), float(c, "size", "z"); x != 0.6 || y != 0.6 || math.Abs(z-0.2) > 1e-12 {
			t.Errorf("size %v, %v, %v", x, y, z)
		}
		if part(c, "top_scale").Float() != 1 || part(c, "bottom_scale").Float() != 1 {
			t.Error("it is no cylinder")
		}
	}
	if !slices.Equal(seen, wheelNames) {
		t.Errorf("wheels %q, want %q", seen, wheelNames)
	}
}

func orientation(pose protoreflect.Message) geom.Quat {
	return geom.Quat{W: float(pose, "orientation", "w"), V: geom.Vec{X: float(pose, "orientation", "x"), Y: float(pose, "orientation", "y"), Z: float(pose, "orientation", "z")}}
}

// TestMCAP_WheelsMoveInTheirVehicle: lifted and steered as the frame says, turned by their spin in all frames.
func TestMCAP_WheelsMoveInTheirVehicle(t *testing.T) {
	r, frames := recordedOf(t, carText("0.5 s", 10, ", program: [{time: 0.1 s, steer: 4 deg}, {time: 0.3 s, brake: 0.4, steer: 4 deg}]", ""))
	reader, _ := readMCAP(t, r, export.Selection{Every: 7})
	it, err := reader.Messages(mcap.WithTopics([]string{"/tf"}))
	if err != nil {
		t.Fatal(err)
	}
	turned, seen := [4]float64{}, 0
	at, steered, lifted := 0, 0, 0.0
	for {
		schema, _, msg, err := it.NextInto(nil)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		f := &frames[msg.Sequence]
		for ; at < int(f.Step); at++ {
			for k := range turned {
				turned[k] += (spinOf(t, r, &frames[at], k) + spinOf(t, r, &frames[at+1], k)) / 2 / 240
			}
		}
		list := part(decode(t, schema, msg.Data), "transforms").List()
		for i := range list.Len() {
			tf := list.Get(i).Message()
			k := slices.Index(wheelNames, text(tf, "child_frame_id"))
			if k < 0 {
				continue
			}
			seen++
			want := geom.Vec{X: []float64{1.2, -1.4}[k/2], Y: []float64{0.75, -0.75}[k%2], Z: -0.25 + f.Wheels[k].Lift}
			if p := (geom.Vec{X: float(tf, "translation", "x"), Y: float(tf, "translation", "y"), Z: float(tf, "translation", "z")}); text(tf, "parent_frame_id") != "car" || p.Sub(want).Len() > 1e-12 {
				t.Fatalf("step %d: wheel %d at %v in %s, want %v", f.Step, k, p, text(tf, "parent_frame_id"), want)
			}
			q := geom.Quat{W: float(tf, "rotation", "w"), V: geom.Vec{X: float(tf, "rotation", "x"), Y: float(tf, "rotation", "y"), Z: float(tf, "rotation", "z")}}
			turn := geom.AxisAngle(geom.Vec{Z: 1}, f.Wheels[k].Steer).Mul(geom.AxisAngle(geom.Vec{Y: 1}, turned[k]))
			if math.Abs(math.Abs(q.Dot(turn))-1) > 1e-12 {
				t.Fatalf("step %d: wheel %d is turned by %v, want %v", f.Step, k, q, turn)
			}
			if lifted = max(lifted, f.Wheels[k].Lift); f.Wheels[k].Steer > 0.06 {
				steered++
			}
		}
	}
	if seen != 4*19 || steered < 2*10 || lifted < 0.01 {
		t.Errorf("%d poses of wheels, %d steered, lifted by at most %g m", seen, steered, lifted)
	}
}

// Every node and every entity has a name of its own, also where a body is called as a wheel, and a static as the world.
func TestWheels_NamesAreTheirOwn(t *testing.T) {
	r, _ := recordedOf(t, strings.Replace(carText("0.1 s", 0, "", `
  - {name: car fl, box: {size: [1, 1, 1]}, mass: 1, position: [10, 0, 5]}
`), "name: wall", "name: world", 1))
	entities := []string{"car", "car fl", "car fl'", "car fr", "car rl", "car rr", "road", "world"}
	var got []string
	for _, n := range readGLB(t, r, export.Selection{}).Nodes {
		got = append(got, n.Name)
	}
	if want := append(entities, "world'"); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
		t.Errorf("nodes %q, want %q", got, want)
	}
	got = nil
	scene := sceneOf(t, r, export.Selection{})
	for i := range scene.Len() {
		got = append(got, text(scene.Get(i).Message(), "id"))
	}
	if !slices.Equal(slices.Sorted(slices.Values(got)), entities) {
		t.Errorf("entities %q, want %q", got, entities)
	}
}
