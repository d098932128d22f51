package scenariofile_test

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim"
)

const colliding = `name: colliding
duration: 1 s
gravity: [0, 0, 0]
parameters: {phi: 90 deg}
materials: {steel: {friction: 0.5}}
pairs: [{between: [steel, default], friction: 0.6, restitution: 0.1, crush_time: 50 ms}]
statics:
  - {name: wall, box: {size: [1, 9, 2]}, position: [9, 0, 0], material: steel}
  - {name: road, plane: {height: -9}, material: steel}
bodies:
  - {name: a, box: {size: [4, 2, 1]}, mass: 1500, position: [0, 0, 0], velocity: [15, 0, 0]}
  - {name: b, box: {size: [4, 2, 1]}, mass: 1500, position: [-9, 0, 0], velocity: [20, 0, 0], material: steel}
movers:
  - {name: walker, radii: [0.3, 0.3, 0.9], position: [50, 0, 1]}
collisions:
  - {between: [b, a], plane: $phi, point: [1.9, 20 cm, 0]}
  - {between: [a, wall], point: [1.9, -0.1, 0]}
`

// TestParse_ReadsCollisions reads plane and point of collisions, and runs them: the impulses are there.
func TestParse_ReadsCollisions(t *testing.T) {
	s := scenariotest.MustParse(t, colliding)
	sin, cos := math.Sincos(math.Pi / 2)
	want := []sim.CollisionDef{
		{First: 1, Second: 0, Normal: mgl64.Vec3{-sin, cos, 0}, Point: mgl64.Vec3{1.9, 0.2, 0}, PointGiven: true},
		{First: 0, Second: -1, Point: mgl64.Vec3{1.9, -0.1, 0}, PointGiven: true},
	}
	got := s.Definition.Collisions
	if d := got[0].Normal.Sub(want[0].Normal).Len(); d > 1e-15 {
		t.Errorf("normal off by %g", d)
	}
	got[0].Normal = want[0].Normal
	if !reflect.DeepEqual(got, want) {
		t.Errorf("collisions %+v, want %+v", got, want)
	}
	if len(s.Warnings()) > 0 {
		t.Errorf("warnings %v", s.Warnings())
	}
	schema, _ := scenariotest.CompileSchema(t)
	if err := schema.Validate(scenariotest.Instance(t, []byte(colliding))); err != nil {
		t.Error(err)
	}
	result, err := runs.Run(context.Background(), s, runs.Options{NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	// Logs have places to a part of a micrometre. The front of a is at the wall after 6.5 m, and 50 ms later 0.75 m in it. b is not turned until its own impact.
	if len(result.Impacts) < 2 {
		t.Fatalf("%d impacts", len(result.Impacts))
	}
	wall, rear := result.Impacts[0], result.Impacts[1]
	if d := mgl64.Vec3(wall.Points[0]).Sub(mgl64.Vec3{7.25 + 1.9, -0.1, 0}).Len(); wall.B != "wall" || d > 1e-6 {
		t.Errorf("%s at %v, %g m off", wall.B, wall.Points, d)
	}
	if x := -9 + 20*rear.Time + 1.9; math.Abs(rear.Points[0][0]-x) > 1e-6 || math.Abs(rear.Points[0][1]-0.2) > 1e-6 || math.Abs(math.Abs(rear.Normal[0])-1) > 1e-12 {
		t.Errorf("%+v, not at x = %g", rear, x)
	}
}

func TestParse_NamesProblemsOfCollisions(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"[b, a]", "[b]", `collisions[0].between: a list of 1 where two names are needed: write between: [name, name], of a body and of another body or a static`},
		{"[b, a]", "[b, c]", `collisions[0].between: there is no "c"`},
		{"[b, a]", "[b, b]", `collisions[0].between: both are "b", which does not meet itself`},
		{"[a, wall]", "[wall, a]", `test.yaml:17:15: collisions[1].between: "wall" is a static: write the body first, in whose axes plane and point are`},
		{"[a, wall]", "[a, walker]", `collisions[1].between: "walker" is a mover, which does not crush`},
		{"[a, wall]", "[b, wall]", `collisions[1].between: the materials of the two have no crush time: give their pair one, as in pairs: [{between: [steel, steel], friction`},
		{"plane: $phi, point: [1.9, 20 cm, 0]", "", `collisions[0]: has no plane: add plane: "80 deg"`},
		{"plane: $phi", "plane: 1 m", `collisions[0].plane: "1 m" is a length [m], but an angle [rad] is needed`},
		{"plane: $phi", "normal: [1, 0, 0]", `collisions[0].normal: write plane: "80 deg"`},
		{"plane: $phi", "friction: 0.3", `collisions[0].friction: friction stands with the materials`},
		{"20 cm", "20 kg", `collisions[0].point[1]: "20 kg" is a mass`},
	} {
		text := strings.Replace(colliding, c.from, c.to, 1)
		if text == colliding {
			t.Fatalf("%q is not there", c.from)
		}
		if _, err := scenariotest.ParseTest(text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v\nwant %s", c.to, err, c.want)
		}
	}
	for _, c := range []struct{ from, to, want string }{
		{"[a, wall]", "[a, b]", `:17:15: collisions[1].between: collisions[0] is of the same two: remove one of them`},
		{"[a, wall]", "[a, road]", `:17:15: collisions[1].between: "road" does not crush: meshes and planes are met at first touch`},
	} {
		_, err := runs.NewWorld(scenariotest.MustParse(t, strings.Replace(colliding, c.from, c.to, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v\nwant %s", c.to, err, c.want)
		}
	}
	s := scenariotest.MustParse(t, strings.Replace(colliding, "20 cm", "2 m", 1))
	if w := s.Warnings(); len(w) != 1 || !strings.Contains(w[0].String(), `collisions[0].point: is 1 m outside of "b"`) {
		t.Errorf("warnings %v", w)
	}
}
