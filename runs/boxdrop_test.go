package runs

import (
	"testing"

	"github.com/prang-sim/prang/broadphase"
	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// TestBoxDrop_ComesToRestWithoutSinking runs box-drop until it rests: no box is deeper than 1 mm in the terrain or in
// another box, and none creeps: over the last half second before it falls asleep it moves by less than 1 mm.
func TestBoxDrop_ComesToRestWithoutSinking(t *testing.T) {
	s, err := scenariofile.Load("scenarios/box-drop/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWorld(s)
	if err != nil {
		t.Fatal(err)
	}
	bodies := s.Definition.Bodies
	var history [][]geom.Vec
	asleep := make([]int, len(bodies))
	for n := int64(0); n < s.Steps && !w.AtRest(); n++ {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		var row []geom.Vec
		for i := range bodies {
			v := w.Frame().Values[13*i:]
			row = append(row, geom.Vec{X: v[0], Y: v[1], Z: v[2]})
		}
		for _, e := range w.Frame().Events {
			if e.Kind == record.Sleep { // what rests may have no velocity left long before
				asleep[e.A] = int(n)
			}
		}
		history = append(history, row)
	}
	if !w.AtRest() {
		t.Fatal("not at rest in the end")
	}
	mesh := s.Definition.Statics[0].Mesh
	tree := broadphase.NewOctree(mesh)
	var boxes []geom.OBB
	for i := range bodies {
		v := w.Frame().Values[13*i:]
		pose := geom.Transform{P: geom.Vec{X: v[0], Y: v[1], Z: v[2]}, Q: geom.Quat{W: v[3], V: geom.Vec{X: v[4], Y: v[5], Z: v[6]}}}
		pose.P = pose.Apply(geom.FromMGL(bodies[i].Offset))
		boxes = append(boxes, geom.NewOBB(pose, geom.FromMGL(bodies[i].Half)))
		if from := asleep[i] - 120; from > 0 {
			if d := history[asleep[i]][i].Sub(history[from][i]).Len(); d > 1e-3 {
				t.Errorf("%s creeps %g m in the half second before it sleeps", bodies[i].Name, d)
			}
		}
	}
	for i := range boxes {
		bounds := boxes[i].Bounds()
		for _, k := range tree.Query(&bounds, nil) {
			tri := mesh.Triangle(k)
			if m, ok := narrowphase.MTVOBBTriangle(&boxes[i], &tri); ok && m.Depth > 1e-3 {
				t.Errorf("%s is %g m deep in triangle %d of the terrain", bodies[i].Name, m.Depth, k)
			}
		}
		for j := range i {
			if m, ok := narrowphase.MTVOBBs(&boxes[i], &boxes[j]); ok && m.Depth > 1e-3 {
				t.Errorf("%s is %g m deep in %s", bodies[i].Name, m.Depth, bodies[j].Name)
			}
		}
	}
}
