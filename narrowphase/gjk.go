package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// gjkGap is the difference of upper and lower bound of the distance at which the search ends, relative to the scale of
// a difference: a few roundings of a support point.
const gjkGap = 4e-15

// maxGJK bounds the iterations. Polyhedra take some ten; curved shapes gain two bits an iteration or more.
const maxGJK = 200

// maxStalls bounds the steps in a row that bring the points no nearer, but may turn the direction.
const maxStalls = 12

// gjk is the search for the point of a difference nearest to the origin, and its result.
type gjk struct {
	d     *difference
	s     simplex
	tol   float64  // upper minus lower bound that is good enough
	stop  float64  // the same at which to end
	upper float64  // |v|: the distance of two points of the cores
	lower float64  // the largest width, along a direction, of the space between the cores
	n     geom.Vec // that direction, a unit vector from A to B, in A's frame
	a, b  geom.Vec // the points at distance upper, in A's frame
	steps int
	in    bool // the cores have a point in common, or none that double precision tells apart
}

// search runs from the unit vector n as the first guess of the direction from A to B. It ends, for curved shapes as for
// polyhedra, when upper and lower bound are within tol; when no point of the difference is nearer than |v|, within
// rounding; or after maxGJK steps. Upper and lower then say how good the result is.
//
// Source: E. Gilbert, D. Johnson, S. Keerthi, "A Fast Procedure for Computing the Distance Between Complex Objects in
// Three-Dimensional Space", 1988; the bounds by G. van den Bergen, "A Fast and Robust GJK Implementation", 1999.
func (g *gjk) search(n geom.Vec) {
	for i := 0; i < maxRescan; i++ {
		g.descend(n)
		n = g.n
		if g.in || !g.d.rescan(n) || g.d.support(n).w.Dot(n) >= g.lower-g.tol {
			return
		}
	}
}

// maxRescan bounds how often the search begins anew because a climb over a hull ended too early.
const maxRescan = 4

// descend is one run of the search.
func (g *gjk) descend(n geom.Vec) {
	d := g.d
	g.tol = float64(gjkGap * d.scale)
	g.s.touch = float64(satRounding * d.scale)
	smooth := d.smooth()
	// Polyhedra end at the nearest face, not before, and cores with a radius when they come no nearer: bounds that meet
	// leave the nearest points the square root of tol beside each other.
	g.stop = 0
	if ra, rb := d.radii(); smooth && ra+rb == 0 {
		g.stop = g.tol
	}
	g.s.p[0] = d.support(n)
	g.s.n, g.s.l[0], g.s.v = 1, 1, g.s.p[0].w
	g.lower, g.n = g.s.v.Dot(n), n
	if smooth && g.polish() {
		return
	}
	least, stalls := math.Inf(1), 0
	for g.steps = 1; g.steps < maxGJK && stalls < maxStalls; g.steps++ {
		g.upper = g.s.v.Len()
		if stalls++; g.upper < least {
			least, stalls = g.upper, 0
		}
		if g.s.n == 4 || g.upper <= g.s.touch {
			g.in = true
			break
		}
		if !g.step(g.s.normal()) && (g.upper-g.lower <= g.tol || !g.stepAside()) {
			break
		}
		if smooth && g.steps&3 == 0 && g.polish() {
			return
		}
	}
	// Bounds that meet leave the points apart by the square root of tol along the surfaces.
	if smooth && !g.in && g.polish() {
		return
	}
	g.a, g.b = g.s.witness()
}

// stepAside steps along v itself, and else a little off it towards the direction of the lower bound: where v lies in a
// flat side of the difference, of all points with equal products those of that side are wanted.
func (g *gjk) stepAside() bool {
	n := g.s.v.Scale(1 / g.upper)
	return g.step(n) || g.upper-g.lower > g.tol && g.step(n.AddScaled(g.n, gjkAside).Normalize())
}

// gjkAside is a slope far above rounding and far below that of the sides of shapes.
const gjkAside = 1e-6

// step adds the support point along -n and moves to the nearest point. It returns false when the search has ended: the
// bounds meet or no point is nearer.
func (g *gjk) step(n geom.Vec) bool {
	p := g.d.support(n)
	if x := p.w.Dot(n); x >= g.lower-float64(0.25*g.tol) { // of directions that are equally good the last is nearest to v
		g.lower, g.n = max(x, g.lower), n
	}
	if g.upper-g.lower <= g.stop || g.s.has(&p) {
		return false
	}
	g.s.p[g.s.n] = p
	g.s.n++
	return g.s.reduce()
}
