package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// What is pressed out is faster than what presses it. Were that speed what bounds the next step and the next impact, it would
// compound: so their energy is bounded by the speed of what is driven, too.

const (
	// drivenFactor bounds the speed that those at rest may have from driven bodies, in units of the speed of these: twice
	// escapeFactor, as links that fold over a corner, and are not squeezed, have 11 times in the mean of all.
	drivenFactor = 2 * escapeFactor
	// fasterFactor bounds what those that are faster may gain: an elastic wall gives 2.
	fasterFactor = 4
	// mostGain is the factor on an energy from which on it counts as larger: contacts and joints gain less by the residual.
	mostGain = 1.01
	// leastDrive is the speed of what is driven below which gains are no less [m/s]: joints are closed, and tyres drive, too.
	leastDrive = 0.4
)

// gainedByDrive reports whether bodies of a mass [kg] have more energy than bodies that are driven at a speed [m/s] may have given
// them: as much as at drivenFactor times that speed, or as at fasterFactor times that speed more than before.
func gainedByDrive(before, after, mass, speed float64) bool {
	root := math.Sqrt(float64(0.5 * mass))
	fast := math.Max(math.Sqrt(before)+float64(fasterFactor*speed*root), float64(drivenFactor*speed*root))
	return !(after <= float64(mostGain*fast*fast))
}

// gainsByDrive reports whether the members of an island have gained more, since the start of the step or their impacts in it, than
// driven bodies give.
func (w *World) gainsByDrive(isl *island) bool {
	speed, before, after := float64(leastDrive), 0.0, 0.0
	for n := range isl.solver.Points {
		speed = math.Max(speed, 2*math.Min(w.set.MaxPush, float64(w.set.PushRate*-isl.solver.Points[n].Separation)))
	}
	for slot, i := range isl.bodies {
		f := &w.flights[i]
		if slot >= len(isl.members) { // L and the torque are the angular velocity and its change
			speed = math.Max(speed, w.topSpeed(i, f.s.V, f.s.L)+float64(w.topSpeed(i, f.field, f.torque)*w.set.Step))
			continue
		}
		before += math.Max(f.struckEnergy, w.energyWithForces(i, &w.state.bodies[i]))
		after += w.energyAt(i, isl.start[slot], isl.solver.Bodies[slot].V, isl.solver.Bodies[slot].W)
	}
	return gainedByDrive(before, after, isl.mass(), speed)
}

// energyWithForces returns the kinetic energy of a body in a state, or after a step of forces from there, if that is more [J].
func (w *World) energyWithForces(i int32, s *rigid.State) float64 {
	f, m, end := &w.flights[i], &w.bodies[i].mass, *s
	end.V, end.L = s.V.AddScaled(f.field, w.set.Step), s.L.AddScaled(f.torque, w.set.Step)
	return math.Max(m.KineticEnergy(s), m.KineticEnergy(&end))
}

// noteStruck keeps what an impact has given body i: it is not from what presses it. Without driven bodies nothing asks for it.
func (w *World) noteStruck(i int32) {
	if !w.drives {
		return
	}
	f, m := &w.flights[i], &w.bodies[i].mass
	f.struckSpeed = math.Max(f.struckSpeed, w.topSpeed(i, f.s.V, m.AngularVelocity(f.s.Q, f.s.L)))
	f.struckEnergy = math.Max(f.struckEnergy, m.KineticEnergy(&f.s))
}

// energyAt returns the kinetic energy of a body in a state with other velocities [J].
func (w *World) energyAt(i int32, s rigid.State, v, turn geom.Vec) float64 {
	m := &w.bodies[i].mass
	s.V, s.L = v, m.AngularMomentum(s.Q, turn)
	return m.KineticEnergy(&s)
}

// gainsInImpact is gainsByDrive for the bodies of the current impact problem.
func (w *World) gainsInImpact() bool {
	speed, before, after, mass := float64(leastDrive), 0.0, 0.0, 0.0
	for n := range w.impactBodies {
		i, b := w.impactMembers[n], &w.impactBodies[n]
		if w.bodies[i].driven {
			speed = math.Max(speed, w.topSpeed(i, b.V, b.W))
			continue
		}
		s, m := &w.flights[i].s, &w.bodies[i].mass
		before += m.KineticEnergy(s)
		after += w.energyAt(i, *s, b.V, b.W)
		mass += m.M
	}
	return gainedByDrive(before, after, mass, speed)
}
