package view

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

const (
	skidStep = 0.1  // the length of a piece of a skid mark [m]
	skidGap  = 0.05 // a tyre that holds no longer than this draws on [s]
)

// skid is the mark that a tyre draws.
type skid struct {
	was         geom.Vec // where it stood in the frame before
	stood       bool     // it did
	from        geom.Vec // where the piece under way began
	left, right geom.Vec // the edges of the mark there, where the mark has a piece
	has         bool
	time        float64 // when it slid last, below zero where it never did
}

// skids returns the skid marks of the vehicles selected, on what stands still: pieces in the order of time, each as single
// precision numbers, little endian: the time at which it is drawn, and four corners, of its beginning left and right and of
// its end left and right [m].
func skids(l *Run) ([]byte, error) {
	h := l.Reader.Header()
	if !export.HasWheels(h) {
		return nil, nil
	}
	sel := l.Selection
	sel.Every, sel.Damaged = 1, func(error) {}
	bodies := newMeter(h, everyObject(len(h.Objects))).bodies
	var marks []skid
	var out []byte
	err := sel.Visit(l.Reader, nil, func(f *record.Frame) error {
		for len(marks) < len(f.Wheels) {
			marks = append(marks, skid{time: -1})
		}
		for i := range f.Wheels {
			w, s := &f.Wheels[i], &marks[i]
			o, g := &h.Objects[w.Body], &bodies[w.Body]
			if g.x < 0 || g.q < 0 || len(sel.Objects) > 0 && !slices.Contains(sel.Objects, o.Name) {
				continue
			}
			m := &o.Wheels[w.Wheel]
			pose := geom.Transform{P: vec(f, g.x), Q: geom.Quat{W: f.Values[g.q], V: vec(f, g.q+1)}}
			p, stands := pose.Apply(m.Contact(w)), w.Ground && w.On < 0
			switch {
			case stands && w.Slides && s.time >= 0 && f.Time-s.time <= skidGap:
				if s.time = f.Time; p.Sub(s.from).Len() >= skidStep {
					out = s.draw(out, f.Time, p, pose.Q.Rotate(geom.Vec{Z: 1}), m.Width)
				}
			case stands && w.Slides:
				if s.time, s.from, s.has = f.Time, p, false; s.stood {
					s.from = s.was
				}
			}
			s.was, s.stood = p, stands
		}
		return nil
	})
	return out, err
}

// draw appends the piece of a mark up to p, where up is the upward direction of the vehicle.
func (s *skid) draw(out []byte, time float64, p, up geom.Vec, width float64) []byte {
	side := up.Cross(p.Sub(s.from)).Normalize().Scale(0.5 * width)
	if !s.has {
		s.left, s.right, s.has = s.from.Add(side), s.from.Sub(side), true
	}
	left, right := p.Add(side), p.Sub(side)
	out = single(out, time)
	for _, corner := range [4]geom.Vec{s.left, s.right, left, right} {
		out = single(out, corner.X, corner.Y, corner.Z)
	}
	s.from, s.left, s.right = p, left, right
	return out
}

// single appends numbers in single precision.
func single(dst []byte, values ...float64) []byte {
	for _, v := range values {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(v)))
	}
	return dst
}

// everyObject returns the indices of n objects.
func everyObject(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
