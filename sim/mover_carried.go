package sim

import (
	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

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
		at := w.state.bodies[i].X // at the end of the step
		from := at.AddScaled(v, -h)
		way := at.Add(geom.QuatExp(turn.Scale(h)).Rotate(feet.Sub(from))).Sub(feet)
		if way != (geom.Vec{}) && w.standsOn(m, x.Add(way), int32(i)) {
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
	b, s := &w.bodies[i], &w.state.bodies[i]
	if s.X.Sub(x).MaxAbs() > b.radius+reach+m.radii.MaxAbs() {
		return false
	}
	self := narrowphase.Convex{Shape: &m.shape, Pose: geom.Transform{P: x, Q: geom.IdentityQuat()}}
	box := self.Shape.Bounds(self.Pose).Grow(reach)
	for k := range b.parts {
		other := narrowphase.Convex{Shape: b.parts[k].Shape, Pose: b.parts[k].at(s)}
		around := other.Shape.Bounds(other.Pose)
		if around.Overlaps(&box) && narrowphase.Collide(&self, &other, reach, &w.toucher.m) && -w.toucher.m.N.Dot(w.up) >= m.slope {
			return true
		}
	}
	return false
}
