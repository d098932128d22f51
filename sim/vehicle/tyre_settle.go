package vehicle

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Motion is the state of a vehicle's body, or of a body that its wheels stand on, at the start of a step, and its
// accelerations during the step without the friction of the tyres. World axes.
type Motion struct {
	V, W    geom.Vec // velocity and angular velocity [m/s], [rad/s]
	A, B    geom.Vec // linear and angular acceleration [m/s²], [rad/s²]
	InvMass float64
	Inv     geom.Mat3 // inverse inertia
	Step    float64   // [s]
}

// tyreForce is the force of a wheel's tyre, whose side force follows from its slip.
type tyreForce struct {
	grip         *Grip
	r            geom.Vec
	curve        side
	share        float64  // of the side force that the force along the wheel leaves
	uf0, ug0     float64  // slip velocities at the start [m/s]
	turnF, turnG geom.Vec // I⁻¹ (r × F), I⁻¹ (r × G)
	k            float64  // velocity along G by an impulse along it [1/kg]
	side         float64  // force along G [N]
	spin         wheelSpin
	on           int      // index of the footing, -1 for the world
	under        geom.Vec // from its centre of mass to the contact
	backF, backG geom.Vec // its I⁻¹ (under × F), I⁻¹ (under × G)
}

// footing is a body that wheels stand on, and the change of its velocities over the step by their tyres.
type footing struct {
	Motion
	dv, dw geom.Vec
}

// Below standing a tyre's contact is a friction constraint of the whole circle; above rolling it has the force of its
// slip alone. In between it goes over from one to the other.
const (
	standing = 0.2 // [m/s]
	rolling  = 0.5 // [m/s]
)

const (
	settlePasses   = 30
	settleResidual = 1e-7  // of the peak force, at which the passes end
	leastRolling   = 1e-3  // speed along the wheel at which its slip is taken at least [m/s]
	leastForce     = 1e-9  // of the peak force, that a tyre has in any case: it is on the road
	abs            = 0.95  // of the peak force, that an anti-lock brake uses
	lockFrom       = 0.999 // share of friction from which a brake locks the wheel
)

// Slips reports whether the limits of the vehicle's tyres follow from their slip.
func (v *Vehicle) Slips() bool { return v.slips }

// StartTyres begins the settling of a step; call AddTyre for each wheel on the road, then Settle.
func (v *Vehicle) StartTyres() { v.tyreForces, v.footings = v.tyreForces[:0], v.footings[:0] }

// AddFooting adds a body that wheels stand on, and returns its index for AddTyre. Its Step has no meaning.
func (v *Vehicle) AddFooting(m *Motion) int {
	v.footings = append(v.footings, footing{Motion: *m})
	return len(v.footings) - 1
}

// AddTyre adds a wheel's contact at the lever r from the centre of mass, with its side force in the last step [N].
// tread is the speed of its tread (m/s), for a wheel with inertia. on is the index of the footing it stands on, with
// the lever under from the footing's centre of mass; -1 for the world.
func (v *Vehicle) AddTyre(g *Grip, r geom.Vec, last, tread float64, on int, under geom.Vec) {
	v.tyreForces = append(v.tyreForces, tyreForce{grip: g, r: r, side: last, spin: wheelSpin{before: tread, now: tread}, on: on, under: under})
}

// drag gives the footing of a tyre the opposite of impulses on the vehicle along F and G [N s].
func (v *Vehicle) drag(d *tyreForce, f, s float64) {
	if d.on < 0 {
		return
	}
	o := &v.footings[d.on]
	o.dv = o.dv.AddScaled(d.grip.F, -float64(f*o.InvMass)).AddScaled(d.grip.G, -float64(s*o.InvMass))
	o.dw = o.dw.AddScaled(d.backF, -f).AddScaled(d.backG, -s)
}

// Settle finds the side forces on the tyres' curves at the slips that these forces lead to, and sets the limits of the
// contacts to them. Each force is implicit in its own effect, at the mean slip over the step if that is resolved, and
// at the slip at its end if a tyre is too stiff for the step; passes settle their effects on each other. So it is
// stable for any step, and becomes rolling without side slip as the speed along the wheel goes to zero. The contact
// solver, which opposes the slip with these limits, arrives at the same forces.
//
// The spin of a wheel with inertia follows from engine, brakes and tyre, implicitly in the same passes; see turn. For
// one without, a force along the wheel reduces the side force by the friction ellipse, sqrt(1 - (Fx/peak)²). A locked
// wheel has sliding friction against its velocity.
func (v *Vehicle) Settle(m *Motion) {
	dv, dw := m.A.Scale(m.Step), m.B.Scale(m.Step)
	for i := range v.footings {
		o := &v.footings[i]
		o.dv, o.dw = o.A.Scale(m.Step), o.B.Scale(m.Step)
	}
	for i := range v.tyreForces {
		d := &v.tyreForces[i]
		v.startTyre(d, m)
		f := float64(d.longitudinal() * m.Step)
		s := float64(d.side * m.Step)
		dv = dv.AddScaled(d.grip.F, float64(f*m.InvMass)).AddScaled(d.grip.G, float64(s*m.InvMass))
		dw = dw.AddScaled(d.turnF, f).AddScaled(d.turnG, s)
		v.drag(d, f, s)
	}
	passes := settlePasses
	if v.stands() {
		passes = 0
	}
	for range passes {
		worst := 0.0
		for i := range v.tyreForces {
			d := &v.tyreForces[i]
			if d.grip.Locked {
				continue
			}
			c := dv.Add(dw.Cross(d.r))
			if d.on >= 0 {
				o := &v.footings[d.on]
				c = c.Sub(o.dv.Add(o.dw.Cross(d.under)))
			}
			cf, cg := d.grip.F.Dot(c), d.grip.G.Dot(c)
			var along, change float64
			if d.spin.mass > 0 {
				along, change = d.turn(cf, cg, m.Step)
			} else {
				change = d.update(cf, cg, m.Step)
			}
			f, s := float64(along*m.Step), float64(change*m.Step)
			dv = dv.AddScaled(d.grip.F, float64(f*m.InvMass)).AddScaled(d.grip.G, float64(s*m.InvMass))
			dw = dw.AddScaled(d.turnF, f).AddScaled(d.turnG, s)
			v.drag(d, f, s)
			worst = max(worst, (math.Abs(along)+math.Abs(change))/(d.curve.peak+1))
		}
		if worst < settleResidual {
			break
		}
	}
	for i := range v.tyreForces {
		v.tyreForces[i].close()
	}
}

// stands reports whether all wheels are so slow that their limits do not follow from their slip.
func (v *Vehicle) stands() bool {
	for i := range v.tyreForces {
		if v.tyreForces[i].slipShare() > 0 {
			return false
		}
	}
	return true
}

// slipShare returns how far the limit of a contact is that of its slip: from 0, for a wheel that stands, to 1.
func (d *tyreForce) slipShare() float64 {
	speed := math.Sqrt(float64(d.uf0*d.uf0) + float64(d.ug0*d.ug0))
	if d.spin.mass > 0 && !d.grip.Locked {
		speed = max(speed, math.Abs(d.spin.before))
	}
	return SlipShare(speed)
}

// SlipShare returns how far a wheel whose contact moves over the road at the given speed (m/s) has the slip of its tyre's
// curve: from 0, where it stands, to 1, where it rolls.
func SlipShare(speed float64) float64 {
	return min(max((speed-standing)/(rolling-standing), 0), 1)
}

// startTyre prepares the tyre of a wheel on the road for the passes of Settle.
func (v *Vehicle) startTyre(d *tyreForce, m *Motion) {
	g := d.grip
	w := &v.Wheels[g.Wheel]
	d.curve = tyreAt(w.Tyre, g.Load, w.Load, float64(w.Friction*g.surface), g.stiff)
	if w.Tyre == Coulomb {
		d.curve.peak, d.curve.slide = g.Limit, g.Limit
	}
	u := m.V.Add(m.W.Cross(d.r))
	d.turnF, d.turnG = m.Inv.Apply(d.r.Cross(g.F)), m.Inv.Apply(d.r.Cross(g.G))
	d.k, d.spin.k = m.InvMass+d.r.Cross(g.G).Dot(d.turnG), m.InvMass+d.r.Cross(g.F).Dot(d.turnF)
	if d.on >= 0 {
		o := &v.footings[d.on]
		u = u.Sub(o.V.Add(o.W.Cross(d.under)))
		d.backF, d.backG = o.Inv.Apply(d.under.Cross(g.F)), o.Inv.Apply(d.under.Cross(g.G))
		d.k += o.InvMass + d.under.Cross(g.G).Dot(d.backG)
		d.spin.k += o.InvMass + d.under.Cross(g.F).Dot(d.backF)
	}
	d.uf0, d.ug0 = g.F.Dot(u), g.G.Dot(u)
	g.Slides = 0
	if w.Tyre != Coulomb {
		g.Slides = d.curve.slidesFrom()
	}
	if g.brake > lockFrom {
		g.Locked, g.Drive = true, 0
		g.Turning = Turning{Brake: -float64(w.Tread*d.spin.before) / m.Step}
		d.side = 0
		speed := math.Sqrt(float64(d.uf0*d.uf0) + float64(d.ug0*d.ug0))
		if speed > rolling {
			d.side = -float64(d.curve.slide * (d.ug0 / speed))
		}
		return
	}
	if w.Tread > 0 {
		d.openSpin(w.Tread)
		return
	}
	g.Braking = min(float64(g.brake*d.curve.peak)+float64(g.resistance*g.Load), d.curve.peak)
	g.Drive = min(g.Drive, g.power/max(math.Abs(d.uf0), fullPower))
	g.Drive = min(max(g.Drive, -float64(abs*d.curve.peak)), float64(abs*d.curve.peak))
	along := max(g.Braking, math.Abs(g.Drive))
	d.share = 0
	if q := along / d.curve.peak; q < 1 {
		d.share = math.Sqrt(1 - float64(q*q))
	}
	most := float64(d.share * d.curve.peak)
	d.side = min(max(d.side, -most), most)
}

// longitudinal returns the force along the wheel [N]: what drives it and, while it rolls on, what brakes it.
func (d *tyreForce) longitudinal() float64 {
	if d.spin.mass > 0 && !d.grip.Locked {
		return d.spin.force
	}
	if math.Abs(d.uf0) < rolling {
		return d.grip.Drive
	}
	if d.grip.Locked {
		return -float64(d.curve.slide * (d.uf0 / math.Sqrt(float64(d.uf0*d.uf0)+float64(d.ug0*d.ug0))))
	}
	return d.grip.Drive - math.Copysign(d.grip.Braking, d.uf0)
}

// update brings the side force into line with the slip, whose velocities change by cf and cg over the step, and returns
// the change of it.
func (d *tyreForce) update(cf, cg, h float64) float64 {
	uf := max(math.Abs(d.uf0+float64(0.5*cf)), leastRolling)
	x := float64(float64(d.curve.slope/uf) * float64(2*float64(h*d.k)))
	late := (0.5 + x) / (1 + x)
	ug := d.ug0 + float64(late*cg)
	own := float64(late * float64(h*d.k))
	free := ug - float64(own*d.side)
	k := d.curve.slope / uf
	if d.curve.model == Coulomb {
		k = math.Inf(1)
	}
	if s := math.Abs(ug); s > 1e-12 {
		k = d.curve.force(s/uf) / s
	}
	k = float64(k * d.share)
	next := 0.0
	if math.IsInf(k, 1) {
		next = -free / own
	} else {
		next = -float64(k*free) / (1 + float64(k*own))
	}
	change := next - d.side
	d.side = next
	return change
}

// close sets the limits of the contact.
func (d *tyreForce) close() {
	g, c := d.grip, &d.curve
	slips := d.slipShare()
	if d.spin.mass > 0 && !g.Locked {
		d.closeSpin(slips)
		return
	}
	if g.Locked {
		g.Limit = c.peak + float64(slips*(c.slide-c.peak))
		g.Braking = g.Limit
		g.Tread, g.Turns = 0, 1
		return
	}
	most := c.peak
	if g.Drive != 0 {
		most = float64(d.share * c.peak)
	}
	s := d.side
	if c.model == Coulomb {
		s = most
	}
	held := max(math.Sqrt(float64(g.Braking*g.Braking)+float64(s*s)), float64(leastForce*c.peak))
	g.Limit = min(most+float64(slips*(held-most)), c.peak)
	g.Braking = min(g.Braking, g.Limit)
}
