package runs

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestLoad_SlidesWithinItsPasses: a lorry with crates and barrels on its bed brakes, and they slide against the wall at the front. Few
// steps run out of the passes of the contact solver, where one in three did while the load slid and wedged; and all of the load stays on
// the bed, between its walls. Of ten loads moved by 0.1 mm each 0 to 5 of 90 steps do; of six, 3 to 13 of 300 steps, as chance will have
// it: 2 to 15 before the dampers of its wheels bore the load, 0 to 8 earlier.
func TestLoad_SlidesWithinItsPasses(t *testing.T) {
	duration, most := 1.5, 6 // they strike the wall from 1 s on, and still slide
	if geomtest.Long {
		duration, most = 5, 20
	}
	var text strings.Builder
	fmt.Fprintf(&text, `
name: load
step: 1/60 s
duration: %v s
gravity: [0, 0, -9.81]
materials: {steel: {friction: 0.35}, wood: {friction: 0.4}, asphalt: {friction: 0.7}}
statics: [{name: road, plane: {height: 0}, material: asphalt}]
bodies:
  - name: lorry
    shapes:
      - {box: {size: [8, 2.4, 0.6]}, offset: [0, 0, 0.9], density: 900}
      - {box: {size: [0.2, 2.4, 1.4]}, offset: [1.9, 0, 1.9], density: 100}
      - {box: {size: [2, 2.4, 2]}, offset: [3, 0, 2.2], density: 100}
      - {box: {size: [6, 0.1, 0.8]}, offset: [-1, 1.25, 1.6], density: 100}
      - {box: {size: [6, 0.1, 0.8]}, offset: [-1, -1.25, 1.6], density: 100}
    mass: 12 t
    center_of_mass: [-0.3, 0, 1.1]
    origin: [0, 0, 0]
    speed: 50 km/h
    material: steel
    vehicle: {center_height: 1.1, track: 2.1, friction: 0.8, tyre: fiala, wheel_radius: 0.5, anti_roll: 150 kN/m, axles: [{position: 3, steered: true}, {position: -1.6, driven: true}, {position: -2.95, driven: true}], program: [{time: 0.3 s, brake: 0.8}]}
`, duration)
	load := func(name, shape, mass string, x, y, z, yaw float64, material string) {
		fmt.Fprintf(&text, "  - {name: %s, %s, mass: %s, position: [%v, %v, %v], attitude: {yaw: %v deg}, velocity: [50 km/h, 0, 0], material: %s}\n", name, shape, mass, x, y, z, yaw, material)
	}
	for i := range 8 {
		x, y := -3.4+0.72*float64(i/2), 1.1*(float64(i%2)-0.5)
		load(fmt.Sprint("crate-", i), "box: {size: [0.6, 0.6, 0.4]}", "60 kg", x, y, 1.4015, 0, "wood")
		load(fmt.Sprint("upper-", i), "box: {size: [0.5, 0.45, 0.3]}", "35 kg", x, y, 1.752, float64(5*i%17-8), "wood")
	}
	for i := range 6 {
		load(fmt.Sprint("drum-", i), "cylinder: {radius: 0.29, length: 0.88}", "180 kg", -0.35+0.72*float64(i/3), 0.72*float64(i%3-1), 1.6415, 0, "steel")
	}
	r, _ := runText(t, text.String())
	n := outOfPasses(r)
	t.Logf("%d impacts, %d steps out of passes", len(r.Impacts), n)
	if n > most {
		t.Errorf("%d steps run out of passes", n)
	}
	lorry := &r.Bodies[0]
	s, c := math.Sincos(*lorry.Heading * math.Pi / 180)
	for i := range r.Bodies[1:] {
		b := &r.Bodies[1+i]
		dx, dy := b.Position[0]-lorry.Position[0], b.Position[1]-lorry.Position[1]
		// From the centre of mass: the wall is 2.1 m ahead, the bed's end 3.7 m behind.
		if x, y := c*dx+s*dy, c*dy-s*dx; x > 2.1 || x < -3.7 || math.Abs(y) > 1.2 || b.Position[2] < 1.2 {
			t.Errorf("%s is at %v, %v from the lorry, %v m high", b.Name, x, y, b.Position[2])
		}
	}
	if len(r.Impacts) < 10 {
		t.Errorf("only %d impacts: it does not strike the wall", len(r.Impacts))
	}
}
