package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// program is a linear and an angular vector over time, given at ascending times: force and torque, or velocity and
// angular velocity. Both are linear in between, zero before the first time and constant after the last.
type program []programAt

type programAt struct {
	t        float64 // [s]
	lin, ang geom.Vec
}

// takes reports whether an entry may come next: it is finite and later than the last one.
func (p program) takes(at *programAt) bool {
	return at.lin.IsFinite() && at.ang.IsFinite() && math.Abs(at.t) < math.Inf(1) && (len(p) == 0 || at.t > p[len(p)-1].t)
}

// after returns the index of the first entry after time t, the number of entries if there is none.
func (p program) after(t float64) int {
	lo, hi := 0, len(p) // it is in [lo, hi]
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if p[mid].t > t {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// at returns the vectors at a time: at that of the first entry, those of this entry.
func (p program) at(t float64) (lin, ang geom.Vec) {
	next := p.after(t)
	if next == 0 {
		return geom.Vec{}, geom.Vec{}
	}
	a := &p[next-1]
	if next == len(p) {
		return a.lin, a.ang
	}
	b := &p[next]
	share := (t - a.t) / (b.t - a.t)
	return a.lin.AddScaled(b.lin.Sub(a.lin), share), a.ang.AddScaled(b.ang.Sub(a.ang), share)
}

// mean returns the means of the vectors from time t0 to t1 > t0: exact, for between two entries the mean is the value
// in the middle.
func (p program) mean(t0, t1 float64) (lin, ang geom.Vec) {
	next := p.after(t0)
	if next == len(p) || !(p[next].t < t1) {
		return p.at(t0 + float64(0.5*(t1-t0)))
	}
	for from := t0; from < t1; next++ {
		to := t1
		if next < len(p) {
			to = math.Min(t1, p[next].t)
		}
		a, b := p.at(from + float64(0.5*(to-from)))
		share := (to - from) / (t1 - t0)
		lin, ang = lin.AddScaled(a, share), ang.AddScaled(b, share)
		from = to
	}
	return lin, ang
}

// bends reports whether the vectors are not linear in time from t0 to t1: an entry is between them, or the first, which
// they may jump to, at t1.
func (p program) bends(t0, t1 float64) bool {
	next := p.after(t0)
	return next < len(p) && (p[next].t < t1 || next == 0 && p[0].t <= t1)
}

// bounds returns the least and the greatest value of each component from t0 to t1.
func (p program) bounds(t0, t1 float64) (lin, ang geom.AABB) {
	lin, ang = geom.EmptyAABB(), geom.EmptyAABB()
	add := func(a, b geom.Vec) {
		lin, ang = geom.AABB{Min: lin.Min.Min(a), Max: lin.Max.Max(a)}, geom.AABB{Min: ang.Min.Min(b), Max: ang.Max.Max(b)}
	}
	add(p.at(t0))
	for next := p.after(t0); next < len(p) && p[next].t < t1; next++ {
		add(p[next].lin, p[next].ang)
	}
	add(p.at(t1))
	return lin, ang
}
