package response

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// randomStack is boxes of unlike masses that move about a little on top of each other, some of whose corners are deep
// in what they touch and some apart, and all of which slide, turn or fall; with a start that is far off. With patches
// friction acts elsewhere than the normal impulse in some, and holds at a slip. All is prepared for passes over a
// substep of length h.
func randomStack(r *rand.Rand, h float64, set *ContactSettings, patches bool) *ContactSolver {
	s, x := &ContactSolver{}, []geom.Vec{}
	mu := 0.9 * r.Float64()
	for i := range 2 + r.IntN(9) {
		s.Bodies = append(s.Bodies, randomBody(r, h, math.Exp(3*r.Float64())))
		x = append(x, geom.Vec{X: 0.2 * r.Float64(), Y: 0.2 * r.Float64(), Z: 0.5 + float64(i)})
		for k := range 4 {
			p := ContactPoint{A: int32(i), B: int32(i) - 1, P: geom.Vec{X: float64(k&1) - 0.5, Y: float64(k>>1) - 0.5, Z: float64(i)}, N: geom.Vec{Z: -1}, Friction: mu}
			if patches && i%3 == 2 { // friction acts elsewhere than the normal impulse, as on a patch
				p.frictionAt = geom.Vec{X: 0.2 * (2*r.Float64() - 1), Y: 0.2 * (2*r.Float64() - 1)}
			}
			p.Separation = 2e-4 * (2*r.Float64() - 1)
			p.Jn = 0.1 * r.Float64()
			s.Points = append(s.Points, p)
		}
	}
	prepareForPasses(s, x, h, set)
	for i := range s.Points {
		if p := &s.Points[i]; patches && i%5 == 0 { // and holds at another slip, as of what rolls
			p.drift = p.T1.Scale(1e-3 * r.Float64())
		}
	}
	return s
}

// randomLoad is a row of boxes on a heavy bed, each beside the next, as randomStack has them.
func randomLoad(r *rand.Rand, h float64, set *ContactSettings) *ContactSolver {
	s, x := &ContactSolver{}, []geom.Vec{}
	mu := 0.9 * r.Float64()
	count := int32(hubsAmong + r.IntN(8))
	middle := 0.5 * float64(count+1)
	point := func(a, b int32, at, n geom.Vec) {
		s.Points = append(s.Points, ContactPoint{A: a, B: b, P: at, N: n, Friction: mu, Separation: 2e-4 * (2*r.Float64() - 1), Jn: 0.1 * r.Float64()})
	}
	s.Bodies = append(s.Bodies, randomBody(r, h, math.Exp(3+3*r.Float64())))
	x = append(x, geom.Vec{X: middle, Z: 0.5})
	for k := range 4 {
		point(0, -1, geom.Vec{X: middle + float64(2*(k&1)-1)*middle, Y: float64(k>>1) - 0.5}, geom.Vec{Z: -1})
	}
	for i := int32(1); i <= count; i++ {
		s.Bodies = append(s.Bodies, randomBody(r, h, math.Exp(2*r.Float64())))
		x = append(x, geom.Vec{X: float64(i), Z: 1.5})
		for k := range 4 {
			point(i, 0, geom.Vec{X: float64(i) + float64(k&1) - 0.5, Y: float64(k>>1) - 0.5, Z: 1}, geom.Vec{Z: -1})
		}
		for k := range 2 {
			if i > 1 {
				point(i, i-1, geom.Vec{X: float64(i) - 0.5, Y: float64(k) - 0.5, Z: 1.5}, geom.Vec{X: -1})
			}
		}
	}
	prepareForPasses(s, x, h, set)
	return s
}

// randomBody is a body that moves about a little and falls for a substep of length h.
func randomBody(r *rand.Rand, h, mass float64) ContactBody {
	any3 := func(size float64) geom.Vec {
		return geom.Vec{X: size * (2*r.Float64() - 1), Y: size * (2*r.Float64() - 1), Z: size * (2*r.Float64() - 1)}
	}
	turn := geom.QuatExp(any3(3)).Mat3()
	back, inv := turn.Transpose(), geom.Diagonal(geom.Vec{X: 6 / mass, Y: 4 / mass, Z: 9 / mass})
	half := turn.Mul(&inv)
	b := ContactBody{InvMass: 1 / mass, InvInertia: half.Mul(&back), V0: any3(0.1), W0: any3(0.1)}
	b.V, b.W = b.V0.Add(geom.Vec{X: 2 * h * r.Float64(), Z: -9.81 * h}), b.W0
	return b
}

// prepareForPasses prepares the points of bodies at x, with their biased speeds as goals.
func prepareForPasses(s *ContactSolver, x []geom.Vec, h float64, set *ContactSettings) {
	for i := range s.Points {
		p := &s.Points[i]
		s.preparePoint(p, x, h, set)
		p.goal = p.biased()
	}
}

// TestContactSolver_NewtonObeysTheLaws solves random stacks and loads at once: normal impulses push, normal speeds are
// what is asked for at least, and exactly that where there is an impulse; friction is in its disc, on its rim and
// against the slip where that is not zero; and the bodies have what the impulses give them. Where it does not find
// them, passes do, from where it ended.
func TestContactSolver_NewtonObeysTheLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	set := contactSettings
	set.Residual, set.Passes = 1e-8, 50000
	pushed, open, slid, stuck := 0, 0, 0, 0
	var lost [3]int // of stacks, with patches, of loads
	trials := geomtest.Trials(3000)
	for n := range trials {
		kind := n % len(lost)
		tol := 1e-7 // ten residuals: of a speed the rounds see the change of one point's impulse, and others add theirs
		s := randomStack(r, 1.0/240, &set, kind == 1)
		if kind == 2 {
			s, tol = randomLoad(r, 1.0/240, &set), 1e-6 // of 13,000, five have more
		}
		free := slices.Clone(s.Bodies)
		s.warmStart()
		found := s.solveByNewton(set.Residual)
		rim := tol
		if !found {
			lost[kind]++
			rim = tol / frictionShare
			if passes, ok := s.iterate(&set, func(p *ContactPoint) float64 { return p.goal }); !ok {
				t.Errorf("case %d: not found, nor by %d passes", n, passes)
				continue
			}
		}
		for i := range s.Points {
			p := &s.Points[i]
			un, ut := p.N.Dot(s.slip(p, geom.Vec{})), s.slip(p, p.frictionAt).Sub(p.drift)
			u1, u2 := p.T1.Dot(ut), p.T2.Dot(ut)
			slip, jt := math.Hypot(u1, u2), math.Hypot(p.Jt[0], p.Jt[1])
			limit := p.Friction * p.Jn
			switch {
			case p.Jn < 0 || un < p.goal-tol || p.Jn > 0 && un > p.goal+tol:
				t.Fatalf("case %d: impulse %g, normal speed %g of %g", n, p.Jn, un, p.goal)
			case (jt-limit)*p.massN > tol:
				t.Fatalf("case %d: friction %g of %g", n, jt, limit)
			case slip > 1e-5 && limit > 1e-5:
				slid++
				if (limit-jt)*p.massN > rim || p.Jt[0]*u1+p.Jt[1]*u2 > -slip*jt*(1-1e-3) {
					t.Fatalf("case %d: slip %g %g, friction %g of %g", n, u1, u2, p.Jt, limit)
				}
			case limit > 1e-5:
				stuck++
			}
			if p.Jn > 0 {
				pushed++
			} else {
				open++
			}
		}
		if d := s.offImpulses(free); d > 1e-11 {
			t.Fatalf("case %d: a body is %g off what its impulses give it", n, d)
		}
	}
	t.Logf("%d points push, %d do not, %d slide, %d stick; %v of %d each are not found", pushed, open, slid, stuck, lost, trials/len(lost))
	if pushed < geomtest.Trials(10000) || open < geomtest.Trials(5000) || slid < geomtest.Trials(3000) || stuck < geomtest.Trials(3000) {
		t.Error("too few to tell")
	}
	if most := geomtest.Trials(8); max(lost[0], lost[1]) > most || lost[2] > 8*most {
		t.Errorf("%v of %d each are not found, at most %d may, and of loads %d", lost, trials/len(lost), most, 8*most)
	}
}

// offImpulses returns the largest difference of the bodies' velocities from what all impulses give them, where those without are
// given [m/s], [rad/s].
func (s *ContactSolver) offImpulses(free []ContactBody) float64 {
	got := s.Bodies
	s.Bodies = slices.Clone(free)
	for i := range s.Points {
		p := &s.Points[i]
		s.applyNormal(p, p.Jn)
		s.applyTangent(p, p.Jt[0], p.Jt[1])
	}
	for i := range s.Turns {
		p := &s.Points[s.Turns[i].Point]
		s.turn(p.A, p.B, p.world(s.Turns[i].J))
	}
	off := 0.0
	for i := range got {
		off = math.Max(off, got[i].V.Sub(s.Bodies[i].V).Len()+got[i].W.Sub(s.Bodies[i].W).Len())
	}
	s.Bodies = got
	return off
}

// TestContactSolver_HubsComeLast lays a row of bodies on one that touches them all, each beside the next, and then
// stacks them on each other: the first has its hub last, and costs little more to solve than the second, which has
// none. Every pair that touches has its place in the matrix.
func TestContactSolver_HubsComeLast(t *testing.T) {
	const row = 20
	load, stack := &ContactSolver{}, &ContactSolver{}
	for i := range int32(row + 1) {
		b := ContactBody{InvMass: 1, InvInertia: geom.Diagonal(geom.Vec{X: 1, Y: 1, Z: 1})}
		load.Bodies, stack.Bodies = append(load.Bodies, b), append(stack.Bodies, b)
		if i == 0 {
			continue
		}
		for range 4 {
			load.Points = append(load.Points, ContactPoint{A: 0, B: i})
			stack.Points = append(stack.Points, ContactPoint{A: i - 1, B: i})
			if i > 1 {
				load.Points = append(load.Points, ContactPoint{A: i - 1, B: i})
			}
		}
	}
	for _, s := range []*ContactSolver{load, stack} {
		if !s.placeNewton() {
			t.Fatalf("%g multiplications are too many", s.newton.cost)
		}
		w := &s.newton
		seen := make([]bool, row+1)
		for k, i := range w.order {
			if seen[i] || int(w.place[i]) != k {
				t.Fatalf("order %v, places %v", w.order, w.place)
			}
			seen[i] = true
		}
		for i := range s.Points {
			a, b := w.place[s.Points[i].A], w.place[s.Points[i].B]
			if len(w.order) != row+1 || w.first[6*max(a, b)] > 6*min(a, b) {
				t.Fatalf("points of %d and %d have no place in the matrix", a, b)
			}
		}
	}
	if hub := load.newton.order[row]; hub != 0 {
		t.Errorf("last comes %d, want the hub, 0", hub)
	}
	// A row of 6 x 6 blocks beside the diagonal for each body, and one for each under the hub.
	if got, most := load.newton.cost, 2.5*stack.newton.cost; got > most {
		t.Errorf("solving the load takes %g multiplications, want at most %g", got, most)
	}
}
