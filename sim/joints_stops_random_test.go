package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// randomLimbs is a chain of links on joints with one to three limits each, some of them hinges, that is thrown at a floor, or in
// free space, with limits from 2° to 150° beyond where it is.
func randomLimbs(seed uint64, space bool) *sim.Definition {
	r := rand.New(rand.NewPCG(seed, 7))
	between := func(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
	unit := func() mgl64.Vec3 {
		return mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Normalize()
	}
	def := &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 240, SleepTime: -1},
		Materials: []sim.Material{{Friction: between(0, 0.8), Restitution: between(0, 0.5)}},
	}
	if !space {
		def.Settings.Gravity = tilt(0)
		def.Statics = []sim.StaticDef{floor(100)}
	}
	end, links, velocity := mgl64.Vec3{0, 0, 2}, 2+r.IntN(6), mgl64.Vec3{between(-8, 8), between(-8, 8), between(-8, 2)}
	for k := range links {
		way, half := unit(), between(0.1, 0.3)
		q := mgl64.QuatBetweenVectors(mgl64.Vec3{1, 0, 0}, way)
		def.Bodies = append(def.Bodies, sim.BodyDef{
			Name: fmt.Sprint(k), Half: mgl64.Vec3{half, between(0.02, 0.05), between(0.02, 0.05)}, Mass: math.Exp(between(-1, 3)), Group: 1,
			Position: end.Add(way.Mul(half)), Attitude: q, Velocity: velocity, AngularVelocity: unit().Mul(between(0, 15)),
		})
		if k > 0 {
			var limits []sim.JointLimit
			for range 1 + r.IntN(3) {
				a, b := unit(), unit()
				if r.IntN(2) == 0 {
					b = a
				}
				u, v := def.Bodies[k-1].Attitude.Rotate(a), q.Rotate(b)
				angle := math.Atan2(u.Cross(v).Len(), u.Dot(v))
				limits = append(limits, sim.JointLimit{AxisA: a, AxisB: b, Angle: angle + math.Min(0.9*(math.Pi-angle), math.Exp(between(-3.3, 1)))})
			}
			first := len(def.Joints)
			if r.IntN(3) == 0 {
				hinge(def, k-1, k, end, unit().Mul(0.1))
			} else {
				def.Joints = append(def.Joints, sim.JointDef{Name: fmt.Sprint("joint ", first), A: k - 1, B: k, InWorld: true, AtA: end})
			}
			def.Joints[first].Limits = limits
		}
		end = end.Add(way.Mul(2 * half))
	}
	def.Ignore = []sim.IgnoreDef{{GroupA: 1, GroupB: 1}}
	return def
}

// TestStop_RandomLimbsKeepTheirLimits throws chains with limits of all kinds: no step gains energy, the ledger closes, and no
// limit is passed by more than 5 mrad; in free space, where nothing cuts a substep, by more than 0.1 µrad, and momentum stays,
// and angular momentum to the order to which the levers of joints follow what stops within a substep.
func TestStop_RandomLimbsKeepTheirLimits(t *testing.T) {
	t.Parallel()
	n := uint64(8)
	if geomtest.Long {
		n = 200
	}
	for seed := range n {
		space := seed%2 == 0
		def := randomLimbs(seed, space)
		w := mustWorld(t, def)
		run(t, w, 1, nil) // at which velocities come to agree with the joints
		energy, gain, beyond, near := energyOf(&w.Frame().Ledger), math.Inf(-1), math.Inf(-1), 0
		start := energy
		p0, l0 := momenta(w, def)
		balanceOf(t, w, 240, func() {
			now := energyOf(&w.Frame().Ledger)
			gain, energy = math.Max(gain, now-energy), now
			most, _ := beyondLimits(def, w)
			if beyond = math.Max(beyond, most); most > -1e-3 {
				near++
			}
		})
		p, l := momenta(w, def)
		bound := 5e-3
		if space {
			bound = 1e-7
			if p.Sub(p0).Len() > 1e-9*p0.Len() || l.Sub(l0).Len() > 1e-6*l0.Len() {
				t.Errorf("seed %d: momentum changes by %v, angular momentum by %v of %v", seed, p.Sub(p0), l.Sub(l0), l0)
			}
		}
		t.Logf("seed %d: beyond by %.2g rad, at a limit in %d steps; gain %.2g of %.3g J; apart by %.2g m", seed, beyond, near, gain, start, partsBy(def, w))
		if beyond > bound || gain > 1e-5*start {
			t.Errorf("seed %d: %g rad beyond a limit; a step adds %g J to %g", seed, beyond, gain, start)
		}
	}
}
