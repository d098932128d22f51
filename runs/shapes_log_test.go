package runs

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim/geom"
)

// TestRun_LogHoldsEveryShape runs the scenario of all shapes and reads its log: the table of objects gives back each
// shape where the definition has it, to the last bit, and the picture is drawn from it.
func TestRun_LogHoldsEveryShape(t *testing.T) {
	text := strings.Replace(scenariotest.Shapes, "duration: 1 s", "duration: 0.1 s", 1)
	s, err := scenariofile.Parse("test.yaml", []byte(text), scenariotest.OpenShapes)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "shapes.prang")
	if _, err := Run(t.Context(), s, Options{Log: path}); err != nil {
		t.Fatal(err)
	}
	r := scenariotest.OpenLog(t, path)
	objects := r.Header().Objects
	for i := range s.Definition.Bodies {
		b, o := &s.Definition.Bodies[i], &objects[i]
		if len(o.Parts) != len(b.Shapes) {
			t.Errorf("%s has %d parts, want %d", o.Name, len(o.Parts), len(b.Shapes))
			continue
		}
		for k := range o.Parts {
			got, err := o.Parts[k].Convex()
			if err != nil {
				t.Errorf("%s: %v", o.Name, err)
			}
			if !reflect.DeepEqual(got, b.Shapes[k].Shape) || o.Parts[k].Position != geom.FromMGL(b.Shapes[k].Position) {
				t.Errorf("%s: part %d is a %v at %v, want a %v at %v", o.Name, k, got.Kind, o.Parts[k].Position, b.Shapes[k].Shape.Kind, b.Shapes[k].Position)
			}
			if h := got.Hull; got.Kind == geom.ShapeHull && len(o.Parts[k].Faces) != len(h.Faces) {
				t.Errorf("%s: %d faces, want %d", o.Name, len(o.Parts[k].Faces), len(h.Faces))
			}
		}
		if size := o.Half.MaxAbs(); !(size > 0.05 && size < 2) {
			t.Errorf("%s: the box around it has half extents %v", o.Name, o.Half)
		}
	}
	ball, floor := &objects[0], &objects[len(s.Definition.Bodies)]
	if ball.Shape != "sphere" || ball.Half != (geom.Vec{X: 0.5, Y: 0.5, Z: 0.5}) || math.Abs(reach(ball)-0.5) > 1e-15 {
		t.Errorf("ball %+v", ball)
	}
	if floor.Shape != "plane" || floor.Half != (geom.Vec{}) || floor.Position.Z != -2 {
		t.Errorf("floor %+v", floor)
	}
	var picture bytes.Buffer
	if err := DrawLog(&picture, r, Drawing{Every: 0.05}, nil); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(&picture); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestOutline_OfShapesSeenFromAbove compares outlines with areas worked out by hand: a cube on its corner is a hexagon,
// a tilted cylinder two half ellipses with a rectangle between them.
func TestOutline_OfShapesSeenFromAbove(t *testing.T) {
	shape := func(s geom.Shape, err error) geom.Shape {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	n := geom.Vec{X: 1, Y: 1, Z: 1}.Normalize()
	diagonal := geom.Quat{W: 1 + n.Z, V: geom.Vec{Z: 1}.Cross(n)}.Normalize() // the shortest rotation from z to n
	for _, c := range []struct {
		name  string
		shape geom.Shape
		q     geom.Quat
		want  float64
	}{
		// A cube of edge 2 seen along its diagonal: edge² √3. The rotation is the inverse of that from z to the
		// diagonal.
		{"cube", shape(geom.NewBox(geom.Vec{X: 1, Y: 1, Z: 1})), diagonal.Conj(), 4 * math.Sqrt(3)},
		{"sphere", shape(geom.NewSphere(2)), geom.AxisAngle(geom.Vec{X: 1}, 1), 4 * math.Pi},
		{"ellipsoid on its side", shape(geom.NewEllipsoid(geom.Vec{X: 1, Y: 2, Z: 3})), geom.AxisAngle(geom.Vec{X: 1}, math.Pi/2), 3 * math.Pi},
		{"cylinder tilted by 30 degrees", shape(geom.NewCylinder(1, 2)), geom.AxisAngle(geom.Vec{X: 1}, math.Pi/6), math.Pi*math.Sqrt(3)/2 + 2*4*0.5},
		{"capsule on its side", shape(geom.NewCapsule(1, 2)), geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/2), math.Pi + 8},
	} {
		p := outlinePart{c.shape, geom.Transform{P: geom.Vec{X: 5}, Q: geom.IdentityQuat()}}
		o := p.outline(geom.Transform{P: geom.Vec{Y: 3}, Q: c.q})
		area := 0.0
		for i, a := range o {
			b := o[(i+1)%len(o)]
			area += 0.5 * (a.X*b.Y - a.Y*b.X)
		}
		// A polygon of 48 corners lacks 0.3 % of the area of a circle, 1 % of that of an ellipse of 1:3.
		if area > c.want*(1+1e-12) || area < c.want*0.985 {
			t.Errorf("%s: area %g m², want %g", c.name, area, c.want)
		}
	}
}
