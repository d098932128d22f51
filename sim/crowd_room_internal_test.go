package sim

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// TestCrowd_MayGoAlong: a cube has room if it may go along with one of the driven bodies that it touches, or stay, and
// comes nearer to none of the others. Each case stands also with the cube as the second body of its contacts.
func TestCrowd_MayGoAlong(t *testing.T) {
	still := func(v ...float64) DriveAt { return DriveAt{Velocity: mgl64.Vec3{v[0], v[1], v[2]}} }
	turns := func(v mgl64.Vec3, w ...float64) DriveAt {
		return DriveAt{Velocity: v, AngularVelocity: mgl64.Vec3{w[0], w[1], w[2]}}
	}
	type wall struct {
		drive *DriveAt // nil for the world
		n     geom.Vec // from the cube
		at    geom.Vec // of the contact, from the wall's centre
	}
	drive := func(d DriveAt) *DriveAt { return &d }
	east, west, down := geom.Vec{X: 1}, geom.Vec{X: -1}, geom.Vec{Z: -1}
	for _, c := range []struct {
		name  string
		walls []wall
		room  bool
	}{
		{"a floor alone", []wall{{nil, down, geom.Vec{}}}, true},
		{"a blade over a floor", []wall{{nil, down, geom.Vec{}}, {drive(still(2, 0, 0)), west, geom.Vec{}}}, true},
		{"a blade towards a wall", []wall{{nil, east, geom.Vec{}}, {drive(still(2, 0, 0)), west, geom.Vec{}}}, false},
		{"a blade away from a wall", []wall{{nil, east, geom.Vec{}}, {drive(still(-2, 0, 0)), west, geom.Vec{}}}, true},
		{"a press", []wall{{drive(still(-1, 0, 0)), east, geom.Vec{}}, {drive(still(1, 0, 0)), west, geom.Vec{}}}, false},
		{"what opens", []wall{{drive(still(1, 0, 0)), east, geom.Vec{}}, {drive(still(-1, 0, 0)), west, geom.Vec{}}}, true},
		{"one that catches up", []wall{{drive(still(1, 0, 0)), east, geom.Vec{}}, {drive(still(2, 0, 0)), west, geom.Vec{}}}, false},
		{"two at one speed", []wall{{drive(still(2, 0, 0)), east, geom.Vec{}}, {drive(still(2, 0, 0)), west, geom.Vec{}}}, true},
		{"a lift", []wall{{drive(still(0, 0, 2)), down, geom.Vec{}}}, true},
		{"a lift below a roof", []wall{{drive(still(0, 0, 2)), down, geom.Vec{}}, {nil, geom.Vec{Z: 1}, geom.Vec{}}}, false},
		{"a turntable in its place", []wall{{drive(turns(mgl64.Vec3{}, 0, 0, 1)), down, geom.Vec{X: 2}}}, true},
		{"a turntable towards a post", []wall{{drive(turns(mgl64.Vec3{}, 0, 0, 1)), down, geom.Vec{X: 2}}, {nil, geom.Vec{Y: 1}, geom.Vec{}}}, true},
		{"an arm towards a post", []wall{{drive(turns(mgl64.Vec3{}, 0, 0, 1)), geom.Vec{Y: -1}, geom.Vec{X: 2}}, {nil, geom.Vec{Y: 1}, geom.Vec{}}}, false},
		{"an arm away from a post", []wall{{drive(turns(mgl64.Vec3{}, 0, 0, -1)), geom.Vec{Y: -1}, geom.Vec{X: 2}}, {nil, geom.Vec{Y: 1}, geom.Vec{}}}, true},
		{"rolls that draw in", []wall{{drive(turns(mgl64.Vec3{}, 0, 1, 0)), east, geom.Vec{X: -1}}, {drive(turns(mgl64.Vec3{}, 0, -1, 0)), west, geom.Vec{X: 1}}}, true},
	} {
		for _, second := range []bool{false, true} {
			w := roomOf(t, len(c.walls))
			isl := &crowdIsland{driven: true}
			s := &w.crowd.step
			for k, x := range c.walls {
				slot, place := int32(0), geom.Vec{X: 3, Y: 4, Z: 5}
				if x.drive != nil {
					i := int32(1 + k)
					f := &w.flights[i]
					f.s.V, f.s.L = geom.FromMGL(x.drive.Velocity), geom.FromMGL(x.drive.AngularVelocity)
					f.s.X = place.Sub(x.at)
					slot = int32(slices.Index(s.bodies, i)) + 1
				}
				pair := response.CrowdPair{A: 1, B: slot, N: x.n}
				if second && slot > 0 {
					pair = response.CrowdPair{A: slot, B: 1, N: x.n.Neg()}
				}
				s.solver.Pairs, s.pairs = append(s.solver.Pairs, pair), append(s.pairs, crowdPairRow{place: place})
				s.order = append(s.order, int32(k))
				isl.end++
			}
			if got := w.mayGoAlong(isl); got != c.room {
				t.Errorf("%s (second: %v): room %v", c.name, second, got)
			}
		}
	}
}

// roomOf is a world of a cube, the only member of a crowd, and n driven bodies.
func roomOf(t *testing.T, n int) *World {
	t.Helper()
	def := &Definition{Bodies: []BodyDef{{Half: mgl64.Vec3{1, 1, 1}, Mass: 1}}}
	for i := range n {
		def.Bodies = append(def.Bodies, BodyDef{Half: mgl64.Vec3{1, 1, 1}, Position: mgl64.Vec3{10 * float64(i+1), 5, 3}, Drive: []DriveAt{{Velocity: mgl64.Vec3{1}, AngularVelocity: mgl64.Vec3{1}}}})
	}
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	w.evaluateForces()
	c := &w.crowd.step
	c.members, c.bodies = []int32{0}, []int32{0}
	for i := range n {
		c.bodies = append(c.bodies, int32(i+1))
	}
	return w
}
