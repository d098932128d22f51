package sim

import "github.com/prang-sim/prang/sim/geom"

// Movers that fall are carried by driven bodies, such as a deck, a lift or a turntable: as long as they stand on one,
// their program is their motion over it.

// carried returns the level velocity at which driven bodies take a mover at x along in the step, the mean of those that
// it stands on. It stands on what it would still touch if it was moved with it, on ground no steeper than its slope.
func (w *World) carried(m *mover, x geom.Vec) geom.Vec {
	t, h := w.time(), w.set.Step
	feet := x.AddScaled(w.up, -m.reach(w.up))
	sum, count := geom.Vec{}, 0.0
	for i := range w.bodies {
		b := &w.bodies[i]
		if !b.driven || b.sensor {
			continue
		}
		v, turn := b.drive.mean(t, t+h)
		if v == (geom.Vec{}) && turn == (geom.Vec{}) {
			continue
		}
		move := v.Scale(h)
		lever := feet.Sub(w.state.bodies[i].X.Sub(move)) // at the start of the step
		way := move.Add(geom.QuatExp(turn.Scale(h)).Rotate(lever).Sub(lever))
		if w.standsOn(m, x.Add(way), int32(i)) {
			sum, count = sum.Add(way), count+1
		}
	}
	if count == 0 {
		return geom.Vec{}
	}
	_, level := along(sum.Scale(1/float64(count*h)), w.up)
	return level
}

// standsOn reports whether a mover at x stands on a body, at its state at the end of the step.
func (w *World) standsOn(m *mover, x geom.Vec, i int32) bool {
	reach := float64(walkReach * moverGap * m.minRadius())
	self, box := m.within(x, reach)
	for k := range w.bodies[i].parts {
		if w.meetsPart(&self, &box, i, k, reach) && -w.toucher.m.N.Dot(w.up) >= m.slope {
			return true
		}
	}
	return false
}
