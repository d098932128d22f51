package report

import (
	"testing"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/sim/geom"
)

// A car drives 500 m at 50 m/s, skids from 9 s on and hits something at 9.8 s: the plan begins where it was half a
// second before the skid. A scene of 100 m is shown whole.
func TestPlan_ShowsTheCrashOfALongScene(t *testing.T) {
	for _, c := range []struct{ speed, first float64 }{{50, 50 * 8.5}, {10, 0}} {
		v := reconstruct.Vehicle{
			Body: "a", End: reconstruct.Pose{Time: 10}, Collisions: []reconstruct.Collision{{Time: 9.8}}, Marks: []reconstruct.Mark{{From: 9}},
		}
		for k := range 101 {
			x := float64(k) / 10 * c.speed
			v.Path = append(v.Path, reconstruct.Pose{Time: float64(k) / 10, Position: reconstruct.Vec{x, 0, 0}})
		}
		r := &runs.Report{Vehicles: []reconstruct.Vehicle{v}}
		a := new(Scene).planArea(r)
		if !a.Contains(geom.Vec{X: c.first + 1e-6}) || !a.Contains(geom.Vec{X: 10 * c.speed}) || a.Contains(geom.Vec{X: c.first - 0.2*(10*c.speed-c.first)}) {
			t.Errorf("at %g m/s the plan shows %v", c.speed, a)
		}
	}
}
