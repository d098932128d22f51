package geom

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// exactFaces returns the faces of the hull of integer points by exhaustion: each plane through three points that has
// all others on one side, and in it each directed pair of points that has all others of the plane on its left or
// between the two.
func exactFaces(points []Vec) map[string]bool {
	type vec [3]*big.Int
	p := make([]vec, len(points))
	for i, a := range points {
		p[i] = vec{big.NewInt(int64(a.X)), big.NewInt(int64(a.Y)), big.NewInt(int64(a.Z))}
	}
	sub := func(a, b vec) (c vec) {
		for k := range 3 {
			c[k] = new(big.Int).Sub(a[k], b[k])
		}
		return c
	}
	cross := func(a, b vec) (c vec) {
		for k := range 3 {
			i, j := (k+1)%3, (k+2)%3
			c[k] = new(big.Int).Sub(new(big.Int).Mul(a[i], b[j]), new(big.Int).Mul(a[j], b[i]))
		}
		return c
	}
	dot := func(a, b vec) int {
		s := new(big.Int)
		for k := range 3 {
			s.Add(s, new(big.Int).Mul(a[k], b[k]))
		}
		return s.Sign()
	}
	faces := map[string]bool{}
	for i := range p {
		for j := range p {
			for k := range p {
				if j <= i || k <= i || k == j {
					continue
				}
				n := cross(sub(p[j], p[i]), sub(p[k], p[i]))
				if dot(n, n) == 0 {
					continue
				}
				var flat []int
				for m := range p {
					s := dot(n, sub(p[m], p[i]))
					if s > 0 {
						flat = nil
						break
					}
					if s == 0 {
						flat = append(flat, m)
					}
				}
				if len(flat) == 0 || flat[0] != i || flat[1] != j && flat[1] != k {
					continue // found from its first two points
				}
				after := map[int]int{}
				for _, u := range flat {
					for _, v := range flat {
						side := sub(p[v], p[u])
						ok := dot(side, side) != 0
						for _, w := range flat {
							c := dot(n, cross(side, sub(p[w], p[u])))
							ok = ok && (c > 0 || c == 0 && dot(side, sub(p[w], p[u])) >= 0 && dot(side, sub(p[v], p[w])) >= 0)
						}
						if ok {
							after[u] = v
						}
					}
				}
				lowest := -1
				for u := range after {
					if lowest < 0 || compareVec(points[u], points[lowest]) < 0 {
						lowest = u
					}
				}
				var loop []Vec
				for u := lowest; len(loop) < len(after); u = after[u] {
					loop = append(loop, points[u])
				}
				faces[fmt.Sprint(loop)] = true
			}
		}
	}
	return faces
}

func TestNewHull_EqualsExactExhaustion(t *testing.T) {
	r := newSource(41)
	flat, large, hulls := 0, 0, 0
	for i := range geomtest.Trials(250) {
		n := 4 + r.IntN(9)
		span := []int64{2, 3, 4, 10, 1 << 39}[i%5]
		seen := map[Vec]bool{}
		var points []Vec
		for range n {
			v := Vec{float64(r.Int64N(span)), float64(r.Int64N(span)), float64(r.Int64N(span))}
			if i%12 == 0 {
				v.Z = v.X
			}
			if !seen[v] {
				points = append(points, v)
			}
			seen[v] = true
		}
		want := exactFaces(points)
		h, err := NewHull(points)
		if err != nil {
			if len(points) < 4 && errors.Is(err, ErrHullPoints) {
				continue
			}
			if !errors.Is(err, ErrHullFlat) || len(want) > 2 { // a plane is a face from both sides
				t.Fatalf("%v: %v, want %d faces", points, err, len(want))
			}
			flat++
			continue
		}
		hulls++
		checkHull(t, "integers", h, points)
		if len(h.Faces) != len(want) {
			t.Fatalf("%v: %d faces, want %d", points, len(h.Faces), len(want))
		}
		for f := range h.Faces {
			var loop []Vec
			for _, v := range h.Face(int32(f)) {
				loop = append(loop, h.Vertices[v])
			}
			if !want[fmt.Sprint(loop)] {
				t.Fatalf("%v: face %v is none", points, loop)
			}
			if len(loop) > 3 {
				large++
			}
		}
	}
	if flat < geomtest.Trials(10) || large < geomtest.Trials(100) || hulls < geomtest.Trials(150) {
		t.Errorf("only %d flat sets, %d faces of more than three corners, %d hulls", flat, large, hulls)
	}
}

func TestOrientExact_EqualsBig(t *testing.T) {
	r := newSource(46)
	zeros := 0
	for i := range 20000 {
		span := []int64{2, 1000, 1 << 53}[i%3]
		c := func() int64 { return r.Int64N(2*span+1) - span }
		point := func() gridPoint { return gridPoint{c(), c(), c()} }
		p := [4]gridPoint{point(), point(), point(), point()}
		if i%4 == 0 { // in the plane of the others, or one step beside it
			p[3] = gridPoint{p[0].X/2 + p[1].X/2, p[0].Y/2 + p[1].Y/2, p[0].Z/2 + p[1].Z/2 + r.Int64N(2)}
		}
		var m [3][3]*big.Int
		for k := range 3 {
			d := p[k+1].sub(p[0])
			m[k] = [3]*big.Int{big.NewInt(d.X), big.NewInt(d.Y), big.NewInt(d.Z)}
		}
		det := new(big.Int)
		for k := range 3 {
			for s := range 2 {
				a, b := (k+1+s)%3, (k+2-s)%3
				x := new(big.Int).Mul(m[0][k], new(big.Int).Mul(m[1][a], m[2][b]))
				if s == 1 {
					x.Neg(x)
				}
				det.Add(det, x)
			}
		}
		if got := orientExact(p[0], p[1], p[2], p[3]); got != det.Sign() {
			t.Fatalf("%v: %d, want %d", p, got, det.Sign())
		}
		if det.Sign() == 0 {
			zeros++
		}
		u, v := p[1].sub(p[0]), p[2].sub(p[0])
		x := new(big.Int).Sub(new(big.Int).Mul(m[0][1], m[1][2]), new(big.Int).Mul(m[0][2], m[1][1]))
		want, _ := new(big.Float).SetInt(x).Float64()
		near(t, "cross product", crossVec(u, v).X, want, 2.3e-16*math.Abs(want))
	}
	if zeros < 1000 {
		t.Errorf("only %d points in the plane", zeros)
	}
}
