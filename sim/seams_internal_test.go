package sim

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// TestAtSeam_OfWhatSlidesAlongAFace: a box that lies on a slab, beside the next one whose side it meets, has no contact with
// that while it slides along the tops; it has one if it comes down, is deeper than two slops, touches nothing, or if the
// contact is that with the top. The same holds with the bodies in the other order, on a driven slab that rises or sinks, and
// on a free slab if that has two parts.
func TestAtSeam_OfWhatSlidesAlongAFace(t *testing.T) {
	const slop = 1e-4
	for _, c := range []struct {
		name     string
		deep     float64 // of the box below the top
		v, slab  geom.Vec
		n        geom.Vec // from the box to the slab
		touches  bool
		moves    bool // the slab does freely
		parts    int
		seamless bool
	}{
		{"slides", slop, geom.Vec{X: 9}, geom.Vec{}, geom.Vec{X: 1}, true, false, 1, true},
		{"rises", slop, geom.Vec{X: 9, Z: 5}, geom.Vec{}, geom.Vec{X: 1}, true, false, 1, true},
		{"comes down", slop, geom.Vec{X: 9, Z: -5}, geom.Vec{}, geom.Vec{X: 1}, true, false, 1, false},
		{"the slab rises", slop, geom.Vec{X: 9}, geom.Vec{Z: 5}, geom.Vec{X: 1}, true, false, 1, false},
		{"the slab sinks", slop, geom.Vec{X: 9}, geom.Vec{Z: -5}, geom.Vec{X: 1}, true, false, 1, true},
		{"with the slab", slop, geom.Vec{X: 9, Z: -5}, geom.Vec{Z: -5}, geom.Vec{X: 1}, true, false, 1, true},
		{"deeper", 3 * slop, geom.Vec{X: 9}, geom.Vec{}, geom.Vec{X: 1}, true, false, 1, false},
		{"touches nothing", slop, geom.Vec{X: 9}, geom.Vec{}, geom.Vec{X: 1}, false, false, 1, false},
		{"on its top", slop, geom.Vec{X: 9}, geom.Vec{}, geom.Vec{Z: -1}, true, false, 1, false},
		{"a free slab", slop, geom.Vec{X: 9}, geom.Vec{}, geom.Vec{X: 1}, true, true, 1, false},
		{"one of two parts", slop, geom.Vec{X: 9}, geom.Vec{}, geom.Vec{X: 1}, true, true, 2, true},
	} {
		for _, first := range []int{0, 1} { // of the box
			bodies := make([]BodyDef, 2)
			bodies[first] = BodyDef{Name: "box", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1, Position: mgl64.Vec3{-0.5, 0, 0.5 - c.deep}}
			slab := BodyDef{Name: "slab", Half: mgl64.Vec3{2, 2, 0.5}, Mass: 1, Position: mgl64.Vec3{2, 0, -0.5}}
			if c.parts == 2 {
				box, err := geom.NewBox(geom.Vec{X: 1, Y: 2, Z: 0.5})
				if err != nil {
					t.Fatal(err)
				}
				half := ShapeDef{Shape: box}
				a, b := half, half
				a.Position, b.Position = mgl64.Vec3{-1, 0, 0}, mgl64.Vec3{1, 0, 0}
				slab.Half, slab.Shapes = mgl64.Vec3{}, []ShapeDef{a, b}
			}
			if !c.moves {
				slab.Mass, slab.Drive = 0, []DriveAt{{Velocity: c.slab.MGL()}}
			}
			bodies[1-first] = slab
			w, err := New(&Definition{Settings: Settings{Slop: slop}, Materials: []Material{{}}, Bodies: bodies})
			if err != nil {
				t.Fatal(err)
			}
			for i := range w.flights {
				w.flights[i] = flight{s: w.state.bodies[i], island: -1}
			}
			w.flights[first].s.V, w.flights[1-first].s.V = c.v, c.slab
			w.touching[first] = c.touches
			shapes := [2]narrowphase.Convex{}
			for i := range shapes {
				part := &w.bodies[i].parts[0]
				shapes[i] = narrowphase.Convex{Shape: part.Shape, Pose: part.at(&w.state.bodies[i])}
			}
			m := narrowphase.Manifold{N: c.n, Count: 1}
			m.Points[0].P = geom.Vec{Z: -0.5 * c.deep}
			if first == 1 {
				m.N = c.n.Neg()
			}
			if got := w.atSeam(&pair{a: 0, b: 1, crush: -1}, &part{}, &part{}, &shapes[0], &shapes[1], &m); got != c.seamless {
				t.Errorf("%s, body %d: %v", c.name, first, got)
			}
		}
	}
}

// TestAtSeam_NotWhereAnEndComesDown: a box that turns over the slab whose side it meets at two places has a contact with it if it
// comes down at one of them; none if it rises there, or if that one does not touch.
func TestAtSeam_NotWhereAnEndComesDown(t *testing.T) {
	const slop = 1e-4
	w, err := New(&Definition{Settings: Settings{Slop: slop}, Materials: []Material{{}}, Bodies: []BodyDef{
		{Name: "box", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1, Position: mgl64.Vec3{-0.5, 0, 0.5 - slop}},
		{Name: "slab", Half: mgl64.Vec3{2, 2, 0.5}, Position: mgl64.Vec3{2, 0, -0.5}, Drive: []DriveAt{{}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	shapes := [2]narrowphase.Convex{}
	for i := range shapes {
		w.flights[i] = flight{s: w.state.bodies[i], island: -1}
		part := &w.bodies[i].parts[0]
		shapes[i] = narrowphase.Convex{Shape: part.Shape, Pose: part.at(&w.state.bodies[i])}
	}
	w.touching[0] = true
	w.flights[0].s.V = geom.Vec{X: 9}
	for _, c := range []struct {
		turn, y, sep float64 // about x [rad/s]; of the second place [m]
		seamless     bool
	}{
		{-10, 0.4, -slop, false},
		{-10, -0.4, -slop, true},
		{10, 0.4, -slop, true},
		{10, -0.4, -slop, false},
		{10, -0.4, 2 * slop, true},
	} {
		w.flights[0].s.L = geom.Vec{X: c.turn / 6}
		m := narrowphase.Manifold{N: geom.Vec{X: 1}, Count: 2}
		m.Points[0] = narrowphase.ManifoldPoint{P: geom.Vec{Z: -0.5 * slop}, Separation: -0.5 * slop}
		m.Points[1] = narrowphase.ManifoldPoint{P: geom.Vec{Y: c.y, Z: -0.5 * slop}, Separation: c.sep}
		if got := w.atSeam(&pair{a: 0, b: 1, crush: -1}, &part{}, &part{}, &shapes[0], &shapes[1], &m); got != c.seamless {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestPressSupports_AtTheirPlaces: what a wheel presses a body with, which bears the smaller part of its load, acts at its
// own place: its torque about that body's centre of mass is the lever's cross product with it.
func TestPressSupports_AtTheirPlaces(t *testing.T) {
	w := &World{}
	w.footings = []footing{{body: 3, pose: geom.Transform{P: geom.Vec{X: 1, Y: 2, Z: -1}, Q: geom.IdentityQuat()}}}
	m := &pressedMean{load: 900, count: 1}
	m.bodies[0] = support{on: 3, force: geom.Vec{X: -40, Z: 80}, at: geom.Vec{X: 30, Y: 10, Z: -5}, load: 10}
	w.pressSupports(&grip{on: -1}, m, geom.Transform{P: geom.Vec{Z: 1}, Q: geom.AxisAngle(geom.Vec{Z: 1}, 0)}, 0.25)
	// At (3, 1, 0.5), by the lever (2, -1, 1.5), with a quarter of the force turned round.
	want := geom.Vec{X: 10, Z: -20}
	if d := w.treads[0]; len(w.treads) != 1 || d.on != 3 || d.force != want || d.under != (geom.Vec{X: 2, Y: -1, Z: 1.5}) || d.torque != (geom.Vec{X: 20, Y: 55, Z: 10}) {
		t.Errorf("%+v", w.treads)
	}
}
