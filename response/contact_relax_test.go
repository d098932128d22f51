package response

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestContactSolver_RelaxAsksInAnyOrder relaxes two cubes on each other and a plane, without friction, of which some
// points touch, some are foreseen and some of those reached, with the points and the bodies in one order and in the
// other. The velocities are the same, and those of the laws: what touches or was reached does not approach, and where
// it parts it has no impulse; what was not reached has none. No energy is gained on what they have without contacts.
func TestContactSolver_RelaxAsksInAnyOrder(t *testing.T) {
	const h, near = 1.0 / 240, 1e-8
	rng := rand.New(rand.NewPCG(5, 6))
	released, missed := 0, 0
	for n := range geomtest.Trials(4000) {
		s, x := stack(2, h)
		for i := range s.Bodies {
			b := &s.Bodies[i]
			b.V0, b.W0 = geom.Vec{X: spread(rng), Y: spread(rng), Z: spread(rng) - 0.5}, geom.Vec{X: spread(rng), Y: spread(rng), Z: spread(rng)}
			if n%4 == 0 {
				b.W0 = geom.Vec{} // lands flat
			}
			b.V, b.W = b.V.Add(b.V0), b.W0
		}
		for i := range s.Points {
			s.Points[i].Friction = 0
			if rng.IntN(3) > 0 {
				s.Points[i].Separation = float64(0.004 * rng.Float64())
			}
			if n%4 == 0 {
				s.Points[i].Separation = s.Points[i/4*4].Separation
			}
		}
		free := motion(s)
		back := &ContactSolver{Bodies: slices.Clone(s.Bodies), Points: slices.Clone(s.Points)}
		slices.Reverse(back.Bodies)
		slices.Reverse(back.Points)
		for i := range back.Points {
			p := &back.Points[i]
			p.A = 1 - p.A
			if p.B >= 0 {
				p.B = 1 - p.B
			}
		}
		reached := make([]bool, len(s.Points))
		for k, o := range []*ContactSolver{s, back} {
			at := x
			if k == 1 {
				at = []geom.Vec{x[1], x[0]}
			}
			if _, ok := o.Solve(at, h, &contactSettings); !ok {
				t.Fatal("not solved")
			}
			for i := range o.Points {
				if k == 0 {
					reached[i] = o.Points[i].Separation == 0 || o.Points[i].Jn > 0
				}
			}
			if _, ok := o.Relax(make([]geom.Vec, 2), &contactSettings); !ok {
				t.Fatal("not relaxed")
			}
		}
		for i := range s.Bodies {
			a, b := &s.Bodies[i], &back.Bodies[1-i]
			if d := math.Max(a.V.Sub(b.V).Len(), a.W.Sub(b.W).Len()); d > near {
				t.Errorf("case %d: body %d is %g m/s off in the other order", n, i, d)
			}
		}
		for i := range s.Points {
			p := &s.Points[i]
			switch u := p.N.Dot(s.slip(p, geom.Vec{})); {
			case !reached[i] && p.Jn != 0:
				t.Errorf("case %d: point %d was not reached and has %g N s", n, i, p.Jn)
			case !reached[i]:
				missed++
			case u < -near || p.Jn*u > near:
				t.Errorf("case %d: point %d has %g N s and parts with %g m/s", n, i, p.Jn, u)
			case p.Separation > 0 && p.Jn == 0:
				released++
			}
		}
		if e := motion(s); e > free+near {
			t.Errorf("case %d: %g J, %g without contacts", n, e, free)
		}
	}
	if released < geomtest.Trials(30) || missed < geomtest.Trials(100) {
		t.Errorf("%d points were reached and let go, %d not reached: too few", released, missed)
	}
}

// spread is a random number between -1 and 1.
func spread(rng *rand.Rand) float64 { return 2*rng.Float64() - 1 }

// motion returns the kinetic energy of the cubes of stack [J].
func motion(s *ContactSolver) float64 {
	e := 0.0
	for i := range s.Bodies {
		e += s.Bodies[i].V.LenSq() + s.Bodies[i].W.LenSq()/6
	}
	return e
}

// TestContactSolver_CutActsWhereTheShareDoes: a cube slides and turns on one corner, or a corner of one on another. A
// substep of which a share has passed has its levers, and relaxes with its friction, where a substep of that length has
// them.
func TestContactSolver_CutActsWhereTheShareDoes(t *testing.T) {
	const h = 1.0 / 240
	for _, onBody := range []bool{false, true} {
		for _, share := range []float64{0.1, 0.5, 0.9} {
			solve := func(h float64) (*ContactSolver, []geom.Vec) {
				s, x := stack(2, h)
				s.Points = s.Points[:1]
				if onBody {
					s.Points[0].A, s.Points[0].B, s.Points[0].P.Z = 1, 0, 1
				}
				for i := range s.Bodies {
					b := &s.Bodies[i]
					b.V0, b.W0 = geom.Vec{X: 3, Y: float64(1 - 2*i), Z: -0.2 * float64(i+1)}, geom.Vec{X: 5, Y: -7, Z: 20 * float64(i+1)}
					b.V, b.W = b.V.Add(b.V0), b.W0
				}
				p := &s.Points[0]
				p.Friction, p.MovesWith = 0.3, 1
				p.Travel = s.Bodies[p.A].W0.Cross(p.P.Sub(x[p.A])).Scale(h)
				p.HalfTravel = p.Travel.Scale(0.5)
				s.Solve(x, h, &contactSettings)
				if p.drift != (geom.Vec{}) || p.Jn == 0 {
					t.Fatalf("the corner does not slide: %+v", p)
				}
				return s, x
			}
			whole, _ := solve(h)
			short, _ := solve(share * h)
			whole.Cut(share, contactSettings.Slop)
			p, q := &whole.Points[0], &short.Points[0]
			before, _ := p.Levers()
			whole.Shorten(share)
			a, b := p.Levers()
			wantA, wantB := q.Levers()
			if !onBody {
				wantB = b // the world's
			}
			if d := math.Max(a.Sub(wantA).Len(), b.Sub(wantB).Len()); d > 1e-15 {
				t.Errorf("on a body %v, %g of the substep: levers %g m off", onBody, share, d)
			}
			if d := whole.Bodies[p.A].DL.Add(a.Sub(before).Cross(p.Impulse())).Len(); d > 1e-18 {
				t.Errorf("on a body %v, %g of the substep: the angular impulse is %g N m s off", onBody, share, d)
			}
			moved := []geom.Vec{whole.Bodies[0].V0.Scale(share * h), whole.Bodies[1].V0.Scale(share * h)}
			whole.Relax(moved, &contactSettings)
			short.Relax(moved, &contactSettings)
			a, _ = p.Levers()
			wantA, _ = q.Levers()
			if d, e := a.Sub(wantA).Len(), p.FrictionOffset().Sub(q.FrictionOffset()).Len(); math.Max(d, e) > 1e-15 || p.FrictionOffset().Len() < 1e-4 {
				t.Errorf("on a body %v, %g of the substep: relaxes %g m and its friction %g m beside its place (%v)", onBody, share, d, e, p.FrictionOffset())
			}
		}
	}
}

// TestContactSolver_WedgedIsWhatShortenGives: of points whose normals differ, what they give to each of their bodies if
// nothing of the substep passes, as Shorten has it; nothing of points whose normals are on one line.
func TestContactSolver_WedgedIsWhatShortenGives(t *testing.T) {
	vec := func(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }
	for _, second := range []geom.Vec{vec(0.6, 0, 0.8), vec(0, 0, -1)} {
		s := &ContactSolver{Bodies: make([]ContactBody, 2)}
		for i, n := range []geom.Vec{vec(0, 0, 1), second} {
			p := ContactPoint{A: int32(i), B: int32(1 - i), N: n, T1: n.Perpendicular(), Jn: 3 + float64(i), Jt: [2]float64{0.5, -0.2}}
			p.T2 = n.Cross(p.T1)
			p.rA, p.r0A, p.rB, p.r0B = vec(1, 0.2, 0.3), vec(0.9, 0.4, 0.2), vec(-0.3, 0.8, 0.1), vec(-0.4, 0.5, 0.6)
			s.Points = append(s.Points, p)
		}
		var got [2]geom.Vec
		for i := range got {
			got[i] = s.Wedged(int32(i))
		}
		s.Shorten(0)
		for i := range got {
			want := s.Bodies[i].DL
			if want.Len() < 0.1 {
				t.Fatal("the levers do not change")
			}
			if second.X == 0 {
				want = geom.Vec{}
			}
			if got[i].Sub(want).Len() > 1e-15 {
				t.Errorf("normal %v, body %d: %v, want %v", second, i, got[i], want)
			}
		}
	}
}
