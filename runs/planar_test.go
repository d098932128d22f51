package runs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// planarByHand is Brach's planar impact mechanics in scalars, apart from the engine: impulses Pn along n and Pt along t
// = n + 90° on car A, -P on car B, from
//
//	vn' = -e vn,  Pt = share × the Pt that leaves no tangential velocity,
//
// with the changes of relative velocity at the point by unit impulses knn, knt, ktt. Source: Brach and Brach, Vehicle
// Accident Analysis and Reconstruction Methods, chapter 6. It returns delta-v (x, y) and the change of yaw rate of
// both.
func planarByHand(cars [2]planarCar, n geom.Vec, e, share float64) (dv [2][2]float64, dw [2]float64, ok bool) {
	tx, ty := -n.Y, n.X
	var knn, knt, ktt, vn, vt float64
	for k, c := range cars {
		if c.mass == 0 {
			continue
		}
		rx, ry := -c.centre.X, -c.centre.Y // from the centre to the point
		an, at := rx*n.Y-ry*n.X, rx*ty-ry*tx
		knn, knt, ktt = knn+1/c.mass+an*an/c.inertia, knt+an*at/c.inertia, ktt+1/c.mass+at*at/c.inertia
		sign := 1 - 2*float64(k)
		vn, vt = vn+sign*(c.velocity.X*n.X+c.velocity.Y*n.Y), vt+sign*(c.velocity.X*tx+c.velocity.Y*ty)
	}
	det := knn*ktt - knt*knt
	pn, pt := (-(1+e)*vn*ktt+vt*knt)/det, (-vt*knn+(1+e)*vn*knt)/det
	mu := share * pt / pn
	pn = -(1 + e) * vn / (knn + mu*knt)
	pt = mu * pn
	for k, c := range cars {
		if c.mass == 0 {
			continue
		}
		sign := 1 - 2*float64(k)
		px, py := sign*(pn*n.X+pt*tx), sign*(pn*n.Y+pt*ty)
		dv[k] = [2]float64{px / c.mass, py / c.mass}
		dw[k] = (-c.centre.X*py + c.centre.Y*px) / c.inertia
	}
	// The tangential velocity that is left goes on as before: where the impulse turns it round, another law holds.
	left := vt + knt*pn + ktt*pt
	return dv, dw, vn > 0 && pn < 0 && left*pt <= 1e-9
}

// TestPublished_VariationsOfTheCrashes varies the oblique crashes of NHTSA and the small overlap crashes of IIHS: the
// report's delta-v, its parts, PDOF and yaw rate are those worked by hand.
func TestPublished_VariationsOfTheCrashes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	in := func(low, high float64) float64 { return low + (high-low)*random.Float64() }
	tried := [2]int{}
	for i := range 600 {
		barrier := i % 2
		cars := [2]planarCar{}
		for k := range 2 - barrier {
			h := -in(170, 190) * rad
			if k == 1 || barrier == 1 {
				h = -in(20, 45) * rad
			}
			cars[k] = planarCar{in(900, 2500), in(1500, 4500), direction(h - in(5, 40)*rad).Scale(-in(0.6, 1.9)), direction(h).Scale(in(8, 25)), h}
		}
		n := direction(-in(45, 80) * rad)
		if n.Dot(cars[0].centre) > 0 {
			n = n.Neg() // from A to B
		}
		e, share := in(0, 0.3), in(0.8, 1)
		dv, dw, ok := planarByHand(cars, n, e, share)
		if !ok {
			continue
		}
		tried[barrier]++
		got := planarImpact(t, cars, n, response.Brach, e, 0, share)
		for k := range 2 - barrier {
			r, what := got[k].Collisions[0], fmt.Sprintf("%d, vehicle %d", i, k)
			s, c := math.Sincos(cars[k].heading)
			long, lat := c*dv[k][0]+s*dv[k][1], -s*dv[k][0]+c*dv[k][1]
			within(t, what+" longitudinal", r.Longitudinal, long, 1e-8)
			within(t, what+" lateral", r.Lateral, lat, 1e-8)
			within(t, what+" yaw rate", r.YawAfter*rad, dw[k], 1e-8)
			// The force comes from where it does not push to: clockwise from the nose.
			within(t, what+" PDOF", math.Remainder(*r.PDOF*rad-math.Atan2(lat, -long), 2*math.Pi), 0, 1e-8)
		}
		if t.Failed() {
			t.Fatalf("%+v, normal %v, e %g, share %g", cars, n, e, share)
		}
	}
	if tried[0] < 100 || tried[1] < 100 {
		t.Errorf("only %v cases", tried)
	}
}
