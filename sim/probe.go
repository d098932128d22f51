package sim

import (
	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/vehicle"
)

// probe casts a wheel's ray against the statics. What it starts in is no ground.
func (w *World) probe(p vehicle.Probe) vehicle.Ground {
	g := vehicle.Ground{Distance: p.Length}
	take := func(road, t float64, at, n geom.Vec) {
		if g.Hit && t >= g.Distance {
			return
		}
		if n.Dot(p.Dir) > 0 {
			n = n.Neg()
		}
		g = vehicle.Ground{Hit: true, Distance: t, P: at, N: n, Surface: road}
	}
	for i := range w.statics {
		st := &w.statics[i]
		if st.tree != nil {
			if hit, ok := st.tree.Raycast(p.Origin, p.Dir, g.Distance); ok {
				take(w.roads[st.material], hit.T, hit.P, hit.N)
			}
		}
		for k := range st.placed {
			hit := narrowphase.Raycast(&st.placed[k].Convex, p.Origin, p.Dir, g.Distance)
			if hit.Status == narrowphase.Hit {
				take(w.roads[st.material], hit.Time, hit.P, hit.N)
			}
		}
	}
	return g
}
