package sim

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// plainHidden returns the hidden faces of a part of static i by a look at all others, with nothing kept between two faces.
func plainHidden(w *World, i int, part *placed) (hidden []bool) {
	near := part.bounds.Grow(w.set.Slop)
	var covers []*placed
	for j := range w.statics {
		st := &w.statics[j]
		if st.sensor || st.mesh != nil || !st.bounds.Overlaps(&near) || !plainMeetsAll(w, j, i) {
			continue
		}
		for k := range st.placed {
			if c := &st.placed[k]; c != part && (c.Shape.Polyhedral() || c.Shape.Kind == geom.ShapePlane) && c.bounds.Overlaps(&near) {
				covers = append(covers, c)
			}
		}
	}
	hull := part.Shape.Hull
	for f := range hull.Faces {
		n := part.Pose.Q.Rotate(hull.Faces[f].Plane.N)
		var corners []geom.Vec
		for _, v := range hull.Face(int32(f)) {
			corners = append(corners, part.Pose.Apply(hull.Vertices[v]).AddScaled(n, w.set.Slop))
		}
		if len(covers) > 0 && plainCovered(w, corners, n, covers) {
			if hidden == nil {
				hidden = make([]bool, len(hull.Faces))
			}
			hidden[f] = true
		}
	}
	return hidden
}

// plainMeetsAll is meetsAll by a look at each body.
func plainMeetsAll(w *World, j, i int) bool {
	for k := range w.bodies {
		if w.ignores(int32(k), int32(-1-j)) && !w.ignores(int32(k), int32(-1-i)) {
			return false
		}
	}
	return true
}

func plainCovered(w *World, polygon []geom.Vec, n geom.Vec, parts []*placed) bool {
	if !isWide(polygon, w.set.Slop) {
		return true
	}
	for k, part := range parts {
		var planes []geom.Plane
		local := []geom.Plane{{N: geom.Vec{Z: 1}}}
		if part.Shape.Polyhedral() {
			local = nil
			for _, f := range part.Shape.Hull.Faces {
				local = append(local, f.Plane)
			}
		}
		for _, p := range local {
			p.N = part.Pose.Q.Rotate(p.N)
			p.D += p.N.Dot(part.Pose.P)
			if p.N.Dot(n) < 0.5 {
				p.D += w.set.Slop
			}
			planes = append(planes, p)
		}
		if slices.ContainsFunc(planes, func(p geom.Plane) bool { return len(plainClip(polygon, p.N, p.D)) == 0 }) {
			continue
		}
		for _, p := range planes {
			if out := plainClip(polygon, p.N.Neg(), -p.D); len(out) > 0 && !plainCovered(w, out, n, parts[k+1:]) {
				return false
			}
			if polygon = plainClip(polygon, p.N, p.D); len(polygon) == 0 {
				break
			}
		}
		return true
	}
	return false
}

func plainClip(polygon []geom.Vec, n geom.Vec, at float64) (in []geom.Vec) {
	for i, a := range polygon {
		b := polygon[(i+1)%len(polygon)]
		ha, hb := n.Dot(a)-at, n.Dot(b)-at
		if ha <= 0 {
			in = append(in, a)
		}
		if (ha <= 0) != (hb <= 0) {
			in = append(in, a.AddScaled(b.Sub(a), ha/(ha-hb)))
		}
	}
	return in
}

// TestHiddenFaces_EqualALookAtAll: of random statics, on a grid of half a metre or scattered, each a box, hull, plane, ball or
// sensor of one or more parts, with gaps of about the slop, with groups and ignored pairs, the hidden faces are those that a
// look at all of them for each face finds.
func TestHiddenFaces_EqualALookAtAll(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(16, 3))
	hidden, apart := 0, 0
	for trial := range geomtest.Trials(160) {
		scatter := trial%3 == 2
		number := func(n int) float64 {
			x := float64(r.IntN(n)) / 2
			if r.IntN(6) == 0 {
				x += 1e-4 * r.NormFloat64()
			}
			return x
		}
		attitude := func() (q mgl64.Quat) {
			switch {
			case scatter:
				q = mgl64.QuatRotate(6*r.Float64(), mgl64.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Normalize())
			case r.IntN(4) == 0:
				q = mgl64.QuatRotate(1.5707963267948966*float64(r.IntN(4)), mgl64.Vec3{0, 0, 1})
			}
			return q
		}
		def := &Definition{Materials: []Material{{}}}
		for range 2 + r.IntN(70) {
			st := StaticDef{Position: mgl64.Vec3{number(9), number(7), number(4)}, Attitude: attitude(), Group: r.IntN(3) * r.IntN(2), Sensor: r.IntN(12) == 0}
			for range 1 + r.IntN(2)*r.IntN(3) {
				half := geom.Vec{X: 0.25 + number(3), Y: 0.25 + number(3), Z: 0.25 + number(2)}
				shape, err := geom.NewBox(half)
				switch k := r.IntN(20); {
				case k < 4:
					var points []geom.Vec
					for i := range 7 { // all corners of the box but one
						points = append(points, half.Mul(geom.Vec{X: float64(2*(i&1) - 1), Y: float64(i&2 - 1), Z: float64(i>>1&2 - 1)}))
					}
					shape, err = geom.NewConvex(points)
				case k == 4:
					shape, err = geom.NewSphere(half.X)
				}
				if err != nil {
					t.Fatal(err)
				}
				st.Shapes = append(st.Shapes, ShapeDef{Shape: shape, Position: mgl64.Vec3{number(3), number(3), 0}})
			}
			if r.IntN(30) == 0 {
				st.Sensor, st.Shapes = false, []ShapeDef{{Shape: geom.NewPlane()}}
			}
			def.Statics = append(def.Statics, st)
		}
		for k := range r.IntN(5) {
			def.Bodies = append(def.Bodies, BodyDef{Half: mgl64.Vec3{0.1, 0.1, 0.1}, Mass: 1, Position: mgl64.Vec3{float64(k), 0, 50}, Group: r.IntN(4)})
		}
		if n := len(def.Bodies); n > 0 && r.IntN(2) == 0 {
			for range r.IntN(5) {
				object := [3]IgnoreDef{
					{GroupA: 1 + r.IntN(3), GroupB: 1 + r.IntN(3)},
					{GroupA: 1 + r.IntN(3), B: Object(-1 - r.IntN(len(def.Statics)))},
					{A: Object(r.IntN(n)), B: Object(-1 - r.IntN(len(def.Statics)))},
				}
				def.Ignore = append(def.Ignore, object[r.IntN(3)])
			}
		}
		w, err := New(def)
		if err != nil {
			t.Fatal(err)
		}
		for i := range w.statics {
			st := &w.statics[i]
			for j := range w.statics {
				got, want := w.meetsAll(j, i), plainMeetsAll(w, j, i)
				if got != want {
					t.Fatalf("trial %d: static %d meets all that %d meets: %v", trial, j, i, got)
				}
				if !want {
					apart++
				}
			}
			for k := range st.parts {
				var want []bool
				if p := &st.placed[k]; p.Shape.Polyhedral() && !st.sensor {
					want = plainHidden(w, i, p)
				}
				if got := st.parts[k].hidden; !slices.Equal(got, want) || (got == nil) != (want == nil) {
					t.Fatalf("trial %d: part %d of static %d: hidden faces %v, want %v", trial, k, i, got, want)
				}
				for _, h := range want {
					if h {
						hidden++
					}
				}
			}
		}
	}
	if hidden < geomtest.Trials(15000) || apart < geomtest.Trials(1500) {
		t.Errorf("%d faces are hidden, %d statics do not meet all that others meet", hidden, apart)
	}
}
