package vehicle

import (
	"errors"
	"fmt"
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
)

// DriverDef is the driver and the equipment of a vehicle besides its wheels: engine, steering, anti-lock brakes, and
// programs that control it.
type DriverDef struct {
	SteerLimit float64 // largest angle that is steered to either side [rad]; 0 for none
	SteerRate  float64 // of that angle [rad/s]; 0 for steering at once; a path is followed at once
	// Ackermann is the share of the Ackermann geometry in the linkage of the steered wheels. With 0 all of them turn by
	// the angle that is steered. With 1 that angle is the one of a wheel midway between the steered wheels, and each
	// of them turns so that its axle points to the centre of that wheel's circle, on the line of the other axles.
	Ackermann float64
	Power     float64 // of the engine at the wheels [W]; 0 for no engine
	Rolling   float64 // rolling resistance over the load
	// Air drag over the square of the speed [kg/m], which the keeping of a speed makes up for; the drag itself is the
	// body's.
	Air float64
	ABS bool // foot brakes stay at 0.95 of the friction and do not lock wheels
	// Speed, if not empty, is kept by the engine (of any power if none is given) and the brakes, with all that joints
	// hold on the vehicle: linear between the entries, from the first on.
	Speed []SpeedAt
	// Path, if not empty, is followed by the wheels ahead of the centre of mass: straight lines in the world's x and
	// y, the last of which continues. The vehicle begins where the path first comes as near as anywhere, to within a
	// metre, and never goes back. The path may cross itself, close, and go round several times.
	Path  []mgl64.Vec2
	React *ReactionDef // nil for none
}

// ReactionDef is a driver who brakes when he sees danger: Delay after the first moment at which the time to a collision
// with a body or mover ahead, at the current velocities, is below Within. He does not release the brake again.
type ReactionDef struct {
	Within float64 // [s]
	Delay  float64 // [s]
	Brake  float64 // share of friction
}

// Reaction returns the reaction of the vehicle's driver, nil for none.
func (v *Vehicle) Reaction() *ReactionDef {
	if v.driver == nil {
		return nil
	}
	return v.driver.React
}

// SpeedAt is a speed to keep from a time on.
type SpeedAt struct {
	Time  float64 // [s]
	Speed float64 // forward [m/s]
}

const (
	keepTime       = 0.5 // in which a deviation from the wanted speed would be made up for [s]
	lookAhead      = 0.6 // how far ahead of itself a driver steers [s]
	leastLookAhead = 4.0 // and at least [m]
	fullSize       = 2.0 // wheelbase below which lengths of drivers are in proportion to it [m]
	anyPower       = 1e9 // of an engine that keeps a speed and has no limit given [W]
	// Speed below which the engine's force rises no more [m/s]; a throttle asks for its power over this.
	fullPower = 1.0
)

// Blown tyres: round values for a tyre without air.
const (
	blownFriction   = 0.5 // of that with air
	blownStiffness  = 0.2 // of that with air
	blownResistance = 0.1 // of the load
)

// decision is what the driver does in a step.
type decision struct {
	force float64 // of the engine, as far as its power goes [N]
	power float64 // [W]
	keeps bool    // the force keeps a speed, and the driver spins no wheels for it
	brake float64 // share of friction
	steer float64
	steps bool // the steering is that of the decision
}

// setDriver readies a driver; mass [kg] and gravity [m/s²].
func (v *Vehicle) setDriver(def *Def, mass, gravity float64) error {
	d := def.Driver
	if d == nil {
		return nil
	}
	v.driver, v.mass, v.resistance, v.air = d, mass, float64(d.Rolling*float64(mass*gravity)), d.Air
	v.alone = [3]float64{v.mass, v.resistance, v.air}
	v.slips = v.slips || d.Power > 0
	v.setSteering(def)
	if err := v.checkLinkage(); err != nil {
		return err
	}
	driven, drives := 0.0, false
	for i := range v.Wheels {
		w := &v.Wheels[i]
		w.steering = turned(w.program, d.SteerLimit, d.SteerRate)
		v.hold += float64(w.Friction * w.Load)
		if def.Wheels[i].Driven {
			driven, drives = driven+w.Load, true
		}
	}
	for i := range v.Wheels {
		if w := &v.Wheels[i]; def.Wheels[i].Driven && driven > 0 {
			w.engine = w.Load / driven
		}
	}
	if d.Power > 0 && !drives {
		return errors.New("driver: the engine has power and drives no wheel: give one that is driven, or no power")
	}
	return nil
}

// setSteering finds the wheels that follow a path, and the wheelbase between their mean and that of the others.
func (v *Vehicle) setSteering(def *Def) {
	named := false
	for i := range def.Wheels {
		named = named || def.Wheels[i].Steered
	}
	var sum, n [2]float64
	for i := range v.Wheels {
		w, k := &v.Wheels[i], 0
		if w.steered = def.Wheels[i].Steered || !named && w.Contact.X > 0 && def.Hitch == nil; w.steered {
			k = 1
		}
		sum[k], n[k] = sum[k]+w.Contact.X, n[k]+1
	}
	if n[0] > 0 && n[1] > 0 {
		v.rear, v.base = sum[0]/n[0], sum[1]/n[1]-sum[0]/n[0]
	}
}

// checkLinkage refuses a linkage of steered wheels that have nothing to turn about.
func (v *Vehicle) checkLinkage() error {
	if v.driver.Ackermann == 0 {
		return nil
	}
	if v.base == 0 {
		return errors.New("driver.ackermann: some wheels must be steered and others not")
	}
	for i := range v.Wheels {
		if w := &v.Wheels[i]; w.steered && !(float64((w.Contact.X-v.rear)*v.base) > 0) {
			return fmt.Errorf("driver.ackermann: wheel %s and other steered wheels are not on one side of those that are not steered", w.Name)
		}
	}
	return nil
}

// linked returns the angle of a steered wheel when the linkage is turned by one [rad].
func (v *Vehicle) linked(w *Wheel, angle float64) float64 {
	if v.driver.Ackermann == 0 || angle == 0 {
		return angle
	}
	// The centre of the circle is base/tan(angle) to the left of the middle of the wheels that are not steered.
	s, c := geom.SinCos(angle)
	side := math.Copysign(1, v.base)
	reach := float64(v.base*c) - float64(w.Contact.Y*s)
	own := geom.Atan2(float64(float64((w.Contact.X-v.rear)*s)*side), float64(reach*side))
	return angle + float64(v.driver.Ackermann*(own-angle))
}

// knot is a wheel's angle at a time; between knots it is linear.
type knot struct{ t, angle float64 }

// turned returns the angle that a wheel has when the steering follows a program within a limit and at a rate.
func turned(program []Input, limit, rate float64) []knot {
	if limit == 0 && rate == 0 {
		return nil
	}
	k := []knot{{math.Inf(-1), 0}}
	for i, p := range program {
		want := p.Steer
		if limit > 0 {
			want = min(max(want, -limit), limit)
		}
		now := angleAt(k, p.Time)
		if n := len(k) - 1; k[n].t > p.Time {
			k = k[:n] // the angle of before is not reached any more
		}
		if i == 0 || k[len(k)-1].t < p.Time {
			k = append(k, knot{p.Time, now})
		}
		there := p.Time
		if rate > 0 {
			there += math.Abs(want-now) / rate
		}
		k = append(k, knot{there, want})
	}
	return k
}

// angleAt returns the angle at time t: linear between knots, constant after the last, zero before the first [rad].
func angleAt(k []knot, t float64) float64 {
	n := len(k)
	for n > 0 && k[n-1].t > t {
		n--
	}
	if n == 0 {
		return 0
	}
	a := k[n-1]
	if n == len(k) || !(a.t > math.Inf(-1)) {
		return a.angle
	}
	b := k[n]
	return a.angle + float64((b.angle-a.angle)*((t-a.t)/(b.t-a.t)))
}

// Drives reports whether the driver decides anything: after the first impact what is set for that time does.
func (v *Vehicle) Drives(hit bool) bool { return v.driver != nil && !(hit && v.after != nil) }

// Keeps reports whether the driver keeps a speed at time t [s], if no pedal is pressed. Decide then needs the slope.
func (v *Vehicle) Keeps(t float64, hit bool) bool {
	return v.KeepsSpeed() && t >= v.driver.Speed[0].Time && v.Drives(hit)
}

// KeepsSpeed reports whether the driver keeps a speed at any time.
func (v *Vehicle) KeepsSpeed() bool { return v.driver != nil && len(v.driver.Speed) > 0 }

// TowNothing begins with what the driver reckons with anew: the vehicle alone.
func (v *Vehicle) TowNothing() { v.mass, v.resistance, v.air = v.alone[0], v.alone[1], v.alone[2] }

// Tow adds what the vehicle draws to what its driver reckons with to keep a speed: a mass [kg], and the resistances of
// the trailer if it is a vehicle, else nil.
func (v *Vehicle) Tow(mass float64, trailer *Vehicle) {
	v.mass += mass
	if trailer != nil {
		v.resistance += trailer.resistance
		v.air += trailer.air
	}
}

// Decide makes the driver's decisions for a step at time t [s], for the body's pose and velocity (m/s). slope is the
// acceleration that gravity gives the vehicle along the road, forwards [m/s²]. foot is the braking of a driver who has
// seen danger, as a share of friction, else zero. leg is the line of the path that the vehicle has reached, 1 for the
// first, 0 before the path; Decide returns the line reached by now.
func (v *Vehicle) Decide(t float64, body geom.Transform, vel geom.Vec, slope float64, hit bool, foot float64, leg int32) int32 {
	v.now = decision{}
	d := v.driver
	if !v.Drives(hit) {
		return leg
	}
	ahead := body.Q.Rotate(geom.Vec{X: 1}).Dot(vel)
	throttle, foots := 0.0, foot > 0
	for i := range v.Wheels {
		in := v.programmed(i, t)
		throttle = max(throttle, in.Throttle)
		foots = foots || in.Brake > 0 || in.Handbrake > 0
	}
	switch {
	case foots:
		v.now.brake = foot
	case v.Keeps(t, hit) && throttle == 0:
		want, rate := speedAt(d.Speed, t)
		f := float64(float64(v.mass*(want-ahead))/float64(keepTime*math.Sqrt(v.scale()))) + v.resistance + float64(v.air*float64(ahead*math.Abs(ahead)))
		f += float64(v.mass * (rate - slope))
		if want == 0 && math.Abs(ahead) < standing {
			v.now.brake = abs // he stands, on a slope too
		} else if f > 0 {
			v.now.force, v.now.power, v.now.keeps = f, d.Power, true
			if !(d.Power > 0) {
				v.now.power = anyPower
			}
		} else {
			v.now.brake = min(-f/v.hold, abs)
		}
	default:
		v.now.power = float64(throttle * d.Power)
		v.now.force = v.now.power // at 1 m/s and below
	}
	if len(d.Path) > 1 {
		v.now.steps = true
		v.now.steer, leg = v.pursue(body, ahead, leg)
	}
	return leg
}

// speedAt returns the speed at time t and how fast it changes: linear between entries, constant after the last, of which
// there is at least one [m/s], [m/s²].
func speedAt(s []SpeedAt, t float64) (speed, rate float64) {
	n := 1 + sort.Search(len(s)-1, func(i int) bool { return s[1+i].Time > t })
	a := s[n-1]
	if n == len(s) {
		return a.Speed, 0
	}
	rate = (s[n].Speed - a.Speed) / (s[n].Time - a.Time)
	return a.Speed + float64((s[n].Speed-a.Speed)*((t-a.Time)/(s[n].Time-a.Time))), rate
}

// pursue returns the steering angle that takes the rear axle on a circle to the path's point ahead, and the line of the
// path that it has reached. Source: pure pursuit, Coulter, CMU-RI-TR-92-01 (1992). A driver of a model looks as far
// ahead as one of the vehicle that it is a model of: lengths are in proportion to the wheelbase, times to its root.
func (v *Vehicle) pursue(body geom.Transform, speed float64, leg int32) (angle float64, now int32) {
	at := body.Apply(geom.Vec{X: v.rear})
	near := v.nearest(at, leg)
	scale := v.scale()
	goal := v.along(near, max(float64(leastLookAhead*scale), float64(float64(lookAhead*math.Sqrt(scale))*math.Abs(speed))))
	to := body.Q.RotateInv(geom.Vec{X: goal.X - at.X, Y: goal.Y - at.Y})
	sq := float64(to.X*to.X) + float64(to.Y*to.Y)
	if !(sq > 0) {
		return 0, near.leg
	}
	angle = geom.Atan(float64(2*float64(v.base*to.Y)) / sq)
	if limit := v.driver.SteerLimit; limit > 0 {
		angle = min(max(angle, -limit), limit)
	}
	return angle, near.leg
}

// scale returns the scale of the vehicle for its driver, 1 unless it is small.
func (v *Vehicle) scale() float64 {
	if v.base == 0 {
		return 1
	}
	return min(1, float64(math.Abs(v.base)/fullSize))
}

// Legs returns how many lines the driver's path has.
func (v *Vehicle) Legs() int {
	if v.driver == nil {
		return 0
	}
	return max(0, len(v.driver.Path)-1)
}

// onPath is a point of a path.
type onPath struct {
	leg   int32   // 1 for the line between the first two points
	share float64 // of that line, beyond its ends on the first and the last
	off   float64 // distance of the vehicle from this point [m]
}

// sameWay is how much farther away than another a part of a path may be and still be where a vehicle begins [m]. A part
// farther than the nearest point by twice as much has been left behind. Both are in the scale of the vehicle.
const sameWay = 1.0

// nearest returns the point of the path nearest to p, looking ahead from a leg on until the path leads away from p.
// Before the first leg, 0, it looks for the place where the path first comes nearly as near as anywhere.
func (v *Vehicle) nearest(p geom.Vec, leg int32) onPath {
	enough, same := math.Inf(1), float64(sameWay*v.scale())
	if leg == 0 {
		for i := int32(1); i < int32(len(v.driver.Path)); i++ {
			enough = min(enough, v.onLeg(p, i).off+same)
		}
		leg = 1
	}
	best := v.onLeg(p, leg)
	for i := leg + 1; i < int32(len(v.driver.Path)); i++ {
		at := v.onLeg(p, i)
		if at.off < best.off {
			best = at
		} else if best.off <= enough && at.off > best.off+float64(2*same) {
			break
		}
	}
	return best
}

// onLeg returns the point nearest to p of a line of the path. The first line extends beyond its beginning, the last
// beyond its end.
func (v *Vehicle) onLeg(p geom.Vec, leg int32) onPath {
	a, e := v.leg(leg)
	r := geom.Vec{X: p.X - a.X, Y: p.Y - a.Y}
	s := r.Dot(e) / e.LenSq()
	if leg > 1 {
		s = max(s, 0)
	}
	if int(leg) < len(v.driver.Path)-1 {
		s = min(s, 1)
	}
	return onPath{leg, s, r.AddScaled(e, -s).Len()}
}

// leg returns where a line of the path begins, and what leads to its end.
func (v *Vehicle) leg(i int32) (a, e geom.Vec) {
	from, to := v.driver.Path[i-1], v.driver.Path[i]
	return geom.Vec{X: from[0], Y: from[1]}, geom.Vec{X: to[0] - from[0], Y: to[1] - from[1]}
}

// along returns the point of the path that is a way further than one.
func (v *Vehicle) along(from onPath, way float64) geom.Vec {
	for {
		a, e := v.leg(from.leg)
		l := e.Len()
		left := float64(l * (1 - from.share))
		if int(from.leg) == len(v.driver.Path)-1 || way <= left {
			return a.AddScaled(e, from.share+way/l)
		}
		way -= left
		from.leg, from.share = from.leg+1, 0
	}
}

// decided adds the driver's decision to what wheel i is programmed to; programmed says that no impact has replaced
// that.
func (v *Vehicle) decided(i int, t float64, in Input, programmed bool) Input {
	w := &v.Wheels[i]
	if programmed && w.steering != nil {
		in.Steer = angleAt(w.steering, t)
	}
	if v.now.steps && w.steered {
		in.Steer = v.now.steer
	}
	if w.steered {
		in.Steer = v.linked(w, in.Steer)
	}
	in.Brake = max(in.Brake, v.now.brake)
	if v.driver.ABS {
		in.Brake = min(in.Brake, abs)
	}
	in.drive, in.power = float64(v.now.force*w.engine), float64(v.now.power*w.engine)
	in.keeps = v.now.keeps
	in.abs = v.driver.ABS && in.Handbrake < in.Brake
	in.Brake = max(in.Brake, in.Handbrake)
	in.rolling = v.driver.Rolling
	return in
}
