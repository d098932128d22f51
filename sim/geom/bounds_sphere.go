package geom

import "math"

const (
	// minSphereRounds limits the rounds of MinSphere. Each takes a point in that is outside; ten or so suffice, and
	// only rounding can make the rounds go in a circle.
	minSphereRounds = 256
	// minSphereUlps is how far outside, relative to the radius, the farthest point may be: the rounding of a distance.
	minSphereUlps = 4 * 0x1p-52
)

// MinSphere returns the smallest sphere around the points, and the zero sphere for none. Every point is inside by the
// distance that Vec.Len computes; the radius exceeds the smallest possible by at most 1e-12 of it. Duplicate, collinear
// and coplanar points need no care, and the order of the points matters by rounding only. Points must be finite, with
// differences below 1e150; differences below 1e-150 count as none. It allocates nothing and takes some ten passes.
//
// The sphere is carried by at most four of the points. The farthest point outside always comes first: it is put in
// front of those that carry the sphere, and the smallest sphere around these five at most replaces it.
//
// Source: 004, bounding spheres (ALGORITHMS.md E1). E. Welzl, "Smallest enclosing disks (balls and ellipsoids)", 1991,
// with the move to the front of B. Gärtner, "Fast and robust smallest enclosing balls", 1999: the pivot is the farthest
// point, so that no order is drawn at random.
func MinSphere(points []Vec) Sphere {
	if len(points) == 0 {
		return Sphere{}
	}
	b := sphereBasis{n: 1}
	b.p[0] = points[0]
	c := points[0]
	best := Sphere{R: math.Inf(1)}
	for round := 0; round < minSphereRounds; round++ {
		far, r := farthest(points, c)
		if r < best.R {
			best = Sphere{c, r}
		}
		if r <= b.r+float64(minSphereUlps*r) || b.has(points[far]) {
			break
		}
		c = b.push(points[far])
	}
	return best
}

// RitterSphere returns a sphere around the points in three passes, up to a fifth larger than MinSphere as a rule, and
// the zero sphere for none. Every point is inside by the distance that Vec.Len computes. Points as for MinSphere.
//
// Source: 004, bounding spheres; J. Ritter, "An efficient bounding sphere", Graphics Gems, 1990.
func RitterSphere(points []Vec) Sphere {
	if len(points) == 0 {
		return Sphere{}
	}
	i, _ := farthest(points, points[0])
	j, d := farthest(points, points[i])
	s := Sphere{points[i].Add(points[j]).Scale(0.5), float64(d * 0.5)}
	for _, p := range points {
		v := p.Sub(s.C)
		if l := v.Len(); l > s.R {
			s.C = s.C.AddScaled(v, float64((l-s.R)*0.5)/l)
			s.R = float64((l + s.R) * 0.5)
		}
	}
	_, s.R = farthest(points, s.C)
	return s
}

// farthest returns the index of the point farthest from c, the first of equals, and its distance.
func farthest(points []Vec, c Vec) (int, float64) {
	at, far := 0, -1.0
	for i, p := range points {
		if d := p.Sub(c).LenSq(); d > far {
			at, far = i, d
		}
	}
	return at, math.Sqrt(max(far, 0))
}

// sphereBasis is the set of points that carry a sphere, the last one put in first.
type sphereBasis struct {
	n int
	p [5]Vec
	r float64 // radius of their smallest sphere
}

// has reports whether p is one of the points.
func (b *sphereBasis) has(p Vec) bool {
	for i := 0; i < b.n; i++ {
		if b.p[i] == p {
			return true
		}
	}
	return false
}

// push puts p in front, keeps the points that carry the smallest sphere around p and the others, and returns its
// centre. The centre is, of the centres of the spheres through p and any of the others, the one with the smallest
// sphere around all: no tolerance is needed, and an ill-conditioned one loses by itself.
func (b *sphereBasis) push(p Vec) Vec {
	copy(b.p[1:], b.p[:b.n])
	b.p[0] = p
	b.n = min(b.n+1, 5)
	best, subset := math.Inf(1), 1
	var center Vec
	for mask := 1; mask < 1<<b.n; mask += 2 { // bit 0, the new point, is always in
		var s [4]Vec
		k := 0
		for i := 0; i < b.n && k <= 4; i++ {
			if mask&(1<<i) != 0 {
				if k < 4 {
					s[k] = b.p[i]
				}
				k++
			}
		}
		if k > 4 {
			continue
		}
		c, ok := circumcenter(s[:k])
		if !ok {
			continue
		}
		if _, r := farthest(b.p[:b.n], c); r < best {
			best, subset, center = r, mask, c
		}
	}
	k := 0
	for i := 0; i < b.n; i++ {
		if subset&(1<<i) != 0 {
			b.p[k] = b.p[i]
			k++
		}
	}
	b.n, b.r = k, best
	return center
}

// circumcenter returns the centre of the smallest sphere through one to four points, and false where there is none.
func circumcenter(p []Vec) (Vec, bool) {
	switch len(p) {
	case 1:
		return p[0], true
	case 2:
		return p[0].AddScaled(p[1].Sub(p[0]), 0.5), true
	case 3:
		a, b := p[1].Sub(p[0]), p[2].Sub(p[0])
		n := a.Cross(b)
		u := b.Scale(a.LenSq()).Sub(a.Scale(b.LenSq()))
		c := p[0].AddScaled(u.Cross(n), 1/float64(2*n.LenSq()))
		return c, c.IsFinite()
	}
	m := Mat3{p[1].Sub(p[0]), p[2].Sub(p[0]), p[3].Sub(p[0])}
	c, ok := m.Solve(Vec{m.X.LenSq(), m.Y.LenSq(), m.Z.LenSq()}.Scale(0.5))
	return p[0].Add(c), ok && c.IsFinite()
}
