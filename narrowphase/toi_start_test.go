package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// A query that begins at the time of a hit, with all velocities turned round, is one of shapes that part: they are not
// held in contact, and hit again only if the oracle says so.
func TestTimeOfImpact_PartingShapesLeave(t *testing.T) {
	left, again, deep, held, near, closing := 0, 0, 0, 0, 0, 0
	for i, class := range toiClasses {
		r := newToiRand(uint64(100 + i))
		for k := 0; k < geomtest.Trials(1500); k++ {
			c := r.query(class.triangle, class.spinA, class.spinB, class.duration)
			hit := c.run()
			o := c.oracle()
			tol := 1e-9 * c.size()
			if hit.Status != Hit || hit.Time < 1e-4 || o.separation(hit.Time-1e-6) < 1e-7 {
				continue // not closing at 0.1 m/s at least
			}
			c = c.later(hit.Time)
			c.duration = 1.0 / 60
			large := r.between(0.1, 10) * 1e-3 * c.size()
			if k%3 == 1 { // far within the target, and still closing
				inside := c
				inside.target = large
				out := inside.run()
				if at, ok := toiStaysAbove(inside.oracle(), out.Time, c.target-(1+toiSlack)*tol); out.Status != Overlapping && !ok {
					t.Errorf("%s %d: %+v, but nearer at %g", class.name, k, out, at)
				}
				closing++
			}
			c = c.reversed()
			if k%3 == 0 { // below the target, less deep than is followed
				sink := r.between(0, 0.5e-6) * c.size()
				c.sa.C = c.sa.C.AddScaled(hit.N, sink)
				deep++
			}
			start := c.target
			if k%3 == 1 {
				c.target = large
			}
			out := c.run()
			o = c.oracle()
			if at, ok := toiStaysAbove(o, out.Time, start-(1+toiSlack)*tol); k%3 == 1 && !ok {
				t.Errorf("%s %d: %+v, but nearer at %g", class.name, k, out, at)
			}
			// From here on the shapes are apart.
			from := 0.0
			for o.separation(from) <= c.target+tol && from < out.Time {
				from += 1e-7 + 0.05*from
			}
			switch {
			case from >= out.Time && out.Status == Miss: // on its way to the target until the end
				left++
			case out.Status == Miss || out.Status == Hit && out.Time > from:
				ok, at, looks := o.clear(from, out.Time, c.target-toiSlack*tol, 0)
				if !ok && looks <= toiLooks {
					t.Errorf("%s %d: %+v; but contact at %g after %g", class.name, k, out, at, from)
				}
				if left++; out.Status == Hit {
					again++
				}
			default:
				// Moved along the axis at the hit, another feature may be the one that is in contact, and is not
				// parting.
				if k%3 == 2 {
					// Unless another vertex within the tolerance was parting at the hit, and approaches now.
					if ok, _, _ := o.clear(0, 1e-4, c.target-toiSlack*tol, 0); ok {
						t.Errorf("%s %d: %+v, hit was %+v", class.name, k, out, hit)
					}
					near++
				}
				held++
			}
		}
	}
	t.Logf("%d left, %d of them hit again, %d started below the target; %d were held, %d of the others; %d closing", left, again, deep, held, near, closing)
	if left < geomtest.Trials(1500) || again < geomtest.Trials(20) || deep < geomtest.Trials(400) || held > deep/3 || closing < geomtest.Trials(2000) || near > geomtest.Trials(5) {
		t.Error("too few or too many")
	}
}

// A rod that stands on one tip, which leaves the floor, while the other tip comes down: the first root after 0 of
// z0 + ut + sin(θ0 - wt)/2.
func TestTimeOfImpact_OtherEndHitsAfterBounce(t *testing.T) {
	const theta, u, w = 0.4, -0.5, 10.0
	z := 0.5 * math.Sin(theta)
	height := func(t float64) float64 { return z + u*t + 0.5*math.Sin(theta-w*t) }
	lo, hi := 0.0, 0.1
	for height(hi) > 0 {
		lo, hi = hi, hi+0.001
	}
	for i := 0; i < 60; i++ {
		if mid := 0.5 * (lo + hi); height(mid) > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	for _, sink := range []float64{0, 1e-8, -1e-8, 4e-7} {
		s := geom.Sweep{C: geom.Vec{Z: z - sink}, Q: geom.AxisAngle(geom.Vec{Y: 1}, theta), V: geom.Vec{Z: u}, W: geom.Vec{Y: -w}}
		for what, out := range toiOnFloor(Box{Half: geom.Vec{X: 0.5}}, s, 0.3) {
			// Tolerance 4e-8 m and the sink, at a closing speed above 3 m/s.
			if out.Status != Hit || math.Abs(out.Time-lo) > (4e-8+math.Abs(sink))/3 {
				t.Errorf("sunk by %g, %s: %+v, want %g", sink, what, out, lo)
			}
		}
		s.W = s.W.Neg() // the standing tip goes down
		for what, out := range toiOnFloor(Box{Half: geom.Vec{X: 0.5}}, s, 0.3) {
			if sink < 0 {
				continue
			}
			if out.Status != Overlapping && !(out.Status == Hit && out.Separation > 0) || out.Time != 0 {
				t.Errorf("sunk by %g, going down, %s: %+v", sink, what, out)
			}
		}
	}
}

// Shapes that start in contact, on a floor of size 40 (triangle: 60): depths to 4e-5 m are followed out.
func TestTimeOfImpact_StartInContact(t *testing.T) {
	cube := Box{Half: geom.Vec{X: 1, Y: 1, Z: 1}}
	for _, c := range []struct {
		name   string
		z      float64
		v, w   geom.Vec
		status Status
		time   float64
	}{
		{"parting", 1, geom.Vec{X: 3, Z: 1}, geom.Vec{}, Miss, 0.1},
		{"parting and turning", 1, geom.Vec{X: 3, Z: 1}, geom.Vec{X: 0.2}, Miss, 0.1},
		{"parting from a shallow depth", 1 - 2e-5, geom.Vec{Z: 1}, geom.Vec{Y: 0.2}, Miss, 0.1},
		{"parting from below", 1 - 7e-5, geom.Vec{Z: 1}, geom.Vec{}, Overlapping, 0},
		{"approaching", 1, geom.Vec{Z: -1}, geom.Vec{}, Overlapping, 0},
		{"one end approaches", 1, geom.Vec{Z: 0.1}, geom.Vec{Y: 1}, Overlapping, 0},
		{"at rest", 1, geom.Vec{}, geom.Vec{}, Overlapping, 0},
		{"at rest, turning", 1, geom.Vec{}, geom.Vec{Z: 3}, Overlapping, 0},
		{"sliding above", 1 + 1e-6, geom.Vec{X: 30}, geom.Vec{Z: 3}, Miss, 0.1},
		{"deep inside", 0, geom.Vec{Z: 100}, geom.Vec{}, Overlapping, 0},
	} {
		s := geom.Sweep{C: geom.Vec{Z: c.z}, Q: geom.IdentityQuat(), V: c.v, W: c.w}
		for what, out := range toiOnFloor(cube, s, 0.1) {
			if out.Status != c.status || out.Time != c.time {
				t.Errorf("%s, %s: %+v", c.name, what, out)
			}
		}
	}
	// One lower edge, 1e-5 m deep, leaves at 0.0005 m/s; the other, 1e-3 m high, comes down at 0.1 m/s after 0.01 s.
	tilt := geom.AxisAngle(geom.Vec{Y: 1}, -(1e-3+1e-5)/2)
	low := tilt.Rotate(geom.Vec{X: -1, Z: -1})
	w := geom.Vec{Y: 0.1005 / 2}
	v := geom.Vec{Z: 0.5e-3}.Sub(w.Cross(low))
	s := geom.Sweep{C: low.Neg().Add(geom.Vec{Z: -1e-5}), Q: tilt, V: geom.Vec{Z: v.Z}, W: w}
	for what, out := range toiOnFloor(cube, s, 0.1) {
		if out.Status != Hit || math.Abs(out.Time-0.01) > 1e-4 || out.Separation > -4e-6 || out.Separation < -1e-5 {
			t.Errorf("other edge arrives, %s: %+v", what, out)
		}
	}
}
