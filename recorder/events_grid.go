package recorder

import (
	"math"

	"github.com/prang-sim/prang/sim/record"
)

// An impact that meets a body out of contacts is told to the residual of the solver and no better: its numbers are on grids. Those
// of an event follow from the grids of its bodies, the finer of both where there are two.
type eventGrids struct{ n, u, j, x gridStep }

// Velocities and impulses are told in steps 2⁸ times those of states, places 2¹⁰ times.
const (
	coarserSpeed = 8
	coarserPlace = 10
)

// newEventGrids returns the grids of the events of a body of the given mass.
func newEventGrids(r *record.Grid, mass float64) *eventGrids {
	u := r.V + coarserSpeed
	return &eventGrids{newGridStep(r.Q + coarserPlace), newGridStep(u), newGridStep(u + weightOf(mass)), newGridStep(r.X + coarserPlace)}
}

// eventGrids returns the grids of an event of two objects, nil where neither has one. Those of two are made in room.
func (l *layout) eventGrids(a, b int32, room *eventGrids) (g *eventGrids) {
	for _, o := range [2]int32{a, b} {
		if o < 0 || int(o) >= len(l.bodies) || l.bodies[o].grids == nil {
			continue
		}
		r := l.bodies[o].grids
		if g == nil {
			g = r
			continue
		}
		*room = eventGrids{finer(&g.n, &r.n), finer(&g.u, &r.u), finer(&g.j, &r.j), finer(&g.x, &r.x)}
		return room
	}
	return g
}

func finer(a, b *gridStep) gridStep {
	if b.size < a.size {
		return *b
	}
	return *a
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
