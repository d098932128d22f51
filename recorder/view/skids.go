package view

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/prang-sim/prang/recorder"
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

// skids is the skid marks of the vehicles selected, on what stands still, while the frames of a run come: pieces in the order
// of time, each as single precision numbers, little endian: the time at which it is drawn, and four corners, of its
// beginning left and right and of its end left and right [m].
type skids struct {
	h      *recorder.Header
	sel    *export.Selection
	bodies []gauge // of all objects
	marks  []skid  // of each wheel
	pieces []byte
}

func newSkids(h *recorder.Header, sel *export.Selection) *skids {
	return &skids{h: h, sel: sel, bodies: newMeter(h, everyObject(len(h.Objects))).bodies}
}

// frame takes in the next frame: each of the run, not only those that are shown.
func (k *skids) frame(f *record.Frame) {
	if k.sel.To > 0 && f.Step >= k.sel.To {
		return // it was read for the events of its step
	}
	for len(k.marks) < len(f.Wheels) {
		k.marks = append(k.marks, skid{time: -1})
	}
	for i := range f.Wheels {
		w, s := &f.Wheels[i], &k.marks[i]
		o, g := &k.h.Objects[w.Body], &k.bodies[w.Body]
		if g.x < 0 || g.q < 0 || len(k.sel.Objects) > 0 && !slices.Contains(k.sel.Objects, o.Name) {
			continue
		}
		m := &o.Wheels[w.Wheel]
		pose := geom.Transform{P: vec(f, g.x), Q: geom.Quat{W: f.Values[g.q], V: vec(f, g.q+1)}}
		p, stands := pose.Apply(m.Contact(w)), w.Ground && w.On < 0
		switch {
		case stands && w.Slides && s.time >= 0 && f.Time-s.time <= skidGap:
			if s.time = f.Time; p.Sub(s.from).Len() >= skidStep {
				k.pieces = s.draw(k.pieces, f.Time, p, pose.Q.Rotate(geom.Vec{Z: 1}), m.Width)
			}
		case stands && w.Slides:
			if s.time, s.from, s.has = f.Time, p, false; s.stood {
				s.from = s.was
			}
		}
		s.was, s.stood = p, stands
	}
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
