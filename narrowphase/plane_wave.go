package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// planeWave is the height above a plane of a point of a body that moves and turns at constant velocities, exactly:
// e + v·t + a·cos(w·t) + b·sin(w·t), with w >= 0.
type planeWave struct {
	e, v, a, b, w float64
	amplitude     float64 // of the turning part
	phase         float64 // [rad]: the turning part is amplitude·cos(w·t - phase)
}

// at returns height and rate at time t.
func (f *planeWave) at(t float64) (h, rate float64) {
	h, rate = f.e+float64(f.v*t), f.v
	if f.w > 0 {
		sin, cos := geom.SinCos(float64(f.w * t))
		h += float64(f.a*cos) + float64(f.b*sin)
		rate += float64(f.w * (float64(f.b*cos) - float64(f.a*sin)))
	} else {
		h += f.a
	}
	return h, rate
}

// least bounds the height from below for t in [0, end].
func (f *planeWave) least(end float64) float64 {
	return f.e + math.Min(0, float64(f.v*end)) - f.amplitude
}

// flip turns the height upside down.
func (f *planeWave) flip() {
	f.e, f.v, f.a, f.b = -f.e, -f.v, -f.a, -f.b
	if f.phase += math.Pi; f.phase > math.Pi {
		f.phase -= 2 * math.Pi
	}
}

// waves reports whether the height rises and falls in turn, and returns sine: it falls where sin(w·t - phase) > sine.
func (f *planeWave) waves() (sine float64, ok bool) {
	top := float64(f.w * f.amplitude)
	return f.v / top, top > math.Abs(f.v)
}

// turn returns the number of the first fall that ends after from: the falls are numbered in turn.
func (f *planeWave) turn(from float64) float64 {
	sine, ok := f.waves()
	if !ok {
		return 0
	}
	return math.Ceil((float64(f.w*from) - f.phase - (math.Pi - geom.Asin(sine))) / (2 * math.Pi))
}

// fall returns what of a fall lies in [from, limit]; it is empty, lo >= hi, when there is nothing.
func (f *planeWave) fall(turn, from, limit float64) (lo, hi float64) {
	sine, ok := f.waves()
	switch {
	case !ok && f.v < 0 && turn == 0:
		return from, limit
	case !ok:
		return limit, from
	}
	half := geom.Asin(sine)
	base := f.phase + float64(2*math.Pi*turn)
	return math.Max(from, (base+half)/f.w), math.Min(limit, (base+(math.Pi-half))/f.w)
}

// first returns the first t in [from, limit] at which the height is no more than level, to within tol either way, and
// false when there is none. Of the minima the one that decides is found in closed form: they all lie on a line of slope
// v. In the fall that leads there the root is bracketed. count is increased by the number of evaluations.
func (f *planeWave) first(level, from, limit, tol float64, count *int) (float64, bool) {
	if h, _ := f.at(from); h <= level {
		*count++
		return from, true
	}
	if f.least(limit) > level {
		return 0, false
	}
	turn := f.turn(from)
	lo, hi := f.fall(turn, from, limit)
	if !(lo < hi) {
		return 0, false
	}
	h, _ := f.at(hi)
	*count += 2
	if h > level && hi < limit && f.v < 0 {
		// A turn later the minimum is lower by v times its time. One that rounding has put on the wrong side of the
		// level is beside one that is looked at.
		turn += math.Max(0, math.Floor((h-level)/float64(-f.v*float64(2*math.Pi/f.w)))-1)
		for k := 0; k < 4 && h > level && hi < limit; k++ {
			turn++
			if lo, hi = f.fall(turn, from, limit); !(lo < hi) {
				return 0, false
			}
			h, _ = f.at(hi)
			*count++
		}
	}
	if h > level {
		return 0, false
	}
	return f.root(level, lo, hi, f.steepest(turn, level), tol, count), true
}

// steepest returns the time at which a fall is steepest; where the height never rises, that at which its mean is at
// level.
func (f *planeWave) steepest(turn, level float64) float64 {
	if _, ok := f.waves(); ok {
		return (f.phase + float64(2*math.Pi*turn) + math.Pi/2) / f.w
	}
	return (level - f.e) / f.v
}

// root returns the t between lo, where the height is above level, and hi, where it is not, at which a falling height is
// within tol of level, by Newton's steps from start. A fall is concave until it is steepest and convex from there on,
// so that they approach the root from one side. They are kept to the bracket, which is halved where they are slow for
// want of that.
func (f *planeWave) root(level, lo, hi, start, tol float64, count *int) float64 {
	t := math.Max(lo, math.Min(hi, start))
	for i := 0; ; i++ {
		h, rate := f.at(t)
		*count++
		if math.Abs(h-level) <= tol {
			return t
		}
		if h > level {
			lo = t
		} else {
			hi = t
		}
		t -= (h - level) / rate
		if !(t > lo && t < hi) || i%4 == 3 {
			t = lo + float64(0.5*(hi-lo))
		}
		if !(t > lo && t < hi) {
			return lo
		}
	}
}
