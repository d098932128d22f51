package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// satMesh returns a finished mesh.
func satMesh(t testing.TB, vertices []geom.Vec, tris []geom.Tri) *geom.Mesh {
	t.Helper()
	m := &geom.Mesh{Vertices: vertices, Tris: tris}
	if err := m.Finish(); err != nil {
		t.Fatal(err)
	}
	return m
}

// satGrid returns a grid of n by n squares of side s around the origin with corners at height(x, y), each cut along one
// of its diagonals.
func satGrid(t testing.TB, n int, s float64, height func(x, y float64) float64) *geom.Mesh {
	var v []geom.Vec
	var tris []geom.Tri
	for j := 0; j <= n; j++ {
		for i := 0; i <= n; i++ {
			x, y := s*(float64(i)-float64(n)/2), s*(float64(j)-float64(n)/2)
			v = append(v, geom.Vec{X: x, Y: y, Z: height(x, y)})
		}
	}
	for j := 0; j < n; j++ {
		for i := 0; i < n; i++ {
			a := int32(j*(n+1) + i)
			b, c, d := a+1, a+int32(n)+2, a+int32(n)+1
			if (i+j)%2 == 0 {
				tris = append(tris, geom.Tri{a, b, c}, geom.Tri{a, c, d})
			} else {
				tris = append(tris, geom.Tri{a, b, d}, geom.Tri{b, c, d})
			}
		}
	}
	return satMesh(t, v, tris)
}

// satBlock returns the surface of an axis-aligned box around the origin as a mesh, each face cut into n by n rectangles
// of two triangles each, whose diagonals change direction: of some triangles on a rim only a vertex lies on it.
func satBlock(t testing.TB, half geom.Vec, n int) *geom.Mesh {
	var v []geom.Vec
	var tris []geom.Tri
	h := [3]float64{half.X, half.Y, half.Z}
	for f := 0; f < 6; f++ {
		a := f >> 1
		first := int32(len(v))
		for j := 0; j <= n; j++ {
			for i := 0; i <= n; i++ {
				p := unitVec(a, h[a]*float64(2*(f&1)-1))
				p = p.Add(unitVec(axes1[a], h[axes1[a]]*(2*float64(i)/float64(n)-1)))
				v = append(v, p.Add(unitVec(axes2[a], h[axes2[a]]*(2*float64(j)/float64(n)-1))))
			}
		}
		for j := 0; j < n; j++ {
			for i := 0; i < n; i++ {
				k := [4]int32{first + int32(j*(n+1)+i)}
				k[1], k[2], k[3] = k[0]+1, k[0]+int32(n)+2, k[0]+int32(n)+1
				if (i+j)%2 == 1 {
					k = [4]int32{k[1], k[2], k[3], k[0]}
				}
				if f&1 == 0 {
					k[1], k[3] = k[3], k[1]
				}
				tris = append(tris, geom.Tri{k[0], k[1], k[2]}, geom.Tri{k[0], k[2], k[3]})
			}
		}
	}
	return satMesh(t, v, tris)
}

// satNear returns the triangles of a mesh whose bounds are within 10 mm of those of the box.
func satNear(mesh *geom.Mesh, a *geom.OBB) []int32 {
	bounds := a.Bounds().Grow(1e-2)
	var near []int32
	for k := range mesh.Tris {
		tri := mesh.Triangle(int32(k))
		if box := tri.Bounds(); box.Overlaps(&bounds) {
			near = append(near, int32(k))
		}
	}
	return near
}

// planesBeyond returns the planes of the neighbours of triangle i of a mesh.
func planesBeyond(mesh *geom.Mesh, i int) (near [3]geom.Plane) {
	for k, e := range mesh.Edges[i] {
		if e.Neighbor >= 0 {
			near[k] = mesh.Planes[e.Neighbor]
		}
	}
	return near
}

// satCollide calls CollideOBBTriangle for triangle i of a mesh with all that the mesh knows of its edges.
func satCollide(a *geom.OBB, mesh *geom.Mesh, i int, margin float64, m *Manifold) bool {
	tri := mesh.Triangle(int32(i))
	near := planesBeyond(mesh, i)
	return CollideOBBTriangle(a, &tri, mesh.Planes[i], &mesh.Edges[i], &near, margin, m)
}

// A box that slides over a flat grid feels a plane: every manifold has the face's normal, whatever edges and vertices
// the box straddles, and the points together are the deepest and cover the box's bottom.
func TestCollideOBBTriangle_FlatGridGivesOnlyFaceNormals(t *testing.T) {
	flat := satGrid(t, 16, 0.5, func(x, y float64) float64 { return 0 })
	half := geom.Vec{X: 2.25, Y: 0.7, Z: 0.9}
	r := rand.New(rand.NewPCG(3, 4))
	ghosts := 0
	for i := 0; i < geomtest.Trials(3000); i++ {
		sink := []float64{0, 1e-9, 1e-4}[i%3]
		up := float64(1 - 2*(i/8%2)) // above or below
		yaw, c := 2*math.Pi*r.Float64(), satRandomVec(r, 0.75)
		if i%4 == 0 { // edges of the box on edges of the grid
			yaw = math.Pi / 2 * float64(i/4%4)
			c.X, c.Y = math.Round(4*c.X)/4, math.Round(5*c.Y)/5
		}
		c.Z = up * (half.Z - sink)
		a := satTurned(c, half, geom.AxisAngle(geom.Vec{Z: 1}, yaw))
		var corners [4]bool
		for _, k := range satNear(flat, &a) {
			tri := flat.Triangle(k)
			if mtv, ok := MTVOBBTriangle(&a, &tri); sink == 1e-4 && ok && math.Abs(mtv.N.Z) < 0.9 {
				ghosts++
			}
			var m Manifold
			if !satCollide(&a, flat, int(k), 1e-3, &m) {
				continue
			}
			if m.N != (geom.Vec{Z: -up}) {
				t.Fatalf("pose %d, sunk %v, triangle %d: normal %v", i, sink, k, m.N)
			}
			for l := 0; l < m.Count; l++ {
				p := &m.Points[l]
				if math.Abs(p.Separation+sink) > 1e-14 || math.Abs(p.P.Z+up*sink/2) > 1e-14 {
					t.Fatalf("pose %d, sunk %v, triangle %d: point %+v", i, sink, k, p)
				}
			}
			for q := range corners {
				v := a.Vertex(q)
				if up < 0 {
					v = a.Vertex(q | 4)
				}
				v.Z = m.Points[0].P.Z
				corners[q] = corners[q] || satHasPoint(&m, v, 1e-6)
			}
		}
		if corners != [4]bool{true, true, true, true} {
			t.Fatalf("pose %d, sunk %v: corners %v", i, sink, corners)
		}
	}
	if ghosts < geomtest.Trials(1000) {
		t.Errorf("only %d triangles whose minimum translation is sideways", ghosts)
	}
}

// The side of a solid block is felt at its face and at its edges, and never its top or bottom, where the triangles of
// those are touched at the rim.
func TestCollideOBBTriangle_ConvexEdgeGivesSideNormal(t *testing.T) {
	step := satBlock(t, geom.Vec{X: 2, Y: 2, Z: 0.5}, 8)
	r := rand.New(rand.NewPCG(5, 6))
	sides, rims := 0, 0
	for i := 0; i < 700; i++ {
		depth := []float64{0, 1e-9, 1e-4}[i%3]
		half := geom.Vec{X: 0.5, Y: 0.7, Z: 0.4}
		a := satBox(geom.Vec{X: 2 + half.X - depth, Y: 2*r.Float64() - 1, Z: 1.6*r.Float64() - 0.8}, half)
		if i%2 == 0 { // leaning towards or away from the side, less than what counts as parallel
			a = satTurned(a.C, half, geom.AxisAngle(geom.Vec{Y: 1}, 1e-5*(2*r.Float64()-1)))
		}
		for _, k := range satNear(step, &a) {
			var m Manifold
			if !satCollide(&a, step, int(k), 1e-3, &m) {
				continue
			}
			if m.N.Sub(geom.Vec{X: -1}).Len() > 2e-5 {
				t.Fatalf("case %d: %+v: triangle %d with normal %v: N %v", i, a, k, step.Planes[k].N, m.N)
			}
			for l := 0; l < m.Count; l++ {
				if s := m.Points[l].Separation; s > 1e-3 || s < -depth-2e-5 {
					t.Fatalf("case %d: separation %v, depth %v", i, s, depth)
				}
			}
			if step.Planes[k].N.X == 1 {
				sides++
			} else {
				rims++
			}
		}
	}
	if sides < 1500 || rims < 500 {
		t.Errorf("%d sides, %d rims", sides, rims)
	}
}

// A box that lies across a straight ridge and slides along it is never stopped by the ends of the triangles: no normal
// has a component along the ridge.
func TestCollideOBBTriangle_SlidesAlongRidge(t *testing.T) {
	roof := satGrid(t, 14, 0.5, satRoof)
	r := rand.New(rand.NewPCG(37, 38))
	contacts, ghosts := 0, 0
	for i := 0; i < 600; i++ {
		half := geom.Vec{X: 0.9, Y: 0.3 + 0.5*r.Float64(), Z: 0.2}
		a := satBox(geom.Vec{X: 0.2 * r.Float64(), Y: 4*r.Float64() - 2}, half)
		if i%2 == 0 { // the end of the box just beyond the ends of triangles
			a.C.Y = math.Round(2*a.C.Y)/2 + half.Y - 5e-5
		}
		a.C.Z = half.Z - []float64{0, 1e-9, 1e-4}[i%3]
		for _, k := range satNear(roof, &a) {
			tri := roof.Triangle(k)
			if mtv, ok := MTVOBBTriangle(&a, &tri); ok && math.Abs(mtv.N.Y) > 0.5 {
				ghosts++
			}
			var m Manifold
			if !satCollide(&a, roof, int(k), 1e-3, &m) {
				continue
			}
			contacts++
			if math.Abs(m.N.Y) > 1e-12 || m.N.Z >= 0 {
				t.Fatalf("case %d, triangle %d: normal %v", i, k, m.N)
			}
		}
	}
	if contacts < 2000 || ghosts < 100 {
		t.Errorf("%d contacts, %d triangles whose minimum translation is along the ridge", contacts, ghosts)
	}
}

// A box tilted by less than 2 mrad on a triangle, of which a pair of edges is the best axis, has the triangle's normal
// and the whole patch: here a triangle that the box's face covers.
func TestCollideOBBTriangle_TiltedBoxKeepsItsPatch(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 48))
	edges := 0
	for i := 0; i < 2000; i++ {
		q := satRandomQuat(r)
		// Two of the triangle's corners lie beyond the box's sides, so that edges cross.
		tri := geom.Triangle{A: q.Rotate(geom.Vec{X: -1.5 - r.Float64(), Y: -0.5}), B: q.Rotate(geom.Vec{X: 1.2 + r.Float64(), Y: -0.5}),
			C: q.Rotate(geom.Vec{X: r.Float64() - 0.5, Y: 0.7})}
		n := tri.Normal()
		tilt := geom.AxisAngle(satRandomVec(r, 1), 1e-3).Mul(q)
		a := satTurned(n.Scale(0.5-1e-3), geom.Vec{X: 1, Y: 1, Z: 0.5}, tilt)
		var s triangleAxes
		s.set(&a, &tri)
		s.collect(s.normal().Neg(), geom.Vec{}, 1)
		if s.axis(s.best()).Kind == axisEdges {
			edges++
		}
		var m Manifold
		if !CollideOBBTriangle(&a, &tri, geom.Plane{N: n, D: n.Dot(tri.A)}, nil, nil, 1e-2, &m) || m.N != n.Neg() || m.Count < 4 {
			t.Fatalf("case %d: normal %v, want %v, %d points", i, m.N, n.Neg(), m.Count)
		}
	}
	if edges < 100 {
		t.Errorf("only %d cases in which a pair of edges is the best axis", edges)
	}
}

// satDistance returns the distance of the origin to the convex hull of points: the least distance to a triangle of
// three of them, each of which lies in the hull.
func satDistance(points []geom.Vec) float64 {
	best := math.Inf(1)
	for i := range points {
		for j := i + 1; j < len(points); j++ {
			for k := j + 1; k < len(points); k++ {
				if d := satOriginToTriangle(points[i], points[j], points[k]); d < best {
					best = d
				}
			}
		}
	}
	return best
}

func satOriginToTriangle(a, b, c geom.Vec) float64 {
	n := b.Sub(a).Cross(c.Sub(a))
	best, inside := math.Inf(1), n.LenSq() > 1e-12
	v := [3]geom.Vec{a, b, c}
	for i := range v {
		p, e := v[i], v[(i+1)%3].Sub(v[i])
		if e.Cross(p.Neg()).Dot(n) < 0 {
			inside = false
		}
		f := 0.0
		if e.LenSq() > 0 {
			f = math.Min(1, math.Max(0, -e.Dot(p)/e.LenSq()))
		}
		best = math.Min(best, p.AddScaled(e, f).Len())
	}
	if inside {
		best = math.Min(best, math.Abs(n.Normalize().Dot(a)))
	}
	return best
}

// A triangle alone counts from both sides and with every normal: there are points exactly when the shapes are within
// the margin, the nearest is as near as the shapes are, and every point lies on both.
func TestCollideOBBTriangle_AloneEqualsDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	counts := map[string]int{}
	for i := 0; i < geomtest.Trials(12000); i++ {
		a, _ := satPair(r, i%2)
		tri := satTriangle(r, &a, i%3)
		a.C = tri.Centroid().Add(satRandomVec(r, 1.5))
		margin := 0.3 * r.Float64()
		n := tri.Normal()
		plane := geom.Plane{N: n, D: n.Dot(tri.A)}
		var m Manifold
		got := CollideOBBTriangle(&a, &tri, plane, nil, nil, margin, &m)
		if OverlapOBBTriangle(&a, &tri) {
			if !got {
				t.Fatalf("case %d: overlap without contact", i)
			}
			counts["overlap"]++
		} else if i%4 == 0 {
			var points []geom.Vec
			for p := 0; p < 8; p++ {
				for _, v := range []geom.Vec{tri.A, tri.B, tri.C} {
					points = append(points, v.Sub(a.Vertex(p)))
				}
			}
			d := satDistance(points)
			if got != (d <= margin) {
				t.Fatalf("case %d: contact %v at distance %v, margin %v", i, got, d, margin)
			}
			if got && math.Abs(m.deepest()-d) > 1e-6 {
				t.Fatalf("case %d: nearest point at %v, distance %v", i, m.deepest(), d)
			}
		}
		if !got {
			counts["none"]++
			continue
		}
		for k := 0; k < m.Count; k++ {
			p := &m.Points[k]
			pa, pb := p.P.AddScaled(m.N, -0.5*p.Separation), p.P.AddScaled(m.N, 0.5*p.Separation)
			_, da, _, _ := nearestOnOBB(&a, pa, 0)
			db := satOriginToTriangle(tri.A.Sub(pb), tri.B.Sub(pb), tri.C.Sub(pb))
			if p.Separation > margin || da > 3e-7 || db > 3e-7 {
				t.Fatalf("case %d: point %d off by %v and %v: %+v", i, k, da, db, p)
			}
		}
		f := m.Points[0].Feature
		switch {
		case m.Count == 1 && f>>14&3 == FeatureEdge && f>>30 == FeatureEdge:
			counts["edges"]++
		case math.Abs(m.N.Dot(n)) > 1-1e-9:
			counts["triangle's face"]++
		default:
			counts["box's face"]++
		}
		if m.Points[0].Separation > 0 {
			counts["apart"]++
		}
	}
	for _, k := range []string{"overlap", "none", "edges", "triangle's face", "box's face", "apart"} {
		if counts[k] < geomtest.Trials(100) {
			t.Errorf("only %d of %q", counts[k], k)
		}
	}
	t.Log(counts)
}

// satBeyond returns how far a direction m from the mesh to a box rises along the surface from the feature of triangle i
// that a contact names: the largest component of m along a direction from the feature to a vertex of a triangle at it.
// It is at most 0 for a normal within the feature's Voronoi region, whatever the rule that found it.
func satBeyond(mesh *geom.Mesh, i int, f FeatureID, m geom.Vec) float64 {
	index := int(f >> 16 & 0x3fff)
	tri := mesh.Tris[i]
	var at []int32
	switch f >> 30 {
	case FeatureVertex:
		at = []int32{tri[index]}
	case FeatureEdge:
		at = []int32{tri[index], tri[(index+1)%3]}
	default:
		at = tri[:]
	}
	beyond := 0.0
	for _, other := range mesh.Tris {
		n := 0
		for _, v := range other {
			for _, w := range at {
				if v == w {
					n++
				}
			}
		}
		if n < len(at) {
			continue
		}
		for _, v := range other {
			for _, w := range at {
				if e := mesh.Vertices[v].Sub(mesh.Vertices[w]); v != w {
					beyond = math.Max(beyond, m.Dot(e)/e.Len())
				}
			}
		}
	}
	return beyond
}

// satHills is a rolling height; satRoof a straight ridge along y.
func satHills(x, y float64) float64 {
	return 0.3*math.Sin(1.3*x+0.4)*math.Cos(1.1*y) + 0.05*math.Sin(4*x+3*y)
}
func satRoof(x, y float64) float64 { return -0.6 * math.Abs(x) }

// satPyramid returns a pyramid of n sides with its apex at the origin.
func satPyramid(t testing.TB, n int) *geom.Mesh {
	v := []geom.Vec{{}}
	var tris []geom.Tri
	for i := 0; i < n; i++ {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		v = append(v, geom.Vec{X: 2 * c, Y: 2 * s, Z: -1})
		tris = append(tris, geom.Tri{0, int32(i + 1), int32((i+1)%n + 1)})
	}
	return satMesh(t, v, tris)
}

// satSink lowers the box from above until it has sunk by depth below its first contact with the mesh: to 1e-12.
func satSink(a *geom.OBB, mesh *geom.Mesh, depth float64) {
	overlaps := func(z float64) bool {
		b := *a
		b.C.Z = z
		bounds := b.Bounds()
		for i := range mesh.Tris {
			tri := mesh.Triangle(int32(i))
			if box := tri.Bounds(); box.Overlaps(&bounds) && OverlapOBBTriangle(&b, &tri) {
				return true
			}
		}
		return false
	}
	hi := mesh.Bounds.Max.Z + 4*a.Size()
	lo := hi
	for !overlaps(lo) {
		lo -= 0.5 * math.Min(a.Half.X, math.Min(a.Half.Y, a.Half.Z))
	}
	for hi-lo > 1e-12 {
		if mid := 0.5 * (lo + hi); overlaps(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	a.C.Z = lo - depth
}

// On a curved mesh a box that comes down anywhere, at any attitude, is held: there is a contact on at least one
// triangle, of about the depth to which the box has sunk, and every normal lies in the Voronoi region, over all
// triangles of the mesh that meet there, of the feature that is named, but for one point in 200.
func TestCollideOBBTriangle_NormalsLieInVoronoiRegions(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 36))
	points, rising := 0, 0
	for _, tt := range []struct {
		name  string
		mesh  *geom.Mesh
		reach float64
	}{
		{"hills", satGrid(t, 14, 0.5, satHills), 1},
		{"coarse hills", satGrid(t, 4, 2, satHills), 1.2},
		{"roof", satGrid(t, 14, 0.5, satRoof), 1},
		{"valley", satGrid(t, 14, 0.5, func(x, y float64) float64 { return 1.2 * math.Abs(x) }), 0.3},
		{"block", satBlock(t, geom.Vec{X: 1, Y: 1.3, Z: 1}, 1), 1.1},
		{"block of small faces", satBlock(t, geom.Vec{X: 1, Y: 1.3, Z: 1}, 4), 1.1},
		{"pyramid of 6", satPyramid(t, 6), 0.5},
		{"pyramid of 4", satPyramid(t, 4), 0.5},
		{"pyramid of 3", satPyramid(t, 3), 0.5},
	} {
		features := [3]int{}
		for i := 0; i < geomtest.Trials(150); i++ {
			half := geom.Vec{X: 0.2 + r.Float64(), Y: 0.2 + 0.5*r.Float64(), Z: 0.2 + 0.3*r.Float64()}
			q := satRandomQuat(r)
			if i%3 == 0 {
				q = geom.AxisAngle(geom.Vec{Z: 1}, 7*r.Float64())
			}
			a := satTurned(satRandomVec(r, tt.reach), half, q)
			depth := []float64{1e-9, 1e-4}[i%2]
			satSink(&a, tt.mesh, depth)
			deepest := math.Inf(1)
			for _, k := range satNear(tt.mesh, &a) {
				var m Manifold
				if !satCollide(&a, tt.mesh, int(k), 1e-3, &m) {
					continue
				}
				if m.deepest() < deepest {
					deepest = m.deepest()
				}
				plane := tt.mesh.Planes[k].N
				up := m.N.Neg()
				if up.Dot(a.C.Sub(m.Points[0].P)) < 0 {
					t.Fatalf("%s, case %d, triangle %d: normal %v away from the box", tt.name, i, k, m.N)
				}
				for l := 0; l < m.Count; l++ {
					p := &m.Points[l]
					features[p.Feature>>30]++
					if p.Separation < -1.5*depth-1e-9 {
						t.Fatalf("%s, case %d, triangle %d: sunk by %v, point at %v: %+v", tt.name, i, k, depth, p.Separation, p)
					}
					// The triangle's own normal is at the rim of every region of its features on a ridge, and the rule
					// in a valley.
					if p.Separation > m.deepest() || nearlyParallel(up, plane) || nearlyParallel(up.Neg(), plane) {
						continue
					}
					// To 2 mrad for each of two normals that count as parallel. Of a vertex the rule knows two edges,
					// and now and then a third rises; and the vertex that the axis touches may be beside the box, and
					// points of the edge in its place.
					if satBeyond(tt.mesh, int(k), p.Feature, up) > 2*parallelSine {
						rising++
					}
				}
			}
			if deepest > -0.2*depth {
				t.Fatalf("%s, case %d: sunk by %v, deepest point at %v", tt.name, i, depth, deepest)
			}
		}
		t.Log(tt.name, "vertices, edges, faces:", features)
		points += features[FeatureVertex] + features[FeatureEdge]
	}
	t.Log(rising, "of", points, "with a normal outside the region")
	if points < geomtest.Trials(3000) || rising > points/200 {
		t.Errorf("of %d points %d have a normal outside the region", points, rising)
	}
}

// Two boxes whose corner is in a valley, below both faces and over neither, so that neither has a vertex of the box;
// found by the search of TestCollideOBBTriangle_NormalsLieInVoronoiRegions over 36000 cases. They are held all the
// same.
func TestCollideOBBTriangle_CornerInValleyIsHeld(t *testing.T) {
	hills := satGrid(t, 14, 0.5, satHills)
	for i, a := range []geom.OBB{
		satTurned(geom.Vec{X: 0.0030861573422287236, Y: 0.9658789340747487}, geom.Vec{X: 0.5691376010191622, Y: 0.5691904427847558, Z: 0.3670884972606141},
			geom.Quat{W: 0.8776671441796833, V: geom.Vec{X: -0.31420883711662323, Y: 0.34909008488287324, Z: 0.09544267044549218}}),
		satTurned(geom.Vec{X: -0.44418425265238426, Y: -0.9288503997722315}, geom.Vec{X: 0.6649080575198969, Y: 0.21389297477343222, Z: 0.37197684599546343},
			geom.Quat{W: -0.2720922950346273, V: geom.Vec{X: 0.9044432090214596, Y: 0.3098399670215528, Z: -0.10930443483151307}}),
	} {
		satSink(&a, hills, 1e-3)
		deepest := math.Inf(1)
		for _, k := range satNear(hills, &a) {
			var m Manifold
			if satCollide(&a, hills, int(k), 1e-3, &m) {
				deepest = math.Min(deepest, m.deepest())
			}
		}
		if deepest > -5e-4 || deepest < -1.5e-3 {
			t.Errorf("box %d: sunk by 1 mm, deepest point at %v", i, deepest)
		}
	}
}

// A box that hangs over a ridge with a corner beside it, where one slope's points lie beside the ridge: the upright
// normal of the box's bottom counts only at the ridge.
func TestCollideOBBTriangle_UprightNormalOnlyOnRidge(t *testing.T) {
	roof := satGrid(t, 14, 0.5, satRoof)
	a := satTurned(geom.Vec{X: -0.16106851902080654, Y: -0.6464449944375319, Z: 0.21066273776345243},
		geom.Vec{X: 1.0850847170954205, Y: 0.40825097653055387, Z: 0.21076273776366},
		geom.Quat{W: -0.5098759804438292, V: geom.Vec{Z: 0.8602479204080902}})
	n := 0
	for _, k := range satNear(roof, &a) {
		var m Manifold
		if !satCollide(&a, roof, int(k), 1e-3, &m) || math.Abs(m.N.Z) < 0.9 {
			continue
		}
		n++
		for i := 0; i < m.Count; i++ {
			if p := &m.Points[i]; p.Separation == m.deepest() && math.Abs(p.P.X) > 1e-6 {
				t.Errorf("triangle %d: %+v", k, p)
			}
		}
	}
	if n == 0 {
		t.Error("no upright normal at all")
	}
}
