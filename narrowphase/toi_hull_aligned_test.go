package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// alignedCase returns a query of boxes whose sizes, places, attitudes and motions are such that faces and edges are
// parallel, on one line, flush, or nearly so.
func (r toiRand) alignedCase() toiCase {
	pick := func(v ...float64) float64 { return v[r.IntN(len(v))] }
	attitude := func() geom.Quat {
		return geom.AxisAngle(geom.Vec{Z: 1}, pick(0, math.Pi/2, math.Pi/4, 0.3, 1e-6, 1e-9))
	}
	along := func(m float64) geom.Vec {
		return geom.Vec{X: pick(0, 0, 0, 1), Y: pick(0, 0, 1), Z: pick(0, 1, -1)}.Scale(m)
	}
	c := toiCase{
		a:        Box{Half: geom.Vec{X: pick(0.5, 1, 2, 0.01), Y: pick(0.5, 1, 2), Z: pick(0.5, 1, 0.01)}},
		b:        Box{Half: geom.Vec{X: pick(0.5, 1, 50), Y: pick(0.5, 1, 2, 50), Z: pick(0.5, 1, 0.01)}},
		sa:       geom.Sweep{Q: attitude(), V: along(pick(0, 1, 10)), W: along(pick(0, 1, 30))},
		duration: pick(1.0/60, 0.5),
		target:   pick(0, 1e-9, 1e-3),
	}
	if r.IntN(3) == 0 {
		c.a.Offset = geom.Vec{X: pick(0, 1, -1), Y: pick(0, 0.5), Z: pick(0, 1)}
	}
	c.sb = geom.Sweep{
		C: geom.Vec{X: pick(0, 1, 1.5, 2, 3), Y: pick(0, 0.5, 1, 2), Z: pick(0, 1, 1.01, 2, 2+1e-9, 1-1e-7, 3)},
		Q: attitude(), V: along(pick(0, -1, -10)), W: along(pick(0, 0, 1, 30)),
	}
	return c
}

// Aligned boxes, as hulls, end as boxes do. At a border, where rounding decides, they may end otherwise: when they
// start at the target, graze within the tolerance, or reach the target with the end of the time. And where corners pass
// each other, the distance of hulls counts, which is more than the separation of boxes.
func TestTimeOfImpactHulls_AlignedBoxes(t *testing.T) {
	n := 2000
	if geomtest.Long {
		n = 200000
	}
	r := newToiRand(1400)
	got, border, other := map[Status]int{}, 0, 0
	for k := range n {
		c := r.alignedCase()
		want, out := c.run(), c.asHulls(t, geom.IdentityQuat(), geom.IdentityQuat())
		got[out.Status]++
		tol := 1e-9 * c.size()
		o := c.oracle()
		within := func(x float64) bool { return x > c.target-toiSlack*tol && x <= c.target+(1+toiSlack)*tol }
		switch {
		case out.Status == Unresolved:
			t.Errorf("%d: %+v", k, out)
		case want.Status == Unresolved && out.Time >= want.Time: // boxes take fewer iterations at most
		case out.Status == want.Status && (out.Status != Hit || math.Abs(out.Time-want.Time) < 1e-9):
		case out.Status == want.Status && within(o.separation(math.Max(out.Time, want.Time))):
		case math.Abs(o.separation(0)-c.target) < 1e-13 || within(o.separation(0)):
			border++
		case out.Status == Hit && want.Status == Miss && within(o.separation(out.Time)),
			want.Status == Hit && out.Status == Miss && within(o.separation(c.duration)):
			border++
		case out.Status == Hit && want.Status == Hit && within(out.Separation) && out.Time >= want.Time:
			other++ // corners
		case o.separation(0) <= c.target+tol:
			other++ // in touch at the start: by other axes, one is followed for longer than the other, or at all
		default:
			t.Errorf("%d: %+v, as boxes %+v; %+v", k, out, want, c)
		}
	}
	t.Logf("%v; %d at a border, %d otherwise", got, border, other)
	if got[Hit] < n/20 || got[Miss] < n/4 || got[Overlapping] < n/10 || border > n/100 || other > 2+n/2000 {
		t.Error("too few of a kind, or too many ended otherwise")
	}
}
