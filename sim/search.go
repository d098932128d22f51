package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// touching is the gap at which two things touch, over their size: the search for an impact ends there.
const touching = 1e-9

// searchAll looks for the first meeting of every pair of body i from its local time on.
func (w *World) searchAll(i int32) {
	for n := 0; n < len(w.pairsOf[i]); n++ {
		w.search(w.pairsOf[i][n])
	}
}

// search looks for the first time at which a pair meets, while neither side's motion changes, and queues it.
func (w *World) search(k int32) {
	p := &w.pairs[k]
	if w.spent(p) {
		return
	}
	fa := &w.flights[p.a]
	from, to := fa.t0, fa.t1
	var stampB int32
	if p.b >= 0 {
		fb := &w.flights[p.b]
		if fa.still && fb.still {
			return
		}
		if fb.t0 > from {
			from = fb.t0
		}
		if fb.t1 < to {
			to = fb.t1
		}
		stampB = fb.stamp
	}
	if !(from < to) {
		return
	}
	t, ok := w.firstMeeting(p, from, to)
	if !ok {
		return
	}
	w.queue.push(event{t: t, kind: meeting, a: p.a, b: p.b, pair: k, stampA: fa.stamp, stampB: stampB})
}

// side is one of two things between which an impact is searched: a body in flight, or something that stands still.
type side struct {
	body *body // nil for what stands still
	s    rigid.State
	acc  geom.Vec
	tau  geom.Vec
	box  *narrowphase.Box
}

func (w *World) sideOf(i int32, t float64) side {
	if i < 0 {
		st := &w.statics[-1-i]
		return side{s: rigid.State{X: st.pose.P, Q: st.pose.Q}, box: &st.box}
	}
	f, b := &w.flights[i], &w.bodies[i]
	d := side{body: b, s: f.at(&b.mass, t), acc: f.acc, tau: f.tau, box: &b.box}
	if f.still {
		d.acc, d.tau = geom.Vec{}, geom.Vec{}
	}
	return d
}

func (d *side) moves() bool {
	return d.body != nil && (d.s.V != geom.Vec{} || d.s.L != geom.Vec{} || d.acc != geom.Vec{} || d.tau != geom.Vec{})
}

func (d *side) chord(p float64) course {
	if d.body == nil || !d.moves() {
		return course{sweep: geom.Sweep{C: d.s.X, Q: d.s.Q}}
	}
	return d.body.chord(&d.s, d.acc, d.tau, p)
}

func (d *side) limit() float64 {
	if d.body == nil || !d.moves() {
		return math.Inf(1)
	}
	return pieceLimit(&d.body.mass, &d.s, d.tau)
}

func (d *side) step(p float64) {
	if d.moves() {
		d.s = rigid.Advance(&d.s, &d.body.mass, d.acc, d.tau, p)
	}
}

func (d *side) bounds(p float64) geom.AABB {
	if d.body == nil {
		obb := geom.NewOBB(geom.Transform{P: d.s.X, Q: d.s.Q}, d.box.Half)
		return obb.Bounds()
	}
	return d.body.sweptBounds(&d.s, d.acc, p)
}

func (d *side) obb() geom.OBB {
	return geom.NewOBB(geom.Transform{P: d.s.X.Add(d.s.Q.Rotate(d.box.Offset)), Q: d.s.Q}, d.box.Half)
}

// firstMeeting returns the first time in [from, to] at which the pair touches in a way that matters: closing, at a real
// feature of the surface.
func (w *World) firstMeeting(p *pair, from, to float64) (float64, bool) {
	a := w.sideOf(p.a, from)
	if p.b >= 0 || w.statics[-1-p.b].mesh == nil {
		b := w.sideOf(p.b, from)
		boxA, boxB := a.bounds(to-from), b.bounds(to-from)
		if !boxA.Overlaps(&boxB) {
			return 0, false
		}
		if p.solved {
			return w.slamTime(p, a, b, -1, from, to)
		}
		return w.approachTime(p, a, b, nil, -1, from, to)
	}
	mesh := w.statics[-1-p.b].mesh
	bounds := a.bounds(to - from)
	best, found := to, false
	for c := p.first; c < p.end; c++ {
		tri := mesh.Triangle(w.tris[c].index)
		box := tri.Bounds()
		if !bounds.Overlaps(&box) {
			continue
		}
		var t float64
		var ok bool
		if w.tris[c].solved {
			t, ok = w.slamTime(p, a, side{}, w.tris[c].index, from, best)
		} else {
			t, ok = w.approachTime(p, a, side{}, &tri, w.tris[c].index, from, best)
		}
		if ok && (t < best || !found) {
			best, found = t, true
		}
	}
	return best, found
}

// maxPieces bounds the chords that one search may be cut into: a body that tumbles through 500 rad in a step. Beyond, the
// search ends with an event.
const maxPieces = 10000

// approachTime finds the first time in [from, to] at which a touches b, or the triangle. Chords at mean velocities find
// it, with the shapes wider by what the true motion may bulge from its chord; where that finds something, both are moved
// there by the integrator, and the search goes on with chords as short as the gap demands.
func (w *World) approachTime(p *pair, a, b side, tri *geom.Triangle, index int32, from, to float64) (float64, bool) {
	tol := float64(touching * w.size(p))
	if w.gap(&a, &b, tri) <= 2*tol {
		if !w.manifoldOf(p, &a, &b, index) {
			return 0, false
		}
		if w.closing(&a, &b) {
			return from, true
		}
	}
	t, longest := from, math.Inf(1)
	for piece := 0; piece < maxPieces; piece++ {
		length := to - t
		if !(length > 0) {
			return 0, false
		}
		for _, l := range [3]float64{a.limit(), b.limit(), longest} {
			if l < length {
				length = l
			}
		}
		ca, cb := &w.courses[0], &w.courses[1]
		*ca, *cb = a.chord(length), b.chord(length)
		wide := bulge(ca, cb, length)
		toi := meet(&a, &b, ca, cb, tri, length, wide+float64(0.25*tol))
		passed := toi.Time
		if toi.Status == narrowphase.Miss {
			passed = length
		}
		if passed > 0 {
			a.step(passed)
			b.step(passed)
			t += passed
		}
		longest = math.Inf(1)
		if toi.Status == narrowphase.Miss {
			continue
		}
		gap := w.gap(&a, &b, tri)
		if gap <= 2*tol {
			if !w.manifoldOf(p, &a, &b, index) {
				return 0, false
			}
			if w.closing(&a, &b) || wide <= 0.25*tol {
				return t, true
			}
			gap = tol
		}
		if speed := closingBound(&a, &b, ca, cb, toi.N); wide <= 0.25*tol && gap > 2*tol && speed > 0 {
			// The search ends at a tolerance that grows with the triangle. From there the gap itself tells how far it is safe
			// to go.
			rest := (gap - tol) / speed
			a.step(rest)
			b.step(rest)
			t += rest
			continue
		}
		// The chord was too long for this gap: bulges grow with the square of the length.
		longest = float64(length * math.Sqrt(gap/float64(4*wide)))
		if longest > 0.5*length && passed == 0 {
			longest = float64(0.5 * length)
		}
	}
	w.limitEvent(p, t, "search")
	return 0, false
}

// closingBound returns a speed that the gap of a and b along the axis n does not close faster than [m/s].
func closingBound(a, b *side, ca, cb *course, n geom.Vec) float64 {
	v := ca.sweep.V.Sub(cb.sweep.V).Dot(n)
	if a.body != nil {
		v += float64(ca.sweep.W.Cross(n).Len() * a.body.radius)
	}
	if b.body != nil {
		v += float64(cb.sweep.W.Cross(n).Len() * b.body.radius)
	}
	return v
}

func meet(a, b *side, ca, cb *course, tri *geom.Triangle, length, target float64) narrowphase.TOI {
	if tri != nil {
		return narrowphase.TimeOfImpactBoxTriangle(a.box, &ca.sweep, tri, length, target)
	}
	return narrowphase.TimeOfImpactBoxes(a.box, &ca.sweep, b.box, &cb.sweep, length, target)
}

func (w *World) gap(a, b *side, tri *geom.Triangle) float64 {
	box := a.obb()
	if tri != nil {
		s, _ := narrowphase.SeparationOBBTriangle(&box, tri)
		return s
	}
	other := b.obb()
	s, _ := narrowphase.SeparationOBBs(&box, &other)
	return s
}

// closing reports whether a and b come together at some point of the manifold that manifoldOf has just filled.
func (w *World) closing(a, b *side) bool {
	m := &w.manifold.m
	for i := 0; i < m.Count; i++ {
		if a.velocity(m.Points[i].P).Sub(b.velocity(m.Points[i].P)).Dot(m.N) > 0 {
			return true
		}
	}
	return false
}

// manifoldOf fills the manifold of a and b, or of a and triangle index of the mesh of the pair. It reports false where
// they touch only at an inner edge of a flat surface.
func (w *World) manifoldOf(p *pair, a, b *side, index int32) bool {
	margin := float64(w.set.ContactTolerance * w.size(p))
	box := a.obb()
	if index >= 0 {
		return w.collideTriangle(&box, w.statics[-1-p.b].mesh, index, margin)
	}
	other := b.obb()
	return narrowphase.CollideOBBs(&box, &other, margin, &w.manifold.m)
}

func (d *side) velocity(x geom.Vec) geom.Vec {
	if d.body == nil || !d.moves() {
		return geom.Vec{}
	}
	return d.s.V.Add(d.body.mass.AngularVelocity(d.s.Q, d.s.L).Cross(x.Sub(d.s.X)))
}
