package bench

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Bullets counts what happened to the bullets at the wall.
type Bullets struct {
	Tunnelled int `json:"tunnelled"` // got through
	Embedded  int `json:"embedded"`  // ended with their centre past the front face
	Stopped   int `json:"stopped"`
	Faster    int `json:"gained_speed"` // had more than 303 m/s
}

func measureBullets(sc *Scene, frames []Frame) *Bullets {
	r := &Bullets{}
	half := sc.Statics[0].Half.X // 0 for the mesh
	for i := range sc.Bodies {
		through, fast := false, false
		for k := range frames {
			s := &frames[k].Bodies[i]
			through = through || s.Position.X > half+sc.Bodies[i].reach()
			fast = fast || s.Velocity.Len() > 303
		}
		switch {
		case through:
			r.Tunnelled++
		case frames[len(frames)-1].Bodies[i].Position.X > -half:
			r.Embedded++
		default:
			r.Stopped++
		}
		if fast {
			r.Faster++
		}
	}
	return r
}

// Rods describes the motion of the rods over the posts. Between frames a rod is assumed to move and turn evenly.
type Rods struct {
	SweptThrough     int     `json:"swept_through"` // posts that a rod passed through between two frames in which it was clear of them
	RodsSweptThrough int     `json:"rods_swept_through"`
	Deep10           int     `json:"deep10_frames"` // frames of a rod in which it is deeper than 10 mm in a post
	Deep1            int     `json:"deep1_frames"`  // deeper than 1 mm
	Frames           int     `json:"rod_frames"`
	Max              float64 `json:"max_pen"`           // deepest [m]
	EnergyRatio      float64 `json:"energy_max_over_0"` // largest energy over that of the start
	FreeSpin         float64 `json:"free_wz_0.1s"`      // mean spin just before 0.1 s, still in free fall [rad/s]
}

func measureRods(sc *Scene, frames []Frame) *Rods {
	r := &Rods{}
	most := 0.0
	for k := range frames {
		most = math.Max(most, sc.energy(&frames[k]))
		if frames[k].Time <= 0.1001 {
			r.FreeSpin = 0
			for i := range sc.Bodies {
				r.FreeSpin += math.Abs(frames[k].Bodies[i].AngularVelocity.Z) / float64(len(sc.Bodies))
			}
		}
	}
	r.EnergyRatio = most / sc.energy(&frames[0])
	for i := range sc.Bodies {
		if n := r.rod(sc, frames, i); n > 0 {
			r.SweptThrough += n
			r.RodsSweptThrough++
		}
	}
	return r
}

// rod judges one rod and returns how often it passed through one of its posts.
func (r *Rods) rod(sc *Scene, frames []Frame, i int) (missed int) {
	var posts [postsPerRod]solid
	for p := range posts {
		posts[p] = sc.Statics[postsOfScene+postsPerRod*i+p].solid()
	}
	var before [postsPerRod]float64
	for k := range frames {
		rod := sc.Bodies[i].solid(&frames[k].Bodies[i])
		var now [postsPerRod]float64
		deepest := 0.0
		for p := range posts {
			now[p] = boxDepth(&rod, &posts[p])
			deepest = math.Max(deepest, now[p])
		}
		r.Frames++
		r.Max = math.Max(r.Max, deepest)
		if deepest > 0.01 {
			r.Deep10++
		}
		if deepest > 0.001 {
			r.Deep1++
		}
		for p := range posts {
			const clear, through = 0.001, 0.025 // [m]
			if k > 0 && before[p] <= clear && now[p] <= clear &&
				deepestBetween(&sc.Bodies[i], &frames[k-1].Bodies[i], &frames[k].Bodies[i], &posts[p]) > through {
				missed++
			}
		}
		before = now
	}
	return missed
}

// deepestBetween returns the largest depth of a body in a post between two states [m], by sampling.
func deepestBetween(b *Body, from, to *State, post *solid) float64 {
	const samples = 200
	move, reach := to.Position.Sub(from.Position), b.reach()+post.half.Len()
	deepest := 0.0
	for k := 1; k < samples; k++ {
		t := float64(k) / samples
		s := State{Position: from.Position.AddScaled(move, t), Attitude: between(from.Attitude, to.Attitude, t)}
		if s.Position.Sub(post.at).Len() > reach {
			continue
		}
		at := b.solid(&s)
		deepest = math.Max(deepest, boxDepth(&at, post))
	}
	return deepest
}

// between returns the attitude a share t of the way on the shorter arc from a to b.
func between(a, b geom.Quat, t float64) geom.Quat {
	d := a.Dot(b)
	if d < 0 {
		d, b = -d, b.Neg()
	}
	angle := arccos(d)
	ka, kb := 1-t, t
	if sin := math.Sin(angle); sin > 1e-3 {
		ka, kb = math.Sin((1-t)*angle)/sin, math.Sin(t*angle)/sin
	}
	return geom.Quat{W: ka*a.W + kb*b.W, V: a.V.Scale(ka).AddScaled(b.V, kb)}.Normalize()
}
