package response

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// pressedChain is a chain of n links in a zigzag that is pressed by speed into a floor at z = 0 and a wall at x = 0, where
// its joints touch them; with hinges each joint is two.
func pressedChain(r *rand.Rand, n int, hinges bool, speed float64) (*ContactSolver, []geom.Vec) {
	s, x := &ContactSolver{}, []geom.Vec{}
	mass := 0.2 + r.Float64()
	end := geom.Vec{X: -0.1 * r.Float64()}
	for i := range n {
		dir := geom.Vec{X: -1, Y: 0.6 * (r.Float64() - 0.5), Z: 0.4 * (r.Float64() - 0.2)}.Normalize()
		next := end.AddScaled(dir, 0.2)
		if next.Z < 0 {
			next.Z = 0
		}
		at := end.Add(next).Scale(0.5)
		inv := 1 / (mass * 0.003)
		b := ContactBody{InvMass: 1 / mass, InvInertia: geom.Diagonal(geom.Vec{X: inv, Y: inv, Z: inv})}
		b.V0 = geom.Vec{X: speed * r.Float64(), Y: 0.2 * speed * (r.Float64() - 0.5), Z: -speed * r.Float64()}
		b.V = b.V0.Add(geom.Vec{Z: -0.01})
		s.Bodies, x = append(s.Bodies, b), append(x, at)
		if i > 0 {
			s.Joints = append(s.Joints, BallJoint{A: int32(i) - 1, B: int32(i), RA: end.Sub(x[i-1]), RB: end.Sub(at), Looped: hinges})
			if p := end.Add(geom.Vec{Y: 0.02}); hinges {
				s.Joints = append(s.Joints, BallJoint{A: int32(i) - 1, B: int32(i), RA: p.Sub(x[i-1]), RB: p.Sub(at), Looped: true})
			}
		}
		for k := range 2 {
			p := []geom.Vec{end, next}[k]
			if p.Z < 0.02 {
				s.Points = append(s.Points, ContactPoint{A: int32(i), B: -1, P: p, N: geom.Vec{Z: -1}, Friction: 0.9 * r.Float64()})
			}
			if p.X > -0.1 {
				s.Points = append(s.Points, ContactPoint{A: int32(i), B: -1, P: p, N: geom.Vec{X: 1}, Friction: 0.9 * r.Float64()})
			}
		}
		end = next
	}
	return s, x
}

// TestContactSolver_PressedChainsAreSolved presses random chains, of balls and of hinges, into the corner of a floor and a
// wall: points do not approach, push only where they touch, friction is in its disc and opposed to the slip, and joints
// hold. They take 9 passes in the mean, and at most linkedNewton; 130 and a thousand without the direct solution.
func TestContactSolver_PressedChainsAreSolved(t *testing.T) {
	set := ContactSettings{Slop: 1e-4, PushRate: 60, MaxPush: 2, Residual: 1e-7, Passes: 1000}
	total, failed, most := 0, 0, 0
	const chains = 300
	for n := range chains {
		r := rand.New(rand.NewPCG(uint64(n), 8))
		s, x := pressedChain(r, 5+n%16, n%3 == 0, []float64{0.1, 1, 10}[n%5%3])
		passes, ok := s.Solve(x, 1.0/960, &set)
		total, most = total+passes, max(most, passes)
		if !ok {
			failed++
			continue
		}
		for i := range s.Joints {
			if u := s.JointSlip(i).Len(); u > 1e-6 {
				t.Errorf("chain %d: joint %d slips at %g m/s", n, i, u)
			}
		}
		for i := range s.Points {
			p := &s.Points[i]
			u := s.slip(p, geom.Vec{})
			un, u1, u2 := p.N.Dot(u)-p.goal, p.T1.Dot(u), p.T2.Dot(u)
			limit, jt := p.Friction*p.Jn, math.Hypot(p.Jt[0], p.Jt[1])
			slip := math.Hypot(u1, u2)
			switch {
			case un < -1e-5 || p.Jn < 0 || p.Jn > 1e-9 && un > 1e-5:
				t.Errorf("chain %d: point %d separates at %g m/s with %g N s", n, i, un, p.Jn)
			case jt > limit*(1+1e-9):
				t.Errorf("chain %d: point %d has friction %g N s, of %g", n, i, jt, limit)
			case slip > 1e-4 && (jt < limit*(1-1e-3) || p.Jt[0]*u1+p.Jt[1]*u2 > -jt*slip*(1-1e-3)):
				t.Errorf("chain %d: point %d slips at %g m/s with friction %g N s of %g", n, i, slip, jt, limit)
			}
		}
	}
	t.Logf("%d passes in the mean, %d at most, %d without a solution", total/chains, most, failed)
	if most > linkedLast*linkedAfter {
		t.Errorf("%d passes", most)
	}
	if total > 12*chains || failed > 3 {
		t.Errorf("%d passes, %d chains without a solution", total, failed)
	}
}

// TestContactSolver_LargeChainsAreNotJammed presses chains that are too long for Newton's method over all bodies, or have too
// many points to solve for: those that are not solved use up all passes, and where a look at one would end it as jammed it
// goes on.
func TestContactSolver_LargeChainsAreNotJammed(t *testing.T) {
	set := ContactSettings{Slop: 1e-4, PushRate: 60, MaxPush: 2, Residual: 1e-7, Passes: 1500}
	for n := range 9 {
		s, x := pressedChain(rand.New(rand.NewPCG(uint64(n), 9)), newtonBodies+1+5*n, n%2 == 0, 10)
		for n%3 > 0 && len(s.Points) < 3*linkedPoints { // each point several times
			s.Points = append(s.Points, s.Points...)
		}
		if passes, ok := s.Solve(x, 1.0/960, &set); !ok && passes != set.Passes {
			t.Errorf("chain %d of %d links and %d points: ended after %d passes", n, len(s.Bodies), len(s.Points), passes)
		}
		s.linked.unit, s.linked.large = linkedAfter, false
		for _, pass := range []int{linkedAfter * linkedNewton, linkedAfter * linkedLast} {
			if s.lookLinked(pass, set.Residual) != linkedOpen {
				t.Errorf("chain %d of %d links and %d points: ends at pass %d", n, len(s.Bodies), len(s.Points), pass)
			}
		}
	}
}

// TestContactSolver_PressedChainAllocatesNothing solves a chain again.
func TestContactSolver_PressedChainAllocatesNothing(t *testing.T) {
	set := ContactSettings{Slop: 1e-4, PushRate: 60, MaxPush: 2, Residual: 1e-7, Passes: 1000}
	s, x := pressedChain(rand.New(rand.NewPCG(4, 8)), 12, false, 1)
	bodies := append([]ContactBody(nil), s.Bodies...)
	solve := func() {
		copy(s.Bodies, bodies)
		for i := range s.Points {
			s.Points[i].Jn, s.Points[i].Jt = 0, [2]float64{}
		}
		for i := range s.Joints {
			s.Joints[i].J = geom.Vec{}
		}
		s.Solve(x, 1.0/960, &set)
	}
	solve()
	if n := testing.AllocsPerRun(20, solve); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// BenchmarkContactSolver_PressedChain is a chain of twenty links pressed into a corner.
func BenchmarkContactSolver_PressedChain(b *testing.B) {
	set := ContactSettings{Slop: 1e-4, PushRate: 60, MaxPush: 2, Residual: 1e-7, Passes: 1000}
	for b.Loop() {
		s, x := pressedChain(rand.New(rand.NewPCG(4, 8)), 20, true, 1)
		s.Solve(x, 1.0/960, &set)
	}
}
