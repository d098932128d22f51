package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// toiAxisAt returns axis k of the pair as it has turned by t, not of unit length for edges.
func toiAxisAt(tri bool, k int, a, b *toiPosed) geom.Vec {
	switch {
	case tri && k == 0:
		return b.normals[0]
	case tri && k < 4:
		return a.normals[k-1]
	case tri:
		e := b.edges[(k-4)%3]
		if (k-4)%3 == 2 {
			e = e.Neg() // from C to A
		}
		return a.edges[(k-4)/3].Cross(e)
	case k < 3:
		return a.normals[k]
	case k < 6:
		return b.normals[k-3]
	}
	return a.edges[(k-6)/3].Cross(b.edges[(k-6)%3])
}

// value returns the bound at s.
func (c *toiCurve) value(s float64) float64 {
	least := math.Inf(1)
	for k := 0; k < c.count; k++ {
		least = min(least, c.g[k]+c.dg[k]*s-0.5*c.m[k]*s*s)
	}
	for j := 0; j < c.parts; j++ {
		least -= math.Abs(c.p[j] + c.dp[j]*s)
	}
	return least
}

// toiPairOf returns the pair of a query at time 0, with no axis left out.
func toiPairOf(c *toiCase) *toiPair {
	var p toiPair
	if c.tri != nil {
		p.setTriangle(&c.a, &c.sa, c.tri, 0)
	} else {
		p.setBoxes(&c.a, &c.sa, &c.b, &c.sb, 0)
	}
	p.end = c.duration
	p.zEnd = p.z0.AddScaled(p.v, p.end)
	for k := range p.y0 {
		p.yEnd[k] = p.y0[k].AddScaled(p.v, p.end)
	}
	p.tol = math.Inf(1)
	p.place(0)
	p.rates()
	return &p
}

// The bound of every axis, while it turns and while it stands still, is below the projection of the oracle's vertices
// for the rest of the interval, and equals it in value and rate at its beginning.
func TestCurve_BoundsProjectionOfVertices(t *testing.T) {
	for i, class := range []toiClass{
		{"both", false, 8, 8, 0.3, 0, 0, 0, 0, 0},
		{"A much faster", false, 100, 0.5, 0.05, 0, 0, 0, 0, 0},
		{"B much faster", false, 0.5, 100, 0.05, 0, 0, 0, 0, 0},
		{"A", false, 8, 0, 0.3, 0, 0, 0, 0, 0},
		{"none", false, 0, 0, 0.3, 0, 0, 0, 0, 0},
		{"triangle", true, 8, 0, 0.3, 0, 0, 0, 0, 0},
	} {
		r := newToiRand(uint64(700 + i))
		tight, axes := math.Inf(1), 0
		for k := 0; k < geomtest.Trials(800); k++ {
			c := r.query(class.triangle, class.spinA, class.spinB, class.duration)
			switch k % 4 {
			case 1: // nothing but turning about centres that are near
				c.sb.V, c.sa.V = geom.Vec{}, geom.Vec{}
			case 2: // alike turns
				c.sb.W = c.sa.W.Add(c.sb.W.Scale(0.05))
				if class.spinB == 0 {
					c.sb.W = geom.Vec{}
				}
			case 3: // one centre
				c.sb.C, c.sb.V, c.sa.V = c.sa.C.Add(r.vec(0.05)), geom.Vec{}, geom.Vec{}
				c.a.Offset, c.b.Offset = geom.Vec{}, geom.Vec{}
				if k%8 == 3 && class.spinB > 0 { // and alike turns
					c.sb.C, c.sb.W = c.sa.C, c.sa.W.Add(c.sb.W.Scale(0.05))
				}
			}
			p := toiPairOf(&c)
			o := c.oracle()
			scale := c.size() + o.a.reach + o.b.reach + p.z0.Len()
			for axis := 0; axis < p.axes; axis++ {
				if math.IsInf(p.sep[axis], -1) {
					continue
				}
				var curve, still toiCurve
				p.curve(axis, &curve)
				still.reset()
				p.curveStill(p.normal(axis), &still)
				axes++
				for _, s := range []float64{0, 1e-5, 0.02, 0.1, 0.3, 0.5, 0.8, 1} {
					s *= c.duration
					a, b := o.a.at(s, c.sa.C), o.b.at(s, c.sa.C)
					n := toiAxisAt(class.triangle, axis, &a, &b).Scale(p.side[axis])
					if curve.loose || !p.turns || class.triangle && axis == 0 {
						n = p.normal(axis).Scale(curve.scale)
					}
					if l := n.Len(); l > curve.scale+curve.grow*s+0.5*curve.bend*s*s+1e-13 || l < curve.scale-curve.rate*s-1e-13 {
						t.Fatalf("%s %d, axis %d, at %g: axis of length %g, %+v", class.name, k, axis, s, l, curve)
					}
					for j, x := range []struct {
						c *toiCurve
						n geom.Vec
					}{{&curve, n}, {&still, p.normal(axis)}} {
						room := o.gap(&a, &b, x.n) - x.c.value(s)
						if room < -1e-13*scale {
							t.Fatalf("%s %d, axis %d, still %d, at %g: below the bound by %g", class.name, k, axis, j, s, -room)
						}
						most := 0.0
						for _, m := range x.c.m[:x.c.count] {
							most = max(most, m)
						}
						if room > most*s*s+1e-13*scale && s <= 1e-5*c.duration {
							t.Fatalf("%s %d, axis %d, still %d, at %g: above the bound by %g, of %g", class.name, k, axis, j, s, room, most*s*s)
						}
						if bend := 0.5 * most * s * s; j == 0 && bend > 1e-6*scale {
							tight = min(tight, room/bend)
						}
					}
				}
			}
		}
		t.Logf("%-14s %d axes, least room %.3f of the bend", class.name, axes, tight)
		if axes < geomtest.Trials(8000) {
			t.Errorf("%s: only %d axes", class.name, axes)
		}
	}
}

// While vertices are followed on their way up, the separation along the axis that turns is never less than at the
// start, and none that was higher is below aim.
func TestCurve_LeavesWithoutSinking(t *testing.T) {
	r := newToiRand(800)
	left, arrivals, edges := 0, 0, 0
	for k := 0; k < geomtest.Trials(6000); k++ {
		triangle := k%3 == 0
		c := r.query(triangle, 8, 8*float64(k%2), 0.3)
		if k%4 == 0 && !triangle { // edges all but parallel: the length of their product changes fast
			c.sb.Q = geom.QuatExp(r.vec(math.Exp(r.between(-8, -2)))).Mul(c.sa.Q).Normalize()
		}
		p := toiPairOf(&c)
		o := c.oracle()
		for axis := 0; axis < p.axes; axis++ {
			if math.IsInf(p.sep[axis], -1) {
				continue
			}
			var curve toiCurve
			p.curve(axis, &curve)
			x := math.Exp(r.between(-20, 0))
			aim, top := p.sep[axis]+x, p.sep[axis]+2*x
			s, arrival, ok := curve.leave(aim, top, p.sep[axis]+2.5*x, p.left)
			if !ok || s > p.left || curve.loose {
				continue
			}
			left++
			if arrival {
				arrivals++
			}
			if curve.scale < 0.1 {
				edges++
			}
			for _, part := range []float64{0.1, 0.3, 0.6, 1} {
				a, b := o.a.at(part*s, c.sa.C), o.b.at(part*s, c.sa.C)
				n := toiAxisAt(triangle, axis, &a, &b).Scale(p.side[axis]).Normalize()
				scale := (c.size() + o.a.reach + o.b.reach + p.z0.Len()) / curve.scale
				if sep := o.gap(&a, &b, n); sep < p.sep[axis]-1e-12*scale {
					t.Fatalf("%d, axis %d: separation %g, after %g of %g s %g", k, axis, p.sep[axis], part, s, sep)
				}
			}
		}
	}
	t.Logf("%d left, %d of them until another vertex arrives, %d pairs of edges nearly parallel", left, arrivals, edges)
	if left < geomtest.Trials(10000) || arrivals < geomtest.Trials(100) || edges < geomtest.Trials(100) {
		t.Error("too few")
	}
}
