package runs

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// In all scenarios, whatever moves their bodies, each attitude that a frame says the integrator has made is what the
// predictor of logs makes of the frame before.
func TestScenarios_TurnedIsForeseen(t *testing.T) {
	paths, err := filepath.Glob("scenarios/*/scenario.yaml")
	if err != nil || len(paths) < 30 {
		t.Fatalf("%d scenarios, %v", len(paths), err)
	}
	vec := func(v []float64) geom.Vec { return geom.Vec{X: v[0], Y: v[1], Z: v[2]} }
	turned := 0
	for _, path := range paths {
		s, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		w, err := NewWorld(s)
		if err != nil {
			t.Fatal(err)
		}
		f, objects := w.Frame(), w.Objects()
		inverse := make([]geom.Mat3, len(objects))
		for i := range objects {
			inverse[i] = rigid.Predict1InvInertia(&objects[i].Inertia)
		}
		var before []float64
		for n := int64(0); n < min(s.Steps, int64(geomtest.Eighth(960))); n++ {
			before = append(before[:0], f.Values...)
			if err := w.Step(); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			for i, said := range f.Turned {
				if !said {
					continue
				}
				turned++
				was, is := before[record.BodyValues*i:][:record.BodyValues], f.Values[record.BodyValues*i:][:record.BodyValues]
				q := rigid.Predict1Attitude(geom.Quat{W: was[3], V: vec(was[4:])}, vec(was[10:]), vec(is[10:]), &inverse[i], w.Settings().Step)
				for k, p := range [4]float64{q.W, q.V.X, q.V.Y, q.V.Z} {
					if math.Float64bits(p) != math.Float64bits(is[3+k]) {
						t.Fatalf("%s: step %d: %q has turned to %v, foreseen was %v", path, f.Step, objects[i].Name, is[3:7], q)
					}
				}
			}
		}
	}
	if turned < geomtest.Eighth(5000) {
		t.Errorf("frames say it of %d attitudes", turned)
	}
}
