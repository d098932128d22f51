package runs

import (
	"fmt"
	"math"
	"testing"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// Units of the published rows in SI.
const (
	mph  = 0.44704
	lb   = 0.45359237
	slug = 1.355818 // slug ft² [kg m²]
	foot = 0.3048
	rad  = math.Pi / 180
)

// planarCar is a car in a planar impact.
type planarCar struct {
	mass, inertia float64  // mass 0: a fixed barrier
	centre        geom.Vec // from the point of impact
	velocity      geom.Vec
	heading       float64 // [rad]
}

// planarImpact resolves an impact of two cars at the origin by a model of the engine and returns what the report says
// of them. share is the impulse ratio over the critical one, at which the tangential velocity ends at zero; mu, where
// it is not zero, is the friction instead.
func planarImpact(t *testing.T, cars [2]planarCar, n geom.Vec, model response.ImpactModel, e, mu, share float64) [2]*reconstruct.Vehicle {
	t.Helper()
	bodies := make([]response.ImpactBody, 0, 2)
	index := [2]int32{-1, -1}
	objects := make([]record.Object, 2)
	var subjects []reconstruct.Subject
	values := []float64{}
	for i, c := range cars {
		objects[i] = record.Object{Name: fmt.Sprint(i), Kind: record.Static}
		if c.mass == 0 {
			continue
		}
		objects[i] = record.Object{Name: fmt.Sprint(i), Kind: record.Body, Mass: c.mass, Vehicle: true}
		index[i] = int32(len(bodies))
		inv := geom.Mat3{X: geom.Vec{X: 1 / c.inertia}, Y: geom.Vec{Y: 1 / c.inertia}, Z: geom.Vec{Z: 1 / c.inertia}}
		bodies = append(bodies, response.ImpactBody{InvMass: 1 / c.mass, InvInertia: inv, X: c.centre, V: c.velocity})
		m, ok := rigid.NewMass(c.mass, geom.Mat3{X: geom.Vec{X: c.inertia}, Y: geom.Vec{Y: c.inertia}, Z: geom.Vec{Z: c.inertia}})
		if !ok {
			t.Fatal("mass")
		}
		subjects = append(subjects, reconstruct.Subject{Object: int32(i), At: len(values), Mass: m})
		q := geom.AxisAngle(geom.Vec{Z: 1}, c.heading)
		values = append(values, c.centre.X, c.centre.Y, 0, q.W, 0, 0, q.V.Z, c.velocity.X, c.velocity.Y, 0, 0, 0, 0)
	}
	solve := func(mu float64) ([]response.ImpactBody, response.ImpactPoint, response.ImpactResult) {
		b := append([]response.ImpactBody(nil), bodies...)
		p := []response.ImpactPoint{{A: index[0], B: index[1], N: n, Restitution: e, Friction: mu}}
		var s response.ImpactSolver
		res := s.Solve(b, p, response.ImpactOptions{Model: model})
		if res.Status != response.Converged || res.EnergyLimited {
			t.Fatalf("%+v", res)
		}
		return b, p[0], res
	}
	if mu == 0 {
		_, p, _ := solve(1e3)
		across := p.Impulse.AddScaled(n, -p.Impulse.Dot(n))
		mu = share * across.Len() / math.Abs(p.Impulse.Dot(n))
	}
	after, p, res := solve(mu)
	event := record.Event{Kind: record.Impact, A: 0, B: 1, Impulse: p.Impulse, EnergyLost: res.EnergyLost}
	for i := range cars {
		if k := index[i]; k >= 0 {
			event.Before[i] = record.Twist{V: bodies[k].V}
			event.After[i] = record.Twist{V: after[k].V, W: after[k].W}
		}
	}
	b := reconstruct.New(objects, subjects, 0.01)
	b.Frame(&record.Frame{Values: values})
	b.Frame(&record.Frame{Step: 1, Time: 0.001, Values: values, Events: []record.Event{event}})
	var out [2]*reconstruct.Vehicle
	list := b.Vehicles()
	for k := range list {
		out[subjects[k].Object] = &list[k]
	}
	return out
}

// direction returns a unit vector at an angle counter-clockwise from x.
func direction(a float64) geom.Vec { return geom.Vec{X: math.Cos(a), Y: math.Sin(a)} }

func within(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s: %.4f, want %g ± %g", what, got, want, tol)
	}
}

// The oblique crashes of NHTSA by Brach's model: the report's delta-v and change of yaw rate are those published, to
// their last digit and what the rounding of the inputs leaves: half a digit of 0.1 mph and 1 °/s, and 0.5 % for inputs
// of three digits.
//
// Headings count clockwise; the centre of a car lies -d (cos(h-θ), sin(h-θ)) from the point of impact.
func TestPublished_NHTSAOblique(t *testing.T) {
	for _, c := range []struct {
		name              string
		w, i, v, h, d, th [2]float64
		normal, e         float64
		deltaV, deltaW    [2]float64 // mph, °/s
	}{
		{"4363", [2]float64{3451.1, 4695.4}, [2]float64{2152, 2805}, [2]float64{35.1, 35.0}, [2]float64{180, 32}, [2]float64{2.6, 5.7}, [2]float64{23.8, 10.6},
			55.0, 0.126, [2]float64{39.5, 29.1}, [2]float64{31, 182}},
		{"4474", [2]float64{3305.7, 4657}, [2]float64{2066, 2863}, [2]float64{35.0, 35.0}, [2]float64{180, 31.6}, [2]float64{2.9, 5.5}, [2]float64{34.7, 15.2},
			51.8, 0.150, [2]float64{40.5, 28.7}, [2]float64{40, 194}},
	} {
		var cars [2]planarCar
		for k := range cars {
			h := -c.h[k] * rad
			cars[k] = planarCar{c.w[k] * lb, c.i[k] * slug, direction(h - c.th[k]*rad).Scale(-c.d[k] * foot), direction(h).Scale(c.v[k] * mph), h}
		}
		n := direction(-c.normal * rad)
		if n.Dot(cars[1].centre.Sub(cars[0].centre)) < 0 {
			n = n.Neg() // from A to B
		}
		got := planarImpact(t, cars, n, response.Brach, c.e, 0, 1)
		for k, v := range got {
			r := v.Collisions[0]
			t.Logf("%s vehicle %d: delta-v %.2f mph, yaw rate %.2f °/s", c.name, k+1, r.DeltaV/mph, r.YawAfter)
			within(t, fmt.Sprintf("%s vehicle %d: delta-v [mph]", c.name, k+1), r.DeltaV/mph, c.deltaV[k], 0.05+0.005*c.deltaV[k])
			within(t, fmt.Sprintf("%s vehicle %d: yaw rate [°/s]", c.name, k+1), math.Abs(r.YawAfter), c.deltaW[k], 0.5+0.005*c.deltaW[k])
		}
	}
}

// The small overlap crashes of IIHS against a fixed barrier, in the vehicle's axes. Angles and yaw count clockwise.
func TestPublished_IIHSSmallOverlap(t *testing.T) {
	for _, c := range []struct {
		name                    string
		e, share, d, th, normal float64
		long, lat, yaw          float64 // ft/s, ft/s, °/s
	}{
		{"CF11016", 0.147, 0.989, 4.4, 29.3, 77.6, -51.2, 13.1, 163},
		{"CF11012", 0.127, 0.865, 4.0, 30.6, 74.6, -41.0, 12.5, 110},
	} {
		car := planarCar{3574.2 * lb, 2336.3 * slug, direction(-c.th * rad).Scale(-c.d * foot), geom.Vec{X: 58.6 * foot}, 0}
		n := direction(-c.normal * rad)
		if n.Dot(car.centre) > 0 {
			n = n.Neg() // from the car to the barrier
		}
		r := planarImpact(t, [2]planarCar{car, {}}, n, response.Brach, c.e, 0, c.share)[0].Collisions[0]
		t.Logf("%s: delta-v (%.2f, %.2f) ft/s, yaw rate %.2f °/s", c.name, r.Longitudinal/foot, r.Lateral/foot, r.YawAfter)
		within(t, c.name+" long. [ft/s]", r.Longitudinal/foot, c.long, 0.05+0.005*51)
		within(t, c.name+" lat. [ft/s]", r.Lateral/foot, c.lat, 0.05+0.005*13)
		within(t, c.name+" yaw [°/s]", -r.YawAfter, c.yaw, 0.5+0.005*c.yaw)
	}
}

// isTImpact compares the two cars after the T-impact with what is published of it.
func isTImpact(t *testing.T, one, two reconstruct.Collision) {
	t.Helper()
	within(t, "V1 speed", one.SpeedAfter, 10.80, 0.01*10.80)
	within(t, "V2 speed", two.SpeedAfter, 2.82, 0.01*2.82)
	within(t, "V1 delta-v", one.DeltaV, 2.82, 0.01*2.82)
	within(t, "V2 delta-v", two.DeltaV, 2.82, 0.01*2.82)
	within(t, "V1 direction", math.Atan2(one.Lateral, 13.41+one.Longitudinal)/rad, -5.1, 1.5)
	within(t, "V2 direction", math.Atan2(two.Impulse[1], two.Impulse[0])/rad, 19.8, 1.5)
	within(t, "V2 yaw rate", two.YawAfter, 215.9, 2)
}

// PC-Crash's T-impact by the model of Kudlich and Slibar. The impulse is resolved 0.056 s after the first touch, at the
// centroid of the overlap, on the plane through the intersections of the outlines; the rectangles give them. V1's front
// is 0.968 + 0.94 m ahead of its centre, V2's rear 4.75 m behind its front. Speeds are within 1 %, directions within
// 1.5°, the yaw rate within 2 °/s; the loss is given to 0.1 kJ.
func TestPublished_TImpact(t *testing.T) {
	const half, ahead, touch = 1.778 / 2, 0.968 + 0.94, 12.192 - 1.778/2
	front, rear := touch+13.41*0.056, 3.048-(4.75-ahead)
	point := geom.Vec{X: (touch + front) / 2, Y: (rear + half) / 2}
	along := geom.Vec{X: front - touch, Y: rear - half}.Normalize() // from (touch, half) to (front, rear)
	n := geom.Vec{X: -along.Y, Y: along.X}
	cars := [2]planarCar{
		{1495, 2427, geom.Vec{X: front - ahead}.Sub(point), geom.Vec{X: 13.41}, 0},
		{1495, 2427, geom.Vec{X: 12.192, Y: 3.048}.Sub(point), geom.Vec{}, math.Pi / 2},
	}
	got := planarImpact(t, cars, n, response.KudlichSlibar, 0.1, 0.6, 0)
	one, two := got[0].Collisions[0], got[1].Collisions[0]
	isTImpact(t, one, two)
	within(t, "loss [kJ]", two.EnergyLost/1e3, 24.0, 0.1)
	// The force on V2 comes from its left and behind: V1 drives along +x, V2's nose points along +y.
	within(t, "V2 PDOF", *two.PDOF, 270-19.8, 1.5)
	t.Logf("V1 %.3f m/s, V2 %.3f m/s at %.2f°, %.1f °/s, %.2f kJ", one.SpeedAfter, two.SpeedAfter,
		math.Atan2(two.Impulse[1], two.Impulse[0])/rad, two.YawAfter, two.EnergyLost/1e3)
	tImpactRunsOut(t, &two)
}

// tImpactRunsOut lets V2 roll freely with the velocities after the impact: its tyres arrest its yaw within 1 s at
// 183.8°, within 5°. The friction of the tyres is not published with the case; 0.8 is PC-Crash's default.
func tImpactRunsOut(t *testing.T, two *reconstruct.Collision) {
	t.Helper()
	v := geom.Vec{X: two.Impulse[0] / 1495, Y: two.Impulse[1] / 1495}
	for _, tyre := range []string{"coulomb", "tmeasy"} {
		r, _ := runText(t, fmt.Sprintf(`
name: run-out
step: 1/500 s
duration: 2 s
gravity: [0, 0, -9.81]
statics: [{name: ground, plane: {height: 0}}]
bodies:
  - name: V2
    box: {size: [4.75, 1.778, 1.2]}
    center_of_mass: [0.467, 0, -0.2]
    inertia: [600, 2427, 2427]
    mass: 1495
    position: [12.192, 3.048, 0.546]
    attitude: {yaw: 90 deg}
    velocity: [%g, %g, 0]
    angular_velocity: [0, 0, %g deg/s]
    vehicle: {front_axle: 0.968, wheelbase: 2.692, track: 1.5, center_height: 0.546, friction: 0.8, tyre: %s}
`, v.X, v.Y, two.YawAfter, tyre))
		for _, p := range r.Vehicles[0].Path {
			if p.Time < 1 {
				continue
			}
			if heading := math.Mod(*p.Heading+360, 360); math.Abs(heading-183.8) > 5 || math.Abs(p.YawRate) > 1 {
				t.Errorf("%s: at %g s V2 heads %.1f° and turns at %.2f °/s", tyre, p.Time, heading, p.YawRate)
			}
		}
		t.Logf("%s: V2 ends at %.1f°", tyre, math.Mod(*r.Vehicles[0].End.Heading+360, 360))
	}
}
