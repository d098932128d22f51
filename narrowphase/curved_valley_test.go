package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// curvedNook is two or three planes that meet in concave edges: the free space is what is in front of all. Each is
// split in many triangles, whose backs are to the free space where back is set.
type curvedNook struct {
	mesh   geom.Mesh
	planes []geom.Vec // unit normals into the free space; all pass through the origin
	of     []int      // the plane of each triangle
	back   bool
}

// nook returns a nook of 2 or 3 planes with random angles between, each a net of n by n cells, 20 m long.
func (r *curvedRand) nook(t *testing.T, planes, n int) curvedNook {
	t.Helper()
	const length = 20
	var d [3]geom.Vec // the directions of the edges
	for {
		for k := range d {
			d[k] = r.unit()
		}
		v := d[0].Cross(d[1]).Dot(d[2])
		if v < 0 {
			d[0], d[1] = d[1], d[0]
		}
		if math.Abs(v) > 0.15 && d[0].Dot(d[1]) > -0.8 && d[1].Dot(d[2]) > -0.8 && d[2].Dot(d[0]) > -0.8 {
			break
		}
	}
	k := curvedNook{back: r.Float64() < 0.5}
	at := map[geom.Vec]int32{}
	vertex := func(v geom.Vec) int32 {
		i, ok := at[v]
		if !ok {
			i = int32(len(k.mesh.Vertices))
			k.mesh.Vertices = append(k.mesh.Vertices, v)
			at[v] = i
		}
		return i
	}
	for p := range planes {
		// Of two planes the common edge goes through the origin to both sides.
		u, v, first := d[p], d[(p+1)%3], 0
		if planes == 2 {
			u, v, first = d[0], d[1], -n
			if p == 1 {
				u, v = d[2], d[0]
			}
		}
		k.planes = append(k.planes, u.Cross(v).Normalize())
		grid := func(i, j int) int32 {
			if planes == 2 {
				if p == 0 {
					return vertex(d[0].Scale(length * float64(i) / float64(n)).Add(d[1].Scale(length * float64(j) / float64(n))))
				}
				return vertex(d[0].Scale(length * float64(j) / float64(n)).Add(d[2].Scale(length * float64(i) / float64(n))))
			}
			return vertex(u.Scale(length * float64(i) / float64(n)).Add(v.Scale(length * float64(j) / float64(n))))
		}
		iLo, jLo := 0, 0
		if p == 0 {
			iLo = first
		} else {
			jLo = first
		}
		for i := iLo; i < n; i++ {
			for j := jLo; j < n; j++ {
				a, b, c, e := grid(i, j), grid(i+1, j), grid(i+1, j+1), grid(i, j+1)
				two := [2]geom.Tri{{a, b, c}, {a, c, e}}
				if r.Float64() < 0.5 {
					two = [2]geom.Tri{{a, b, e}, {b, c, e}}
				}
				for _, x := range two {
					if k.back {
						x[1], x[2] = x[2], x[1]
					}
					k.mesh.Tris, k.of = append(k.mesh.Tris, x), append(k.of, p)
				}
			}
		}
	}
	if err := k.mesh.Finish(); err != nil {
		t.Fatal(err)
	}
	return k
}

// depth returns how far the shape reaches behind plane p [m].
func (k *curvedNook) depth(a *Convex, p int) float64 {
	d := k.planes[p].Neg()
	return d.Dot(a.Pose.P) + d.Dot(a.Pose.Q.Rotate(a.Shape.Support(a.Pose.Q.RotateInv(d))))
}

// place puts the shape where it reaches behind the planes by depth, which is negative for a gap [m]. It reports false
// where the middle of the shape is not in front of all of them, or the place is not in the middle of the nook.
func (k *curvedNook) place(a *Convex, depth [3]float64) bool {
	a.Pose.P = geom.Vec{}
	n := [3]geom.Vec{k.planes[0], k.planes[1], k.planes[0].Cross(k.planes[1])}
	copy(n[:], k.planes)
	var at [3]float64
	for p := range k.planes {
		at[p] = k.depth(a, p) - depth[p]
	}
	x := n[1].Cross(n[2]).Scale(at[0]).Add(n[2].Cross(n[0]).Scale(at[1])).Add(n[0].Cross(n[1]).Scale(at[2]))
	a.Pose.P = x.Scale(1 / n[0].Cross(n[1]).Dot(n[2]))
	q := curvedPair{a: a.Shape, rA: a.Pose.Q.Mat3()}
	middle := q.middleA().Add(a.Pose.P)
	for _, n := range k.planes {
		if n.Dot(middle) < 1e-3*a.Shape.Extent() {
			return false
		}
	}
	return a.Pose.P.Len() < 8
}

// TestCollideCurvedTriangle_ValleysHold puts curved shapes in valleys and corners of planes, from less deep than the
// slop of a contact to as deep as the middle of the shape allows. A shape that overlaps a triangle has a contact; if it
// is in triangles of a plane by more than a thousandth of its size, nearly always also one of that plane (4 of 160,000
// had not); every normal is that of a plane that the shape is behind, to the 2 mrad at which a direction counts as one
// within the wedge of an edge, over the sine of the angle there.
func TestCollideCurvedTriangle_ValleysHold(t *testing.T) {
	r := newCurvedRand(77)
	kinds := []geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule, geom.ShapeEllipsoid, geom.ShapeCylinder, geom.ShapeCone}
	cases := 500
	if geomtest.Long {
		cases = 100000
	}
	overlapping, several, missing := 0, 0, 0
	for c := range cases {
		k := r.nook(t, 2+c%2, 1+c/2%3)
		var s *geom.Shape
		for s == nil || s.Extent() > 2 {
			s = r.shape(t, kinds[c/5%5])
		}
		a := Convex{s, geom.Transform{Q: r.quat()}}
		var depth [3]float64
		for p := range depth {
			depth[p] = math.Pow(10, -5+4.7*r.Float64()) * s.Extent()
			if r.Float64() < 0.3 {
				depth[p] = -s.Extent() * r.Float64()
			}
		}
		if !k.place(&a, depth) {
			continue
		}
		deepest := [3]float64{}
		for i := range k.mesh.Tris {
			tri := k.mesh.Triangle(int32(i))
			sep, _ := SeparationCurvedTriangle(&a, &tri)
			deepest[k.of[i]] = math.Min(deepest[k.of[i]], sep)
		}
		var has [3]bool
		for _, m := range curvedOnMesh(&a, &k.mesh, 1e-7) {
			known := false
			for p, n := range k.planes {
				off := m.N.Add(n).Len()
				known = known || off < 1e-2 && depth[p] > -1e-7
			}
			if !known {
				t.Errorf("case %d, %v %v, depths %v: normal %v of planes %v", c, s.Kind, s.Size, depth, m.N, k.planes)
			}
			has[k.of[m.tri]] = true
		}
		planes := 0
		for p := range k.planes {
			if deepest[p] < -1e-6*s.Extent() {
				planes++
			}
			if deepest[p] < -1e-3*s.Extent() && !has[p] {
				missing++
			}
		}
		if planes > 0 && has == [3]bool{} {
			t.Errorf("case %d, %v %v, depths %v: no contact", c, s.Kind, s.Size, depth)
		}
		overlapping += min(planes, 1)
		several += max(0, planes-1)
	}
	if missing > cases/10000 {
		t.Errorf("%d planes without a contact", missing)
	}
	if overlapping < cases/2 || several < cases/4 {
		t.Errorf("%d of %d overlap, %d planes more: too few", overlapping, cases, several)
	}
}
