package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

func boxShape(t testing.TB, half geom.Vec) *geom.Shape {
	s, err := geom.NewBox(half)
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

// rightTurn returns a random rotation by multiples of 90° about the axes.
func rightTurn(rng *rand.Rand) geom.Quat {
	q := geom.IdentityQuat()
	for range rng.IntN(4) {
		var axis geom.Vec
		switch rng.IntN(3) {
		case 0:
			axis.X = 1
		case 1:
			axis.Y = 1
		case 2:
			axis.Z = 1
		}
		q = geom.Quat{W: math.Sqrt2 / 2, V: axis.Scale(math.Sqrt2 / 2)}.Mul(q)
	}
	return q.Normalize()
}

// nearBoxes returns two boxes near each other: at random, aligned, flush in an edge or a vertex, and slightly tilted.
func nearBoxes(rng *rand.Rand) (a, b geom.Transform, ha, hb geom.Vec) {
	grid := func() float64 { return 0.25 * float64(1+rng.IntN(4)) }
	ha, hb = geom.Vec{X: grid(), Y: grid(), Z: grid()}, geom.Vec{X: grid(), Y: grid(), Z: grid()}
	a.Q, b.Q = rightTurn(rng), rightTurn(rng)
	ba, bb := geom.NewOBB(a, ha), geom.NewOBB(b, hb)
	sa, sb := ba.Bounds().Max, bb.Bounds().Max
	at := func(lo, hi float64) float64 { return lo + float64(rng.IntN(5))*0.25*(hi-lo) }
	reach := sa.Add(sb)
	b.P = geom.Vec{X: at(-reach.X, reach.X), Y: at(-reach.Y, reach.Y), Z: at(-reach.Z, reach.Z)}
	switch rng.IntN(4) {
	case 0:
		b.P = b.P.Scale(1 + 0.02*(2*rng.Float64()-1))
	case 1:
		b.Q = geom.QuatExp(randomDir(rng).Scale(1e-4 * rng.Float64())).Mul(b.Q)
		b.P = b.P.Scale(0.99)
	case 2:
		a.Q, b.Q = randomQuat(rng), randomQuat(rng)
		b.P = randomDir(rng).Scale(rng.Float64() * (ha.Len() + hb.Len()))
	}
	return a, b, ha, hb
}

// sameManifold reports whether two manifolds have the same normal and the same points. Points that are within the
// tolerance of touching of a corner may be that corner or not.
func sameManifold(x, y *Manifold) bool {
	if x.Count != y.Count || x.Count > 0 && x.N.Sub(y.N).Len() > 1e-9 {
		return false
	}
	for i := 0; i < x.Count; i++ {
		found := false
		for j := 0; j < y.Count; j++ {
			p, q := &x.Points[i], &y.Points[j]
			found = found || p.P.Sub(q.P).Len() <= 4*manifoldTouch && math.Abs(p.Separation-q.Separation) <= 1e-9
		}
		if !found {
			return false
		}
	}
	return true
}

// separationAlong returns the separation of two boxes along n.
func separationAlong(a, b *geom.OBB, n geom.Vec) float64 {
	return b.C.Sub(a.C).Dot(n) - a.Radius(n) - b.Radius(n)
}

// TestCollideHulls_EqualsCollideOBBs compares boxes as polyhedra with the box algorithm. Where two directions are
// equally deep, as in boxes with one centre, either may be chosen.
func TestCollideHulls_EqualsCollideOBBs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	counts, ties := map[int]int{}, 0
	for i := range geomtest.Trials(20000) {
		pa, pb, ha, hb := nearBoxes(rng)
		x, y := geom.NewOBB(pa, ha), geom.NewOBB(pb, hb)
		a, b := Convex{boxShape(t, ha), pa}, Convex{boxShape(t, hb), pb}
		margin := []float64{0, 0.02, 0.3}[rng.IntN(3)]
		var want, got Manifold
		hit, g := CollideOBBs(&x, &y, margin, &want), CollideHulls(&a, &b, margin, &got)
		counts[want.Count]++
		if hit && g && got.N.Sub(want.N).Len() > 1e-9 {
			ties++
			sep := separationAlong(&x, &y, want.N)
			// One centre and a slight tilt: the two opposite faces differ by the tilt times the size.
			if d := math.Abs(separationAlong(&x, &y, got.N) - sep); d < 1e-9 || sep < -0.2 && d < 1e-3 {
				continue
			}
		}
		if g != hit || !sameManifold(&got, &want) {
			t.Fatalf("case %d, margin %v:\n got %v %+v\nwant %v %+v", i, margin, got.N, got.Points[:got.Count], want.N, want.Points[:want.Count])
		}
	}
	for _, n := range []int{0, 1, 2, 3, 4, 5, 6} {
		if counts[n] < geomtest.Trials(100) {
			t.Errorf("%d manifolds of %d points: %v", counts[n], n, counts)
		}
	}
	if ties > geomtest.Trials(1000) {
		t.Errorf("%d ties", ties)
	}
}

// hullCollide calls CollideHullTriangle for triangle i of a mesh with all that the mesh knows of its edges.
func hullCollide(a *Convex, mesh *geom.Mesh, i int, margin float64, m *Manifold) bool {
	tri := mesh.Triangle(int32(i))
	near := planesBeyond(mesh, i)
	return CollideHullTriangle(a, &tri, mesh.Planes[i], &mesh.Edges[i], &near, margin, m)
}

// TestCollideHullTriangle_EqualsCollideOBBTriangle compares boxes as polyhedra with the box algorithm, on a lone
// triangle.
func TestCollideHullTriangle_EqualsCollideOBBTriangle(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	counts, ties := map[int]int{}, 0
	for i := range geomtest.Trials(20000) {
		tri := geom.Triangle{A: randomDir(rng), B: randomDir(rng), C: randomDir(rng)}
		h := geom.Vec{X: 0.25 * float64(1+rng.IntN(3)), Y: 0.25 * float64(1+rng.IntN(3)), Z: 0.25 * float64(1+rng.IntN(3))}
		pose := geom.Transform{P: randomDir(rng).Scale(1.5 * rng.Float64()), Q: randomQuat(rng)}
		if i%2 == 0 {
			tri = geom.Triangle{A: geom.Vec{X: -1, Y: -1}, B: geom.Vec{X: 1, Y: -1}, C: geom.Vec{X: 1, Y: 1}}
			pose.Q = rightTurn(rng)
			grid := func() float64 { return 0.25 * float64(rng.IntN(9)-4) }
			pose.P = geom.Vec{X: grid(), Y: grid(), Z: grid() - 1e-3*float64(rng.IntN(2))}
		}
		x := geom.NewOBB(pose, h)
		a := Convex{boxShape(t, h), pose}
		margin := []float64{0, 0.01, 0.2}[rng.IntN(3)]
		plane := geom.Plane{N: tri.Normal()}
		plane.D = plane.N.Dot(tri.A)
		var want, got Manifold
		hit := CollideOBBTriangle(&x, &tri, plane, nil, nil, margin, &want)
		g := CollideHullTriangle(&a, &tri, plane, nil, nil, margin, &got)
		counts[want.Count]++
		if hit && g && got.N.Sub(want.N).Len() > 1e-9 && math.Abs(triangleAlong(&x, &tri, got.N)-triangleAlong(&x, &tri, want.N)) < 1e-9 {
			ties++
			continue
		}
		if g != hit || !sameManifold(&got, &want) {
			t.Fatalf("case %d, margin %v, %v %v %v:\n got %v %+v\nwant %v %+v", i, margin, tri, pose, h, got.N, got.Points[:got.Count], want.N, want.Points[:want.Count])
		}
	}
	for _, n := range []int{0, 1, 2, 3, 4, 5} {
		if counts[n] < geomtest.Trials(100) {
			t.Errorf("%d manifolds of %d points: %v", counts[n], n, counts)
		}
	}
	if ties > geomtest.Trials(2000) {
		t.Errorf("%d ties", ties)
	}
}

// triangleAlong returns the separation of a box and a triangle along n.
func triangleAlong(a *geom.OBB, t *geom.Triangle, n geom.Vec) float64 {
	return min(n.Dot(t.A.Sub(a.C)), n.Dot(t.B.Sub(a.C)), n.Dot(t.C.Sub(a.C))) - a.Radius(n)
}

// TestMTVHulls_EqualsMTVOBBs: boxes as polyhedra have the overlap and depth of boxes.
func TestMTVHulls_EqualsMTVOBBs(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	touch, apart := 0, 0
	for i := range geomtest.Trials(10000) {
		pa, pb, ha, hb := nearBoxes(rng)
		x, y := geom.NewOBB(pa, ha), geom.NewOBB(pb, hb)
		a, b := Convex{boxShape(t, ha), pa}, Convex{boxShape(t, hb), pb}
		want, ok := MTVOBBs(&x, &y)
		got, hit := MTVHulls(&a, &b)
		if ok != hit || ok != OverlapHulls(&a, &b) || math.Abs(got.Depth-want.Depth) > 1e-14 {
			t.Fatalf("case %d: %v %v, as boxes %v %v", i, got, hit, want, ok)
		}
		if ok && math.Abs(separationAlong(&x, &y, got.N)+want.Depth) > 1e-14 {
			t.Fatalf("case %d: depth %v along %v", i, -separationAlong(&x, &y, got.N), got)
		}
		if !ok {
			apart++
		} else if want.Depth < 1e-14 {
			touch++
		}
	}
	if touch < geomtest.Trials(500) || apart < geomtest.Trials(500) {
		t.Errorf("%d touch, %d apart", touch, apart)
	}
}
