package sim

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/rigid"
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

// TestHiddenFaces_GoOnLevel: along the upper edge of a hidden face, and along its upright one at y = 1, what hides it rises above the
// face on the other side where it is higher, or wider, and only there.
func TestHiddenFaces_GoOnLevel(t *testing.T) {
	none := interval{math.Inf(1), math.Inf(-1)}
	for _, c := range []struct {
		name   string
		others []StaticDef
		upper  interval // of y, from -1 on
		side   interval // of z, from -2 on
	}{
		{"one beside", []StaticDef{tile(0, 2, -1, 1, 0)}, none, none},
		{"higher", []StaticDef{tile(0, 2, -1, 1, 0.3)}, interval{0, 2}, none},
		{"a slop lower", []StaticDef{tile(0, 2, -1, 1, -9e-5)}, none, none},
		{"a slop higher", []StaticDef{tile(0, 2, -1, 1, 1e-4)}, none, none},
		{"wider", []StaticDef{tile(0, 2, -1, 2, 0)}, none, interval{0, 2}},
		{"a step up on the left", []StaticDef{tile(0, 2, -1, 0.3, 0), tile(0, 2, 0.3, 1, 0.3)}, interval{1.3, 2}, none},
		{"a step up on the right, in a gap", []StaticDef{tile(0, 2, -1, 1, 0), tile(9e-5, 2, -1, -0.4, 0.3)}, interval{0, 0.6}, none},
	} {
		w, err := New(&Definition{Materials: []Material{{}}, Statics: append([]StaticDef{tile(-2, 0, -1, 1, 0)}, c.others...)})
		if err != nil {
			t.Fatal(err)
		}
		p := &w.statics[0].parts[0]
		h := p.Shape.Hull
		for k := range h.Edges {
			a, b := h.Vertices[h.Edges[k].A], h.Vertices[h.Edges[k].B]
			got, want, along := p.rises[k], interval{0, b.Sub(a).Len()}, b.Sub(a)
			switch { // in the part's axes: a box about the origin
			case a.X > 0 && b.X > 0 && a.Z > 0 && b.Z > 0:
				want = c.upper
			case a.X > 0 && b.X > 0 && a.Y > 0 && b.Y > 0:
				want = c.side
			case p.hidden[h.Edges[k].Left] != p.hidden[h.Edges[k].Right]:
				continue
			}
			if along.Y+along.Z < 0 && want != none {
				want = interval{along.Len() - want.to, along.Len() - want.from}
			}
			if !(got == want || math.Abs(got.from-want.from) < 1e-9 && math.Abs(got.to-want.to) < 1e-9) {
				t.Errorf("%s: edge from %v to %v rises from %g to %g m, want %g to %g", c.name, a, b, got.from, got.to, want.from, want.to)
			}
		}
	}
}

// TestHiddenFaces_OverAPlane: a body of two halves that leans over a plane, and reaches it with corners at their seam, has the points
// of each half there: a plane is no round shape that may come from the side.
func TestHiddenFaces_OverAPlane(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 4))
	half, err := geom.NewBox(geom.Vec{X: 0.5, Y: 0.4, Z: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	b := BodyDef{Name: "b", Mass: 1, Position: mgl64.Vec3{0, 0, 9}, Shapes: []ShapeDef{{Shape: half, Position: mgl64.Vec3{-0.5, 0, 0}}, {Shape: half, Position: mgl64.Vec3{0.5, 0, 0}}}}
	w, err := New(&Definition{Materials: []Material{{}}, Bodies: []BodyDef{b}, Statics: []StaticDef{{Name: "plane", Shapes: []ShapeDef{{Shape: geom.NewPlane()}}}}})
	if err != nil {
		t.Fatal(err)
	}
	atSeam := 0
	for range geomtest.Trials(2000) {
		f := flight{s: rigid.State{
			X: geom.Vec{Z: 0.1 + 1e-3*(r.Float64()-0.5)},
			Q: geom.QuatExp(geom.Vec{X: 1e-3 * r.NormFloat64(), Y: 1e-3 * r.NormFloat64(), Z: r.NormFloat64()}),
		}}
		parts, plane := placeParts(nil, &w.bodies[0], &f), &w.statics[0].placed[0]
		for k := range parts {
			var m narrowphase.Manifold
			if !narrowphase.Collide(&parts[k].Convex, &plane.Convex, 1e-4, &m) {
				continue
			}
			for i := range m.Count {
				if x := f.s.Q.RotateInv(m.Points[i].P.Sub(f.s.X)); math.Abs(x.X) < 1e-6 {
					atSeam++
				}
			}
			had := m
			if shows := w.visible(&w.bodies[0].parts[k], &w.statics[0].parts[0], &parts[k].Convex, &plane.Convex, 1e-4, &m); !shows || m != had {
				t.Fatalf("half %d: %v, %+v, want %+v", k, shows, m, had)
			}
		}
	}
	if atSeam < geomtest.Trials(500) {
		t.Errorf("%d points at the seam, too few to tell", atSeam)
	}
}

// TestHiddenFaces_LetNothingThrough: whatever overlaps a floor of flush tiles, some higher than others, has a contact with at
// least one of them that pushes it out; no contact is deeper than it was by more than a body may have sunk in.
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
			was, before := m.N, 0.0
			for k := range m.Count {
				before = math.Min(before, m.Points[k].Separation)
			}
			touches = true
			if w.visible(&part{}, &st.parts[0], &a, &b, 0.1, &m) {
				deep := 0.0
				for k := range m.Count {
					deep = math.Min(deep, m.Points[k].Separation)
				}
				if deep < before-20*w.set.Slop {
					t.Errorf("a contact %g m deep, along %v, was %g m deep along %v", -deep, m.N, -before, was)
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
	t.Parallel()
	slope := math.Atan(0.36)
	for k, of := range []string{"plane", "boxes"} {
		for n, rate := range []float64{60, 240} {
			if !geomtest.Long && n == 1 && k == 0 {
				continue
			}
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
			steps(t, w, int(1.5*rate))
			before := mean()
			steps(t, w, int(rate))
			want := 9.81 * (math.Sin(slope) - 0.3*math.Cos(slope))
			if a := mean() - before; math.Abs(a-want) > 0.03*want {
				t.Errorf("%s, %g Hz: %g m/s², want %g", of, rate, a, want)
			}
		}
	}
}

// TestHiddenFaces_OneOfTwoAlikeStays: of statics that lie on each other, in any attitude, none loses the faces that both have:
// a box that is there twice holds what comes against it.
func TestHiddenFaces_OneOfTwoAlikeStays(t *testing.T) {
	t.Parallel()
	for k := range 40 {
		q := mgl64.QuatRotate(0.13*float64(k), mgl64.Vec3{0, 0, 1})
		if k%2 == 1 {
			q = q.Mul(mgl64.QuatRotate(0.2+0.03*float64(k), mgl64.Vec3{0.6, 0.8, 0}))
		}
		wall := StaticDef{Half: mgl64.Vec3{3, 2, 0.5}, Position: mgl64.Vec3{1, -2, 3}, Attitude: q}
		part := wall
		part.Half[0], part.Position = 1, wall.Position.Add(q.Rotate(mgl64.Vec3{2, 0, 0})) // at one end
		for _, list := range [][]StaticDef{{wall, wall}, {part, wall}} {
			def := &Definition{Materials: []Material{{}}, Statics: list, Bodies: []BodyDef{
				{Half: mgl64.Vec3{0.2, 0.2, 0.2}, Mass: 10, Attitude: q, Position: wall.Position.Add(q.Rotate(mgl64.Vec3{1.5, 0.3, 2})), Velocity: q.Rotate(mgl64.Vec3{0, 0, -5})}}}
			w, err := New(def)
			if err != nil {
				t.Fatal(err)
			}
			for i := range w.statics {
				if p := &w.statics[i].parts[0]; list[0].Half == list[1].Half && slices.Contains(p.hidden, true) {
					t.Errorf("%d: faces of static %d are hidden: %v", k, i, p.hidden)
				}
			}
			steps(t, w, 240)
			if at := q.Inverse().Rotate(w.Body(0).Position.Sub(wall.Position)); at[2] < 0.69 {
				t.Errorf("%d: the box is at %v in the frame of the wall", k, at)
			}
		}
	}
}

// TestHiddenFaces_PartsOfOneShape: what rests on two prisms, of which each covers a steep face of the other, stays where it
// is: on the flat top of a box split along its diagonal, and by friction on a steep roof, across the ridge.
func TestHiddenFaces_PartsOfOneShape(t *testing.T) {
	prism := func(points ...geom.Vec) StaticDef {
		var both []geom.Vec
		for _, p := range points {
			both = append(both, p.Add(geom.Vec{Y: -2}), p.Add(geom.Vec{Y: 2}))
		}
		s, err := geom.NewConvex(both)
		if err != nil {
			t.Fatal(err)
		}
		return StaticDef{Shapes: []ShapeDef{{Shape: s}}}
	}
	top := math.Tan(50 * math.Pi / 180)
	for _, c := range []struct {
		name    string
		statics []StaticDef
		at      mgl64.Vec3
		tilt    float64
	}{
		{"split box", []StaticDef{prism(geom.Vec{Z: -1}, geom.Vec{X: 1}, geom.Vec{}), prism(geom.Vec{Z: -1}, geom.Vec{X: 1}, geom.Vec{X: 1, Z: -1})}, mgl64.Vec3{0.6, 0, 0.1}, 0},
		{"roof", []StaticDef{prism(geom.Vec{X: -1, Z: -top}, geom.Vec{}, geom.Vec{Z: -top}), prism(geom.Vec{X: 1, Z: -top}, geom.Vec{}, geom.Vec{Z: -top})},
			mgl64.QuatRotate(-50*math.Pi/180, mgl64.Vec3{0, 1, 0}).Rotate(mgl64.Vec3{-0.2, 0, 0.1}), -50 * math.Pi / 180},
	} {
		def := &Definition{Settings: Settings{Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []Material{{Friction: 1.5}}, Statics: c.statics, Bodies: []BodyDef{
			{Half: mgl64.Vec3{0.4, 0.4, 0.1}, Mass: 10, Position: c.at, Attitude: mgl64.QuatRotate(c.tilt, mgl64.Vec3{0, 1, 0})}}}
		w, err := New(def)
		if err != nil {
			t.Fatal(err)
		}
		steps(t, w, 480)
		if b := w.Body(0); b.Position.Sub(c.at).Len() > 1e-3 || b.Velocity.Len() > 1e-6 {
			t.Errorf("%s: from %v to %v at %v", c.name, c.at, b.Position, b.Velocity)
		}
	}
}

// TestHiddenFaces_FarOnesDoNotCount: a contact at an edge is of the faces that meet there, though another one looks more
// against its normal: a box without one corner, which another static fills, holds a ball at an edge far from that.
func TestHiddenFaces_FarOnesDoNotCount(t *testing.T) {
	var large, small []geom.Vec
	for k := range 8 {
		v := geom.Vec{X: float64(2*(k&1) - 1), Y: float64(k&2 - 1), Z: float64(k>>1&2 - 1)}
		if k < 7 {
			large = append(large, v)
		} else {
			small = append(small, v)
		}
	}
	for _, v := range []geom.Vec{{X: -0.5, Y: 1, Z: 1}, {X: 1, Y: -0.5, Z: 1}, {X: 1, Y: 1, Z: -0.5}} { // on x + y + z = 1.5
		large, small = append(large, v), append(small, v)
	}
	def := &Definition{Materials: []Material{{}}}
	for _, points := range [][]geom.Vec{large, small} {
		s, err := geom.NewConvex(points)
		if err != nil {
			t.Fatal(err)
		}
		def.Statics = append(def.Statics, StaticDef{Shapes: []ShapeDef{{Shape: s}}})
	}
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	ball, err := geom.NewSphere(0.2)
	if err != nil {
		t.Fatal(err)
	}
	st := &w.statics[0]
	if !slices.Contains(st.parts[0].hidden, true) {
		t.Fatal("no face is hidden")
	}
	for _, gap := range []float64{1e-2, 1e-5, -1e-5} {
		out := (0.2 + gap) / math.Sqrt2
		a := narrowphase.Convex{Shape: &ball, Pose: geom.Transform{Q: geom.IdentityQuat(), P: geom.Vec{X: 1 + out, Y: -0.8, Z: 1 + out}}}
		b := st.placed[0].Convex
		var m narrowphase.Manifold
		if !narrowphase.Collide(&a, &b, 0.1, &m) || !w.visible(&part{}, &st.parts[0], &a, &b, 0.1, &m) {
			t.Errorf("the ball does not touch across a gap of %g m", gap)
		}
	}
}

// TestHiddenFaces_SunkInBesideASeam: a box that overlaps the next of two flush tiles by half a millimetre and has sunk in by
// one: its two corners there touch the top, a millimetre deep, and nothing the side.
func TestHiddenFaces_SunkInBesideASeam(t *testing.T) {
	w, err := New(&Definition{Materials: []Material{{}}, Statics: []StaticDef{tile(-2, 0, -1, 1, 0), tile(0, 2, -1, 1, 0)}})
	if err != nil {
		t.Fatal(err)
	}
	box, err := geom.NewBox(geom.Vec{X: 0.2, Y: 0.3, Z: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	a := narrowphase.Convex{Shape: &box, Pose: geom.Transform{Q: geom.IdentityQuat(), P: geom.Vec{X: -0.1995, Z: 0.099}}}
	b := w.statics[1].placed[0].Convex
	var m narrowphase.Manifold
	if !narrowphase.Collide(&a, &b, 0, &m) || m.N != (geom.Vec{X: 1}) {
		t.Fatalf("without hidden faces the normal is %v", m.N)
	}
	if !w.visible(&part{}, &w.statics[1].parts[0], &a, &b, 0.1, &m) || m.N.Sub(geom.Vec{Z: -1}).Len() > 1e-15 || m.Count != 2 {
		t.Fatalf("%d points, normal %v", m.Count, m.N)
	}
	for i := range m.Count {
		p := &m.Points[i]
		if d := p.P.Sub(geom.Vec{X: 5e-4, Y: p.P.Y, Z: -5e-4}).Len(); d > 1e-12 || math.Abs(math.Abs(p.P.Y)-0.3) > 1e-12 || math.Abs(p.Separation+1e-3) > 1e-12 {
			t.Errorf("%+v", p)
		}
	}
	if m.Points[0].Feature == m.Points[1].Feature {
		t.Error("both corners are the same feature")
	}
}

// TestHiddenFaces_EdgesMeetAtASeam: the edge of a bar that has come into the edge of two beams, just where one ends and the other
// begins, is a contact of the two edges: as deep as the bar is in, up along the cross product of both, and midway.
func TestHiddenFaces_EdgesMeetAtASeam(t *testing.T) {
	half, err := geom.NewBox(geom.Vec{X: 0.25, Y: 0.4, Z: 0.3})
	if err != nil {
		t.Fatal(err)
	}
	w, err := New(&Definition{
		Materials: []Material{{}},
		Bodies: []BodyDef{{Shapes: []ShapeDef{{Shape: half, Position: mgl64.Vec3{-0.25, 0, 0}}, {Shape: half, Position: mgl64.Vec3{0.25, 0, 0}}},
			Mass: 1, Position: mgl64.Vec3{0, 0, 5}, Attitude: mgl64.QuatRotate(math.Pi/4, mgl64.Vec3{1, 0, 0})}},
		Statics: []StaticDef{{Half: mgl64.Vec3{0.2, 2, 0.2}, Attitude: mgl64.QuatRotate(math.Pi/4, mgl64.Vec3{0, 1, 0})}},
	})
	if err != nil {
		t.Fatal(err)
	}
	bar, s := &w.statics[0].placed[0].Convex, w.state.bodies[0]
	ridge := 0.2 * math.Sqrt2
	for _, depth := range []float64{1e-6, 1e-4, 1e-3} {
		s.X = geom.Vec{Z: ridge + 0.7*math.Sqrt(0.5) - depth}
		for k := range w.bodies[0].parts {
			var beam placed
			beam.place(&w.bodies[0].parts[k], &s)
			var m narrowphase.Manifold
			if !narrowphase.Collide(&beam.Convex, bar, 0, &m) || !w.visible(&w.bodies[0].parts[k], &part{}, &beam.Convex, bar, 0, &m) {
				t.Fatalf("part %d, %g m deep: no contact", k, depth)
			}
			p := &m.Points[0]
			if m.Count != 1 || m.N.Sub(geom.Vec{Z: -1}).Len() > 1e-9 || math.Abs(p.Separation+depth) > 1e-12 || math.Abs(p.P.Z-(ridge-0.5*depth)) > 1e-12 || math.Abs(p.P.X) > 1e-12 {
				t.Errorf("part %d, %g m deep: %d points along %v, %g apart at %v", k, depth, m.Count, m.N, p.Separation, p.P)
			}
		}
	}
}
