package main

import (
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// infoObject is an object of a log in JSON, with vectors [x, y, z] and attitudes [w, x, y, z]. See record.Object.
type infoObject struct {
	Name     string            `json:"name"`
	Kind     record.ObjectKind `json:"kind"`
	Shape    string            `json:"shape"`
	Half     [3]float64        `json:"half"`
	Offset   [3]float64        `json:"offset"`
	Position *[3]float64       `json:"position,omitempty"` // of statics
	Attitude *[4]float64       `json:"attitude,omitempty"`
	Parts    []infoPart        `json:"parts,omitempty"`
	Asset    string            `json:"asset,omitempty"`
	Scale    *[3]float64       `json:"scale,omitempty"` // of a placed mesh
	Up       string            `json:"up,omitempty"`
	Mass     float64           `json:"mass,omitempty"`
	Inertia  *[3][3]float64    `json:"inertia,omitempty"` // of bodies, row by row
	Grid     *record.Grid      `json:"grid,omitempty"`
	Vehicle  bool              `json:"vehicle,omitempty"`
	Driven   bool              `json:"driven,omitempty"`
	Sensor   bool              `json:"sensor,omitempty"`
	Color    string            `json:"color,omitempty"`
}

// infoPart is a convex shape of an object in JSON. See record.Part.
type infoPart struct {
	Shape    string       `json:"shape"`
	Size     [3]float64   `json:"size"`
	Position [3]float64   `json:"position"`
	Attitude [4]float64   `json:"attitude"`
	Points   [][3]float64 `json:"points,omitempty"`
	Faces    [][]int32    `json:"faces,omitempty"`
}

func infoObjects(list []record.Object) []infoObject {
	objects := []infoObject{}
	for i := range list {
		o := &list[i]
		j := infoObject{
			Name: o.Name, Kind: o.Kind, Shape: o.Shape, Half: o.Half.MGL(), Offset: o.Offset.MGL(), Asset: o.Asset, Mass: o.Mass,
			Up: o.Up, Grid: o.Grid, Vehicle: o.Vehicle, Driven: o.Driven, Sensor: o.Sensor, Color: o.Color,
		}
		if o.Scale != nil {
			scale := [3]float64(o.Scale.MGL())
			j.Scale = &scale
		}
		switch o.Kind {
		case record.Static:
			p, q := [3]float64(o.Position.MGL()), quatNumbers(o.Attitude)
			j.Position, j.Attitude = &p, &q
		case record.Body:
			j.Inertia = &[3][3]float64{o.Inertia.X.MGL(), o.Inertia.Y.MGL(), o.Inertia.Z.MGL()}
		}
		for k := range o.Parts {
			p := &o.Parts[k]
			part := infoPart{Shape: p.Shape, Size: p.Size.MGL(), Position: p.Position.MGL(), Attitude: quatNumbers(p.Attitude), Faces: p.Faces}
			for _, v := range p.Points {
				part.Points = append(part.Points, v.MGL())
			}
			j.Parts = append(j.Parts, part)
		}
		objects = append(objects, j)
	}
	return objects
}

func quatNumbers(q geom.Quat) [4]float64 { return [4]float64{q.W, q.V.X, q.V.Y, q.V.Z} }
