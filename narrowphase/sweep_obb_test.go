package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

func sweepCube(x, y, z, half float64) geom.OBB {
	return geom.OBB{C: geom.Vec{X: x, Y: y, Z: z}, Axes: geom.Identity(), Half: geom.Vec{X: half, Y: half, Z: half}}
}

// sweepTurned returns b turned by 45° about axis 0, 1 or 2 of the world.
func sweepTurned(b geom.OBB, axis int) geom.OBB {
	r := math.Sqrt(0.5)
	switch axis {
	case 0:
		b.Axes = geom.Mat3{X: geom.Vec{X: 1}, Y: geom.Vec{Y: r, Z: r}, Z: geom.Vec{Y: -r, Z: r}}
	case 1:
		b.Axes = geom.Mat3{X: geom.Vec{X: r, Z: -r}, Y: geom.Vec{Y: 1}, Z: geom.Vec{X: r, Z: r}}
	default:
		b.Axes = geom.Mat3{X: geom.Vec{X: r, Y: r}, Y: geom.Vec{X: -r, Y: r}, Z: geom.Vec{Z: 1}}
	}
	return b
}

type sweepCase struct {
	name           string
	a, b           geom.OBB
	va, vb         geom.Vec
	duration       float64
	margin         float64
	status         Status
	time, exit     float64
	n              geom.Vec
	set            []geom.Vec
	tolTime, tolAt float64 // 0: the numbers are exact
}

func sweepTable() []sweepCase {
	type v = geom.Vec
	inf, r2 := math.Inf(1), math.Sqrt2
	unit := sweepCube(0, 0, 0, 1)
	face := func(x float64) []v {
		return []v{{X: x, Y: -1, Z: -1}, {X: x, Y: 1, Z: -1}, {X: x, Y: 1, Z: 1}, {X: x, Y: -1, Z: 1}}
	}
	return []sweepCase{
		// Head-on: gap 5 - 2 = 3, left at 5 + 2 = 7.
		{name: "head-on", a: unit, b: sweepCube(5, 0, 0, 1), vb: v{X: -2}, duration: 10, status: Hit, time: 1.5, exit: 3.5, n: v{X: 1}, set: face(1)},
		{name: "head-on from below", a: unit, b: sweepCube(-5, 0, 0, 1), vb: v{X: 2}, duration: 10, status: Hit, time: 1.5, exit: 3.5, n: v{X: -1}, set: face(-1)},
		{name: "A moves", a: unit, b: sweepCube(5, 0, 0, 1), va: v{X: 2}, duration: 10, status: Hit, time: 1.5, exit: 3.5, n: v{X: 1}, set: face(4)},
		{name: "both move", a: unit, b: sweepCube(5, 0, 0, 1), va: v{X: 3}, vb: v{X: 1}, duration: 10, status: Hit, time: 1.5, exit: 3.5, n: v{X: 1}, set: face(5.5)},
		{name: "at the duration", a: unit, b: sweepCube(5, 0, 0, 1), vb: v{X: -2}, duration: 1.5, status: Hit, time: 1.5, exit: 3.5, n: v{X: 1}, set: face(1)},
		{name: "after the duration", a: unit, b: sweepCube(5, 0, 0, 1), vb: v{X: -2}, duration: 1.4999, status: Miss},
		{name: "offset", a: unit, b: sweepCube(5, 1.5, -0.5, 1), vb: v{X: -2}, duration: 10, status: Hit, time: 1.5, exit: 3.5, n: v{X: 1},
			set: []v{{X: 1, Y: 0.5, Z: -1}, {X: 1, Y: 1, Z: -1}, {X: 1, Y: 1, Z: 0.5}, {X: 1, Y: 0.5, Z: 0.5}}},
		{name: "small on large", a: unit, b: sweepCube(5, 0.25, 0.5, 0.25), vb: v{X: -2}, duration: 10, status: Hit, time: 1.875, exit: 3.125, n: v{X: 1},
			set: []v{{X: 1, Y: 0, Z: 0.25}, {X: 1, Y: 0.5, Z: 0.25}, {X: 1, Y: 0.5, Z: 0.75}, {X: 1, Y: 0, Z: 0.75}}},
		{name: "through within the duration", a: unit, b: sweepCube(5, 0, 0, 1), vb: v{X: -1000}, duration: 1, status: Hit, time: 0.003, exit: 0.007, n: v{X: 1}, set: face(1), tolAt: 1e-15},
		{name: "parting", a: unit, b: sweepCube(5, 0, 0, 1), vb: v{X: 2}, duration: 10, status: Miss},
		{name: "parting below", a: unit, b: sweepCube(0, 0, -5, 1), vb: v{Z: -2}, duration: 10, status: Miss},
		{name: "passing", a: unit, b: sweepCube(5, 3, 0, 1), vb: v{X: -2}, duration: 10, status: Miss},
		{name: "only apart along z", a: unit, b: sweepCube(5, 0, 3, 1), vb: v{X: -2}, duration: 10, status: Miss},
		{name: "passing in turn", a: unit, b: sweepCube(5, 0, 0, 1), vb: v{X: -1, Y: 1}, duration: 10, status: Miss},
		// y is left at 2/0.5 = 4, x entered at 3; y then at 1.5 overlaps by 0.5.
		{name: "just in time", a: unit, b: sweepCube(5, 0, 0, 1), vb: v{X: -1, Y: 0.5}, duration: 10, status: Hit, time: 3, exit: 4, n: v{X: 1},
			set: []v{{X: 1, Y: 0.5, Z: -1}, {X: 1, Y: 1, Z: -1}, {X: 1, Y: 1, Z: 1}, {X: 1, Y: 0.5, Z: 1}}},
		{name: "kissing edges", a: unit, b: sweepCube(4, 0, 0, 1), vb: v{X: -1, Y: 1}, duration: 10, status: Hit, time: 2, exit: 2, n: v{X: 1},
			set: []v{{X: 1, Y: 1, Z: -1}, {X: 1, Y: 1, Z: 1}}},
		{name: "grazing along y", a: unit, b: sweepCube(5, 2, 0, 1), vb: v{X: -2}, duration: 10, status: Hit, time: 1.5, exit: 3.5, n: v{X: 1},
			set: []v{{X: 1, Y: 1, Z: -1}, {X: 1, Y: 1, Z: 1}}},
		{name: "just not grazing", a: unit, b: sweepCube(5, 2.00000001, 0, 1), vb: v{X: -2}, duration: 10, status: Miss},
		{name: "parallel slide, overlapping", a: unit, b: sweepCube(1, 1.5, 0, 1), vb: v{X: 2}, duration: 10, status: Overlapping, exit: 0.5, n: v{Y: 1}},
		{name: "flush edges", a: unit, b: sweepCube(5, 5, 0.5, 1), vb: v{X: -1, Y: -1}, duration: 10, status: Hit, time: 3, exit: 7, n: v{X: r2 / 2, Y: r2 / 2},
			set: []v{{X: 1, Y: 1, Z: -0.5}, {X: 1, Y: 1, Z: 1}}, tolAt: 1e-15},
		{name: "vertex on vertex", a: unit, b: sweepCube(5, -5, 5, 1), vb: v{X: -1, Y: 1, Z: -1}, duration: 10, status: Hit, time: 3, exit: 7,
			n: v{X: 1 / math.Sqrt(3), Y: -1 / math.Sqrt(3), Z: 1 / math.Sqrt(3)}, set: []v{{X: 1, Y: -1, Z: 1}}, tolAt: 1e-15},
		{name: "edge on face", a: unit, b: sweepTurned(sweepCube(5, 0, 0.5, 1), 2), vb: v{X: -2}, duration: 10, status: Hit, time: 2 - r2/2, exit: 3 + r2/2,
			n: v{X: 1}, set: []v{{X: 1, Z: -0.5}, {X: 1, Z: 1}}, tolTime: 1e-15, tolAt: 1e-15},
		{name: "edges crossed", a: sweepTurned(unit, 2), b: sweepTurned(sweepCube(5, 0.5, 0.25, 1), 1), vb: v{X: -2}, duration: 10, status: Hit,
			time: 2.5 - r2, exit: 2.5 + r2, n: v{X: 1}, set: []v{{X: r2, Y: 0, Z: 0.25}}, tolTime: 1e-15, tolAt: 1e-15},
		{name: "edges parallel", a: sweepTurned(unit, 2), b: sweepTurned(sweepCube(5, 0, 0.25, 1), 2), vb: v{X: -2}, duration: 10, status: Hit,
			time: 2.5 - r2, exit: 2.5 + r2, n: v{X: 1}, set: []v{{X: r2, Z: -0.75}, {X: r2, Z: 1}}, tolTime: 1e-15, tolAt: 1e-15},
		{name: "1e5 m/s for 1000 s", a: unit, b: sweepCube(1e8+1, 0, 0, 1), vb: v{X: -1e5}, duration: 1e3, status: Hit, time: 1000 - 1e-5, exit: 1000 + 3e-5,
			n: v{X: 1}, set: face(1), tolTime: 1e-12, tolAt: 1e-7},
		{name: "1e5 m/s for 1e-9 s", a: unit, b: sweepCube(2+0x1p-15, 0, 0, 1), vb: v{X: -1e5}, duration: 1e-9, status: Hit, time: 0x1p-15 / 1e5,
			exit: (4 + 0x1p-15) / 1e5, n: v{X: 1}, set: face(1), tolAt: 1e-15},
		{name: "1e5 m/s, not in 1e-9 s", a: unit, b: sweepCube(2+0x1p-13, 0, 0, 1), vb: v{X: -1e5}, duration: 1e-9, status: Miss},
		{name: "no duration, touching and closing", a: unit, b: sweepCube(2, 0, 0, 1), vb: v{X: -1}, status: Hit, exit: 4, n: v{X: 1}, set: face(1)},
		{name: "touching, closing", a: unit, b: sweepCube(2, 0, 0, 1), vb: v{X: -1, Y: 0.5}, duration: 1, status: Hit, exit: 4, n: v{X: 1}, set: face(1)},
		{name: "touching within rounding, closing", a: unit, b: sweepCube(2-0x1p-50, 0, 0, 1), vb: v{X: -1}, duration: 1, status: Hit, exit: 4, n: v{X: 1}, set: face(1), tolTime: 1e-14, tolAt: 1e-14},
		{name: "touching, parting", a: unit, b: sweepCube(2, 0, 0, 1), vb: v{X: 1}, duration: 1, status: Miss},
		{name: "touching, parting and sliding", a: unit, b: sweepCube(2, 0, 0, 1), vb: v{X: 1e-3, Y: 5}, duration: 1, status: Miss},
		{name: "touching within rounding, parting", a: unit, b: sweepCube(2-0x1p-50, 0, 0, 1), vb: v{X: 1}, duration: 1, status: Miss},
		{name: "touching at a corner, parting on one side", a: unit, b: sweepCube(2, 2, 0, 1), vb: v{X: -1, Y: 1}, duration: 1, status: Miss},
		{name: "touching at a corner, closing", a: unit, b: sweepCube(2, 2, 0, 1), vb: v{X: -1, Y: -2}, duration: 1, status: Hit, exit: 2, n: v{X: r2 / 2, Y: r2 / 2},
			set: []v{{X: 1, Y: 1, Z: -1}, {X: 1, Y: 1, Z: 1}}, tolAt: 1e-15},
		{name: "touching, at rest", a: unit, b: sweepCube(2, 0, 0, 1), va: v{X: 3}, vb: v{X: 3}, duration: 1, status: Overlapping, exit: inf, n: v{X: 1}, set: face(1)},
		{name: "touching, sliding", a: unit, b: sweepCube(2, 0, 0, 1), vb: v{Y: 1}, duration: 1, status: Overlapping, exit: 2, n: v{X: 1}, set: face(1)},
		{name: "touching above by rounding, sliding", a: unit, b: sweepCube(2+0x1p-50, 0, 0, 1), vb: v{Y: 1}, duration: 1, status: Overlapping, exit: 2, n: v{X: 1}, set: face(1), tolAt: 1e-15},
		{name: "deep inside", a: unit, b: sweepCube(0.25, 0.125, 0, 0.125), vb: v{X: 1}, duration: 1, status: Overlapping, exit: 0.875, n: v{X: 1}},
		{name: "overlapping, parting", a: unit, b: sweepCube(1.5, 0, 0, 1), vb: v{X: 1}, duration: 1, status: Overlapping, exit: 0.5, n: v{X: 1}},
		{name: "overlapping, at rest", a: unit, b: sweepCube(0, 1.5, 0, 1), duration: 1, status: Overlapping, exit: inf, n: v{Y: 1}},
		{name: "apart, at rest", a: unit, b: sweepCube(0, 2.5, 0, 1), va: v{X: 7}, vb: v{X: 7}, duration: 1e3, status: Miss},
		{name: "margin", a: unit, b: sweepCube(5, 0, 0, 1), vb: v{X: -2}, duration: 10, margin: 0.5, status: Hit, time: 1.25, exit: 3.75, n: v{X: 1}, set: face(1.25)},
		{name: "within the margin, closing", a: unit, b: sweepCube(2.5, 0, 0, 1), vb: v{X: -2}, duration: 10, margin: 0.5, status: Hit, exit: 2.5, n: v{X: 1}, set: face(1.25)},
	}
}

func TestSweepOBBs_Tables(t *testing.T) {
	for _, c := range sweepTable() {
		got := SweepOBBs(&c.a, &c.b, c.va, c.vb, c.duration, c.margin)
		if got.Status != c.status || math.Abs(got.Time-c.time) > c.tolTime || got.Exit != c.exit && math.Abs(got.Exit-c.exit) > c.tolTime {
			t.Errorf("%s: status %v time %v exit %v, want %v %v %v", c.name, got.Status, got.Time, got.Exit, c.status, c.time, c.exit)
		}
		if got.N.Sub(c.n).MaxAbs() > c.tolAt {
			t.Errorf("%s: n %v, want %v", c.name, got.N, c.n)
		}
		if !sweepSetHas(&got.Set, c.set, c.tolAt) {
			t.Errorf("%s: set %v, want %v", c.name, got.Set.Points[:got.Set.Count], c.set)
		}
	}
}

// sweepPair is a random query.
type sweepPair struct {
	a, b     geom.OBB
	va, vb   geom.Vec
	duration float64
}

// sweepMotion gives a pair that is d apart at the time of contact a speed, velocities and a start, with speeds to 1e5
// m/s and durations from 1e-9 to 1e3 s, and returns b's centre at 0, or that of anything else.
func sweepMotion(rng *rand.Rand, p *sweepPair, d geom.Vec, size float64) geom.Vec {
	speed := sweepLog(rng, 1e-3, 1e5)
	time := size * (2 + 8*rng.Float64()) / speed
	switch rng.IntN(8) {
	case 0: // far
		time = 1000 * rng.Float64()
	case 1: // overlapping at 0, or nearly
		time = size * rng.Float64() / speed
	}
	p.duration = min(time*4*rng.Float64(), 1e3)
	if rng.IntN(10) == 0 {
		p.duration = sweepLog(rng, 1e-9, 1e3)
	}
	v := sweepUnit(rng).Scale(speed)
	p.va = geom.Vec{}
	if rng.IntN(2) == 0 {
		p.va = sweepUnit(rng).Scale(sweepLog(rng, 1e-3, 1e5))
	}
	p.vb = v.Add(p.va)
	return d.AddScaled(p.vb.Sub(p.va), -time).Add(p.a.C)
}

// The kinds of random pairs of boxes.
const (
	sweepGeneric    = iota // any directions
	sweepSameAxes          // the same axes, in any direction
	sweepOneAxis           // one axis in common
	sweepNearAxes          // axes turned by 1e-12 to 1e-3
	sweepWorldAxes         // along the world axes, coordinates in eighths: exact ties
	sweepAtVertex          // a vertex on a vertex, in any directions
	sweepAtEdge            // an edge on a parallel edge
	sweepAcrossEdge        // an edge on an edge at an angle of 1e-11 to 1e-1
	sweepKinds
)

func sweepRandomPair(rng *rand.Rand, kind int) sweepPair {
	var p sweepPair
	half := func() geom.Vec {
		s := sweepLog(rng, 0.05, 20)
		return geom.Vec{X: s * (0.1 + rng.Float64()), Y: s * (0.1 + rng.Float64()), Z: s * (0.1 + rng.Float64())}
	}
	q := randomQuat(rng)
	p.a = geom.NewOBB(geom.Transform{P: sweepUnit(rng).Scale(100 * rng.Float64()), Q: q}, half())
	switch kind {
	case sweepGeneric, sweepAtVertex:
		q = randomQuat(rng)
	case sweepOneAxis, sweepAtEdge, sweepAcrossEdge:
		q = q.Mul(geom.AxisAngle(geom.Vec{Z: 1}, 2*math.Pi*rng.Float64()))
	case sweepNearAxes:
		q = q.Mul(geom.AxisAngle(sweepUnit(rng), sweepLog(rng, 1e-12, 1e-3)))
	}
	p.b = geom.NewOBB(geom.Transform{Q: q}, half())
	var d geom.Vec
	switch kind {
	case sweepWorldAxes:
		eighths := func(n int) float64 { return float64(rng.IntN(n)) / 8 }
		p.a = geom.OBB{Axes: geom.Identity(), Half: geom.Vec{X: 1 + eighths(8), Y: 1 + eighths(8), Z: 1 + eighths(8)}}
		p.b = geom.OBB{Axes: geom.Mat3{X: geom.Vec{Y: 1}, Y: geom.Vec{Z: 1}, Z: geom.Vec{X: -1}}, Half: geom.Vec{X: 1 + eighths(8), Y: 1 + eighths(8), Z: 1 + eighths(8)}}
		p.b.C = geom.Vec{X: eighths(80) - 5, Y: eighths(80) - 5, Z: eighths(80) - 5}
		p.vb = geom.Vec{X: eighths(33) - 2, Y: eighths(33) - 2, Z: eighths(33) - 2}
		p.duration = 8 * rng.Float64()
		return p
	case sweepAtVertex, sweepAtEdge, sweepAcrossEdge:
		// The farthest corners of both along a direction: there they touch, with it as a separating normal.
		n := sweepUnit(rng)
		if kind != sweepAtVertex {
			n = n.Sub(p.a.Axes.Z.Scale(n.Dot(p.a.Axes.Z))).Normalize()
		}
		if kind == sweepAcrossEdge { // the edge of b turns about the normal
			p.b = geom.NewOBB(geom.Transform{Q: geom.AxisAngle(n, sweepLog(rng, 1e-11, 0.1)).Mul(q)}, p.b.Half)
		}
		far := func(b *geom.OBB, n geom.Vec) geom.Vec {
			s := geom.Vec{X: math.Copysign(b.Half.X, n.Dot(b.Axes.X)), Y: math.Copysign(b.Half.Y, n.Dot(b.Axes.Y)), Z: math.Copysign(b.Half.Z, n.Dot(b.Axes.Z))}
			if kind != sweepAtVertex {
				s.Z = (rng.Float64() - 0.5) * b.Half.Z
			}
			return b.Axes.ApplyT(s)
		}
		d = far(&p.a, n).Sub(far(&p.b, n.Neg()))
		p.b.C = sweepMotion(rng, &p, d, p.a.Half.Len()+p.b.Half.Len())
		if v := p.vb.Sub(p.va); v.Dot(n) > 0 { // come from the side of the normal
			p.b.C = p.a.C.Add(d.Scale(2)).Sub(p.b.C.Sub(p.a.C))
			p.vb = p.va.Sub(v)
		}
		return p
	}
	d = sweepUnit(rng).Scale((p.a.Half.Len() + p.b.Half.Len()) * 0.7 * rng.Float64())
	p.b.C = sweepMotion(rng, &p, d, p.a.Half.Len()+p.b.Half.Len())
	return p
}

// sweepExtremal counts the corners of points that are extremal along n within tol.
func sweepExtremal(points []geom.Vec, n geom.Vec, tol float64) (count int) {
	far := math.Inf(-1)
	for _, p := range points {
		far = max(far, n.Dot(p))
	}
	for _, p := range points {
		if n.Dot(p) >= far-tol {
			count++
		}
	}
	return count
}

func sweepCorners(b *geom.OBB) (c []geom.Vec) {
	for i := range 8 {
		c = append(c, b.Vertex(i))
	}
	return c
}

// sweepOnBox returns how far p is outside the box moved by d.
func sweepOnBox(p geom.Vec, b *geom.OBB, d geom.Vec) float64 {
	x := b.Axes.Apply(p.Sub(b.C.Add(d))).Abs().Sub(b.Half)
	return max(x.X, x.Y, x.Z)
}

// TestSweepOBBs_EqualsExact: against separating axes in 320 bits, over all kinds of contact.
func TestSweepOBBs_EqualsExact(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	var o sweepExact
	var status [3]int
	kinds := map[string]int{}
	undecided, near, across, far := 0, 0, 0, 0
	for i := range geomtest.Trials(15000) {
		kind := i % sweepKinds
		p := sweepRandomPair(rng, kind)
		got := SweepOBBs(&p.a, &p.b, p.va, p.vb, p.duration, 0)
		o.used = 0
		r := o.sweep(o.box(&p.a), o.box(&p.b), p.va, p.vb, p.duration, 0)
		size := max(p.a.Size(), p.b.Size())
		v := p.vb.Sub(p.va)
		distance := max(p.b.C.Sub(p.a.C).Len(), v.Len()*got.Time)
		if !sweepCheck(t, &o, &got, r, size, distance, p.duration) {
			undecided++
			if kind == sweepGeneric || kind == sweepSameAxes {
				t.Fatalf("kind %d: %v, want %v", kind, got.Status, r.status)
			}
			continue
		}
		status[got.Status]++
		if got.Status != Hit {
			continue
		}
		if r.minSine > 5e-10 && r.minSine < 1e-6 {
			near++
		}
		if r.edgeSine > 5e-10 && r.edgeSine < 1e-4 {
			across++
		}
		if distance > 1e6*size {
			far++
		}
		tol := 1e-9*size + 16*0x1p-52*(distance+p.a.C.MaxAbs()+p.b.C.MaxAbs()+(p.va.MaxAbs()+p.vb.MaxAbs())*got.Time)
		same := 1e-13
		if kind != sweepGeneric {
			same = 1.1e-6 // axes within 1e-6 rad are one axis
		}
		if r.second < -4*tol && math.Abs(r.speed) > 1e-6*v.Len() && got.N.Sub(r.n).MaxAbs() > same {
			t.Fatalf("kind %d: normal %v, want %v", kind, got.N, r.n)
		}
		for _, q := range got.Set.Points[:got.Set.Count] {
			if e := max(sweepOnBox(q, &p.a, p.va.Scale(got.Time)), sweepOnBox(q, &p.b, p.vb.Scale(got.Time))); e > tol {
				t.Fatalf("kind %d: point %v is %g outside, bound %g", kind, q, e, tol)
			}
		}
		if kind == sweepNearAxes || kind == sweepAcrossEdge || tol > 1e-8*min(p.a.Size(), p.b.Size()) {
			continue // features within the tolerance of one another are of no definite kind
		}
		kinds[sweepKindOf(t, sweepExtremal(sweepCorners(&p.a), got.N, tol), sweepExtremal(sweepCorners(&p.b), got.N.Neg(), tol), &got.Set)]++
	}
	t.Logf("miss, hit, overlapping: %v; undecided %d; near parallel hits %d, %d of them of those edges; far hits %d; %v", status, undecided, near, across, far, kinds)
	for _, k := range []string{"face-face", "face-edge", "edges crossed", "edges parallel", "vertex-face", "vertex-vertex"} {
		if kinds[k] < geomtest.Trials(50) {
			t.Errorf("%d contacts %s", kinds[k], k)
		}
	}
	if min(status[0], status[1], status[2]) < geomtest.Trials(500) || near < geomtest.Trials(50) || across < geomtest.Trials(50) || far < geomtest.Trials(100) || undecided > geomtest.Trials(300) {
		t.Errorf("miss, hit, overlapping: %v; undecided %d; near parallel hits %d; far hits %d", status, undecided, near, far)
	}
}

// sweepKindOf names the kind of contact of features with na and nb corners, and checks that the set fits it.
func sweepKindOf(t *testing.T, na, nb int, s *ContactSet) string {
	t.Helper()
	if na < nb {
		na, nb = nb, na
	}
	most, kind := 12, "face-face"
	switch {
	case na == 1:
		most, kind = 1, "vertex-vertex"
	case na == 2 && nb == 1:
		most, kind = 1, "vertex-edge"
	case na == 2 && s.Count == 1:
		kind = "edges crossed"
	case na == 2:
		most, kind = 2, "edges parallel"
	case nb == 1:
		most, kind = 1, "vertex-face"
	case nb == 2:
		most, kind = 2, "face-edge"
	}
	if s.Count < 1 || s.Count > most {
		t.Fatalf("%s: %d points", kind, s.Count)
	}
	return kind
}

// TestSweepOBBs_MarginNeverLate: with a margin the time is that at which the axes separate by the margin, which is no
// later than the distance reaching it; the oracle widens its intervals alike.
func TestSweepOBBs_MarginNeverLate(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	var o sweepExact
	hits := 0
	for i := range geomtest.Trials(1500) {
		p := sweepRandomPair(rng, i%sweepNearAxes)
		size := max(p.a.Size(), p.b.Size())
		margin := size * sweepLog(rng, 1e-6, 1)
		got := SweepOBBs(&p.a, &p.b, p.va, p.vb, p.duration, margin)
		o.used = 0
		r := o.sweep(o.box(&p.a), o.box(&p.b), p.va, p.vb, p.duration, margin)
		distance := max(p.b.C.Sub(p.a.C).Len(), p.vb.Sub(p.va).Len()*got.Time)
		if sweepCheck(t, &o, &got, r, size+margin, distance, p.duration) && got.Status == Hit {
			hits++
			if got.Set.Count == 0 {
				t.Fatal("no contact set")
			}
			exact := SweepOBBs(&p.a, &p.b, p.va, p.vb, p.duration, 0)
			if exact.Status == Hit && exact.Time < got.Time {
				t.Fatalf("with margin %v, without %v", got.Time, exact.Time)
			}
		}
	}
	if hits < geomtest.Trials(300) {
		t.Errorf("%d hits", hits)
	}
}

// TestSweepOBBs_SwapFlipsNormal: exchanging A and B keeps the times to the last bit and turns the normal.
func TestSweepOBBs_SwapFlipsNormal(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	hits := 0
	for i := range 10000 {
		p := sweepRandomPair(rng, i%sweepKinds)
		s := SweepOBBs(&p.a, &p.b, p.va, p.vb, p.duration, 0)
		z := SweepOBBs(&p.b, &p.a, p.vb, p.va, p.duration, 0)
		if s.Status != z.Status || s.Time != z.Time || s.Exit != z.Exit {
			t.Fatalf("kind %d: %v %v %v, swapped %v %v %v", i%sweepKinds, s.Status, s.Time, s.Exit, z.Status, z.Time, z.Exit)
		}
		if s.Status != Hit {
			continue
		}
		hits++
		tol := 0.0
		if i%sweepKinds != sweepGeneric { // tied axes are summed in another order; parallel ones differ by the tolerance
			tol = 1e-6
		}
		if s.N.Add(z.N).MaxAbs() > tol {
			t.Fatalf("kind %d: n %v, swapped %v", i%sweepKinds, s.N, z.N)
		}
		if k := i % sweepKinds; k != sweepNearAxes && k != sweepAcrossEdge && s.Set.Count != z.Set.Count {
			t.Fatalf("kind %d: %d points, swapped %d", i%sweepKinds, s.Set.Count, z.Set.Count)
		}
	}
	if hits < 3000 {
		t.Errorf("%d hits", hits)
	}
}

// TestSweepOBBs_Galilean: a common velocity changes nothing. The velocities are multiples of 2^-10, so that their
// differences are exact and the times must be equal to the last bit.
func TestSweepOBBs_Galilean(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	grid := func(v geom.Vec) geom.Vec {
		return geom.Vec{X: math.Round(v.X*1024) / 1024, Y: math.Round(v.Y*1024) / 1024, Z: math.Round(v.Z*1024) / 1024}
	}
	hits := 0
	for i := range 7000 {
		p := sweepRandomPair(rng, i%sweepKinds)
		p.va, p.vb = grid(p.va), grid(p.vb)
		c := grid(sweepUnit(rng).Scale(1e4))
		s := SweepOBBs(&p.a, &p.b, p.va, p.vb, p.duration, 0)
		g := SweepOBBs(&p.a, &p.b, p.va.Add(c), p.vb.Add(c), p.duration, 0)
		if s.Status != g.Status || s.Time != g.Time || s.N != g.N || s.Set.Count != g.Set.Count {
			t.Fatalf("%v %v %v, moving together %v %v %v", s.Status, s.Time, s.N, g.Status, g.Time, g.N)
		}
		if s.Status == Hit {
			hits++
			e := g.Set.Points[0].Sub(s.Set.Points[0]).Sub(c.Scale(s.Time)).MaxAbs()
			if bound := 4 * 0x1p-52 * (p.a.C.MaxAbs() + s.Set.Points[0].MaxAbs() + g.Set.Points[0].MaxAbs() + (p.va.MaxAbs()+c.MaxAbs())*s.Time); e > bound {
				t.Fatalf("point moves by %g too much, bound %g", e, bound)
			}
		}
	}
	if hits < 2000 {
		t.Errorf("%d hits", hits)
	}
}

// TestSweepOBBs_QuarterTurn: turning everything by 90° about z, exact in floating point, turns the result. Sums are
// taken in another order, so the times may differ by their error.
func TestSweepOBBs_QuarterTurn(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	turn := func(v geom.Vec) geom.Vec { return geom.Vec{X: -v.Y, Y: v.X, Z: v.Z} }
	turnBox := func(b geom.OBB) geom.OBB {
		return geom.OBB{C: turn(b.C), Axes: geom.Mat3{X: turn(b.Axes.X), Y: turn(b.Axes.Y), Z: turn(b.Axes.Z)}, Half: b.Half}
	}
	hits := 0
	for i := range 7000 {
		kind := i % sweepKinds
		p := sweepRandomPair(rng, kind)
		a, b := turnBox(p.a), turnBox(p.b)
		s := SweepOBBs(&p.a, &p.b, p.va, p.vb, p.duration, 0)
		g := SweepOBBs(&a, &b, turn(p.va), turn(p.vb), p.duration, 0)
		if kind == sweepWorldAxes && (s.Status != g.Status || s.Time != g.Time || turn(s.N).Sub(g.N).MaxAbs() > 1e-15 || s.Set.Count != g.Set.Count) {
			t.Fatalf("%v %v %v, turned %v %v %v", s.Status, s.Time, s.N, g.Status, g.Time, g.N)
		}
		if kind != sweepGeneric && kind != sweepWorldAxes {
			continue // what ties or grazes may change with the last bit
		}
		if s.Status != g.Status {
			t.Fatalf("%v %v, turned %v %v", s.Status, s.Time, g.Status, g.Time)
		}
		if s.Status == Hit {
			hits++
			v := p.vb.Sub(p.va)
			bound := 1e-13*max(p.a.Size(), p.b.Size()) + 16*0x1p-52*(v.Len()*s.Time+p.b.C.Sub(p.a.C).Len())
			if e := math.Abs((g.Time - s.Time) * v.Dot(s.N)); e > bound {
				t.Fatalf("time changes by %g m, bound %g", e, bound)
			}
			if turn(s.N).Sub(g.N).MaxAbs() > 1e-13 {
				t.Fatalf("n %v, turned %v", s.N, g.N)
			}
		}
	}
	if hits < 500 {
		t.Errorf("%d hits", hits)
	}
}

// TestSweepOBBs_HitTouches: boxes moved to the time of a hit touch there: swept again with the same velocities they are
// a hit at once, with the velocities reversed a miss.
func TestSweepOBBs_HitTouches(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	hits := 0
	for i := range 7000 {
		p := sweepRandomPair(rng, i%sweepKinds)
		s := SweepOBBs(&p.a, &p.b, p.va, p.vb, p.duration, 0)
		v := p.vb.Sub(p.va)
		if travel := (p.va.Len() + p.vb.Len()) * s.Time; s.Status != Hit || math.Abs(v.Dot(s.N)) < 1e-6*v.Len() || travel > 1e3 {
			continue
		}
		hits++
		p.a.C, p.b.C = p.a.C.AddScaled(p.va, s.Time), p.b.C.AddScaled(p.vb, s.Time)
		again := SweepOBBs(&p.a, &p.b, p.va, p.vb, p.duration, 0)
		if again.Status != Hit || again.Time*math.Abs(v.Dot(s.N)) > 1e-9*max(p.a.Size(), p.b.Size())+8*0x1p-52*2e3 {
			if (s.Exit-s.Time)*v.Len() < 1e-7*max(p.a.Size(), p.b.Size()) {
				continue // a graze, over after a travel of about the tolerance
			}
			t.Fatalf("kind %d: again %v at %v, first %v exit %v", i%sweepKinds, again.Status, again.Time, s.Time, s.Exit)
		}
		back := SweepOBBs(&p.a, &p.b, p.va.Neg(), p.vb.Neg(), p.duration, 0)
		if back.Status != Miss {
			t.Fatalf("kind %d: back %v at %v", i%sweepKinds, back.Status, back.Time)
		}
	}
	if hits < 1500 {
		t.Errorf("%d hits", hits)
	}
}

func TestSweepOBBs_NoAllocations(t *testing.T) {
	a, b := sweepCube(0, 0, 0, 1), sweepCube(5, 1.5, 0.5, 1)
	c := sweepTurned(b, 1)
	if n := testing.AllocsPerRun(100, func() {
		if SweepOBBs(&a, &b, geom.Vec{}, geom.Vec{X: -2}, 10, 0).Status != Hit || SweepOBBs(&a, &c, geom.Vec{}, geom.Vec{X: -2}, 10, 0.5).Status != Hit {
			t.Fatal("no hit")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkSweepOBBs(b *testing.B) {
	rng := rand.New(rand.NewPCG(19, 20))
	for _, c := range []struct {
		name   string
		kind   int
		status Status
	}{{"hit", sweepGeneric, Hit}, {"hit-face-face", sweepSameAxes, Hit}, {"overlapping", sweepGeneric, Overlapping}, {"miss", sweepGeneric, Miss}} {
		var pairs []sweepPair
		for len(pairs) < 256 {
			p := sweepRandomPair(rng, c.kind)
			if SweepOBBs(&p.a, &p.b, p.va, p.vb, p.duration, 0).Status == c.status {
				pairs = append(pairs, p)
			}
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				p := &pairs[i&255]
				SweepOBBs(&p.a, &p.b, p.va, p.vb, p.duration, 0)
				i++
			}
		})
	}
}
