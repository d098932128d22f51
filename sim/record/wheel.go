package record

import "github.com/prang-sim/prang/sim/geom"

// Wheel is what a wheel of a vehicle did in a step. It is not part of a frame: it follows from the state before the
// step.
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

// MountedWheel is a wheel as it is mounted on its vehicle, with which viewers draw it.
type MountedWheel struct {
	Name string // "fl", …
	// Center is where its centre is when the vehicle stands on level ground, in the body frame [m].
	Center        geom.Vec
	Radius, Width float64 // [m]
	// Steer returns its angle to the left at time t [s] by the vehicle's program [rad]; hit says that the vehicle has had
	// its first impact. It is nil for a wheel that no program steers.
	Steer func(t float64, hit bool) float64
}
