package runs

import (
	"fmt"
	"strings"

	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim/record"
)

// JointReport is the impulse of a joint at the start of a run in which the ends of joints part: all joints make their
// ends equally fast at once. What joints pass on of an impact is among the collisions of the vehicles.
type JointReport struct {
	Time  float64 `json:"time"` // [s]
	Step  int64   `json:"step"` // the first
	Joint string  `json:"joint"`
	Ends
	Point   Vec         `json:"point"`   // where the joint is [m]
	Impulse Vec         `json:"impulse"` // on A; B received the opposite [N s]
	Size    float64     `json:"impulse_size"`
	Sides   []JointSide `json:"sides"` // of A and B, those that are bodies
}

// JointSide is the effect of all joints of a body on it.
type JointSide struct {
	Body       string  `json:"body"`
	DeltaV     Vec     `json:"delta_v"`      // of the velocity of the centre of mass [m/s]
	DeltaVSize float64 `json:"delta_v_size"` // [m/s]
}

// joint adds event i of a frame, the impulse of a joint, unless it answers an impact.
func (r *Reporter) joint(f *record.Frame, i int) {
	e := &f.Events[i]
	if answersImpact(f.Events, i) {
		return
	}
	j := JointReport{
		Time: e.Time, Step: f.Step, Joint: e.Detail, Ends: Ends{r.name(e.A), r.name(e.B)},
		Impulse: vecOf(e.Impulse), Size: size(e.Impulse), Sides: []JointSide{},
	}
	if len(e.Points) > 0 {
		j.Point = vecOf(e.Points[0].P)
	}
	for side := range 2 {
		if o := e.Object(side); o >= 0 {
			dv := e.After[side].V.Sub(e.Before[side].V)
			j.Sides = append(j.Sides, JointSide{r.name(o), vecOf(dv), size(dv)})
		}
	}
	r.report.Joints = append(r.report.Joints, j)
}

// jointsText is a table of the impulses of joints at the start.
func (r *Report) jointsText(b *strings.Builder) {
	if len(r.Joints) == 0 {
		return
	}
	b.WriteString("\njoints whose ends part at the start\n")
	rows := [][]string{{"joint", "A", "B", "at [m]", "impulse [N s]", "delta-v A", "B [m/s]"}}
	for i := range r.Joints {
		j := &r.Joints[i]
		rows = append(rows, append([]string{j.Joint, j.A, j.OtherEnd(), wording.Vec(j.Point, 3), fmt.Sprintf("%.4g", j.Size)}, j.changes()...))
	}
	firstRows(b, rows, manyImpacts, "llll")
	b.WriteString("  all joints give impulses at time 0 that make the ends equally fast; delta-v: by all joints of a body together\n")
}

// changes writes the sizes of the velocity changes of A and B.
func (j *JointReport) changes() []string {
	list := []string{"–", "–"}
	for i := range j.Sides {
		list[i] = wording.Fixed(j.Sides[i].DeltaVSize, 3)
	}
	return list
}
