package sim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// crashSteps are lengths of the step that random crashes are run with.
var crashSteps = []float64{1.0 / 30, 1.0 / 60, 1.0 / 240, 1e-3}

// trials returns how many of n random cases are tried: a fifth of them, and twenty times as many with the tag long.
func trials(n int) int {
	if geomtest.Long {
		return 20 * n
	}
	return n / 5
}

// between returns a number from lo to hi, even in its logarithm.
func between(r *rand.Rand, lo, hi float64) float64 { return lo * math.Pow(hi/lo, r.Float64()) }

// TestCrash_AnyHeadOn is E1 with any masses, sizes, speeds, restitution, overlap of the faces (that of the smaller lies
// in that of the larger) and phase: one impact, the velocities of two points, no overlap.
func TestCrash_AnyHeadOn(t *testing.T) {
	r := rand.New(rand.NewPCG(101, 1))
	for n := range trials(400) {
		dt, e := crashSteps[n%4], []float64{0, 0.3, 1, r.Float64()}[r.IntN(4)]
		size := between(r, 0.01, 10)
		a := sim.BodyDef{Name: "a", Half: mgl64.Vec3{size * between(r, 0.1, 3), size, size}, Mass: between(r, 0.1, 1e5)}
		b := sim.BodyDef{Name: "b", Half: mgl64.Vec3{size * between(r, 0.1, 3), size * r.Float64(), size * r.Float64()}, Mass: a.Mass * between(r, 0.01, 100)}
		closing := between(r, 1, 1000)
		va := closing * (2*r.Float64() - 1)
		vb := va - closing
		gap := closing * dt * (1 + 5*r.Float64())
		at := geom.Vec{X: 20 * r.NormFloat64(), Y: 20 * r.NormFloat64()}
		a.Position, a.Velocity = mgl64.Vec3{at.X - a.Half[0] - gap/2, at.Y, 0}, mgl64.Vec3{va}
		b.Position, b.Velocity = mgl64.Vec3{at.X + b.Half[0] + gap/2, at.Y, 0}, mgl64.Vec3{vb}
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Step: dt, SleepTime: -1},
			Materials: []sim.Material{{Restitution: e, Friction: []float64{0, 0.5}[r.IntN(2)]}},
			Bodies:    []sim.BodyDef{a, b},
		})
		overlap := 0.0
		impacts := run(t, w, int(gap/closing/dt)+5, func() {
			overlap = math.Max(overlap, a.Half[0]+b.Half[0]-(value(w, 1, "x", 0)-value(w, 0, "x", 0)))
		})
		if len(impacts) != 1 || overlap > 1e-6 {
			t.Errorf("case %d: %d impacts, overlap %g", n, len(impacts), overlap)
			continue
		}
		mean := (a.Mass*va + b.Mass*vb) / (a.Mass + b.Mass)
		for i, want := range []float64{mean - e*b.Mass/(a.Mass+b.Mass)*closing, mean + e*a.Mass/(a.Mass+b.Mass)*closing} {
			s := bodyOf(w, i)
			if math.Abs(s.V.X-want) > 1e-11*closing || math.Hypot(s.V.Y, s.V.Z) > 1e-11*closing || s.L.Len() > 1e-11*a.Mass*size*closing {
				t.Errorf("case %d: body %d has %v m/s and %v, want %g", n, i, s.V, s.L, want)
			}
		}
		if d := impacts[0].Time - gap/closing; math.Abs(d) > 1e-8*math.Max(a.Half[0], size*3)/closing+1e-13 {
			t.Errorf("case %d: impact %g s late", n, d)
		}
	}
}

// TestCrash_AnyCorner is E7 with any size, mass, yaw, speed, restitution, friction and phase, about each axis, against
// a wall or a heavy box that moves: the impulse of one point, against the final slip.
func TestCrash_AnyCorner(t *testing.T) {
	r := rand.New(rand.NewPCG(101, 2))
	slid, stuck := 0, 0
	cases := trials(400)
	if !geomtest.Long {
		cases *= 2 // fewer have too few that slide
	}
	for n := range cases {
		dt, e, mu := crashSteps[n%4], r.Float64(), []float64{0, 0.2, 1.5}[r.IntN(3)]
		yaw := 0.1 + 1.3*r.Float64()
		half := mgl64.Vec3{between(r, 0.05, 4), between(r, 0.05, 4), between(r, 0.05, 4)}
		m, v := between(r, 0.1, 1e5), between(r, 1, 300)
		s, c := math.Sincos(yaw)
		rx, rz := half[0]*c+half[2]*s, -half[0]*s+half[2]*c
		if math.Abs(rz) < 0.05*rx {
			continue
		}
		inertia := m / 3 * (half[0]*half[0] + half[2]*half[2])
		drive := 0.0
		if r.IntN(2) == 0 {
			drive = -v * r.Float64()
		}
		closing := v - drive
		gap := closing * dt * (1 + 5*r.Float64())
		b := sim.BodyDef{Name: "a", Half: half, Mass: m, Position: mgl64.Vec3{-rx - gap, 0, 0}, Velocity: mgl64.Vec3{v}, Attitude: mgl64.QuatRotate(yaw, mgl64.Vec3{0, 1, 0})}
		def := &sim.Definition{Settings: sim.Settings{Step: dt, SleepTime: -1}, Materials: []sim.Material{{Restitution: e, Friction: mu}}, Bodies: []sim.BodyDef{b}}
		wall := mgl64.Vec3{1, 20, 40}
		if drive == 0 {
			def.Statics = []sim.StaticDef{{Name: "wall", Half: wall, Position: mgl64.Vec3{1, 0, 0}}}
		} else {
			def.Bodies = append(def.Bodies, sim.BodyDef{Name: "wall", Half: wall, Position: mgl64.Vec3{1, 0, 0}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{drive}}}})
		}
		impacts := run(t, mustWorld(t, def), int(gap/closing/dt)+3, nil)
		if len(impacts) == 0 {
			t.Errorf("case %d: no impact", n)
			continue
		}
		// The corner is at (rx, rz) and receives (-J, F): u_x = v - J/m + w rz, u_z = F/m - w rx, w about y = -(rz J +
		// rx F)/I.
		kxx, kxz, kzz := 1/m+rz*rz/inertia, rx*rz/inertia, 1/m+rx*rx/inertia
		j, f := (1+e)*closing/kxx, 0.0
		if mu > 0 {
			// Sticking: u_z⁺ = 0 and u_x⁺ - drive = -e closing.
			det := kxx*kzz - kxz*kxz
			j, f = (1+e)*closing*kzz/det, -(1+e)*closing*kxz/det
			stuck++
			if math.Abs(f) > mu*j {
				stuck--
				slid++
				f = math.Copysign(mu, f) // F = ±mu J
				j = (1 + e) * closing / (kxx + kxz*f)
				f = f * j
			}
		}
		after := impacts[0].After[0]
		wantV, wantZ, wantW := v-j/m, f/m, -(rz*j+rx*f)/inertia
		off := 1e-11 * (v + closing)
		if after.V.Sub(geom.Vec{X: wantV, Z: wantZ}).Len() > off || math.Abs(after.W.Y-wantW)*math.Hypot(rx, rz) > off+1e-11*math.Abs(wantW)*half.Len() {
			t.Errorf("case %d: e %g, mu %g, yaw %g, drive %g: v %v, w %v, want %.12g, %.12g, %.12g", n, e, mu, yaw, drive, after.V, after.W, wantV, wantZ, wantW)
		}
	}
	if slid < 20 || stuck < 20 {
		t.Errorf("%d slid, %d stuck", slid, stuck)
	}
}

// TestCrash_AnyCrossing is E2 with any sizes, speeds and offsets: boxes that do not turn fly past each other along two
// axes. The slabs that they sweep say whether and when they meet.
func TestCrash_AnyCrossing(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(101, 3))
	hits, misses := 0, 0
	for n := range trials(600) {
		dt := crashSteps[n%4]
		a := sim.BodyDef{Name: "a", Mass: 100, Half: mgl64.Vec3{between(r, 0.02, 2), between(r, 0.02, 2), between(r, 0.02, 2)}}
		b := sim.BodyDef{Name: "b", Mass: 30, Half: mgl64.Vec3{between(r, 0.02, 2), between(r, 0.02, 2), between(r, 0.02, 2)}}
		va, vb := between(r, 5, 2000), between(r, 5, 2000)
		after := dt * (1 + 5*r.Float64()) // when the centres would be nearest
		var off geom.Vec
		for axis := range 3 {
			off = off.Add(geom.Vec(axisVec(axis)).Scale((a.Half[axis] + b.Half[axis]) * (2.4*r.Float64() - 1.2)))
		}
		// To begin with they are so far apart that they do not touch.
		after = math.Max(after, 3*(a.Half.Len()+b.Half.Len())/math.Min(va, vb))
		a.Position, a.Velocity = mgl64.Vec3{-va * after, 0, 0}, mgl64.Vec3{va}
		b.Position, b.Velocity = mgl64.Vec3{off.X, off.Y, off.Z - vb*after}, mgl64.Vec3{0, 0, vb}
		enter, exit, least := math.Inf(-1), math.Inf(1), math.Inf(1)
		for axis := range 3 {
			d, v, reach := b.Position[axis]-a.Position[axis], b.Velocity[axis]-a.Velocity[axis], a.Half[axis]+b.Half[axis]
			if v == 0 {
				least = math.Min(least, reach-math.Abs(d))
				continue
			}
			t0, t1 := (-reach-d)/v, (reach-d)/v
			enter, exit = math.Max(enter, math.Min(t0, t1)), math.Min(exit, math.Max(t0, t1))
		}
		meet := enter < exit && least > 0
		if math.Abs(exit-enter)*math.Max(va, vb) < 1e-4 || math.Abs(least) < 1e-4 {
			continue // they graze
		}
		impacts := run(t, mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Step: dt, SleepTime: -1}, Materials: []sim.Material{{Restitution: 0.5}}, Bodies: []sim.BodyDef{a, b},
		}), int(2*after/dt)+1, nil)
		switch {
		case !meet && len(impacts) > 0:
			t.Errorf("case %d: an impact of boxes that miss each other", n)
		case meet && len(impacts) == 0:
			t.Errorf("case %d: missed", n)
		case meet && math.Abs(impacts[0].Time-enter) > 1e-8*4/math.Min(va, vb)+1e-13:
			t.Errorf("case %d: met at %.13g s, want %.13g", n, impacts[0].Time, enter)
		}
		if meet {
			hits++
		} else {
			misses++
		}
	}
	if hits < trials(100) || misses < trials(50) {
		t.Errorf("%d meet, %d miss", hits, misses)
	}
}

func axisVec(axis int) geom.Vec {
	return [3]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}}[axis]
}
