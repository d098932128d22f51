package narrowphase

import (
	"cmp"
	"math"
	"slices"
)

// Point2 is a point, or a vector, of a plane [m].
type Point2 struct{ X, Y float64 }

func (p Point2) sub(q Point2) Point2 { return Point2{p.X - q.X, p.Y - q.Y} }

func (p Point2) dot(q Point2) float64 { return float64(p.X*q.X) + float64(p.Y*q.Y) }

func (p Point2) cross(q Point2) float64 { return float64(p.X*q.Y) - float64(p.Y*q.X) }

func (p Point2) len() float64 { return math.Sqrt(p.dot(p)) }

// add returns p and s times q.
func (p Point2) add(q Point2, s float64) Point2 {
	return Point2{p.X + float64(s*q.X), p.Y + float64(s*q.Y)}
}

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
//
// The hull is found without a tolerance: what it leaves out, at a corner that turns by less than the tolerance, depends on
// which of the points comes first, and would leave corners that point inwards. Of a convex outline without some corners
// a convex one remains.
func AppendOutline(dst Outline, points []Point2) Outline {
	slices.SortFunc(points, func(a, b Point2) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	first := len(dst)
	// Andrew's monotone chain: the lower side from left to right, then the upper side back.
	for pass := range 2 {
		base := len(dst)
		for i := range points {
			p := points[i]
			if pass == 1 {
				p = points[len(points)-1-i]
			}
			for len(dst) >= base+2 && !turnsLeft(dst[len(dst)-2], dst[len(dst)-1], p, 0) {
				dst = dst[:len(dst)-1]
			}
			dst = append(dst, p)
		}
		if len(dst) > base {
			dst = dst[:len(dst)-1]
		}
	}
	o := dst[first:].withoutFlat(float64(outlineTolerance * sizeOf(points)))
	if len(o) < 3 {
		return dst[:first]
	}
	return dst[:first+len(o)]
}

// withoutFlat leaves out corners that are nearer than tol to the line between their neighbours, in place. Where one goes,
// the one before it is looked at again, so that the work grows with the number of corners.
func (o Outline) withoutFlat(tol float64) Outline {
	// Corners from head on are left of those at first; kept are those before n, and a corner is compared with the last kept.
	n, head := 0, 0
	for i := range o {
		p := o[i]
		for n-head >= 2 && !turnsLeft(o[n-2], o[n-1], p, tol) {
			n--
		}
		o[n] = p
		n++
	}
	// The ends meet.
	for n-head >= 3 {
		switch {
		case !turnsLeft(o[n-2], o[n-1], o[head], tol):
			n--
		case !turnsLeft(o[n-1], o[head], o[head+1], tol):
			head++
		default:
			return o[:copy(o, o[head:n])]
		}
	}
	return o[:0]
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

// Area returns the area of o [m²].
func (o Outline) Area() float64 {
	double := 0.0
	for i := 2; i < len(o); i++ {
		double += o[i-1].sub(o[0]).cross(o[i].sub(o[0]))
	}
	return float64(0.5 * double)
}

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
	// for a while, that is one crossing, in its middle. Where there are two, Normal is the unit normal of the line through
	// both, from B's border to A's: the direction in which A has pushed into B; Middle is half-way between them and Chord
	// their distance [m]. Where there are more, Normal and Chord are those of Growth. The area grows at the rate Chord times
	// the speed at which the outlines come together at Middle along Normal. All are zero where Growth is.
	Crossings int
	Normal    Point2
	Middle    Point2
	Chord     float64
	// Growth is the rate at which the area grows as A moves: the sum of the normals of A's sides in B, each times its
	// length there, which is that of B's in A turned round; a side that both have counts half. Where there are two crossings
	// it is Chord times Normal [m].
	Growth Point2
	// Pressed are both sums, A's and B's, without the sides that press on nearly nothing: of two that are nearly flush, a
	// side of which a hair's breadth of the other lies outside has as much length in the overlap as the front. It counts here
	// by no more than four times that breadth; a side that both have not at all [m].
	Pressed [2]Point2
}

// thinSide is the ratio of the length of a side in the overlap to what lies before it from which on it counts less.
const thinSide = 4

// OutlineSolver finds the overlap of outlines. Its memory is kept from call to call; it holds no state.
type OutlineSolver struct {
	corners, next []overlapCorner
	swept         Outline
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
	s.press(&o, a, b)
	s.cross(&o)
	return o, true
}

// press finds Growth and Pressed.
func (s *OutlineSolver) press(o *OutlineOverlap, a, b Outline) {
	for i := range s.corners {
		c, d := &s.corners[i], &s.corners[(i+1)%len(s.corners)]
		side := d.p.sub(c.p)
		l := side.len()
		n := Point2{side.Y / l, -side.X / l}
		of, other, sign := 0, b, 1.0
		switch c.border {
		case borderA:
			o.Growth = o.Growth.add(n, l)
		case borderB:
			of, other, sign = 1, a, -1
		default:
			o.Growth = o.Growth.add(n, float64(0.5*l))
			continue
		}
		before := float64(thinSide * math.Max(0, other.Most(n)-n.dot(c.p)))
		if long := s.extent(Point2{side.X / l, side.Y / l}); before < long {
			sign = float64(sign * (before / long))
		}
		o.Pressed[of] = o.Pressed[of].add(n, float64(sign*l))
	}
}

// extent returns how long the overlap is along the unit vector u.
func (s *OutlineSolver) extent(u Point2) float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range s.corners {
		at := u.dot(s.corners[i].p)
		lo, hi = math.Min(lo, at), math.Max(hi, at)
	}
	return hi - lo
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
	var sum Point2     // of all crossings
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
		sum = sum.add(where, 1)
		if to == borderA {
			into[0] = where
		} else {
			into[1] = where
		}
	}
	if o.Crossings != 2 {
		s.balance(o, sum)
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

// balance finds the normal, from Growth, where there are not two crossings but others, whose sum is given. Growth at the
// mean of the crossings would not tell what a turn about it adds to the area: Middle is beside it by as much.
func (s *OutlineSolver) balance(o *OutlineOverlap, sum Point2) {
	l := o.Growth.len()
	long := 0.0
	for i := range s.corners {
		long += s.corners[(i+1)%len(s.corners)].p.sub(s.corners[i].p).len()
	}
	if o.Crossings == 0 || !(l > float64(outlineTolerance*long)) {
		return
	}
	o.Normal, o.Chord = Point2{o.Growth.X / l, o.Growth.Y / l}, l
	mean := Point2{sum.X / float64(o.Crossings), sum.Y / float64(o.Crossings)}
	turn := 0.0
	for i := range s.corners {
		c, d := &s.corners[i], &s.corners[(i+1)%len(s.corners)]
		share := 1.0
		switch c.border {
		case borderA:
		case borderB:
			continue
		default:
			share = 0.5
		}
		turn -= float64(share * c.p.between(d.p, 0.5).sub(mean).dot(d.p.sub(c.p)))
	}
	o.Middle = mean.add(Point2{o.Normal.Y, -o.Normal.X}, turn/l)
}
