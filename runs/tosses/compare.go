package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// What was measured with the tosses.
const (
	frameTime   = 1.0 / 148 // [s]
	width       = 0.1048    // [m]
	mass        = 0.37      // [kg]
	inertia     = 0.00081   // [kg m²]
	friction    = 0.18
	restitution = 0.125
)

// errors of all tosses, or of one.
type errors struct {
	position float64 // share of the width
	rotation float64 // [°]
}

// compare simulates all tosses with a step of a frame's nth part; all resolves every new contact as an impact.
func compare(tosses []toss, n int, all bool) (errors, error) {
	var sum errors
	var angles []float64
	for i, t := range tosses {
		e, err := t.compare(n, all)
		if err != nil {
			return sum, fmt.Errorf("toss %d: %w", i, err)
		}
		sum.position += e.position / float64(len(tosses))
		angles = append(angles, e.rotation)
	}
	slices.Sort(angles)
	k := len(angles)
	if k > 0 {
		sum.rotation = (angles[(k-1)/2] + angles[k/2]) / 2
	}
	return sum, nil
}

// compare simulates a toss with a step of a frame's nth part, and returns the means of its errors over all frames, the
// first included.
func (t toss) compare(n int, all bool) (errors, error) {
	w, err := sim.New(t.world(n, all))
	if err != nil {
		return errors{}, err
	}
	var sum errors
	for k := range t {
		v := w.Frame().Values
		x := geom.Vec{X: v[0], Y: v[1], Z: v[2]}
		q := geom.Quat{W: v[3], V: geom.Vec{X: v[4], Y: v[5], Z: v[6]}}
		sum.position += x.Sub(t[k].x).Len() / width
		d := q.Conj().Mul(t[k].q)
		sum.rotation += 2 * math.Atan2(d.V.Len(), math.Abs(d.W)) * 180 / math.Pi
		for range n {
			if err := w.Step(); err != nil {
				return errors{}, err
			}
		}
	}
	return errors{sum.position / float64(len(t)), sum.rotation / float64(len(t))}, nil
}

// world is the cube in the state of the first frame, above the table, with the engine's own settings.
func (t toss) world(n int, all bool) *sim.Definition {
	s := &t[0]
	def := &sim.Definition{
		Settings:  sim.Settings{Step: frameTime / float64(n), Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Name: "cube and table", Friction: friction, Restitution: restitution}},
		Bodies: []sim.BodyDef{{
			Name: "cube", Half: mgl64.Vec3{width / 2, width / 2, width / 2}, Mass: mass,
			Inertia:  mgl64.Diag3(mgl64.Vec3{inertia, inertia, inertia}),
			Position: s.x.MGL(), Attitude: s.q.MGL(), Velocity: s.v.MGL(), AngularVelocity: s.q.Rotate(s.w).MGL(),
		}},
		Statics: []sim.StaticDef{{Name: "table", Half: mgl64.Vec3{10, 10, 1}, Position: mgl64.Vec3{0, 0, -1}}},
	}
	if all {
		def.Settings.ImpactSpeed = -1 // no speed is too slow for one
	}
	return def
}
