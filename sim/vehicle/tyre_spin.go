package vehicle

import "math"

// wheelSpin is the state of a spinning wheel with inertia. Speeds are those of its tread, spin times radius; forces are
// at the tread.
type wheelSpin struct {
	mass   float64 // inertia over the square of the radius [kg]; 0 for a wheel without
	before float64 // speed at the start of the step [m/s]
	now    float64 // at its end
	drive  float64 // of the engine, as far as its power goes [N]
	brake  float64 // largest force of brake and rolling resistance [N]
	force  float64 // on the body along F [N]
	work   Turning // of the last pass
	k      float64 // velocity along F by an impulse along it [1/kg]
}

// Turning is what changes the spin of a wheel with inertia over a step: forces at its tread, positive forwards [N],
// held over the step. With m the mass equivalent of its tread and u its speed, m (u1 - u0) = (Engine + Brake + Road)
// times the step, and each does the work of its impulse at (u0 + u1)/2.
type Turning struct {
	Engine float64 // as far as its power goes
	Brake  float64 // and rolling resistance: no more than what stops the wheel
	Road   float64 // of the tyre
}

// antiLockSlip is the slip that anti-lock brakes keep a braked wheel at: near the peak of the tyres here.
const antiLockSlip = 0.12

// openSpin readies a wheel with an inertia for the passes of Settle.
func (d *tyreForce) openSpin(mass float64) {
	g, s := d.grip, &d.spin
	s.mass = mass
	s.brake = float64(g.brake*d.curve.peak) + float64(g.resistance*g.Load)
	s.drive = max(g.Drive, 0)
	if g.keeps {
		s.drive = min(s.drive, float64(abs*d.curve.peak))
	}
	d.share = 1
	// A wheel that rolls has, to begin with, what engine and brake give.
	s.force = min(s.drive, g.power/max(math.Abs(d.uf0), fullPower))
	if math.Abs(d.uf0) > rolling {
		s.force -= math.Copysign(s.brake, d.uf0)
	}
	s.force = min(max(s.force, -d.curve.peak), d.curve.peak)
	d.side = min(max(d.side, -d.curve.peak), d.curve.peak)
}

// turn updates the forces of a tyre and the spin of its wheel for its slip, whose velocities change by cf and cg over
// the step h, and returns the change of the forces. With the secant stiffnesses of the tyre's curve at the current slip
// both directions are linear, and the wheel's speed w at the end of the step follows from
//
//	mass (w - before) = h (drive - force ∓ brake),  force = k (w - u),
//
// where the brake holds the wheel if it can. The speed of the road is taken as in update.
func (d *tyreForce) turn(cf, cg, h float64) (along, side float64) {
	s, g := &d.spin, d.grip
	late := slipTime(float64(d.curve.along*d.curve.slope), s.k, max(math.Abs(d.uf0), leastRolling), h)
	u := d.uf0 + float64(late*cf)
	own := float64(late * float64(h*s.k))
	free := u - float64(own*s.force)
	base := max(max(math.Abs(u), math.Abs(s.now)), leastRolling)
	lateG := slipTime(d.curve.slope, d.k, base, h)
	ug := d.ug0 + float64(lateG*cg)
	ownG := float64(lateG * float64(h*d.k))
	freeG := ug - float64(ownG*d.side)
	kx, ky := d.curve.combined((s.now-u)/base, ug/base)
	kx, ky = kx/base, ky/base
	kx /= 1 + float64(kx*own)
	s.now = s.settle(kx, free, g.power, h)
	if g.abs && s.brake > 0 {
		// The brake lets go where the wheel would slip more.
		if slow := float64((1 - antiLockSlip) * free); math.Abs(s.now) < math.Abs(slow) {
			s.releaseBrake(slow, s.mass/h+kx)
		}
	}
	s.work.Road = float64(kx * (free - s.now))
	force, next := 0-s.work.Road, -float64(ky*freeG)/(1+float64(ky*ownG))
	along, side = force-s.force, next-d.side
	s.force, d.side = force, next
	return along, side
}

// releaseBrake reduces the braking by what turns the wheel at a speed of the tread. If that is more than the brake has,
// as after an impact from behind, the road has yet to spin the wheel up. a is the force over the speed.
func (s *wheelSpin) releaseBrake(speed, a float64) {
	more := float64(a * (speed - s.now))
	if float64(more*s.work.Brake) >= 0 {
		return // it turns the other way, and is braked, or nothing holds it
	}
	if math.Abs(more) > math.Abs(s.work.Brake) {
		s.now -= s.work.Brake / a
		s.work.Brake = 0
		return
	}
	s.work.Brake += more
	s.now = speed
}

// slipTime returns the time at which a slip is taken, as a share of the step: the middle if the force changes it
// little, the end if the tyre is too stiff for the step.
func slipTime(slope, k, speed, h float64) float64 {
	x := float64(float64(slope/speed) * float64(2*float64(h*k)))
	return (0.5 + x) / (1 + x)
}

// settle returns the speed at the end of the step of a wheel whose tyre pushes it with k (u - speed). Its engine gives
// no more than its power, and its brake no more than what stops it; settle records both.
func (s *wheelSpin) settle(k, u, power, h float64) float64 {
	a := s.mass/h + k
	b := float64(s.mass/h*s.before) + float64(k*u)
	w := (b + s.drive) / a
	s.work = Turning{Engine: s.drive}
	if s.drive > 0 && float64(s.drive*w) > power {
		// a w² - b w = power.
		w = (b + math.Sqrt(float64(b*b)+float64(4*float64(a*power)))) / float64(2*a)
		s.work.Engine = float64(a*w) - b
	}
	slow := s.brake / a
	switch {
	case w > slow:
		s.work.Brake = -s.brake
		return w - slow
	case w < -slow:
		s.work.Brake = s.brake
		return w + slow
	}
	s.work.Brake = -float64(a * w)
	return 0
}

// closeSpin sets the limits of the contact from the result of the passes: the tyre's force along the wheel brakes or
// drives the body. A wheel at or near standstill brakes and drives with the force of engine and brake, and rolls
// without slip.
func (d *tyreForce) closeSpin(slips float64) {
	g, c, s := d.grip, &d.curve, &d.spin
	g.Tread, g.Turns, g.Turning = s.now, slips, s.work
	// The forces are those of the curve at the slip that is left.
	if f := math.Sqrt(float64(s.force*s.force) + float64(d.side*d.side)); f > c.peak {
		s.force, d.side = float64(s.force*(c.peak/f)), float64(d.side*(c.peak/f))
	}
	drive, braking := s.force, 0.0
	if float64(s.force*d.uf0) < 0 {
		drive, braking = 0, math.Abs(s.force)
	}
	g.Locked = s.now == 0 && s.brake > 0 && slips > 0
	held := max(math.Sqrt(float64(braking*braking)+float64(d.side*d.side)), float64(leastForce*c.peak))
	if c.model == Coulomb {
		held = c.peak
	}
	stand := min(s.drive, float64(g.power/fullPower), float64(abs*c.peak))
	g.Drive = stand + float64(slips*(drive-stand))
	hold := min(s.brake, c.peak)
	g.Braking = hold + float64(slips*(braking-hold))
	most := c.peak
	if stand > 0 {
		most = float64(math.Sqrt(1-float64(stand/c.peak*(stand/c.peak))) * c.peak)
	}
	g.Limit = min(most+float64(slips*(held-most)), c.peak)
	g.Braking = min(g.Braking, g.Limit)
}

// FreeSpin returns the speed of the tread of a wheel in the air at the end of a step h from now (m/s): spun by the
// engine, and slowed by its brake with the force that it would have at the static load; and what changes it. A wheel
// without inertia keeps its speed.
func (v *Vehicle) FreeSpin(i int, in Input, tread, h float64) (float64, Turning) {
	w := &v.Wheels[i]
	if in.Brake > lockFrom {
		return 0, Turning{Brake: -float64(w.Tread*tread) / h}
	}
	if !(w.Tread > 0) {
		return tread, Turning{}
	}
	s := wheelSpin{mass: w.Tread, before: tread, drive: max(in.drive, 0), brake: float64(in.Brake * float64(w.Friction*w.Load))}
	end := s.settle(0, 0, in.power, h)
	return end, s.work
}
