package runs

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
)

// Refinement compares a run with the same run at half the step: an estimate of the error due to the step. Changes are
// from the run to the refined one; quantities without a sign are absolute.
type Refinement struct {
	Step       float64          `json:"step"` // of the refined run [s]
	Bodies     []RefinedBody    `json:"bodies"`
	Collisions []RefinedContact `json:"collisions"` // of vehicles; of all bodies where there are none
	// Unmatched lists the collisions that only one of the runs has; later ones of the same pair of objects are not
	// compared.
	Unmatched []string `json:"unmatched"`
}

// RefinedBody is the change of a body's final state.
type RefinedBody struct {
	Name     string   `json:"name"`
	Position float64  `json:"position"`       // distance of the two ends [m]
	Heading  *float64 `json:"heading_deg"`    // -180 to 180; null unless both have one
	Speed    float64  `json:"speed"`          // [m/s]
	Rest     *float64 `json:"rest,omitempty"` // [s]; absent unless both come to rest
}

// RefinedContact is the change of a collision of a body.
type RefinedContact struct {
	Body   string   `json:"body"`
	With   string   `json:"with"`
	Time   float64  `json:"time"`          // of the collision in the run [s]
	Later  float64  `json:"later"`         // by how much it is later when refined [s]
	DeltaV float64  `json:"delta_v"`       // change of its size [m/s]
	PDOF   *float64 `json:"pdof_deg"`      // -180 to 180
	Yaw    *float64 `json:"yaw_after_deg"` // change of the yaw rate after it [°/s]; absent without vehicles
}

// refined returns the scenario with half the step.
func refined(s *scenariofile.Scenario) *scenariofile.Scenario {
	fine, def := *s, *s.Definition
	def.Settings.Step /= 2
	fine.Definition, fine.Steps = &def, 2*s.Steps
	return &fine
}

// Refine runs a scenario with half the step, without a log, and compares its report with that of the first run. The
// options are those of the first run; Observe and Crash are not used.
func Refine(ctx context.Context, s *scenariofile.Scenario, first *Report, opts Options) (*Refinement, error) {
	opts.NoLog, opts.Observe, opts.Crash = true, nil, nil
	fine := refined(s)
	second, err := Run(ctx, fine, opts)
	if err != nil {
		return nil, fmt.Errorf("with half the step: %w", err)
	}
	return compareRefined(first, second), nil
}

func compareRefined(first, second *Report) *Refinement {
	r := &Refinement{Step: second.Step, Bodies: []RefinedBody{}, Collisions: []RefinedContact{}, Unmatched: []string{}}
	for i := range min(len(first.Bodies), len(second.Bodies)) {
		a, b := &first.Bodies[i], &second.Bodies[i]
		m := RefinedBody{Name: a.Name, Position: apart(a.Position, b.Position), Speed: b.Speed - a.Speed}
		if a.Heading != nil && b.Heading != nil {
			turned := turn(*b.Heading - *a.Heading)
			m.Heading = &turned
		}
		if a.Rest != nil && b.Rest != nil {
			later := *b.Rest - *a.Rest
			m.Rest = &later
		}
		r.Bodies = append(r.Bodies, m)
	}
	r.contacts(contactsOf(first), contactsOf(second))
	return r
}

// comparedCollision is the part of a collision of a body with an object that a refinement compares.
type comparedCollision struct {
	body, with   string
	time, deltaV float64
	pdof, yaw    *float64
}

// contactsOf returns the collisions of a report: the notable ones of vehicles, or the impacts of bodies.
func contactsOf(r *Report) []comparedCollision {
	var list []comparedCollision
	if len(r.Vehicles) > 0 {
		rows, _ := r.Notable()
		for _, c := range rows {
			list = append(list, comparedCollision{c.Body, c.Partner(), c.Time, c.DeltaV, c.PDOF, &c.YawAfter})
		}
		return list
	}
	for i := range r.Impacts {
		e := &r.Impacts[i]
		for _, side := range e.Sides {
			with := e.A
			if side.Body == e.A {
				with = e.B
			}
			list = append(list, comparedCollision{side.Body, with, e.Time, side.DeltaVSize, side.PDOF, nil})
		}
	}
	return list
}

// contacts compares the k-th collision of a body with an object in one run with the k-th in the other.
func (r *Refinement) contacts(a, b []comparedCollision) {
	type pair struct{ body, with string }
	byPair := func(list []comparedCollision) (order []pair, of map[pair][]comparedCollision) {
		of = map[pair][]comparedCollision{}
		for _, m := range list {
			p := pair{m.body, m.with}
			if of[p] == nil {
				order = append(order, p)
			}
			of[p] = append(of[p], m)
		}
		return order, of
	}
	order, first := byPair(a)
	more, second := byPair(b)
	for _, p := range more {
		if !slices.Contains(order, p) {
			order = append(order, p)
		}
	}
	for _, p := range order {
		x, y := first[p], second[p]
		for k := range min(len(x), len(y)) {
			c := RefinedContact{Body: p.body, With: p.with, Time: x[k].time, Later: y[k].time - x[k].time, DeltaV: y[k].deltaV - x[k].deltaV}
			if x[k].pdof != nil && y[k].pdof != nil {
				d := turn(*y[k].pdof - *x[k].pdof)
				c.PDOF = &d
			}
			if x[k].yaw != nil && y[k].yaw != nil {
				d := *y[k].yaw - *x[k].yaw
				c.Yaw = &d
			}
			r.Collisions = append(r.Collisions, c)
		}
		if len(x) != len(y) {
			r.Unmatched = append(r.Unmatched, fmt.Sprintf("%s with %s: %d collisions, %d with half the step", p.body, p.with, len(x), len(y)))
		}
	}
	slices.SortStableFunc(r.Collisions, func(x, y RefinedContact) int {
		switch {
		case x.Time < y.Time:
			return -1
		case x.Time > y.Time:
			return 1
		}
		return 0
	})
}

func apart(a, b Vec) float64 {
	return math.Sqrt(float64((a[0]-b[0])*(a[0]-b[0])) + float64((a[1]-b[1])*(a[1]-b[1])) + float64((a[2]-b[2])*(a[2]-b[2])))
}

// turn brings an angle [°] to -180 to 180.
func turn(deg float64) float64 { return math.Remainder(deg, 360) }

// refinedText writes the changes.
func (r *Report) refinedText(b *strings.Builder) {
	m := r.Refinement
	if m == nil {
		return
	}
	fmt.Fprintf(b, "\nwith half the step (%.6g s)\n", m.Step)
	rows := [][]string{{"body", "end moved [m]", "heading [°]", "speed [m/s]", "rest later [s]"}}
	for _, o := range m.Bodies {
		rows = append(rows, []string{o.Name, fmt.Sprintf("%.4f", o.Position), signedOrDash(o.Heading, 2), signed(o.Speed, 3), signedOrDash(o.Rest, 4)})
	}
	wording.Table(b, rows, "l")
	if len(m.Collisions) > 0 {
		rows = [][]string{{"collision of", "with", "at [s]", "later [s]", "delta-v [km/h]", "PDOF [°]", "yaw rate after [°/s]"}}
		for _, c := range m.Collisions[:min(len(m.Collisions), manyImpacts)] {
			rows = append(rows, []string{
				c.Body, c.With, fmt.Sprintf("%.4f", c.Time), signed(c.Later, 6), signed(c.DeltaV*3.6, 3), signedOrDash(c.PDOF, 2), signedOrDash(c.Yaw, 2),
			})
		}
		wording.Table(b, rows, "ll")
		if n := len(m.Collisions) - manyImpacts; n > 0 {
			fmt.Fprintf(b, "  … and %d more (all are in --json)\n", n)
		}
	}
	for _, u := range m.Unmatched {
		fmt.Fprintf(b, "  %s\n", u)
	}
}

func signed(v float64, decimals int) string {
	s := wording.Fixed(v, decimals)
	if v > 0 && strings.Trim(s, "0.") != "" {
		s = "+" + s
	}
	return s
}

func signedOrDash(v *float64, decimals int) string {
	if v == nil {
		return "–"
	}
	return signed(*v, decimals)
}
