package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// curvedMeet is a query for a time of impact; b is nil for the triangle.
type curvedMeet struct {
	a, b     *Part
	sa, sb   geom.Sweep
	tri      geom.Triangle
	duration float64
	target   float64
}

func (c *curvedMeet) run() TOI {
	if c.b == nil {
		return TimeOfImpactCurvedTriangle(c.a, &c.sa, &c.tri, c.duration, c.target)
	}
	return TimeOfImpactCurved(c.a, &c.sa, c.b, &c.sb, c.duration, c.target)
}

// separation is that at time t, by the static query.
func (c *curvedMeet) separation(t float64) float64 {
	a := c.a.In(c.sa.At(t))
	if c.b == nil {
		s, _ := SeparationCurvedTriangle(&a, &c.tri)
		return s
	}
	b := c.b.In(c.sb.At(t))
	s, _ := SeparationCurved(&a, &b)
	return s
}

func (c *curvedMeet) size() float64 {
	if c.b != nil {
		return math.Max(c.a.Shape.Extent(), c.b.Shape.Extent())
	}
	b := c.tri.Bounds()
	return math.Max(c.a.Shape.Extent(), 0.5*b.Max.Sub(b.Min).MaxAbs())
}

// sampled returns the lowest separation in [0, t] by samples and search about the lowest ones.
func (c *curvedMeet) sampled(t float64, n int) (float64, float64) {
	best, at := math.Inf(1), 0.0
	for i := range n + 1 {
		x := t * float64(i) / float64(n)
		if s := c.separation(x); s < best {
			best, at = s, x
		}
	}
	lo, hi := math.Max(at-t/float64(n), 0), math.Min(at+t/float64(n), t)
	for range 60 {
		u, v := lo+(hi-lo)/3, hi-(hi-lo)/3
		if c.separation(u) < c.separation(v) {
			hi = v
		} else {
			lo = u
		}
	}
	if s := c.separation(lo); s < best {
		return s, lo
	}
	return best, at
}

// curvedMeetings makes a random query that often hits.
func curvedMeetings(t testing.TB, r curvedRand, kindA, kindB geom.ShapeKind) curvedMeet {
	c := curvedMeet{a: &Part{r.shape(t, kindA), geom.Transform{P: r.vec().Scale(0.5 * float64(r.IntN(3))), Q: r.quat()}},
		duration: 1, target: 0}
	c.sa = geom.Sweep{Q: r.quat(), W: r.vec().Scale(4 * r.Float64())}
	var reach float64
	if kindB == geom.ShapePlane {
		c.tri = geom.Triangle{A: r.vec().Scale(3), B: r.vec().Scale(3), C: r.vec().Scale(3)}
		reach = 3
	} else {
		c.b = &Part{r.shape(t, kindB), geom.Transform{P: r.vec().Scale(0.5 * float64(r.IntN(3))), Q: r.quat()}}
		c.sb = geom.Sweep{Q: r.quat(), W: r.vec().Scale(4 * r.Float64()), V: r.vec()}
		reach = c.b.Shape.Extent()
	}
	reach += c.a.Shape.Extent() + 2
	c.sa.C = r.unit().Scale(reach * (0.7 + r.Float64()))
	c.sa.V = c.sa.C.Neg().Add(r.vec().Scale(reach))
	return c
}

// checkMeeting compares a query with samples of the static separation.
func checkMeeting(t *testing.T, name string, c *curvedMeet, samples int) TOI {
	t.Helper()
	got := c.run()
	tol := 1e-9 * c.size()
	switch got.Status {
	case Hit:
		s := c.separation(got.Time)
		if s > c.target+1.01*tol || s < c.target-0.01*tol {
			t.Errorf("%s: separation at the hit is %g", name, s)
		}
		if low, at := c.sampled(got.Time, samples); low < c.target {
			t.Errorf("%s: hit at %v, but %g already at %v", name, got.Time, low, at)
		}
	case Miss:
		if low, at := c.sampled(c.duration, samples); low < c.target {
			t.Errorf("%s: missed, but %g at %v", name, low, at)
		}
	case Overlapping:
		if s := c.separation(0); s > c.target {
			t.Errorf("%s: overlapping, but %g apart", name, s)
		}
	default:
		t.Errorf("%s: unresolved after %d at %v", name, got.Iterations, got.Time)
	}
	return got
}

// checkMeetings checks n random meetings of two kinds of shapes against samples, kinds in turn, and asserts that there
// are enough hits and misses among them.
func checkMeetings(t *testing.T, seed uint64, n, samples int, kindsA, kindsB []geom.ShapeKind, minHits, minMisses int) {
	t.Helper()
	r := newCurvedRand(seed)
	var hits, misses, most, sum int
	for i := range n {
		kindA, kindB := kindsA[i%len(kindsA)], kindsB[i/len(kindsA)%len(kindsB)]
		c := curvedMeetings(t, r, kindA, kindB)
		got := checkMeeting(t, kindA.String()+" "+kindB.String(), &c, samples)
		switch got.Status {
		case Hit:
			hits++
		case Miss:
			misses++
		}
		most = max(most, got.Iterations)
		sum += got.Iterations
	}
	t.Logf("%d hits, %d misses, %d iterations at most, %.2f on average", hits, misses, most, float64(sum)/float64(n))
	if hits < minHits || misses < minMisses {
		t.Errorf("%d hits and %d misses: too few", hits, misses)
	}
}

// TestTimeOfImpactCurved_Round checks spheres and capsules that turn off their centres against everything by samples.
func TestTimeOfImpactCurved_Round(t *testing.T) {
	checkMeetings(t, 2, geomtest.Eighth(3000), 60, []geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule},
		[]geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule, geom.ShapeBox, geom.ShapeHull, geom.ShapePlane}, geomtest.Eighth(800), geomtest.Eighth(300))
}

// TestTimeOfImpactCurved_Smooth is TestTimeOfImpactCurved_Round for pairs with an ellipsoid, a cylinder or a cone.
func TestTimeOfImpactCurved_Smooth(t *testing.T) {
	trials, hits := 300, 60
	if geomtest.Long {
		trials, hits = 1200, 300
	}
	checkMeetings(t, 3, trials, 40, []geom.ShapeKind{geom.ShapeEllipsoid, geom.ShapeCylinder, geom.ShapeCone},
		[]geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule, geom.ShapeBox, geom.ShapeHull, geom.ShapePlane,
			geom.ShapeEllipsoid, geom.ShapeCylinder, geom.ShapeCone}, hits, geomtest.Eighth(300))
}
