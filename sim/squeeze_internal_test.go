package sim

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// lightAndHeavy is a world of a driven body and bodies of 1 and 10 kg side by side along x, all far apart.
func lightAndHeavy(t *testing.T) *World {
	t.Helper()
	half := mgl64.Vec3{0.5, 0.5, 0.5}
	w, err := New(&Definition{Materials: []Material{{}}, Bodies: []BodyDef{
		{Name: "press", Half: half, Position: mgl64.Vec3{-9, 0, 0}, Drive: []DriveAt{{Velocity: mgl64.Vec3{1, 0, 0}}}},
		{Name: "light", Half: half, Mass: 1}, {Name: "heavy", Half: half, Mass: 10, Position: mgl64.Vec3{9, 0, 0}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// held is an island of a crowd of the two free bodies of lightAndHeavy: the heavy one is pushed off the light one with an
// impulse of 20 N s, or the light one by the heavy one, if turned.
func held(w *World, turned bool) *crowdIsland {
	c := &w.crowd.step
	c.members, c.bodies = []int32{1, 2}, []int32{1, 2, 0}
	c.slots, c.order, c.start, c.frame.share = []int32{1, 2}, []int32{0}, c.start[:0], make([]float64, 3)
	c.solver.Reset()
	for _, i := range c.members {
		s := w.state.bodies[i]
		c.start = append(c.start, s)
		invMass, inv := w.bodies[i].inverse(s.Q)
		c.solver.Bodies = append(c.solver.Bodies, response.CrowdBody{InvMass: invMass, InvInertia: inv})
	}
	c.solver.Bodies = append(c.solver.Bodies, response.CrowdBody{V: geom.Vec{X: 1}})
	pair := response.CrowdPair{A: 1, B: 2, End: 1, N: geom.Vec{X: 1}, T1: geom.Vec{Y: 1}, T2: geom.Vec{Z: 1}}
	if turned {
		pair.A, pair.B, pair.N, pair.T2 = 2, 1, pair.N.Neg(), pair.T2.Neg()
	}
	c.solver.Pairs = append(c.solver.Pairs, pair)
	c.solver.Points = append(c.solver.Points, response.CrowdPoint{Jn: 20})
	c.solver.Start(&c.solver.Pairs[0])
	return &crowdIsland{end: 1, endSlot: 2, driven: true}
}

// TestHoldBack_LeavesNobodyTooFast: of a pair whose light body would get 20 m/s, the impulse is reduced to what gives that body
// the speed that it may have, on whichever side it is, and the momentum stays; in the second half to none.
func TestHoldBack_LeavesNobodyTooFast(t *testing.T) {
	for _, turned := range []bool{false, true} {
		for _, partly := range []bool{true, false} {
			w := lightAndHeavy(t)
			isl := held(w, turned)
			again := w.holdBack(isl, 5, partly)
			light, heavy := &w.crowd.step.solver.Bodies[1], &w.crowd.step.solver.Bodies[2]
			want := 5.0
			if !partly {
				want = 0
			}
			if !again || math.Abs(light.V.X+want) > 1e-12 || math.Abs(heavy.V.X-0.1*want) > 1e-12 || math.Abs(w.crowd.step.solver.Points[0].Jn-want) > 1e-12 {
				t.Errorf("turned %v, partly %v: %g and %g m/s by %g N s", turned, partly, light.V.X, heavy.V.X, w.crowd.step.solver.Points[0].Jn)
			}
			if w.holdBack(isl, 5, partly) {
				t.Error("it is held back twice")
			}
		}
	}
}

// TestSolveJammed_BoundsByWhatPresses: a contact that asks for 50 m/s gives a body that rests 1.25 times the speed of what
// presses, or the speed of the fastest of its island if that is more.
func TestSolveJammed_BoundsByWhatPresses(t *testing.T) {
	for _, fast := range []float64{0, 3} {
		w := lightAndHeavy(t)
		w.flights[0].s, w.flights[0].s.V = w.state.bodies[0], geom.Vec{X: 1}
		isl := held(w, false)
		c := &w.crowd.step
		c.start[1].V.X, c.solver.Bodies[2].V = -fast, geom.Vec{X: -fast}
		c.solver.Bodies[1].V, c.solver.Points[0] = geom.Vec{}, response.CrowdPoint{Target: 50}
		c.solver.Resize(len(c.solver.Bodies), 1, 1)
		c.solver.Prepare(&c.solver.Pairs[0])
		isl.tolerances = response.CrowdTolerances{Residual: 1e-6, Local: 1e-6, Passes: 20}
		w.solveJammed(isl)
		most := math.Max(1.25, fast)
		if v := c.solver.Bodies[1].V.Len(); math.Abs(v-most) > 1e-6 {
			t.Errorf("fastest %g m/s: %g m/s, want %g", fast, v, most)
		}
	}
}

// TestEscapes_ByImpulsesOfDrivenBodies: an impulse that does a hundred times the work that all bodies of a problem have energy
// for at its largest speed has no solution if one of them is driven, and one otherwise.
func TestEscapes_ByImpulsesOfDrivenBodies(t *testing.T) {
	w := lightAndHeavy(t)
	for _, first := range []int32{0, 2} {
		for _, impulse := range []float64{100, 1e5} {
			w.impactMembers = []int32{first, 1}
			w.impactBodies = []response.ImpactBody{{}, {InvMass: 1}}
			if first > 0 {
				w.impactBodies[0].InvMass = 0.1
			}
			w.impactPoints = []response.ImpactPoint{{Impulse: geom.Vec{X: impulse}}}
			if got := w.escapes(&response.ImpactResult{}, 5); got != (first == 0 && impulse > 1e4) {
				t.Errorf("body %d, %g N s: %v", first, impulse, got)
			}
		}
	}
}

// TestWarm_NotOfTheSqueezed: a contact begins with the force that it had, and with none if one of its bodies is squeezed.
func TestWarm_NotOfTheSqueezed(t *testing.T) {
	w := tower(t, 2)
	for i := range 3 {
		steps(t, w, 1)
		if i > 0 {
			w.flights[i-1].squeezed = true
		}
		w.findPairs()
		k := w.findPair(0, 1)
		w.warmRows = append(w.warmRows[:0], w.state.contacts...)
		w.warmOf = w.warmOf[:0]
		touches := w.touches(k, w.set.Slop)
		if len(touches) == 0 {
			t.Fatal("they do not touch")
		}
		var row response.ContactPoint
		if n := w.warm(k, touches, &touches[0], &row, w.set.Step); n < 0 || (row.Jn > 0) != (i == 0) {
			t.Errorf("case %d: contact %d begins with %g N s", i, n, row.Jn)
		}
		w.flights[0].squeezed, w.flights[1].squeezed = false, false
	}
}
