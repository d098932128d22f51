package sim

import (
	"slices"

	"github.com/prang-sim/prang/sim/geom"
)

// The load of a joint is the mean force over a step on its end 1, without impacts. It is what frames have, and what is compared with
// the force at which a joint breaks. The force in the last substep, which state.joints has, may be that of a moment after a push.

// clearLasting begins the sums of a step's lasting loads.
func (w *World) clearLasting() {
	clear(w.lastingImpulses)
	clear(w.sleptImpulses)
	clear(w.lastingCouples)
	clear(w.sleptCouples)
}

// The torque of a joint with stops, friction or damping is the mean of their couple over a step, on its end 1 too.

// addTorque gives a joint a torque if it has one.
func (w *World) addTorque(j *joint) {
	if j.torque = -1; len(j.stops) > 0 || j.turn >= 0 {
		j.torque = int32(len(w.state.torques))
		w.state.torques = append(w.state.torques, geom.Vec{})
		w.lastingCouples, w.sleptCouples = append(w.lastingCouples, geom.Vec{}), append(w.sleptCouples, geom.Vec{})
	}
}

// addLasting adds an impulse on the end 1 of joint k to its lasting load in the step.
func (w *World) addLasting(k int32, p geom.Vec) { w.lastingImpulses[k] = w.lastingImpulses[k].Add(p) }

// addAsleep notes what the joints of the bodies just woken, at time t of the step, bore while these slept. It is for the frame alone: what
// breaks does not depend on it, nor does any state.
func (w *World) addAsleep(t float64) {
	for k := range w.joints {
		b := &w.joints[k].body
		if slices.Contains(w.woken, b[0]) || slices.Contains(w.woken, b[1]) {
			w.sleptImpulses[k] = w.sleptImpulses[k].Add(w.state.loads[k].Scale(t))
			if n := w.joints[k].torque; n >= 0 {
				w.sleptCouples[n] = w.sleptCouples[n].Add(w.state.torques[n].Scale(t))
			}
		}
	}
}

// outputLoads gives the loads of the joints in the step to the frame. Those of sleeping bodies keep theirs.
func (w *World) outputLoads() {
	for k := range w.joints {
		b := &w.joints[k].body
		asleep := true
		for _, i := range b {
			asleep = asleep && (i < 0 || w.flights[i].still)
		}
		if !asleep || w.isBroken(k) {
			w.state.loads[k] = w.lastingImpulses[k].Add(w.sleptImpulses[k]).Scale(1 / w.set.Step)
			if n := w.joints[k].torque; n >= 0 {
				w.state.torques[n] = w.lastingCouples[n].Add(w.sleptCouples[n]).Scale(1 / w.set.Step)
			}
		}
	}
}
