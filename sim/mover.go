package sim

import (
	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// moveMovers slides every mover along the walls for the step, at the velocity that its program gives for the step's
// start.
func (w *World) moveMovers() {
	for i := range w.movers {
		m, s := &w.movers[i], &w.state.movers[i]
		want := m.velocity(w.time())
		e := geom.Ellipsoid{C: s.x, R: m.radii}
		opts := response.SlideOptions{}
		reach := response.SlideBounds(&e, want, w.set.Step, opts)
		w.slideMesh = w.slideMesh[:0]
		for k := range w.walls {
			l := &w.walls[k]
			if !l.mesh.Bounds.Overlaps(&reach) {
				continue
			}
			w.moverTris[k] = l.tree.Query(&reach, w.moverTris[k][:0])
			w.slideMesh = append(w.slideMesh, response.SlideMesh{Mesh: l.mesh, Candidates: w.moverTris[k]})
		}
		w.slider.Slide(&e, want, w.set.Step, w.slideMesh, opts, &w.slideOut)
		s.x, s.v = w.slideOut.Center, w.slideOut.Velocity
	}
}

func (m *mover) velocity(t float64) geom.Vec {
	var v geom.Vec
	for i := range m.program {
		if m.program[i].Time > t {
			break
		}
		v = geom.FromMGL(m.program[i].Velocity)
	}
	return v
}
