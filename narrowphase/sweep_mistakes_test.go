package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// sweepSharp is a convex solid for sweepReference: corners, and axes not normalised.
type sweepSharp struct{ corners, normals, edges []geom.Vec }

func sweepSharpBox(b *geom.OBB) sweepSharp {
	x, y, z := b.Axes.X.Scale(b.Half.X), b.Axes.Y.Scale(b.Half.Y), b.Axes.Z.Scale(b.Half.Z)
	return sweepSharp{sweepCorners(b), []geom.Vec{x.Cross(y), y.Cross(z), z.Cross(x)}, []geom.Vec{x, y, z}}
}

func sweepSharpTriangle(t *geom.Triangle) sweepSharp {
	u, v := t.B.Sub(t.A), t.C.Sub(t.A)
	return sweepSharp{[]geom.Vec{t.A, t.B, t.C}, []geom.Vec{u.Cross(v)}, []geom.Vec{u, v, v.Sub(u)}}
}

// sweepReference is the sweep as 000 has it, on corners, right or with one of the mistakes.
func sweepReference(a, b sweepSharp, va, vb geom.Vec, duration float64, mistake int) (Status, float64, geom.Vec) {
	v := vb.Sub(va)
	if mistake == sweepMinusYTwice {
		v.Z = v.Y
	}
	axes := append(append([]geom.Vec{}, a.normals...), b.normals...)
	for _, e := range a.edges {
		for _, f := range b.edges {
			if c := e.Cross(f); c != (geom.Vec{}) || mistake == sweepZeroCross {
				axes = append(axes, c)
			}
		}
	}
	first, last, gap := math.Inf(-1), math.Inf(1), math.Inf(-1)
	var firstN, gapN geom.Vec
	parting := false
	for _, n := range axes {
		if mistake != sweepUnscaledAxes {
			n = n.Scale(1 / n.Len()) // not a number for a zero axis
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, p := range a.corners {
			for _, q := range b.corners {
				lo, hi = min(lo, n.Dot(q.Sub(p))), max(hi, n.Dot(q.Sub(p)))
			}
		}
		speed := n.Dot(v)
		if lo+hi < 0 {
			if mistake == sweepMaxAboveMinusR && hi < 0 {
				continue
			}
			n, lo, hi, speed = n.Neg(), -hi, -lo, -speed
		}
		if mistake == sweepApartAtBothEnds && lo > 0 && (lo+speed*duration > 0 || hi+speed*duration < 0) {
			return Miss, 0, geom.Vec{}
		}
		if lo > gap {
			gap, gapN = lo, n
		}
		parting = parting || lo == 0 && speed > 0
		in, out := -lo/speed, -hi/speed
		switch {
		case speed == 0 && lo <= 0:
			if mistake == sweepStillIsContact {
				return Overlapping, 0, n
			}
			if mistake == sweepStillLimits {
				last = min(last, 0)
			}
			continue
		case speed == 0:
			if mistake == sweepStillIgnored {
				continue
			}
			return Miss, 0, geom.Vec{}
		case speed > 0:
			in, out = out, in
		case math.IsNaN(speed):
			return Miss, 0, geom.Vec{}
		}
		if in > first {
			first, firstN = in, n
		}
		last = min(last, out)
	}
	if mistake != sweepAnyOverlap && first > last || first > duration || mistake != sweepExitBefore0 && last < 0 {
		return Miss, 0, geom.Vec{}
	}
	if parting && mistake != sweepOpeningIsContact {
		return Miss, 0, geom.Vec{}
	}
	if first < 0 {
		return Overlapping, 0, gapN
	}
	return Hit, first, firstN
}

// TestSweep_WithoutTheMistakesOfTheSources: for every mistake a case that the mistaken version gets wrong, which is
// checked, and that the sweeps of boxes and of triangles get right.
func TestSweep_WithoutTheMistakesOfTheSources(t *testing.T) {
	type v = geom.Vec
	unit := sweepCube(0, 0, 0, 1)
	long := geom.OBB{Axes: geom.Identity(), Half: v{X: 10, Y: 1, Z: 1}}
	for _, c := range []struct {
		mistake  int
		a, b     geom.OBB
		tri      geom.Triangle
		va, vb   v
		duration float64
		status   Status
		time     float64
		n        v
	}{
		// Only z differs: gap 5 - 2 closes at 2. The triangle lies in z = 5: gap 4.
		{sweepMinusYTwice, unit, sweepCube(0, 0, 5, 1), geom.Triangle{A: v{Z: 4}, B: v{X: 1, Z: 4}, C: v{Y: 1, Z: 4}}, v{}, v{Z: -2}, 9, Hit, 1.5, v{Z: 1}},
		// Overlaps: 0.5 along x, 0.25 along y. The normals are 1 long along x, 10 along y and z.
		{sweepUnscaledAxes, long, geom.OBB{C: v{X: 19.5, Y: 1.75}, Axes: long.Axes, Half: long.Half}, geom.Triangle{A: v{X: 9.5, Y: 0.75}, B: v{X: 12, Y: 0.75, Z: -0.5}, C: v{X: 12, Y: 0.75, Z: 0.5}}, v{}, v{X: 0.1}, 1, Overlapping, 0, v{Y: 1}},
		{sweepZeroCross, unit, sweepCube(5, 0, 0, 1), geom.Triangle{A: v{X: 4}, B: v{X: 4, Y: 1}, C: v{X: 4, Z: 1}}, v{}, v{X: -2}, 9, Hit, 1.5, v{X: 1}},
		{sweepStillIsContact, unit, sweepCube(5, 0.5, 0, 1), geom.Triangle{A: v{X: 4}, B: v{X: 4, Y: 1}, C: v{X: 4, Z: 1}}, v{}, v{X: -2}, 9, Hit, 1.5, v{X: 1}},
		{sweepStillLimits, unit, sweepCube(5, 0.5, 0, 1), geom.Triangle{A: v{X: 4}, B: v{X: 4, Y: 1}, C: v{X: 4, Z: 1}}, v{}, v{X: -2}, 9, Hit, 1.5, v{X: 1}},
		{sweepStillIgnored, unit, sweepCube(5, 3, 0, 1), geom.Triangle{A: v{X: 4, Y: 2}, B: v{X: 4, Y: 3}, C: v{X: 4, Y: 2, Z: 1}}, v{}, v{X: -2}, 9, Miss, 0, v{}},
		{sweepOpeningIsContact, unit, sweepCube(2, 0.5, 0, 1), geom.Triangle{A: v{X: 1}, B: v{X: 1, Y: 1}, C: v{X: 1, Z: 1}}, v{}, v{X: 2}, 9, Miss, 0, v{}},
		{sweepExitBefore0, unit, sweepCube(5, 0.5, 0, 1), geom.Triangle{A: v{X: 4}, B: v{X: 4, Y: 1}, C: v{X: 4, Z: 1}}, v{X: -1}, v{X: 1}, 9, Miss, 0, v{}},
		// On the negative side of x, gap 3 - 1 - sqrt 2, and not moving towards A along it.
		{sweepMaxAboveMinusR, unit, sweepTurned(sweepCube(-3, 5, 0, 1), 2), geom.Triangle{A: v{X: -4, Y: 4}, B: v{X: -5, Y: 4}, C: v{X: -4, Y: 4, Z: 1}}, v{}, v{Y: -2}, 9, Miss, 0, v{}},
		{sweepApartAtBothEnds, unit, sweepCube(5, 0.5, 0, 1), geom.Triangle{A: v{X: 4}, B: v{X: 4, Y: 1}, C: v{X: 4, Z: 1}}, v{}, v{X: -2}, 9, Hit, 1.5, v{X: 1}},
		{sweepAnyOverlap, unit, sweepCube(5, 0, 0, 1), geom.Triangle{A: v{X: 4}, B: v{X: 4, Y: 1}, C: v{X: 4, Z: 1}}, v{}, v{X: -1, Y: 1}, 9, Miss, 0, v{}},
	} {
		tri := c.tri
		for shape := range 2 {
			a, b := sweepSharpBox(&c.a), sweepSharpBox(&c.b)
			got := SweepOBBs(&c.a, &c.b, c.va, c.vb, c.duration, 0)
			if shape == 1 {
				b = sweepSharpTriangle(&tri)
				got = SweepOBBTriangle(&c.a, &tri, c.va, c.vb, c.duration, 0)
			}
			status, time, n := sweepReference(a, b, c.va, c.vb, c.duration, sweepRight)
			if status != c.status || time != c.time || n != c.n {
				t.Errorf("mistake %d, shape %d: reference %v %v %v", c.mistake, shape, status, time, n)
			}
			if got.Status != c.status || got.Time != c.time || got.N != c.n {
				t.Errorf("mistake %d, shape %d: %v %v %v, want %v %v %v", c.mistake, shape, got.Status, got.Time, got.N, c.status, c.time, c.n)
			}
			status, time, n = sweepReference(a, b, c.va, c.vb, c.duration, c.mistake)
			if status == c.status && time == c.time && n == c.n {
				t.Errorf("mistake %d, shape %d: the case does not show it", c.mistake, shape)
			}
		}
	}
}
