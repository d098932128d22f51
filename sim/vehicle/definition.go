package vehicle

import "github.com/go-gl/mathgl/mgl64"

// Def makes a body a vehicle.
type Def struct {
	Body   int // index of the body
	Wheels []WheelDef
	// AfterImpact, if not nil, is the driver's input from the vehicle's first impact on, its own or one that a joint
	// passes on, in place of the programs and the driver's own control. What belongs to the vehicle stays: blown tyres,
	// anti-lock brakes, rolling resistance.
	AfterImpact *Input
	Driver      *DriverDef // nil for wheels alone
	Bars        []Bar
	// Hitch, of a trailer, is where the vehicle ahead supports it, in vehicle axes [m]: the wheels' springs are set
	// for the rest of the load. The joint itself is the world's.
	Hitch  *mgl64.Vec3
	Damage *DamageDef // nil for wheels that no impact damages
}

// Bar is an anti-roll bar between two wheels.
type Bar struct {
	Left, Right int     // indices of wheels
	Stiffness   float64 // force on either wheel over the difference of their lifts [N/m]
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
	// Rebound is how far the wheel comes down from level ground [m]; 0 for as far as the spring pushes it.
	Rebound float64
	Radius  float64 // at which the tyre rolls [m]; default 0.3
	Width   float64 // of the tyre, about the contact [m]; default two thirds of the radius
	// Inertia is the moment of inertia of the wheel about its axle [kg m²]; default 0.03 of the mass that it carries
	// times the radius squared, some 1 kg m² for a car. A Coulomb wheel has none: it rolls without slip, or is locked.
	Inertia float64
	Tyre    TyreModel
	// Stiffening is a factor on the published cornering stiffness of the tyre's model; default 1. A Coulomb tyre has
	// none.
	Stiffening float64
	Driven     bool    // by the engine
	Steered    bool    // by a driver who follows a path; where no wheel is, those ahead of the centre of mass are
	Program    []Input // in ascending time; before the first the wheel rolls freely and steers straight
}

// Input is the driver's input to a wheel from Time on.
type Input struct {
	Time  float64 // [s]; not used in Def.AfterImpact
	Brake float64 // braking force as a share of friction times load: 0 rolls freely, 1 is locked
	Steer float64 // angle of the wheel to the left [rad]
	// Throttle is a share of the engine's power; the largest of all wheels counts. Brakes cancel it.
	Throttle  float64
	Handbrake float64 // like Brake, without the help of anti-lock brakes
	// The tyre has no air: half the friction, a fifth of the cornering stiffness, rolling resistance 0.1 of the load.
	Blown bool

	drive   float64 // engine's force at the tread [N], as far as its power goes
	power   float64 // of the engine at the wheel [W]
	keeps   bool    // the drive keeps a speed and spins no wheels for it
	abs     bool    // anti-lock brakes have the foot brake
	rolling float64 // rolling resistance over the load
}
