package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// turned returns the query turned by q about the origin and moved by d.
func (c hullQuery) turned(q geom.Quat, d geom.Vec) hullQuery {
	for _, w := range [2]*geom.Sweep{&c.sa, &c.sb} {
		*w = geom.Sweep{C: q.Rotate(w.C).Add(d), Q: q.Mul(w.Q), V: q.Rotate(w.V), W: q.Rotate(w.W)}
	}
	if c.tri != nil {
		c.tri = &geom.Triangle{A: q.Rotate(c.tri.A).Add(d), B: q.Rotate(c.tri.B).Add(d), C: q.Rotate(c.tri.C).Add(d)}
	}
	return c
}

// The same query with A and B exchanged, turned by 90°, or far away ends the same way.
func TestTimeOfImpactHulls_DoesNotDependOnFrames(t *testing.T) {
	quarter := geom.AxisAngle(geom.Vec{Z: 1}, math.Pi/2).Mul(geom.AxisAngle(geom.Vec{X: 1}, math.Pi/2))
	hits := 0
	for i := range hullClasses {
		class := &hullClasses[i]
		r := newToiRand(uint64(900 + i))
		for k := range geomtest.Trials(100) {
			c := r.hullQuery(t, class)
			c.target = 1e-3
			want := c.run()
			others := map[string]hullQuery{
				"turned": c.turned(quarter, geom.Vec{}),
				"far":    c.turned(geom.IdentityQuat(), geom.Vec{X: 1e4, Y: -3e3, Z: 70}),
			}
			if c.tri == nil {
				others["exchanged"] = hullQuery{a: c.b, b: c.a, sa: c.sb, sb: c.sa, duration: c.duration, target: c.target}
			}
			for name, q := range others {
				got := q.run()
				n := want.N
				switch name {
				case "turned":
					n = quarter.Rotate(n)
				case "exchanged":
					n = n.Neg()
				}
				if got.Status != want.Status {
					// At the border of two ends: the distance of a graze, or the depth at the start, is within the
					// tolerance.
					o := newHullOracle(&c)
					at := math.Min(got.Time, want.Time)
					if d := math.Abs(o.separation(at, math.Inf(1)) - c.target); d > 2e-9*c.size()+1e-11 {
						t.Errorf("%s %d, %s: %+v, want %+v", class.name, k, name, got, want)
					}
					continue
				}
				if got.Status != Hit {
					continue
				}
				hits++
				o := newHullOracle(&c)
				// Both are within the tolerance of the target, whatever the speed: so the gap at the later time is,
				// too.
				gap := o.separation(math.Max(got.Time, want.Time), math.Inf(1))
				if math.Abs(gap-c.target) > 1.5e-9*c.size()+2e-12*(10+o.fast*class.duration) && math.Abs(gap-o.distance(got.Time)) < 1e-12 {
					t.Errorf("%s %d, %s: %+v, want %+v; gap %g", class.name, k, name, got, want, gap)
				}
				if math.Abs(got.Time-want.Time) < 1e-9 && got.N.Sub(n).Len() > 1e-3 {
					t.Errorf("%s %d, %s: normal %v, want %v", class.name, k, name, got.N, n)
				}
			}
		}
	}
	if hits < geomtest.Trials(500) {
		t.Errorf("only %d hits", hits)
	}
}

// A query that begins at the time of a hit with all velocities turned round is one of shapes that part: they are
// followed out.
func TestTimeOfImpactHulls_PartingShapesLeave(t *testing.T) {
	left, again, held, deep := 0, 0, 0, 0
	for i := range hullClasses {
		class := &hullClasses[i]
		r := newToiRand(uint64(1000 + i))
		for k := range geomtest.Trials(300) {
			c := r.hullQuery(t, class)
			c.target = 1e-9
			hit := c.run()
			o := newHullOracle(&c)
			tol := 1e-9 * c.size()
			if hit.Status != Hit || hit.Time < 1e-4 || o.separation(hit.Time-1e-6, 1e-6) < 1e-7 {
				continue // not closing at 0.1 m/s at least
			}
			c = c.later(hit.Time)
			c.duration = 1.0 / 60
			if out := c.run(); out.Time != 0 || out.Status == Miss {
				t.Errorf("%s %d: %+v for shapes that touch and close in", class.name, k, out)
			}
			for _, w := range [2]*geom.Sweep{&c.sa, &c.sb} {
				w.V, w.W = w.V.Neg(), w.W.Neg()
			}
			if k%3 == 0 { // below the target, less deep than is followed
				c.sa.C = c.sa.C.AddScaled(hit.N, r.between(0, 0.5e-6)*c.size())
				deep++
			}
			out := c.run()
			o = newHullOracle(&c)
			from := 0.0
			for o.separation(from, 1) <= c.target+tol && from < out.Time {
				from += 1e-7 + 0.05*from
			}
			switch {
			case out.Status == Miss && from >= out.Time:
				left++
			case out.Status == Miss || out.Status == Hit && out.Time > from:
				if ok, at, looks := o.clear(from, out.Time, c.target-1e-3*tol-1e-12); !ok && looks <= toiLooks {
					t.Errorf("%s %d: %+v; but contact at %g after %g", class.name, k, out, at, from)
				}
				if left++; out.Status == Hit {
					again++
				}
			default:
				// Moved along the axis at the hit, another feature may be the one in contact, and is not parting; or
				// another vertex within the tolerance was parting at the hit, and approaches now.
				if k%3 != 0 {
					if ok, _, _ := o.clear(0, 1e-4, c.target-1e-3*tol-1e-12); ok {
						t.Errorf("%s %d: %+v, hit was %+v", class.name, k, out, hit)
					}
				}
				held++
			}
		}
	}
	t.Logf("%d left, %d of them hit again, %d started below the target; %d were held", left, again, deep, held)
	if left < geomtest.Trials(300) || again < geomtest.Trials(10) || deep < geomtest.Trials(80) || held > left/20 {
		t.Error("too few left, or too many were held")
	}
}

// later returns the query that begins s seconds later.
func (c hullQuery) later(s float64) hullQuery {
	for _, w := range [2]*geom.Sweep{&c.sa, &c.sb} {
		if w.Q == (geom.Quat{}) {
			continue
		}
		x := w.At(s)
		w.C, w.Q = x.P, x.Q
	}
	c.duration -= s
	return c
}

func TestTimeOfImpactHulls_DegenerateInput(t *testing.T) {
	box := boxAsHull(t, 0.5, 0.5, 0.5)
	fall := geom.Sweep{C: geom.Vec{Z: 2}, Q: geom.IdentityQuat(), V: geom.Vec{Z: -1}, W: geom.Vec{Z: 2}}
	rest := geom.Sweep{Q: geom.IdentityQuat()}
	for _, c := range []struct {
		name   string
		tri    geom.Triangle
		time   float64
		status Status
	}{
		{"point", geom.Triangle{}, 1.5, Hit},
		{"segment", geom.Triangle{A: geom.Vec{X: -3}, B: geom.Vec{X: 3}, C: geom.Vec{X: 1}}, 1.5, Hit},
		{"large", geom.Triangle{A: geom.Vec{X: -1e4, Y: -1e4}, B: geom.Vec{X: 1e4, Y: -1e4}, C: geom.Vec{Y: 1e4}}, 1.5, Hit},
		{"point aside", geom.Triangle{A: geom.Vec{X: 1}, B: geom.Vec{X: 1}, C: geom.Vec{X: 1}}, 5, Miss},
		{"point inside", geom.Triangle{A: geom.Vec{Z: 2}, B: geom.Vec{Z: 2}, C: geom.Vec{Z: 2}}, 0, Overlapping},
	} {
		out := TimeOfImpactHullTriangle(&box, &fall, &c.tri, 5, 0)
		b := c.tri.Bounds()
		if tol := 2e-9 * max(1, b.Max.Sub(b.Min).MaxAbs()); out.Status != c.status || out.Time > c.time || out.Time < c.time-tol {
			t.Errorf("%s: %+v, want %d at %g", c.name, out, c.status, c.time)
		}
	}
	small := boxAsHull(t, 0.1, 0.1, 0.1)
	for name, change := range map[string]func(c *hullQuery){
		"not a number, place": func(c *hullQuery) { c.sb.C.X = math.NaN() },
		"not a number, spin":  func(c *hullQuery) { c.sa.W.X = math.NaN() },
		"infinite velocity":   func(c *hullQuery) { c.sa.V.X = math.Inf(1) },
		"infinite duration":   func(c *hullQuery) { c.duration = math.Inf(1) },
		"not a number, pose":  func(c *hullQuery) { c.sb.Q.W = math.NaN() },
		"target":              func(c *hullQuery) { c.target = math.NaN() },
	} {
		c := hullQuery{a: box, b: small, sa: fall, sb: rest, duration: 5}
		change(&c)
		if out := c.run(); out.Status != Unresolved || out.Time != 0 {
			t.Errorf("%s: %+v", name, out)
		}
		if out := FCPF(&c.a, &c.sa, &c.b, &c.sb, c.duration); name != "target" && (out.Status != Unresolved || out.Set.Count != 0) {
			t.Errorf("%s: %+v", name, out)
		}
	}
	if out := TimeOfImpactHulls(&box, &fall, &small, &rest, -1, 0); out.Status != Miss {
		t.Errorf("negative duration: %+v", out)
	}
	// Touching in a point, exactly, and at rest; and a face in a face.
	still := fall
	still.V, still.W, still.C.Z = geom.Vec{}, geom.Vec{}, 0.6
	if out := TimeOfImpactHulls(&box, &still, &small, &rest, 1, 0); out.Status != Overlapping || out.Time != 0 || math.Abs(out.N.Z+1) > 1e-12 {
		t.Errorf("touching: %+v", out)
	}
	still.V.Z = 1
	if out := TimeOfImpactHulls(&box, &still, &small, &rest, 1, 0); out.Status != Miss {
		t.Errorf("touching and parting: %+v", out)
	}
}

func TestTimeOfImpactHulls_AllocatesNothing(t *testing.T) {
	pair, tri := hullPairs(t, 1, false, Hit)[0], hullPairs(t, 3, true, Hit)[0]
	if n := testing.AllocsPerRun(100, func() { pair.run(); tri.run() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if n := testing.AllocsPerRun(10, func() { FCPF(&pair.a, &pair.sa, &pair.b, &pair.sb, pair.duration) }); n != 0 {
		t.Errorf("%v allocations of FCPF", n)
	}
}
