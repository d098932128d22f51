package runs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/wording"
)

// manyMoments is the largest number of entries of the time line that a text report lists.
const manyMoments = 40

// vehiclesText writes the reconstruction of the vehicles: collisions, motion, skid marks and the time line.
func (r *Report) vehiclesText(b *strings.Builder) {
	if len(r.Vehicles) == 0 {
		return
	}
	r.collisionsText(b)
	r.motionText(b)
	r.marksText(b)
	r.timeLineText(b)
}

// Collided is a collision of a vehicle, with the vehicle's name.
type Collided struct {
	Body string
	*reconstruct.Collision
}

// Notable returns the collisions of all vehicles that a text report lists, in order of time, those through a coupling
// last, and the number of those that are left out.
func (r *Report) Notable() (list []Collided, more int) {
	for i := range r.Vehicles {
		v := &r.Vehicles[i]
		for k := range v.Collisions {
			if c := &v.Collisions[k]; c.Notable() {
				list = append(list, Collided{v.Body, c})
			} else {
				more++
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Collided) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(min(len(a.Via), 1), min(len(b.Via), 1)))
	})
	return list, more
}

func (r *Report) collisionsText(b *strings.Builder) {
	list, more := r.Notable()
	if len(list)+more == 0 {
		return
	}
	b.WriteString("\ncollisions of vehicles\n")
	rows := [][]string{{"vehicle", "with", "time [s]", "delta-v [km/h]", "long.", "lat.", fmt.Sprintf("in %g s", reconstruct.Pulse), "PDOF [°]", "EES [km/h]", "mean acc. [g]", "yaw rate [°/s]", "→"}}
	coupled := false
	for _, c := range list {
		ees := wording.KMH(c.EES)
		if c.Via != "" {
			coupled, ees = true, "–"
		}
		rows = append(rows, []string{
			c.Body, c.Partner(), fmt.Sprintf("%.3f", c.Time), wording.KMH(c.DeltaV), wording.KMH(c.Longitudinal), wording.KMH(c.Lateral), wording.KMH(c.InPulse),
			strings.TrimSuffix(wording.Degrees(c.PDOF), "°"), ees, fmt.Sprintf("%.1f", c.MeanAcceleration),
			wording.Fixed(c.YawBefore, 1), wording.Fixed(c.YawAfter, 1),
		})
	}
	wording.Table(b, rows, "ll")
	if more > 0 {
		fmt.Fprintf(b, "  … and %d below 0.5 km/h (all are in --json)\n", more)
	}
	fmt.Fprintf(b, "  delta-v: of the impacts alone, long. forward, lat. to the left; in %g s: change of velocity from before to %g s after,\n"+
		"  including tyres, lasting contact and other collisions; PDOF: clockwise from the nose, in vehicle axes; EES: of half the energy\n"+
		"  lost between two bodies, of what equal forces make of it where the stiffness of both is known, of all of it against an object\n"+
		"  that does not move freely; mean acc.: delta-v over %g s, or over the crush time; yaw rate: counter-clockwise, before and after\n", reconstruct.Pulse, reconstruct.Pulse, reconstruct.Pulse)
	if coupled {
		b.WriteString("  via: passed on by the joint of that name from a collision of another vehicle\n")
	}
	crushText(b, list)
}

// crushText writes the crush of vehicles whose stiffness is known.
func crushText(b *strings.Builder, list []Collided) {
	rows := [][]string{{"vehicle", "with", "side", "width [m]", "energy [kJ]", "crush [m]", "EES [km/h]", "A [kN/m]", "B [kN/m²]"}}
	for _, c := range list {
		if d := c.Crush; d != nil {
			rows = append(rows, []string{
				c.Body, c.With, d.Side, wording.Fixed(d.Width, 2), wording.Fixed(d.Energy/1e3, 1), wording.Fixed(d.Depth, 3), wording.KMH(c.EES), wording.Fixed(d.A/1e3, 1), wording.Fixed(d.B/1e3, 0),
			})
		}
	}
	if len(rows) == 1 {
		return
	}
	b.WriteString("\ncrush by CRASH3\n")
	wording.Table(b, rows, "lll")
	b.WriteString("  uniform over the width in contact; two vehicles of known stiffness share the energy lost as equal forces do\n")
}

func (r *Report) motionText(b *strings.Builder) {
	b.WriteString("\nvehicles\n")
	rows := [][]string{{"vehicle", "from [km/h]", "x [m]", "y [m]", "heading [°]", "to [km/h]", "x [m]", "y [m]", "heading [°]", "whole path [m]", "peak mean acc. [g]", "from [s]"}}
	for i := range r.Vehicles {
		v := &r.Vehicles[i]
		to := "at rest"
		if !v.AtRest {
			to = wording.KMH(v.End.Speed)
		}
		size, from := "–", "–"
		if v.Peak != nil {
			size, from = fmt.Sprintf("%.1f", v.Peak.Size), fmt.Sprintf("%.3f", v.Peak.Time)
		}
		row := []string{v.Body, wording.KMH(v.Start.Speed)}
		row = append(append(row, placeText(&v.Start)...), to)
		rows = append(rows, append(append(row, placeText(&v.End)...), wording.Fixed(v.Travelled, 2), size, from))
	}
	wording.Table(b, rows, "l")
	fmt.Fprintf(b, "  positions: of the centre of mass; peak mean acc.: the largest over %g s, or over the shortest crush time of the vehicle's\n"+
		"  collisions; from: when that time begins, up to as long before a collision\n", reconstruct.Pulse)
}

func placeText(p *reconstruct.Pose) []string {
	return []string{wording.Fixed(p.Position[0], 2), wording.Fixed(p.Position[1], 2), wording.FixedOrDash(p.Heading, 1)}
}

// manyMarks is the largest number of skid marks that a text report lists.
const manyMarks = 40

func (r *Report) marksText(b *strings.Builder) {
	rows := [][]string{{"vehicle", "wheel", "from [s]", "to [s]", "length [m]", "from x, y [m]", "to x, y [m]"}}
	for i := range r.Vehicles {
		v := &r.Vehicles[i]
		for k := range v.Marks {
			m := &v.Marks[k]
			first, last := m.Points[0], m.Points[len(m.Points)-1]
			rows = append(rows, []string{
				v.Body, m.Wheel, fmt.Sprintf("%.3f", m.From), fmt.Sprintf("%.3f", m.To), fmt.Sprintf("%.2f", m.Length),
				wording.Fixed(first[0], 2) + ", " + wording.Fixed(first[1], 2), wording.Fixed(last[0], 2) + ", " + wording.Fixed(last[1], 2),
			})
		}
	}
	if len(rows) == 1 {
		return
	}
	b.WriteString("\nskid marks\n")
	wording.Table(b, rows[:min(len(rows), manyMarks+1)], "ll")
	if n := len(rows) - 1 - manyMarks; n > 0 {
		fmt.Fprintf(b, "  … and %d more (all are in --json)\n", n)
	}
}

func (r *Report) timeLineText(b *strings.Builder) {
	b.WriteString("\ntime line\n")
	rows := [][]string{{"time [s]", "vehicle", "what", "speed [km/h]", "x [m]", "y [m]", "heading [°]"}}
	for i := range r.TimeLine[:min(len(r.TimeLine), manyMoments)] {
		m := &r.TimeLine[i]
		rows = append(rows, []string{
			fmt.Sprintf("%.3f", m.Time), m.Body, m.What, wording.KMH(m.Speed), wording.Fixed(m.Position[0], 2), wording.Fixed(m.Position[1], 2), wording.FixedOrDash(m.Heading, 1),
		})
	}
	wording.Table(b, rows, "rll")
	if n := len(r.TimeLine) - manyMoments; n > 0 {
		fmt.Fprintf(b, "  … and %d more (all are in --json)\n", n)
	}
}
