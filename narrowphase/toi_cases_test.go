package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// toiFloor returns a triangle and a box whose top is the plane z = 0.
func toiFloor() (*geom.Triangle, Box, geom.Sweep) {
	return &geom.Triangle{A: geom.Vec{X: -40, Y: -40}, B: geom.Vec{X: 80, Y: -40}, C: geom.Vec{X: -40, Y: 80}},
		Box{Half: geom.Vec{X: 30, Y: 30, Z: 2}}, geom.Sweep{C: geom.Vec{Z: -2}, Q: geom.IdentityQuat()}
}

// toiOnFloor runs a query of a body and the floor, as a triangle and as a box, from both sides, with target 0.
func toiOnFloor(a Box, s geom.Sweep, duration float64) map[string]TOI {
	tri, b, sb := toiFloor()
	return map[string]TOI{
		"triangle":     TimeOfImpactBoxTriangle(&a, &s, tri, duration, 0),
		"box":          TimeOfImpactBoxes(&a, &s, &b, &sb, duration, 0),
		"box, as body": TimeOfImpactBoxes(&b, &sb, &a, &s, duration, 0),
	}
}

// Rod of length 1 and square of side 1, centre at z = 2 - 3t, turned by 0.3 + 7t: the first roots of
// 2 - 3t = |sin|/2 and 2 - 3t = (|sin| + |cos|)/2, from the validation table. The rod is a box without thickness; the
// tolerance is 3e-8 m (the floor is 60 m), and the tips close in at over 3 m/s.
func TestTimeOfImpact_RodAndSquareOnPlane(t *testing.T) {
	for _, c := range []struct {
		name string
		half geom.Vec
		want float64
	}{
		{"rod", geom.Vec{X: 0.5}, 0.5354416482669},
		{"square", geom.Vec{X: 0.5, Y: 0.5, Z: 0.5}, 0.4541900067612},
	} {
		s := geom.Sweep{C: geom.Vec{Z: 2}, Q: geom.AxisAngle(geom.Vec{Y: 1}, 0.3), V: geom.Vec{Z: -3}, W: geom.Vec{Y: 7}}
		for what, out := range toiOnFloor(Box{Half: c.half}, s, 1) {
			if early := c.want - out.Time; out.Status != Hit || early < -1e-13 || early > 6e-8/3 {
				t.Errorf("%s and %s: %+v, early by %g", c.name, what, out, early)
			}
			if up := out.N.Z; math.Abs(up) < 1-1e-12 {
				t.Errorf("%s and %s: normal %v", c.name, what, out.N)
			}
		}
	}
}

// Validation case E3: the gap allowed is 1e-9 for the target and 1.5e-9 for the tolerance. The bar's side meets the
// corner (0.05, -1.15) of the post at the angle atan(1.15/0.05) - asin(0.05/ρ), ρ the corner's distance from the pivot.
func TestTimeOfImpact_SpinningBarHitsPost(t *testing.T) {
	rho := math.Hypot(0.05, 1.15)
	angle := math.Atan2(1.15, 0.05) - math.Asin(0.05/rho)
	for _, w := range []float64{30, 60, 200} {
		missed, iterations := 0, 0
		for k := 0; k < 100; k++ {
			c := toiBar(w, k, 100)
			before := -min(w*c.duration, 1) * (float64(k) + 0.5) / 100
			hit := false
			for before < 2.6 && !hit {
				out := c.run()
				iterations = max(iterations, out.Iterations)
				if hit = out.Status == Hit; hit {
					if early := angle - (before + w*out.Time); early < -1e-12 || early > 2.51e-9/rho {
						t.Errorf("w = %g, phase %d: early by %g rad", w, k, early)
					}
				}
				before += w * c.duration
				c = c.later(c.duration)
				c.duration = 1.0 / 60
			}
			if !hit {
				missed++
			}
		}
		t.Logf("w = %g: %d missed, at most %d iterations", w, missed, iterations)
		if missed != 0 || iterations > 30 {
			t.Errorf("w = %g: %d missed, %d iterations", w, missed, iterations)
		}
	}
}

// One arm that starts behind the post comes round to it after nearly a whole turn.
func TestTimeOfImpact_TurnsBeyondPi(t *testing.T) {
	rho := math.Hypot(0.05, 1.15)
	angle := 2*math.Pi + math.Atan2(1.15, 0.05) - math.Asin(0.05/rho)
	for _, w := range []float64{20, 200, 1000} {
		c := toiBar(w, 0, 1)
		c.a = Box{Offset: geom.Vec{X: 0.75}, Half: geom.Vec{X: 0.75, Y: 0.05, Z: 0.05}}
		c.sa.Q = geom.AxisAngle(geom.Vec{Y: 1}, 1.8)
		c.duration = 7 / w
		out := c.run()
		if early := angle - (1.8 + w*out.Time); out.Status != Hit || early < -1e-12 || early > 2.51e-9/rho {
			t.Errorf("w = %g: %+v, early by %g rad", w, out, early)
		}
		if c.duration = 5.8 / w; c.run().Status != Miss {
			t.Errorf("w = %g: %+v, before it is round", w, c.run())
		}
	}
}

// A box that flies through a thin plate, turning, is apart from it at both ends of the interval.
func TestTimeOfImpact_FindsWhatPassesThrough(t *testing.T) {
	r := newToiRand(400)
	for k := 0; k < 200; k++ {
		c := toiCase{
			a:        Box{Half: geom.Vec{X: 0.02, Y: 0.02, Z: 0.02}},
			b:        Box{Half: geom.Vec{X: 0.001, Y: 1, Z: 1}},
			sa:       geom.Sweep{C: geom.Vec{X: -5, Y: r.between(-0.5, 0.5)}, Q: r.quat(), V: geom.Vec{X: 900}, W: r.vec(100)},
			sb:       geom.Sweep{Q: geom.AxisAngle(geom.Vec{Y: 1}, r.between(-0.3, 0.3)), W: r.vec(3)},
			duration: 1.0 / 60,
			target:   1e-9,
		}
		o := c.oracle()
		out := c.run()
		ok, at, _ := o.clear(0, out.Time, c.target-1e-12, 0)
		if out.Status != Hit || !ok || o.separation(out.Time) > c.target+1e-9+1e-12 {
			t.Errorf("%d: %+v, oracle %v %g", k, out, ok, at)
		}
		if o.separation(0) < 1 || o.separation(c.duration) < 1 {
			t.Fatalf("%d: not apart at both ends", k)
		}
	}
}

// A box that tumbles above a plane reaches down to the highest point that a vertex reaches on its circle: for a turn
// about the unit w, n·w v·w + |n - w n·w| |v - w v·w|. A micrometre more or less decides.
func TestTimeOfImpact_ResolvesGrazing(t *testing.T) {
	r := newToiRand(500)
	most := 0
	for k := 0; k < 300; k++ {
		a := r.box()
		w, n := r.dir(), geom.Vec{Z: -1}
		body := toiBoxBody(&a, &geom.Sweep{})
		reach := math.Inf(-1)
		for _, v := range body.v {
			reach = max(reach, n.Dot(w)*v.Dot(w)+n.AddScaled(w, -n.Dot(w)).Len()*v.AddScaled(w, -v.Dot(w)).Len())
		}
		q := geom.AxisAngle(w, r.between(0, 7))
		spin := r.between(5, 200)
		for _, gap := range []float64{-1e-6, 1e-6} {
			s := geom.Sweep{C: geom.Vec{Z: reach + gap}, Q: q, V: geom.Vec{X: r.between(-10, 10)}, W: w.Scale(spin)}
			for what, out := range toiOnFloor(a, s, 6.4/spin) {
				most = max(most, out.Iterations)
				if want := map[bool]Status{true: Hit, false: Miss}[gap < 0]; out.Status != want {
					t.Errorf("%d, %s, gap %g: %+v", k, what, gap, out)
				}
			}
		}
	}
	t.Logf("at most %d iterations", most)
	if most > 150 {
		t.Errorf("%d iterations", most)
	}
}

// Cases E1, E2 and E7 of the validation table, without turning, in one interval: the times are gaps over speeds.
func TestTimeOfImpact_CrashCases(t *testing.T) {
	const dt = 1.0 / 60
	car, cube := Box{Half: geom.Vec{X: 2.25, Y: 0.7, Z: 0.9}}, Box{Half: geom.Vec{X: 0.25, Y: 0.25, Z: 0.25}}
	one := geom.IdentityQuat()
	check := func(name string, k int, out TOI, want, closing float64, n geom.Vec) {
		if early := (want - out.Time) * closing; out.Status != Hit || early < -1e-13 || early > 3e-8 || out.N.Sub(n).Len() > 1e-12 {
			t.Errorf("%s, phase %d: %+v, early by %g m", name, k, out, early)
		}
	}
	for k := 0; k < 60; k++ {
		phase := 3 + (float64(k)+0.5)/60
		gap := 2 * 40 * dt * phase
		sa := geom.Sweep{C: geom.Vec{X: -2.25 - gap/2}, Q: one, V: geom.Vec{X: 40}}
		sb := geom.Sweep{C: geom.Vec{X: 2.25 + gap/2}, Q: one, V: geom.Vec{X: -40}}
		check("E1", k, TimeOfImpactBoxes(&car, &sa, &car, &sb, 0.2, 1e-9), gap/80, 80, geom.Vec{X: 1})

		wall := Box{Half: geom.Vec{X: 1, Y: 5, Z: 20}}
		gap = 30 * dt * phase
		reach := 2.25*math.Cos(0.8) + 0.9*math.Sin(0.8)
		sa = geom.Sweep{C: geom.Vec{X: -gap - reach}, Q: geom.AxisAngle(geom.Vec{Y: 1}, 0.8), V: geom.Vec{X: 30}}
		sb = geom.Sweep{C: geom.Vec{X: 1}, Q: one}
		check("E7", k, TimeOfImpactBoxes(&car, &sa, &wall, &sb, 0.2, 1e-9), gap/30, 30, geom.Vec{X: 1})
	}
	for k := 0; k < 500; k++ {
		offset := 0.2 * float64(k/100)
		d := 60 * dt * (3 + (float64(k%100)+0.5)/100)
		sa := geom.Sweep{C: geom.Vec{X: -d}, Q: one, V: geom.Vec{X: 60}}
		sb := geom.Sweep{C: geom.Vec{Z: -d + offset}, Q: one, V: geom.Vec{Z: 60}}
		out := TimeOfImpactBoxes(&cube, &sa, &cube, &sb, 0.2, 1e-9)
		if early := (d-0.5)/60 - out.Time; out.Status != Hit || early < -1e-14 || early > 2e-9/60 {
			t.Errorf("E2, %d: %+v, early by %g", k, out, early)
		}
	}
}

// The boxes among the recorded pairs of turning polyhedra: bracket of their times 6.1e-13 s.
func TestTimeOfImpact_RecordedPairs(t *testing.T) {
	n := 0
	for _, rec := range rotatingCases(t) {
		if rec.Shapes[0] != "box" || rec.Shapes[1] != "box" {
			continue
		}
		n++
		c := toiCase{duration: rec.T1}
		for i, corners := range [2][][3]float64{rec.A.V, rec.B.V} {
			half, sweep := &c.a.Half, &c.sa
			if i == 1 {
				half, sweep = &c.b.Half, &c.sb
			}
			*half = rotatingVec(corners[0]).Abs()
			*sweep = rec.sweep(i)
		}
		out := c.run()
		o := c.oracle()
		closing := (o.separation(out.Time-1e-6) - out.Separation) / 1e-6
		if early := rec.TOI - out.Time; out.Status != Hit || early < -1.3e-12 || early > 1.1e-9*c.size()/closing+1.3e-12 {
			t.Errorf("%s: %+v, want %g, early by %g", rec.ID, out, rec.TOI, early)
		}
	}
	if n < 30 {
		t.Errorf("only %d pairs of boxes", n)
	}
}
