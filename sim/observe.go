package sim

import (
	"encoding/binary"
	"math"

	"github.com/cespare/xxhash/v2"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// observe writes the state into the frame and hashes it. Which bodies have turned in one go is not in there yet.
func (w *World) observe() {
	if w.state.step == 0 {
		w.frame.Events = w.frame.Events[:0]
		w.openLedger()
	}
	w.frame.Step, w.frame.Time = w.state.step, w.time()
	v := w.frame.Values[:0]
	for i := range w.state.bodies {
		s := &w.state.bodies[i]
		v = append(v, s.X.X, s.X.Y, s.X.Z, s.Q.W, s.Q.V.X, s.Q.V.Y, s.Q.V.Z,
			s.V.X, s.V.Y, s.V.Z, s.L.X, s.L.Y, s.L.Z)
	}
	for i := range w.state.movers {
		m := &w.state.movers[i]
		v = append(v, m.x.X, m.x.Y, m.x.Z, m.v.X, m.v.Y, m.v.Z)
	}
	for i := range w.state.wheels {
		v = append(v, w.state.wheels[i].spin, w.state.wheels[i].slide)
	}
	for _, f := range w.state.loads {
		v = append(v, f.X, f.Y, f.Z)
	}
	for _, c := range w.state.torques {
		v = append(v, c.X, c.Y, c.Z)
	}
	w.frame.Values = w.observeLedger(v)
	w.frame.Contacts = w.state.forces
	w.observeWheels()
	w.frame.Turned = w.frame.Turned[:0]
	w.hashBuf = w.appendState(w.hashBuf[:0])
	w.frame.Hash = xxhash.Sum64(w.hashBuf)
}

// Hash returns the hash of the whole state: xxHash64 of its snapshot, without the parts that are output only.
func (w *World) Hash() uint64 { return w.frame.Hash }

// checkState names the first number of a state of the world that is not finite, or the first body that is too fast; nil
// for none.
func (w *World) checkState(in *state) *StepError {
	fail := func(object, quantity string, fast bool) *StepError {
		return &StepError{Step: in.step, Time: w.timeAfter(in.step), Object: object, Quantity: quantity, Fast: fast}
	}
	for i := range in.bodies {
		s, b := &in.bodies[i], &w.bodies[i]
		switch {
		case !s.X.IsFinite():
			return fail(b.name, "position", false)
		case !s.Q.IsFinite():
			return fail(b.name, "attitude", false)
		case !s.V.IsFinite():
			return fail(b.name, "velocity", false)
		case !s.L.IsFinite():
			return fail(b.name, "angular momentum", false)
		case s.V.MaxAbs() > tooFast:
			return fail(b.name, "velocity", true)
		case s.L.MaxAbs() > b.calmSpin && float64(b.mass.AngularVelocity(s.Q, s.L).Len()*b.radius) > tooFast:
			return fail(b.name, "angular velocity", true)
		}
	}
	for i := range in.movers {
		if m := &in.movers[i]; !m.x.IsFinite() || !m.v.IsFinite() {
			return fail(w.movers[i].name, "position", false)
		}
	}
	for i := range in.wheels {
		switch s := &in.wheels[i]; {
		case math.IsNaN(s.spin-s.spin) || math.IsNaN(s.slide-s.slide):
			return fail(w.bodies[w.wheelOwner(i)].name, "spin of a wheel", false)
		case math.IsNaN(s.lift - s.lift):
			return fail(w.bodies[w.wheelOwner(i)].name, "lift of a wheel", false)
		case math.IsNaN(s.more - s.more):
			return fail(w.bodies[w.wheelOwner(i)].name, "force of a wheel's damper", false)
		}
	}
	for i := range in.joints {
		if !in.joints[i].IsFinite() || !in.loads[i].IsFinite() {
			return fail(w.joints[i].name, "force", false)
		}
		for k := range w.joints[i].stops {
			if c := in.stops[w.joints[i].stops[k].of]; math.IsNaN(c-c) || !in.torques[w.joints[i].torque].IsFinite() {
				return fail(w.joints[i].name, "torque", false)
			}
		}
		if n := w.joints[i].turn; n >= 0 && (!in.turns[n].IsFinite() || !in.torques[w.joints[i].torque].IsFinite()) {
			return fail(w.joints[i].name, "torque", false)
		}
	}
	return nil
}

// wheelOwner returns the body of a wheel, by the wheel's place in the state.
func (w *World) wheelOwner(wheel int) int32 {
	owner := int32(-1)
	for i := range w.vehicles {
		if body := w.vehicles[i].Body; int(w.bodies[body].wheels) <= wheel && (owner < 0 || w.bodies[body].wheels >= w.bodies[owner].wheels) {
			owner = body
		}
	}
	return owner
}

// tooFast is the speed from which on nothing is worth a further step [m/s]: a body as fast as light gives a light one
// nearly twice its speed.
const tooFast = 2 * MaxSpeed

// calmSpinOf returns the size of the components of a body's angular momentum up to which no point of it, as far as
// radius from its centre of mass, turns too fast [kg m²/s].
func calmSpinOf(m *rigid.Mass, radius float64) float64 {
	i := &m.InvInertia
	most := math.Max(i.X.MaxAbs(), math.Max(i.Y.MaxAbs(), i.Z.MaxAbs()))
	return tooFast / float64(6*most*radius) // |w| <= 3 most |L| <= 3 √3 most times the largest component
}

func putVec(b []byte, v geom.Vec) []byte {
	b = putFloat(b, v.X)
	b = putFloat(b, v.Y)
	return putFloat(b, v.Z)
}

func putFloat(b []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
}
