package narrowphase

import (
	"container/heap"
	"encoding/json"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// rigidPose is a position and a rotation vector, both linear in time between two of them.
type rigidPose struct{ Position, Rotation [3]float64 }

type rigidBody struct {
	T0                                rigidPose `json:"pose_t0"`
	T1                                rigidPose `json:"pose_t1"`
	Vertex, Vertex0, Vertex1, Vertex2 [3]float64
}

// rigidQuery is a query of the rigid-ipc tests: two bodies and the points of a feature of each.
type rigidQuery struct {
	name   string
	edges  bool
	body   [4]*rigidBody
	point  [4]geom.Vec
	turn   float64 // largest change of a rotation vector
	radius float64 // largest distance of a point from its centre
}

func rigidVec(a [3]float64) geom.Vec { return geom.Vec{X: a[0], Y: a[1], Z: a[2]} }

// at returns the points at time t.
func (q *rigidQuery) at(t float64) (p [4]geom.Vec) {
	for k := range p {
		b := q.body[k]
		r := rigidVec(b.T0.Rotation).Scale(1-t).AddScaled(rigidVec(b.T1.Rotation), t)
		x := rigidVec(b.T0.Position).Scale(1-t).AddScaled(rigidVec(b.T1.Position), t)
		p[k] = x.Add(geom.QuatExp(r).Rotate(q.point[k]))
	}
	return p
}

// bow bounds how far a point is off the chord of its path in a time dt: the second derivative of the exponential of
// r(t) is at most |r'|².
func (q *rigidQuery) bow(dt float64) float64 { return q.turn * q.turn * q.radius * dt * dt / 8 }

// chords answers by the linear queries over pieces of the motion, and returns how far off the paths they are.
func (q *rigidQuery) chords(pieces int) (first float64, hit bool, bow float64) {
	dt := 1 / float64(pieces)
	c := rootsCase{q: rootQuery{edges: q.edges}}
	c.q.at[1] = q.at(0)
	for k := 0; k < pieces; k++ {
		c.q.at[0], c.q.at[1] = c.q.at[1], q.at(float64(k+1)*dt)
		if out := c.run(); out.Status != Miss {
			return (float64(k) + out.Time) * dt, true, q.bow(dt)
		}
	}
	return 1, false, q.bow(dt)
}

// search is rootsCase.inclusion with paths that bow: it never misses a meeting.
func (q *rigidQuery) search(tol float64, limit int) (first float64, found, sure bool) {
	h := inclusionHeap{{hi: [3]float64{1, 1, 1}}}
	c := rootQuery{edges: q.edges}
	for ; limit > 0 && len(h) > 0; limit-- {
		b := heap.Pop(&h).(inclusionBox)
		first = b.lo[0]
		if !q.edges && b.lo[1]+b.lo[2] > 1 {
			continue
		}
		lo, hi := v3(math.Inf(1), math.Inf(1), math.Inf(1)), v3(math.Inf(-1), math.Inf(-1), math.Inf(-1))
		for e := 0; e < 2; e++ {
			t := b.lo[0]
			if e == 1 {
				t = b.hi[0]
			}
			p := q.at(t)
			d := c.differences(&p)
			for i := 0; i < 4; i++ {
				u, v := b.lo[1], b.lo[2]
				if i&1 == 1 {
					u = b.hi[1]
				}
				if i&2 == 2 {
					v = b.hi[2]
				}
				f := d[2].AddScaled(d[0], -u)
				if q.edges {
					f = f.AddScaled(d[1], v)
				} else {
					f = f.AddScaled(d[1], -v)
				}
				lo, hi = lo.Min(f), hi.Max(f)
			}
		}
		// Points of a feature between its corners bow no more than these; of a triangle with u + v > 1 up to three
		// times.
		room := 1e-13 + 4*q.bow(b.hi[0]-b.lo[0])
		if lo.X > room || lo.Y > room || lo.Z > room || hi.X < -room || hi.Y < -room || hi.Z < -room {
			continue
		}
		if hi.Sub(lo).MaxAbs()+room < tol {
			return first, true, true
		}
		wide, most := 0, math.Max(q.turn*q.radius, hi.Sub(lo).MaxAbs())*(b.hi[0]-b.lo[0])
		for k, side := range [3]float64{0, c.span(q, 0), c.span(q, 1)} {
			if w := side * (b.hi[k] - b.lo[k]); w > most {
				wide, most = k, w
			}
		}
		left, right := b, b
		mid := (b.lo[wide] + b.hi[wide]) / 2
		left.hi[wide], right.lo[wide] = mid, mid
		heap.Push(&h, left)
		heap.Push(&h, right)
	}
	return first, len(h) > 0, len(h) == 0
}

// span returns the length of side k of the feature.
func (m *rootQuery) span(q *rigidQuery, k int) float64 {
	p := q.at(0)
	return m.differences(&p)[k].Len()
}

func readRigid(t *testing.T, root string) (queries []*rigidQuery) {
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".json") {
			return err
		}
		var file struct {
			Type                       string
			Edge0, Edge1, Vertex, Face rigidBody
		}
		data, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(data, &file)
		}
		if err != nil {
			return err
		}
		q := &rigidQuery{name: filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path), edges: file.Type == "ee"}
		if q.edges {
			a, b := &file.Edge0, &file.Edge1
			q.body = [4]*rigidBody{a, a, b, b}
			q.point = [4]geom.Vec{rigidVec(a.Vertex0), rigidVec(a.Vertex1), rigidVec(b.Vertex0), rigidVec(b.Vertex1)}
		} else {
			a, b := &file.Vertex, &file.Face
			q.body = [4]*rigidBody{a, b, b, b}
			q.point = [4]geom.Vec{rigidVec(a.Vertex), rigidVec(b.Vertex0), rigidVec(b.Vertex1), rigidVec(b.Vertex2)}
		}
		for k, b := range q.body {
			q.turn = math.Max(q.turn, rigidVec(b.T1.Rotation).Sub(rigidVec(b.T0.Rotation)).Len())
			q.radius = math.Max(q.radius, q.point[k].Len())
		}
		queries = append(queries, q)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return queries
}

// The 403 queries of rigid-ipc, whose rotation vectors are linear in time and whose answers are not recorded: the
// linear queries over short pieces of the motion, 1e-9 off the paths at most, against a search that never misses. They
// may differ only where the features pass within the search's tolerance. Motions of more than a thousand turns are left
// out.
func TestRoots_RigidIPC(t *testing.T) {
	queries := readRigid(t, filepath.Join(geomtest.Shared(t, "data", "collision"), "rigid-ipc", "tests"))
	if len(queries) != 403 {
		t.Fatalf("%d queries", len(queries))
	}
	hits, misses, near, open, left := 0, 0, 0, 0, 0
	for _, q := range queries {
		if q.turn > 2*math.Pi*1000 {
			left++
			continue
		}
		pieces := 1 + int(q.turn*math.Sqrt(q.radius/8e-9))
		at, hit, bow := q.chords(min(pieces, 100000))
		first, found, sure := q.search(1e-6, 100000)
		switch {
		case hit && sure && !found:
			t.Errorf("%s: the chords meet at %v, the paths do not (bow %g)", q.name, at, bow)
		case hit && at < first-1e-6:
			t.Errorf("%s: the chords meet at %v, the paths not before %v (bow %g)", q.name, at, first, bow)
		case !sure:
			open++
		case hit:
			hits++
		case found:
			near++
		default:
			misses++
		}
	}
	if hits < 5 || near+open+left > 10 {
		t.Errorf("%d hits, %d near misses, %d open, %d with too many turns", hits, near, open, left)
	}
	t.Logf("%d hits, %d misses, %d near misses, %d that the search left open, %d with too many turns", hits, misses, near, open, left)
}
