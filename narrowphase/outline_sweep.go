package narrowphase

import "math"

// SweptOverlap is what two outlines A and B have swept of each other on the way of A into B: of each, what the other has
// been in at some time, the lane that a post leaves behind it in the front of a car included.
type SweptOverlap struct {
	// Area is that of A that B has swept, and that of B that A has swept [m²]. Each is that of the overlap if the other
	// has not passed through a part of it.
	Area [2]float64
	// Pressed is the direction in which A has pushed into B: Growth of the two overlaps of one swept outline with the other,
	// without the sides that press on nearly nothing. Where these differ, because something has been passed, it is the
	// larger, both along the way and across it, but along it less by a quarter of what the other has less along the way for
	// the same across it. Where nothing is passed, and no side is thin, it is Growth [m].
	Pressed Point2
}

// PassedShare is the share of the swept area from which on what is swept but does not overlap counts as passed.
const PassedShare = 1.0 / 16

// SolveSwept returns what two outlines have swept of each other when A has come by way; false where one of them has swept
// nothing of the other, as where one has fewer than three corners.
func (s *OutlineSolver) SolveSwept(a, b Outline, way Point2) (SweptOverlap, bool) {
	long := way.len()
	if !(long > 0) || len(a) < 3 || len(b) < 3 {
		return SweptOverlap{}, false
	}
	s.swept = appendSweep(s.swept[:0], b, way)
	in, ok := s.Solve(a, s.swept)
	if !ok {
		return SweptOverlap{}, false
	}
	s.swept = appendSweep(s.swept[:0], a, Point2{-way.X, -way.Y})
	out, ok := s.Solve(s.swept, b)
	if !ok {
		return SweptOverlap{}, false
	}
	u := Point2{way.X / long, way.Y / long}
	ahead0, left0 := in.pressedAlong(u)
	ahead1, left1 := out.pressedAlong(u)
	ahead, left := larger(ahead0, ahead1), larger(left0, left1)
	if most := math.Max(math.Abs(left0), math.Abs(left1)); most > 0 {
		passed := math.Min(1, float64(math.Abs(in.Area-out.Area)/(PassedShare*math.Max(in.Area, out.Area))))
		ahead -= float64(0.25 * float64(passed*math.Abs(float64(ahead0*math.Abs(left1))-float64(ahead1*math.Abs(left0)))) / most)
	}
	return SweptOverlap{
		Area:    [2]float64{in.Area, out.Area},
		Pressed: Point2{float64(ahead*u.X) - float64(left*u.Y), float64(ahead*u.Y) + float64(left*u.X)},
	}, true
}

// pressedAlong returns the components along the unit vector u, and to its left, of Growth without the sides that press on
// nearly nothing: along u that of Growth, to the left as much as both outlines have.
func (o *OutlineOverlap) pressedAlong(u Point2) (ahead, left float64) {
	x, y := u.cross(o.Pressed[0]), u.cross(o.Pressed[1])
	switch {
	case x > 0 && y > 0:
		left = math.Min(x, y)
	case x < 0 && y < 0:
		left = math.Max(x, y)
	}
	return u.dot(o.Growth), left
}

// larger returns the one of two numbers that is farther from zero; their sum, if they differ in sign.
func larger(x, y float64) float64 {
	return math.Max(0, math.Max(x, y)) + math.Min(0, math.Min(x, y))
}

// appendSweep appends the outline of what o covers on the way d to dst: sides that face it go along, the others stay.
func appendSweep(dst Outline, o Outline, d Point2) Outline {
	goes := o.faces(len(o)-1, d)
	for i, p := range o {
		went := goes
		goes = o.faces(i, d)
		q := Point2{p.X + d.X, p.Y + d.Y}
		switch {
		case went && goes:
			dst = append(dst, q)
		case went:
			dst = append(dst, q, p)
		case goes:
			dst = append(dst, p, q)
		default:
			dst = append(dst, p)
		}
	}
	return dst
}

// faces reports whether the outside of the side of o that begins at corner i is that way.
func (o Outline) faces(i int, d Point2) bool {
	return o[(i+1)%len(o)].sub(o[i]).cross(d) < 0
}

// Move moves o.
func (o Outline) Move(d Point2) {
	for i := range o {
		o[i] = Point2{o[i].X + d.X, o[i].Y + d.Y}
	}
}

// EndsAhead returns how far o ends ahead of p along the unit vector u [m], below zero if behind; of what is beside the lane
// that p sweeps along u, less by its distance from the lane.
func (o Outline) EndsAhead(p Outline, u Point2) float64 {
	left := Point2{-u.Y, u.X}
	lane := [2]float64{p.least(left), p.Most(left)}
	end := math.Inf(-1)
	for i, c := range o {
		d := o[(i+1)%len(o)]
		x, y := u.dot(c), left.dot(c)
		beside := math.Max(0, math.Max(lane[0]-y, y-lane[1]))
		end = math.Max(end, x-beside)
		dx, dy := u.dot(d)-x, left.dot(d)-y
		for _, at := range lane {
			if share := (at - y) / dy; share > 0 && share < 1 {
				end = math.Max(end, x+float64(share*dx))
			}
		}
	}
	return end - p.Most(u)
}
