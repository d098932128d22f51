package sim

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// TestCrowd_EnergyOfFlight throws boxes that tumble, and flies them through half a step: an island of them has the
// energy that it may have, to the last digits, and what it falls by in a substep has that of the speed g h, whatever it
// weighs. Half the speed or a quarter of the way, or either upwards, fails.
func TestCrowd_EnergyOfFlight(t *testing.T) {
	def := &Definition{Settings: Settings{Step: 1.0 / 60, Gravity: mgl64.Vec3{1, -2, -9.81}}}
	masses := []float64{1, 5, 20}
	for i, m := range masses {
		def.Bodies = append(def.Bodies, BodyDef{
			Half: mgl64.Vec3{0.1, 0.2, 0.4}, Mass: m, Position: mgl64.Vec3{5 * float64(i), 0, 0},
			Velocity: mgl64.Vec3{1, 2, -3}, AngularVelocity: mgl64.Vec3{3, float64(i), 5},
		})
	}
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	w.evaluateForces()
	c, isl := &w.crowd.step, &crowdIsland{endSlot: 3}
	c.members, c.bodies, c.slots, c.h = []int32{0, 1, 2}, []int32{0, 1, 2}, []int32{1, 2, 3}, w.set.Step/2
	c.solver.Reset()
	c.solver.Resize(4, 0, 0)
	energy := func() float64 {
		for i := range masses {
			f := &w.flights[i]
			_, inv := w.bodies[i].inverse(f.s.Q)
			c.solver.Bodies[i+1] = response.CrowdBody{V: f.s.V, W: inv.Apply(f.s.L)}
		}
		return w.crowdEnergy(isl)
	}
	before, fall := energy(), 0.0
	g := geom.Vec{X: 1, Y: -2, Z: -9.81}
	for i, m := range masses {
		f := &w.flights[i]
		f.s = rigid.Advance(&f.s, &w.bodies[i].mass, f.field, f.torque, c.h)
		fall += 0.5 * m * g.LenSq() * c.h * c.h
	}
	after := energy()
	if may := w.energyAtStart(isl); math.Abs(may-after) > 1e-9*after || after < 1.01*before {
		t.Errorf("%v J in flight, %v before, %v that it may have", after, before, may)
	}
	if got := w.fallEnergy(isl); math.Abs(got-fall) > 1e-12*fall {
		t.Errorf("falling gives %v J, want %v", got, fall)
	}
}

// TestCrowd_HandsOver: what a pair bore at points that it has no more is borne by those in touch that are new, half of
// it each; nothing is handed over where all points are there still, among these or among others of the pair, nor to
// what is not in touch.
func TestCrowd_HandsOver(t *testing.T) {
	c := &crowdStep{h: 0.5}
	key := func(f uint32) rowKey { return rowKey{b: 1, tri: -1, feature: narrowphase.FeatureID(f)} }
	old := []contact{{key: key(1), fn: 8}, {key: key(2), fn: 6}, {key: key(3), fn: 2}, {key: key(7), fn: 4}}
	touches := []touch{{key: key(2)}, {key: key(4)}, {key: key(5)}, {key: key(6)}}
	all := append(touches[:4:4], touch{key: key(7)})
	rows := []crowdRow{{usual: 3}, {sep: -1e-5}, {}, {sep: 1e-3}}
	c.handOver(old, all, touches, rows)
	for i, want := range []float64{3, 2.5, 2.5, 0} {
		if rows[i].usual != want {
			t.Errorf("point %d begins with %g N s, want %g", i, rows[i].usual, want)
		}
	}
	touches = []touch{{key: key(1)}, {key: key(2)}, {key: key(3)}, {key: key(4)}}
	rows = []crowdRow{{usual: 4}, {usual: 3}, {usual: 1}, {}}
	c.handOver(old, append(touches[:4:4], touch{key: key(7)}), touches, rows)
	if rows[3].usual != 0 || rows[0].usual != 4 {
		t.Errorf("handed over though nothing has gone: %v", rows)
	}
}

// TestCrowd_SubstepsOfWhatHasSunk: a crowd of slow bodies takes one substep where what it touched was 1 mm deep in the
// step before, two where it was 3 mm.
func TestCrowd_SubstepsOfWhatHasSunk(t *testing.T) {
	def := &Definition{Settings: Settings{Step: 1.0 / 60, Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []Material{{}}}
	for i := range 2 {
		def.Bodies = append(def.Bodies, BodyDef{Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1, Position: mgl64.Vec3{0, 0, float64(i)}})
	}
	for _, c := range []struct {
		deep float64
		want int
	}{{1e-3, 1}, {3e-3, 2}} {
		w, err := New(def)
		if err != nil {
			t.Fatal(err)
		}
		w.state.contacts = append(w.state.contacts, contact{key: rowKey{a: 0, b: 1, tri: -1}, fn: 1, sep: -c.deep})
		w.evaluateForces()
		w.findPairs()
		members := []int32{0, 1}
		w.slotOf[0], w.slotOf[1] = 1, 2
		if got := w.crowdSubsteps(members); got != c.want {
			t.Errorf("%g m deep: %d substeps, want %d", c.deep, got, c.want)
		}
		w.slotOf[0], w.slotOf[1] = -1, -1
		if got := w.crowdSubsteps(members); got != 1 {
			t.Errorf("%g m deep, of another crowd: %d substeps, want 1", c.deep, got)
		}
	}
}

// longBoxes returns a crowd of two boxes, 1 m long and 4 cm wide, in the void, at the start of a quarter of a step: the
// upper is so far above the lower and turns about its width, at the rate given. The contacts at the start have been
// looked for.
func longBoxes(t *testing.T, gap, rate float64) *World {
	half := mgl64.Vec3{0.5, 0.02, 0.02}
	w, err := New(&Definition{Settings: Settings{Step: 1.0 / 60}, Materials: []Material{{}}, Bodies: []BodyDef{
		{Half: half, Mass: 1},
		{Half: half, Mass: 1, Position: mgl64.Vec3{0, 0, 0.04 + gap}, AngularVelocity: mgl64.Vec3{0, rate, 0}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	beginCrowd(t, w, w.set.Step/4)
	return w
}

// beginCrowd makes all bodies that are not driven a crowd at the start of a substep of length h, the first of a step, and looks for its
// contacts.
func beginCrowd(t *testing.T, w *World, h float64) *crowdStep {
	t.Helper()
	w.evaluateForces()
	w.findPairs()
	w.startWarm()
	c := &w.crowd.step
	c.members, c.h, c.began = c.members[:0], h, false
	for i := range w.bodies {
		if !w.bodies[i].driven {
			c.members = append(c.members, int32(i))
		}
	}
	w.listCrowdBodies()
	c.prepareFound(len(w.pairs))
	w.placeCrowd()
	c.forgetAhead()
	if !w.gatherCrowd() {
		t.Fatal("no contacts are looked for")
	}
	w.groupCrowdRows()
	return c
}

// TestCrowd_LooksAhead: of two long boxes in the void, one a little above the other and nearly along it, the upper
// turns so that its far end comes down through the edge of the lower by the end of the substep. It is found there, and
// where it is at the start, as far apart as it goes until then by the velocities that the solver has; a lower one that
// follows is as if nothing turned.
func TestCrowd_LooksAhead(t *testing.T) {
	const gap, rate = 2e-3, 4.0
	w := longBoxes(t, gap, rate)
	c := &w.crowd.step
	touchesAtStart := len(c.rows)
	c.found[0].touches, c.found[0].pairs = c.found[0].touches[:0], c.found[0].pairs[:0] // as if the start showed none
	if !w.lookAhead() {
		t.Fatal("nothing is found at the end of the substep")
	}
	down := math.Sin(rate*c.h) * 0.5 // of the far end
	for _, q := range c.found[0].ahead {
		lower, upper := &c.start[0], &c.start[1]
		if want := gap; math.Abs(q.sep-want) > 0.1*gap || q.p.X < 0.4 || q.p.Z < 0.02 || q.p.Z > 0.02+gap {
			t.Errorf("found at %v, %g m apart, want %g", q.p, q.sep, want)
		}
		end := q.sep + q.n.Dot(w.pointDisplacement(1, q.p).Sub(w.pointDisplacement(0, q.p)))
		if want := gap - down; math.Abs(end-want) > 0.1*down || lower.X.Z >= upper.X.Z {
			t.Errorf("%g m apart at the end, want %g", end, want)
		}
	}
	if len(c.found[0].ahead) != 2 {
		t.Errorf("%d points at the end of the substep (%d at its start), want the two corners of the end", len(c.found[0].ahead), touchesAtStart)
	}
	w.gatherCrowd()
	seen := 0
	for i := range c.rows {
		for _, q := range c.found[0].ahead {
			if c.rows[i].key == q.key && c.rows[i].sep == q.sep {
				seen++
			}
		}
	}
	if seen != 2 {
		t.Errorf("the substep has %d of them", seen)
	}
	c.solver.Bodies[1].W = c.solver.Bodies[2].W // both turn
	c.solver.Bodies[2].V = c.solver.Bodies[2].W.Cross(geom.Vec{Z: 0.04 + gap})
	c.found[0].ahead = c.found[0].ahead[:0]
	if w.lookAhead() {
		t.Errorf("what goes along is found: %v", c.found[0].ahead)
	}
}

// TestCrowd_OriginsGoAsBodiesDid: at the end of a substep the place of a pair on a body goes as the body has, whatever
// impulses the solver has given it since.
func TestCrowd_OriginsGoAsBodiesDid(t *testing.T) {
	w, err := New(&Definition{Bodies: []BodyDef{{Half: mgl64.Vec3{1, 1, 1}, Mass: 1, Position: mgl64.Vec3{0.5, 0, 0}}}})
	if err != nil {
		t.Fatal(err)
	}
	w.evaluateForces()
	c := &w.crowd.step
	c.members, c.bodies, c.h = []int32{0}, []int32{0}, 0.5
	c.start = []rigid.State{{X: geom.Vec{X: 0.25}}}
	c.turned = []geom.Vec{{Z: 0.5}}
	c.solver.Reset()
	c.solver.Resize(2, 0, 0)
	c.solver.Bodies[1].W = geom.Vec{X: 100, Y: 200, Z: 300}
	if got, want := w.wayOf(1, geom.Vec{X: 1, Y: 2}), (geom.Vec{X: 0.25 - 0.5, Y: 0.25}); got.Sub(want).Len() > 1e-15 {
		t.Errorf("it goes %v, want %v", got, want)
	}
}

// TestCrowd_LooksAheadOfWhatRocks: of two long boxes that are 2 mm deep in each other the upper turns by less than what
// is looked at elsewhere, 1.2 mm at its ends; where they are 0.2 mm deep nothing is looked at.
func TestCrowd_LooksAheadOfWhatRocks(t *testing.T) {
	for _, c := range []struct {
		deep float64
		want bool
	}{{2e-3, true}, {0.2e-3, false}} {
		w := longBoxes(t, -c.deep, 0.6)
		if got := w.lookAhead(); got != c.want {
			t.Errorf("%g m deep: found %v", c.deep, got)
		}
		for _, q := range w.crowd.step.found[0].ahead {
			if q.p.X < 0.4 || q.sep != 0 {
				t.Errorf("found at %v, %g m apart: want the end that comes down, in touch", q.p, q.sep)
			}
		}
	}
}

// TestCrowd_MeetsAhead: in a heap of boxes that turn, what is found at the end of a substep comes to the contacts of
// its pairs, and the impulses of all islands without such pairs stay as they are to the bit. The points of a pair lie
// together, and the velocities that the solver has are those that the impulses give.
func TestCrowd_MeetsAhead(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	vec := func(size float64) mgl64.Vec3 {
		return mgl64.Vec3{size * (2*r.Float64() - 1), size * (2*r.Float64() - 1), size * (2*r.Float64() - 1)}
	}
	def := &Definition{Settings: Settings{Step: 1.0 / 60, Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []Material{{Friction: 0.5}}}
	for i := range 216 { // 8 heaps
		x := mgl64.Vec3{float64(i % 3), float64(i / 3 % 3), float64(i / 9 % 3)}.Mul(1.02).Add(mgl64.Vec3{20 * float64(i/27)})
		def.Bodies = append(def.Bodies, BodyDef{Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1 + 10*r.Float64(), Position: x, Velocity: vec(2), AngularVelocity: vec(6)})
	}
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	ahead, stayed := 0, 0
	for range 10 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		s := beginCrowd(t, w, w.set.Step/2)
		clear(s.push)
		w.share(len(s.batches), 1, solveBatches)
		bodies := slices.Clone(s.solver.Bodies)
		points := map[rowKey]response.CrowdPoint{}
		for i := range s.solver.Points {
			points[s.rows[i].key] = s.solver.Points[i]
		}
		if w.lookAhead() {
			w.meetAhead()
		}
		w.share(len(s.members), bodiesTogether, pushMembers)
		for slot := range s.members {
			b, f := &s.solver.Bodies[slot+1], &w.flights[slot].s
			if v, o := b.V.Sub(f.V).Len(), b.W.Sub(b.InvInertia.Apply(f.L)).Len(); v > 1e-12 || o > 1e-12 {
				t.Fatalf("body %d is %g m/s and %g rad/s off what its impulses give", slot, v, o)
			}
		}
		told := map[int32]int{}
		for n := range s.pairs {
			if last, ok := told[s.pairs[n].k]; ok && last != n-1 {
				t.Fatalf("pair %d is in two places", s.pairs[n].k)
			}
			told[s.pairs[n].k] = n
		}
		for n := range s.islands {
			isl := &s.islands[n]
			for _, k := range s.order[isl.first:isl.end] {
				pair := &s.solver.Pairs[k]
				for i := pair.First; i < pair.End; i++ {
					was, known := points[s.rows[i].key]
					if isl.again && !known {
						ahead++
					}
					if isl.again {
						continue
					}
					stayed++
					if was != s.solver.Points[i] || s.solver.Bodies[pair.A].V != bodies[pair.A].V || s.solver.Bodies[pair.B].W != bodies[pair.B].W {
						t.Fatalf("a point of an island that nothing has come to was %v and is %v", was, s.solver.Points[i])
					}
				}
			}
		}
		for i := range s.members {
			w.slotOf[i] = -1
		}
	}
	t.Logf("%d points come from the end of a substep, %d stay as they were", ahead, stayed)
	if ahead < 10 || stayed < 50 {
		t.Error("too few to tell")
	}
}

// TestCrowd_SearchFindsThePairsOfBounds: where a step may have crowds, pairs and crowds are one search. Its pairs are
// those, in that order, that the bounds alone give.
func TestCrowd_SearchFindsThePairsOfBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	def := &Definition{Settings: Settings{Step: 1.0 / 60, Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []Material{{}}}
	for range 200 {
		def.Bodies = append(def.Bodies, BodyDef{
			Half: mgl64.Vec3{0.2 + r.Float64(), 0.2 + r.Float64(), 0.2 + r.Float64()}, Mass: 1, Position: mgl64.Vec3{12 * r.Float64(), 12 * r.Float64(), 12 * r.Float64()},
			Velocity: mgl64.Vec3{r.Float64(), r.Float64(), r.Float64()},
		})
	}
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	found := func(crowd int) (list [][2]int32) {
		w.set.Crowd = crowd
		w.evaluateForces()
		for i := range def.Bodies {
			w.flights[i].still = i%5 == 0
		}
		w.findPairs()
		for k := range w.pairs {
			list = append(list, [2]int32{w.pairs[k].a, w.pairs[k].b})
		}
		return list
	}
	want, got := found(-1), found(24)
	if !w.crowd.known || len(w.near) < len(want)*3/2 {
		t.Errorf("%d near each other, %d pairs: too few to tell", len(w.near), len(want))
	}
	if len(want) < 100 || !slices.Equal(got, want) {
		t.Errorf("%d pairs, want %d", len(got), len(want))
	}
}
