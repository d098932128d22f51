package export

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// What stands for a plane, which has no end, is a square about its origin.
const (
	leastPlane  = 100  // its least half length [m]
	planeMargin = 1.25 // that by which it is longer than as far as it has to reach
	planeFrames = 17   // frames, evenly apart, in which it has to reach all that moves
)

// planeHalf returns the half length of the square that stands for a plane, with a pose in the frame of its object [m].
func (s *source) planeHalf(object int, at geom.Transform) float64 {
	half, places := float64(leastPlane), s.poses()
	at = places.at(s.h, object, nil).Mul(at)
	for _, p := range s.passed() {
		p = at.ApplyInv(p)
		half = max(half, planeMargin*math.Abs(p.X), planeMargin*math.Abs(p.Y))
	}
	return half
}

// passed returns the corners of the box around the places of all that moves, none where nothing does.
func (s *source) passed() []geom.Vec {
	if s.looked {
		return s.corners
	}
	s.looked = true
	box, found := s.boxOfPlaces()
	for k := 0; found && k < 8; k++ {
		p := box.Min
		if k&1 != 0 {
			p.X = box.Max.X
		}
		if k&2 != 0 {
			p.Y = box.Max.Y
		}
		if k&4 != 0 {
			p.Z = box.Max.Z
		}
		s.corners = append(s.corners, p)
	}
	return s.corners
}

// boxOfPlaces returns the box around the places of all that moves in some of the frames selected, the first and the last
// one among them: all of them would be as much to read as the export itself. Frames that cannot be read are left out.
func (s *source) boxOfPlaces() (box geom.AABB, found bool) {
	box = geom.EmptyAABB()
	places, before := s.poses(), int64(-1)
	var f record.Frame
	for k := range int64(planeFrames) {
		step := s.from + (s.to-1-s.from)*k/(planeFrames-1)
		if step == before || s.r.Frame(step, &f) != nil {
			continue
		}
		before = step
		for i, at := range places.x {
			if p := places.at(s.h, i, &f).P; at >= 0 && p.IsFinite() {
				box, found = box.Union(geom.AABB{Min: p, Max: p}), true
			}
		}
	}
	return box, found
}
