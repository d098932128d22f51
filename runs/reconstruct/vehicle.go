package reconstruct

// Vec is a vector in a report: three numbers in a list.
type Vec [3]float64

// Vehicle is the reconstruction of a vehicle's motion in a run.
type Vehicle struct {
	Body       string      `json:"body"`
	Mass       float64     `json:"mass"` // [kg]
	Collisions []Collision `json:"collisions"`
	// Peak is the largest mean acceleration over Pulse, or over the shortest crush time of its collisions; absent if
	// the run is shorter.
	Peak      *Peak   `json:"peak_mean_acceleration,omitempty"`
	Start     Pose    `json:"start"`
	End       Pose    `json:"end"`
	AtRest    bool    `json:"at_rest"`   // the speed at the end is below the run's rest speed
	Travelled float64 `json:"travelled"` // length of the path of the centre of mass [m]
	Path      []Pose  `json:"path"`      // of the centre of mass, each PathEvery and at the end
	// Marks are the skid marks, wheel by wheel in order of time. They are absent if the motion of the wheels is not
	// known.
	Marks []Mark `json:"skid_marks,omitzero"`
}

// Pose is where a vehicle is at a time.
type Pose struct {
	Time     float64  `json:"time"`                  // [s]
	Position Vec      `json:"position"`              // of the centre of mass [m]
	Heading  *float64 `json:"heading_deg,omitempty"` // of the nose, -180 to 180; absent where it has none, see Heading
	Speed    float64  `json:"speed"`                 // of the centre of mass [m/s]
	YawRate  float64  `json:"yaw_rate_deg"`          // about the world's z axis [°/s]
}

// Collision is the effect of one object on a vehicle by impacts that follow each other within Pulse. DeltaV is the sum
// of the velocity changes by the impacts, without those by tyres and weight in the meantime.
type Collision struct {
	Time float64 `json:"time"` // of its first impact [s]
	Last float64 `json:"last"` // of its last impact [s]
	// CrushTime is the time from the first touch to the first impact [s], where the scenario gives one; absent
	// otherwise.
	CrushTime float64 `json:"crush_time,omitempty"`
	With      string  `json:"with"`
	// Via is the joint through which the vehicle was moved when With struck another one that it is coupled to; absent
	// if With struck it itself. Impulse and DeltaV are then those of joints, Point is the joint, and no energy is
	// lost.
	Via     string `json:"via,omitempty"`
	Impacts int    `json:"impacts"`
	Point   Vec    `json:"point"`   // where it acted: the mean of the contact points by the size of their impulses [m]
	Impulse Vec    `json:"impulse"` // on the vehicle, world axes [N s]
	// DeltaV and its parts in the vehicle's axes at Time [m/s].
	DeltaV       float64 `json:"delta_v"`
	Longitudinal float64 `json:"delta_v_longitudinal"` // above zero: pushed forward
	Lateral      float64 `json:"delta_v_lateral"`      // above zero: pushed to the left
	Vertical     float64 `json:"delta_v_vertical"`
	// InPulse is the size of the velocity change from just before the first impact to Pulse after it, or to the end of
	// the run, as an event data recorder shows it: including tyres, other collisions and lasting contact in that time
	// [m/s].
	InPulse float64 `json:"delta_v_in_pulse"`
	// PDOF is the direction from which the force came, clockwise from the nose, 0 to 360; absent where the force was
	// along the vehicle's vertical axis.
	PDOF        *float64 `json:"pdof_deg,omitempty"`
	SpeedBefore float64  `json:"speed_before"` // [m/s]
	SpeedAfter  float64  `json:"speed_after"`
	YawBefore   float64  `json:"yaw_rate_before_deg"` // [°/s]
	YawAfter    float64  `json:"yaw_rate_after_deg"`
	EnergyLost  float64  `json:"energy_lost"` // of both together [J]
	// EES is the energy equivalent speed: the speed at which the vehicle's mass has the energy that deformed it [m/s].
	// Of the energy lost, each of two bodies gets half, as if both were crushed to the same depth, since the force on
	// both is the same; a body against a static or driven one gets all. If the stiffness of both is known, it
	// determines their shares: see Crush.
	EES              float64 `json:"ees"`
	MeanAcceleration float64 `json:"mean_acceleration_g"` // DeltaV over CrushTime, or over Pulse where there is none [g]
	// Crush is the crush of the vehicle's side; absent if its stiffness is not known.
	Crush *Crush `json:"crash3,omitempty"`
}

// Partner names the object that the vehicle has met, and the joint through which.
func (c *Collision) Partner() string {
	if c.Via == "" {
		return c.With
	}
	return c.With + " via " + c.Via
}

// Peak is the largest mean acceleration of a vehicle's centre of mass over a time.
type Peak struct {
	Time float64 `json:"time"` // where that time begins [s]
	Size float64 `json:"size_g"`
	Over float64 `json:"over"` // [s]
}

// Mark is a line that a tyre draws while it slides.
type Mark struct {
	Wheel  string  `json:"wheel"`
	From   float64 `json:"from"` // [s]
	To     float64 `json:"to"`
	Length float64 `json:"length"` // [m]
	Points []Vec   `json:"points"`
}

// Moment is an entry of the time line.
type Moment struct {
	Time     float64  `json:"time"` // [s]
	Body     string   `json:"body"`
	What     string   `json:"what"`
	Position Vec      `json:"position"`              // of the centre of mass [m]
	Heading  *float64 `json:"heading_deg,omitempty"` // as in Pose
	Speed    float64  `json:"speed"`                 // just before [m/s]
}
