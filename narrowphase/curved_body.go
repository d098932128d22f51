package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// curvedBody is one body of a search for a time of impact. Its points are seen from a point of reference: the centre of
// rotation, or for a shape of revolution a point of its axis, about which it then turns with the axis only.
type curvedBody struct {
	shape *geom.Shape // nil for a triangle at rest
	sweep *geom.Sweep
	at    geom.Transform
	tri   [3]geom.Vec // corners of a triangle from its middle
	w     geom.Vec
	mag   float64 // length of w
	round float64 // radius of a sphere or a capsule
	reach float64 // bound of the distance of points from the centre of rotation
	axis  int     // of revolution: 0 to 2; 3 for a sphere, -1 for none
	// Coordinate along the axis of the point of it nearest to the centre of rotation, from the shape's origin.
	offset float64
	arm    float64 // bound of the distance of points of the core from the point of reference on the axis

	placed bool
	q      geom.Quat // the shape's attitude now
	r      geom.Mat3
	o      geom.Vec // the shape's origin from the centre of rotation now
	c      geom.Vec // the point of reference on the axis from the centre of rotation now
	u      geom.Vec // the axis now
}

// set sets what does not change.
func (b *curvedBody) set(part *Part, sweep *geom.Sweep) {
	b.shape, b.sweep, b.at = part.Shape, sweep, part.At
	b.w = sweep.W
	b.mag = b.w.Len()
	b.round = b.shape.Radius()
	b.reach = b.shape.Reach(b.at.ApplyInv(geom.Vec{}))
	b.axis = b.shape.Axis()
	if b.axis >= 0 && b.axis < 3 {
		m := b.at.Q.Mat3()
		b.offset = -m.Col(b.axis).Dot(b.at.P)
	}
	b.arm = b.shape.Reach(unitVec(max(b.axis, 0)%3, b.offset)) - b.round
}

// isFinite reports whether the body's place and turning are finite.
func (b *curvedBody) isFinite() bool {
	return b.w.IsFinite() && b.at.P.IsFinite() && b.at.Q.IsFinite() && (b.sweep == nil || b.sweep.Q.IsFinite())
}

// place moves the body to time t.
func (b *curvedBody) place(t float64) {
	if b.placed && b.mag == 0 {
		return
	}
	b.placed = true
	q := b.sweep.Q
	if b.mag > 0 && !(b.axis == 3 && b.at.P == geom.Vec{}) {
		q = b.sweep.At(t).Q
	}
	b.q = q.Mul(b.at.Q)
	b.r = b.q.Mat3()
	b.o = q.Rotate(b.at.P)
	b.c, b.u = b.o, geom.Vec{}
	if b.axis >= 0 && b.axis < 3 {
		b.u = b.r.Col(b.axis)
		b.c = b.o.AddScaled(b.u, b.offset)
	}
}

// core returns the point of the body's core that is farthest along d, from its centre of rotation.
func (b *curvedBody) core(d geom.Vec) geom.Vec {
	if b.shape == nil {
		best, top := 0, b.tri[0].Dot(d)
		for k := 1; k < 3; k++ {
			if x := b.tri[k].Dot(d); x > top {
				best, top = k, x
			}
		}
		return b.tri[best]
	}
	return b.o.Add(b.r.Apply(b.shape.Core(b.r.ApplyT(d))))
}

// ahead bounds how far the body reaches along the unit vector d from its centre of rotation, however it turns.
func (b *curvedBody) ahead(d geom.Vec) float64 {
	if b.mag > 0 {
		return b.reach
	}
	return b.core(d).Dot(d) + b.round
}

// pivot is how a body's points move: those of its core about a point of reference, which is at c from the centre of
// rotation and moves with rate against it, with the angular velocity w; bend bounds the second derivative of all along
// the direction in question.
type pivot struct {
	c, rate, w geom.Vec
	bend       float64
}

// pivot returns the motion along the unit vector n, which stands still.
func (b *curvedBody) pivot(n geom.Vec) pivot {
	if b.mag == 0 {
		return pivot{}
	}
	tilt := n.Cross(b.w).Len()
	if b.axis < 0 {
		return pivot{w: b.w, bend: float64(tilt * float64(b.mag*b.reach))}
	}
	// The points of reference go in a circle. Those of the core turn about them with w less its part along the axis,
	// whose direction goes with the axis.
	rate := b.w.Cross(b.c)
	p := pivot{c: b.c, rate: rate, bend: float64(tilt * rate.Len())}
	if b.axis < 3 {
		along := b.w.Dot(b.u)
		turn := b.w.Cross(b.u).Len()
		p.w = b.w.AddScaled(b.u, -along)
		p.bend += float64(float64(turn*(turn+math.Abs(along))) * b.arm)
	}
	return p
}
