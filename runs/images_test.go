package runs

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// allKinds has a bit of nearly everything that a scenario can say, most of it off its middle plane, and gravity that is not upright.
const allKinds = `
name: all-kinds
step: 1/240 s
duration: 1 s
gravity: [0.5, 0.9, -9.7]
settings: {residual: 1e-9}
materials:
  steel: {friction: 0.4, restitution: 0.1, rolling_resistance: 2 mm}
  rubber: {friction: 0.8, restitution: 0.5, road: wet}
pairs:
  - {between: [steel, steel], friction: 0.5, restitution: 0.1, impact_model: kudlich-slibar, crush_time: 40 ms}
statics:
  - {name: road, plane: {height: 0}, material: rubber}
  - {name: kerb, box: {size: [40, 0.3, 0.12]}, position: [0, 9, 0.06], attitude: {yaw: 4 deg}}
  - {name: stone, hull: {points: [[0, 0, 0.4], [0.5, 0, -0.2], [-0.3, 0.4, -0.2], [-0.3, -0.3, -0.2]]}, position: [-8, -7, 0.2], material: rubber}
bodies:
  - name: car
    outline: {kind: car, size: [4.5, 1.8, 1.45]}
    mass: 1.5 t
    origin: [-8, 0.3, 0]
    attitude: {yaw: 6 deg}
    speed: 50 km/h
    material: steel
    vehicle: {class: car, friction: 0.8, tyre: tmeasy, abs: true, power: 90 kW, keep_speed: [{time: 0, speed: 55 km/h}], anti_roll: 20 kN/m,
      path: [[-8, 0.3], [0, 1.5], [9, -2]], program: [{time: 0.1 s, blown: true, wheels: fl}], damage: {above: 2 m/s, reach: 1.5 m, wheels: lock}, after_impact: {brake: 0.6}}
  - name: van
    outline: {kind: van, size: [5, 1.9, 2.2]}
    mass: 2.1 t
    origin: [3.5, -1.4, 0]
    attitude: {yaw: 160 deg}
    speed: 30 km/h
    material: steel
    vehicle: {class: van, friction: 0.7, tyre: fiala, program: [{time: 0, steer: 8 deg}, {time: 0.2 s, handbrake: 0.8}, {time: 0.4 s, brake: 0.5, steer: -12 deg}], steer_rate: 60 deg/s, steer_limit: 0.5}
  - {name: cart, box: {size: [1.6, 1.2, 0.5]}, mass: 300 kg, center_of_mass: [0, 0, -0.1], origin: [9.5, -3.6, 0.62], attitude: {yaw: 160 deg}, speed: 30 km/h,
      vehicle: {center_height: 0.52, friction: 0.8, tyre: magic-formula, track: 1.1, axles: [{position: -0.1}], hitch: [1.6, 0, 0]}}
  - {name: thigh, capsule: {radius: 75 mm, length: 28 cm}, mass: 7.7 kg, position: [5, 6, 1.2], velocity: [-1, 2, 0], angular_velocity: [3, 1, 2]}
  - {name: shin, capsule: {radius: 50 mm, length: 40 cm}, mass: 4.7 kg, position: [5, 6, 0.73], velocity: [-1, 2, 0]}
  - {name: cone, cone: {radius: 0.3, height: 0.8}, mass: 12, position: [-8.1, -6.9, 1.9], attitude: {yaw: 30 deg, pitch: 100 deg}, angular_velocity: [2, 5, 1], drag: {linear: 2, angular: 0.4}}
  - {name: egg, ellipsoid: {radii: [0.3, 0.25, 0.2]}, mass: 20, position: [0.2, -9.3, 0.62], attitude: {roll: 20 deg, yaw: 50 deg}, velocity: [0.3, 1, 0]}
  - {name: table, cylinder: {radius: 1.5, length: 0.3}, position: [0, -9, 0.2], drive: [{time: 0}, {time: 0.4 s, angular_velocity: [0, 0, 2.5], velocity: [0.2, 0.4, 0]}]}
  - {name: kite, box: {size: [1, 0.7, 0.1]}, mass: 3, position: [9, -8, 3], attitude: {roll: 10 deg, yaw: 40 deg}, drag: {quadratic: 0.6}}
movers:
  - {name: walker, radii: [0.25, 0.3, 0.9], position: [5.3, 8, 0.95], mass: 80 kg, falls: true, step_height: 20 cm, program: [{time: 0.1 s, velocity: [0.3, 1.6, 0]}]}
forces:
  - {body: kite, frame: body, point: [0.2, 0.3, 0], program: [{time: 0, force: [9, 4, 1], torque: [0.2, 0.5, -0.4]}, {time: 0.8 s}]}
springs:
  - {name: line, between: [world, kite], at: [[8, -9, 0], [0.1, 0.2, 0]], stiffness: 60 N/m, damping: 3, only: pull, length: 3}
joints:
  - {name: drawbar, between: [van, cart], point: [7.9965, -3.0528, 0.62], limits: {axis: [-0.94, 0.342, 0], angle: 20 deg}, friction: 20, damping: 30}
  - {name: knee, between: [thigh, shin], point: [5, 6, 0.98], limits: [{axes: [[0.94, 0.4, -0.342], [0, 0, -1]], angle: 73 deg}, {axis: [0.1, 1, 0], angle: 10 deg}], friction: 3, damping: 0.5, breaks: {impulse: 200}}
`

// anImage is the map of a world onto its mirror image in the plane of x and z, in which the frames of all bodies are mirrored too, or a
// turn by q.
type anImage struct {
	mirror bool
	q      mgl64.Quat
	of     func(mgl64.Vec3) mgl64.Vec3
}

var images = map[string]anImage{
	"mirrored": {true, mgl64.QuatIdent(), mirrored},
	"turned":   {false, mgl64.QuatRotate(mgl64.DegToRad(90), mgl64.Vec3{0, 0, 1}), func(v mgl64.Vec3) mgl64.Vec3 { return mgl64.Vec3{-v[1], v[0], v[2]} }},
}

func mirrored(v mgl64.Vec3) mgl64.Vec3 { return mgl64.Vec3{v[0], -v[1], v[2]} }

// local is the image of a vector in the frame of a body, axial that of a spin or torque in the world, attitude that of one.
func (m *anImage) local(v mgl64.Vec3) mgl64.Vec3 {
	if m.mirror {
		return mirrored(v)
	}
	return v
}

func (m *anImage) localAxial(v mgl64.Vec3) mgl64.Vec3 {
	if m.mirror {
		return mirrored(v).Mul(-1)
	}
	return v
}

func (m *anImage) axial(v mgl64.Vec3) mgl64.Vec3 {
	if m.mirror {
		return mirrored(v).Mul(-1)
	}
	return m.of(v)
}

func (m *anImage) attitude(q mgl64.Quat) mgl64.Quat {
	if q == (mgl64.Quat{}) {
		q = mgl64.QuatIdent()
	}
	if m.mirror {
		return mgl64.Quat{W: q.W, V: m.localAxial(q.V)}
	}
	return m.q.Mul(q)
}

// shapes returns the image of the shapes of a body or static.
func (m *anImage) shapes(t *testing.T, list []sim.ShapeDef) []sim.ShapeDef {
	list = slices.Clone(list)
	for i := range list {
		s := &list[i]
		s.Position = m.local(s.Position)
		if !m.mirror {
			continue
		}
		s.Attitude = m.attitude(s.Attitude)
		if s.Shape.Kind == geom.ShapeHull {
			var points []geom.Vec
			for _, v := range s.Shape.Hull.Vertices {
				points = append(points, geom.FromMGL(mirrored(v.MGL())))
			}
			var err error
			if s.Shape, err = geom.NewConvex(points); err != nil {
				t.Fatal(err)
			}
		}
	}
	return list
}

// apply changes a definition into its image.
func (m *anImage) apply(t *testing.T, d *sim.Definition) {
	d.Settings.Gravity = m.of(d.Settings.Gravity)
	for i := range d.Bodies {
		b := &d.Bodies[i]
		b.Shapes, b.Offset = m.shapes(t, b.Shapes), m.local(b.Offset)
		b.Position, b.Attitude, b.Velocity, b.AngularVelocity = m.of(b.Position), m.attitude(b.Attitude), m.of(b.Velocity), m.axial(b.AngularVelocity)
		if m.mirror { // its products with y change their sign
			for _, k := range [4]int{1, 3, 5, 7} {
				b.Inertia[k] = -b.Inertia[k]
			}
		}
		for k := range b.Drive {
			b.Drive[k].Velocity, b.Drive[k].AngularVelocity = m.of(b.Drive[k].Velocity), m.axial(b.Drive[k].AngularVelocity)
		}
	}
	for i := range d.Movers {
		o := &d.Movers[i]
		r := m.of(o.Radii)
		o.Position, o.Radii = m.of(o.Position), mgl64.Vec3{mgl64.Abs(r[0]), mgl64.Abs(r[1]), r[2]}
		for k := range o.Program {
			o.Program[k].Velocity = m.of(o.Program[k].Velocity)
		}
	}
	for i := range d.Statics {
		s := &d.Statics[i]
		s.Shapes, s.Position, s.Attitude = m.shapes(t, s.Shapes), m.of(s.Position), m.attitude(s.Attitude)
	}
	for i := range d.Vehicles {
		v := &d.Vehicles[i]
		for k := range v.Wheels {
			v.Wheels[k].Contact = m.local(v.Wheels[k].Contact)
			for n := range v.Wheels[k].Program {
				if in := &v.Wheels[k].Program[n]; m.mirror {
					in.Steer = -in.Steer
				}
			}
		}
		if v.Driver != nil {
			for k, p := range v.Driver.Path {
				p := m.of(p.Vec3(0))
				v.Driver.Path[k] = mgl64.Vec2{p[0], p[1]}
			}
		}
	}
	for i := range d.Forces {
		f := &d.Forces[i]
		f.Point = m.local(f.Point)
		for k := range f.Program {
			f.Program[k].Force, f.Program[k].Torque = m.local(f.Program[k].Force), m.localAxial(f.Program[k].Torque)
		}
	}
	for i := range d.Springs {
		s := &d.Springs[i]
		s.AtA, s.AtB = m.of(s.AtA), m.local(s.AtB)
	}
	for i := range d.Joints {
		j := &d.Joints[i]
		j.AtA = m.of(j.AtA) // InWorld
		for k := range j.Limits {
			if l := &j.Limits[k]; l.InWorld {
				l.AxisA = m.of(l.AxisA)
			} else {
				l.AxisA, l.AxisB = m.local(l.AxisA), m.local(l.AxisB)
			}
		}
	}
}

// TestImages_OfAllKinds runs a scenario with a bit of everything, and its images: mirrored, left and right exchanged, and turned by 90°.
// In its second they do the same, to what the solver's passes leave.
func TestImages_OfAllKinds(t *testing.T) {
	read := func() *scenariofile.Scenario {
		s, err := scenariofile.Parse("all.yaml", []byte(allKinds), nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	world := func(s *scenariofile.Scenario) *sim.World {
		w, err := NewWorld(s)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	for name, m := range images {
		s, o := read(), read()
		m.apply(t, o.Definition)
		a, b := world(s), world(o)
		kinds := map[record.EventKind]int{}
		worst := 0.0
		for step := range s.Steps {
			if err := a.Step(); err != nil {
				t.Fatal(err)
			}
			if err := b.Step(); err != nil {
				t.Fatal(err)
			}
			for _, e := range a.Frame().Events {
				kinds[e.Kind]++
			}
			far := func(what string, d float64) {
				if worst = max(worst, d); d > 1e-5 {
					t.Fatalf("%s, step %d: %s is off by %g", name, step+1, what, d)
				}
			}
			for i := range s.Definition.Bodies {
				p, q := a.Body(i), b.Body(i)
				far(s.Definition.Bodies[i].Name, m.of(p.Position).Sub(q.Position).Len()+m.of(p.Velocity).Sub(q.Velocity).Len()+m.axial(p.AngularVelocity).Sub(q.AngularVelocity).Len())
			}
			p, q := a.Mover(0), b.Mover(0)
			far("walker", m.of(p.Position).Sub(q.Position).Len()+m.of(p.Velocity).Sub(q.Velocity).Len())
		}
		if kinds[record.Impact] < 5 || kinds[record.Crush] == 0 || kinds[record.Joint] == 0 {
			t.Errorf("%s: too little happens: %v", name, kinds)
		}
		t.Logf("%s: off by %.2g, events %v", name, worst, kinds)
	}
}
