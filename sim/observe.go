package sim

import (
	"encoding/binary"
	"math"

	"github.com/cespare/xxhash/v2"

	"github.com/prang-sim/prang/sim/geom"
)

// observe writes the state into the frame and hashes it.
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
	for _, f := range w.state.joints {
		v = append(v, f.X, f.Y, f.Z)
	}
	w.frame.Values = w.observeLedger(v)
	w.frame.Contacts = w.state.forces
	w.hashBuf = w.appendState(w.hashBuf[:0])
	w.frame.Hash = xxhash.Sum64(w.hashBuf)
}

// Hash returns the hash of the whole state: xxHash64 of its snapshot, without the parts that are output only.
func (w *World) Hash() uint64 { return w.frame.Hash }

// checkFinite names the first number of the state that is not finite.
func (w *World) checkFinite() error {
	for i := range w.state.bodies {
		s := &w.state.bodies[i]
		quantity := ""
		switch {
		case s.IsFinite():
			continue
		case !s.X.IsFinite():
			quantity = "position"
		case !s.Q.IsFinite():
			quantity = "attitude"
		case !s.V.IsFinite():
			quantity = "velocity"
		default:
			quantity = "angular momentum"
		}
		return &StepError{Step: w.state.step, Time: w.time(), Object: w.bodies[i].name, Quantity: quantity}
	}
	for i := range w.state.movers {
		if m := &w.state.movers[i]; !m.x.IsFinite() || !m.v.IsFinite() {
			return &StepError{Step: w.state.step, Time: w.time(), Object: w.movers[i].name, Quantity: "position"}
		}
	}
	return nil
}

func putVec(b []byte, v geom.Vec) []byte {
	b = putFloat(b, v.X)
	b = putFloat(b, v.Y)
	return putFloat(b, v.Z)
}

func putFloat(b []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
}
