package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// hullOf returns the box as a hull in a body frame, turned by at.Q about the box's centre so that the frames differ.
func hullOf(t testing.TB, b *Box, q geom.Quat) Part {
	var points []geom.Vec
	o := geom.OBB{Axes: geom.Identity(), Half: b.Half}
	for i := 0; i < 8; i++ {
		points = append(points, q.RotateInv(o.Vertex(i)))
	}
	h, err := geom.NewHull(points)
	if err != nil {
		t.Fatal(err)
	}
	s := geom.HullShape(h)
	return Part{&s, geom.Transform{P: b.Offset, Q: q}}
}

// asHulls runs a query of boxes with hulls.
func (c *toiCase) asHulls(t testing.TB, qa, qb geom.Quat) TOI {
	a := hullOf(t, &c.a, qa)
	if c.tri != nil {
		return TimeOfImpactHullTriangle(&a, &c.sa, c.tri, c.duration, c.target)
	}
	b := hullOf(t, &c.b, qb)
	return TimeOfImpactHulls(&a, &c.sa, &b, &c.sb, c.duration, c.target)
}

func TestTimeOfImpactHulls_BoxesAsHulls(t *testing.T) {
	hits, misses, over := 0, 0, 0
	worst, most, total := 0.0, 0, 0
	for i, class := range toiClasses {
		r := newToiRand(uint64(300 + i))
		for k := 0; k < geomtest.Trials(1000); k++ {
			c := r.query(class.triangle, class.spinA, class.spinB, class.duration)
			if c.a.Half.Z == 0 {
				c.a.Half.Z = 1e-3
			}
			if c.b.Half.Z == 0 {
				c.b.Half.Z = 1e-3
			}
			want := c.run()
			got := c.asHulls(t, geom.IdentityQuat(), geom.IdentityQuat())
			most = max(most, got.Iterations)
			total += got.Iterations
			tol := 1e-9 * c.size()
			if want.Status != got.Status {
				t.Errorf("%s %d: %+v, as boxes %+v", class.name, k, got, want)
				continue
			}
			switch got.Status {
			case Miss:
				misses++
			case Overlapping:
				over++
			case Hit:
				hits++
				if !(got.Separation > c.target && got.Separation <= c.target+tol) && got.Time > 0 {
					t.Errorf("%s %d: separation %g", class.name, k, got.Separation)
				}
				// Either time may be that of any gap within the tolerance: the shapes must touch at both, within it.
				late := math.Max(got.Time, want.Time)
				if gap := c.oracle().separation(late); !(gap > c.target-toiSlack*tol && gap <= c.target+(1+toiSlack)*tol) && got.Time > 0 {
					t.Errorf("%s %d: %+v, as boxes %+v; separation %g", class.name, k, got, want, gap)
				}
				worst = math.Max(worst, math.Abs(got.Time-want.Time))
			}
		}
	}
	t.Logf("%d hits, %d misses, %d overlapping; times within %g; at most %d iterations, %.2f on average", hits, misses, over, worst, most, float64(total)/float64(hits+misses))
	if hits < geomtest.Trials(3000) || misses < geomtest.Trials(2000) || over < geomtest.Trials(2000) {
		t.Error("too few of a kind")
	}
}

// hullBall returns a hull of n points spread evenly on an ellipsoid with the given radii.
func hullBall(t testing.TB, n int, radii geom.Vec) geom.Shape {
	var points []geom.Vec
	for i := 0; i < n; i++ {
		z := 1 - 2*(float64(i)+0.5)/float64(n)
		s, c := math.Sincos(float64(i) * math.Pi * (3 - math.Sqrt(5)))
		r := math.Sqrt(1 - z*z)
		points = append(points, geom.Vec{X: radii.X * r * c, Y: radii.Y * r * s, Z: radii.Z * z})
	}
	h, err := geom.NewHull(points)
	if err != nil {
		t.Fatal(err)
	}
	return geom.HullShape(h)
}
