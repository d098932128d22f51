package narrowphase

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// shapeOfKind returns a shape of a kind whose lengths are results of l; a hull is that of the given points.
func shapeOfKind(t testing.TB, kind geom.ShapeKind, l func() float64, points func() []geom.Vec) *geom.Shape {
	t.Helper()
	var s geom.Shape
	var err error
	switch kind {
	case geom.ShapeBox:
		s, err = geom.NewBox(geom.Vec{X: l(), Y: l(), Z: l()})
	case geom.ShapeHull:
		s, err = geom.NewConvex(points())
	case geom.ShapeSphere:
		s, err = geom.NewSphere(l())
	case geom.ShapeEllipsoid:
		s, err = geom.NewEllipsoid(geom.Vec{X: l(), Y: l(), Z: l()})
	case geom.ShapeCapsule:
		s, err = geom.NewCapsule(l(), l())
	case geom.ShapeCylinder:
		s, err = geom.NewCylinder(l(), l())
	case geom.ShapeCone:
		s, err = geom.NewCone(l(), l())
	case geom.ShapePlane:
		s = geom.NewPlane()
	}
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

// distShape returns a random shape of a kind with lengths from 1/aspect to 1, up to its form.
func distShape(t testing.TB, r *rand.Rand, kind geom.ShapeKind, aspect float64) *geom.Shape {
	l := func() float64 { return sweepLog(r, 1/aspect, 1) }
	return shapeOfKind(t, kind, l, func() []geom.Vec {
		points := make([]geom.Vec, 8+r.IntN(60))
		size := geom.Vec{X: l(), Y: l(), Z: l()}
		for i := range points {
			points[i] = sweepUnit(r).Mul(size)
		}
		return points
	})
}

// distTurn returns a random attitude; often one that makes faces and axes parallel.
func distTurn(r *rand.Rand) geom.Quat {
	switch r.IntN(6) {
	case 0:
		return geom.IdentityQuat()
	case 1:
		return geom.AxisAngle(geom.Vec{X: 1}, math.Pi/2)
	case 2:
		return geom.AxisAngle(geom.Vec{Z: 1}, r.Float64())
	}
	return randomQuat(r)
}

// distHeight is the closed form of the largest p·n over a shape at a pose, p relative to the origin o.
func distHeight(c *Convex, o, n geom.Vec) float64 {
	m := c.Pose.Q.RotateInv(n)
	s := c.Shape
	flat := math.Hypot(m.X, m.Y) * s.Size.X
	h := 0.0
	switch s.Kind {
	case geom.ShapeBox:
		h = s.Size.Dot(m.Abs())
	case geom.ShapeHull:
		h = math.Inf(-1)
		for _, v := range s.Hull.Vertices {
			h = math.Max(h, v.Dot(m))
		}
	case geom.ShapeSphere:
		h = s.Size.X * m.Len()
	case geom.ShapeEllipsoid:
		h = s.Size.Mul(m).Len()
	case geom.ShapeCapsule:
		h = s.Size.X*m.Len() + math.Abs(m.Z)*s.Size.Z
	case geom.ShapeCylinder:
		h = flat + math.Abs(m.Z)*s.Size.Z
	case geom.ShapeCone:
		h = math.Max(flat, m.Z*s.Size.Z)
	case geom.ShapePlane:
		if m.Sub(geom.Vec{Z: 1}).Len() > 1e-12 {
			return math.Inf(1)
		}
	}
	return h + c.Pose.P.Sub(o).Dot(n)
}

// distOff is the distance of a world point from the surface of a shape, below zero inside: exact to first order near
// the surface.
func distOff(c *Convex, p geom.Vec) float64 {
	p = c.Pose.ApplyInv(p)
	s := c.Shape
	rho := math.Hypot(p.X, p.Y)
	switch s.Kind {
	case geom.ShapeBox:
		q := p.Abs().Sub(s.Size)
		return math.Max(q.X, math.Max(q.Y, q.Z))
	case geom.ShapeHull:
		d := math.Inf(-1)
		for i := range s.Hull.Faces {
			f := &s.Hull.Faces[i]
			d = math.Max(d, f.Plane.N.Dot(p)-f.Plane.D)
		}
		return d
	case geom.ShapeSphere:
		return p.Len() - s.Size.X
	case geom.ShapeEllipsoid:
		u := p.Div(s.Size)
		k := u.Len()
		return (k - 1) * k / u.Div(s.Size).Len()
	case geom.ShapeCapsule:
		p.Z -= math.Max(-s.Size.Z, math.Min(s.Size.Z, p.Z))
		return p.Len() - s.Size.X
	case geom.ShapeCylinder:
		return math.Max(rho-s.Size.X, math.Abs(p.Z)-s.Size.Z)
	case geom.ShapeCone:
		side := (s.Size.Z*rho + s.Size.X*p.Z - s.Size.X*s.Size.Z) / math.Hypot(s.Size.X, s.Size.Z)
		return math.Max(-p.Z, side)
	}
	return p.Z
}

// distProve checks a result by weak duality, without another search: the points are on the surfaces, so the distance is
// at most |PB - PA|, and the shapes lie on both sides of a slab across N, so it is at least the slab's width. Upper and
// lower bound within tol of the gap prove it. Of a shallow overlap the same heights give the depth along N.
func distProve(t *testing.T, a, b *Convex, r *DistanceResult, tol float64) {
	t.Helper()
	distProveBeside(t, a, b, r, tol, tol)
}

// distProveBeside is distProve for points that need not be opposite along N: the length between them may be more than
// the gap by beside.
func distProveBeside(t *testing.T, a, b *Convex, r *DistanceResult, tol, beside float64) {
	t.Helper()
	if r.Status == DistanceDeep {
		if distOff(a, r.PA) > tol || distOff(b, r.PB) > tol || r.PA != r.PB {
			t.Fatalf("%v %v: point of a deep overlap off by %g, %g", a.Shape.Kind, b.Shape.Kind, distOff(a, r.PA), distOff(b, r.PB))
		}
		return
	}
	width := -distHeight(a, a.Pose.P, r.N) - distHeight(b, a.Pose.P, r.N.Neg())
	d := r.PB.Sub(r.PA)
	switch {
	case math.Abs(r.N.Len()-1) > 1e-14:
		t.Fatalf("%v %v: |N| = %v", a.Shape.Kind, b.Shape.Kind, r.N.Len())
	case math.Abs(distOff(a, r.PA)) > tol || math.Abs(distOff(b, r.PB)) > tol:
		t.Fatalf("%v %v: points are off the surfaces by %g, %g", a.Shape.Kind, b.Shape.Kind, distOff(a, r.PA), distOff(b, r.PB))
	case math.Abs(width-r.Gap) > tol:
		t.Fatalf("%v %v: gap %v, width along N %v", a.Shape.Kind, b.Shape.Kind, r.Gap, width)
	case r.Lower > r.Gap+tol || r.Lower < r.Gap-tol:
		t.Fatalf("%v %v: gap %v, lower bound %v", a.Shape.Kind, b.Shape.Kind, r.Gap, r.Lower)
	case math.Abs(d.Dot(r.N)-r.Gap) > tol || r.Status == DistanceApart && math.Abs(d.Len()-r.Gap) > beside:
		t.Fatalf("%v %v: gap %v, points apart by %v, along N by %v", a.Shape.Kind, b.Shape.Kind, r.Gap, d.Len(), d.Dot(r.N))
	case (r.Status == DistanceApart) != (r.Gap > 0):
		t.Fatalf("%v %v: gap %v, status %v", a.Shape.Kind, b.Shape.Kind, r.Gap, r.Status)
	}
}

// distMesh is the triangles and edges of a polyhedron in the world.
type distMesh struct {
	tris  [][3]geom.Vec
	edges [][2]geom.Vec
}

func distMeshOf(c *Convex) (m distMesh) {
	h := c.Shape.Hull
	for f := range h.Faces {
		face := h.Face(int32(f))
		for i := 2; i < len(face); i++ {
			m.tris = append(m.tris, [3]geom.Vec{c.Pose.Apply(h.Vertices[face[0]]), c.Pose.Apply(h.Vertices[face[i-1]]), c.Pose.Apply(h.Vertices[face[i]])})
		}
	}
	for _, e := range h.Edges {
		m.edges = append(m.edges, [2]geom.Vec{c.Pose.Apply(h.Vertices[e.A]), c.Pose.Apply(h.Vertices[e.B])})
	}
	return m
}

func distMeshOfTriangle(t *geom.Triangle) distMesh {
	return distMesh{[][3]geom.Vec{{t.A, t.B, t.C}}, [][2]geom.Vec{{t.A, t.B}, {t.B, t.C}, {t.C, t.A}}}
}

// distBrute is the distance of the surfaces of two polyhedra: all pairs of vertex and face and of edges.
func distBrute(a, b *distMesh) float64 {
	d := math.Inf(1)
	for _, pair := range [2][2]*distMesh{{a, b}, {b, a}} {
		for _, t := range pair[0].tris {
			for _, e := range pair[1].edges {
				for _, p := range e {
					d = math.Min(d, distOriginTriangle(t[0].Sub(p), t[1].Sub(p), t[2].Sub(p)))
				}
			}
		}
	}
	for _, e := range a.edges {
		for _, f := range b.edges {
			s, u := nearestOnEdges(e[0], e[1], f[0], f[1])
			p, q := e[0].AddScaled(e[1].Sub(e[0]), s), f[0].AddScaled(f[1].Sub(f[0]), u)
			d = math.Min(d, p.Sub(q).Len())
		}
	}
	return d
}

// distOriginTriangle is the distance of the origin from a triangle: that of the plane where the foot is within, or of
// an edge.
func distOriginTriangle(a, b, c geom.Vec) float64 {
	n := b.Sub(a).Cross(c.Sub(a))
	best, inside := math.Inf(1), n.LenSq() > 0
	v := [3]geom.Vec{a, b, c}
	for i, p := range v {
		e := v[(i+1)%3].Sub(p)
		inside = inside && e.Cross(p.Neg()).Dot(n) >= 0
		s, _ := nearestOnEdges(p, p.Add(e), geom.Vec{}, geom.Vec{})
		best = math.Min(best, p.AddScaled(e, s).Len())
	}
	if inside {
		best = math.Min(best, math.Abs(n.Normalize().Dot(a)))
	}
	return best
}

// distEllipsoidPoint is the distance of a point outside an ellipsoid from it, by bisection in 200 bits of the parameter
// k of the nearest point q = R²p/(R² + k) on |q/R| = 1.
func distEllipsoidPoint(radii, p geom.Vec) float64 {
	const prec = 200
	f := func(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }
	op := func() *big.Float { return new(big.Float).SetPrec(prec) }
	r2, x := [3]*big.Float{}, [3]*big.Float{f(p.X), f(p.Y), f(p.Z)}
	for i, v := range [3]float64{radii.X, radii.Y, radii.Z} {
		r2[i] = op().Mul(f(v), f(v))
	}
	near := func(k *big.Float) (q [3]*big.Float, level *big.Float) {
		level = op()
		for i := range q {
			q[i] = op().Quo(op().Mul(r2[i], x[i]), op().Add(r2[i], k))
			level.Add(level, op().Quo(op().Mul(q[i], q[i]), r2[i]))
		}
		return q, level
	}
	lo, hi := f(0), f(p.Len()*radii.MaxAbs()*2)
	for i := 0; i < 190; i++ {
		mid := op().Mul(op().Add(lo, hi), f(0.5))
		if _, level := near(mid); level.Cmp(f(1)) > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	q, _ := near(lo)
	sum := op()
	for i := range q {
		d := op().Sub(x[i], q[i])
		sum.Add(sum, op().Mul(d, d))
	}
	v, _ := op().Sqrt(sum).Float64()
	return v
}
