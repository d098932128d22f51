package runs

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim/record"
)

// manyImpacts is the largest number of impacts that a text report gives in full; of more it shows the largest.
const (
	manyImpacts    = 20
	largestImpacts = 10
)

// WriteJSON writes the report as indented JSON.
func (r *Report) WriteJSON(w io.Writer) error { return wording.WriteJSON(w, r) }

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	r.heading(&b)
	r.impactsText(&b)
	r.jointsText(&b)
	r.breaksText(&b)
	r.loadsText(&b)
	r.springsText(&b)
	r.limitsText(&b)
	r.sensorsText(&b)
	r.vehiclesText(&b)
	r.accelerometersText(&b)
	r.bodiesText(&b)
	r.moversText(&b)
	r.refinedText(&b)
	r.ledgerText(&b)
	b.WriteString("\n")
	if r.FinalHash != "" {
		fmt.Fprintf(&b, "final hash  %s\n", r.FinalHash)
	}
	if r.Log != nil {
		fmt.Fprintf(&b, "log         %s (%s)\n", r.Log.Path, wording.Bytes(r.Log.Size))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) heading(b *strings.Builder) {
	steps := "steps"
	if r.Steps == 1 {
		steps = "step"
	}
	fmt.Fprintf(b, "%s: %s after %.6g s, %d %s of %.6g s\n", r.Scenario, r.Ended, r.Time, r.Steps, steps, r.Step)
	if text := r.Variant(); text != "" {
		fmt.Fprintf(b, "%s\n", text)
	}
	if r.Message != "" {
		fmt.Fprintf(b, "%s\n", r.Message)
	}
	for _, m := range r.Missing {
		fmt.Fprintf(b, "missing in this report: %s\n", m)
	}
}

// VariantText tells the case of a scenario and the values of its parameters that were set, "" for the scenario as it is: case wet,
// with grip=0.4.
func VariantText(ofCase string, set []scenariofile.Setting) string {
	var values []string
	for _, v := range set {
		values = append(values, wording.OneLine(wording.Clip(v.String())))
	}
	text := "with " + strings.Join(values, ", ")
	switch {
	case ofCase == "" && len(set) == 0:
		return ""
	case ofCase == "":
		return text
	case len(set) == 0:
		return "case " + wording.OneLine(wording.Clip(ofCase))
	}
	return "case " + wording.OneLine(wording.Clip(ofCase)) + ", " + text
}

// Variant is VariantText of the run.
func (r *Report) Variant() string { return VariantText(r.Case, r.Set) }

func (r *Report) impactsText(b *strings.Builder) {
	switch n := len(r.Impacts); {
	case n == 0:
		b.WriteString("\nno impacts")
		if r.Unread {
			b.WriteString(" in what can be read")
		}
		b.WriteString("\n")
	case n <= manyImpacts:
		fmt.Fprintf(b, "\nimpacts: %d\n", n)
		for i := range r.Impacts {
			r.Impacts[i].text(b, i+1)
		}
		if slices.ContainsFunc(r.Impacts, func(i ImpactReport) bool { return i.answers() }) {
			b.WriteString("\n" + answersText)
		}
	default:
		var lost float64
		for i := range r.Impacts {
			lost += r.Impacts[i].EnergyLost
		}
		fmt.Fprintf(b, "\nimpacts: %d from %.4f s to %.4f s, energy lost %s; the %d of the largest impulse (all are in --json):\n",
			n, r.Impacts[0].Time, r.Impacts[n-1].Time, wording.SI(lost, "J"), largestImpacts)
		r.largestText(b)
	}
}

const answersText = "  one without a closing speed is the answer of what a struck body touches, at the time of the impact\n"

// answers reports whether an impact has no closing speed: see answersText.
func (i *ImpactReport) answers() bool { return i.Closing <= 0 }

func (i *ImpactReport) text(b *strings.Builder, number int) {
	fmt.Fprintf(b, "\n%3d  %.6f s  %s – %s\n", number, i.Time, i.A, i.B)
	fmt.Fprintf(b, "     closing %s, impulse %s, energy lost %s, normal %s\n",
		wording.SI(i.Closing, "m/s"), wording.SI(i.Size, "N s"), wording.SI(i.EnergyLost, "J"), wording.Vec(i.Normal, 3))
	var points []string
	for _, p := range i.Points {
		if place := wording.Vec(p, 3); !slices.Contains(points, place) { // those of an edge of a mesh may be a hair apart
			points = append(points, place)
		}
	}
	for k := 0; k < len(points); k += 4 {
		label := "at"
		if k > 0 {
			label = "  "
		}
		fmt.Fprintf(b, "     %s %s\n", label, strings.Join(points[k:min(k+4, len(points))], " "))
	}
	width := 0
	for _, s := range i.Sides {
		width = max(width, wording.Width(s.Body))
	}
	for _, s := range i.Sides {
		fmt.Fprintf(b, "     %s  delta-v %7.3f m/s  %s  PDOF %s\n", wording.Pad(s.Body, width), s.DeltaVSize, wording.Vec(s.DeltaV, 3), wording.Degrees(s.PDOF))
	}
}

// ledgerText writes where the energy went.
func (r *Report) ledgerText(b *strings.Builder) {
	if l := r.Ledger; l != nil {
		l.WriteText(b)
		if !l.Closes {
			fmt.Fprintf(b, "the balance does not close: %s\n", l.Imbalance())
		}
	}
}

// WriteText writes a table of where the energy went.
func (l *LedgerReport) WriteText(b *strings.Builder) {
	fmt.Fprintf(b, "\nkinetic energy [J]\n")
	rows := [][]string{{"at the start", fmt.Sprintf("%.6g", float64(l.Start.Kinetic))}}
	for i := range l.Rows {
		if e := float64(l.Rows[i].Energy); e != 0 {
			rows = append(rows, []string{CauseLabel(l.Rows[i].Cause), fmt.Sprintf("%+.6g", e)})
		}
	}
	rows = append(rows, []string{"at the end", fmt.Sprintf("%.6g", float64(l.End.Kinetic)+0)})
	wording.Table(b, rows, "l")
}

// CauseLabel returns the name of a cause in tables of text reports. The cause of the brakes includes the rolling
// resistance of the wheels.
func CauseLabel(cause string) string {
	if cause == record.ByBrakes.String() {
		return "brakes, rolling"
	}
	return cause
}

// Imbalance returns by how much a balance does not close.
func (l *LedgerReport) Imbalance() string {
	return fmt.Sprintf("%.3g J of %.3g J in play are open, %.3g N s of %.3g N s, %.3g N m s of %.3g N m s",
		float64(l.Open.Energy), float64(l.InPlay.Energy), float64(l.Open.Momentum), float64(l.InPlay.Momentum),
		float64(l.Open.Angular), float64(l.InPlay.Angular))
}

// largestText is a table of the impacts of the largest impulse, the largest first.
func (r *Report) largestText(b *strings.Builder) {
	order := make([]int, len(r.Impacts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, k int) int {
		return cmp.Or(cmp.Compare(r.Impacts[k].Size, r.Impacts[i].Size), i-k)
	})
	rows := [][]string{{"time [s]", "A", "B", "closing [m/s]", "impulse [N s]", "lost [J]", "delta-v A", "B [m/s]", "PDOF A", "B"}}
	answers := false
	for _, k := range order[:largestImpacts] {
		i := &r.Impacts[k]
		answers = answers || i.answers()
		row := []string{fmt.Sprintf("%.6f", i.Time), i.A, i.B, wording.Fixed(i.Closing, 3), fmt.Sprintf("%.4g", i.Size), fmt.Sprintf("%.4g", i.EnergyLost)}
		var dv, pdof [2]string
		for _, s := range i.Sides {
			side := 0
			if s.Body == i.B {
				side = 1
			}
			dv[side], pdof[side] = fmt.Sprintf("%.3f", s.DeltaVSize), wording.Degrees(s.PDOF)
		}
		rows = append(rows, append(row, dv[0], dv[1], pdof[0], pdof[1]))
	}
	wording.Table(b, rows, "rll")
	if answers {
		b.WriteString(answersText)
	}
}

// limitsText is a table of the limits that were hit, one row for each limit and pair of objects.
func (r *Report) limitsText(b *strings.Builder) {
	if len(r.Limits) == 0 {
		return
	}
	type key struct{ detail, a, b string }
	type group struct {
		key
		count       int
		first, last float64
	}
	var groups []group
	at := map[key]int{}
	for _, l := range r.Limits {
		k := key{l.Detail, l.A, l.B}
		i, ok := at[k]
		if !ok {
			i = len(groups)
			at[k] = i
			groups = append(groups, group{key: k, first: l.Time})
		}
		groups[i].count++
		groups[i].last = l.Time
	}
	fmt.Fprintf(b, "\nlimits hit: %d\n", len(r.Limits))
	rows := [][]string{{"limit", "objects", "times", "first [s]", "last [s]"}}
	for _, g := range groups {
		who := g.a
		if g.b != "" {
			who += " – " + g.b
		}
		rows = append(rows, []string{g.detail, who, fmt.Sprint(g.count), fmt.Sprintf("%.6f", g.first), fmt.Sprintf("%.6f", g.last)})
	}
	wording.Table(b, rows, "ll")
	told := map[string]bool{}
	for _, g := range groups {
		if meaning := limitMeanings[g.detail]; meaning != "" && !told[g.detail] {
			told[g.detail] = true
			fmt.Fprintf(b, "  %s: %s\n", g.detail, meaning)
		}
	}
}

// limitMeanings explains limits, by their names in events.
var limitMeanings = map[string]string{
	"contact-passes":    "the contact solver of an island used up its passes before it reached its residual, counted once per step (settings: passes, residual)",
	"search":            "the search for the next impact of a pair was cut off: the contact solver takes the pair over, or the search starts again",
	"impacts":           "a body used up its impacts of a step (settings: max_impacts): those that follow do not rebound",
	"collision":         "two do not come in along the plane, or at the point, that collisions gives for them: their outlines give it",
	"impact-iterations": "the impulses of an impact with many points satisfy its laws only approximately",
	"squeezed":          "a body has no room between what presses it and what does not give way: it overlaps them",
	"wedged":            "a body is wedged in: friction holds it where it overlaps others, and it is not pushed out, counted once per step",
	"energy":            "the given restitution would have increased the energy: the impact has a smaller one",
}

// manySensorEvents is the largest number of entries into sensors that a text report lists.
const manySensorEvents = 20

func (r *Report) sensorsText(b *strings.Builder) {
	if len(r.Sensors) == 0 {
		return
	}
	fmt.Fprintf(b, "\nsensors: %d times entered or left\n", len(r.Sensors))
	rows := [][]string{{"time [s]", "sensor", "", "object"}}
	for _, s := range r.Sensors[:min(len(r.Sensors), manySensorEvents)] {
		what := "left by"
		if s.In {
			what = "entered by"
		}
		rows = append(rows, []string{fmt.Sprintf("%.6f", s.Time), s.Sensor, what, s.Object})
	}
	wording.Table(b, rows, "rlll")
	if len(r.Sensors) > manySensorEvents {
		b.WriteString("  … (all are in --json)\n")
	}
}

func (r *Report) bodiesText(b *strings.Builder) {
	if len(r.Bodies) == 0 {
		return
	}
	b.WriteString("\nbodies at the end\n")
	rows := [][]string{{"body", "x [m]", "y [m]", "z [m]", "heading [°]", "at rest [s]", "first impact [s]", "straight from there [m]", "path from there [m]"}}
	for i := range r.Bodies {
		o := &r.Bodies[i]
		rest := o.Motion()
		if o.Rest != nil {
			rest = fmt.Sprintf("%.3f", *o.Rest)
		}
		rows = append(rows, []string{
			o.Name, wording.Fixed(o.Position[0], 3), wording.Fixed(o.Position[1], 3), wording.Fixed(o.Position[2], 3),
			wording.FixedOrDash(o.Heading, 1), rest, wording.OrDash(o.FirstImpact), wording.OrDash(o.Distance), wording.OrDash(o.Path),
		})
	}
	wording.Table(b, rows, "l")
	for i := range r.TimeLine {
		if strings.HasSuffix(r.TimeLine[i].What, reconstruct.Slow) {
			b.WriteString("  at rest: no point of the body is faster than the sleep speed, 0.01 m/s by default, any more, on the springs of a\n  vehicle either; the time line has from when on it is slower than 1 km/h\n")
			break
		}
	}
}

func (r *Report) moversText(b *strings.Builder) {
	if len(r.Movers) == 0 {
		return
	}
	b.WriteString("\nmovers at the end\n")
	rows := [][]string{{"mover", "x [m]", "y [m]", "z [m]", "whole path [m]"}}
	for _, m := range r.Movers {
		rows = append(rows, []string{
			m.Name, wording.Fixed(m.Position[0], 3), wording.Fixed(m.Position[1], 3), wording.Fixed(m.Position[2], 3), wording.Fixed(m.Path, 3),
		})
	}
	wording.Table(b, rows, "l")
}
