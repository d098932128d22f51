package geom

import "math"

const (
	minOBBStarts  = 64    // directions from which MinOBB settles, besides the principal and the world axes
	minOBBBest    = 6     // boxes that are refined
	minOBBAll     = 320   // so many points take part in the search; of more, the extreme ones of so many directions
	minOBBRounds  = 8     // times that points left out are taken in
	minOBBFlat    = 1e-12 // thickness, relative to the size, that a volume counts at least: flat boxes compare by area
	minOBBStep    = 0.1   // first step of the refinement [rad]
	minOBBLast    = 2e-5  // last step of the refinement [rad]
	minOBBSettled = 1e-4  // relative gain below which settling ends
)

// MinOBB returns a box around the points whose volume is within 1 % of the smallest possible (measured: within 1e-5 of
// exhaustive search on random polytopes, and within 1e-6 of CGAL's on meshes), and the zero box with the world's axes
// for no points. Axes and containment as for OBBOfPoints, but the longest edge comes first. Of flat points it is the
// rectangle of least area within the same bound, of collinear ones the segment. It is for setting up: it allocates, and
// takes some tens of milliseconds. Points must be finite.
//
// With one axis given, the best two others follow exactly: the rectangle of least area around the projected points has
// a side along an edge of their hull, found by rotating calipers. So the search is one over a direction: from many
// starts each axis of the box in turn is held until none gains, and the best boxes are refined in ever smaller steps.
// No hull is built: where there are many points those that are extreme in some direction search for all, and points
// outside the box found are taken in until it holds.
//
// Source: 004, bounding boxes (ALGORITHMS.md E2). G. Toussaint, "Solving geometric problems with the rotating
// calipers", 1983; J. O'Rourke, "Finding minimal enclosing boxes", 1985 (the best box has two neighbouring faces flush
// with edges); C. Chang, B. Gorissen, S. Melchior, "Fast oriented bounding box optimization on the rotation group
// SO(3)", 2011.
func MinOBB(points []Vec) OBB {
	if len(points) == 0 {
		return OBB{Axes: Identity()}
	}
	b := AABBOf(points...)
	s := boxSearch{scale: scaleOf(&b)}
	s.choose(points, b.Min)
	principal := OBBOfPoints(points).Axes
	best := OBB{}
	volume := math.Inf(1)
	for round := 0; round < minOBBRounds; round++ {
		if round == 0 {
			s.search(&principal)
		} else {
			s.refine(&s.best[0])
		}
		box := obbAlong(s.best[0].axes, points)
		e := box.Half.Scale(float64(2 * s.scale))
		v := flatVolume(e)
		if v < volume {
			best, volume = box, v
		}
		if v <= float64(s.best[0].volume*1.0005) || !s.takeIn(points, b.Min) {
			break
		}
	}
	return obbAlong(byLength(&best), points)
}

// byLength returns the axes of b, the longest edge first.
func byLength(b *OBB) Mat3 {
	axes, half := [3]Vec{b.Axes.X, b.Axes.Y, b.Axes.Z}, [3]float64{b.Half.X, b.Half.Y, b.Half.Z}
	for _, i := range [3]int{0, 1, 0} {
		if half[i] < half[i+1] {
			axes[i], axes[i+1], half[i], half[i+1] = axes[i+1], axes[i], half[i+1], half[i]
		}
	}
	return rightHanded(axes[0], axes[1])
}

// boxSearch is the state of MinOBB.
type boxSearch struct {
	scale float64
	p     []Vec // points that take part, scaled to a size of 1
	taken []bool
	flat  []flatPoint // the points projected along a direction
	hull  []flatPoint
	count int
	best  [minOBBBest]minBox // by rising volume
}

// minBox is an orientation of the box and its volume, of points scaled to 1.
type minBox struct {
	axes   Mat3
	volume float64
}

// choose fills s.p.
func (s *boxSearch) choose(points []Vec, from Vec) {
	s.taken = make([]bool, len(points))
	if len(points) <= minOBBAll {
		for i, p := range points {
			s.taken[i] = true
			s.p = append(s.p, p.Sub(from).Scale(s.scale))
		}
		return
	}
	for k := 0; k < minOBBAll; k++ {
		s.take(points, from, hemisphere(k, minOBBAll))
	}
}

// take takes in the two points that are extreme along n, and reports whether one of them was new.
func (s *boxSearch) take(points []Vec, from, n Vec) bool {
	lo, hi := 0, 0
	least, most := math.Inf(1), math.Inf(-1)
	for i, p := range points {
		d := n.Dot(p.Sub(from))
		if d < least {
			least, lo = d, i
		}
		if d > most {
			most, hi = d, i
		}
	}
	fresh := false
	for _, i := range [2]int{lo, hi} {
		if !s.taken[i] {
			s.taken[i], fresh = true, true
			s.p = append(s.p, points[i].Sub(from).Scale(s.scale))
		}
	}
	return fresh
}

// takeIn takes in the points that are extreme along the axes of the best boxes and reports whether one was new.
func (s *boxSearch) takeIn(points []Vec, from Vec) bool {
	fresh := false
	for i := 0; i < s.count; i++ {
		a := s.best[i].axes
		for _, n := range [3]Vec{a.X, a.Y, a.Z} {
			fresh = s.take(points, from, n) || fresh
		}
	}
	for i := 0; i < s.count; i++ {
		s.best[i].volume = s.volume(&s.best[i].axes)
	}
	return fresh
}

// hemisphere returns direction k of n that cover half the sphere evenly: a spiral by the golden angle.
func hemisphere(k, n int) Vec {
	const golden = 2.399963229728653
	z := (float64(k) + 0.5) / float64(n)
	r := math.Sqrt(1 - float64(z*z))
	sin, cos := SinCos(float64(golden * float64(k)))
	return Vec{float64(r * cos), float64(r * sin), z}
}

// search settles from all starts, keeps the best boxes and refines them.
func (s *boxSearch) search(principal *Mat3) {
	world := Identity()
	for _, m := range [2]*Mat3{principal, &world} {
		for _, d := range [3]Vec{m.X, m.Y, m.Z} {
			s.keep(s.settle(s.turn(d)))
		}
	}
	for k := 0; k < minOBBStarts; k++ {
		s.keep(s.settle(s.turn(hemisphere(k, minOBBStarts))))
	}
	all := s.best
	n := s.count
	for i := 0; i < n; i++ {
		s.refine(&all[i])
	}
}

// keep puts box among the best, unless one of the same volume is there.
func (s *boxSearch) keep(box minBox) {
	for i := 0; i < s.count; i++ {
		if math.Abs(box.volume-s.best[i].volume) <= float64(1e-9*box.volume) {
			return
		}
	}
	i := s.count
	if i == minOBBBest {
		i--
		if box.volume >= s.best[i].volume {
			return
		}
	} else {
		s.count++
	}
	for ; i > 0 && s.best[i-1].volume > box.volume; i-- {
		s.best[i] = s.best[i-1]
	}
	s.best[i] = box
}

// settle holds each axis of the box in turn and turns the two others, until none gains.
func (s *boxSearch) settle(box minBox) minBox {
	for still, axis := 0, 1; still < 3; axis = (axis + 1) % 3 {
		next := s.turn([3]Vec{box.axes.X, box.axes.Y, box.axes.Z}[axis])
		if next.volume < float64(box.volume*(1-minOBBSettled)) {
			still = 0
			box = next
			continue
		}
		still++
		if next.volume < box.volume {
			box.volume = next.volume
			box.axes = next.axes
		}
	}
	return box
}

// refine searches around each axis of the box for a better direction, in ever smaller steps, and keeps what it finds.
func (s *boxSearch) refine(start *minBox) {
	box := *start
	for axis := 0; axis < 3; axis++ {
		d := [3]Vec{box.axes.X, box.axes.Y, box.axes.Z}[axis]
		for h := minOBBStep; h > minOBBLast; {
			next := s.around(d, h)
			if !(next.volume < float64(box.volume*(1-1e-7))) {
				h = float64(h * 0.5)
				continue
			}
			box, d = next, next.axes.X
			if h < minOBBStep {
				h = float64(h * 2)
			}
		}
		box = s.settle(box)
	}
	s.keep(box)
}

// around returns the best of the boxes with an axis at the angle h, about, from d.
func (s *boxSearch) around(d Vec, h float64) minBox {
	best := minBox{volume: math.Inf(1)}
	u := d.Perpendicular()
	v := d.Cross(u)
	for k := 0; k < 8; k++ {
		sin, cos := SinCos(float64((float64(k) + 0.37) * (math.Pi / 4)))
		n := d.AddScaled(u, float64(h*cos)).AddScaled(v, float64(h*sin))
		if b := s.turn(n.Normalize()); b.volume < best.volume {
			best = b
		}
	}
	return best
}

// volume returns the volume of the box along the axes.
func (s *boxSearch) volume(axes *Mat3) float64 {
	b := obbAlong(*axes, s.p)
	return flatVolume(b.Half.Scale(2))
}

// flatVolume returns the volume of a box with the given edges, each counting at least minOBBFlat.
func flatVolume(e Vec) float64 {
	return float64(float64((e.X+minOBBFlat)*(e.Y+minOBBFlat)) * (e.Z + minOBBFlat))
}
