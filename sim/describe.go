package sim

import (
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// describe fills in an object's shape: a box along its axes by Half and Offset alone, any other by its parts,
// with Half and Offset for the box around them.
func describe(o *record.Object, parts []part) {
	if p := &parts[0]; len(parts) == 1 && p.aligned && p.Shape.Kind == geom.ShapeBox {
		o.Shape, o.Half, o.Offset = "box", p.Shape.Size, p.At.P
		return
	}
	o.Shape = "compound"
	if len(parts) == 1 {
		o.Shape = parts[0].Shape.Kind.String()
	}
	box := geom.EmptyAABB()
	for i := range parts {
		p := &parts[i]
		r := record.Part{Shape: p.Shape.Kind.String(), Position: p.At.P, Attitude: p.At.Q}
		if p.Shape.Kind == geom.ShapeHull {
			r.Points = p.Shape.Hull.Vertices
			r.Faces = faces(p.Shape.Hull)
		} else {
			r.Size = p.Shape.Size
		}
		o.Parts = append(o.Parts, r)
		box = box.Union(p.Shape.Bounds(p.At))
	}
	if size := box.Size(); size.IsFinite() {
		o.Half, o.Offset = size.Scale(0.5), box.Center()
	}
}

func faces(h *geom.Hull) [][]int32 {
	list := make([][]int32, len(h.Faces))
	for f := range list {
		list[f] = h.Face(int32(f))
	}
	return list
}
