package recorder

import "math"

// An impact that meets a body out of contacts is told to the residual of the solver and no better: its numbers are on grids. Those
// of an event follow from the grids of its bodies, the finer of both where there are two.
type eventGrids struct{ n, u, j, x gridStep }

// Velocities and impulses are told in steps 2⁸ times those of states, places 2¹⁰ times.
const (
	coarserSpeed = 8
	coarserPlace = 10
)

// eventGrids returns the grids of an event of two objects, and false where neither has one.
func (l *layout) eventGrids(a, b int32) (g eventGrids, ok bool) {
	var n, u, j, x int32
	for _, o := range [2]int32{a, b} {
		if o < 0 || int(o) >= len(l.bodies) || l.bodies[o].grid == nil {
			continue
		}
		r := l.bodies[o].grid
		on, ou, ox := r.Q+coarserPlace, r.V+coarserSpeed, r.X+coarserPlace
		oj := ou + l.bodies[o].weight
		if !ok {
			n, u, j, x, ok = on, ou, oj, ox, true
			continue
		}
		n, u, j, x = min(n, on), min(u, ou), min(j, oj), min(x, ox)
	}
	if ok {
		g = eventGrids{newGridStep(n), newGridStep(u), newGridStep(j), newGridStep(x)}
	}
	return g, ok
}

// weightOf returns the exponent of the power of two at or below a mass.
func weightOf(mass float64) int32 {
	if !(mass > 0) || math.IsInf(mass, 0) {
		return 0
	}
	_, e := math.Frexp(mass)
	return int32(max(-maxGrid, min(maxGrid, e-1)))
}

// of returns the grid of a component of an event.
func (g *eventGrids) of(component int) *gridStep {
	switch {
	case component < 3:
		return &g.n
	case component == 3 || component >= 7 && component < 31:
		return &g.u
	}
	return &g.j // impulse, energy
}

// ofPoint returns the grid of a component of a point.
func (g *eventGrids) ofPoint(component int) *gridStep {
	if component < 3 {
		return &g.x
	}
	return &g.j
}
