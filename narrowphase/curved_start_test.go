package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestTimeOfImpactCurved_Start checks shapes that start in touch, or next to it, on the plane z = 0: a triangle of 200
// m. The answers follow from the motion of the lowest points.
func TestTimeOfImpactCurved_Start(t *testing.T) {
	floor := geom.Triangle{A: geom.Vec{X: -100, Y: -100}, B: geom.Vec{X: 100, Y: -100}, C: geom.Vec{Y: 100}}
	const tol = 100e-9 // of the triangle's size
	sphere, cylinder, cone := mustSphere(t, 1), mustCylinder(t, 1, 2), mustCone(t, 3, 4)
	capsule := mustCapsule(t, 1, 2)
	up := geom.IdentityQuat()
	tests := []struct {
		name    string
		s       *geom.Shape
		q       geom.Quat
		z, gap  float64 // height of the centre of rotation, the shape's origin, over the gap
		v, w    geom.Vec
		target  float64
		status  Status
		atLeast float64 // bounds of the time of a hit
		atMost  float64
	}{
		{"sphere rests", sphere, up, 1, 0, geom.Vec{}, geom.Vec{}, 0, Overlapping, 0, 0},
		{"sphere rolls", sphere, up, 1, 0, geom.Vec{X: 3}, geom.Vec{Y: 3}, 0, Overlapping, 0, 0},
		{"sphere rolls a little above", sphere, up, 1, 5 * tol, geom.Vec{X: 3}, geom.Vec{Y: 3}, 0, Miss, 0, 0},
		{"sphere rolls just above", sphere, up, 1, 0.7 * tol, geom.Vec{X: 3}, geom.Vec{Y: 3}, 0, Miss, 0, 0},
		{"sphere spins and parts", sphere, up, 1, 0, geom.Vec{X: 3, Z: 0.1}, geom.Vec{Y: 30, Z: 5}, 0, Miss, 0, 0},
		{"sphere parts slowly", sphere, up, 1, 0, geom.Vec{Z: 1e-5}, geom.Vec{}, 0, Miss, 0, 0},
		{"sphere parts too slowly", sphere, up, 1, -tol, geom.Vec{Z: 1e-9}, geom.Vec{}, 0, Overlapping, 0, 0},
		{"sphere closes", sphere, up, 1, 0, geom.Vec{Z: -1}, geom.Vec{}, 0, Overlapping, 0, 0},
		{"sphere closes from just above", sphere, up, 1, 0.7 * tol, geom.Vec{Z: -1}, geom.Vec{}, 0, Hit, 0, 0},
		{"sphere is deep and parts", sphere, up, 1, -1e-3, geom.Vec{Z: 1}, geom.Vec{}, 0, Overlapping, 0, 0},
		{"sphere falls", sphere, up, 1, 0.5, geom.Vec{Z: -2}, geom.Vec{X: 50}, 0, Hit, 0.25 - 1e-6, 0.25},
		{"cylinder rolls", cylinder, curvedAlongX, 1, 5 * tol, geom.Vec{Y: -2}, geom.Vec{X: 2}, 0, Miss, 0, 0},
		{"cylinder rolls in touch", cylinder, curvedAlongX, 1, 0, geom.Vec{Y: -2}, geom.Vec{X: 2}, 0, Overlapping, 0, 0},
		{"cylinder stands and spins", cylinder, up, 2, 5 * tol, geom.Vec{X: 1}, geom.Vec{Z: 30}, 0, Miss, 0, 0},
		{"cylinder stands and parts", cylinder, up, 2, 0, geom.Vec{Z: 1}, geom.Vec{Z: 30}, 0, Miss, 0, 0},
		{"cylinder tips", cylinder, up, 2, 0, geom.Vec{}, geom.Vec{X: 0.1}, 0, Overlapping, 0, 0},
		// The rim's lowest point rises by z - 2 cos 0.3s - sin 0.3s, with z = 2 + s: always above.
		{"cylinder parts and tips", cylinder, up, 2, 0, geom.Vec{Z: 1}, geom.Vec{X: 0.3}, 0, Miss, 0, 0},
		// Lying, one end rises and the other comes down: 1 + 0.1 s - cos w s - 2 sin w s, w = 0.4, is 0 at 0 and below
		// after.
		{"capsule tips", capsule, curvedAlongX, 1, 0, geom.Vec{Z: 0.1}, geom.Vec{Y: 0.4}, 0, Overlapping, 0, 0},
		{"cone on its tip parts and spins", cone, geom.AxisAngle(geom.Vec{X: 1}, math.Pi), 4, 0, geom.Vec{Z: 0.5}, geom.Vec{Z: 100}, 0, Miss, 0, 0},
	}
	for _, tt := range tests {
		part := Part{tt.s, geom.Transform{Q: up}}
		sweep := geom.Sweep{C: geom.Vec{X: 1, Y: 2, Z: tt.z + tt.gap}, Q: tt.q, V: tt.v, W: tt.w}
		got := TimeOfImpactCurvedTriangle(&part, &sweep, &floor, 1, tt.target)
		if got.Status != tt.status || got.Status == Hit && !(got.Time >= tt.atLeast && got.Time <= tt.atMost) || got.Iterations > 40 {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}

// TestTimeOfImpactCurved_BouncedHitsAgain checks that a bar that parts with one end, and turns, is followed until the
// other end hits: a capsule of half length 2 and radius 1 over the plane z = 0, tilted by a, its lower end in touch.
// Its ends are at heights c ± 2 sin(a + w s) of the middle, c = 1 + 2 sin a + v s; the other comes down to 1 when 2 sin
// a + v s = 2 sin(-a - w s).
func TestTimeOfImpactCurved_BouncedHitsAgain(t *testing.T) {
	capsule := mustCapsule(t, 1, 2)
	floor := mustBox(t, 50, 50, 1)
	for _, c := range []struct{ a, v, w float64 }{{0.1, 1, -3}, {0.01, 0.1, -1}, {0.3, 2, -20}, {1e-4, 0.01, -1}} {
		f := func(s float64) float64 { return 2*math.Sin(c.a) + c.v*s - 2*math.Abs(math.Sin(c.a+c.w*s)) }
		lo := -c.a / c.w // level: both ends are up
		hi := lo
		for f(hi) > 0 {
			hi += 1e-4 / -c.w
		}
		for range 100 {
			if mid := (lo + hi) / 2; f(mid) > 0 {
				lo = mid
			} else {
				hi = mid
			}
		}
		// Along x, and turned about -y by a, the end at +x is down... its height is -2 sin a below the middle.
		a := Part{capsule, geom.Transform{Q: curvedAlongX}}
		sa := geom.Sweep{C: geom.Vec{Z: 1 + 2*math.Sin(c.a)}, Q: geom.AxisAngle(geom.Vec{Y: 1}, c.a), V: geom.Vec{Z: c.v}, W: geom.Vec{Y: c.w}}
		b := Part{floor, geom.Transform{Q: geom.IdentityQuat()}}
		sb := geom.Sweep{C: geom.Vec{Z: -1}, Q: geom.IdentityQuat()}
		got := TimeOfImpactCurved(&a, &sa, &b, &sb, 2, 0)
		// 50e-9 m above the target at a speed of |f'|.
		speed := (f(lo-1e-7) - f(lo)) / 1e-7
		if got.Status != Hit || !(got.Time <= lo+1e-12 && got.Time >= lo-60e-9/speed) {
			t.Errorf("%+v: hit at %v: %+v", c, lo, got)
		}
	}
}

// TestTimeOfImpactCurved_Grazing checks that shapes that pass each other closely cost few steps: spheres, cylinders and
// ellipsoids, by a gap of nothing to a millionth, above and below.
func TestTimeOfImpactCurved_Grazing(t *testing.T) {
	most := 0
	r := newCurvedRand(11)
	for i := range geomtest.Trials(80) {
		kinds := []geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule, geom.ShapeCylinder, geom.ShapeCone, geom.ShapeEllipsoid}
		c := curvedMeetings(t, r, kinds[i%5], []geom.ShapeKind{geom.ShapeBox, geom.ShapePlane, geom.ShapeSphere, geom.ShapeCylinder}[i/5%4])
		// The motion's lowest separation, moved to be the gap.
		for range 4 {
			low, at := c.sampled(1, 50)
			a := c.a.In(c.sa.At(at))
			var n geom.Vec
			if c.b == nil {
				_, n = SeparationCurvedTriangle(&a, &c.tri)
			} else {
				b := c.b.In(c.sb.At(at))
				_, n = SeparationCurved(&a, &b)
			}
			c.sa.C = c.sa.C.AddScaled(n, low-1e-6*r.sym()*r.Float64()*r.Float64())
		}
		if c.separation(0) <= 0 {
			continue // those that part are followed out
		}
		got := checkMeeting(t, kinds[i%5].String(), &c, 50)
		most = max(most, got.Iterations)
	}
	t.Logf("%d iterations at most", most)
	if most > 80 {
		t.Errorf("%d iterations", most)
	}
}

// TestTimeOfImpactCurved_Spheres compares two spheres with the quadratic equation of their centres.
func TestTimeOfImpactCurved_Spheres(t *testing.T) {
	r := newCurvedRand(12)
	hits := 0
	for i := range 2000 {
		ra, rb := r.length(), r.length()
		a, b := Part{mustSphere(t, ra), geom.Transform{Q: r.quat()}}, Part{mustSphere(t, rb), geom.Transform{Q: r.quat()}}
		size := math.Max(ra, rb)
		target := 1e-9 * size * float64(r.IntN(5))
		d, v := r.unit().Scale((ra+rb)*(1.1+2*r.Float64())), r.unit().Scale(30*r.Float64())
		if i%2 == 0 {
			v = d.Neg().Add(r.vec().Scale(ra + rb))
		}
		at := r.vec()
		sa := geom.Sweep{C: at, V: r.vec(), Q: r.quat(), W: r.vec().Scale(1000)}
		sb := geom.Sweep{C: at.Add(d), V: sa.V.Add(v), Q: r.quat(), W: r.vec().Scale(1000)}
		got := TimeOfImpactCurved(&a, &sa, &b, &sb, 2, target)
		time := func(gap float64) float64 {
			rr := ra + rb + gap
			p, q := v.LenSq(), d.Dot(v)
			disc := q*q - p*(d.LenSq()-rr*rr)
			if disc < 0 || q > 0 || -q-math.Sqrt(disc) > 2*p {
				return math.Inf(1)
			}
			return (-q - math.Sqrt(disc)) / p
		}
		early, late := time(target+1.1e-9*size), time(target)
		if math.IsInf(early, 1) {
			if got.Status != Miss {
				t.Errorf("%d: %+v, but they never meet", i, got)
			}
			continue
		}
		if math.IsInf(late, 1) {
			continue
		}
		hits++
		if got.Status != Hit || got.Time > late+1e-14 || got.Time < early-1e-14 || got.Iterations > 2 {
			t.Errorf("%d: %+v, not within %v and %v", i, got, early, late)
		}
	}
	if hits < 700 {
		t.Errorf("%d hits: too few", hits)
	}
}

// TestTimeOfImpactCurved_Phase checks that the time does not depend on where the motion begins.
func TestTimeOfImpactCurved_Phase(t *testing.T) {
	r := newCurvedRand(13)
	hits := 0
	for i := range 300 {
		kinds := []geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule, geom.ShapeCylinder, geom.ShapeCone, geom.ShapeEllipsoid}
		c := curvedMeetings(t, r, kinds[i%5], []geom.ShapeKind{geom.ShapeBox, geom.ShapePlane, geom.ShapeSphere, geom.ShapeCylinder}[i/5%4])
		c.target = 2e-9 * c.size()
		whole := c.run()
		if whole.Status != Hit || whole.Time < 1e-3 {
			continue
		}
		hits++
		late := c
		from := whole.Time * (0.05 + 0.9*r.Float64())
		move := func(s *geom.Sweep) { p := s.At(from); s.C, s.Q = p.P, p.Q }
		move(&late.sa)
		move(&late.sb)
		got := late.run()
		// Both are within tol above the target: the closing speed tells what that is in time.
		x := 1e-6 * whole.Time
		speed := (c.separation(whole.Time-x) - c.separation(whole.Time)) / x
		if got.Status != Hit || math.Abs(got.Time+from-whole.Time) > 1e-13+1.5e-9*c.size()/math.Max(speed, 1e-9) {
			t.Errorf("%d: %+v from %v on, %+v from 0", i, got, from, whole)
		}
	}
	if hits < 60 {
		t.Errorf("%d hits: too few", hits)
	}
}

// TestTimeOfImpactCurved_FollowedOut checks pairs that start in touch, or a ten-millionth deep, with random motions.
// Those that part are never deeper than they were, and once apart come into touch again at the time of the hit, and not
// before. Those that are Overlapping and only touch do not part: their separation does not grow at once.
func TestTimeOfImpactCurved_FollowedOut(t *testing.T) {
	r := newCurvedRand(41)
	kinds := []geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule, geom.ShapeCylinder, geom.ShapeCone, geom.ShapeEllipsoid}
	var counts [4]int
	for i := range geomtest.Trials(400) {
		others := []geom.ShapeKind{geom.ShapeBox, geom.ShapePlane, geom.ShapeSphere, geom.ShapeCylinder, geom.ShapeHull, geom.ShapeCapsule}
		c := curvedMeetings(t, r, kinds[i%5], others[i/5%6])
		c.sa.V = r.vec()
		c.sa.W, c.sb.W = c.sa.W.Scale(2), c.sb.W.Scale(2)
		depth := 1e-7 * c.size() * r.Float64() * float64(i%2)
		curvedStart(&c, -depth)
		tol := 1e-9 * c.size()
		got := c.run()
		counts[got.Status]++
		name := kinds[i%5].String() + " " + others[i/5%6].String()
		first := c.separation(0)
		switch got.Status {
		case Overlapping:
			// Corners and edges that are in each other may have a better direction than those within 1e-9·size of the
			// best.
			if s := c.separation(1e-7); s > first+1e-9+tol && first > -tol {
				t.Errorf("%d: %s: overlapping, but %g at 0 and %g soon after", i, name, first, s)
			}
		case Unresolved:
			t.Errorf("%d: %s: %+v", i, name, got)
		default:
			until := got.Time
			out := false
			const n = 600
			for k := range n {
				x := until * math.Pow(float64(k)/n, 3)
				s := c.separation(x)
				if s > tol {
					out = true
				}
				if s < first-tol || out && s < 0 {
					t.Errorf("%d: %s: %v at %v, but %g at %v, %g at 0", i, name, got.Status, got.Time, s, x, first)
					break
				}
			}
			if s := c.separation(until); got.Status == Hit && (s > 1.01*tol || out && s < -0.01*tol) {
				t.Errorf("%d: %s: separation %g at the hit", i, name, s)
			}
		}
	}
	t.Logf("%d misses, %d hits, %d overlapping", counts[Miss], counts[Hit], counts[Overlapping])
	if counts[Miss] < geomtest.Trials(60) || counts[Hit] < geomtest.Trials(20) || counts[Overlapping] < geomtest.Trials(60) {
		t.Error("too few of a kind")
	}
}

// TestTimeOfImpactCurved_CrossedRods checks that two rods that cross, and turn fast about axes at right angles to their
// way while they close slowly, cost few steps: the direction between them turns as well.
func TestTimeOfImpactCurved_CrossedRods(t *testing.T) {
	most := 0
	for i := range 60 {
		closing := math.Ldexp(1, -i%20)
		rod := mustCapsule(t, 0.1, 2)
		a := Part{rod, geom.Transform{Q: curvedAlongX}}
		b := Part{rod, geom.Transform{Q: geom.AxisAngle(geom.Vec{X: 1}, math.Pi/2)}}
		if i >= 40 {
			b = Part{mustBox(t, 0.1, 2, 0.1), geom.Transform{Q: geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/4)}}
		}
		c := curvedMeet{a: &a, b: &b, duration: 2}
		c.sa = geom.Sweep{Q: geom.IdentityQuat(), W: geom.Vec{X: 3 * float64(i%3), Y: 1, Z: 0.3}}
		c.sb = geom.Sweep{C: geom.Vec{Z: 0.2 + 0.1*closing + 0.05*float64(i/40)}, V: geom.Vec{Z: -closing}, Q: geom.IdentityQuat(), W: geom.Vec{X: -1, Y: 2 * float64(i%2)}}
		got := checkMeeting(t, "rods", &c, 400)
		most = max(most, got.Iterations)
	}
	t.Logf("%d iterations at most", most)
	if most > 60 {
		t.Errorf("%d iterations", most)
	}
}
