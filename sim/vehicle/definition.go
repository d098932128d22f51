package vehicle

import "github.com/go-gl/mathgl/mgl64"

// Def makes a body a vehicle.
type Def struct {
	Body   int // index of the body
	Wheels []WheelDef
	// AfterImpact, when not nil, replaces every wheel's program from the vehicle's first impact on.
	AfterImpact *Input
}

// WheelDef is a wheel with its spring, damper and tyre.
type WheelDef struct {
	Name string
	// Contact is where the tyre touches the road when the vehicle stands on level ground, in vehicle axes [m]; its z is
	// minus the height of the centre of mass.
	Contact   mgl64.Vec3
	Friction  float64 // tyre on road, the radius of the friction circle over the load
	Frequency float64 // undamped frequency of the body on its springs [Hz]; default 1.5
	Damping   float64 // damping ratio of the same; default 0.35
	Travel    float64 // up to the bump stop, from level ground [m]; default 0.1
	Program   []Input // in ascending time; before the first the wheel rolls freely and steers straight
}

// Input is what the driver does with a wheel from Time on.
type Input struct {
	Time  float64 // [s]; not used in Def.AfterImpact
	Brake float64 // braking force as a share of friction times load: 0 rolls freely, 1 is locked
	Steer float64 // angle of the wheel to the left [rad]
}
