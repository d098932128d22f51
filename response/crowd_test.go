package response

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// touchings is how the bodies of randomCrowd touch.
type touchings int

const (
	atPlaces touchings = iota // one to three points each, anywhere on a plane
	atPoints                  // one point each, the origin of its pair
	atFaces                   // up to nine points each, without friction
)

// randomCrowd is bodies of like masses about the origin, in touch with each other and with the world at random places.
func randomCrowd(r *rand.Rand, kind touchings) (s *CrowdSolver, centres, momenta []geom.Vec) {
	vec := func(size float64) geom.Vec {
		return geom.Vec{X: size * (2*r.Float64() - 1), Y: size * (2*r.Float64() - 1), Z: size * (2*r.Float64() - 1)}
	}
	s = &CrowdSolver{}
	s.Reset()
	centres = append(centres, geom.Vec{})
	bodies := 2 + r.IntN(4)
	for range bodies {
		mass := 1 + 4*r.Float64()
		turn := geom.QuatExp(vec(3)).Mat3()
		back := turn.Transpose()
		inertia := geom.Diagonal(geom.Vec{X: 1 / (mass * (0.3 + r.Float64())), Y: 1 / (mass * (0.3 + r.Float64())), Z: 1 / (mass * (0.3 + r.Float64()))})
		half := turn.Mul(&inertia)
		s.Bodies = append(s.Bodies, CrowdBody{V: vec(3), W: vec(3), InvMass: 1 / mass, InvInertia: half.Mul(&back)})
		centres = append(centres, vec(2))
	}
	for range 1 + r.IntN(5) {
		a := 1 + r.IntN(bodies)
		b := r.IntN(bodies + 1)
		if a == b {
			b = 0
		}
		first := int32(len(s.Points))
		n, origin := vec(1).Normalize(), centres[a].Add(vec(1))
		pair := CrowdPair{
			A: int32(a), B: int32(b), First: first, N: n, T1: n.Perpendicular(), RA: origin.Sub(centres[a]), RB: origin.Sub(centres[b]), Friction: r.Float64(), Drift: vec(0.1),
		}
		pair.T2 = n.Cross(pair.T1)
		points := 1 + r.IntN(3)
		switch kind {
		case atPoints:
			points = 1
		case atFaces:
			points, pair.Friction = 1+r.IntN(9), 0
		}
		for range points {
			p := CrowdPoint{X: r.Float64() - 0.5, Y: r.Float64() - 0.5, Target: r.Float64() - 0.7}
			if kind == atPoints {
				p.X, p.Y = 0, 0
			}
			if r.IntN(4) == 0 {
				p.Jn = r.Float64() // a start that is far off
			}
			s.Points = append(s.Points, p)
		}
		pair.End = int32(len(s.Points))
		s.Pairs = append(s.Pairs, pair)
	}
	for i := range s.Bodies {
		momenta = append(momenta, s.Bodies[i].V)
	}
	return s, centres, momenta
}

// slipOf returns what a pair's points move against each other by at point i, B's minus A's, drift included.
func slipOf(s *CrowdSolver, pair *CrowdPair, p *CrowdPoint) geom.Vec {
	a, b := &s.Bodies[pair.A], &s.Bodies[pair.B]
	ra, rb := leversOf(pair, p)
	return b.V.Add(b.W.Cross(rb)).Sub(a.V.Add(a.W.Cross(ra))).Add(pair.Drift)
}

// leversOf returns where a point of a pair is, from the centres of the bodies.
func leversOf(pair *CrowdPair, p *CrowdPoint) (a, b geom.Vec) {
	off := pair.T1.Scale(p.X).AddScaled(pair.T2, p.Y)
	return pair.RA.Add(off), pair.RB.Add(off)
}

// loadOf returns where the points of a pair have their centre of normal impulses, from its origin along T1 and T2, the
// mean square of their distance from it, and the sum of the impulses.
func loadOf(s *CrowdSolver, pair *CrowdPair) (x, y, sq, jn float64) {
	points := s.Points[pair.First:pair.End]
	for i := range points {
		p := &points[i]
		jn += p.Jn
		x += p.X * p.Jn
		y += p.Y * p.Jn
	}
	if jn == 0 {
		return 0, 0, 0, 0
	}
	x, y = x/jn, y/jn
	for i := range points {
		p := &points[i]
		sq += ((p.X-x)*(p.X-x) + (p.Y-y)*(p.Y-y)) * p.Jn / jn
	}
	return x, y, sq, jn
}

// gripOf returns the friction of a pair, with the moment in the centre of its normal impulses over the root of the mean
// square of their distance from it, and its limit; and the slip of that centre and the spin times that root.
func gripOf(s *CrowdSolver, pair *CrowdPair) (grip, slip geom.Vec, limit float64) {
	x, y, sq, jn := loadOf(s, pair)
	r := math.Sqrt(sq)
	a, b := &s.Bodies[pair.A], &s.Bodies[pair.B]
	u := slipOf(s, pair, &CrowdPoint{X: x, Y: y})
	slip = geom.Vec{X: u.Dot(pair.T1), Y: u.Dot(pair.T2), Z: r * b.W.Sub(a.W).Dot(pair.N)}
	turn := pair.Jt.Z - x*pair.Jt.Y + y*pair.Jt.X
	// a moment without an arm is far beyond the limit.
	grip = geom.Vec{X: pair.Jt.X, Y: pair.Jt.Y, Z: turn / math.Max(r, 1e-4)}
	return grip, slip, pair.Friction * jn
}

// TestCrowdSolver_ObeysTheLaws solves random problems to the end: normal impulses push, normal speeds are what is asked
// for at least and exactly that where there is an impulse, the friction of a pair is within the ellipsoid, on its
// surface and against slip and spin where these are not zero; and the bodies have what the impulses give them. A
// flipped sign of any of these fails. In some problems some pairs come to the others only when those are solved.
func TestCrowdSolver_ObeysTheLaws(t *testing.T) {
	const tol = 1e-8
	r := rand.New(rand.NewPCG(5, 1))
	pushed, slid, turns, stuck, added := 0, 0, 0, 0, 0
	for n := range 500 {
		kind := atPlaces
		if n >= 300 {
			kind = 1 + touchings(n%2)
		}
		s, _, before := randomCrowd(r, kind)
		start := append([]CrowdBody(nil), s.Bodies...)
		late := 0
		if n >= 300 {
			late = r.IntN(len(s.Pairs) + 1)
		}
		var order []int32
		for k := range s.Pairs {
			s.Prepare(&s.Pairs[k])
			order = append(order, int32(k))
		}
		early := order[:len(order)-late]
		for _, k := range early {
			s.Start(&s.Pairs[k])
		}
		tolerances := CrowdTolerances{Residual: 1e-13, Passes: 200000}
		if passes, ok := s.Solve(early, &tolerances); !ok {
			t.Fatalf("case %d: not found in %d passes", n, passes)
		}
		for _, k := range order[len(early):] {
			s.Pairs[k].Changed = true
			s.Start(&s.Pairs[k])
			added++
		}
		if late > 0 && !s.Resolve(order, &tolerances) {
			t.Fatalf("case %d: not found again", n)
		}
		given, turned := make([]geom.Vec, len(before)), make([]geom.Vec, len(before))
		give := func(pair *CrowdPair, p *CrowdPoint, j geom.Vec) {
			ra, rb := leversOf(pair, p)
			given[pair.A], given[pair.B] = given[pair.A].Sub(j), given[pair.B].Add(j)
			turned[pair.A], turned[pair.B] = turned[pair.A].Sub(ra.Cross(j)), turned[pair.B].Add(rb.Cross(j))
		}
		for k := range s.Pairs {
			pair := &s.Pairs[k]
			for i := pair.First; i < pair.End; i++ {
				p := &s.Points[i]
				give(pair, p, pair.N.Scale(p.Jn))
				un := slipOf(s, pair, p).Dot(pair.N)
				if p.Jn < 0 || un < p.Target-tol || p.Jn > tol && un > p.Target+tol {
					t.Fatalf("case %d: impulse %g, normal speed %g of %g", n, p.Jn, un, p.Target)
				}
				if p.Jn > tol {
					pushed++
				}
			}
			give(pair, &CrowdPoint{}, pair.T1.Scale(pair.Jt.X).AddScaled(pair.T2, pair.Jt.Y))
			turned[pair.A], turned[pair.B] = turned[pair.A].AddScaled(pair.N, -pair.Jt.Z), turned[pair.B].AddScaled(pair.N, pair.Jt.Z)
			grip, slip, limit := gripOf(s, pair)
			switch {
			case grip.Len() > limit+tol:
				t.Fatalf("case %d: friction %g of %g", n, grip, limit)
			case slip.Len() > 1e-6 && limit > 1e-6:
				slid++
				if math.Abs(slip.Z) > 0.1*slip.Len() {
					turns++
				}
				if grip.Len() < limit-tol || grip.Dot(slip) > -slip.Len()*grip.Len()*(1-1e-6) {
					t.Fatalf("case %d: slip %g, friction %g of %g", n, slip, grip, limit)
				}
			case limit > 1e-6:
				stuck++
			}
		}
		for i := 1; i < len(before); i++ {
			b := &s.Bodies[i]
			v, w := start[i].V.AddScaled(given[i], b.InvMass), start[i].W.Add(b.InvInertia.Apply(turned[i]))
			if b.V.Sub(v).Len() > 1e-9 || b.W.Sub(w).Len() > 1e-9 {
				t.Fatalf("case %d: body %d has %v %v, its impulses make %v %v", n, i, b.V, b.W, v, w)
			}
		}
		if s.Bodies[0].V != (geom.Vec{}) || s.Bodies[0].W != (geom.Vec{}) {
			t.Fatalf("case %d: the world moves", n)
		}
	}
	t.Logf("%d points push, %d pairs slide, %d of them turn, %d stick; %d came later", pushed, slid, turns, stuck, added)
	if pushed < 500 || slid < 150 || turns < 15 || stuck < 30 || added < 200 {
		t.Errorf("too few to tell")
	}
}

// TestCrowdSolver_NeverPulls ends random problems after few passes: no normal impulse pulls, and friction is within the
// disc, whatever the last pass was.
func TestCrowdSolver_NeverPulls(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	pushed := 0
	for n := range 300 {
		s, _, _ := randomCrowd(r, atPlaces)
		var order []int32
		for k := range s.Pairs {
			s.Prepare(&s.Pairs[k])
			order = append(order, int32(k))
		}
		for k := range s.Pairs {
			s.Start(&s.Pairs[k])
		}
		s.Solve(order, &CrowdTolerances{Local: 0.01, Rough: 0.1, Passes: 1 + n%14})
		for k := range s.Pairs {
			pair := &s.Pairs[k]
			for i := pair.First; i < pair.End; i++ {
				p := &s.Points[i]
				if p.Jn < 0 {
					t.Fatalf("%d passes: impulse %g", 1+n%14, p.Jn)
				}
				if p.Jn > 0 {
					pushed++
				}
			}
			if grip, _, limit := gripOf(s, pair); grip.Len() > limit*(1+1e-12)+1e-14 {
				t.Fatalf("%d passes: friction %v of %g", 1+n%14, grip, limit)
			}
		}
	}
	if pushed < 300 {
		t.Errorf("only %d points push", pushed)
	}
}

// TestCrowdSolver_Withdraws: to take the impulses of a pair away undoes what they have done.
func TestCrowdSolver_Withdraws(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 4))
	for range 50 {
		s, _, _ := randomCrowd(r, atPlaces)
		before := slices.Clone(s.Bodies)
		for k := range s.Pairs {
			s.Pairs[k].Jt = geom.Vec{X: r.Float64(), Y: -r.Float64(), Z: r.Float64()}
			s.Points[s.Pairs[k].First].Jn = r.Float64()
			s.Start(&s.Pairs[k])
		}
		for k := range s.Pairs {
			s.Withdraw(int32(k))
		}
		for i := range before {
			if d := s.Bodies[i].V.Sub(before[i].V).Len() + s.Bodies[i].W.Sub(before[i].W).Len(); d > 1e-12 {
				t.Fatalf("body %d is %g off", i, d)
			}
		}
	}
}

// TestCrowdSolver_PushesOut: what asks to be pushed out is, nothing comes nearer than it may, and the velocities of the
// motion stay as they are.
func TestCrowdSolver_PushesOut(t *testing.T) {
	const tol = 1e-9
	r := rand.New(rand.NewPCG(5, 2))
	for n := range 200 {
		kind := atPlaces
		if n >= 100 {
			kind = atFaces
		}
		s, _, before := randomCrowd(r, kind)
		var order []int32
		for k := range s.Pairs {
			s.Prepare(&s.Pairs[k])
			order = append(order, int32(k))
		}
		s.Pushes = make([]CrowdPush, len(s.Points))
		for i := range s.Pushes {
			s.Pushes[i].Out = 0.3 * (2*r.Float64() - 1)
		}
		s.Push(order, 1e-13, 200000)
		for k := range s.Pairs {
			pair := &s.Pairs[k]
			a, b := &s.Bodies[pair.A], &s.Bodies[pair.B]
			for i := pair.First; i < pair.End; i++ {
				p := &s.Points[i]
				ra, rb := leversOf(pair, p)
				u := pair.N.Dot(b.OutV.Add(b.OutW.Cross(rb)).Sub(a.OutV.Add(a.OutW.Cross(ra))))
				if push := &s.Pushes[i]; u < push.Out-tol || push.shove < 0 || push.shove > tol && u > push.Out+tol {
					t.Fatalf("case %d: pushed out at %g of %g with %g", n, u, push.Out, push.shove)
				}
			}
		}
		for i := range before {
			if s.Bodies[i].V != before[i] {
				t.Fatalf("case %d: body %d is faster", n, i)
			}
		}
	}
}

// fallingStacks returns stacks of ten boxes of four corners each, of 1 kg, that fall at 0.04 m/s through a substep, and
// the order of their pairs.
func fallingStacks(n int) (s *CrowdSolver, order []int32) {
	s = &CrowdSolver{}
	s.Reset()
	for range n {
		for i := range 10 {
			top, below := int32(len(s.Bodies)), int32(len(s.Bodies)-1)
			if i == 0 {
				below = 0
			}
			s.Bodies = append(s.Bodies, CrowdBody{V: geom.Vec{Z: -0.04}, InvMass: 1, InvInertia: geom.Diagonal(geom.Vec{X: 6, Y: 6, Z: 6})})
			first := int32(len(s.Points))
			pair := CrowdPair{
				A: top, B: below, First: first, End: first + 4, Friction: 0.5,
				N: geom.Vec{Z: -1}, T1: geom.Vec{X: 1}, T2: geom.Vec{Y: -1}, RA: geom.Vec{Z: -0.5}, RB: geom.Vec{Z: 0.5},
			}
			for k := range 4 {
				x, y := float64(k&1)-0.5, float64(k>>1)-0.5
				s.Points = append(s.Points, CrowdPoint{X: x, Y: y})
			}
			s.Pairs = append(s.Pairs, pair)
			order = append(order, int32(len(order)))
		}
	}
	for k := range s.Pairs {
		s.Prepare(&s.Pairs[k])
	}
	return s, order
}

// TestCrowdSolver_StacksInFewPasses: a stack of ten boxes of four corners each, that falls through a substep, is held
// to 2e-4 m/s by 143 passes. Without conjugate directions it takes 818.
func TestCrowdSolver_StacksInFewPasses(t *testing.T) {
	s, order := fallingStacks(1)
	passes, ok := s.Solve(order, &CrowdTolerances{Residual: 1e-5, Passes: 2000})
	t.Logf("%d passes", passes)
	if !ok || passes > 200 {
		t.Error("too many passes")
	}
	for i := 1; i <= 10; i++ {
		if v := s.Bodies[i].V.Z; math.Abs(v) > 2e-4 {
			t.Errorf("box %d falls at %g m/s", i, v)
		}
	}
	sum := 0.0
	for i := range 4 {
		sum += s.Points[i].Jn
	}
	if math.Abs(sum-0.4) > 1e-3 {
		t.Errorf("the lowest is held by %g N s, want 0.4", sum)
	}
}

// TestCrowdSolver_LocalOfABody: five stacks in one solution, and the boxes of the last bound the local tolerance: it is held
// ten times as closely as the others. A bound above the tolerance changes nothing.
func TestCrowdSolver_LocalOfABody(t *testing.T) {
	fastest := func(s *CrowdSolver, first int) float64 {
		most := 0.0
		for i := range 10 {
			most = math.Max(most, s.Bodies[first+i].V.Len())
		}
		return most
	}
	solved := func(own float64) (a, b float64, passes int) {
		s, order := fallingStacks(5)
		for i := 41; i <= 50; i++ {
			s.Bodies[i].Local = own
		}
		passes, _ = s.Solve(order, &CrowdTolerances{Residual: 1e-7, Local: 1e-3, Passes: 4000})
		return fastest(s, 1), fastest(s, 41), passes
	}
	a, b, passes := solved(0)
	c, d, more := solved(1e-5)
	t.Logf("%.2g and %.2g m/s after %d passes; bounded: %.2g and %.2g after %d", a, b, passes, c, d, more)
	if a != b || passes == 4000 || more == 4000 {
		t.Errorf("alike, %v and %v m/s remain after %d passes, %d if bounded", a, b, passes, more)
	}
	if !(d < 0.1*c) || c > 2e-3 {
		t.Errorf("%v m/s remain where bounded, %v where not", d, c)
	}
	if e, f, _ := solved(1); e != a || f != b {
		t.Errorf("a larger bound changes %v and %v to %v and %v", a, b, e, f)
	}
}

// TestCrowdSolver_PassesWhereThingsChange: of ten stacks whose impulses are found, one is struck from above. After two
// passes over all of them only its pairs are active, and the others keep their impulses to the last bit. Its boxes come
// to rest but for what the local tolerance leaves.
func TestCrowdSolver_PassesWhereThingsChange(t *testing.T) {
	const local = 1e-5
	s, order := fallingStacks(10)
	s.Solve(order, &CrowdTolerances{Residual: 1e-9, Passes: 4000})
	s.Bodies[len(s.Bodies)-1].V.Z -= 1
	s.beginPasses(order)
	for pass := 1; pass <= 2; pass++ {
		if _, active := s.pass(order, pass, local, true); active != len(order) {
			t.Fatalf("pass %d: %d pairs are active", pass, active)
		}
	}
	before := slices.Clone(s.Points)
	for pass := 3; pass <= 3000; pass++ {
		if _, active := s.pass(order, pass, local, false); active > 10 {
			t.Fatalf("pass %d: %d pairs are active", pass, active)
		}
	}
	for i := range s.Points {
		if same := s.Points[i].Jn == before[i].Jn; same != (i < 4*90) {
			t.Errorf("point %d: unchanged %v", i, same)
		}
	}
	fastest := 0.0
	for i := range s.Bodies {
		fastest = math.Max(fastest, s.Bodies[i].V.Len())
	}
	t.Logf("%.2g m/s", fastest)
	if fastest > 100*local { // errors creep along the stack: 68 measured
		t.Errorf("a box moves at %g m/s", fastest)
	}
}

// TestCrowdSolver_FaintContacts: a body comes down on the ground ever more slowly, by less than the inverse of which is
// a number, and slides: all stays finite, one pass takes most of it away, and where its normal impulse is not faint it
// has friction.
func TestCrowdSolver_FaintContacts(t *testing.T) {
	for _, speed := range []float64{1, 1e-100, 1e-160, 1e-300, 1e-310, 1e-316, 1e-323} {
		var s CrowdSolver
		s.Reset()
		s.Resize(2, 1, 2)
		s.Bodies[1] = CrowdBody{V: geom.Vec{X: 3, Z: -speed}, InvMass: 1, InvInertia: geom.Mat3{X: geom.Vec{X: 6}, Y: geom.Vec{Y: 6}, Z: geom.Vec{Z: 6}}}
		s.Pairs[0] = CrowdPair{A: 1, End: 2, Friction: 0.5, N: geom.Vec{Z: -1}, T1: geom.Vec{X: 1}, T2: geom.Vec{Y: -1}, RA: geom.Vec{Z: -0.5}}
		s.Points[0], s.Points[1] = CrowdPoint{X: 0.5}, CrowdPoint{X: -0.5}
		s.Prepare(&s.Pairs[0])
		s.Solve([]int32{0}, &CrowdTolerances{Residual: 1e-12, Passes: 20})
		b := &s.Bodies[1]
		if down := -b.V.Z; !(down <= 0.2*speed) || b.V.X != b.V.X || b.W.Len() > 10*speed {
			t.Errorf("at %g m/s: it moves at %v m/s, %v rad/s", speed, b.V, b.W)
		}
		if grips := s.Pairs[0].Jt != (geom.Vec{}); grips != (speed > 1e-150) {
			t.Errorf("at %g m/s: friction %v", speed, s.Pairs[0].Jt)
		}
	}
}

// TestCrowdSolver_ReduceTakesTheRest: after Reduce the bodies have what the share of the impulses alone gives them, normal,
// friction and resistance to turning, and the world stays.
func TestCrowdSolver_ReduceTakesTheRest(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 14))
	for range 50 {
		s, _, _ := randomCrowd(r, atPlaces)
		s.Turning, s.Turns = true, make([]CrowdTurn, len(s.Pairs))
		const share = 0.3
		want := slices.Clone(s.Bodies)
		for k := range s.Pairs {
			pair := &s.Pairs[k]
			pair.Jt = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
			for i := pair.First; i < pair.End; i++ {
				s.Points[i].Jn = r.Float64()
			}
			s.Turns[k].J = geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}
			normal, friction, normalTurn, frictionTurn := s.Wrench(pair)
			f, m := normal.Add(friction).Scale(share), normalTurn.Add(frictionTurn).Add(s.TurnImpulse(int32(k))).Scale(share)
			for _, side := range [2]struct {
				body  int32
				lever geom.Vec
				sign  float64
			}{{pair.A, pair.RA, -1}, {pair.B, pair.RB, 1}} {
				if b := &want[side.body]; side.body > 0 {
					b.V = b.V.AddScaled(f, side.sign*b.InvMass)
					b.W = b.W.Add(b.InvInertia.Apply(side.lever.Cross(f).Add(m)).Scale(side.sign))
				}
			}
			s.Start(pair)
			s.turn(pair, s.Turns[k].J)
		}
		for k := range s.Pairs {
			s.Reduce(int32(k), share)
		}
		for i := range want {
			if d := s.Bodies[i].V.Sub(want[i].V).Len() + s.Bodies[i].W.Sub(want[i].W).Len(); d > 1e-12 {
				t.Errorf("body %d is off by %g", i, d)
			}
		}
	}
}

// TestCrowdSolver_FollowsAnewFromNow: the first pair of passes takes along what it has changed, one that has gone too far nothing; what
// the next one changes counts from the impulses that there are then.
func TestCrowdSolver_FollowsAnewFromNow(t *testing.T) {
	for _, first := range []bool{true, false} {
		s, _, _ := randomCrowd(rand.New(rand.NewPCG(3, 4)), atPlaces)
		var order []int32
		for k := range s.Pairs {
			s.Prepare(&s.Pairs[k])
			order = append(order, int32(k))
		}
		s.beginPasses(order)
		s.mark(order)
		for k := range s.Pairs {
			s.Pairs[k].Jt = geom.Vec{X: 1, Y: -2, Z: float64(k)}
		}
		for i := range s.Points {
			s.Points[i].Jn = float64(3 + i)
		}
		jt, jn := s.Pairs[0].Jt, 3.0
		want := pairStep{last: jt}
		wantPoint := pointStep{last: jn}
		if first {
			want.direction, wantPoint.direction = jt, jn
		}
		if size := s.follow(order, 1e-9, first); !(size > 1e-9) {
			t.Fatalf("changed by %g", size)
		}
		if got, gotPoint := s.pairSteps[0], s.pointSteps[0]; got != want || gotPoint != wantPoint {
			t.Errorf("first %v: %v, %v, want %v, %v", first, got, gotPoint, want, wantPoint)
		}
	}
}
