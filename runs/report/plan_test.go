package report

import (
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
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
		// Of what is thrown in a scene that is not shown whole it has the end, not the way there.
		thrown := other{path: []geom.Vec{{X: 0.77 * 10 * c.speed}, {X: 10*c.speed + 10, Y: 12}}}
		thrown.first.P, thrown.last.P = thrown.path[0], thrown.path[1]
		a = (&Scene{objects: []record.Object{{}}, others: []other{thrown}}).planArea(r)
		if !a.Contains(thrown.last.P) || a.Contains(thrown.path[0]) != (c.first == 0) {
			t.Errorf("at %g m/s, with what is thrown from %v, the plan shows %v", c.speed, thrown.path, a)
		}
	}
}

// The plan holds a person who is thrown farther than the car goes, with the way there, but not a wheel that rolls away, nor does it
// become larger by what stays where it was.
func TestPlan_HoldsWhatIsThrown(t *testing.T) {
	v := reconstruct.Vehicle{Body: "car"}
	for k := range 11 {
		v.Path = append(v.Path, reconstruct.Pose{Time: float64(k), Position: reconstruct.Vec{float64(k), 0, 0}})
	}
	r := &runs.Report{Vehicles: []reconstruct.Vehicle{v}}
	way := func(object int32, points ...geom.Vec) other {
		o := other{object: object, path: points}
		o.first.P, o.last.P = points[0], points[len(points)-1]
		return o
	}
	s := &Scene{objects: []record.Object{{Name: "person", Half: geom.Vec{X: 0.2, Y: 0.2, Z: 0.9}}, {Name: "wheel"}, {Name: "tree"}}}
	alone := s.planArea(r)
	s.others = []other{
		way(1, geom.Vec{X: 5}, geom.Vec{X: 40}),
		way(0, geom.Vec{X: 5}, geom.Vec{X: 12, Y: -9}, geom.Vec{X: 20, Y: 1}),
		way(2, geom.Vec{X: -12}, geom.Vec{X: -12.1}),
	}
	a := s.planArea(r)
	for _, p := range []geom.Vec{{X: 0}, {X: 10}, {X: 12, Y: -9.9}, {X: 20.9, Y: 1.9}} {
		if p.Z = a.Min.Z; !a.Contains(p) {
			t.Errorf("the plan %v does not hold %v", a, p)
		}
	}
	if a.Max.X > 24 || a.Min.X < alone.Min.X-1e-9 {
		t.Errorf("the plan is %v, without what is thrown %v", a, alone)
	}
}

// Where the plan cannot hold all that is thrown, it holds what is nearest.
func TestPlan_HoldsTheNearestFirst(t *testing.T) {
	v := reconstruct.Vehicle{Body: "car"}
	for k := range 11 {
		v.Path = append(v.Path, reconstruct.Pose{Time: float64(k), Position: reconstruct.Vec{float64(k), 0, 0}})
	}
	far, near := other{path: []geom.Vec{{}, {X: -19}}}, other{path: []geom.Vec{{}, {X: 24}}}
	far.last.P, near.last.P = far.path[1], near.path[1]
	for _, others := range [][]other{{far, near}, {near, far}, {far}} {
		a := (&Scene{objects: []record.Object{{}}, others: others}).planArea(&runs.Report{Vehicles: []reconstruct.Vehicle{v}})
		if alone := len(others) == 1; a.Contains(near.last.P) == alone || a.Contains(far.last.P) != alone {
			t.Errorf("of %v the plan shows %v", others, a)
		}
	}
}

// Names that would be written over each other stand above and below, and a third one is left out.
func TestCanvas_WritesNoNameOverAnother(t *testing.T) {
	c := newCanvas(geom.AABB{Min: geom.Vec{X: -5, Y: -5}, Max: geom.Vec{X: 5, Y: 5}}, 1000)
	for _, at := range []struct {
		name string
		p    geom.Vec
	}{{"torso", geom.Vec{}}, {"head", geom.Vec{X: 0.1}}, {"arm", geom.Vec{X: -0.1}}, {"shin", geom.Vec{X: 2}}} {
		c.name(at.p, 6, 10, "#000", at.name)
	}
	svg := c.svg("")
	for name, want := range map[string]string{
		"torso": `x="500.0" y="494.0"`, "head": `x="510.0" y="516.0"`, "arm": "", "shin": `x="700.0" y="494.0"`,
	} {
		if has := strings.Contains(svg, ">"+name+"<"); has != (want != "") || !strings.Contains(svg, want) {
			t.Errorf("%s: written %t, want at %q:\n%s", name, has, want, svg)
		}
	}
}
