package vehicle

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
)

// growthOfStep is the largest size of an eigenvalue of a step with the phase p and the share c, from the formulas of the
// scheme, not from their trace and determinant.
func growthOfStep(p, c float64) float64 {
	step := func(z, u float64) (float64, float64) { // position, velocity times step
		mid := z + u/2
		first := -p*p*mid - c*u
		a := -p*p*mid - c*(u+first/2)
		return z + u + a/2, u + a
	}
	zz, zu := step(1, 0)
	uz, uu := step(0, 1)
	trace, det := zz+uu, zz*uu-uz*zu
	d := trace*trace/4 - det
	if d < 0 {
		return math.Sqrt(det)
	}
	return math.Abs(trace)/2 + math.Sqrt(d)
}

// TestCheckStep_AllowsWhatIsStable: no phase and share within the bounds grows, and beyond either some do.
func TestCheckStep_AllowsWhatIsStable(t *testing.T) {
	for p := 0.01; p <= maxSwing; p += 0.01 {
		for c := 0.0; c < maxDecay; c += 0.01 {
			if g := growthOfStep(p, c); g > 1+1e-9 {
				t.Fatalf("phase %g, share %g: grows by %g in a step", p, c, g)
			}
		}
	}
	if g := growthOfStep(1.01*maxSwing, 0); !(g > 1.1) {
		t.Errorf("a longer phase: %g", g)
	}
	if g := growthOfStep(0.1, 1.01*maxDecay); !(g > 1) {
		t.Errorf("a larger share: %g", g)
	}
}

// longestStep returns the longest step that a body allows [s].
func longestStep(v *Vehicle, invMass float64, inv *geom.Mat3) float64 {
	short, long := 0.0, 10.0
	for range 60 {
		if mid := (short + long) / 2; v.CheckStep(mid, invMass, inv) == nil {
			short = mid
		} else {
			long = mid
		}
	}
	return short
}

// TestCheckStep_BoundsTheOscillationsOfTheBody compares the longest step of random vehicles with that of their fastest
// oscillation on the bump stops and of their fastest decay, of the three coordinates of a body on springs: it is never
// longer, and no less than half of it: with n = 4 wheels the largest sum of a row of a symmetric matrix is sqrt(n) times
// its largest eigenvalue at most.
func TestCheckStep_BoundsTheOscillationsOfTheBody(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	for n := range 300 {
		d := sedan()
		f, zeta := 1+2*r.Float64(), 0.1+1.4*r.Float64()
		for i := range d.Wheels {
			d.Wheels[i].Frequency, d.Wheels[i].Damping = f, zeta
		}
		if n%2 == 1 {
			d.Bars = []Bar{{0, 1, 4e4 * r.Float64()}, {2, 3, 4e4 * r.Float64()}}
		}
		v := mustNew(t, d)
		roll, pitch := 300+700*r.Float64(), 1000+2000*r.Float64()
		inv := geom.Diagonal(geom.Vec{X: 1 / roll, Y: 1 / pitch, Z: 1 / pitch})
		// Coordinates in which the mass is one: lift over sqrt(1500 kg), roll and pitch likewise.
		row := func(w *Wheel, lift float64) geom.Vec {
			return geom.Vec{X: lift / math.Sqrt(1500), Y: w.Contact.Y / math.Sqrt(roll), Z: -w.Contact.X / math.Sqrt(pitch)}
		}
		var springs, dampers geom.Mat3
		for i := range v.Wheels {
			w := &v.Wheels[i]
			addSquare(&springs, row(w, 1), 21*w.Stiffness)
			addSquare(&dampers, row(w, 1), w.Damping)
		}
		for _, b := range v.bars {
			addSquare(&springs, row(&v.Wheels[b.Left], 0).Sub(row(&v.Wheels[b.Right], 0)), b.Stiffness)
		}
		want := math.Min(2/math.Sqrt(largest(&springs)), 2/largest(&dampers))
		if got := longestStep(v, 1.0/1500, &inv); got > want*(1+1e-9) || got < want/2 {
			t.Errorf("vehicle %d allows a step of %.4g s; its fastest motion %.4g s", n, got, want)
		}
	}
}

// addSquare adds k times the square of a row to a matrix.
func addSquare(m *geom.Mat3, row geom.Vec, k float64) {
	m.X = m.X.AddScaled(row, k*row.X)
	m.Y = m.Y.AddScaled(row, k*row.Y)
	m.Z = m.Z.AddScaled(row, k*row.Z)
}

// largest returns the largest eigenvalue of a symmetric matrix that is not negative.
func largest(m *geom.Mat3) float64 {
	v := geom.Vec{X: 1, Y: 0.7, Z: 0.4}
	for range 2000 {
		v = m.Apply(v).Normalize()
	}
	return v.Dot(m.Apply(v))
}

func TestCheckStep_NamesTheLegAndTheStep(t *testing.T) {
	d := sedan()
	for i, name := range []string{"fl", "fr", "rl", "rr"} {
		d.Wheels[i].Name = name
	}
	d.Wheels[1].Frequency = 4
	d.Wheels[1].Contact = mgl64.Vec3{1.2, -0.8, -0.5}
	v := mustNew(t, d)
	inv := geom.Diagonal(geom.Vec{X: 1.0 / 500, Y: 1.0 / 2000, Z: 1.0 / 2000})
	step := longestStep(v, 1.0/1500, &inv)
	err := v.CheckStep(0.1, 1.0/1500, &inv)
	if err == nil || !strings.Contains(err.Error(), `wheel "fr": its spring of `) {
		t.Fatal(err)
	}
	// The step that it asks for is good, and the next longer one is not.
	n := math.Floor(1/step) + 1
	if _, after, _ := strings.Cut(err.Error(), "at most 1/"); !strings.HasPrefix(after, strconv.Itoa(int(n))+" s") {
		t.Errorf("%v: want 1/%g s", err, n)
	}
	if v.CheckStep(1/n, 1.0/1500, &inv) != nil || v.CheckStep(1/(n-1), 1.0/1500, &inv) == nil {
		t.Errorf("1/%g s is not the step asked for", n)
	}
}

// TestGrip_IsRelativeToGroundThatMoves: a velocity that ground and vehicle share changes nothing; ground that gives way
// has the damper's force D at the rate that D leaves: D = c (rate - give D).
func TestGrip_IsRelativeToGroundThatMoves(t *testing.T) {
	v, pose := mustNew(t, sedan()), level(0.5)
	load := func(vel, of geom.Vec, give float64) float64 {
		ground := road(v.Probe(0, pose, 0))
		ground.Vel, ground.Give = of, give
		g, ok := v.Grip(0, pose, &ground, vel, Input{})
		if !ok {
			t.Fatal("no grip")
		}
		return g.Load
	}
	still, shared := load(geom.Vec{}, geom.Vec{}, 0), geom.Vec{X: 3, Y: -1, Z: 0.4}
	for _, down := range []float64{0.2, -0.1} {
		vel := geom.Vec{Z: -down}
		sinks := load(vel, geom.Vec{}, 0)
		if c := v.Wheels[0].Damping; math.Abs(sinks-still-c*down) > 1e-9*still {
			t.Errorf("%g m/s: load %g, at rest %g, damping %g N s/m", down, sinks, still, c)
		}
		if got := load(vel.Add(shared), shared, 0); math.Abs(got-sinks) > 1e-9*still {
			t.Errorf("%g m/s: load %g on ground that moves along, %g on the road", down, got, sinks)
		}
		if got := load(geom.Vec{}, geom.Vec{Z: down}, 0); math.Abs(got-sinks) > 1e-9*still {
			t.Errorf("%g m/s: load %g where the ground rises, %g where the body sinks", down, got, sinks)
		}
		const give = 2e-4
		d := load(vel, geom.Vec{}, give) - still
		if want := v.Wheels[0].Damping * (down - give*d); math.Abs(d-want) > 1e-9*still || math.Abs(d) > 0.9*math.Abs(sinks-still) {
			t.Errorf("%g m/s: damper %g N on ground that gives way, want %g; %g on the road", down, d, want, sinks-still)
		}
	}
}

// TestRamps_AddUpToTheSuspension: of wheels with and without an end of the rebound, under anti-roll bars that press or relieve them, the
// sum of the ramps is the force of the suspension at rest, as far as it presses.
func TestRamps_AddUpToTheSuspension(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	stops, relieved := 0, 0
	for n := range 400 {
		d := sedan()
		for i := range d.Wheels {
			d.Wheels[i].Frequency = 1 + r.Float64()
			if n%2 == 1 {
				d.Wheels[i].Rebound = 0.03 + 0.05*r.Float64()
			}
		}
		d.Bars = []Bar{{0, 1, 4e4 * r.Float64()}}
		v := mustNew(t, d)
		ground := make([]Ground, len(v.Wheels))
		for k := range ground {
			ground[k] = Ground{Hit: true, Lift: 0.3*r.Float64() - 0.1}
		}
		v.Stand(ground)
		for k := range v.Wheels {
			w := &v.Wheels[k]
			lift := 0.4*r.Float64() - 0.15
			want := max(0, v.suspension(k, lift, 0, 0))
			if v.barred[k] > 0 && lift < 0.5*w.Load/w.Stiffness-w.Droop {
				continue // a bar presses a wheel that hangs: the tyre gives way, which suspension has at a rebound alone
			}
			got := 0.0
			for _, ramp := range v.Ramps(k) {
				if ramp.Stiffness != 0 && ramp.From < v.Ramps(k)[0].From {
					t.Fatalf("a ramp begins before the first: %v", v.Ramps(k))
				}
				got += ramp.Stiffness * max(0, lift-ramp.From)
			}
			if v.barred[k] < 0 && got > 0 {
				relieved++
			}
			if math.Abs(got-want) > 1e-9*(w.Load+want) {
				t.Fatalf("vehicle %d, wheel %d at %g m, bar %g N, rebound %g: ramps %v give %g N, want %g", n, k, lift, v.barred[k], w.Droop, v.Ramps(k), got, want)
			}
			if lift > w.Travel {
				stops++
			}
		}
	}
	if stops < 200 || relieved < 20 {
		t.Errorf("%d on stops, %d relieved", stops, relieved)
	}
}

// TestStand_AWheelThatHangsFollowsItsBar: the left wheel is lifted by 80 mm. Where the ground under the right one is lower than where
// spring and bar of that balance, the right wheel presses nothing, and hangs there however low the ground is.
func TestStand_AWheelThatHangsFollowsItsBar(t *testing.T) {
	const bar, lifted = 4e4, 0.08
	d := sedan()
	d.Bars = []Bar{{0, 1, bar}}
	v := mustNew(t, d)
	w := &v.Wheels[1]
	hangs := (bar*lifted - w.Load) / (w.Stiffness + bar)
	if !(hangs > 0.5*-w.Droop && hangs < 0) {
		t.Fatalf("it hangs at %g m, of %g", hangs, -w.Droop)
	}
	ground := make([]Ground, len(v.Wheels))
	ground[0] = Ground{Hit: true, Lift: lifted}
	for _, lift := range []float64{math.Inf(-1), 0.9 * -w.Droop, hangs - 1e-4, hangs, hangs + 0.01, 0.03} {
		ground[1] = Ground{Hit: lift >= -w.Droop, Lift: lift}
		v.Stand(ground)
		want, at := bar*(lifted-max(lift, hangs)), max(lift, hangs)
		if got := v.barred[0]; math.Abs(got-want) > 1e-9*want || v.barred[1] != -got {
			t.Errorf("ground at %g m: the bar presses with %g and %g N, want %g", lift, got, v.barred[1], want)
		}
		load := v.suspension(1, at, 0, 0)
		if want := (w.Stiffness + bar) * (at - hangs); math.Abs(load-want) > 1e-9*w.Load || lift < hangs && v.suspension(1, lift, 0, 0) > 0 {
			t.Errorf("ground at %g m: a load of %g N at %g m, want %g", lift, load, at, want)
		}
		ground[0], ground[1] = ground[1], ground[0]
		v.Stand(ground)
		if got := v.barred[1]; math.Abs(got-want) > 1e-9*want || v.barred[0] != -got {
			t.Errorf("ground at %g m, mirrored: the bar presses with %g and %g N, want %g", lift, v.barred[0], got, want)
		}
		ground[0], ground[1] = ground[1], ground[0]
	}
}

// TestStand_AWheelThatHangsIsHeldByItsRebound: spring and bar would balance 80 mm down, of which the rebound leaves 30.
func TestStand_AWheelThatHangsIsHeldByItsRebound(t *testing.T) {
	const bar, rebound, lifted = 1e4, 0.03, 0.01
	d := sedan()
	d.Bars = []Bar{{0, 1, bar}}
	d.Wheels[0].Rebound, d.Wheels[1].Rebound = rebound, rebound
	v := mustNew(t, d)
	w := &v.Wheels[1]
	if hangs := (bar*lifted - w.Load) / (w.Stiffness + bar); !(hangs < 2*-rebound) {
		t.Fatalf("without a stop it hangs at %g m", hangs)
	}
	for k := range 2 {
		ground := make([]Ground, len(v.Wheels))
		ground[k] = Ground{Hit: true, Lift: lifted}
		v.Stand(ground)
		const want = bar * (lifted + rebound)
		if got := v.barred[k]; math.Abs(got-want) > 1e-9*want || v.barred[1-k] != -got {
			t.Errorf("wheel %d lifted: the bar presses with %g and %g N, want %g", k, got, v.barred[1-k], want)
		}
	}
}

// TestStiff_HasForceAndEnergyOfTheSpring: above the stop at 0.1 m the spring is 21 times as stiff. Its force and its energy are added up
// over the lift; a spring of stiffness k that is pressed with a force F has the energy F²/2k.
func TestStiff_HasForceAndEnergyOfTheSpring(t *testing.T) {
	p := Probe{Droop: 0.08, Travel: 0.1, Stiffness: 3e4}
	for _, lift := range []float64{-0.05, 0, 0.1, 0.13, 0.4} {
		const parts = 20000
		force, energy, dz := 0.0, 0.0, (lift+p.Droop)/parts
		for n := range parts {
			k := p.Stiffness
			if (float64(n)+0.5)*dz-p.Droop > p.Travel {
				k *= 1 + bumpStiffening
			}
			energy += (force + 0.5*k*dz) * dz
			force += k * dz
		}
		if got, want := p.Stiff(lift), force*force/(2*energy); math.Abs(got-want) > 1e-3*want {
			t.Errorf("at %g m: %g N/m, want %g", lift, got, want)
		}
	}
}
