package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// binHalf is half the inner width of a bin [m], binHeight its height.
const (
	binHalf   = 1.35
	binHeight = 9.0
)

// heapSize is the number of bodies of a heap.
const heapSize = 50

// bin is a floor at height 0 and four walls, 0.1 m thick.
func bin() []sim.StaticDef {
	list := []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{binHalf, binHalf, 0.05}, Position: mgl64.Vec3{0, 0, -0.05}}}
	for _, x := range []mgl64.Vec3{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}} {
		half := mgl64.Vec3{binHalf + 0.1, binHalf + 0.1, binHeight / 2}
		if x[0] != 0 {
			half[0] = 0.05
		} else {
			half[1] = 0.05
		}
		list = append(list, sim.StaticDef{Name: fmt.Sprint("wall", x), Half: half, Position: x.Mul(binHalf + 0.05).Add(mgl64.Vec3{0, 0, binHeight / 2})})
	}
	return list
}

// bowl is a bumpy terrain of triangles that rises on all sides, 12 m wide.
func bowl(t testing.TB) []sim.StaticDef {
	t.Helper()
	const n = 13
	f := geom.HeightField{NX: n, NY: n, DX: 1, DY: 1, Origin: geom.Vec{X: -6, Y: -6}}
	for k := range n * n {
		x, y := float64(k%n-6), float64(k/n-6)
		f.Heights = append(f.Heights, 0.2*math.Sin(1.7*x)*math.Cos(1.3*y)+0.08*(x*x+y*y))
	}
	m, err := f.Mesh()
	if err != nil {
		t.Fatal(err)
	}
	return []sim.StaticDef{{Name: "terrain", Mesh: m, Asset: "terrain"}}
}

// fallingHeap is 50 boxes and balls that fall at 5 m/s, from up to 5 m, on the statics given, a crowd from 24 on.
func fallingHeap(t testing.TB, statics []sim.StaticDef, e float64) *sim.Definition {
	t.Helper()
	ball, err := geom.NewSphere(0.25)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(77, 1))
	def := &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 60, Gravity: tilt(0), Crowd: 24, Residual: 1e-5},
		Materials: []sim.Material{{Friction: 0.5, Restitution: e}},
		Statics:   statics,
	}
	for i := range heapSize {
		x := mgl64.Vec3{0.88 * float64(i%3-1), 0.88 * float64(i/3%3-1), 0.8 + 0.88*float64(i/9)}.Add(randomVec(r, 0.005))
		b := sim.BodyDef{Name: fmt.Sprint(i), Half: mgl64.Vec3{0.2, 0.22, 0.25}, Mass: 10, Position: x, Attitude: randomTurn(r), Velocity: mgl64.Vec3{0, 0, -5}}
		if i%2 == 1 {
			b.Half, b.Shapes = mgl64.Vec3{}, []sim.ShapeDef{{Shape: ball}}
		}
		def.Bodies = append(def.Bodies, b)
	}
	return def
}

// overlaps returns the largest overlap of two bodies, and of a body with a static [m]; 0 for none.
func overlaps(w *sim.World, def *sim.Definition) (bodies, statics float64) {
	var all [][]narrowphase.Convex
	for i := range def.Bodies {
		p := placedOf(w, def, i)
		for k, q := range all {
			if bodyOf(w, i).X.Sub(bodyOf(w, k).X).Len() < 0.8 {
				bodies = math.Max(bodies, overlap(p, q))
			}
		}
		all = append(all, p)
		for k := range def.Statics {
			s := &def.Statics[k]
			if s.Mesh == nil {
				at := geom.Transform{P: geom.FromMGL(s.Position), Q: geom.IdentityQuat()}
				statics = math.Max(statics, overlap(p, placedIn(nil, s.Half, at)))
				continue
			}
			for n := range s.Mesh.Tris {
				tri := s.Mesh.Triangle(int32(n))
				if tri.A.Sub(p[0].Pose.P).Len() < 2 {
					sep, _ := narrowphase.SeparationTriangle(&p[0], &tri)
					statics = math.Max(statics, -sep)
				}
			}
		}
	}
	return bodies, statics
}

// away returns how many bodies are below the terrain or floor, or out of the bin.
func away(w *sim.World, def *sim.Definition) int {
	n := 0
	for i := range def.Bodies {
		x, mesh := bodyOf(w, i).X, def.Statics[0].Mesh
		switch {
		case mesh == nil && (x.Z < 0 || math.Abs(x.X) > binHalf || math.Abs(x.Y) > binHalf):
			n++
		case mesh != nil:
			over := false
			for k := range mesh.Tris {
				t := mesh.Triangle(int32(k))
				a, b, c := t.A.Sub(x), t.B.Sub(x), t.C.Sub(x)
				u, v, o := a.X*b.Y-a.Y*b.X, b.X*c.Y-b.Y*c.X, c.X*a.Y-c.Y*a.X
				if u >= 0 && v >= 0 && o >= 0 && u*c.Z+v*a.Z+o*b.Z <= 0 {
					over = true
				}
			}
			if !over {
				n++
			}
		}
	}
	return n
}

// TestCrowd_HeapsComeToRest drops heaps of boxes and balls in a bin, of boxes on triangles, and of boxes and balls with
// resistance to rolling there: nothing leaves, the balance closes to 1e-9, and within 10 s they rest, half a second
// long. Measured: after 4 s in the bin, where balls without resistance to rolling still turn, and on triangles, and 8 s
// with resistance, the first of sixteen such heaps, moved by 0.1 mm each, of which the last rests after 38 s. On the way
// bodies overlap by up to 0.9 mm and statics by 0.3 mm, at rest by 0.16 mm: the slop is 0.1 mm.
func TestCrowd_HeapsComeToRest(t *testing.T) {
	t.Parallel()
	const restSteps = 600
	heaps := map[string][]sim.StaticDef{"bin": bin(), "terrain": bowl(t), "rolling": bowl(t)}
	for name, statics := range heaps {
		t.Run(name, func(t *testing.T) {
			def := fallingHeap(t, statics, 0)
			rest := 0.1
			switch name {
			case "terrain":
				for i := range def.Bodies {
					def.Bodies[i].Shapes, def.Bodies[i].Half = nil, mgl64.Vec3{0.2, 0.22, 0.25}
				}
				rest = 0.02
			case "rolling":
				def.Materials[0].Rolling, rest = 0.02, 1e-3 // else balls roll up and down for long
				for i := range def.Bodies {
					def.Bodies[i].Position[0] += 5e-4
				}
			}
			w := mustWorld(t, def)
			var b record.Balance
			start := w.Frame().Ledger
			start.Rows = nil // of the step before
			b.Add(&start)
			var most, into float64
			impacts, fastest, still := 0, rest, 0
			step := 0
			for ; step < restSteps && (step < 240 || still < 30); step++ {
				impacts += len(run(t, w, 1, nil))
				b.Add(&w.Frame().Ledger)
				if step%10 == 0 {
					p, s := overlaps(w, def)
					most, into = math.Max(most, p), math.Max(into, s)
				}
				if n := away(w, def); n > 0 {
					t.Fatalf("step %d: %d bodies have left", step, n)
				}
				fastest = 0
				for i := range def.Bodies {
					fastest = math.Max(fastest, bodyOf(w, i).V.Len())
				}
				if still++; fastest >= rest {
					still = 0
				}
			}
			p, s := overlaps(w, def)
			e, mom, ang := b.Gaps()
			t.Logf("%d steps, %d impacts, fastest %.3g m/s at the end; overlap of bodies %.3g m, with statics %.3g m, at rest %.3g m and %.3g m; %.3g of the energy open", step, impacts,
				fastest, most, into, p, s, math.Abs(e)/b.Energy)
			deep, sunk := 3e-3, 1e-3 // of a crowd
			if fastest > rest || most > deep || into > sunk || p > 2e-4 || s > 2e-4 {
				t.Errorf("the heap does not rest, or overlaps")
			}
			if impacts > 0 {
				t.Errorf("%d impacts: it was no crowd", impacts)
			}
			if !(math.Abs(e) <= 1e-9*b.Energy && mom.Len() <= 1e-9*b.Momentum && ang.Len() <= 1e-9*b.Angular) {
				t.Errorf("open: %g of %g J, %g of %g N s, %g of %g N m s", e, b.Energy, mom.Len(), b.Momentum, ang.Len(), b.Angular)
			}
		})
	}
}

// TestCrowd_SameBits: a crowd has the same bits with 4 workers, after a restored snapshot, beside a far body, and as
// long as it is none: where bodies rebound, and where they are too few.
func TestCrowd_SameBits(t *testing.T) {
	t.Parallel()
	def := fallingHeap(t, bin(), 0)
	with := func(change func(*sim.Definition)) *sim.Definition {
		d := *def
		d.Bodies = append([]sim.BodyDef(nil), def.Bodies...)
		d.Materials = append([]sim.Material(nil), def.Materials...)
		change(&d)
		return &d
	}
	far := cube("far", 0.2, 5, mgl64.Vec3{40, 40, 40}, mgl64.Vec3{1, 2, 3})
	w, workers, shot := mustWorld(t, def), mustWorld(t, def), mustWorld(t, def)
	workers.SetWorkers(4)
	beside := mustWorld(t, with(func(d *sim.Definition) { d.Bodies = append(d.Bodies, far) }))
	plain := mustWorld(t, with(func(d *sim.Definition) { d.Settings.Crowd = -1 }))
	few := mustWorld(t, with(func(d *sim.Definition) { d.Settings.Crowd = heapSize + 1 }))
	differ := false
	steps := 36
	if geomtest.Long {
		steps = 48
	}
	for step := range steps {
		for _, x := range []*sim.World{w, workers, beside} {
			run(t, x, 1, nil)
		}
		if step < 22 {
			run(t, plain, 1, nil)
			run(t, few, 1, nil)
			differ = differ || plain.Hash() != w.Hash()
			if few.Hash() != plain.Hash() {
				t.Fatalf("step %d: too few for a crowd are one", step)
			}
		}
		if workers.Hash() != w.Hash() {
			t.Fatalf("step %d: 4 workers differ", step)
		}
		if step%16 == 15 && step < steps-1 {
			if err := shot.Restore(w.Snapshot(nil)); err != nil {
				t.Fatal(err)
			}
		} else if step > 15 {
			if run(t, shot, 1, nil); shot.Hash() != w.Hash() {
				t.Fatalf("step %d: restored, it differs", step)
			}
		}
		v, b := w.Frame().Values, beside.Frame().Values
		for i := range 13 * len(def.Bodies) {
			if v[i] != b[i] {
				t.Fatalf("step %d: value %d is %v, beside a far body %v", step, i, v[i], b[i])
			}
		}
	}
	if !differ {
		t.Error("a crowd has the bits of none: the scene tests nothing")
	}
	e := with(func(d *sim.Definition) { d.Materials[0].Restitution = 0.3 })
	o := *e
	o.Settings.Crowd = -1
	a, b := mustWorld(t, e), mustWorld(t, &o)
	for step := range 12 {
		run(t, a, 1, nil)
		if run(t, b, 1, nil); a.Hash() != b.Hash() {
			t.Fatalf("step %d: what rebounds is a crowd", step)
		}
	}
}

// TestCrowd_BulletsPassNothing shoots a cube of 6 cm at 300 m/s into heaps as they fall and settle, without and with
// rebound: from above into the bin, whose floor and walls are 0.1 m, and on a plate of 2 cm that lies among the bodies
// of the heap. It strikes something at more than 100 m/s as an impact of its own, and is never beyond the walls, nor on
// the other side of the plate.
func TestCrowd_BulletsPassNothing(t *testing.T) {
	t.Parallel()
	shots, tried, struck := 1, 0, 0
	if geomtest.Long {
		shots = 10
	}
	for _, plate := range []bool{false, true} {
		def := fallingHeap(t, bin(), 0)
		if plate {
			def.Bodies[heapSize-1] = sim.BodyDef{Name: "plate", Half: mgl64.Vec3{1.2, 1.2, 0.01}, Mass: 40, Position: mgl64.Vec3{0, 0, 7.2}}
		}
		w := mustWorld(t, def)
		for n := range shots {
			run(t, w, 15, nil)
			for _, e := range []float64{0, 0.5} {
				if !geomtest.Long && plate != (e > 0) {
					continue
				}
				tried++
				r := rand.New(rand.NewPCG(78, uint64(n)))
				if shoot(t, fmt.Sprintf("plate %v, shot %d, e %g", plate, n, e), withBullet(w, def, r, plate, e), plate) {
					struck++
				}
			}
		}
	}
	if struck != tried {
		t.Errorf("%d of %d bullets struck something", struck, tried)
	}
}

// withBullet returns the bodies of a world as they are, and a bullet that flies at them, or at their last, from a
// height of 10 m.
func withBullet(w *sim.World, def *sim.Definition, r *rand.Rand, atLast bool, e float64) *sim.Definition {
	d := *def
	d.Materials = []sim.Material{def.Materials[0], {Name: "bullet", Friction: 0.3, Restitution: e}}
	d.Bodies = append([]sim.BodyDef(nil), def.Bodies...)
	for i := range d.Bodies {
		s, b := bodyOf(w, i), &d.Bodies[i]
		b.Position, b.Attitude, b.Velocity = s.X.MGL(), s.Q.MGL(), s.V.MGL()
	}
	aim := mgl64.Vec3{r.Float64() - 0.5, r.Float64() - 0.5, 0}
	if atLast {
		aim = d.Bodies[len(d.Bodies)-1].Position
	}
	from := mgl64.Vec3{0.6 * (r.Float64() - 0.5), 0.6 * (r.Float64() - 0.5), 10}
	d.Bodies = append(d.Bodies, sim.BodyDef{Name: "bullet", Half: mgl64.Vec3{0.03, 0.03, 0.03}, Mass: 0.5, Position: from,
		Attitude: randomTurn(r), Velocity: aim.Sub(from).Normalize().Mul(300), Material: 1})
	return &d
}

// shoot runs a heap with a bullet, its last body, and with a plate as the one before. It reports whether the bullet has
// struck something at more than 100 m/s as an impact.
func shoot(t *testing.T, name string, def *sim.Definition, plate bool) (struck bool) {
	w, bullet := mustWorld(t, def), len(def.Bodies)-1
	var way passage
	for step := range 10 {
		impacts, through := run(t, w, 1, nil), false
		x, target := bodyOf(w, bullet).X, bodyOf(w, bullet-1)
		for _, e := range impacts {
			if int(e.A) == bullet || int(e.B) == bullet {
				struck = struck || e.Closing > 100
				through = way.to(e.Points[0].P, target) || through
			}
		}
		if x.Z < 0 || x.Z < binHeight && math.Max(math.Abs(x.X), math.Abs(x.Y)) > binHalf {
			t.Errorf("%s, step %d: the bullet is out of the bin at %v", name, step, x)
		}
		if step%5 == 1 {
			if bodies, statics := overlaps(w, def); bodies > 0.01 || statics > 0.01 {
				t.Errorf("%s, step %d: overlaps of %g and %g m", name, step, bodies, statics)
			}
		}
		if through = way.to(x, target) || through; through && plate {
			t.Errorf("%s, step %d: the bullet has passed the plate to %v", name, step, x)
		}
	}
	return struck
}

// passage follows a bullet from place to place about a plate. What is nearer to the plate than a bullet and what the
// plate itself goes in a step, 0.1 m, is on no side of it.
type passage struct {
	last    geom.Vec // in the plate's frame
	side    float64  // on which it was last
	through bool     // since then it has crossed the plane of the plate within its edges
}

// to goes on to a place x, straight, and reports whether the bullet has come through the plate, and not around its
// edge, to the other side.
func (b *passage) to(x geom.Vec, plate rigid.State) bool {
	at := plate.Q.Conj().Rotate(x.Sub(plate.X))
	if b.last.Z*at.Z < 0 {
		c := b.last.AddScaled(at.Sub(b.last), b.last.Z/(b.last.Z-at.Z))
		b.through = b.through || math.Max(math.Abs(c.X), math.Abs(c.Y)) < 1.1
	}
	if b.last = at; math.Abs(at.Z) < 0.1 {
		return false
	}
	passed := b.side*at.Z < 0 && b.through
	b.side, b.through = at.Z, false
	return passed
}

// TestCrowd_SecondRunAllocatesNothing: nor does any step of it, also where bodies rebound and resist turning.
func TestCrowd_SecondRunAllocatesNothing(t *testing.T) {
	for k, m := range []sim.Material{{Friction: 0.5}, {Friction: 0.5, Restitution: 0.3, Rolling: 0.02, Spin: 0.01}} {
		for n, def := range []*sim.Definition{fallingHeap(t, bin(), 0), fallingHeap(t, bowl(t), 0), shakenHeap(t, 0)} {
			def.Materials[0] = m
			w := mustWorld(t, def)
			start := w.Snapshot(nil)
			for _, workers := range []int{1, 2} {
				if !geomtest.Long && ((k+n)%2 > 0 || workers != 1+n%2) {
					continue
				}
				w.SetWorkers(workers)
				run(t, w, 31, nil)
				// With helpers, who does what differs from run to run, and with it whose lists grow: by a few in all.
				most := []uint64{1: 0, 2: 30}[workers]
				if n := geomtest.Allocations(31, restoring(t, w, start), func() { _ = w.Step() }); n > most {
					t.Errorf("%+v, %d workers: %d allocations", m, workers, n)
				}
				if err := w.Restore(start); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func TestCrowd_RefusesOne(t *testing.T) {
	def := fallingHeap(t, bin(), 0)
	def.Settings.Crowd = 1
	if _, err := sim.New(def); err == nil || !strings.Contains(err.Error(), "settings: crowd: 1: give a whole number from 2 to") {
		t.Error(err)
	}
}
