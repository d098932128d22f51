package sim

import (
	"math"
	"sort"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// moveMovers slides every mover along the walls for the step, at the velocity of its program at the start of the step,
// as far as the bodies, which have already moved, allow.
func (w *World) moveMovers() {
	clear(w.starts.pressed)
	for i := range w.movers {
		m, s := &w.movers[i], &w.state.movers[i]
		w.moversWere[i] = s.x
		had, grounded, by := s.v, false, geom.Vec{}
		if m.falls {
			var n geom.Vec
			if n, grounded = w.stands(m, s.x); grounded {
				had = levelVelocity(had, n, w.up)
			} else {
				by = w.carried(m, s.x)
			}
		}
		u := m.targetVelocity(had, by, w.time(), w.set.Step, w.up)
		if m.falls {
			u = w.fall(u, s.v, grounded, w.set.Step)
		}
		w.activeMover = activeMover{int32(len(w.bodies) + i), u.Sub(s.v)}
		n := 1
		if len(w.bodies) > 0 {
			n = m.strides(u, w.set.Step)
		}
		h := w.set.Step / float64(n)
		for range n {
			var move geom.Vec
			move, u = w.meetBodies(m, s.x, u, h)
			if m.falls {
				w.walk(m, s, move, grounded, h)
			} else {
				w.slide(m, s, move, h)
			}
			if move != u {
				u = remainingVelocity(u, move, s.v) // the way ended at a body
			} else {
				u = s.v
			}
		}
		s.v = u
		w.damageByMover()
	}
}

// remainingVelocity returns the part of a mover's velocity u that walls leave, given the velocity at which it moved and
// what they left of that. They take at most the component of u towards them. A mover that a body pushes out of itself
// against a wall gets no velocity from that.
func remainingVelocity(u, move, left geom.Vec) geom.Vec {
	taken := left.Sub(move)
	share := 1.0
	if size := taken.LenSq(); -u.Dot(taken) < size {
		share = math.Max(0, -u.Dot(taken)) / size
	}
	return u.AddScaled(taken, share)
}

// slide moves a mover along the walls for the time h.
func (w *World) slide(m *mover, s *moverState, want geom.Vec, h float64) {
	e := geom.Ellipsoid{C: s.x, R: m.radii}
	opts := response.SlideOptions{}
	reach := response.SlideBounds(&e, want, h, opts)
	w.slideMesh = w.slideMesh[:0]
	for k := range w.walls {
		l := &w.walls[k]
		if !l.mesh.Bounds.Overlaps(&reach) {
			continue
		}
		w.moverTris[k] = l.tree.Query(&reach, w.moverTris[k][:0])
		w.slideMesh = append(w.slideMesh, response.SlideMesh{Mesh: l.mesh, Candidates: w.moverTris[k]})
	}
	w.slider.Slide(&e, want, h, w.slideMesh, opts, &w.slideOut)
	s.x, s.v = w.slideOut.Center, w.slideOut.Velocity
}

// velocity returns the velocity of a mover's program at a time [m/s].
func (m *mover) velocity(t float64) geom.Vec {
	p := m.program
	n := sort.Search(len(p), func(i int) bool { return p[i].Time > t })
	if n == 0 {
		return geom.Vec{}
	}
	return geom.FromMGL(p[n-1].Velocity)
}
