package runs

import (
	"fmt"
	"math"
	"strings"

	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim/geom"
)

// ReportSchema names the form of a report in JSON.
const ReportSchema = "prang.report/4"

// Incomplete is how a run has ended whose log has no end: its writer was stopped, or still writes it.
const Incomplete = "incomplete"

// Report is the result of a run. Vectors are in world coordinates, SI; angles are in degrees, as their names say.
type Report struct {
	Schema   string `json:"schema"`
	Engine   string `json:"engine"`
	Scenario string `json:"scenario"`
	// Case is the case of the scenario that was run, Set the values of parameters that were set, those of the case too; absent
	// for the scenario as it is.
	Case    string                 `json:"case,omitempty"`
	Set     []scenariofile.Setting `json:"set,omitempty"`
	Step    float64                `json:"step"`  // length of a step [s]
	Steps   int64                  `json:"steps"` // steps made, without the start
	Time    float64                `json:"time"`  // of the last step [s]
	Ended   string                 `json:"ended"` // complete, interrupted, failed; incomplete if the log has no end
	Message string                 `json:"message,omitempty"`
	// Missing says what the report of a log lacks, and why: steps that cannot be read, skid marks that are not known.
	Missing []string `json:"missing,omitempty"`
	// Unread reports whether some of it are steps that cannot be read: what happened there is not known.
	Unread bool `json:"-"`
	// FinalHash is the hash of the state and the engine's caches after the last step, 16 hexadecimal digits; "" if the
	// log does not have it.
	FinalHash string         `json:"final_hash,omitempty"`
	Impacts   []ImpactReport `json:"impacts"`
	// Joints are the impulses of joints at the start, absent if no ends part.
	Joints []JointReport `json:"joints_at_start,omitempty"`
	// Loads are what the joints held, absent without joints, and where the scenario of the log cannot be read.
	Loads []JointLoad `json:"joints,omitempty"`
	// Springs are what the springs did, absent without springs, and where the scenario of the log cannot be read.
	Springs []SpringLoad `json:"springs,omitempty"`
	// Breaks are the joints and springs that have broken, absent if none has.
	Breaks  []BreakReport  `json:"breaks,omitempty"`
	Limits  []LimitReport  `json:"limits"`
	Sensors []SensorReport `json:"sensors,omitempty"`
	Bodies  []BodyReport   `json:"bodies"`
	Movers  []MoverReport  `json:"movers"`
	// Vehicles and TimeLine are the reconstruction of what vehicles did; absent without vehicles.
	Vehicles []reconstruct.Vehicle `json:"vehicles,omitempty"`
	TimeLine []reconstruct.Moment  `json:"time_line,omitempty"`
	// Accelerometers are the results of the scenario's accelerometers.
	Accelerometers []reconstruct.Accelerometer `json:"accelerometers,omitempty"`
	// Refinement compares with the same run at half the step, if requested.
	Refinement *Refinement   `json:"refinement,omitempty"`
	Ledger     *LedgerReport `json:"ledger,omitempty"` // absent if the log does not have it for all steps
	Log        *LogReport    `json:"log,omitempty"`
}

// ImpactReport is one impact. A and B are the names of its objects.
type ImpactReport struct {
	Time       float64      `json:"time"` // [s]
	Step       int64        `json:"step"` // in which it happened: the one that ended at or after Time
	A          string       `json:"a"`
	B          string       `json:"b"`
	Points     []Vec        `json:"points"`       // where they touched [m]
	Normal     Vec          `json:"normal"`       // unit, from A to B
	Closing    float64      `json:"closing"`      // approach speed of the points [m/s]; zero or negative for the reaction to another impact at that time
	Impulse    Vec          `json:"impulse"`      // on A; B received the opposite [N s]
	Size       float64      `json:"impulse_size"` // of Impulse [N s]
	EnergyLost float64      `json:"energy_lost"`  // [J]
	Sides      []ImpactSide `json:"sides"`        // of A and B, if they are bodies or movers
}

// ImpactSide is the effect of an impact on a body or mover.
type ImpactSide struct {
	Body       string  `json:"body"`
	DeltaV     Vec     `json:"delta_v"`      // by this impact, of the velocity of the centre of mass [m/s]
	DeltaVSize float64 `json:"delta_v_size"` // [m/s]
	// PDOF is the principal direction of force: the direction from which the force came, clockwise from the body's nose
	// seen from above, 0 to 360. It is absent if the force was along the body's vertical axis, and for a mover, which
	// has no nose.
	PDOF *float64 `json:"pdof_deg,omitempty"`
}

// LimitReport is a limit of the engine that a run hit.
type LimitReport struct {
	Time   float64 `json:"time"` // [s]
	Step   int64   `json:"step"`
	A      string  `json:"a"`
	B      string  `json:"b,omitempty"`
	Detail string  `json:"detail"`
}

// SensorReport is an object that has entered or left a sensor.
type SensorReport struct {
	Time   float64 `json:"time"` // [s]; when it leaves, of the end of the step
	Step   int64   `json:"step"`
	Sensor string  `json:"sensor"`
	Object string  `json:"object"`
	In     bool    `json:"in"` // it has entered; else it has left
}

// BodyReport is the final position of a body.
type BodyReport struct {
	Name     string `json:"name"`
	Position Vec    `json:"position"` // of the centre of mass [m]
	// Heading is that of the x axis, counter-clockwise from the world's seen from above, -180 to 180. It is absent where
	// the x axis is so near vertical that a heading says nothing: within 0.6 degrees.
	Heading *float64 `json:"heading_deg,omitempty"`
	Speed   float64  `json:"speed"` // of the centre of mass [m/s]
	Spin    float64  `json:"spin"`  // size of the angular velocity [rad/s]
	// Rest is the time from which no point of the body moved faster than the scenario's sleep_speed [s]; absent if the
	// body still moved in the end.
	Rest *float64 `json:"rest,omitempty"`
	// FirstImpact is the time of the body's first impact [s], Distance the straight distance from there to its final
	// position, and Path the length of the path of its centre of mass [m]; absent without impact.
	FirstImpact *float64 `json:"first_impact,omitempty"`
	Distance    *float64 `json:"distance,omitempty"`
	Path        *float64 `json:"path,omitempty"`

	attitude geom.Quat
	spin     geom.Vec // angular velocity in world coordinates [rad/s]
}

// Motion writes how a body that is not at rest moves at the end: moving, 0.250 m/s, or, where it only turns, turning, 12.3 °/s.
func (b *BodyReport) Motion() string {
	text := wording.Fixed(b.Speed, 3)
	switch turns := fmt.Sprintf("%.3g", b.Spin*180/math.Pi); {
	case strings.Trim(text, "0.") != "":
	case b.Spin > 1e-6:
		return "turning, " + turns + " °/s"
	default:
		text = fmt.Sprintf("%.2g", b.Speed)
	}
	return "moving, " + text + " m/s"
}

// MoverReport is the final position of a mover.
type MoverReport struct {
	Name     string  `json:"name"`
	Position Vec     `json:"position"` // of the centre [m]
	Path     float64 `json:"path"`     // length of its way [m]
}

// LogReport is the log of a run.
type LogReport struct {
	Path string `json:"path"`
	Size int64  `json:"size"` // [bytes]
}

// Vec is a vector in a report: three numbers in a list.
type Vec = reconstruct.Vec

func vecOf(v geom.Vec) Vec { return Vec{v.X, v.Y, v.Z} }
