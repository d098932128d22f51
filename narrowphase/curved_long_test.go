//go:build long

package narrowphase

import (
	"math"
	"strconv"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestTimeOfImpactCurved_Soak checks a hundred thousand queries of all pairs, fast and slow, from slow turns to a
// hundred in the interval, by samples.
func TestTimeOfImpactCurved_Soak(t *testing.T) {
	r := newCurvedRand(1000)
	kinds := []geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule, geom.ShapeEllipsoid, geom.ShapeCylinder, geom.ShapeCone,
		geom.ShapeBox, geom.ShapeHull, geom.ShapePlane}
	most := 0
	var counts [4]int
	for i := range 100000 {
		ka, kb := kinds[r.IntN(5)], kinds[r.IntN(8)]
		c := curvedMeetings(t, r, ka, kb)
		spin := math.Pow(10, 1.5*r.sym())
		c.sa.W = c.sa.W.Scale(spin)
		if r.IntN(2) == 0 {
			c.sb.W = c.sb.W.Scale(spin)
		}
		if r.IntN(4) == 0 { // about its own axis
			c.sa.W = c.sa.Q.Mul(c.a.At.Q).Rotate(geom.Vec{Z: 5})
		}
		if r.IntN(4) == 0 {
			c.sb.W = geom.Vec{}
		}
		c.target = []float64{0, 1e-9, 4e-9, 1e-3}[r.IntN(4)] * c.size()
		if c.separation(0) <= c.target {
			c.run()
			continue
		}
		got := checkMeeting(t, strconv.Itoa(i)+" "+ka.String()+" "+kb.String(), &c, 100)
		counts[got.Status]++
		most = max(most, got.Iterations)
	}
	t.Logf("%v, %d iterations at most", counts, most)
	if most > 400 {
		t.Errorf("%d iterations", most)
	}
}
