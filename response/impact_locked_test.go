package response

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestImpact_JointsWithoutRoom lets two links, which hang on a driven body, strike a floor and walls at up to ten points.
// Many have no room. What has some obeys the joints and does not approach; the others have impulses that are numbers, and
// say that they are squeezed: among the 4,000 with the tag long the sweeps of one grow beyond all numbers.
func TestImpact_JointsWithoutRoom(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	uniform := func(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
	vec := func(s float64) geom.Vec { return geom.Vec{X: uniform(-s, s), Y: uniform(-s, s), Z: uniform(-s, s)} }
	var s ImpactSolver
	found, squeezed, lost := 0, 0, 0
	for n := range geomtest.Trials(4000) {
		bodies := []ImpactBody{{V: vec(1)}}
		var joints []ImpactJoint
		end := geom.Vec{}
		for k := range int32(2) {
			d := vec(0.3)
			bodies = append(bodies, ImpactBody{
				InvMass: 1, InvInertia: geom.Diagonal(geom.Vec{X: uniform(20, 200), Y: uniform(20, 200), Z: uniform(20, 200)}),
				X: end.Add(d), V: vec(1), W: vec(5),
			})
			joints = append(joints, ImpactJoint{A: k, B: k + 1, P: end})
			end = end.AddScaled(d, 2)
		}
		var points []ImpactPoint
		for range 2 + r.IntN(9) {
			b := int32(1 + r.IntN(2))
			normal := []geom.Vec{{Z: -1}, {X: 1}, {X: -1}, {Y: 1}}[r.IntN(4)]
			points = append(points, ImpactPoint{A: b, B: -1, P: bodies[b].X.Add(vec(0.2)), N: normal, Friction: 0.5})
		}
		s.Join(joints)
		res := s.Solve(bodies, points, ImpactOptions{})
		velocity := func(b int32, p geom.Vec) geom.Vec {
			return bodies[b].V.Add(bodies[b].W.Cross(p.Sub(bodies[b].X)))
		}
		switch {
		case res.Status == Converged:
			found++
			for _, j := range joints {
				if apart := velocity(j.B, j.P).Sub(velocity(j.A, j.P)).Len(); apart > 1e-9 {
					t.Errorf("case %d: a joint parts at %g m/s", n, apart)
				}
			}
			for i := range points {
				if away := -points[i].N.Dot(velocity(points[i].A, points[i].P)); away < -1e-9 {
					t.Errorf("case %d: point %d approaches at %g m/s", n, i, -away)
				}
			}
		case res.Squeezed:
			squeezed++
		case res.Status == OutOfIterations:
			lost++
		}
		if math.IsNaN(res.Residual) || math.IsInf(res.Residual, 0) {
			t.Errorf("case %d: residual %g", n, res.Residual)
		}
		for i := range points {
			if !points[i].Impulse.IsFinite() {
				t.Errorf("case %d: impulse %v at point %d", n, points[i].Impulse, i)
			}
		}
	}
	if found < geomtest.Trials(2000) || squeezed < geomtest.Trials(500) || lost > geomtest.Trials(60) {
		t.Errorf("%d found, %d squeezed, %d lost", found, squeezed, lost)
	}
}

// TestSolvePoint_OfWhatAJointHolds strikes a body that is held at a point: an impulse along the line to that moves
// nothing. What sticks is the same in every frame, to rounding, and no more pressed along the line than friction needs:
// not at all, or to the edge of its cone.
func TestSolvePoint_OfWhatAJointHolds(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	vec := func() geom.Vec {
		return geom.Vec{X: 2*r.Float64() - 1, Y: 2*r.Float64() - 1, Z: 2*r.Float64() - 1}
	}
	free, pressed, slid := 0, 0, 0
	for n := range 5000 {
		arm, spin, mu := vec(), vec(), 0.1+1.4*r.Float64()
		inertia := geom.Diagonal(geom.Vec{X: 1 + 9*r.Float64(), Y: 1 + 9*r.Float64(), Z: 1 + 9*r.Float64()})
		lever := geom.Skew(arm)
		k := lever.Mul(&inertia)
		across := lever.Transpose()
		k = k.Mul(&across) // -[r] I⁻¹ [r] = [r] I⁻¹ [r]ᵀ
		q := spin.Cross(arm)
		if q.X >= 0 {
			q = q.Neg()
		}
		p := solvePoint(&k, q, mu)
		u := q.Add(k.Apply(p))
		tangential := math.Hypot(p.Y, p.Z)
		edge := tangential - mu*p.X
		if u.X < -1e-12 || u.X > 1e-12 || edge > 1e-9*p.X {
			t.Fatalf("case %d: impulse %v, velocity %v, %g beyond the cone", n, p, u, edge)
		}
		if slip := math.Hypot(u.Y, u.Z); slip > 1e-11 {
			slid++
			if edge < -1e-9*p.X || math.Abs(u.Y*p.Y+u.Z*p.Z+slip*tangential) > 1e-9*slip*tangential {
				t.Fatalf("case %d: impulse %v, slip %v", n, p, u)
			}
			continue
		}
		along := math.Abs(p.Dot(arm)) / arm.Len()
		tangent := geom.Vec{Y: arm.Y, Z: arm.Z}
		switch {
		case math.Abs(p.Dot(tangent)) > 1e-9*tangential*tangent.Len() && edge < -1e-9*p.X:
			t.Fatalf("case %d: pressed by %g along the arm without need", n, along)
		case edge < -1e-9*p.X:
			free++
		default:
			pressed++
		}
		s, c := math.Sincos(2 * math.Pi * r.Float64())
		turn := geom.Mat3{X: geom.Vec{X: 1}, Y: geom.Vec{Y: c, Z: -s}, Z: geom.Vec{Y: s, Z: c}}
		back := turn.Transpose()
		turned := turn.Mul(&k)
		turned = turned.Mul(&back)
		if other := turn.ApplyT(solvePoint(&turned, turn.Apply(q), mu)); other.Sub(p).Len() > 1e-7*p.Len() {
			t.Fatalf("case %d: impulse %v, and %v in a frame that is turned", n, p, other)
		}
	}
	if free < 200 || pressed < 100 || slid < 200 {
		t.Errorf("%d stick, %d where pressed along the arm, %d slide", free, pressed, slid)
	}
}

// TestImpact_ModelsOfWhatAJointHolds strikes a body that is held at a point, whose mobility is singular at the contact,
// by every model: no energy is gained, friction stays in its cone, and the point no longer approaches, but for two of 16,000 by a
// part of its speed, where the mobility is next to singular.
func TestImpact_ModelsOfWhatAJointHolds(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 2))
	vec := func() geom.Vec {
		return geom.Vec{X: 2*r.Float64() - 1, Y: 2*r.Float64() - 1, Z: 2*r.Float64() - 1}
	}
	unsolved := 0
	for n := range geomtest.Trials(4000) {
		hold, at, normal, mu := vec(), vec(), vec().Normalize(), 1.5*r.Float64()
		e := float64(n%3) / 2
		inertia := geom.Diagonal(geom.Vec{X: 1 + 9*r.Float64(), Y: 1 + 9*r.Float64(), Z: 1 + 9*r.Float64()})
		w := vec()
		v := geom.Vec{}.Sub(w.Cross(hold))
		if v.Add(w.Cross(at)).Dot(normal) > 0 {
			v, w = v.Neg(), w.Neg()
		}
		for _, model := range []ImpactModel{Newton, KudlichSlibar, Brach, PoissonRouth} {
			bodies := []ImpactBody{{InvMass: 1, InvInertia: inertia, V: v, W: w}}
			points := []ImpactPoint{{A: -1, B: 0, P: at, N: normal, Friction: mu, Restitution: e}}
			var s ImpactSolver
			s.Join([]ImpactJoint{{A: 0, B: -1, P: hold}})
			res := s.Solve(bodies, points, ImpactOptions{Model: model})
			if res.Status == NothingApproaching {
				continue
			}
			b := &bodies[0]
			inv, _ := inertia.Inverse()
			energy := func(v, w geom.Vec) float64 { return v.LenSq() + w.Dot(inv.Apply(w)) }
			p := points[0].Impulse.Neg()
			pn := p.Dot(normal)
			pt := p.AddScaled(normal, -pn).Len()
			un := b.V.Add(b.W.Cross(at)).Dot(normal)
			if un < -1e-9 {
				unsolved++
			}
			if gain := energy(b.V, b.W)/energy(v, w) - 1; gain > 1e-9 || pt > mu*pn+1e-9*pn {
				t.Errorf("case %d, model %v: gain %g, normal velocity %g after it, impulse %g and %g of %g: %+v", n, model, gain, un, pn, pt, mu*pn, res)
			}
		}
	}
	if unsolved > geomtest.Trials(4000)/2000 {
		t.Errorf("%d still approach", unsolved)
	}
}
