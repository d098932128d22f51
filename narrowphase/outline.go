package narrowphase

import (
	"math"
	"slices"
)

// Point2 is a point, or a vector, of a plane [m].
type Point2 struct{ X, Y float64 }

func (p Point2) sub(q Point2) Point2 { return Point2{p.X - q.X, p.Y - q.Y} }

func (p Point2) dot(q Point2) float64 { return float64(p.X*q.X) + float64(p.Y*q.Y) }

func (p Point2) cross(q Point2) float64 { return float64(p.X*q.Y) - float64(p.Y*q.X) }

func (p Point2) len() float64 { return math.Sqrt(p.dot(p)) }

// between returns the point the share s of the way from p to q.
func (p Point2) between(q Point2, s float64) Point2 {
	return Point2{p.X + float64(s*(q.X-p.X)), p.Y + float64(s*(q.Y-p.Y))}
}

// Outline is the convex polygon that bodies cover seen along a direction: its corners, counter-clockwise.
type Outline []Point2

// outlineTolerance is the distance within which corners and sides of outlines are the same, over the size of the
// outlines.
const outlineTolerance = 1e-9

// AppendOutline appends the convex hull of points to dst, and sorts the points. Corners nearer than 1e-9 of the hull's
// size to a line between their neighbours are left out. Fewer than three corners are no outline.
func AppendOutline(dst Outline, points []Point2) Outline {
	slices.SortFunc(points, func(a, b Point2) int {
		switch {
		case a.X < b.X, a.X == b.X && a.Y < b.Y:
			return -1
		case a == b:
			return 0
		}
		return 1
	})
	tol := float64(outlineTolerance * sizeOf(points))
	first := len(dst)
	// Andrew's monotone chain: the lower side from left to right, then the upper side back.
	for pass := range 2 {
		base := len(dst)
		for i := range points {
			p := points[i]
			if pass == 1 {
				p = points[len(points)-1-i]
			}
			for len(dst) >= base+2 && !turnsLeft(dst[len(dst)-2], dst[len(dst)-1], p, tol) {
				dst = dst[:len(dst)-1]
			}
			dst = append(dst, p)
		}
		if len(dst) > base {
			dst = dst[:len(dst)-1]
		}
	}
	if len(dst)-first < 3 {
		return dst[:first]
	}
	return dst
}

// turnsLeft reports whether b lies to the right of the line from a to c by more than tol.
func turnsLeft(a, b, c Point2, tol float64) bool {
	d := c.sub(a)
	return b.sub(a).cross(d) > float64(tol*d.len())
}

// sizeOf returns the larger side of the box around points.
func sizeOf(points []Point2) float64 {
	if len(points) == 0 {
		return 0
	}
	lo, hi := points[0], points[0]
	for _, p := range points[1:] {
		lo = Point2{math.Min(lo.X, p.X), math.Min(lo.Y, p.Y)}
		hi = Point2{math.Max(hi.X, p.X), math.Max(hi.Y, p.Y)}
	}
	return math.Max(hi.X-lo.X, hi.Y-lo.Y)
}

// outward returns the unit normal of the side of o that begins at corner i, and the side's distance along it.
func (o Outline) outward(i int) (n Point2, at float64) {
	d := o[(i+1)%len(o)].sub(o[i])
	l := d.len()
	n = Point2{d.Y / l, -d.X / l}
	return n, n.dot(o[i])
}

// least returns how far o reaches against n.
func (o Outline) least(n Point2) float64 {
	least := math.Inf(1)
	for _, p := range o {
		least = math.Min(least, n.dot(p))
	}
	return least
}

// Most returns how far o reaches along n.
func (o Outline) Most(n Point2) float64 { return -o.least(Point2{-n.X, -n.Y}) }

// Depth returns the least distance by which one of two outlines has to move for both to part [m], not above zero where
// they do not overlap.
func (o Outline) Depth(p Outline) float64 {
	depth := math.Inf(1)
	for _, side := range [2][2]Outline{{o, p}, {p, o}} {
		for i := range side[0] {
			n, at := side[0].outward(i)
			depth = math.Min(depth, at-side[1].least(n))
		}
	}
	return depth
}

// Leaves returns how long two outlines that touch overlap, if o moves at the constant velocity v relative to p [s];
// +Inf for ever.
func (o Outline) Leaves(p Outline, v Point2) float64 {
	time := math.Inf(1)
	for k, side := range [2][2]Outline{{o, p}, {p, o}} {
		for i := range side[0] {
			n, at := side[0].outward(i)
			rate := n.dot(v) // at which the other outline moves out along n
			if k == 0 {
				rate = -rate
			}
			if rate > 0 {
				time = math.Min(time, math.Max(0, at-side[1].least(n))/rate)
			}
		}
	}
	return time
}

// OutlineOverlap is where two outlines A and B overlap.
type OutlineOverlap struct {
	Area     float64 // [m²]
	Centroid Point2
	// Crossings is how often the outlines change places on the border of the overlap; where they run along each other
	// for a while, that is one crossing, in its middle. Only where there are two, Normal is the unit normal of the line
	// through both, from B's border to A's: the direction in which A has pushed into B; Middle is half-way between them
	// and Chord their distance [m]. The area grows at the rate Chord times the speed at which the outlines come
	// together at Middle along Normal.
	Crossings int
	Normal    Point2
	Middle    Point2
	Chord     float64
	// Pressed is Normal without the sides that press on nearly nothing. Normal is the sum of the normals of one outline's
	// sides inside the other, each times its length there; of two that are nearly flush, that of a side of which a
	// hair's breadth of the other lies outside counts in it as much as that of the front. Here it counts by no more than
	// four times that breadth. Where no side has so little before it, Pressed is Normal.
	Pressed Point2
	// OnSide says of A and of B whether both crossings lie on one side of it.
	OnSide [2]bool
}

// thinSide is the ratio of the length of a side in the overlap to what lies before it from which on it counts less.
const thinSide = 4

// OutlineSolver finds the overlap of outlines. Its memory is kept from call to call; it holds no state.
type OutlineSolver struct {
	corners, next []overlapCorner
}

// overlapCorner is a corner of the overlap, and whose border the side that begins there is of.
type overlapCorner struct {
	p      Point2
	border border
}

// border is a set of outlines.
type border uint8

const (
	borderA border = 1 << iota
	borderB
)

// Solve returns the overlap of two outlines; false where there is none, or none wider than 1e-9 of their size.
func (s *OutlineSolver) Solve(a, b Outline) (OutlineOverlap, bool) {
	tol := float64(outlineTolerance * math.Max(sizeOf(a), sizeOf(b)))
	if len(a) < 3 || len(b) < 3 || !(a.Depth(b) > tol) {
		return OutlineOverlap{}, false
	}
	s.corners = s.corners[:0]
	for _, p := range a {
		s.corners = append(s.corners, overlapCorner{p, borderA})
	}
	for i := range b {
		n, at := b.outward(i)
		s.clip(n, at)
	}
	s.weld(tol)
	if len(s.corners) < 3 {
		return OutlineOverlap{}, false
	}
	s.share(a, b, tol)
	var o OutlineOverlap
	o.Area, o.Centroid = s.area()
	if !(o.Area > 0) {
		return OutlineOverlap{}, false
	}
	s.cross(&o)
	if o.Crossings == 2 {
		s.press(&o, a, b)
	}
	return o, true
}

// press finds Pressed and OnSide. Sides that both outlines have count for neither.
func (s *OutlineSolver) press(o *OutlineOverlap, a, b Outline) {
	var sum Point2
	var sides [2]int
	thin, shared := false, false
	for i := range s.corners {
		c, d := &s.corners[i], &s.corners[(i+1)%len(s.corners)]
		side := d.p.sub(c.p)
		l := side.len()
		n := Point2{side.Y / l, -side.X / l}
		other, sign := b, 1.0
		switch c.border {
		case borderA:
			sides[0]++
		case borderB:
			sides[1]++
			other, sign = a, -1
		default:
			thin, shared = true, true
			continue
		}
		before := other.Most(n) - n.dot(c.p)
		if most := float64(thinSide * math.Max(0, before)); most < l {
			l, thin = most, true
		}
		sum.X += float64(float64(sign*l) * n.X)
		sum.Y += float64(float64(sign*l) * n.Y)
	}
	o.OnSide = [2]bool{!shared && sides[0] == 1, !shared && sides[1] == 1}
	o.Pressed = o.Normal
	if l := sum.len(); thin && l > float64(outlineTolerance*o.Chord) {
		o.Pressed = Point2{sum.X / l, sum.Y / l}
	}
}

// clip cuts off what lies beyond the line n·x = at, a side of B, as Sutherland and Hodgman do.
func (s *OutlineSolver) clip(n Point2, at float64) {
	s.next = s.next[:0]
	for i := range s.corners {
		c, d := &s.corners[i], &s.corners[(i+1)%len(s.corners)]
		hc, hd := n.dot(c.p)-at, n.dot(d.p)-at
		if hc <= 0 {
			s.next = append(s.next, *c)
		}
		if (hc <= 0) == (hd <= 0) {
			continue
		}
		cut := overlapCorner{c.p.between(d.p, hc/(hc-hd)), c.border}
		if hc <= 0 {
			cut.border = borderB // the border goes on along the line
		}
		s.next = append(s.next, cut)
	}
	s.corners, s.next = s.next, s.corners
}

// weld drops sides no longer than tol.
func (s *OutlineSolver) weld(tol float64) {
	s.next = s.next[:0]
	for i := range s.corners {
		c, d := &s.corners[i], &s.corners[(i+1)%len(s.corners)]
		if d.p.sub(c.p).len() > tol {
			s.next = append(s.next, *c)
		}
	}
	s.corners, s.next = s.next, s.corners
}

// share finds the sides that both outlines have.
func (s *OutlineSolver) share(a, b Outline, tol float64) {
	for i := range s.corners {
		c, d := &s.corners[i], &s.corners[(i+1)%len(s.corners)]
		if along(a, c.p, d.p, tol) {
			c.border |= borderA
		}
		if along(b, c.p, d.p, tol) {
			c.border |= borderB
		}
	}
}

// along reports whether the line from p to q lies on a side of o.
func along(o Outline, p, q Point2, tol float64) bool {
	for i := range o {
		n, at := o.outward(i)
		if math.Abs(n.dot(p)-at) <= tol && math.Abs(n.dot(q)-at) <= tol {
			return true
		}
	}
	return false
}

// area returns the area of the overlap and its centroid.
func (s *OutlineSolver) area() (float64, Point2) {
	o := s.corners[0].p
	double := 0.0
	var sum Point2
	for i := 2; i < len(s.corners); i++ {
		u, v := s.corners[i-1].p.sub(o), s.corners[i].p.sub(o)
		w := u.cross(v)
		double += w
		sum.X += float64(w * (u.X + v.X))
		sum.Y += float64(w * (u.Y + v.Y))
	}
	third := 1 / float64(3*double)
	return float64(0.5 * double), Point2{o.X + float64(sum.X*third), o.Y + float64(sum.Y*third)}
}

// cross finds the crossings, and the normal where there are two.
func (s *OutlineSolver) cross(o *OutlineOverlap) {
	n := len(s.corners)
	var into [2]Point2 // the last crossing to A's border, and to B's
	for i := range s.corners {
		from := s.corners[(i+n-1)%n].border
		if from != borderA && from != borderB {
			continue // a shared side is looked at from the side before it
		}
		k := i
		for k < i+n && s.corners[k%n].border == borderA|borderB {
			k++
		}
		to := s.corners[k%n].border
		if k == i+n || to == from {
			continue
		}
		o.Crossings++
		where := s.corners[i].p.between(s.corners[k%n].p, 0.5)
		if to == borderA {
			into[0] = where
		} else {
			into[1] = where
		}
	}
	if o.Crossings != 2 {
		return
	}
	// The overlap lies to the left of its border. Seen from the crossing to B's border, that of A is on the left of the
	// other.
	d := into[0].sub(into[1])
	l := d.len()
	if !(l > 0) {
		o.Crossings = 0
		return
	}
	o.Normal, o.Middle, o.Chord = Point2{-d.Y / l, d.X / l}, into[0].between(into[1], 0.5), l
}
