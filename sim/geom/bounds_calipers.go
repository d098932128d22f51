package geom

import (
	"math"
	"slices"
)

// flatPoint is a point of a plane.
type flatPoint struct{ x, y float64 }

// turn returns the box of least volume that has the unit vector d as its first axis.
func (s *boxSearch) turn(d Vec) minBox {
	u := d.Perpendicular()
	v := d.Cross(u)
	s.flat = s.flat[:0]
	for _, p := range s.p {
		s.flat = append(s.flat, flatPoint{u.Dot(p), v.Dot(p)})
	}
	s.flatHull()
	c := s.calipers()
	axes := rightHanded(d, u.Scale(c.x).AddScaled(v, c.y))
	return minBox{axes, s.volume(&axes)}
}

// flatHull fills s.hull with the corners of the convex hull of s.flat, counter-clockwise, by Andrew's monotone chain.
// Equal and nearly collinear points may stay: they cost time only.
func (s *boxSearch) flatHull() {
	slices.SortFunc(s.flat, func(a, b flatPoint) int { // points that compare equal are equal: the order is total
		switch {
		case a.x < b.x:
			return -1
		case a.x > b.x:
			return 1
		case a.y < b.y:
			return -1
		case a.y > b.y:
			return 1
		}
		return 0
	})
	h := s.hull[:0]
	for pass := 0; pass < 2; pass++ {
		first := len(h)
		for i := range s.flat {
			p := s.flat[i]
			if pass == 1 {
				p = s.flat[len(s.flat)-1-i]
			}
			for len(h) >= first+2 && flatTurn(h[len(h)-2], h[len(h)-1], p) <= 0 {
				h = h[:len(h)-1]
			}
			h = append(h, p)
		}
		h = h[:len(h)-1] // the last is the first of the other pass
	}
	s.hull = h
}

// flatTurn returns twice the area of the triangle a, b, c, positive counter-clockwise.
func flatTurn(a, b, c flatPoint) float64 {
	return float64((b.x-a.x)*(c.y-a.y)) - float64((b.y-a.y)*(c.x-a.x))
}

// along returns the product of the difference b - a with e.
func along(a, b, e flatPoint) float64 { return float64((b.x-a.x)*e.x) + float64((b.y-a.y)*e.y) }

// calipers returns the unit direction of that edge of s.hull along which the enclosing rectangle has the least area,
// and that of x for a single point. Source: Toussaint.
func (s *boxSearch) calipers() flatPoint {
	h := s.hull
	n := len(h)
	best, dir := math.Inf(1), flatPoint{1, 0}
	right, top, left := 0, 0, 0
	for i := 0; i < n; i++ {
		a, b := h[i], h[(i+1)%n]
		e := flatPoint{b.x - a.x, b.y - a.y}
		l := math.Sqrt(float64(e.x*e.x) + float64(e.y*e.y))
		if l == 0 {
			continue
		}
		e = flatPoint{float64(e.x / l), float64(e.y / l)}
		up := flatPoint{-e.y, e.x}
		right = climb(h, max(right, i+1), e)
		top = climb(h, max(top, right), up)
		left = climb(h, max(left, top), flatPoint{-e.x, -e.y})
		w := along(h[left%n], h[right%n], e) + minOBBFlat
		t := along(a, h[top%n], up) + minOBBFlat
		if area := float64(w * t); area < best {
			best, dir = area, e
		}
	}
	return dir
}

// climb returns the index, counted on beyond the end, of the corner from i on at which the hull stops rising along e.
func climb(h []flatPoint, i int, e flatPoint) int {
	n := len(h)
	for k := 0; k < n && along(h[i%n], h[(i+1)%n], e) > 0; k++ {
		i++
	}
	return i
}
