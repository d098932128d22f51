package record

import "github.com/prang-sim/prang/sim/geom"

// Wheel is what a wheel of a vehicle did in a step, as the engine knows it. Frames have it rounded, as a WheelState.
type Wheel struct {
	Body   int32    // index of the vehicle's object
	Name   string   // "fl", …
	Ground bool     // it touches the road; what follows is zero, and On -1, if it does not
	P      geom.Vec // contact point after the step [m]
	Load   float64  // [N]
	On     int32    // index of the body that it stands on, -1 for a static or none
	// Along and Across are the velocity of the vehicle at P relative to what it stands on, in the wheel's direction and
	// to its left [m/s].
	Along, Across float64
	// The tyre slides over the road and leaves a mark: its slip is beyond that of the curve's peak, or the wheel
	// locked.
	Slides bool
}

// MountedWheel is a wheel as it is mounted on its vehicle.
type MountedWheel struct {
	Name string `json:"name"` // "fl", …
	// Center is where its centre is when the vehicle stands on level ground, in the body frame [m].
	Center geom.Vec  `json:"center"`
	Radius float64   `json:"radius"` // [m]
	Width  float64   `json:"width"`  // [m]
	Grid   WheelGrid `json:"grid"`
}

// WheelGrid is the exponents e of the grids 2^e to which the output of a wheel is rounded.
type WheelGrid struct {
	Steer int32 `json:"steer"` // [rad]
	Place int32 `json:"place"` // of Lift and P [m]
	Load  int32 `json:"load"`  // [N]
}

// MaxWheelLines is the largest multiple of a grid that the output of a wheel has: what is beyond has that.
const MaxWheelLines = 1<<31 - 1

// WheelState is what a wheel of a vehicle did in a step: output only, rounded to the grids of the wheel.
type WheelState struct {
	Body  int32   // index of the vehicle's object
	Wheel int32   // its place in the object's Wheels
	Steer float64 // its angle to the left in the vehicle [rad]
	Lift  float64 // how far it is above Center, along the vehicle's z axis, in the middle of the step [m]
	// Ground says that it stands on something. What follows is zero, and On -1, if it does not.
	Ground bool
	Slides bool  // the tyre slides over the ground
	On     int32 // index of the body that it stands on, -1 for a static
	// P is the contact point, from the centre of the lifted wheel on, in the vehicle's frame [m].
	P    geom.Vec
	Load float64 // [N]
}

// Contact returns the contact point of a wheel that stands on something, in the vehicle's frame [m].
func (m *MountedWheel) Contact(w *WheelState) geom.Vec {
	return m.Center.Add(geom.Vec{Z: w.Lift}).Add(w.P)
}
