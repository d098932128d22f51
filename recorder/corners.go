package recorder

import (
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// maxCorners is the largest number of corners of an object that are used for points of impacts: those of two bodies
// together are numbered in a byte.
const maxCorners = 120

// cornersOf returns the corners of the boxes and hulls that an object is made of, in its frame.
func cornersOf(o *record.Object) (list []geom.Vec) {
	if len(o.Parts) == 0 && o.Shape == "box" {
		return boxCorners(nil, o.Offset, geom.Quat{W: 1}, o.Half)
	}
	for i := range o.Parts {
		p := &o.Parts[i]
		switch p.Shape {
		case "box":
			list = boxCorners(list, p.Position, p.Attitude, p.Size)
		case "hull":
			for _, r := range p.Points {
				list = append(list, rigid.Predict3Corner(p.Position, p.Attitude, r))
			}
		}
		if len(list) > maxCorners {
			return list[:maxCorners]
		}
	}
	return list
}

// boxCorners appends the corners of a box, the signs of its half extents being the bits 0 to 2 of their number.
func boxCorners(list []geom.Vec, x geom.Vec, q geom.Quat, half geom.Vec) []geom.Vec {
	for k := range 8 {
		r := half
		if k&1 != 0 {
			r.X = -r.X
		}
		if k&2 != 0 {
			r.Y = -r.Y
		}
		if k&4 != 0 {
			r.Z = -r.Z
		}
		list = append(list, rigid.Predict3Corner(x, q, r))
	}
	return list
}

// cornerAt returns the corner with the number of a point: 0 stands for the centre of A, from 1 on the corners of A
// follow and then those of B; what is beyond is the centre.
func (m *eventModel3) cornerAt(sides *[2]struck3, number int) geom.Vec {
	if number > 0 {
		number--
		for n := range sides {
			s := &sides[n]
			b := m.body(s.object)
			if b == nil {
				continue
			}
			if number < len(b.corners) {
				return rigid.Predict3Corner(s.x, s.q, b.corners[number])
			}
			number -= len(b.corners)
		}
	}
	return sides[0].x
}

// nearest returns the number of the corner that is nearest to a point, the first of those that are equally near.
func (m *eventModel3) nearest(sides *[2]struck3, p geom.Vec) (number int) {
	count := 0
	for n := range sides {
		if b := m.body(sides[n].object); b != nil {
			count += len(b.corners)
		}
	}
	d := rigid.Predict2Sub(p, sides[0].x)
	least := rigid.Predict2Dot(d, d) / 64
	for k := 1; k <= count; k++ {
		d := rigid.Predict2Sub(p, m.cornerAt(sides, k))
		if l := rigid.Predict2Dot(d, d); l < least {
			number, least = k, l
		}
	}
	return number
}
