package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

const (
	// sweepSizeTol is the part of the tolerance of a sweep that goes with the size of the shapes.
	sweepSizeTol = 1e-9
	// sweepUlps is eight units in the last place of 1: the part of the tolerance that goes with the coordinates.
	sweepUlps = 8 * 0x1p-52
	// sweepParallel is the sine of the angle below which two edges give no axis; see sweepCross.
	sweepParallel = 5e-10
	// sweepSameAxis is the cosine of 1e-6 rad: tied axes that are closer than this are one axis.
	sweepSameAxis = 1 - 5e-13
	// sweepTilt is the sine of the angle to the contact plane up to which an edge or face may belong to the contact.
	// Which of its points touch is for contactSet to say, by their gap. A gap wrong by g can move the contact by
	// g/sweepTilt at most, so that the rounding of the time does no harm.
	sweepTilt = 1.0 / 16
	// maxTies is the largest number of tied axes of a box and a box: all fifteen.
	maxTies = 16
	// sweepOpen is the entry time while no axis separates the shapes at 0.
	sweepOpen = -1
)

// sweepTie is an axis on which the shapes touch at the first contact.
type sweepTie struct {
	n     geom.Vec // unit, from A to B
	enter float64  // [s]; sweepOpen for an axis on which the shapes touch at 0 without closing
	speed float64  // at which the gap closes [m/s]
	gap   float64  // at the time enter [m]: 0, or below where the shapes touch at 0 within the tolerance
}

// gapAt returns the gap at time t.
func (a *sweepTie) gapAt(t float64) float64 { return a.gap - float64((t-a.enter)*a.speed) }

// sweepAxes gathers the axes of a sweep: the latest entry with the axes that share it, and the earliest exit. Any
// number of axes may be tested, in any order; the result depends on the order only where axes tie.
//
// On every axis the shapes are two intervals that move against each other. They are apart until the entry time and
// after the exit time, so the shapes can touch only between the latest entry and the earliest exit.
//
// Time 0 needs care. Where the gap at 0 is within tol the shapes touch on that axis already, and the speed decides:
// parting ends the sweep (a contact that opens is no impact), closing is an entry at the gap's own time, at 0 for a gap
// below 0, and a speed within still of 0 is neither entry nor exit.
//
// Source: 000, "TestIntersection".
type sweepAxes struct {
	tol      float64 // a gap of at most this size is none [m]
	still    float64 // a speed of at most this size is none [m/s]
	duration float64 // [s]

	enter float64 // latest entry [s]; sweepOpen where no axis separates the shapes at 0
	exit  float64 // earliest exit [s]
	gap   float64 // largest gap at 0 [m], negative where the shapes overlap on every axis
	gapN  geom.Vec

	ties int
	tie  [maxTies]sweepTie
}

// start makes w ready for the first axis. Size is the largest half extent of the shapes and reach the sum of the
// largest coordinates of both [m]; va and vb are the velocities.
func (w *sweepAxes) start(size, reach float64, va, vb geom.Vec, duration float64) {
	w.tol = float64(sweepSizeTol*size) + float64(sweepUlps*reach)
	w.still = float64(sweepUlps * (va.MaxAbs() + vb.MaxAbs()))
	w.duration = duration
	w.enter, w.exit, w.gap = sweepOpen, math.Inf(1), math.Inf(-1)
	w.gapN, w.ties = geom.Vec{}, 0
}

// isFinite reports whether what w was started with, and the margin, are finite; the duration may be infinite.
func (w *sweepAxes) isFinite(margin float64) bool {
	return sweepFinite(w.tol, w.still, w.duration, margin)
}

// sweepFinite reports whether a sweep's tolerances, which are not finite where a coordinate or a velocity is not, and
// its margin are finite, and its duration a number.
func sweepFinite(tol, still, duration, margin float64) bool {
	return tol <= math.MaxFloat64 && still <= math.MaxFloat64 && math.Abs(margin) <= math.MaxFloat64 && !math.IsNaN(duration)
}

// test adds the unit axis n. The gap between the end of A and the beginning of B along n is lo at time 0, that between
// the beginning of A and the end of B is hi, lo <= hi, and both change by speed = n·(vb - va). It reports whether the
// shapes may still touch within the duration; false ends the sweep as a miss.
func (w *sweepAxes) test(n geom.Vec, lo, hi, speed float64) bool {
	if lo+hi < 0 { // B is on the other side: turn the axis
		n, lo, hi, speed = n.Neg(), -hi, -lo, -speed
	}
	if lo > w.gap {
		w.gap, w.gapN = lo, n
	}
	if lo < -w.tol {
		if speed > 0 {
			w.leave(-lo / speed)
		} else if speed < 0 {
			w.leave(hi / -speed)
		}
		return w.enter <= w.exit
	}
	if lo <= w.tol && math.Abs(speed) <= w.still {
		w.share(sweepTie{n, sweepOpen, 0, lo})
		return true
	}
	if speed >= 0 {
		return false
	}
	w.leave(hi / -speed)
	if lo > 0 {
		w.share(sweepTie{n, lo / -speed, -speed, 0})
	} else {
		w.share(sweepTie{n, 0, -speed, lo})
	}
	return w.enter <= w.exit && w.enter <= w.duration
}

// leave takes an exit time into account.
func (w *sweepAxes) leave(t float64) {
	if t < w.exit {
		w.exit = t
	}
}

// share takes an entry time into account and keeps the axes on which the gap at the latest entry is within the
// tolerance. Of parallel axes one stays, the one with the largest gap. Beyond maxTies axes further ones are left out.
func (w *sweepAxes) share(a sweepTie) {
	if a.enter > w.enter {
		w.enter = a.enter
		k := 0
		for i := 0; i < w.ties; i++ {
			if w.tie[i].enter >= 0 && w.tie[i].gapAt(w.enter) >= -w.tol {
				w.tie[k] = w.tie[i]
				k++
			}
		}
		w.ties = k
	} else if a.enter < w.enter && (a.enter < 0 || a.gapAt(w.enter) < -w.tol) {
		return
	}
	for i := 0; i < w.ties; i++ {
		if t := &w.tie[i]; a.n.Dot(t.n) > sweepSameAxis {
			if a.gapAt(w.enter) > t.gapAt(w.enter) {
				*t = a
			}
			return
		}
	}
	if w.ties < maxTies {
		w.tie[w.ties] = a
		w.ties++
	}
}

// result returns status, times and normal after all axes have been tested without a miss, and whether the shapes touch
// at Time, so that they have a contact set. The caller adds the set.
//
// The normal is that of the axis with the latest entry. Where several axes share it (an edge against an edge along
// their length, a vertex against a vertex) no normal is distinguished, and the rule is: the bisector, that is the
// normalised sum of the axes that tie. For shapes that overlap at 0 it is the axis of least overlap, and where they do
// no more than touch, the bisector of the axes on which they do.
func (w *sweepAxes) result(s *Sweep) (touching bool) {
	s.Exit, s.N = w.exit, w.normal()
	if w.enter < 0 {
		s.Status = Overlapping
		return w.gap >= -w.tol
	}
	s.Status, s.Time = Hit, w.enter
	return true
}

// normal returns the bisector of the tied axes, and the axis of the largest gap at 0 where none is tied. An axis at an
// angle p to the one with the largest gap ties when its gap is less by no more than tol·sin p: then the contact is
// within tol of where both hold, however small p.
func (w *sweepAxes) normal() geom.Vec {
	switch w.ties {
	case 0:
		return w.gapN
	case 1:
		return w.tie[0].n
	}
	first := 0
	for i := 1; i < w.ties; i++ {
		if w.tie[i].gapAt(w.enter) > w.tie[first].gapAt(w.enter) {
			first = i
		}
	}
	best := w.tie[first]
	count, sum := 0, geom.Vec{}
	for i := 0; i < w.ties; i++ {
		n := w.tie[i].n
		if i == first || best.gapAt(w.enter)-w.tie[i].gapAt(w.enter) <= float64(w.tol*n.Cross(best.n).Len()) {
			count, sum = count+1, sum.Add(n)
		}
	}
	if count == 1 || sum.LenSq() < 1e-6 {
		return best.n
	}
	return sum.Normalize()
}

// sweepCross returns the unit vector along a × b for unit vectors a and b, and false where they are parallel. However
// small the angle, the result is at right angles to a and b within a few units of rounding: near parallel vectors are
// crossed as (a ± b) × (b ∓ a) = 2 a × b, in which nothing cancels, since a difference of numbers is rounded relative
// to itself. Exchanging a and b changes the sign and no other bit.
//
// Edges with a sine below sweepParallel are left out. The face axes then suffice: the facet of the Minkowski
// difference A - B that the two edges span is a strip no wider than w = 2 h sine, h half the shorter edge. Without it
// the facets beside the strip meet above it, and because these are reached by turning the normal about the edge by p to
// one side and by q to the other, with p + q <= 90° (the faces of a box beside an edge), the corner rises above the
// strip by w/(cot p + cot q) <= w/2 <= 5e-10·h. The contact is found early by that distance, never late.
func sweepCross(a, b geom.Vec) (geom.Vec, bool) {
	n := a.Cross(b)
	if n.LenSq() < 0.01 {
		if a.Dot(b) < 0 {
			n = a.Sub(b).Cross(b.Add(a)).Scale(0.5)
		} else {
			n = a.Add(b).Cross(b.Sub(a)).Scale(0.5)
		}
	}
	l := n.Len()
	if !(l >= sweepParallel) {
		return geom.Vec{}, false
	}
	return geom.Vec{X: float64(n.X / l), Y: float64(n.Y / l), Z: float64(n.Z / l)}, true
}

// sweepBoxFeature writes to dst the corners of that vertex, edge or face of box b, its centre moved to c, that is
// extremal along n: its edges are within sweepTilt of right angles to n, or cost less than tol. It returns their
// number: 1, 2, or 4 in order around the face.
func sweepBoxFeature(b *geom.OBB, c, n geom.Vec, tol float64, dst *[4]geom.Vec) int {
	axes := [3]geom.Vec{b.Axes.X, b.Axes.Y, b.Axes.Z}
	half := [3]float64{b.Half.X, b.Half.Y, b.Half.Z}
	along := [3]float64{n.Dot(b.Axes.X), n.Dot(b.Axes.Y), n.Dot(b.Axes.Z)}
	steepest := 0
	for i := 1; i < 3; i++ {
		if math.Abs(along[i]) > math.Abs(along[steepest]) {
			steepest = i
		}
	}
	count := 0
	var free [3]geom.Vec
	for i := range axes {
		x := axes[i].Scale(half[i])
		level := math.Abs(along[i]) <= sweepTilt || float64(math.Abs(along[i])*half[i]) <= float64(tol*0.25)
		switch {
		case level && i != steepest:
			free[count] = x
			count++
		case along[i] < 0:
			c = c.Sub(x)
		default:
			c = c.Add(x)
		}
	}
	switch count {
	case 0:
		dst[0] = c
		return 1
	case 1:
		dst[0], dst[1] = c.Sub(free[0]), c.Add(free[0])
		return 2
	}
	lo, hi := c.Sub(free[1]), c.Add(free[1])
	dst[0], dst[1], dst[2], dst[3] = lo.Sub(free[0]), lo.Add(free[0]), hi.Add(free[0]), hi.Sub(free[0])
	return 4
}
