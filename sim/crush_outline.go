package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// Features of the contact points of a crushing pair: along the road, and along its normal.
const (
	crushAlong narrowphase.FeatureID = 0xffffffff
	crushUp    narrowphase.FeatureID = 0xfffffffe
)

// What one of a pair has swept in the other tells whether the other is a post, which it passes (see impulseNormal).
const (
	farAhead = 0.5 // distance by which no post ends ahead, over the way
	postWay  = 0.1 // share of the way that counts of a post
)

// road is the plane on which outlines are projected.
type road struct {
	up, x, y geom.Vec               // its normal, against gravity, along z where there is none, and two axes in it
	round    [64]narrowphase.Point2 // directions in which round shapes are looked at, seen from their heading
}

// newRoad returns the plane at right angles to gravity.
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

// heading returns the unit vector in the road's plane of the x axis of an attitude, or of its y axis if that is nearer to
// the plane.
func (r *road) heading(q geom.Quat) geom.Vec {
	x, y := r.along(r.flat(q.Rotate(geom.Vec{X: 1}))), r.along(r.flat(q.Rotate(geom.Vec{Y: 1})))
	if y.Len() > x.Len() {
		return y.Normalize()
	}
	return x.Normalize()
}

// roadOutline is the outline of a body or static on the road, and its extent along the road's normal.
type roadOutline struct {
	points    []narrowphase.Point2
	corners   narrowphase.Outline
	low, high float64
}

// trace sets t to the hull of all parts of body i, or static -1-i with its block, at their current poses. Outlines of round
// shapes, whose rims are sampled in 64 directions that turn with them, are short by at most 0.12 % of the radius.
func (t *roadOutline) trace(w *World, i int32) {
	if b := w.blockOf(i); b != nil {
		t.corners, t.low, t.high = append(t.corners[:0], b.outline.corners...), b.outline.low, b.outline.high
		return
	}
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
		ahead := w.road.heading(pose.Q)
		left := w.road.up.Cross(ahead)
		for _, d := range w.road.round {
			t.add(&w.road, pose.Apply(p.Shape.Support(pose.Q.RotateInv(ahead.Scale(d.X).AddScaled(left, d.Y)))))
		}
		up := pose.Q.RotateInv(w.road.up)
		t.add(&w.road, pose.Apply(p.Shape.Support(up)))
		t.add(&w.road, pose.Apply(p.Shape.Support(up.Neg())))
	}
	t.corners = narrowphase.AppendOutline(t.corners[:0], t.points)
}

func (t *roadOutline) add(r *road, p geom.Vec) {
	t.points = append(t.points, r.flat(p))
	h := p.Dot(r.up)
	t.low, t.high = math.Min(t.low, h), math.Max(t.high, h)
}

// overlapsFor returns how long two touching tracings overlap, along the road and in height, if a moves relative to b at
// the constant velocity v along the road, and up along its normal [s]; +Inf for ever.
func overlapsFor(a, b *roadOutline, v narrowphase.Point2, up float64) float64 {
	time := a.corners.Leaves(b.corners, v)
	switch {
	case up > 0:
		time = math.Min(time, math.Max(0, b.high-a.low)/up)
	case up < 0:
		time = math.Min(time, math.Max(0, a.high-b.low)/-up)
	}
	return time
}

// overlap is the overlap of a pair's outlines and heights.
type overlap struct {
	narrowphase.OutlineOverlap
	low, high float64 // heights that both bodies reach [m]
	way       float64 // the least that one has to move along the road to part [m]
	up        float64 // the least that one has to move along its normal [m], below zero where A is the one that is above
}

// overlapOf returns the overlap of a pair at the current states; false if there is none.
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

// normal returns the normal of the plane through the two points where the outlines cross, or of the mean of several such
// planes. If they do not cross, as with one inside the other, it is that of the impulse, before that of the first touch; so it
// is where it was given.
func (o *overlap) normal(r *road, c *crush) geom.Vec {
	if o.Chord > 0 && !c.planed {
		return r.along(o.Normal)
	}
	return c.n
}

// impulseNormal returns the normal of the impulse of a pair whose outlines are those of the overlap: the direction in which
// A has pushed into B on the way that it has come through B, straight back along the velocity at which the two come together.
// Where nothing has been passed, that is the normal of the crossings. Of a post, which is passed and does not end far ahead,
// only the first part of the way counts: it is caught, and what lies beside it does not hold it aside. In between it is as
// much of the way as it is a post, so that the normal depends on outlines and velocity without a jump.
func (w *World) impulseNormal(p *pair, o *overlap, c *crush) geom.Vec {
	a, b := w.outlines[0].corners, w.outlines[1].corners
	at := w.crushPoint(p, o, o.Centroid, c.n, crushAlong).p
	v := w.road.flat(w.pointVelocity(p.a, at).Sub(w.pointVelocity(p.b, at)))
	time := math.Min(w.surfaceOf(p).crush, a.Leaves(b, narrowphase.Point2{X: -v.X, Y: -v.Y}))
	way := narrowphase.Point2{X: float64(time * v.X), Y: float64(time * v.Y)}
	swept, ok := w.overlaps.SolveSwept(a, b, way)
	if !ok {
		return c.n
	}
	if post := w.postShare(o, &swept, way); post > 0 {
		back := float64((1 - postWay) * post)
		a.Move(narrowphase.Point2{X: -float64(back * way.X), Y: -float64(back * way.Y)})
		first, ok := w.overlaps.SolveSwept(a, b, narrowphase.Point2{X: float64((1 - back) * way.X), Y: float64((1 - back) * way.Y)})
		if ok {
			swept = first
		}
	}
	if swept.Pressed == (narrowphase.Point2{}) {
		return c.n
	}
	return w.road.along(swept.Pressed).Normalize()
}

// postShare returns how much one of a pair is a post, from 0 to 1: the other has passed a sixteenth or more of what it has
// swept, and ends ahead of it, or not by half of the way, as farAhead says.
func (w *World) postShare(o *overlap, swept *narrowphase.SweptOverlap, way narrowphase.Point2) float64 {
	a, b := w.outlines[0].corners, w.outlines[1].corners
	long := math.Sqrt(float64(way.X*way.X) + float64(way.Y*way.Y))
	u := narrowphase.Point2{X: way.X / long, Y: way.Y / long}
	post := 0.0
	for i, ahead := range [2]float64{b.EndsAhead(a, u), a.EndsAhead(b, narrowphase.Point2{X: -u.X, Y: -u.Y})} {
		passed := float64((1 - o.Area/swept.Area[i]) / narrowphase.PassedShare)
		near := 1 - ahead/float64(farAhead*long)
		post = math.Max(post, math.Max(0, math.Min(1, passed))*math.Max(0, math.Min(1, near)))
	}
	return post
}

// crushPoint returns the contact point of a crushing pair above a point of the road: at the mean height of the centres
// of mass, or at that of the only free body, if both bodies reach there.
func (w *World) crushPoint(p *pair, o *overlap, at narrowphase.Point2, n geom.Vec, f narrowphase.FeatureID) touch {
	height := math.Max(o.low, math.Min(w.centreHeight(p), o.high))
	return touch{p: w.road.along(at).AddScaled(w.road.up, height), n: n, key: rowKey{p.a, p.b, 0, 0, -1, f}, near: p.first}
}

// struckTouches returns the contact points of a pair that has had its impulse and not parted, nor comes in elsewhere, none
// otherwise; of the pairs with a block those of one. The first point is half-way between the two crossings: if it does not
// close, the overlap does not grow. Its separation is the remaining allowed area divided by the distance of the crossings;
// where roll and pitch have made the outlines grow beyond that it is zero, since pushing the two apart for it would give them
// energy. The second point, along the road's normal, exists if that is the shortest way out.
func (w *World) struckTouches(p *pair) []touch {
	c := &w.state.crushes[p.crush]
	if !c.struck || c.b != p.b {
		return nil
	}
	o, ok := w.overlapOf(p)
	if !ok {
		return nil
	}
	if beyond, faster := w.elsewhere(c, p, &o); beyond > 0 && faster > 0 {
		return nil // another crush begins with the end of the step
	}
	t := w.crushPoint(p, &o, o.Centroid, o.normal(&w.road, c), crushAlong)
	if c.isGiven() {
		w.setAside(c, &t)
	} else if o.Chord > 0 {
		t = w.crushPoint(p, &o, o.Middle, t.n, crushAlong)
	}
	if o.Chord > 0 {
		t.sep = math.Max(0, (c.allowed-o.Area)/o.Chord)
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

// centreHeight returns the mean height of the centres of mass of the two sides of a pair, or that of the only free
// side.
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
