package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// window returns when the search begins: the first time at which bounding spheres, or the sphere of a body that turns
// and the slabs of one that does not, can be near enough. It sets the end likewise, and returns false where they never
// are.
func (p *toiPair) window(duration float64) (float64, bool) {
	w := toiWindow{0, duration}
	gap := math.Max(p.target, 0) + p.tol
	if p.tri {
		c := p.y0[0].Add(p.y0[1]).Add(p.y0[2]).Scale(1.0 / 3)
		far := math.Sqrt(math.Max(c.Sub(p.y0[0]).LenSq(), math.Max(c.Sub(p.y0[1]).LenSq(), c.Sub(p.y0[2]).LenSq())))
		w.slab(p.front.Dot(p.y0[0]), p.front.Dot(p.v), p.reachA+gap, p.y0[0].MaxAbs())
		w.ball(c, p.v, p.reachA+far+gap)
	} else {
		w.ball(p.z0, p.v, p.reachA+p.reachB+gap)
		if p.magB == 0 {
			w.slabs(p.z0.Add(p.oB), p.v, &p.bx, &p.hB, p.reachA+gap)
		}
		if p.magA == 0 {
			w.slabs(p.z0.Sub(p.oA), p.v, &p.ax, &p.hA, p.reachB+gap)
		}
	}
	if w.from > w.to {
		return 0, false
	}
	p.until(w.to)
	return w.from, true
}

// toiWindow is an interval of time.
type toiWindow struct{ from, to float64 }

// toiRoom widens the windows, so that rounding cannot make them late.
const toiRoom = 1e-12

// slabs cuts the window to the times at which the point at c + v·t is no farther than r from each slab of a box at 0.
func (w *toiWindow) slabs(c, v geom.Vec, axes *[3]geom.Vec, half *[3]float64, r float64) {
	for k := range axes {
		w.slab(axes[k].Dot(c), axes[k].Dot(v), half[k]+r, c.MaxAbs())
	}
}

// slab cuts the window to the times at which |x + v·t| <= r. The coordinates that x was computed from are below size.
func (w *toiWindow) slab(x, v, r, size float64) {
	if x < 0 {
		x, v = -x, -v
	}
	r += float64(toiRoom * (size + r))
	if v == 0 {
		if x > r {
			w.to = -1
		}
		return
	}
	w.cut((r-x)/v, (-r-x)/v)
}

// ball cuts the window to the times at which |c + v·t| <= r.
func (w *toiWindow) ball(c, v geom.Vec, r float64) {
	r += float64(toiRoom * (c.MaxAbs() + r))
	a, b, e := v.LenSq(), c.Dot(v), c.LenSq()-float64(r*r)
	if e > 0 && b >= 0 {
		w.to = -1
		return
	}
	q := float64(b*b) - float64(a*e)
	if q < -float64(toiRoom*float64(b*b)) {
		w.to = -1
		return
	}
	q = math.Sqrt(math.Max(q, 0)) + float64(math.Sqrt(toiRoom)*math.Abs(b))
	if a > 0 {
		w.cut((-b-q)/a, (-b+q)/a)
	}
}

// cut cuts the window to the times between a and b, in any order, and a little before and after.
func (w *toiWindow) cut(a, b float64) {
	if a > b {
		a, b = b, a
	}
	a -= float64(toiRoom * math.Abs(a))
	b += float64(toiRoom * math.Abs(b))
	if a > w.from {
		w.from = a
	}
	if b < w.to {
		w.to = b
	}
}
