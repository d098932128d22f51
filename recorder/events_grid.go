package recorder

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// The numbers of an impact with a body in contact are known to the residual of the solver only, and lie on grids. The
// grids of an event follow from those of its bodies, the finer one where there are two.
type eventGrids struct {
	n, u, j, x gridStep
	w          [2]gridStep // of the angular velocities of A and B
}

// Grids of velocities and impulses of events are 2⁸ times as coarse as those of states, grids of places 2¹⁰ times.
const (
	coarserSpeed = 8
	coarserPlace = 10
)

// newEventGrids returns the grids of the events of a body of the given mass and inverse inertia. A grid step of an
// angular velocity moves the body's surface as one of a velocity moves its centre; up to codec 4 both have the same
// number.
func newEventGrids(r *record.Grid, mass float64, invI *geom.Mat3, codec int) *eventGrids {
	u := r.V + coarserSpeed
	w := newGridStep(r.L + coarserSpeed + weightOf(invI.X.X+invI.Y.Y+invI.Z.Z))
	if codec <= 4 {
		w = newGridStep(u)
	}
	return &eventGrids{
		n: newGridStep(r.Q + coarserPlace), u: newGridStep(u), j: newGridStep(u + weightOf(mass)), x: newGridStep(r.X + coarserPlace),
		w: [2]gridStep{w, w},
	}
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
		*room = eventGrids{n: finer(&g.n, &r.n), u: finer(&g.u, &r.u), j: finer(&g.j, &r.j), x: finer(&g.x, &r.x), w: [2]gridStep{g.w[0], r.w[1]}}
		if l.codec <= 4 {
			room.w = [2]gridStep{room.u, room.u}
		}
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
	case component == 3:
		return &g.u
	case component >= 7 && component < 31:
		if component -= 7; component%6 < 3 {
			return &g.u
		}
		return &g.w[component/6%2]
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
