package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// rollingPair is a pair that touches at one place, and motions of both.
type rollingPair struct {
	a, b  Convex
	m     Manifold
	turns [2]geom.Vec // [rad]
	ways  [2]geom.Vec // of the material at the place, across the normal [m]
}

// moved returns how far the contact goes by a share of the motions, as collisions find it, and false if it is not one of the same
// features.
func (q *rollingPair) moved(share, size float64) (geom.Vec, bool) {
	place := q.m.Points[0].P
	move := func(c Convex, turn, way geom.Vec) Convex {
		rot := geom.QuatExp(turn.Scale(share))
		return Convex{c.Shape, geom.Transform{P: place.AddScaled(way, share).Add(rot.Rotate(c.Pose.P.Sub(place))), Q: rot.Mul(c.Pose.Q)}}
	}
	a, b := move(q.a, q.turns[0], q.ways[0]), move(q.b, q.turns[1], q.ways[1])
	var m Manifold
	if !CollideCurved(&a, &b, 0.01*size, &m) || m.Count != 1 || m.Points[0].Feature != q.m.Points[0].Feature {
		return geom.Vec{}, false
	}
	return m.Points[0].P.Sub(place).Scale(1 / share), true
}

// rolled returns what Roll says.
func (q *rollingPair) rolled() (geom.Vec, bool) {
	place := q.m.Points[0].P
	kindA, indexA, kindB, indexB := q.m.Points[0].Feature.Features()
	surface := func(c *Convex, kind, index int, n geom.Vec) Surface {
		s := SurfaceOf(c.Shape, kind, index, c.Pose.ApplyInv(place), c.Pose.Q.RotateInv(n), false)
		at := c.Pose.Q.Mat3()
		back := at.Transpose()
		radii := s.Radii.Mul(&back)
		s.Radii = at.Mul(&radii)
		return s
	}
	a, b := surface(&q.a, kindA, indexA, q.m.N), surface(&q.b, kindB, indexB, q.m.N.Neg())
	a.Way, a.Turn, b.Way, b.Turn = q.ways[0], q.turns[0], q.ways[1], q.turns[1]
	return Roll(&a, &b, q.m.N)
}

// TestRoll_AsCollisionsMove turns and moves random pairs that touch at one place, a little: the place of the contact goes where Roll
// says, to 3 % of the motion. Left out are those that go from an edge or corner to what is next to it: a tenth of the motion
// moves them by another share. One in 200 does so at once.
func TestRoll_AsCollisionsMove(t *testing.T) {
	r := newCurvedRand(77)
	kinds := []geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule, geom.ShapeEllipsoid, geom.ShapeCylinder, geom.ShapeCone,
		geom.ShapeBox, geom.ShapeHull}
	looked, wrong, kindsSeen := 0, 0, map[[2]geom.ShapeKind]int{}
	n := geomtest.Trials(20000)
	for i := range n {
		q := rollingPair{
			a: Convex{r.shape(t, kinds[i%5]), geom.Transform{P: r.vec(), Q: r.quat()}},
			b: Convex{r.shape(t, kinds[i/5%7]), geom.Transform{P: r.vec(), Q: r.quat()}},
		}
		size := math.Min(q.a.Shape.Extent(), q.b.Shape.Extent())
		q.a.Pose.P = q.b.Pose.P.AddScaled(r.unit(), 2*(q.a.Shape.Extent()+q.b.Shape.Extent()))
		s, normal := SeparationCurved(&q.a, &q.b)
		q.a.Pose.P = q.a.Pose.P.AddScaled(normal, s)
		if !CollideCurved(&q.a, &q.b, 1e-4*size, &q.m) || q.m.Count != 1 {
			continue
		}
		for k := range 2 {
			q.turns[k], q.ways[k] = r.unit(), r.unit().Scale(size)
			q.ways[k] = q.ways[k].AddScaled(q.m.N, -q.ways[k].Dot(q.m.N))
		}
		want, ok := q.rolled()
		more, ok1 := q.moved(1e-3, size)
		got, ok2 := q.moved(1e-4, size)
		if !ok || !ok1 || !ok2 || want.Len() > 20*size || got.Sub(more).Len() > 0.03*(size+got.Len()) {
			continue
		}
		looked++
		kindsSeen[[2]geom.ShapeKind{q.a.Shape.Kind, q.b.Shape.Kind}]++
		if got.Sub(want).Len() > 0.03*(size+want.Len()) {
			wrong++
			t.Logf("case %d: %v and %v: the contact moves by %v, not %v, for a size of %g m", i, q.a.Shape.Kind, q.b.Shape.Kind, got, want, size)
		}
	}
	t.Logf("%d pairs, %d wrong", looked, wrong)
	if looked < n*3/4 || len(kindsSeen) < 35 || wrong > n/200 {
		t.Errorf("%d pairs of %d kinds looked at, %d wrong", looked, len(kindsSeen), wrong)
	}
}
