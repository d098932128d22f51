package runs

import (
	"strings"
	"testing"
)

// TestWarnings_OfTrailers: a trailer that no joint holds at its hitch is told, where its hitch stands; one that is held
// there is not, whichever way the joint says where.
func TestWarnings_OfTrailers(t *testing.T) {
	const text = `name: trailer
duration: 1 s
gravity: [0, 0, -9.81]
statics: [{name: road, plane: {height: 0}}]
bodies:
  - {name: car, box: {size: [4.5, 1.8, 1]}, mass: 1.5 t, position: [0, 0, 0.7], attitude: {yaw: 90 deg}, vehicle: {class: car, friction: 0.8}}
  - {name: caravan, box: {size: [4, 2, 1]}, mass: 1 t, position: [0, -6, 0.9], attitude: {yaw: 90 deg},
     vehicle: {friction: 0.8, track: 1.9, center_height: 0.9, hitch: [3, 0, -0.4], axles: [{position: -0.1}]}}
`
	for _, c := range []struct{ joints, want string }{
		{"", `test.yaml:8:70: bodies[1].vehicle.hitch: no joint holds "caravan" at its hitch, which bears a part of its weight: ` +
			"add joints: [{between: [name of the vehicle ahead, caravan], point: [0, -3, 0.5]}]"},
		{"joints: [{between: [car, caravan], point: [0, -2.8, 0.5]}]", `test.yaml:8:70: bodies[1].vehicle.hitch: the joint of "caravan" on line 9 is 0.2 m from its hitch, which bears a part of its weight: ` +
			"give the joint the point [0, -3, 0.5], or move the hitch"},
		{"joints: [{between: [caravan, car], at: [[3, 0, 0], [-3, 0, 0.2]]}]", `on line 9 is 0.4 m from its hitch`},
		{"joints: [{between: [world, car], point: [0, -3, 0.5]}]", `no joint holds "caravan"`},
		{"joints: [{between: [car, caravan], point: [0, -3, 0.54]}]", ""},
		{"joints: [{between: [car, caravan], at: [[-3, 0, -0.2], [3, 0, -0.4]]}]", ""},
		{"joints: [{between: [car, caravan], point: [0, -2.5, 0.5]}, {between: [caravan, car], at: [[3, 0, -0.4], [-3, 0, -0.2]]}]", ""},
	} {
		list := mustParse(t, text+c.joints+"\n").Warnings()
		switch {
		case c.want == "" && len(list) > 0, c.want != "" && (len(list) != 1 || !strings.Contains(list[0].String(), c.want)):
			t.Errorf("%s: %v, want %s", c.joints, list, c.want)
		}
	}
	if list := mustParse(t, minimal).Warnings(); list != nil {
		t.Errorf("%v", list)
	}
}
