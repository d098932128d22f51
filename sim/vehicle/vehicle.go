package vehicle

import (
	"errors"
	"fmt"
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
)

// Defaults of a wheel.
const (
	DefaultFrequency = 1.5    // [Hz]
	DefaultDamping   = 0.35   // of critical
	DefaultTravel    = 0.1    // [m]
	DefaultRadius    = 0.3    // [m]
	DefaultWidth     = 2. / 3 // of a tyre, over the radius
	// Moment of inertia about the axle, over the mass that the wheel carries and the square of its radius.
	wheelMass = 0.03
	// Stiffness beyond the travel, and of the tyre at the end of the rebound, over that of the spring.
	bumpStiffening = 20
)

// Vehicle is a vehicle prepared for a run: all of it that never changes.
type Vehicle struct {
	Body       int32
	Wheels     []Wheel
	after      *Input
	slips      bool
	driver     *DriverDef
	reach      float64     // see Reach
	mass       float64     // of the vehicle and all that it draws [kg]
	resistance float64     // to rolling, of both [N]
	air        float64     // drag over the square of the speed, of both [kg/m]
	alone      [3]float64  // mass, resistance and air of the vehicle alone
	hold       float64     // friction of all wheels at their static loads [N]
	rear       float64     // x of the wheels that are not steered, their mean [m]
	base       float64     // from there to the steered ones [m]
	now        decision    // of the step under way
	tyreForces []tyreForce // scratch of Settle
	footings   []footing   // likewise
	bars       []Bar
	damage     *DamageDef
	barred     []float64 // of each wheel: the force of its anti-roll bars on it in the step under way [N]
}

// Wheel is the constant data of a wheel.
type Wheel struct {
	Name      string
	Contact   geom.Vec // vehicle axes [m]
	Friction  float64
	Load      float64 // static load [N]
	Stiffness float64 // [N/m]
	Damping   float64 // [N s/m]
	Travel    float64 // [m]
	Droop     float64 // [m]
	stopped   bool    // the rebound ends before the spring does
	Radius    float64 // [m]
	Width     float64 // of the tyre [m]
	// Moment of inertia over the square of the radius: the mass that the tread stands for [kg]; 0 for none.
	Tread    float64
	Tyre     TyreModel
	Stiff    float64 // cornering stiffness over the published one
	engine   float64 // share of the engine's force
	steered  bool    // by who follows a path
	steering []knot  // angle over time, where limit or rate of the steering matter
	program  []Input
}

// Probe is a wheel in search of the ground, in world coordinates: a disc about an axle that is a radius above the
// origin when the body stands on level ground, and moves along Up.
type Probe struct {
	Origin    geom.Vec // the lowest point of the disc at its level place [m]
	Ahead, Up geom.Vec // unit vectors in the plane of the disc, at right angles
	Radius    float64  // [m]
	Droop     float64  // how far the wheel comes down from its level place [m]
	Travel    float64  // how far it goes up to the bump stop [m]
	Stiffness float64  // of its spring [N/m]
}

// Ground is the surface under the disc of a wheel.
type Ground struct {
	Hit     bool
	Lift    float64  // of the wheel above its level place, along the probe's up [m]
	P, N    geom.Vec // point and unit normal towards the wheel
	Surface float64  // friction over the wheel's own; 0 stands for 1
	// Of ground that moves: the velocity of its material point at P [m/s], and how much that changes along N over a
	// step by a force along N [m/(s N)].
	Vel  geom.Vec
	Give float64
}

// Grip is a wheel's contact with the road during a step: the force that supports the body, and the limits of friction.
type Grip struct {
	Wheel   int32
	P       geom.Vec // contact point [m]
	N       geom.Vec // ground's unit normal, upwards
	Load    float64  // along N on the body [N], >= 0
	Damped  float64  // what the damper gives of it; over uneven ground, would give at the mean velocities of the step [N]
	Damping float64  // of the damper, over the speed along N [N s/m]
	F, G    geom.Vec // rolling direction and its left, in the ground's plane, unit vectors
	Limit   float64  // radius of the friction circle [N]
	Braking float64  // largest force along F [N], 0 for a wheel that rolls freely
	Drive   float64  // what pushes the body along F [N]
	// Tread is the speed of the tread, spin times radius, at the end of the step [m/s], for a wheel with inertia. It
	// counts by the share Turns; the rest is rolling without slip: all of it at standstill.
	Tread, Turns float64
	Turning      Turning // what brings the tread there
	Locked       bool
	Slides       float64 // slip from which the tyre slides, over its speed; 0 where the model has none

	power float64 // of the engine at the wheel [W]
	keeps bool
	abs   bool

	surface, brake, resistance float64 // of the ground over that of the wheel's friction; of the peak; of the load
	stiff                      float64 // cornering stiffness over the published one
}

// New prepares a definition for a body of the given mass [kg] in a field of the given gravity [m/s²] (its size). It keeps
// nothing of the definition. The error lists what is wrong, field by field. Without gravity no wheel bears a load.
func New(def *Def, mass, gravity float64) (*Vehicle, error) {
	if !(mass > 0) || math.IsInf(mass, 0) {
		return nil, fmt.Errorf("mass: %g kg: give a finite number above zero", mass)
	}
	if !(gravity >= 0) || math.IsInf(gravity, 0) {
		return nil, fmt.Errorf("gravity: %g m/s²: give its size, a finite number not below zero", gravity)
	}
	if err := def.check(); err != nil {
		return nil, err
	}
	def = def.clone()
	v := &Vehicle{Body: int32(def.Body), after: def.AfterImpact, bars: def.Bars, barred: make([]float64, len(def.Wheels))}
	for i := range def.Wheels {
		d := &def.Wheels[i]
		w := Wheel{Name: d.Name, Contact: geom.FromMGL(d.Contact), Friction: d.Friction, Travel: d.Travel, Radius: d.Radius, Width: d.Width, Tyre: d.Tyre, Stiff: d.Stiffening, program: d.Program}
		if w.Stiff == 0 {
			w.Stiff = 1
		}
		v.slips = v.slips || d.Tyre != Coulomb
		if w.Travel == 0 {
			w.Travel = DefaultTravel
		}
		if w.Radius == 0 {
			w.Radius = DefaultRadius
		}
		if w.Width == 0 {
			w.Width = float64(DefaultWidth * w.Radius)
		}
		v.Wheels = append(v.Wheels, w)
	}
	if err := v.setLoads(float64(mass*gravity), def.Hitch); err != nil {
		return nil, err
	}
	for i := range v.Wheels {
		v.Wheels[i].setSpring(&def.Wheels[i], gravity)
		v.Wheels[i].setTread(&def.Wheels[i], gravity)
		w := &v.Wheels[i]
		v.reach = max(v.reach, w.Contact.Len()+float64(2*w.Radius)+w.Travel+w.Droop)
		for _, in := range def.Wheels[i].Program {
			v.slips = v.slips || in.Blown
		}
	}
	v.damage = def.Damage
	return v, v.setDriver(def, mass, gravity)
}

// setLoads shares the weight among the wheels so that they carry it without moment about the centre of mass, in the
// least-squares sense where there are more than three: load_i = a + b x_i + c y_i. A hitch carries as a wheel does.
func (v *Vehicle) setLoads(weight float64, hitch *mgl64.Vec3) error {
	var m geom.Mat3
	add := func(p geom.Vec) {
		r := geom.Vec{X: 1, Y: p.X, Z: p.Y}
		m.X = m.X.Add(r)
		m.Y = m.Y.AddScaled(r, p.X)
		m.Z = m.Z.AddScaled(r, p.Y)
	}
	for i := range v.Wheels {
		add(v.Wheels[i].Contact)
	}
	if hitch != nil {
		add(geom.FromMGL(*hitch))
	}
	c, ok := m.Solve(geom.Vec{X: weight})
	if !ok {
		return &WheelError{0, Along, errors.New("wheels: all that carries the vehicle is on one line, on which nothing balances: move a wheel, or the hitch")}
	}
	for i := range v.Wheels {
		w := &v.Wheels[i]
		w.Load = c.X + float64(c.Y*w.Contact.X) + float64(c.Z*w.Contact.Y)
		if !(w.Load > 0) && weight > 0 {
			return &WheelError{i, Along, fmt.Errorf("wheel %q: at (%.4g, %.4g) m from the centre of mass it would have to pull, not carry: "+
				"place what carries the vehicle so that it surrounds the centre of mass, and each wheel has a part of the weight", w.Name, w.Contact.X, w.Contact.Y)}
		}
	}
	return nil
}

// setSpring gives a wheel the spring and damper that let the mass it carries swing at the wanted frequency and damping
// ratio.
func (w *Wheel) setSpring(d *WheelDef, gravity float64) {
	f, zeta := d.Frequency, d.Damping
	if f == 0 {
		f = DefaultFrequency
	}
	if zeta == 0 {
		zeta = DefaultDamping
	}
	if gravity == 0 {
		return
	}
	m, omega := w.Load/gravity, float64(2*math.Pi*f)
	w.Stiffness = float64(m * omega * omega)
	w.Damping = float64(2 * zeta * m * omega)
	w.Droop = w.Load / w.Stiffness
	if d.Rebound > 0 && d.Rebound < w.Droop {
		w.Droop, w.stopped = d.Rebound, true
	}
}

// setTread gives a wheel whose tyre slips the inertia of its turning.
func (w *Wheel) setTread(d *WheelDef, gravity float64) {
	switch {
	case w.Tyre == Coulomb:
	case d.Inertia > 0:
		w.Tread = d.Inertia / float64(w.Radius*w.Radius)
	case gravity > 0:
		w.Tread = float64(wheelMass*w.Load) / gravity
	}
}

// Inertia returns the wheel's moment of inertia about its axle [kg m²], 0 for one without.
func (w *Wheel) Inertia() float64 { return float64(w.Tread * float64(w.Radius*w.Radius)) }

// Input returns the driver's input to wheel i at time t [s]; hit says that the vehicle has had its first impact.
func (v *Vehicle) Input(i int, t float64, hit bool) Input {
	in := v.programmed(i, t)
	replaced := hit && v.after != nil
	if replaced {
		blown := in.Blown
		in = *v.after
		in.Blown = in.Blown || blown
	}
	if v.driver != nil {
		return v.decided(i, t, in, !replaced)
	}
	in.Brake = max(in.Brake, in.Handbrake)
	return in
}

// programmed returns the last entry of a wheel's program.
func (v *Vehicle) programmed(i int, t float64) Input {
	p := v.Wheels[i].program
	n := sort.Search(len(p), func(i int) bool { return p[i].Time > t })
	if n == 0 {
		return Input{}
	}
	return p[n-1]
}

// Until returns the time of the last entry in the programs of a vehicle with a driver [s].
func (v *Vehicle) Until() float64 {
	last := math.Inf(-1)
	if v.driver == nil {
		return last
	}
	for i := range v.Wheels {
		if p := v.Wheels[i].program; len(p) > 0 {
			last = max(last, p[len(p)-1].Time)
		}
	}
	if s := v.driver.Speed; len(s) > 0 {
		last = max(last, s[len(s)-1].Time)
	}
	return last
}

// Done reports whether no wheel's program has an entry after time t.
func (v *Vehicle) Done(t float64) bool {
	for i := range v.Wheels {
		if p := v.Wheels[i].program; len(p) > 0 && p[len(p)-1].Time > t {
			return false
		}
	}
	return true
}

// Probe returns the probe of wheel i for a pose of the body and a steering angle to the left [rad].
func (v *Vehicle) Probe(i int, body geom.Transform, steer float64) Probe {
	w := &v.Wheels[i]
	s, c := geom.SinCos(steer)
	return Probe{
		Origin: body.Apply(w.Contact), Up: body.Q.Rotate(geom.Vec{Z: 1}), Ahead: body.Q.Rotate(geom.Vec{X: c, Y: s}),
		Radius: w.Radius, Droop: w.Droop, Travel: w.Travel, Stiffness: w.Stiffness,
	}
}

// Bounds returns a box that contains all that the wheel may stand on.
func (p *Probe) Bounds() geom.AABB {
	b := geom.EmptyAABB()
	for _, x := range [2]float64{-p.Radius, p.Radius} {
		for _, z := range [2]float64{-p.Droop, p.Radius + p.Travel} {
			q := p.Origin.AddScaled(p.Ahead, x).AddScaled(p.Up, z)
			b.Min, b.Max = b.Min.Min(q), b.Max.Max(q)
		}
	}
	return b
}

// Stiff returns the stiffness of a spring without a bump stop that has, pressed with the same force, the energy of the wheel's
// spring at a lift (N/m).
func (p *Probe) Stiff(lift float64) float64 {
	deep, over := lift+p.Droop, max(0, lift-p.Travel)
	if !(over > 0) {
		return p.Stiffness
	}
	force := deep + float64(bumpStiffening*over)
	return float64(p.Stiffness*float64(force*force)) / (float64(deep*deep) + float64(bumpStiffening*float64(over*over)))
}

// Reach returns a bound of the distance of all that the wheels may stand on from the origin of the body frame [m].
func (v *Vehicle) Reach() float64 { return v.reach }

// Stand takes the ground found by each wheel, and distributes the forces of the anti-roll bars among the wheels; call
// Grip after it. A wheel that its ground does not press hangs where its spring and its bar balance, or at the end of its
// rebound.
func (v *Vehicle) Stand(ground []Ground) {
	if len(v.bars) == 0 {
		return
	}
	clear(v.barred)
	for _, b := range v.bars {
		left, right := v.lift(b.Left, ground), v.lift(b.Right, ground)
		f := float64(b.Stiffness * (max(left, v.hangs(b.Left, &b, right)) - max(right, v.hangs(b.Right, &b, left))))
		v.barred[b.Left] += f
		v.barred[b.Right] -= f
	}
}

func (v *Vehicle) lift(i int, ground []Ground) float64 {
	if ground[i].Hit {
		return ground[i].Lift
	}
	return -v.Wheels[i].Droop
}

// hangs returns the lift [m] at which wheel i, on nothing, has its spring and its bar balanced, where the bar's other wheel has
// the given lift.
func (v *Vehicle) hangs(i int, b *Bar, other float64) float64 {
	w := &v.Wheels[i]
	return (float64(b.Stiffness*other) - w.Load) / (w.Stiffness + b.Stiffness)
}

// suspension returns the force along the body's up with which a wheel is pressed on its ground at a lift [m], the rate
// of the lift being that of the ground towards the body [m/s]. Beyond the travel the bump stop adds to the spring; at
// the end of the rebound the tyre gives way before the wheel lifts off. Ground that gives way has the damper's force at
// the rate that this force leaves: else light ground would be thrown to and fro.
func (v *Vehicle) suspension(i int, lift, rate, give float64) float64 {
	w := &v.Wheels[i]
	f := w.Load + float64(w.Stiffness*lift)
	if over := lift - w.Travel; over > 0 {
		f += float64(bumpStiffening * float64(w.Stiffness*over))
	}
	if len(v.bars) > 0 {
		f += v.barred[i]
	}
	if w.stopped {
		f = min(f, float64(bumpStiffening*float64(w.Stiffness*(lift+w.Droop))))
	}
	return f + w.damped(rate, give)
}

// Ramp is a force that grows with the lift from a lift on.
type Ramp struct{ From, Stiffness float64 } // [m], [N/m]

// Ramps returns the force of suspension at rest, of wheel i after Stand, as a sum of ramps, from that on which begins first. Where
// an anti-roll bar presses a wheel that hangs, the tyre gives way first, as at the end of a rebound.
func (v *Vehicle) Ramps(i int) (ramps [3]Ramp) {
	w := &v.Wheels[i]
	if !(w.Stiffness > 0) {
		return ramps
	}
	at, k := w.Load, w.Stiffness
	if len(v.bars) > 0 {
		at += v.barred[i]
	}
	stop := Ramp{w.Travel, float64(bumpStiffening * k)}
	if steep := float64(stop.Stiffness * w.Droop); at > float64(k*w.Droop) {
		over := stop.Stiffness - k
		return [3]Ramp{{-w.Droop, stop.Stiffness}, {(at - steep) / over, 0 - over}, stop}
	}
	if from := -at / k; from < w.Travel {
		return [3]Ramp{{from, k}, stop}
	}
	both := k + stop.Stiffness
	return [3]Ramp{{(float64(stop.Stiffness*w.Travel) - at) / both, both}}
}

// Support returns the component of the body's up along the normal of its ground by which a wheel presses it, and whether it does.
func Support(body geom.Transform, n geom.Vec) (cos float64, ok bool) {
	cos = body.Q.Rotate(geom.Vec{Z: 1}).Dot(n)
	return max(cos, leastSupport), cos >= minUpright
}

// OnPlane returns the lift of the wheel that stands on a plane through a point with a unit normal, and where it does.
func (p *Probe) OnPlane(at, n geom.Vec) (lift float64, foot geom.Vec) {
	up := n.Dot(p.Up)
	in := p.Ahead.Scale(n.Dot(p.Ahead)).AddScaled(p.Up, up) // of the normal, in the plane of the disc
	size := in.Len()
	lift = (float64(p.Radius*size)+n.Dot(at.Sub(p.Origin)))/up - p.Radius
	return lift, p.Origin.AddScaled(p.Up, p.Radius+lift).AddScaled(in, -p.Radius/size)
}

// damped returns the force of a wheel's damper in suspension.
func (w *Wheel) damped(rate, give float64) float64 {
	return float64(w.Damping*rate) / (1 + float64(w.Damping*give))
}

// Grip returns the contact of wheel i with the ground that its probe has found, and whether there is one. vel is the
// velocity of the body's material point at the ground point (m/s), in the world. The force of the ground is along its
// normal; its component along the body's up is the suspension force.
func (v *Vehicle) Grip(i int, body geom.Transform, g *Ground, vel geom.Vec, in Input) (Grip, bool) {
	if !g.Hit {
		return Grip{}, false
	}
	up := body.Q.Rotate(geom.Vec{Z: 1})
	cos := up.Dot(g.N)
	if cos < minUpright {
		return Grip{}, false
	}
	cos = max(cos, leastSupport)
	rate := -vel.Sub(g.Vel).Dot(g.N) / cos
	load := v.suspension(i, g.Lift, rate, g.Give) / cos
	if !(load > 0) {
		return Grip{}, false
	}
	grip, w := v.Pressed(i, body, g, load, in), &v.Wheels[i]
	grip.Damped, grip.Damping = w.damped(rate, g.Give)/cos, w.Damping/float64(cos*cos)
	return grip, true
}

// Damping returns that of wheel i over a speed along the normal of its ground [N s/m].
func (v *Vehicle) Damping(i int, body geom.Transform, n geom.Vec) float64 {
	cos := max(body.Q.Rotate(geom.Vec{Z: 1}).Dot(n), leastSupport)
	return v.Wheels[i].Damping / float64(cos*cos)
}

// Pressed returns the contact of wheel i with the ground under it that presses it with a load along its normal [N].
func (v *Vehicle) Pressed(i int, body geom.Transform, g *Ground, load float64, in Input) Grip {
	w := &v.Wheels[i]
	s, c := geom.SinCos(in.Steer)
	ahead := body.Q.Rotate(geom.Vec{X: c, Y: s})
	f := ahead.AddScaled(g.N, -ahead.Dot(g.N)).Normalize()
	limit, surface := float64(w.Friction*load), 1.0
	if g.Surface > 0 {
		surface = g.Surface
		limit = float64(limit * surface)
	}
	stiff, resistance := w.Stiff, in.rolling
	if in.Blown {
		stiff = float64(stiff * blownStiffness)
		surface = float64(surface * blownFriction)
		limit = float64(limit * blownFriction)
		resistance = max(resistance, blownResistance)
	}
	braking := float64(in.Brake * limit)
	if resistance > 0 {
		braking = min(braking+float64(resistance*load), limit)
	}
	drive := in.drive
	if limit == 0 {
		drive = 0 // it spins
	}
	return Grip{
		Wheel: int32(i), P: g.P, N: g.N, Load: load,
		F: f, G: g.N.Cross(f),
		Limit: limit, Braking: braking, Drive: drive, power: in.power, keeps: in.keeps, abs: in.abs, Locked: in.Brake > lockFrom,
		surface: surface, brake: in.Brake, resistance: resistance, stiff: stiff,
	}
}

// minUpright is the cosine between the body's up and the ground's normal below which a wheel no longer rolls on it;
// leastSupport that below which the ground's force rises no more: of a kerb that is met 66° below the axle's level.
const (
	minUpright   = 0.2
	leastSupport = 0.4
)
