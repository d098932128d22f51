package sim

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// tile is a box whose top is at a height, and whose bottom is at -2.
func tile(x0, x1, y0, y1, top float64) StaticDef {
	return StaticDef{Half: mgl64.Vec3{(x1 - x0) / 2, (y1 - y0) / 2, (top + 2) / 2}, Position: mgl64.Vec3{(x0 + x1) / 2, (y0 + y1) / 2, (top - 2) / 2}}
}

// hiddenOf returns the outward normals of the hidden faces of static i.
func hiddenOf(t *testing.T, i int, def *Definition) (list []geom.Vec) {
	t.Helper()
	def.Materials = []Material{{}}
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	p := &w.statics[i].parts[0]
	for f, h := range p.hidden {
		if h {
			list = append(list, p.Shape.Hull.Faces[f].Plane.N)
		}
	}
	return list
}

// TestHiddenFaces_AreThoseThatOthersCover: whole, within the slop of 0.1 mm.
func TestHiddenFaces_AreThoseThatOthersCover(t *testing.T) {
	plane := StaticDef{Shapes: []ShapeDef{{Shape: geom.NewPlane()}}}
	sensor := tile(0, 2, -1, 1, 0)
	sensor.Sensor = true
	alone := tile(0, 2, -1, 1, 0)
	alone.Group = 1
	for _, c := range []struct {
		name   string
		others []StaticDef
		want   int
	}{
		{"one beside", []StaticDef{tile(0, 2, -1, 1, 0)}, 1},
		{"higher", []StaticDef{tile(0, 2, -1, 1, 0.3)}, 1},
		{"a slop lower", []StaticDef{tile(0, 2, -1, 1, -9e-5)}, 1},
		{"lower", []StaticDef{tile(0, 2, -1, 1, -3e-4)}, 0},
		{"a slop apart", []StaticDef{tile(9e-5, 2, -1, 1, 0)}, 1},
		{"apart", []StaticDef{tile(3e-4, 2, -1, 1, 0)}, 0},
		{"narrower", []StaticDef{tile(0, 2, -1, 0.9, 0)}, 0},
		{"two halves", []StaticDef{tile(0, 2, -1, 0.3, 0), tile(0, 2, 0.3, 1, 0)}, 1},
		{"two parts of it", []StaticDef{tile(0, 2, -1, 0.3, 0), tile(0, 2, 0.4, 1, 0)}, 0},
		{"both sides", []StaticDef{tile(0, 2, -1, 1, 0), tile(-4, -2, -1, 1, 0)}, 2},
		{"sunk in a plane", []StaticDef{plane}, 5},
		{"a sensor", []StaticDef{sensor}, 0},
		{"what a body passes", []StaticDef{alone}, 0},
	} {
		def := &Definition{Statics: append([]StaticDef{tile(-2, 0, -1, 1, 0)}, c.others...), Bodies: []BodyDef{{Name: "b", Group: 2, Half: mgl64.Vec3{1, 1, 1}, Mass: 1, Position: mgl64.Vec3{0, 0, 9}}}}
		def.Ignore = []IgnoreDef{{GroupA: 1, GroupB: 2}}
		if c.others[0].Group == 0 {
			def.Ignore = nil
		}
		if got := hiddenOf(t, 0, def); len(got) != c.want || c.name == "one beside" && got[0] != (geom.Vec{X: 1}) {
			t.Errorf("%s: hidden faces %v, want %d", c.name, got, c.want)
		}
	}
}

// TestHiddenFaces_LetNothingThrough: whatever overlaps a floor of flush tiles, some higher than others, or thin bodies
// that have sunk in across seams, has a contact with at least one of them that pushes it out, by more than the seam
// is deep in what pushes.
func TestHiddenFaces_LetNothingThrough(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 3))
	overlapping, replaced := 0, 0
	for range geomtest.Trials(1600) {
		def := &Definition{Materials: []Material{{}}}
		heights := []float64{0, 0, 0, 0.2}
		for i := range 3 {
			for j := range 3 {
				def.Statics = append(def.Statics, tile(float64(i), float64(i+1), float64(j), float64(j+1), heights[r.IntN(4)]))
			}
		}
		w, err := New(def)
		if err != nil {
			t.Fatal(err)
		}
		half := geom.Vec{X: 0.3 * r.Float64(), Y: 0.3 * r.Float64(), Z: 0.3 * r.Float64()}.Add(geom.Vec{X: 4e-4, Y: 4e-4, Z: 4e-4})
		if r.IntN(3) == 0 {
			half.X = 5e-4
		}
		shape, err := geom.NewBox(half)
		if err != nil {
			t.Fatal(err)
		}
		q := geom.QuatExp(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()})
		if r.IntN(2) == 0 {
			q = geom.IdentityQuat()
		}
		a := narrowphase.Convex{Shape: &shape, Pose: geom.Transform{Q: q}}
		// On a seam in one direction or two, just sunk in.
		at := geom.Vec{X: 1 + float64(r.IntN(2)) + 1e-3*r.NormFloat64(), Y: 1 + r.Float64()}
		if r.IntN(2) == 0 {
			at.Y = 1 + float64(r.IntN(2)) + 1e-3*r.NormFloat64()
		}
		a.Pose.P = at
		a.Pose.P.Z = -lowest(&a, geom.Vec{Z: 1}) - 2e-3*r.Float64() + 0.2*float64(r.IntN(2))
		touches, holds := false, false
		for i := range w.statics {
			st, b := &w.statics[i], narrowphase.Convex{}
			b.Shape, b.Pose = st.placed[0].Shape, st.placed[0].Pose
			var m narrowphase.Manifold
			if !narrowphase.Collide(&a, &b, 0, &m) || m.Points[0].Separation > -1e-9 {
				continue
			}
			was := m.N
			touches = true
			if w.visible(st.parts[0].hidden, &a, &b, &m) {
				deep := 0.0
				for k := range m.Count {
					deep = math.Min(deep, m.Points[k].Separation)
				}
				// Moved out along the normal by its depth it overlaps no more.
				out := a
				out.Pose.P = out.Pose.P.AddScaled(m.N, deep-1e-9)
				if sep, _ := narrowphase.Separation(&out, &b); sep < -1e-6 {
					t.Errorf("pushed out along %v by %g it still overlaps by %g", m.N, -deep, -sep)
				}
				holds = holds || deep < 0
			}
			if m.N != was {
				replaced++
			}
		}
		if touches {
			overlapping++
			if !holds {
				t.Errorf("a box of %v at %v, %v touches nothing", half, a.Pose.P, q)
			}
		}
	}
	if overlapping < geomtest.Trials(800) || replaced < geomtest.Trials(40) {
		t.Errorf("%d overlap, %d contacts were of hidden faces", overlapping, replaced)
	}
}

// TestHiddenFaces_PilesSlideAsOnOneBox: a pile of thirty boxes, in two layers, on a slope of 0.36 with a friction of 0.3 gets faster by
// g (sin a - mu cos a), on a plane and on a floor of flush boxes.
func TestHiddenFaces_PilesSlideAsOnOneBox(t *testing.T) {
	slope := math.Atan(0.36)
	for _, of := range []string{"plane", "boxes"} {
		for _, rate := range []float64{60, 240} {
			def := &Definition{
				Settings:  Settings{Step: 1 / rate, Gravity: mgl64.Vec3{9.81 * math.Sin(slope), 0, -9.81 * math.Cos(slope)}},
				Materials: []Material{{Friction: 0.3}},
				Statics:   []StaticDef{{Shapes: []ShapeDef{{Shape: geom.NewPlane()}}}},
			}
			if of == "boxes" {
				def.Statics = nil
				for k := range 20 {
					def.Statics = append(def.Statics, tile(float64(2*k)-3, float64(2*k)-1, -50, 50, 0))
				}
			}
			for k := range 30 {
				def.Bodies = append(def.Bodies, BodyDef{Half: mgl64.Vec3{0.25, 0.25, 0.15}, Mass: 1 + float64(k%7),
					Position: mgl64.Vec3{0.52 * float64(k%5), 0.52 * float64(k/5%3), 0.15 + 0.3*float64(k/15) + 1e-4*float64(k/15+1)}})
			}
			w, err := New(def)
			if err != nil {
				t.Fatal(err)
			}
			mean := func() (v float64) {
				mass := 0.0
				for i := range w.bodies {
					m := w.bodies[i].mass.M
					v, mass = v+m*w.state.bodies[i].V.X, mass+m
				}
				return v / mass
			}
			stepN(t, w, int(1.5*rate))
			before := mean()
			stepN(t, w, int(rate))
			want := 9.81 * (math.Sin(slope) - 0.3*math.Cos(slope))
			if a := mean() - before; math.Abs(a-want) > 0.03*want {
				t.Errorf("%s, %g Hz: %g m/s², want %g", of, rate, a, want)
			}
		}
	}
}

func stepN(t *testing.T, w *World, n int) {
	t.Helper()
	for range n {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
	}
}
