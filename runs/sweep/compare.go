package sweep

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
)

// maxRow bounds a line of results [bytes].
const maxRow = 64 << 20

// Results are the results of a sweep, as far as it has got.
type Results struct {
	Path   string
	Header Header
	Rows   []*Row
}

// ReadResults reads the results of a sweep. The last line may be cut short, as a kill leaves it.
func ReadResults(path string) (*Results, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w: give the results of a prang sweep", path, wording.WithoutPath(err))
	}
	defer f.Close()
	r, seen := &Results{Path: path}, map[int]bool{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxRow)
	lines.Split(wholeLines)
	for n := 1; lines.Scan(); n++ {
		if n == 1 {
			if err := json.Unmarshal(lines.Bytes(), &r.Header); err != nil || r.Header.Schema != Schema {
				return nil, fmt.Errorf("%s:1: is no result of a sweep of the form %s", path, Schema)
			}
			continue
		}
		row := readRow(lines.Bytes())
		if row == nil || seen[row.Number] {
			return nil, fmt.Errorf("%s:%d: is not the result of a run: prang sweep, with the plan and -o %s, makes the runs from there on again", path, n, path)
		}
		seen[row.Number] = true
		r.Rows = append(r.Rows, row)
	}
	slices.SortFunc(r.Rows, func(a, b *Row) int { return a.Number - b.Number })
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w", path, wording.WithoutPath(err))
	}
	if r.Header.Schema == "" {
		return nil, fmt.Errorf("%s: is no result of a sweep of the form %s", path, Schema)
	}
	return r, nil
}

// wholeLines splits into lines, without the last one where it does not end.
func wholeLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF {
		return len(data), nil, nil
	}
	return 0, nil, nil
}

// ComparisonSchema names the form of a comparison of sweeps in JSON.
const ComparisonSchema = "prang.sweep_comparison/1"

// Comparison says in what the results of two sweeps differ. Runs of the same scenario and settings are compared.
type Comparison struct {
	Schema     string         `json:"schema"`
	Verdict    string         `json:"verdict"` // equal, within tolerances, different
	A          Header         `json:"a"`
	B          Header         `json:"b"`
	Compared   int            `json:"compared"`
	Equal      int            `json:"equal"`  // with the same bits in the end
	Within     int            `json:"within"` // with others, but within the tolerances
	Different  int            `json:"different"`
	OnlyA      int            `json:"only_a"` // runs that the other does not have
	OnlyB      int            `json:"only_b"`
	Quantities []Difference   `json:"quantities"` // none where no body has been compared
	Runs       []DifferentRun `json:"runs"`       // that are different

	later bool // each sweep has runs that the other has not, some of later rounds
}

// Difference is how a quantity differs over all runs and bodies.
type Difference struct {
	Quantity string  `json:"quantity"` // delta_v [m/s], position [m], heading_deg, ees, impact_speed [m/s]
	Largest  float64 `json:"largest"`
	RMS      float64 `json:"rms"`
	Run      int     `json:"run"` // of A, with the largest; 0 where it is 0
	Body     string  `json:"body"`

	count int
}

// DifferentRun is a run that differs by more than the tolerances.
type DifferentRun struct {
	Run      int                    `json:"run"` // number in A
	Scenario string                 `json:"scenario"`
	Set      []scenariofile.Setting `json:"set"`
	What     string                 `json:"what"`
}

// Compare compares the results of two sweeps. Of the tolerances position, angle and delta-v count, for the place
// and heading at the end and the delta-v of each body; others are an error. Without one, bits have to be equal.
func Compare(a, b *Results, tol compare.Tolerances) (*Comparison, error) {
	others := tol
	others.Position, others.Angle, others.DeltaV = 0, 0, 0
	if others != (compare.Tolerances{}) {
		return nil, errors.New("only position, angle and delta-v have tolerances here, for results of a sweep have no more")
	}
	c := &Comparison{
		Schema: ComparisonSchema, A: a.Header, B: b.Header, Runs: []DifferentRun{},
		Quantities: []Difference{{Quantity: "delta_v"}, {Quantity: "position"}, {Quantity: "heading_deg"}, {Quantity: "ees"}, {Quantity: "impact_speed"}},
	}
	// EES and impact speeds have no tolerance: they follow from what has.
	limits := []float64{tol.DeltaV, tol.Position, tol.Angle * 180 / math.Pi, math.Inf(1), math.Inf(1)}
	// A run may be there several times, with nothing random: the nth of one belongs to the nth of the other.
	of := map[string][]*Row{}
	key := func(r *Row) string { return fmt.Sprintf("%q %q", r.Scenario, r.Set) }
	for _, r := range b.Rows {
		of[key(r)] = append(of[key(r)], r)
	}
	for _, r := range a.Rows {
		k := key(r)
		if len(of[k]) == 0 {
			c.OnlyA++
			c.later = c.later || r.Round > 1
			continue
		}
		other := of[k][0]
		of[k] = of[k][1:]
		c.Compared++
		switch what := c.runs(r, other, limits); {
		case r.equal(other):
			c.Equal++
		case what == "" && (tol != compare.Tolerances{}):
			c.Within++
		default:
			if what == "" {
				what = r.otherBits(other)
			}
			c.Different++
			c.Runs = append(c.Runs, DifferentRun{r.Number, r.Scenario, r.Set, what})
		}
	}
	c.OnlyB = len(b.Rows) - c.Compared
	c.later = c.later && c.OnlyB > 0
	c.Quantities = slices.DeleteFunc(c.Quantities, func(q Difference) bool { return q.count == 0 })
	for i := range c.Quantities {
		q := &c.Quantities[i]
		q.RMS = math.Sqrt(q.RMS / float64(q.count))
	}
	switch {
	case c.Different+c.OnlyA+c.OnlyB > 0 || c.Compared == 0:
		c.Verdict = "different"
	case c.Within > 0:
		c.Verdict = "within tolerances"
	default:
		c.Verdict = "equal"
	}
	return c, nil
}

// otherBits says in what bits two results of a run differ that are alike within the tolerances: of results with the same bits in
// the end, as those of two versions, in which of what is told of them.
func (r *Row) otherBits(o *Row) string {
	if r.Hash != o.Hash {
		return "other bits: " + r.Hash + " and " + o.Hash
	}
	for i := range r.Outcomes {
		a := &r.Outcomes[i]
		k := slices.IndexFunc(o.Outcomes, func(x Outcome) bool { return x.Body == a.Body })
		if k < 0 {
			continue
		}
		b := &o.Outcomes[k]
		if text := cmp.Or(otherNumber(a.Body+" pdof_deg", a.PDOF, b.PDOF), otherNumber(a.Body+" ees", &a.EES, &b.EES), otherImpactSpeed(a, b), otherRest(a, b), otherCriterion(a, b)); text != "" {
			return text
		}
	}
	return "the bodies are in another order"
}

// otherNumber says that two numbers, or nil for none, are not the same, "" if they are.
func otherNumber(name string, a, b *float64) string {
	if sameNumber(a, b) {
		return ""
	}
	text := func(v *float64) string {
		if v == nil {
			return "none"
		}
		return fmt.Sprintf("%.9g", *v)
	}
	return fmt.Sprintf("%s %s and %s", name, text(a), text(b))
}

// otherRest says that a body is at rest in one of two outcomes alone, "" if not.
func otherRest(a, b *Outcome) string {
	if a.Resting != b.Resting {
		return fmt.Sprintf("%s at_rest %v and %v", a.Body, a.Resting, b.Resting)
	}
	return ""
}

// runs compares two results of a run, and says in what they differ by more than the limits; "" for nothing.
func (c *Comparison) runs(a, b *Row, limits []float64) string {
	if a.Failed != b.Failed {
		return fmt.Sprintf("A %s, B %s", ended(a), ended(b))
	}
	var list []string
	for i := range a.Outcomes {
		x := &a.Outcomes[i]
		k := slices.IndexFunc(b.Outcomes, func(o Outcome) bool { return o.Body == x.Body })
		if k < 0 {
			list = append(list, x.Body+" is not in B")
			continue
		}
		y := &b.Outcomes[k]
		apart := [...]float64{math.Abs(x.DeltaV - y.DeltaV), math.Hypot(x.X-y.X, x.Y-y.Y), math.NaN(), math.NaN(), math.NaN()} // NaN: one has none
		switch {
		case x.Heading != nil && y.Heading != nil:
			apart[2] = math.Abs(math.Remainder(*x.Heading-*y.Heading, 360))
		case x.Heading != nil:
			list = append(list, x.Body+" has a heading in A, but is upended in B")
		case y.Heading != nil:
			list = append(list, x.Body+" has a heading in B, but is upended in A")
		}
		if x.EES > 0 || y.EES > 0 {
			apart[3] = math.Abs(x.EES - y.EES)
		}
		if x.ImpactSpeed != nil && y.ImpactSpeed != nil {
			apart[4] = math.Abs(*x.ImpactSpeed - *y.ImpactSpeed)
		}
		for n, d := range apart {
			if math.IsNaN(d) {
				continue
			}
			q := &c.Quantities[n]
			q.count++
			q.RMS += d * d
			if d > q.Largest {
				q.Largest, q.Run, q.Body = d, a.Number, x.Body
			}
			if d > limits[n] {
				u := shownQuantities[q.Quantity]
				list = append(list, fmt.Sprintf("%s %s by %s %s", x.Body, u.name, u.number(d), u.unit))
			}
		}
	}
	if len(b.Outcomes) > len(a.Outcomes) {
		list = append(list, "B has more bodies")
	}
	return strings.Join(list, ", ")
}

func ended(r *Row) string {
	if r.Failed != "" {
		return "fails (" + r.Failed + ")"
	}
	return "has a result"
}

// sweepUnit is a quantity of a comparison, in the unit of texts.
type sweepUnit struct {
	name, unit string
	scale      float64
}

var shownQuantities = map[string]sweepUnit{
	"delta_v": {"delta-v", "km/h", 3.6}, "position": {"position", "m", 1}, "heading_deg": {"heading", "°", 1}, "ees": {"EES", "km/h", 3.6},
	"impact_speed": {"impact speed", "km/h", 3.6},
}

func (u sweepUnit) number(v float64) string { return strconv.FormatFloat(v*u.scale, 'g', 3, 64) }

// manyDifferent is how many runs that differ a text lists.
const manyDifferent = 50

// WriteText writes the comparison for people.
func (c *Comparison) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d runs compared, %d equal", c.Verdict, c.Compared, c.Equal)
	if c.Within > 0 {
		fmt.Fprintf(&b, ", %d within the tolerances", c.Within)
	}
	fmt.Fprintf(&b, ", %d different", c.Different)
	for i, n := range []int{c.OnlyA, c.OnlyB} {
		if n > 0 {
			fmt.Fprintf(&b, "; only %c has %d more", 'A'+i, n)
		}
	}
	b.WriteString("\n")
	if c.A.Engine != c.B.Engine {
		fmt.Fprintf(&b, "  A is of %s, B of %s\n", c.A.Engine, c.B.Engine)
	}
	if c.A.Plan != c.B.Plan {
		b.WriteString("  the plans differ, or scenarios or files that they read\n")
	}
	if c.later {
		b.WriteString("  values of rounds follow from the results before them: where those, or the plans, differ, later rounds have other runs\n")
	}
	if c.Compared == 0 {
		b.WriteString("the sweeps have no run of the same scenario and settings in common: nothing was compared\n")
	}
	if c.Compared > c.Equal && len(c.Quantities) > 0 {
		rows := [][]string{{"differences", "largest", "in run", "of", "RMS"}}
		for _, q := range c.Quantities {
			u := shownQuantities[q.Quantity]
			row := []string{u.name + " [" + u.unit + "]", u.number(q.Largest), "–", "–", u.number(q.RMS)}
			if q.Largest > 0 {
				row[2], row[3] = strconv.Itoa(q.Run), q.Body
			}
			rows = append(rows, row)
		}
		b.WriteString("\n")
		wording.Table(&b, rows, "l")
	}
	if len(c.Runs) > 0 {
		rows := [][]string{{"run", "scenario", "with", "differs in"}}
		for _, r := range c.Runs[:min(len(c.Runs), manyDifferent)] {
			v := Variation{Set: r.Set}
			rows = append(rows, []string{strconv.Itoa(r.Run), r.Scenario, v.Command(), r.What})
		}
		b.WriteString("\n")
		wording.Table(&b, rows, "rlll")
		if n := len(c.Runs) - manyDifferent; n > 0 {
			fmt.Fprintf(&b, "  … and %d more (all are in --json)\n", n)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteJSON writes the comparison as indented JSON.
func (c *Comparison) WriteJSON(w io.Writer) error { return wording.WriteJSON(w, c) }
