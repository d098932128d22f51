package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

func convexOf(t testing.TB, points ...geom.Vec) Part {
	h, err := geom.NewHull(points)
	if err != nil {
		t.Fatal(err)
	}
	s := geom.HullShape(h)
	return Part{&s, geom.Transform{Q: geom.IdentityQuat()}}
}

func boxAsHull(t testing.TB, x, y, z float64) Part {
	s, err := geom.NewBox(geom.Vec{X: x, Y: y, Z: z})
	if err != nil {
		t.Fatal(err)
	}
	return Part{&s, geom.Transform{Q: geom.IdentityQuat()}}
}

// rodPart is a rod of length 1 along x: a double pyramid whose ends are points, and so are where those of the rod are.
func rodPart(t testing.TB) Part {
	const h = 0.01
	return convexOf(t, geom.Vec{X: 0.5}, geom.Vec{X: -0.5}, geom.Vec{Y: h}, geom.Vec{Y: -h}, geom.Vec{Z: h}, geom.Vec{Z: -h})
}

// floorPart is a slab with its top at z = 0.
func floorPart(t testing.TB) (Part, geom.Sweep) {
	return boxAsHull(t, 5, 5, 1), geom.Sweep{C: geom.Vec{Z: -1}, Q: geom.IdentityQuat()}
}

// The closed forms of the validation cases: a rod and a square of side 1 turn by 0.3 + 7t and fall at 3 m/s from 2 m.
// The rod touches when 2 - 3t = |sin|/2, the square when 2 - 3t = (|sin| + |cos|)/2.
func TestFCPF_RodAndSquare(t *testing.T) {
	floor, rest := floorPart(t)
	motion := geom.Sweep{C: geom.Vec{Z: 2}, Q: geom.AxisAngle(geom.Vec{Y: 1}, 0.3), V: geom.Vec{Z: -3}, W: geom.Vec{Y: 7}}
	for _, c := range []struct {
		name string
		part Part
		want float64
		form func(sin, cos float64) float64
		set  int
	}{
		{"rod", rodPart(t), 0.5354416482669, func(s, _ float64) float64 { return math.Abs(s) / 2 }, 1},
		{"square", boxAsHull(t, 0.5, 0.25, 0.5), 0.4541900067612, func(s, c float64) float64 { return (math.Abs(s) + math.Abs(c)) / 2 }, 2},
	} {
		out := FCPF(&c.part, &motion, &floor, &rest, 1)
		if out.Status != Hit || math.Abs(out.Time-c.want) > 1e-13 || out.Set.Count != c.set {
			t.Errorf("%s: %+v, want contact at %.13f", c.name, out, c.want)
		}
		if h := 2 - 3*out.Time - c.form(math.Sincos(0.3+7*out.Time)); math.Abs(h) > 1e-14 {
			t.Errorf("%s: %g above the floor at contact", c.name, h)
		}
		for _, v := range out.Set.Points[:out.Set.Count] {
			if math.Abs(v.Z) > 1e-14 {
				t.Errorf("%s: contact point %v", c.name, v)
			}
		}
		if out.N.Sub(geom.Vec{Z: -1}).Len() > 1e-12 {
			t.Errorf("%s: normal %v", c.name, out.N)
		}
	}
}

// A rod that turns about its middle, at the height 0.5 - dip above a plane, dips into it for a short time. Its lower
// end is in the plane when sin(angle) = (0.5 - dip)/0.5: two roots that lie sqrt(8·dip) apart.
func TestVertexPlane_FindsRootPairs(t *testing.T) {
	floor, rest := floorPart(t)
	rod := rodPart(t)
	const w = 7.0
	pairs := 0
	for _, from := range []float64{0.1, 1, -20} { // angle at the start: the last is after three turns
		for dip := 0.1; dip > 1e-13; dip /= 7 {
			motion := geom.Sweep{C: geom.Vec{Z: 0.5 - dip}, Q: geom.AxisAngle(geom.Vec{Y: 1}, from), W: geom.Vec{Y: w}}
			p := NewTurningPair(&rod, &motion, &floor, &rest)
			v := rod.Shape.Hull.Support(geom.Vec{X: 1})
			f := int32(0)
			for i, x := range floor.Shape.Hull.Faces {
				if x.Plane.N.Z > 0.5 {
					f = int32(i)
				}
			}
			// Turning by y moves the end on +x down at angles from 0 to π.
			lowest := math.Pi / 2
			for lowest < from {
				lowest += 2 * math.Pi
			}
			for lowest-2*math.Pi > from {
				lowest -= 2 * math.Pi
			}
			half := 2 * math.Asin(math.Sqrt(dip)) // 1 - cos(half) = 2·dip
			want := (lowest - half - from) / w
			if want < 0 {
				continue // starts below the plane
			}
			got, ok := p.VertexPlane(0, v, f, 0, 10)
			// The height at the root is known to within zero, some 1e-14, and its rate there is w·sin(half)/2.
			if tol := 1e-13/(w*math.Sin(half)/2) + 1e-14; !ok || math.Abs(got-want) > tol {
				t.Errorf("dip %g from %g: root at %v %v, want %v", dip, from, got, ok, want)
			}
			pairs++
			motion.C.Z = 0.5 + dip
			p = NewTurningPair(&rod, &motion, &floor, &rest)
			if got, ok := p.VertexPlane(0, v, f, 0, 10); ok && dip > 1e-12 {
				t.Errorf("clearance %g from %g: root at %v", dip, from, got)
			}
		}
	}
	if pairs < 20 {
		t.Errorf("only %d pairs of roots", pairs)
	}
}

// The place of a vertex in the other's frame is that by poses, and its velocity is the change of place.
func TestVertexPath(t *testing.T) {
	r := newToiRand(31)
	class := hullClass{spinA: 5, spinB: 5, speed: 3, duration: 1}
	for range 200 {
		c := r.hullQuery(t, &class)
		p := NewTurningPair(&c.a, &c.sa, &c.b, &c.sb)
		o := newHullOracle(&c)
		at := r.Float64() * 2
		for k := range 2 {
			place, rate := p.VertexPath(k, 0, at)
			x := [2]geom.Transform{c.sa.At(at).Mul(c.a.At), c.sb.At(at).Mul(c.b.At)}
			h := []*geom.Hull{c.a.Shape.Hull, c.b.Shape.Hull}[k]
			if want := x[1-k].ApplyInv(x[k].Apply(h.Vertices[0])); place.Sub(want).Len() > 1e-13*(10+c.sb.C.Sub(c.sa.C).Len()) {
				t.Fatalf("place %v, want %v", place, want)
			}
			const s = 1e-5
			before, _ := p.VertexPath(k, 0, at-s)
			after, _ := p.VertexPath(k, 0, at+s)
			// The third derivative is below 10³·5 m/s³, times s²/6; and rounding.
			if d := after.Sub(before).Scale(1 / (2 * s)).Sub(rate); d.Len() > 1e-6 {
				t.Fatalf("rate off by %v", d)
			}
		}
		// The distance of a vertex of A and one of B is the same in both frames, and in the oracle.
		v := o.vertices(at)
		place, _ := p.VertexPath(0, 0, at)
		if d := place.Sub(c.b.Shape.Hull.Vertices[0]).Len() - v[0][0].Sub(v[1][0]).Len(); math.Abs(d) > 1e-12 {
			t.Fatalf("distance off by %g", d)
		}
	}
}

// Bodies that pass through each other inside the step, and one that is inside the other at its end.
func TestFCPF_PassesThroughAndEndsInside(t *testing.T) {
	bullet, wall := boxAsHull(t, 0.05, 0.05, 0.05), boxAsHull(t, 0.01, 2, 2)
	rest := geom.Sweep{Q: geom.IdentityQuat()}
	fly := geom.Sweep{C: geom.Vec{X: -10}, Q: geom.IdentityQuat(), V: geom.Vec{X: 1000}, W: geom.Vec{X: 400}}
	// It turns about its way: its face meets the wall's flush, at 9.94 m.
	out := FCPF(&bullet, &fly, &wall, &rest, 1.0/60)
	if out.Status != Hit || math.Abs(out.Time-9.94e-3) > 1e-15 || out.Set.Count != 4 {
		t.Errorf("through the wall: %+v", out)
	}
	room := boxAsHull(t, 1, 1, 1)
	out = FCPF(&bullet, &fly, &room, &rest, 0.01)
	if out.Status != Hit || math.Abs(out.Time-8.95e-3) > 1e-15 || out.Set.Count != 4 {
		t.Errorf("into the room: %+v", out)
	}
	if out = FCPF(&bullet, &fly, &room, &rest, 8.9e-3); out.Status != Miss || out.Set.Count != 0 {
		t.Errorf("not yet there: %+v", out)
	}
	fly.C = geom.Vec{}
	if out = FCPF(&bullet, &fly, &room, &rest, 0.01); out.Status != Overlapping || out.Time != 0 || out.Set.Count != 0 {
		t.Errorf("inside: %+v", out)
	}
}

// A plate that falls flat onto the floor while it turns about the vertical: its lower edges lie in the floor's face
// then.
func TestEdgeFace_Along(t *testing.T) {
	floor, rest := floorPart(t)
	plate := boxAsHull(t, 1, 0.5, 0.25)
	fall := geom.Sweep{C: geom.Vec{Z: 1.25}, Q: geom.IdentityQuat(), V: geom.Vec{Z: -2}, W: geom.Vec{Z: 3}}
	p := NewTurningPair(&plate, &fall, &floor, &rest)
	along, inside := 0, 0
	for f, x := range floor.Shape.Hull.Faces {
		if x.Plane.N.Z < 0.5 {
			continue
		}
		for i, e := range plate.Shape.Hull.Edges {
			m, ok := p.EdgeFace(0, int32(i), int32(f), 0, 0.6)
			a, b := plate.Shape.Hull.Vertices[e.A], plate.Shape.Hull.Vertices[e.B]
			switch {
			case a.Z < 0 && b.Z < 0: // in the floor at 0.5 s
				if !ok || m.Case != MeetingAlong || m.Count != 2 || math.Abs(m.Time-0.5) > 1e-14 || math.Abs(m.Points[0].Sub(m.Points[1]).Len()-b.Sub(a).Len()) > 1e-12 {
					t.Errorf("%+v", m)
				}
				along++
			case a.Z < 0 || b.Z < 0:
				if !ok || m.Case != MeetingInside || m.Count != 1 || math.Abs(m.Time-0.5) > 1e-14 {
					t.Errorf("%+v", m)
				}
				inside++
			case ok:
				t.Errorf("%+v", m)
			}
		}
	}
	if along != 4 || inside != 4 {
		t.Errorf("%d along, %d inside", along, inside)
	}
	out := FCPF(&plate, &fall, &floor, &rest, 1)
	if out.Status != Hit || math.Abs(out.Time-0.5) > 1e-14 || out.Set.Count != 4 {
		t.Errorf("%+v", out)
	}
}

// A rim that hangs over: the lower edge of a falling plate meets the floor's edge, not its face alone.
func TestEdgeFace_Edges(t *testing.T) {
	floor, rest := floorPart(t)
	plate := boxAsHull(t, 1, 0.5, 0.25)
	// Tilted so that one lower edge, along y, is lowest, and half of the edge hangs over the side at y = 5.
	tilt := geom.AxisAngle(geom.Vec{Y: 1}, 0.3)
	fall := geom.Sweep{C: geom.Vec{Y: 5, Z: 2}, Q: tilt, V: geom.Vec{Z: -2}}
	out := FCPF(&plate, &fall, &floor, &rest, 1)
	s, c := math.Sincos(0.3)
	want := (2 - (s + 0.25*c)) / 2
	if out.Status != Hit || math.Abs(out.Time-want) > 1e-14 || out.Set.Count != 2 {
		t.Fatalf("%+v, want two points at %g", out, want)
	}
	kinds := map[FeatureID]bool{}
	for i, p := range out.Set.Points[:2] {
		kinds[out.Features[i]&0xc000c000] = true
		if y := p.Y; math.Abs(y-4.5) > 1e-12 && math.Abs(y-5) > 1e-12 {
			t.Errorf("contact at %v", p)
		}
	}
	if !kinds[MakeFeatureID(FeatureVertex, 0, FeatureFace, 0)] || !kinds[MakeFeatureID(FeatureEdge, 0, FeatureEdge, 0)] {
		t.Errorf("features %x", out.Features[:2])
	}
}

// Bodies that touch at the start: at rest they stay so, with all contact points; one that rises faster than its edges
// go down as it turns is free, and one that turns faster touches at once.
func TestFCPF_StartsInTouch(t *testing.T) {
	floor, rest := floorPart(t)
	box := boxAsHull(t, 0.5, 0.25, 0.5)
	still := geom.Sweep{C: geom.Vec{Z: 0.5}, Q: geom.IdentityQuat()}
	out := FCPF(&box, &still, &floor, &rest, 1)
	if out.Status != Overlapping || out.Time != 0 || out.Set.Count != 4 || out.N.Sub(geom.Vec{Z: -1}).Len() > 1e-15 {
		t.Errorf("at rest: %+v", out)
	}
	// The lowest edge of a square that has turned by θ is (|sin θ| + |cos θ|)/2 below its centre: at first it goes down
	// by half the angular speed.
	motion := geom.Sweep{C: geom.Vec{Z: 0.5}, Q: geom.IdentityQuat(), V: geom.Vec{Z: 1.2}, W: geom.Vec{Y: 2}}
	if out = FCPF(&box, &motion, &floor, &rest, 1); out.Status != Miss {
		t.Errorf("rising: %+v", out)
	}
	motion.W.Y = 4
	motion.C.Z = 0.5 + 1e-12
	if out = FCPF(&box, &motion, &floor, &rest, 1); out.Status == Miss || out.Time > 1e-9 {
		t.Errorf("an edge goes down as the centre rises: %+v", out)
	}
}

// A column of many sides that lands upright touches with all of its base, as well as MaxSet points can span it.
func TestFCPF_FaceOfManyCorners(t *testing.T) {
	floor, rest := floorPart(t)
	for _, n := range []int{3, 16, 20, 100} {
		h, err := geom.NewPrism(n, 1, 0.5)
		if err != nil {
			t.Fatal(err)
		}
		s := geom.HullShape(h)
		column := Part{&s, geom.Transform{Q: geom.IdentityQuat()}}
		fall := geom.Sweep{C: geom.Vec{Z: 1}, Q: geom.IdentityQuat(), V: geom.Vec{Z: -1}, W: geom.Vec{Z: 1}}
		out := FCPF(&column, &fall, &floor, &rest, 1)
		set := out.Set.Points[:out.Set.Count]
		if out.Status != Hit || math.Abs(out.Time-0.5) > 1e-14 || len(set) != min(n, MaxSet) {
			t.Errorf("%d sides: %+v", n, out)
		}
		// The base has the area n/2·sin(2π/n); the regular polygon of MaxSet corners, the best that so many can do, has
		// less.
		area, whole := contactArea(set, out.N.Neg())/2, float64(n)/2*math.Sin(2*math.Pi/float64(n))
		if best := float64(MaxSet) / 2 * math.Sin(2*math.Pi/float64(MaxSet)); math.Abs(area) < 0.95*min(whole, best) || math.Abs(area) > whole+1e-12 {
			t.Errorf("%d sides: the contact has an area of %g, the base %g", n, area, whole)
		}
		for _, p := range set {
			if math.Abs(p.Z) > 1e-14 || math.Abs(p.Len()-1) > 1e-12 {
				t.Errorf("%d sides: contact at %v", n, p)
			}
		}
	}
}

// An edge that turns about the y axis, at the distance √½, dips by little below the floor's edge along x, and rises
// again.
func TestEdgeEdge_FindsRootPairs(t *testing.T) {
	floor, rest := floorPart(t)
	cube := boxAsHull(t, 0.5, 0.5, 0.5)
	pick := func(h *geom.Hull, mid geom.Vec) int32 {
		for i, e := range h.Edges {
			if h.Vertices[e.A].Add(h.Vertices[e.B]).Scale(0.5).Sub(mid).Len() < 1e-12 {
				return int32(i)
			}
		}
		t.Fatalf("no edge at %v", mid)
		return 0
	}
	a, b := pick(cube.Shape.Hull, geom.Vec{X: 0.5, Z: -0.5}), pick(floor.Shape.Hull, geom.Vec{Y: 5, Z: 1})
	r := math.Sqrt(0.5)
	for dip := 0.1; dip > 1e-12; dip /= 7 {
		// The edge is lowest after an eighth of a turn, r below the centre. It is in the plane half a time before that.
		motion := geom.Sweep{C: geom.Vec{Y: 5, Z: r - dip}, Q: geom.IdentityQuat(), W: geom.Vec{Y: 2}}
		half := 2 * math.Asin(math.Sqrt(dip/r/2)) // 1 - cos(half) = dip/r
		want := (math.Pi/4 - half) / 2
		p := NewTurningPair(&cube, &motion, &floor, &rest)
		got, ok := p.EdgeEdge(a, b, 0, 1)
		if tol := 2e-13/(2*r*math.Sin(half)) + 1e-14; !ok || math.Abs(got-want) > tol {
			t.Errorf("dip %g: %v %v, want %v", dip, got, ok, want)
		}
		motion.C.Z = r + dip
		p = NewTurningPair(&cube, &motion, &floor, &rest)
		if got, ok = p.EdgeEdge(a, b, 0, 1); ok && dip > 1e-11 {
			t.Errorf("clearance %g: %v", dip, got)
		}
		// Farther along, the lines meet and the edges do not.
		motion.C.Y, motion.C.Z = 5.6, r-dip
		p = NewTurningPair(&cube, &motion, &floor, &rest)
		if got, ok = p.EdgeEdge(a, b, 0, 1); ok {
			t.Errorf("beside each other, dip %g: %v", dip, got)
		}
	}
}
