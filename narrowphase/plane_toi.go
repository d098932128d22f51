package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// TimeOfImpactPlane returns the first time in [0, duration] (s) at which the separation (SeparationPlane) of a moving
// and rotating shape from the half space b is no more than target (m). The half space does not turn: sb.W is ignored;
// its velocity sb.V is not.
//
// Status, Time, target, and the treatment of shapes that start no more than target apart are as in TimeOfImpactBoxes,
// with the size a.Shape.Extent(): never late, a hit within 1e-9·size above target, shapes that touch at the start and
// separate are followed until they are apart. Another half space as a is Overlapping at once.
//
// A corner of a polyhedron, the centre of a sphere and the ends of a capsule have the height e + v·t + a·cos(w·t) +
// b·sin(w·t), whose first root is found in closed form up to the last, bracketed, steps: exact at any speed and spin.
// For ellipsoids, cylinders and cones the search is conservative advancement: all points move with known rates, and the
// second derivative of their heights is bounded. A shape of revolution that spins about its own axis does not turn in
// this sense, so that a rolling cylinder needs no search. The rims of a cylinder, and the rim and the apex of a cone,
// are treated one by one, like corners. The points of one rim or of an ellipsoid are not distinguished, so that if some
// touch at the start, others may be found late by the depth at the start, 1e-6·size at most. Unresolved: the input is
// not finite, or the search has taken 1000 iterations, as for spins of some 1e5 turns within the duration.
//
// Source: 003 (ALGORITHMS.md D1, D2): a vertex that turns and the plane of a face.
func TimeOfImpactPlane(a *Part, sa *geom.Sweep, b *Part, sb *geom.Sweep, duration, target float64) TOI {
	ground := b.In(geom.Transform{P: sb.C, Q: sb.Q})
	up := planeUp(ground.Pose.Q)
	p := planeTOI{
		part: a, sweep: sa, up: up, n: up.Neg(), target: target,
		duration: math.Max(duration, 0),
		h:        up.Dot(sa.C.Sub(ground.Pose.P)),
		v:        up.Dot(sa.V.Sub(sb.V)),
	}
	p.size = a.Shape.Extent()
	p.tol = float64(toiTolerance * p.size)
	sum := p.h + p.v + float64(p.v*p.duration) + sa.W.Len() + p.duration + target
	switch {
	case !(math.Abs(sum) <= math.MaxFloat64) || !sa.Q.IsFinite() || !a.At.P.IsFinite() || !a.At.Q.IsFinite():
		return TOI{Status: Unresolved, N: p.n}
	case a.Shape.Kind == geom.ShapePlane:
		return TOI{Status: Overlapping, N: p.n, Separation: math.Inf(-1)}
	}
	run := planeArrival{first: math.Inf(1), low: math.Inf(1), open: math.Inf(1)}
	if a.Shape.Polyhedral() || a.Shape.Radius() > 0 || planeBall(a.Shape) {
		p.points(&run)
	} else {
		p.curved(&run)
	}
	out := p.result(&run)
	if out.Status == Miss {
		out.Time, out.N, out.Separation = p.duration, geom.Vec{}, 0
	}
	return out
}

// planeBall reports whether a shape is an ellipsoid that is a ball.
func planeBall(s *geom.Shape) bool {
	return s.Kind == geom.ShapeEllipsoid && s.Size.X == s.Size.Y && s.Size.Y == s.Size.Z
}

// planeTOI is a search for the time at which a shape reaches a half space.
type planeTOI struct {
	part      *Part
	sweep     *geom.Sweep
	up, n     geom.Vec // out of the half space, and into it
	h, v      float64  // height of the centre of rotation at time 0 [m], and its rate [m/s]
	duration  float64
	target    float64
	size, tol float64
	count     int
}

// levels returns the height at which a hit is aimed, that up to which a point touches, and that at which it has left.
func (p *planeTOI) levels() (aim, top, out float64) {
	aim, top = p.target+float64(0.5*p.tol), p.target+p.tol
	top += float64(0.125 * p.tol) // what is at top but for rounding touches
	return aim, top, top + float64(0.125*p.tol)
}

// separation returns the separation at time t.
func (p *planeTOI) separation(t float64) float64 {
	q := p.sweep.At(t).Q
	v := planeView{h: p.h + float64(p.v*t) + p.up.Dot(q.Rotate(p.part.At.P)), up: q.Mul(p.part.At.Q).RotateInv(p.up)}
	return v.lowest(p.part.Shape)
}

// planeArrival is the result for the features of a shape, each examined by itself: points, balls, rims, an ellipsoid.
type planeArrival struct {
	first    float64 // earliest arrival of a feature, +Inf for none
	low      float64 // least height at time 0
	stuck    bool    // a feature that touches at time 0 is not on its way out
	arriving bool    // a feature just above the target at time 0 will be at it
	open     float64 // time until which a feature whose search has ended without result is known to be apart, +Inf for none
}

// planePaths gives the heights of the points of a shape: all in the shape's frame, so that a point costs three
// products.
type planePaths struct {
	v, w                float64
	h, tilt             float64
	up, cross, axis     geom.Vec
	upO, crossO, stillO float64 // of the frame's origin
}

// paths sets them.
func (p *planeTOI) paths() planePaths {
	f := planePaths{v: p.v, w: p.sweep.W.Len(), h: p.h}
	axis := geom.Vec{}
	if f.w > 0 {
		axis = p.sweep.W.Scale(1 / f.w)
	}
	q := p.sweep.Q.Mul(p.part.At.Q)
	o := p.sweep.Q.Rotate(p.part.At.P)
	cross := p.up.Cross(axis)
	f.tilt = p.up.Dot(axis)
	f.up, f.cross, f.axis = q.RotateInv(p.up), q.RotateInv(cross), q.RotateInv(axis)
	f.upO, f.crossO, f.stillO = p.up.Dot(o), cross.Dot(o), float64(axis.Dot(o)*f.tilt)
	return f
}

// of returns the height of the lowest point of a ball about x.
func (f *planePaths) of(x geom.Vec, radius float64) planeWave {
	still := f.stillO + float64(f.axis.Dot(x)*f.tilt)
	w := planeWave{v: f.v, w: f.w, a: f.upO + f.up.Dot(x) - still, b: f.crossO + f.cross.Dot(x)}
	w.e = f.h - radius + still
	w.amplitude = math.Sqrt(float64(w.a*w.a) + float64(w.b*w.b))
	return w
}

// points finds the arrival of the points of shapes that are the hull of points or balls.
func (p *planeTOI) points(run *planeArrival) {
	s := p.part.Shape
	f := p.paths()
	switch {
	case s.Polyhedral():
		for i, n := 0, polyhedronVertices(s); i < n; i++ {
			w := f.of(polyhedronVertex(s, i), 0)
			p.point(&w, run)
		}
	case s.Kind == geom.ShapeCapsule:
		for _, z := range [2]float64{-s.Size.Z, s.Size.Z} {
			w := f.of(geom.Vec{Z: z}, s.Size.X)
			p.point(&w, run)
		}
	default:
		w := f.of(geom.Vec{}, s.Size.X)
		p.point(&w, run)
	}
}

// result puts together what was found.
func (p *planeTOI) result(run *planeArrival) TOI {
	out := TOI{Status: Miss, N: p.n, Iterations: p.count}
	switch {
	case run.low < -float64(toiDeep*p.size) && run.low <= p.target || run.low <= p.target && (run.stuck || run.arriving):
		out.Status, out.Separation = Overlapping, run.low
	case run.arriving:
		out.Status, out.Separation = Hit, run.low
	case run.open < run.first:
		out.Status, out.Time = Unresolved, run.open
		out.Separation = p.separation(run.open)
	case run.first <= p.duration:
		out.Status, out.Time = Hit, run.first
		out.Separation = p.separation(run.first)
	}
	return out
}

// point adds one point, whose height is f.
func (p *planeTOI) point(f *planeWave, run *planeArrival) {
	aim, top, out := p.levels()
	start, rate := f.at(0)
	run.low = math.Min(run.low, start)
	limit := math.Min(p.duration, run.first)
	if f.least(limit) > top {
		return
	}
	f.phase = geom.Atan2(f.b, f.a)
	from := 0.0
	if start <= top {
		rises := rate > 0 && !(start < aim && float64(rate*p.duration) < out-start)
		switch {
		case rises:
			turn, ok := p.leaves(f, out, &from)
			if !ok {
				if h, _ := f.at(turn); h <= p.target {
					run.stuck = true
				} else if _, hit := f.first(p.target, turn, limit, float64(0.0625*p.tol), &p.count); hit {
					run.first = math.Min(run.first, turn)
				}
				return
			}
		case start <= p.target:
			run.stuck = true
			return
		default:
			_, hit := f.first(p.target, 0, p.duration, float64(0.0625*p.tol), &p.count)
			run.arriving = run.arriving || hit
			return
		}
	}
	if t, ok := f.first(aim, from, limit, float64(0.25*p.tol), &p.count); ok {
		run.first = math.Min(run.first, t)
	}
}

// leaves sets from to the time at which a point that rises at time 0 reaches the height out, or to the duration where
// it is on its way until then. It returns the time at which it turns back, and false, where it turns back below.
func (p *planeTOI) leaves(f *planeWave, out float64, from *float64) (turn float64, ok bool) {
	f.flip()
	number := f.turn(0)
	_, turn = f.fall(number, 0, p.duration)
	h, _ := f.at(turn)
	if h <= -out {
		*from = f.root(-out, 0, turn, f.steepest(number, -out), float64(0.0625*p.tol), &p.count)
		ok = true
	} else if turn >= p.duration {
		*from, ok = p.duration, true
	}
	f.flip()
	return turn, ok
}
