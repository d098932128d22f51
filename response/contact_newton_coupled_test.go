package response

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestNewton_CouplesFriction: random stacks and loads, half of which resist turning, for which limits of friction are found
// together with the velocities, from what six rounds of limits leave. They are those of the normal impulses, to rounding, and a start
// without a solution nearby changes nothing.
func TestNewton_CouplesFriction(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 7))
	set := contactSettings
	set.Residual = 1e-9
	found, lost, turning := 0, 0, 0
	trials := geomtest.Trials(1500)
	for n := range trials {
		s := randomLoad(r, 1.0/240, &set)
		if n%3 == 0 {
			s = randomStack(r, 1.0/240, &set, true)
		}
		if n%2 == 1 {
			resistTurning(r, s, n%4 == 1, false)
		}
		s.warmStart()
		w := &s.newton
		if !s.placeNewton() || !s.fillNewton() {
			t.Fatalf("case %d: no matrix", n)
		}
		for range coupledFrom + 1 {
			w.takeLimits(false)
			for i := range w.rows {
				w.rows[i].rhoN, w.rows[i].rhoT = math.Min(w.rows[i].rhoN*newtonGrows, 1e5/w.rows[i].large), math.Min(w.rows[i].rhoT*newtonGrows, 1e5/w.rows[i].large)
			}
			for range 30 {
				if w.evaluate() <= 0.1*set.Residual || !w.solve() {
					break
				}
				w.search()
			}
		}
		w.evaluate()
		before, y := slices.Clone(w.rows), slices.Clone(w.y)
		if !w.solveCoupled(set.Residual) {
			lost++
			for i := range w.rows {
				if a, b := &before[i], &w.rows[i]; a.p != b.p || a.had != b.had || a.limit != b.limit || a.half != b.half || a.load != b.load {
					t.Fatalf("case %d: row %d has changed: %v, %v", n, i, a, b)
				}
			}
			if !slices.Equal(y, w.y) {
				t.Fatalf("case %d: the velocities have changed", n)
			}
			continue
		}
		found++
		off, lag := w.residuals()
		if missing := w.evaluate(); off > set.Residual || lag > 1e-15 || missing > 0.1*set.Residual {
			t.Fatalf("case %d: impulses are %g off, limits %g, momentum %g", n, off, lag, missing)
		}
		for i := range w.rows {
			q := &w.rows[i]
			if q.kind == turnRow {
				turning++
				if load := w.rows[q.bearer].p.X; math.Abs(q.p.X) > q.spin*load*(1+1e-12) || math.Hypot(q.p.Y, q.p.Z) > q.mu*load*(1+1e-12) {
					t.Fatalf("case %d: row %d: torques %v of the load %g", n, i, q.p, load)
				}
				continue
			}
			if p := q.p; p.X < 0 || math.Hypot(p.Y, p.Z) > q.mu*p.X*(1+1e-12) || p.X > 0 && math.Abs(q.u.X)*q.rhoN > math.Abs(p.X-q.had.X)*(1+1e-6)+1e-9*q.rhoN {
				t.Fatalf("case %d: row %d: impulse %v, speeds %v", n, i, p, q.u)
			}
		}
	}
	t.Logf("%d found, %d not", found, lost)
	if found < trials*2/3 || turning < trials {
		t.Errorf("only %d of %d are found, with %d that resist turning", found, trials, turning)
	}
}

// TestNewton_StepsDownTheCoupledError: a small share of the step changes the error by that share, as the derivative of
// friction, and of resistance to turning, by the normal impulse has it.
func TestNewton_StepsDownTheCoupledError(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	set := contactSettings
	slide, roll, spin := 0, 0, 0
	for n := range 80 {
		s := randomLoad(r, 1.0/240, &set)
		if n%2 == 1 {
			resistTurning(r, s, true, false)
		}
		s.warmStart()
		w := &s.newton
		if !s.placeNewton() || !s.fillNewton() {
			t.Fatal("no matrix")
		}
		w.carryOver()
		w.evaluateCoupled()
		if !w.stepCoupled() {
			t.Errorf("case %d: singular", n)
			continue
		}
		for i := range w.rows {
			q := &w.rows[i]
			to := q.argument(q.u)
			_, beyond := q.project(to)
			switch {
			case q.kind == turnRow && q.limit > 0 && beyond > 0:
				roll++
			case q.limit > 0 && beyond > 0:
				slide++
			}
			if q.kind == turnRow && q.half > 0 && math.Abs(to.X) > q.half {
				spin++
			}
		}
		const share = 1e-7
		f := slices.Clone(w.f)
		w.coupled.from = append(w.coupled.from[:0], w.y...)
		w.walk(share)
		w.evaluateCoupled()
		size, off := 0.0, 0.0
		for i := range f {
			for k := range f[i] {
				size = math.Max(size, math.Abs(f[i][k]))
				off = math.Max(off, math.Abs((f[i][k]-w.f[i][k])/share-f[i][k]))
			}
		}
		if off > 1e-4*size {
			t.Errorf("case %d: the step changes an error of %g by %g otherwise", n, size, off)
		}
	}
	if slide < 200 || roll < 100 || spin < 100 {
		t.Errorf("only %d points slide, %d roll, %d spin", slide, roll, spin)
	}
}

// TestCouples_WhereRoundsCreep: limits and velocities are found together where vehicles have a load, and where jointed bodies have tyres or
// resist turning; from the sixth round on, of a load from the third, each eighth.
func TestCouples_WhereRoundsCreep(t *testing.T) {
	for _, c := range []struct {
		name                 string
		joints, turns, tyres int
		first                int // round, -1 for none
	}{
		{"boxes", 0, 0, 0, -1}, {"a load", 0, 0, 1, 2}, {"a load that resists turning", 0, 1, 1, -1}, {"barrels", 0, 1, 0, -1},
		{"a chain", 1, 0, 0, -1}, {"a trailer", 1, 0, 1, 5}, {"a person", 1, 1, 0, 5}, {"a person on a trailer", 1, 1, 1, 5},
	} {
		s := &ContactSolver{Bodies: []ContactBody{{InvMass: 1}, {InvMass: 1}}, Joints: make([]BallJoint, c.joints), Turns: make([]TurnRow, c.turns), Tyres: make([]TyreRow, c.tyres)}
		for round := range 30 {
			if got, want := s.couples(round), c.first >= 0 && round%8 == c.first; got != want {
				t.Errorf("%s, round %d: %v", c.name, round, got)
			}
		}
	}
}
