package bench

import (
	"math"
	"strings"

	"github.com/prang-sim/prang/sim/geom"
)

// Measures describe the motion of the bodies, from the frames of a run alone. Measures that do not apply to a scene are
// nil.
type Measures struct {
	// Energy of all bodies [J], zero at the origin: at the start, at the end, and the largest rise over its lowest
	// before.
	EnergyStart float64 `json:"energy_start"`
	EnergyEnd   float64 `json:"energy_end"`
	EnergyRise  float64 `json:"energy_rise"`
	// Speeds at the end [m/s].
	MeanSpeed float64 `json:"end_mean_speed"`
	MaxSpeed  float64 `json:"end_max_speed"`

	Drift       *Drift       `json:"drift,omitempty"`       // S1, S2
	Penetration *Penetration `json:"penetration,omitempty"` // S1 to S4
	Bullets     *Bullets     `json:"bullets,omitempty"`     // S5box, S5mesh
	Rods        *Rods        `json:"rods,omitempty"`        // S5b
	Slide       *Slide       `json:"slide,omitempty"`       // S6
	Free        *Free        `json:"free,omitempty"`        // S7
}

// Measure returns the measures of a run of the scene; there must be at least one frame.
func Measure(sc *Scene, frames []Frame) *Measures {
	m := &Measures{}
	m.energy(sc, frames)
	last := &frames[len(frames)-1]
	for i := range last.Bodies {
		v := last.Bodies[i].Velocity.Len()
		m.MeanSpeed += v / float64(len(last.Bodies))
		m.MaxSpeed = math.Max(m.MaxSpeed, v)
	}
	family, _, _ := strings.Cut(sc.Name, "-")
	switch family {
	case "S1", "S2":
		m.Drift = measureDrift(sc, last)
		m.Penetration = measurePenetration(sc, last)
	case "S3", "S4":
		m.Penetration = measurePenetration(sc, last)
	case "S5box", "S5mesh":
		m.Bullets = measureBullets(sc, frames)
	case "S5b":
		if len(sc.Bodies) == rodCount && len(sc.Statics) == postsOfScene+rodCount*postsPerRod {
			m.Rods = measureRods(sc, frames)
		}
	case "S6sph_grid", "S6box_grid", "S6sph_ragged", "S6box_ragged":
		m.Slide = measureSlide(sc, frames)
	case "S7":
		m.Free = measureFree(sc, frames)
	}
	return m
}

func (m *Measures) energy(sc *Scene, frames []Frame) {
	low := math.Inf(1)
	for k := range frames {
		e := sc.energy(&frames[k])
		if k == 0 {
			m.EnergyStart = e
		}
		low = math.Min(low, e)
		m.EnergyRise = math.Max(m.EnergyRise, e-low)
		m.EnergyEnd = e
	}
}

// Drift is the displacement of bodies that should stand still [m].
type Drift struct {
	Top  [3]float64 `json:"top"`     // of the top body
	Err  float64    `json:"top_err"` // its length
	Tilt float64    `json:"top_tilt_deg"`
	Max  float64    `json:"max_err"` // of any body
	// Collapsed: a body moved by more than 0.75 m.
	Collapsed bool `json:"collapsed"`
}

// measureDrift compares the positions of a frame with those of the scene.
func measureDrift(sc *Scene, f *Frame) *Drift {
	d := &Drift{}
	for i := range f.Bodies {
		moved := f.Bodies[i].Position.Sub(sc.Bodies[i].Position)
		d.Top, d.Err = moved.MGL(), moved.Len()
		d.Max = math.Max(d.Max, d.Err)
		d.Tilt = degrees(2 * arccos(math.Abs(f.Bodies[i].Attitude.Dot(sc.Bodies[i].Attitude))))
	}
	d.Collapsed = d.Max > 0.75
	return d
}

// Slide describes the motion of a body that slides without friction over a flat floor, from 0.1 s on.
type Slide struct {
	MaxVZ    float64 `json:"max_vz"`          // fastest up or down [m/s]
	MaxDZ    float64 `json:"max_dz"`          // farthest off its height [m]
	MaxSpin  float64 `json:"max_w"`           // [rad/s]
	MinSpeed float64 `json:"min_speed_ratio"` // slowest, of the speed at the start
	EndYErr  float64 `json:"end_y_err"`       // sideways off its course at the end [m]
}

func measureSlide(sc *Scene, frames []Frame) *Slide {
	s := &Slide{MinSpeed: math.Inf(1)}
	b := &sc.Bodies[0]
	level := func(v geom.Vec) float64 { return math.Hypot(v.X, v.Y) }
	for k := range frames {
		f, x := &frames[k], &frames[k].Bodies[0]
		s.EndYErr = x.Position.Y - (b.Position.Y + b.Velocity.Y*f.Time)
		if f.Time < 0.1 {
			continue
		}
		s.MaxVZ = math.Max(s.MaxVZ, math.Abs(x.Velocity.Z))
		s.MaxDZ = math.Max(s.MaxDZ, math.Abs(x.Position.Z-b.Position.Z))
		s.MaxSpin = math.Max(s.MaxSpin, x.AngularVelocity.Len())
		s.MinSpeed = math.Min(s.MinSpeed, level(x.Velocity)/level(b.Velocity))
	}
	s.MinSpeed = math.Min(s.MinSpeed, 1e9) // runs shorter than 0.1 s: JSON has no infinity
	return s
}

// Free is the error in the conserved quantities of a free body, relative to the start.
type Free struct {
	EnergyEnd   float64 `json:"e_end_rel"`
	EnergyMax   float64 `json:"e_max_rel"`
	MomentumEnd float64 `json:"L_end_rel"` // of the length of the angular momentum
	MomentumMax float64 `json:"L_max_rel"`
	VectorEnd   float64 `json:"L_vec_end_rel"`          // of the vector
	Flips       int     `json:"flips"`                  // of the axis it spins about
	FirstFlip   float64 `json:"first_flip_t,omitempty"` // [s]; 0 without flips
}

func measureFree(sc *Scene, frames []Frame) *Free {
	r := &Free{}
	b := &sc.Bodies[0]
	first := &frames[0].Bodies[0]
	e0, l0 := b.energy(first, sc.Gravity), b.momentum(first)
	side := 1.0
	for k := range frames {
		s := &frames[k].Bodies[0]
		l := b.momentum(s)
		r.EnergyEnd, r.MomentumEnd = b.energy(s, sc.Gravity)/e0-1, l.Len()/l0.Len()-1
		r.VectorEnd = l.Sub(l0).Len() / l0.Len()
		r.EnergyMax = math.Max(r.EnergyMax, math.Abs(r.EnergyEnd))
		r.MomentumMax = math.Max(r.MomentumMax, math.Abs(r.MomentumEnd))
		spin := s.Attitude.RotateInv(s.AngularVelocity).Y
		if spin*side < 0 {
			r.Flips++
			if r.Flips == 1 {
				r.FirstFlip = frames[k].Time
			}
		}
		if spin != 0 {
			side = spin
		}
	}
	return r
}

func arccos(x float64) float64  { return math.Acos(math.Max(-1, math.Min(1, x))) }
func degrees(x float64) float64 { return x * 180 / math.Pi }
