package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// The separation is that along the normal, for capsules whose axis touches a triangle or a box, or nearly so: with its
// inside or its end, at a corner, on an edge or in a face. The direction between the nearest points is all rounding
// there, and used to be taken: a capsule whose axis went through a corner of a triangle was up to its half length
// deeper along the normal than said.
func TestSeparationCurved_AxisOfACapsuleTouches(t *testing.T) {
	const n = 6000
	r := newToiRand(2200)
	kinds := [7]string{"corner", "edge", "face", "end at corner", "end on edge", "end in face", "in the plane"}
	for k := range n {
		scale := math.Pow(10, r.between(-6, 6))
		radius, half := scale*r.between(0.1, 1), scale*r.between(0.1, 2)
		s, err := geom.NewCapsule(radius, half)
		if err != nil {
			t.Fatal(err)
		}
		box, err := geom.NewBox(geom.Vec{X: scale * r.between(0.1, 1), Y: scale * r.between(0.1, 1), Z: scale * r.between(0.1, 1)})
		if err != nil {
			t.Fatal(err)
		}
		b := Convex{Shape: &box, Pose: geom.Transform{P: r.vec(scale * []float64{0, 1, 100}[r.IntN(3)]), Q: r.quat()}}
		var corners []geom.Vec
		tri := k%2 == 0
		if tri {
			corners = []geom.Vec{b.Pose.P.Add(r.vec(scale)), b.Pose.P.Add(r.vec(scale)), b.Pose.P.Add(r.vec(scale))}
		} else {
			for _, i := range box.Hull.Face(int32(r.IntN(6))) {
				corners = append(corners, b.Pose.Apply(box.Hull.Vertices[i]))
			}
		}
		kind := k / 2 % 7
		at, touch := r.between(-1, 1)*half, corners[0]
		e, f := corners[1].Sub(corners[0]), corners[2].Sub(corners[1])
		switch kind {
		case 1, 4, 6:
			touch = touch.AddScaled(e, r.Float64())
		case 2, 5:
			x := r.Float64()
			touch = touch.AddScaled(e, x).AddScaled(f, x*r.Float64())
		}
		if kind >= 3 && kind < 6 {
			at = math.Copysign(half, at)
		}
		q := r.quat()
		if kind == 6 {
			d, z := e.Normalize().Scale(r.between(-1, 1)).AddScaled(f.Normalize(), r.between(-1, 1)).Normalize(), geom.Vec{Z: 1}
			q = geom.Quat{W: 1 + z.Dot(d), V: z.Cross(d)}.Normalize()
		}
		axis := q.Rotate(geom.Vec{Z: 1})
		gap := scale * []float64{0, 0, 1e-16, 1e-13, 1e-11, 1e-9}[r.IntN(6)]
		a := Convex{Shape: &s, Pose: geom.Transform{P: touch.AddScaled(axis, -at).AddScaled(r.dir(), gap), Q: q}}

		var sep float64
		var m geom.Vec
		if tri {
			sep, m = SeparationCurvedTriangle(&a, &geom.Triangle{A: corners[0], B: corners[1], C: corners[2]})
		} else {
			sep, m = SeparationCurved(&a, &b)
			corners = corners[:0]
			for _, v := range box.Hull.Vertices {
				corners = append(corners, b.Pose.Apply(v))
			}
		}
		near := math.Inf(1)
		for _, v := range corners {
			near = math.Min(near, m.Dot(v.Sub(a.Pose.P)))
		}
		if along := near - math.Abs(m.Dot(axis))*half - radius; math.Abs(sep-along) > 1e-9*scale {
			t.Errorf("%d, %s, gap %g: separation %g, %g along the normal", k, kinds[kind], gap/scale, sep/scale, along/scale)
		}
	}
}
