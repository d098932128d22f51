package sim

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
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
