package response

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// slideRoom is a closed room of 8 by 6 by 4 m with solid columns, each known as half-spaces too.
type slideRoom struct {
	slideWorld
	columns [][]geom.Plane // a point is inside a column where N·p <= D for all planes
	room    geom.AABB
}

// slideNewRoom builds a room: walls of jittered triangles, then upright and leaning columns with 3 to 6 sides, some of
// them tapering to sharp needles, some crossing each other.
func slideNewRoom(r *rand.Rand) *slideRoom {
	w := &slideRoom{room: geom.AABB{Max: slideVec(8, 6, 4)}}
	x, y, z, o := slideVec(8, 0, 0), slideVec(0, 6, 0), slideVec(0, 0, 4), geom.Vec{}
	n := 1 + r.IntN(5)
	w.quad(o, x, y, n, r)
	w.quad(z, y, x, n, r)
	w.quad(o, y, z, n, r)
	w.quad(x, z, y, n, r)
	w.quad(o, z, x, n, r)
	w.quad(y, x, z, n, r)
	for range 6 {
		k := 3 + r.IntN(4)
		c := slideVec(1.5+5*r.Float64(), 1+4*r.Float64(), -0.5)
		top := c.Add(slideVec(2*r.Float64()-1, 2*r.Float64()-1, 1+4*r.Float64()))
		thick, taper, turn := 0.1+0.8*r.Float64(), []float64{1, 0.5, 0.01}[r.IntN(3)], r.Float64()
		low, high := make([]geom.Vec, k), make([]geom.Vec, k)
		for i := range k {
			a := 2 * math.Pi * (float64(i) + turn) / float64(k)
			d := slideVec(math.Cos(a), math.Sin(a), 0).Scale(thick)
			low[i], high[i] = c.Add(d), top.AddScaled(d, taper)
		}
		w.solid(low, high)
		planes := []geom.Plane{{N: slideVec(0, 0, 1), D: high[0].Z}, {N: slideVec(0, 0, -1), D: -low[0].Z}}
		for i := range k {
			m := low[(i+1)%k].Sub(low[i]).Cross(high[i].Sub(low[i])).Normalize()
			planes = append(planes, geom.Plane{N: m, D: m.Dot(low[i])})
		}
		w.columns = append(w.columns, planes)
	}
	return w
}

// open reports whether p is in the room and in no column.
func (w *slideRoom) open(p geom.Vec) bool {
	for _, c := range w.columns {
		in := true
		for _, h := range c {
			in = in && h.N.Dot(p) <= h.D
		}
		if in {
			return false
		}
	}
	return w.room.Contains(p)
}

// start returns a mover in the open, clear of everything.
func (w *slideRoom) start(r *rand.Rand) geom.Ellipsoid {
	radii := []geom.Vec{slideVec(0.3, 0.3, 0.9), slideVec(0.4, 0.4, 0.4), slideVec(0.05, 1, 0.25), slideVec(0.6, 0.2, 0.3), slideVec(0.1, 0.1, 0.1)}
	for {
		e := geom.Ellipsoid{C: slideVec(8*r.Float64(), 6*r.Float64(), 4*r.Float64()), R: radii[r.IntN(len(radii))]}
		if w.open(e.C) && w.slideGap(&e) > 0.01 {
			return e
		}
	}
}

// slideFreeWay returns a direction with a part along v, at least a twentieth, in which the mover grown by its clearance
// can go a thousandth of its radii without coming nearer to anything than it may.
func (w *slideRoom) slideFreeWay(r *rand.Rand, e *geom.Ellipsoid, v geom.Vec) (geom.Vec, bool) {
	u := v.Normalize()
	small := min(e.R.X, e.R.Y, e.R.Z)
	for range 100 {
		d := slideUnit(r)
		if d.Dot(u) < 0.05 {
			continue
		}
		moved := *e
		c := slideClear(e)
		moved.R = e.R.Add(slideVec(c, c, c))
		moved.C = e.C.AddScaled(d, 1e-3*small)
		if w.slideGap(&moved) > 1e-6 {
			return d, true
		}
	}
	return geom.Vec{}, false
}

// In rooms of flat and sharp obstacles, movers go at random with speeds from rest to 4 m a step, far beyond their own
// size and the columns'. The centre never leaves the open space, the mover never overlaps, the speed never grows, the
// way is no longer than the motion, the box of SlideBounds is not left, and no mover stops with a way open.
func TestSlide_NeverThroughNeverStuck(t *testing.T) {
	var s Slider
	var out, again SlideResult
	r := rand.New(rand.NewPCG(2, 1))
	held := 0
	statuses := map[SlideStatus]int{}
	contacts := map[string]int{}
	worst := 0.0
	const movers, steps = 5, 1000
	rooms := 5
	if geomtest.Long {
		rooms = 200
	}
	for room := range rooms {
		w := slideNewRoom(r)
		for range movers {
			e := w.start(r)
			var v, aim geom.Vec
			for i := range steps {
				const dt = 1.0 / 50
				if i%25 == 0 { // a new aim, which lasts: movers press into creases and corners
					aim = slideUnit(r).Scale(200 * math.Pow(10, -4*r.Float64()))
				}
				switch i % 3 {
				case 0:
					v = aim
				case 1:
					v = v.Add(slideUnit(r).Scale(0.3 * aim.Len() * r.Float64()))
				}
				v.Z -= 9.81 * dt * float64(room%2)
				box := SlideBounds(&e, v, dt, SlideOptions{})
				s.Slide(&e, v, dt, w.near(&e, v, dt, SlideOptions{}), SlideOptions{}, &out)
				where := fmt.Sprintf("room %d step %d: from %v by %v: %+v", room, i, e, v, out)
				moved := geom.Ellipsoid{C: out.Center, R: e.R}
				gap := w.slideGap(&moved)
				worst = min(worst, gap)
				switch {
				case !w.open(out.Center):
					t.Fatalf("left the open space; %s", where)
				case gap < 0:
					t.Fatalf("overlaps by %g of its radii; %s", -gap, where)
				case out.Velocity.LenSq() > v.LenSq():
					t.Fatalf("speed grew from %v to %v; %s", v.Len(), out.Velocity.Len(), where)
				case out.Center.Sub(e.C).Len() > v.Len()*dt+out.PushedOut.Len()+1e-9:
					t.Fatalf("went too far; %s", where)
				case !box.Contains(out.Center.Sub(e.R)) || !box.Contains(out.Center.Add(e.R)):
					t.Fatalf("left its bounds; %s", where)
				}
				statuses[out.Status]++
				switch k := len(out.Contacts); {
				case k == 1:
					contacts["one"]++
				case k == 2:
					contacts["two"]++
				case k > 2:
					contacts["more"]++
				}
				if out.Status == SlideStopped {
					// Contacts on the way may have turned the motion before; from here it has not.
					s.Slide(&moved, v, dt, w.near(&moved, v, dt, SlideOptions{}), SlideOptions{}, &again)
					if d, ok := w.slideFreeWay(r, &moved, v); ok && again.Center.Sub(moved.C).Len() < 1e-9 {
						t.Fatalf("does not move, but %v is free; %s", d, where)
					} else if !ok {
						held++
					}
				}
				e.C, v = out.Center, out.Velocity
			}
		}
	}
	t.Logf("%d steps: status %v, contacts %v", rooms*movers*steps, statuses, contacts)
	for _, k := range []SlideStatus{SlideFree, SlideSlid, SlideStopped} {
		if statuses[k] < geomtest.Eighth(500) {
			t.Errorf("only %d steps ended with status %d", statuses[k], k)
		}
	}
	if held < geomtest.Eighth(500) {
		t.Errorf("only %d movers were held on all sides", held)
	}
	if statuses[SlideDepthLimit] > rooms*movers*steps/1000 {
		t.Errorf("%d steps ended at the depth limit", statuses[SlideDepthLimit])
	}
	if contacts["two"] < geomtest.Eighth(1000) || contacts["more"] < geomtest.Eighth(500) {
		t.Errorf("contacts %v", contacts)
	}
}

// A slide allocates nothing once the result's list of contacts has grown.
func TestSlide_AllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	w := slideNewRoom(r)
	e := w.start(r)
	v := slideVec(300, 200, -100)
	world := w.near(&e, v, 0.02, SlideOptions{})
	var s Slider
	var out SlideResult
	s.Slide(&e, v, 0.02, world, SlideOptions{}, &out)
	deep := e
	deep.C.Z = 0.3 * e.R.Z
	run := func() {
		s.Slide(&e, v, 0.02, world, SlideOptions{}, &out)
		s.Slide(&deep, v, 0.02, world, SlideOptions{}, &out)
	}
	run()
	if n := testing.AllocsPerRun(100, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if len(out.Contacts) == 0 {
		t.Error("no contact was made")
	}
}

func BenchmarkSlide_Floor(b *testing.B) {
	var w slideWorld
	w.quad(slideVec(-6, -6, 0), slideVec(12, 0, 0), slideVec(0, 12, 0), 12, rand.New(rand.NewPCG(2, 3)))
	e := geom.Ellipsoid{C: slideVec(0, 0, 0.90009), R: slideVec(0.3, 0.3, 0.9)}
	benchSlide(b, &w, e, slideVec(3, 1, -0.2), 1.0/60)
}

func BenchmarkSlide_Corner(b *testing.B) {
	var w slideWorld
	r := rand.New(rand.NewPCG(2, 4))
	w.quad(slideVec(-6, -6, 0), slideVec(12, 0, 0), slideVec(0, 12, 0), 12, r)
	w.quad(slideVec(1, -6, 0), slideVec(0, 0, 6), slideVec(0, 12, 0), 12, r)
	w.quad(slideVec(-6, 1, 0), slideVec(12, 0, 0), slideVec(0, 0, 6), 12, r)
	e := geom.Ellipsoid{C: slideVec(0.6, 0.5, 0.95), R: slideVec(0.3, 0.3, 0.9)}
	benchSlide(b, &w, e, slideVec(20, 20, -5), 1.0/60)
}

func benchSlide(b *testing.B, w *slideWorld, e geom.Ellipsoid, v geom.Vec, dt float64) {
	world := w.near(&e, v, dt, SlideOptions{})
	var s Slider
	var out SlideResult
	b.ReportAllocs()
	for b.Loop() {
		s.Slide(&e, v, dt, world, SlideOptions{}, &out)
	}
	b.ReportMetric(float64(len(world[0].Candidates)), "triangles")
	b.ReportMetric(float64(len(out.Contacts)), "contacts")
}

// A turn of the world by a permutation of the axes turns the result: no axis is special.
func TestSlide_TurnsWithWorld(t *testing.T) {
	turn := func(v geom.Vec) geom.Vec { return geom.Vec{X: v.Y, Y: v.Z, Z: v.X} }
	r := rand.New(rand.NewPCG(2, 5))
	contacts := 0
	for range 10 {
		w := slideNewRoom(r)
		var x slideWorld
		for i := range w.mesh.Tris {
			q := w.mesh.Triangle(int32(i))
			x.tri(turn(q.A), turn(q.B), turn(q.C))
		}
		for range 100 {
			e := w.start(r)
			v := slideUnit(r).Scale(3)
			a := slideOnce(&w.slideWorld, e, v, 1)
			b := slideOnce(&x, geom.Ellipsoid{C: turn(e.C), R: turn(e.R)}, turn(v), 1)
			contacts += len(a.Contacts)
			// Rounding of a few ulps of the coordinates, multiplied at each contact by up to 1/approach.
			if a.Status != b.Status || !slideClose(turn(a.Center), b.Center, 1e-8) || !slideClose(turn(a.Velocity), b.Velocity, 1e-8) {
				t.Fatalf("from %v by %v: %+v, turned %+v", e, v, a, b)
			}
		}
	}
	if contacts < 1000 {
		t.Errorf("only %d contacts", contacts)
	}
}
