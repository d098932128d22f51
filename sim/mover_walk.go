package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// Movers that fall can walk. Gravity moves them down to ground, any surface no steeper than their slope, and there they
// stand. Their program is the motion at right angles to gravity. Steeper surfaces stop them like an upright wall,
// except for edges of ground no higher above their feet than their step, which they climb. They stay on ground that
// descends by no more than that.

const (
	// walkReach is the depth below a mover within which it stands on ground, in units of its gap from walls.
	walkReach = 4
	// walkTurns is the largest number of passes over the steep walls around a mover: each may turn it towards another.
	walkTurns = 4
	// uprightCosine is the cosine of the angle above which a wall counts as upright: nothing slides up it.
	uprightCosine = 1e-9
)

// along returns the part of v along the unit vector n, and the rest.
func along(v, n geom.Vec) (float64, geom.Vec) {
	d := v.Dot(n)
	return d, v.AddScaled(n, -d)
}

// fall returns the velocity with which a falling mover continues, where had is its velocity and u the desired one, with
// the vertical speed of had: no vertical speed on ground, and gravity's change in the air. At a steep wall that it
// touches, as found by stands, it keeps its speed.
func (w *World) fall(u, had geom.Vec, grounded bool, dt float64) geom.Vec {
	if grounded {
		_, level := along(u, w.up)
		return level
	}
	for i := range w.slideOut.Contacts {
		rise, n := along(w.slideOut.Contacts[i].N, w.up)
		if -rise <= uprightCosine || n == (geom.Vec{}) {
			continue
		}
		n = n.Normalize()
		if more := u.Dot(n) - had.Dot(n); more > 0 && had.Dot(n) < 0 {
			u = u.AddScaled(n, -more)
		}
	}
	return u.AddScaled(w.gravity, dt)
}

// levelVelocity returns the level velocity of which ground with the upward normal n has left v, which goes up it, so that a
// slope takes nothing from the speed at which a mover walks. Where v goes down, as behind a fall, or n is none, it is v.
func levelVelocity(v, n, up geom.Vec) geom.Vec {
	rise := v.Dot(up)
	if n == (geom.Vec{}) || !(rise > 0) {
		return v
	}
	return v.AddScaled(n, -rise/n.Dot(up))
}

// walk moves a mover that falls for the time h, at the velocity want unless walls turn it.
func (w *World) walk(m *mover, s *moverState, want geom.Vec, grounded bool, h float64) {
	start := s.x
	for range walkTurns {
		s.x = start
		w.slide(m, s, want, h)
		n, ok := w.steep(m, start, want, grounded)
		if !ok {
			break
		}
		want = want.AddScaled(n, -want.Dot(n))
	}
	if !grounded {
		return
	}
	if want != (geom.Vec{}) && s.x.Sub(start).Dot(want) < float64((1-1e-9)*float64(want.LenSq()*h)) && w.climb(m, s, start, want, h) {
		return
	}
	if at, ok := w.below(m, s.x, start, m.step); ok {
		s.x = at
	}
}

// climb moves a mover that was stopped on its way from start over the obstacle, up by its step and down again on the
// other side, if there is ground and it gets farther. It reports whether it does.
func (w *World) climb(m *mover, s *moverState, start, want geom.Vec, h float64) bool {
	rise := m.step
	w.drop(m, start, -rise)
	if len(w.slideOut.Contacts) > 0 {
		rise = float64(rise * w.slideOut.Contacts[0].T)
	}
	over := moverState{x: start.AddScaled(w.up, rise)}
	w.slide(m, &over, want, h)
	at, ok := w.below(m, over.x, start, rise)
	if !ok || at.Sub(start).Dot(want) <= s.x.Sub(start).Dot(want) {
		return false
	}
	s.x, s.v = at, over.v
	return true
}

// steep returns the horizontal part of the normal, towards the wall, of a wall that a mover has slid up but must not.
func (w *World) steep(m *mover, start, want geom.Vec, grounded bool) (geom.Vec, bool) {
	for i := range w.slideOut.Contacts {
		c := &w.slideOut.Contacts[i]
		rise, n := along(c.N, w.up)
		if -rise <= uprightCosine || -rise >= m.slope || grounded && w.rim(m, start, c) {
			continue
		}
		if n = n.Normalize(); want.Dot(n) > float64(1e-12*want.Len()) {
			return n, true
		}
	}
	return geom.Vec{}, false
}

// ground reports whether a mover at x stands on a surface that it touches there.
func (w *World) ground(m *mover, x geom.Vec, c *response.SlideContact) bool {
	return -c.N.Dot(w.up) >= m.slope || w.rim(m, x, c)
}

// rim reports whether a mover at x touches an edge or corner of ground that is no higher than its step above its lowest
// point.
func (w *World) rim(m *mover, x geom.Vec, c *response.SlideContact) bool {
	if c.Feature>>30 == narrowphase.FeatureFace {
		return false
	}
	feet := x.Dot(w.up) - m.reach(w.up)
	if c.P.Dot(w.up)-feet > m.step+float64(walkReach*moverGap*m.minRadius()) {
		return false
	}
	mesh := w.slideMesh[c.Mesh].Mesh
	if w.level(m, mesh, c.Tri) {
		return true
	}
	for _, e := range mesh.Edges[c.Tri] {
		if e.Neighbor >= 0 && w.level(m, mesh, e.Neighbor) {
			return true
		}
	}
	return false
}

// level reports whether a triangle is not too steep for a mover to stand on.
func (w *World) level(m *mover, mesh *geom.Mesh, tri int32) bool {
	return math.Abs(mesh.Planes[tri].N.Dot(w.up)) >= m.slope
}

// reach returns how far a mover extends along a unit direction [m].
func (m *mover) reach(n geom.Vec) float64 {
	return geom.Vec{X: float64(m.radii.X * n.X), Y: float64(m.radii.Y * n.Y), Z: float64(m.radii.Z * n.Z)}.Len()
}

// stands reports whether a mover stands on ground, and returns its upward normal, zero on an edge.
func (w *World) stands(m *mover, x geom.Vec) (n geom.Vec, ok bool) {
	w.drop(m, x, float64(walkReach*moverGap*m.minRadius()))
	for i := range w.slideOut.Contacts {
		c := &w.slideOut.Contacts[i]
		if -c.N.Dot(w.up) >= m.slope {
			return c.N.Neg(), true
		}
		ok = ok || w.rim(m, x, c)
	}
	return geom.Vec{}, ok
}

// below returns the position where a mover at x, which was at start, comes to stand on ground straight below it, no
// deeper than depth [m].
func (w *World) below(m *mover, x, start geom.Vec, depth float64) (geom.Vec, bool) {
	depth += float64(walkReach * moverGap * m.minRadius())
	w.drop(m, x, depth)
	if len(w.slideOut.Contacts) == 0 || !w.ground(m, start, &w.slideOut.Contacts[0]) {
		return x, false
	}
	return x.AddScaled(w.up, -float64(depth*w.slideOut.Contacts[0].T)), true
}

// drop slides a mover down from x to find what it meets.
func (w *World) drop(m *mover, x geom.Vec, depth float64) {
	s := moverState{x: x}
	w.slide(m, &s, w.up.Scale(-depth), 1)
}
