package bench

import (
	"math"
	"slices"
)

// Penetration is the depth by which solids overlap at the end.
type Penetration struct {
	Pairs int     `json:"pen_pairs"` // that overlap at all
	Max   float64 `json:"pen_max"`   // [m]
	Mean  float64 `json:"pen_mean"`  // of the pairs that overlap [m]
	P95   float64 `json:"pen_p95"`
	// Escaped counts the bodies that are beyond the walls or below the floor or the terrain.
	Escaped int `json:"escaped"`
}

func measurePenetration(sc *Scene, f *Frame) *Penetration {
	solids := make([]solid, len(f.Bodies))
	var statics []solid
	for i := range f.Bodies {
		solids[i] = sc.Bodies[i].solid(&f.Bodies[i])
	}
	for i := range sc.Statics {
		if sc.Statics[i].Mesh == nil {
			statics = append(statics, sc.Statics[i].solid())
		}
	}
	var all []float64
	add := func(d float64) {
		if d > 0 {
			all = append(all, d)
		}
	}
	sc.eachNear(solids, func(i, k int) { add(depth(&solids[i], &solids[k])) })
	for i := range solids {
		for k := range statics {
			add(depth(&solids[i], &statics[k]))
		}
	}
	p := &Penetration{}
	if sc.Triangles() > 0 {
		p.Escaped = sc.depthsInGround(solids, add)
	} else {
		p.Escaped = sc.outside(solids)
	}
	p.Pairs = len(all)
	if len(all) > 0 {
		slices.Sort(all)
		for _, d := range all {
			p.Mean += d / float64(len(all))
		}
		p.Max, p.P95 = all[len(all)-1], all[len(all)*95/100]
	}
	return p
}

// eachNear calls f for the pairs of bodies whose bounding spheres overlap.
func (sc *Scene) eachNear(solids []solid, f func(i, k int)) {
	low := func(i int) float64 { return solids[i].at.X - sc.Bodies[i].reach() }
	order := make([]int, len(solids))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, k int) int {
		if d := low(i) - low(k); d != 0 {
			return int(math.Copysign(1, d))
		}
		return i - k
	})
	for n, i := range order {
		for _, k := range order[n+1:] {
			if low(k) >= solids[i].at.X+sc.Bodies[i].reach() {
				break
			}
			if solids[i].at.Sub(solids[k].at).Len() < sc.Bodies[i].reach()+sc.Bodies[k].reach() {
				f(i, k)
			}
		}
	}
}

// depthsInGround calls add with the depth of each body in the terrain, and returns the number of bodies with their
// centre below it.
func (sc *Scene) depthsInGround(solids []solid, add func(float64)) (through int) {
	g := sc.ground()
	for i := range solids {
		s := &solids[i]
		d, over := g.below(s.at)
		switch {
		case !over:
		case d > 0:
			through++
		case s.radius > 0:
			add(s.radius - g.distance(s.at))
		default:
			deepest := 0.0
			for _, p := range s.corners() {
				if d, ok := g.below(p); ok {
					deepest = math.Max(deepest, d)
				}
			}
			add(deepest)
		}
	}
	return through
}

// outside counts the bodies that are half a box beyond the inner faces of walls and floor.
func (sc *Scene) outside(solids []solid) int {
	in := 0.0 // half the room between the walls
	for i := range sc.Statics {
		s := &sc.Statics[i]
		in = math.Max(in, math.Abs(s.Position.X)) // the middle of a wall is half a box beyond its face
	}
	n := 0
	for i := range solids {
		p := solids[i].at
		if p.Z < -0.5 || in > 0 && (math.Abs(p.X) > in || math.Abs(p.Y) > in) {
			n++
		}
	}
	return n
}
