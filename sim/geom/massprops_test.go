package geom

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// nearSolid compares solids; the tolerances are tol times the solid's volume, size and both.
func nearSolid(t *testing.T, what string, got, want Solid, size, tol float64) {
	t.Helper()
	near(t, what+": volume", got.Volume, want.Volume, tol*want.Volume)
	nearVec(t, what+": centre", got.Center, want.Center, tol*size)
	nearMat(t, what+": inertia", got.Inertia, want.Inertia, tol*want.Volume*size*size)
}

func mustSolid(t testing.TB, m *Mesh) Solid {
	t.Helper()
	s, err := MeshSolid(m)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// meshOf returns the finished mesh of the closed surface that quads of a u-v grid make: n steps around z, k from pole
// to pole of the profile (radius, z), which begins and ends with radius 0.
func meshOf(t testing.TB, profile []Vec, n int) *Mesh {
	t.Helper()
	m := &Mesh{Name: "turned"}
	at := func(i, k int) int32 {
		if profile[k].X == 0 {
			i = 0
		}
		return int32(k*n + i%n)
	}
	for _, p := range profile {
		for i := range n {
			s, c := SinCos(2 * math.Pi * float64(i) / float64(n))
			m.Vertices = append(m.Vertices, Vec{p.X * c, p.X * s, p.Z})
		}
	}
	for k := 0; k+1 < len(profile); k++ {
		for i := range n {
			if profile[k].X != 0 {
				m.Tris = append(m.Tris, Tri{at(i, k), at(i+1, k), at(i, k+1)})
			}
			if profile[k+1].X != 0 {
				m.Tris = append(m.Tris, Tri{at(i+1, k), at(i+1, k+1), at(i, k+1)})
			}
		}
	}
	return mustFinish(t, m)
}

func tetrahedron(a, b, c, d Vec) *Mesh {
	return &Mesh{Name: "tetrahedron", Vertices: []Vec{a, b, c, d}, Tris: []Tri{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}}
}

func TestMeshSolid_HandWorked(t *testing.T) {
	// The unit cube: 1 m³, centre (½, ½, ½), 1/12 (1 + 1).
	s := mustSolid(t, mustFinish(t, cube()))
	nearSolid(t, "cube", s, Solid{1, Vec{0.5, 0.5, 0.5}, Diagonal(Vec{1. / 6, 1. / 6, 1. / 6})}, 1, 1e-15)

	// The tetrahedron 0, e1, e2, e3: V = 1/6; ∫ x = 1/24, so the centre is at ¼; ∫ x² = 2/120, ∫ xy = 1/120. About the
	// centre ∫ x² is 1/60 - 1/6·1/16 = 1/160 and ∫ xy is 1/120 - 1/96 = -1/480.
	s = mustSolid(t, mustFinish(t, tetrahedron(Vec{}, Vec{1, 0, 0}, Vec{0, 1, 0}, Vec{0, 0, 1})))
	d, o := 2./160, 1./480
	nearSolid(t, "corner", s, Solid{1. / 6, Vec{0.25, 0.25, 0.25}, Mat3{Vec{d, o, o}, Vec{o, d, o}, Vec{o, o, d}}}, 1, 1e-15)

	// The same stretched by 1, 2, 3: V = 1; ∫ x² = 6·(1, 4, 9)/160, ∫ xy = 6·(2, 6, 3)/-480 for xy, yz, zx.
	s = mustSolid(t, mustFinish(t, tetrahedron(Vec{}, Vec{1, 0, 0}, Vec{0, 2, 0}, Vec{0, 0, 3})))
	nearSolid(t, "stretched", s, Solid{1, Vec{0.25, 0.5, 0.75}, Mat3{
		Vec{78. / 160, 12. / 480, 18. / 480}, Vec{12. / 480, 60. / 160, 36. / 480}, Vec{18. / 480, 36. / 480, 30. / 160}}}, 3, 1e-15)
}

// A cube of edge 3 with a cavity of edge 1 in a corner of it, fronts to the inside: 27 - 1 m³; the sums are those of
// two boxes.
func TestMeshSolid_CavityIsTakenAway(t *testing.T) {
	m := &Mesh{Name: "hollow"}
	c := cube()
	for _, tri := range c.Tris {
		for _, v := range tri {
			m.Vertices = append(m.Vertices, c.Vertices[v].Scale(3))
		}
		for _, v := range [3]int32{tri[0], tri[2], tri[1]} {
			m.Vertices = append(m.Vertices, c.Vertices[v].Add(Vec{1.5, 1.5, 1.5}))
		}
	}
	for i := range len(m.Vertices) / 3 {
		m.Tris = append(m.Tris, Tri{int32(3 * i), int32(3*i + 1), int32(3*i + 2)})
	}
	s := mustSolid(t, mustFinish(t, m))
	x := (27*1.5 - 2) / 26
	about := 27.*18/12 + 27*2*(1.5-x)*(1.5-x) - (1./6 + 2*(2-x)*(2-x))
	off := -(27*(1.5-x)*(1.5-x) - (2-x)*(2-x))
	nearSolid(t, "hollow", s, Solid{26, Vec{x, x, x}, Mat3{Vec{about, off, off}, Vec{off, about, off}, Vec{off, off, about}}}, 3, 1e-15)
}

func moved(m *Mesh, f Transform) *Mesh {
	n := &Mesh{Name: m.Name, Tris: append([]Tri(nil), m.Tris...)}
	for _, p := range m.Vertices {
		n.Vertices = append(n.Vertices, f.Apply(p))
	}
	return n
}

func TestMeshSolid_FollowsThePose(t *testing.T) {
	r := newSource(31)
	for i := range 200 {
		m := mustFinish(t, tetrahedron(r.vec(1), r.vec(1), r.vec(1), r.vec(1)))
		s, err := MeshSolid(m)
		if err != nil { // half of them are inside out
			if !errors.Is(err, ErrInsideOut) {
				t.Fatal(err)
			}
			for k := range m.Tris {
				m.Tris[k][1], m.Tris[k][2] = m.Tris[k][2], m.Tris[k][1]
			}
			s = mustSolid(t, mustFinish(t, m))
		}
		pose := Transform{r.vec(10), r.quat()}
		if i == 0 {
			pose = Transform{Vec{1, 2, 3}, Quat{math.Sqrt(0.5), Vec{0, 0, math.Sqrt(0.5)}}} // (x, y, z) to (-y, x, z)
			at := s.At(pose)
			nearVec(t, "centre turned", at.Center, Vec{1 - s.Center.Y, 2 + s.Center.X, 3 + s.Center.Z}, 1e-15)
			near(t, "Ixx turned", at.Inertia.X.X, s.Inertia.Y.Y, 1e-15)
			near(t, "Ixz turned", at.Inertia.X.Z, -s.Inertia.Y.Z, 1e-15)
			near(t, "Iyz turned", at.Inertia.Y.Z, s.Inertia.X.Z, 1e-15)
		}
		// Positions of 17 m have steps of 2^-49, and a volume v in a box of edge 2 changes by 12 of them times its
		// surface.
		got := mustSolid(t, mustFinish(t, moved(m, pose)))
		want := s.At(pose)
		near(t, "volume", got.Volume, want.Volume, 1e-13)
		nearVec(t, "centre", got.Center, want.Center, 1e-13/want.Volume)
		nearMat(t, "inertia", got.Inertia, want.Inertia, 1e-12)
	}
}

// A polyhedron inscribed in a smooth body is too small by the square of its step.
func TestClosedForms_AreTheLimitOfMeshes(t *testing.T) {
	arc := func(k int, r, z0, from, to float64) (p []Vec) {
		for i := range k + 1 {
			s, c := SinCos(from + (to-from)*float64(i)/float64(k))
			p = append(p, Vec{r * c, 0, z0 + r*s})
		}
		return p
	}
	const q = math.Pi / 2
	for _, c := range []struct {
		name    string
		want    Solid
		size    float64
		profile func(k int) []Vec
		stretch Vec
	}{
		{"ball", SphereSolid(2), 2, func(k int) []Vec { return arc(2*k, 2, 0, -q, q) }, Vec{1, 1, 1}},
		{"ellipsoid", EllipsoidSolid(Vec{1, 2, 3}), 3, func(k int) []Vec { return arc(2*k, 1, 0, -q, q) }, Vec{1, 2, 3}},
		{"cylinder", CylinderSolid(1.5, 2), 2, func(int) []Vec { return []Vec{{0, 0, -2}, {1.5, 0, -2}, {1.5, 0, 2}, {0, 0, 2}} }, Vec{1, 1, 1}},
		{"cone", ConeSolid(2, 3), 3, func(int) []Vec { return []Vec{{0, 0, 0}, {2, 0, 0}, {0, 0, 3}} }, Vec{1, 1, 1}},
		{"capsule", CapsuleSolid(1, 2), 3, func(k int) []Vec { return append(arc(k, 1, -2, -q, 0), arc(k, 1, 2, 0, q)...) }, Vec{1, 1, 1}},
	} {
		var last [3]float64
		for i, k := range []int{16, 32, 64} {
			profile := c.profile(k)
			profile[0].X, profile[len(profile)-1].X = 0, 0
			m := meshOf(t, profile, 4*k)
			for j := range m.Vertices {
				m.Vertices[j] = m.Vertices[j].Mul(c.stretch)
			}
			got := mustSolid(t, mustFinish(t, m))
			nearVec(t, c.name+": centre", got.Center, c.want.Center, 1e-14*c.size)
			near(t, c.name+": Ixy", got.Inertia.X.Y, 0, 1e-14*c.want.Inertia.X.X)
			e := [3]float64{c.want.Volume/got.Volume - 1, c.want.Inertia.X.X/got.Inertia.X.X - 1, c.want.Inertia.Z.Z/got.Inertia.Z.Z - 1}
			if i > 0 {
				for j, what := range [3]string{"volume", "Ixx", "Izz"} {
					if ratio := last[j] / e[j]; !(ratio > 3.98 && ratio < 4.02) {
						t.Errorf("%s: %s: the error went from %.3g to %.3g, by %.4g, want 4", c.name, what, last[j], e[j], ratio)
					}
				}
			}
			last = e
		}
	}
	if got, want := CapsuleSolid(1, 0), SphereSolid(1); got != want {
		nearSolid(t, "capsule without length", got, want, 1, 1e-15)
	}
}

// A solid of twice the size has 8 times the volume and 32 times the inertia of the same form, to the bit.
func TestClosedForms_GrowWithTheSize(t *testing.T) {
	for name, of := range map[string]func(k float64) Solid{
		"box":       func(k float64) Solid { return BoxSolid(Vec{3, 0.7, 1.1}.Scale(k)) },
		"ellipsoid": func(k float64) Solid { return EllipsoidSolid(Vec{3, 0.7, 1.1}.Scale(k)) },
		"cylinder":  func(k float64) Solid { return CylinderSolid(0.7*k, 1.1*k) },
		"capsule":   func(k float64) Solid { return CapsuleSolid(0.7*k, 1.1*k) },
		"cone":      func(k float64) Solid { return ConeSolid(0.7*k, 1.1*k) },
	} {
		one, two := of(1), of(2)
		if want := (Solid{8 * one.Volume, one.Center.Scale(2), one.Inertia.Scale(32)}); two != want {
			t.Errorf("%s: %+v, want %+v", name, two, want)
		}
	}
}

func TestClosedForms_HandWorked(t *testing.T) {
	// Radius 2, half height 3: 24π m³; m (3 r² + h²)/12 = 24π (12 + 36)/12, m r²/2.
	nearSolid(t, "cylinder", CylinderSolid(2, 3), Solid{24 * math.Pi, Vec{}, Diagonal(Vec{96 * math.Pi, 96 * math.Pi, 48 * math.Pi})}, 3, 1e-15)
	// Radius 2, height 4: 16π/3; 3/20 m r² + 3/80 m h² = 1.2 m, 3/10 m r².
	v := 16 * math.Pi / 3
	nearSolid(t, "cone", ConeSolid(2, 4), Solid{v, Vec{0, 0, 1}, Diagonal(Vec{1.2 * v, 1.2 * v, 1.2 * v})}, 4, 1e-15)
	// The ball of radius 3: 36π; 2/5 m r².
	i := 36 * math.Pi * 18 / 5
	nearSolid(t, "ball", SphereSolid(3), Solid{36 * math.Pi, Vec{}, Diagonal(Vec{i, i, i})}, 3, 1e-15)
	nearSolid(t, "box", BoxSolid(Vec{1, 2, 3}), Solid{48, Vec{}, Diagonal(Vec{48 * 13. / 3, 48 * 10. / 3, 48 * 5. / 3})}, 3, 1e-15)
}

func TestMeshSolid_NamesWhatIsWrong(t *testing.T) {
	finish := func(m *Mesh) *Mesh { return mustFinish(t, m) }
	c := cube()
	hole := &Mesh{Name: "hole", Vertices: c.Vertices, Tris: c.Tris[:11]}
	turned := cube()
	turned.Name = "turned"
	turned.Tris[0][1], turned.Tris[0][2] = turned.Tris[0][2], turned.Tris[0][1]
	inside := cube()
	for i := range inside.Tris {
		inside.Tris[i][0], inside.Tris[i][1] = inside.Tris[i][1], inside.Tris[i][0]
	}
	flat := tetrahedron(Vec{}, Vec{1, 0, 0}, Vec{0, 1, 0}, Vec{1, 1, 0})
	flat.Tris[0], flat.Tris[1] = flat.Tris[1], flat.Tris[0]
	// A small ball's shell inside out far from a large one: volume 1 - 0.125, but no body has a negative mass at its
	// end.
	part := cube()
	for _, tri := range cube().Tris {
		n := int32(len(part.Vertices))
		for _, v := range [3]int32{tri[0], tri[2], tri[1]} {
			part.Vertices = append(part.Vertices, cube().Vertices[v].Scale(0.5).Add(Vec{10, 0, 0}))
		}
		part.Tris = append(part.Tris, Tri{n, n + 1, n + 2})
	}
	for _, c := range []struct {
		name string
		mesh *Mesh
		want error
		text []string
	}{
		{"hole", finish(hole), ErrOpenMesh, []string{"\"hole\"", "edge from vertex 3 (1, 0, 0) to vertex 5 (1, 0, 1)", "triangle 4 ", "close the hole"}},
		{"one turned", finish(turned), ErrWinding, []string{"edge from vertex 0 (0, 0, 0) to vertex 1 (0, 1, 0)", "triangles 0 and 9"}},
		{"inside out", finish(inside), ErrInsideOut, []string{"volume is -1 m³", "reverse the order of the vertices of every triangle"}},
		{"one shell inside out", finish(part), ErrInsideOut, []string{"shell that is inside out"}},
		{"flat", finish(flat), ErrNoVolume, []string{"give it thickness"}},
		{"unfinished", cube(), ErrNotFinished, []string{"call Finish"}},
		{"empty", &Mesh{}, ErrNotFinished, nil},
	} {
		_, err := MeshSolid(c.mesh)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
			continue
		}
		for _, s := range c.text {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%s: %q lacks %q", c.name, err, s)
			}
		}
	}
}

// Two cubes that share an edge only: four triangles at that edge, and closed all the same.
func TestMeshSolid_ShellsMayShareAnEdge(t *testing.T) {
	m := cube()
	for _, tri := range cube().Tris {
		n := int32(len(m.Vertices))
		for _, v := range tri {
			m.Vertices = append(m.Vertices, cube().Vertices[v].Add(Vec{1, 1, 0}))
		}
		m.Tris = append(m.Tris, Tri{n, n + 1, n + 2})
	}
	s := mustSolid(t, mustFinish(t, m))
	near(t, "volume", s.Volume, 2, 1e-15)
	nearVec(t, "centre", s.Center, Vec{1, 1, 0.5}, 1e-15)
	near(t, "Izz", s.Inertia.Z.Z, 2*(1./6+0.5), 1e-15)
	near(t, "Ixy", s.Inertia.X.Y, -2*0.25, 1e-15)
}

func TestCombineSolids_HandWorked(t *testing.T) {
	// A dumbbell: two balls of radius 1 at x = -2 and 4, densities 1 and 2: centre at (-2 + 8)/3 = 2; about it
	// 2/5·3m + m·16 + 2m·4.
	m := 4 * math.Pi / 3
	b, err := CombineSolids([]Part{
		{SphereSolid(1), Transform{Vec{-2, 0, 0}, IdentityQuat()}, 1},
		{SphereSolid(1), Transform{Vec{4, 0, 0}, IdentityQuat()}, 2},
	})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "mass", b.Mass, 3*m, 1e-15*m)
	nearVec(t, "centre", b.Center, Vec{2, 0, 0}, 1e-15)
	nearMat(t, "inertia", b.Inertia, Diagonal(Vec{1.2 * m, 25.2 * m, 25.2 * m}), 1e-13)

	// A box of 2 × 4 × 6 m turned by 90° about z, and its middle drilled by a hole of 2 × 4 × 2: two boxes are left.
	quarter := Quat{math.Sqrt(0.5), Vec{0, 0, math.Sqrt(0.5)}}
	b, err = CombineSolids([]Part{
		{BoxSolid(Vec{1, 2, 3}), Transform{Vec{7, 0, 0}, quarter}, 3},
		{BoxSolid(Vec{2, 1, 1}), Transform{Vec{7, 0, 0}, IdentityQuat()}, -3},
	})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "mass", b.Mass, 96, 1e-13)
	nearVec(t, "centre", b.Center, Vec{7, 0, 0}, 1e-14)
	// 144 kg: 144/12 (4 + 36, 16 + 36, 16 + 4) less 48/12 (4 + 4, 16 + 4, 16 + 4).
	nearMat(t, "inertia", b.Inertia, Diagonal(Vec{480 - 32, 624 - 80, 240 - 80}), 1e-12)
}

func TestCombineSolids_PiecesMakeTheWhole(t *testing.T) {
	r := newSource(32)
	for range 100 {
		// A box cut at x = cut into two, at any pose.
		half, pose, density := Vec{2, 1, 0.5}, Transform{r.vec(5), r.quat()}, 1+r.Float64()
		cut := r.between(1.9)
		left, right := (cut+2)/2, (2-cut)/2
		shift := func(x float64) Transform { return pose.Mul(Transform{Vec{x, 0, 0}, IdentityQuat()}) }
		whole, err1 := CombineSolids([]Part{{BoxSolid(half), pose, density}})
		pieces, err2 := CombineSolids([]Part{
			{BoxSolid(Vec{left, 1, 0.5}), shift(-2 + left), density},
			{BoxSolid(Vec{right, 1, 0.5}), shift(2 - right), density},
		})
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		near(t, "mass", pieces.Mass, whole.Mass, 1e-13)
		nearVec(t, "centre", pieces.Center, whole.Center, 1e-13)
		nearMat(t, "inertia", pieces.Inertia, whole.Inertia, 1e-12)
	}
}

func TestCombineSolids_NamesWhatIsWrong(t *testing.T) {
	good := Part{SphereSolid(1), Transform{Vec{}, IdentityQuat()}, 1}
	bad := func(f func(p *Part)) []Part {
		p := good
		f(&p)
		return []Part{good, p}
	}
	for _, c := range []struct {
		name  string
		parts []Part
		text  string
	}{
		{"none", nil, "mass is 0 kg"},
		{"density 0", bad(func(p *Part) { p.Density = 0 }), "part 1: "},
		{"density NaN", bad(func(p *Part) { p.Density = math.NaN() }), "density is NaN"},
		{"pose", bad(func(p *Part) { p.Pose.Q.W = 2 }), "unit quaternion"},
		{"position", bad(func(p *Part) { p.Pose.P.X = math.Inf(1) }), "finite position"},
		{"no solid", bad(func(p *Part) { p.Solid = Solid{} }), "volume is 0 m³"},
		{"all hole", []Part{{good.Solid, good.Pose, -1}}, "add up to more than the holes"},
		{"hole outside", bad(func(p *Part) { p.Density, p.Pose.P.X = -0.5, 10 }), "the parts make no body: their principal moments of inertia, 0.8378, -418 and -418 kg m², are not all above zero; keep holes inside"},
	} {
		_, err := CombineSolids(c.parts)
		if !errors.Is(err, ErrPart) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v, want %q", c.name, err, c.text)
		}
	}
}

func BenchmarkMeshSolid(b *testing.B) {
	profile := make([]Vec, 101)
	for i := range profile {
		s, c := SinCos(math.Pi * (float64(i)/100 - 0.5))
		profile[i] = Vec{c, 0, s}
	}
	profile[0].X, profile[100].X = 0, 0
	m := meshOf(b, profile, 100)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := MeshSolid(m); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(m.Tris)), "triangles")
}
