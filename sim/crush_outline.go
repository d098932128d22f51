package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// The features of the contact points of a pair that crushes: along the road, and along its normal.
const (
	crushAlong narrowphase.FeatureID = 0xffffffff
	crushUp    narrowphase.FeatureID = 0xfffffffe
)

// road is the plane on which outlines are seen.
type road struct {
	up, x, y geom.Vec               // its normal, against gravity, along z where there is none, and two axes in it
	round    [64]narrowphase.Point2 // directions in which round shapes are looked at
}

func newRoad(gravity geom.Vec) road {
	r := road{up: gravity.Neg().Normalize()}
	if r.up == (geom.Vec{}) {
		r.up = geom.Vec{Z: 1}
	}
	r.x = r.up.Perpendicular()
	r.y = r.up.Cross(r.x)
	for i := range r.round {
		s, c := geom.SinCos(float64(2 * math.Pi * float64(i) / float64(len(r.round))))
		r.round[i] = narrowphase.Point2{X: c, Y: s}
	}
	return r
}

// flat returns the components of v along the road.
func (r *road) flat(v geom.Vec) narrowphase.Point2 {
	return narrowphase.Point2{X: v.Dot(r.x), Y: v.Dot(r.y)}
}

// along returns the vector in the road's plane with the given components.
func (r *road) along(p narrowphase.Point2) geom.Vec { return r.x.Scale(p.X).AddScaled(r.y, p.Y) }

// tracing is the outline of a body, or a static, on the road, and from where to where it reaches along the road's normal.
type tracing struct {
	points    []narrowphase.Point2
	corners   narrowphase.Outline
	low, high float64
}

// trace sets t to the hull of all parts of body i, or static -1-i, as they are now. Of round shapes, whose rims are looked at in 64 directions,
// the outline is short of 0.12 % of the radius at most.
func (t *tracing) trace(w *World, i int32) {
	t.points, t.low, t.high = t.points[:0], math.Inf(1), math.Inf(-1)
	var s rigid.State
	if i >= 0 {
		s = w.flights[i].s
	} else {
		st := &w.statics[-1-i]
		s = rigid.State{X: st.pose.P, Q: st.pose.Q}
	}
	parts := w.partsOf(i)
	for k := range parts {
		p := &parts[k]
		pose := p.at(&s)
		if p.Shape.Polyhedral() {
			for _, v := range p.Shape.Hull.Vertices {
				t.add(&w.road, pose.Apply(v))
			}
			continue
		}
		for _, d := range w.road.round {
			t.add(&w.road, pose.Apply(p.Shape.Support(pose.Q.RotateInv(w.road.along(d)))))
		}
		up := pose.Q.RotateInv(w.road.up)
		t.add(&w.road, pose.Apply(p.Shape.Support(up)))
		t.add(&w.road, pose.Apply(p.Shape.Support(up.Neg())))
	}
	t.corners = narrowphase.AppendOutline(t.corners[:0], t.points)
}

func (t *tracing) add(r *road, p geom.Vec) {
	t.points = append(t.points, r.flat(p))
	h := p.Dot(r.up)
	t.low, t.high = math.Min(t.low, h), math.Max(t.high, h)
}

// overlapsFor returns how long two tracings that touch overlap, along the road and in height, if a moves at the constant velocity v along the road and up along its
// normal relative to b [s]; +Inf for ever.
func overlapsFor(a, b *tracing, v narrowphase.Point2, up float64) float64 {
	time := a.corners.Leaves(b.corners, v)
	switch {
	case up > 0:
		time = math.Min(time, math.Max(0, b.high-a.low)/up)
	case up < 0:
		time = math.Min(time, math.Max(0, a.high-b.low)/-up)
	}
	return time
}

// overlap is where the outlines of a pair overlap, and their heights.
type overlap struct {
	narrowphase.OutlineOverlap
	low, high float64 // heights that both bodies reach [m]
	way       float64 // the least that one has to move along the road to part [m]
	up        float64 // the least that one has to move along its normal [m], below zero where A is the one that is above
}

// overlapOf returns the overlap of a pair at the states the bodies are in now; false where there is none.
func (w *World) overlapOf(p *pair) (overlap, bool) {
	a, b := &w.outlines[0], &w.outlines[1]
	a.trace(w, p.a)
	b.trace(w, p.b)
	o := overlap{low: math.Max(a.low, b.low), high: math.Min(a.high, b.high), up: a.high - b.low}
	if over := b.high - a.low; over < o.up {
		o.up = -over
	}
	if !(o.high > o.low) {
		return o, false
	}
	o.way = a.corners.Depth(b.corners)
	var ok bool
	o.OutlineOverlap, ok = w.overlaps.Solve(a.corners, b.corners)
	return o, ok
}

// normal returns the normal of the plane through the two places where the outlines cross; where they cross otherwise than twice, as when one is inside
// the other, that of the first touch.
func (o *overlap) normal(r *road, c *crush) geom.Vec {
	if o.Crossings == 2 {
		return r.along(o.Normal)
	}
	return c.n
}

// point returns a point of a pair that crushes, above a point of the road: as high as the centres of mass in the mean, of the two or of the
// one that is not held, if both bodies reach there.
func (w *World) crushPoint(p *pair, o *overlap, at narrowphase.Point2, n geom.Vec, f narrowphase.FeatureID) touch {
	height := math.Max(o.low, math.Min(w.centreHeight(p), o.high))
	return touch{p: w.road.along(at).AddScaled(w.road.up, height), n: n, key: rowKey{p.a, p.b, 0, 0, -1, f}, near: p.first}
}

// struckTouches returns the contact points of a pair that has had its impulse; none where it has parted, or has not had it yet. The first is half-way between
// the two crossings: where it does not close, the overlap does not grow. Its separation is the area that is left to grow, over the distance of the
// crossings. A second one, along the road's normal, is there where that way out is the shortest.
func (w *World) struckTouches(p *pair) []touch {
	c := &w.state.crushes[p.crush]
	if !c.struck {
		return nil
	}
	o, ok := w.overlapOf(p)
	if !ok {
		return nil
	}
	t := w.crushPoint(p, &o, o.Centroid, o.normal(&w.road, c), crushAlong)
	if o.Crossings == 2 {
		t = w.crushPoint(p, &o, o.Middle, t.n, crushAlong)
		t.sep = (c.allowed - o.Area) / o.Chord
	}
	w.crushed = append(w.crushed[:0], t)
	if math.Abs(o.up) < o.way {
		n := w.road.up
		if o.up < 0 {
			n = n.Neg()
		}
		w.crushed = append(w.crushed, w.crushPoint(p, &o, o.Centroid, n, crushUp))
	}
	return w.crushed
}

// centreHeight returns the mean height of the centres of mass of the two sides of a pair, or that of the one that is free to move.
func (w *World) centreHeight(p *pair) float64 {
	sum, n := 0.0, 0.0
	for _, i := range [2]int32{p.a, p.b} {
		if !w.outside(i) {
			sum += w.flights[i].s.X.Dot(w.road.up)
			n++
		}
	}
	return sum / n
}
