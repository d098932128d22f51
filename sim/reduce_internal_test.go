package sim

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestReduce_KeepsWhatStandsBesideARim: the eight points of the rim of a cylinder stand for all points of it, but not for that
// of another part of the body beside it.
func TestReduce_KeepsWhatStandsBesideARim(t *testing.T) {
	cylinder, err := geom.NewCylinder(1, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := part{Part: narrowphase.Part{Shape: &cylinder}}
	w := &World{bodies: []body{{parts: []part{p, p}}}}
	l := toucher{w: w}
	for _, other := range []int32{0, 1} {
		var list []touch
		for k := range narrowphase.RimPoints {
			at := geom.Vec{X: math.Cos(float64(k) * math.Pi / 4), Y: math.Sin(float64(k) * math.Pi / 4)}
			list = append(list, touch{p: at, n: geom.Vec{Z: -1}, key: rowKey{b: -1, tri: -1, feature: narrowphase.FeatureID(narrowphase.FeatureVertex<<14 | k)}})
		}
		beside := touch{p: geom.Vec{X: math.Cos(math.Pi / 8), Y: math.Sin(math.Pi / 8)}, n: geom.Vec{Z: -1}, key: rowKey{b: -1, tri: -1, partA: other, feature: narrowphase.FeatureID(narrowphase.FeatureEdge << 14)}}
		if n := len(l.reduce(append(list, beside), 1)); n != narrowphase.RimPoints+int(other) {
			t.Errorf("part %d: %d points", other, n)
		}
	}
}

// TestLinear_SeparationsAlongALine: separations are linear over points on a line or not, wherever between the surfaces the points
// are, as of a tube that crosses an edge: those on the edge rise with the separation.
func TestLinear_SeparationsAlongALine(t *testing.T) {
	const tol = 1e-6
	n := geom.Vec{X: 0.6, Z: 0.8}
	along, across := geom.Vec{Y: 1}, geom.Vec{X: 0.8, Z: -0.6}
	for name, c := range map[string]struct {
		sep  func(x, y float64) float64
		wide float64
		want bool
	}{
		"line, level":    {func(x, y float64) float64 { return 0 }, 0, true},
		"line, sloping":  {func(x, y float64) float64 { return 0.01 * x }, 0, true},
		"line, round":    {func(x, y float64) float64 { return 0.01 * x * x }, 0, false},
		"plane, sloping": {func(x, y float64) float64 { return 0.01*x - 0.02*y }, 1, true},
		"plane, twisted": {func(x, y float64) float64 { return 0.01 * x * y }, 1, false},
	} {
		for _, share := range []float64{0, 0.5, 1} {
			var list []touch
			for _, x := range []float64{-1, 0, 1} {
				for _, y := range []float64{-c.wide, c.wide} {
					s := c.sep(x, y)
					list = append(list, touch{p: along.Scale(x).AddScaled(across, y).AddScaled(n, share*s), n: n, sep: s})
				}
			}
			if got := linear(list, tol); got != c.want {
				t.Errorf("%s, at %g of the separation: %v", name, share, got)
			}
		}
	}
}

// TestHull_OfPointsOnALineIsItsEnds: of points on a line, but for rounding and some twice, both ends stay, and no others, in any
// direction, also along the axes by which they are sorted, where the ends were lost.
func TestHull_OfPointsOnALineIsItsEnds(t *testing.T) {
	const tol = 1e-9
	for seed := range geomtest.Trials(400) {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		n := geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Normalize()
		e1 := n.Perpendicular()
		e2 := n.Cross(e1)
		a := [4]float64{0, math.Pi / 2, 1e-6 * r.NormFloat64(), 2 * math.Pi * r.Float64()}[seed%4]
		if seed%8 > 4 {
			a += math.Pi / 2
		}
		along := e1.Scale(math.Cos(a)).AddScaled(e2, math.Sin(a))
		across := n.Cross(along)
		noise := [3]float64{0, 1e-16, 0.2 * tol}[seed%3]
		var list []touch
		low, high := math.Inf(1), math.Inf(-1)
		for range 2 + r.IntN(5) {
			x := 2*r.Float64() - 1
			low, high = math.Min(low, x), math.Max(high, x)
			for range 1 + r.IntN(2) {
				p := geom.Vec{X: 3, Y: -2, Z: 1}.AddScaled(along, x).AddScaled(across, noise*r.NormFloat64())
				list = append(list, touch{p: p, n: n, key: rowKey{tri: int32(len(list))}})
			}
		}
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		var l toucher
		kept := list[:l.hull(list, n, tol)]
		from, to := math.Inf(1), math.Inf(-1)
		for i := range kept {
			x := kept[i].p.Sub(geom.Vec{X: 3, Y: -2, Z: 1}).Dot(along)
			from, to = math.Min(from, x), math.Max(to, x)
		}
		if len(kept) != 2 || math.Abs(from-low) > 2*tol || math.Abs(to-high) > 2*tol {
			t.Errorf("seed %d: %d points from %g to %g, want two from %g to %g", seed, len(kept), from, to, low, high)
		}
	}
}
