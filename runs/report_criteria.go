package runs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/wording"
)

// accelerometersText writes the results of the accelerometers: the readings, the criteria of vehicles, and those of heads and
// chests.
func (r *Report) accelerometersText(b *strings.Builder) {
	if len(r.Accelerometers) == 0 {
		return
	}
	if !r.AnyReadings() {
		b.WriteString("\naccelerometers: none was struck\n")
		return
	}
	b.WriteString("\naccelerometers [g], SAE J211\n")
	first := []string{"body", "point", "CFC 60 x", "y", "z", "size", "at [s]", "CFC 180 size"}
	if r.HasSeverity() {
		first = append(first, "ASI", "OIV long., lat. [m/s]", "at [s]", "ridedown x, y")
	}
	rows := [][]string{first}
	for i := range r.Accelerometers {
		a := &r.Accelerometers[i]
		row := []string{a.Body, a.Name}
		if p := a.CFC60; p != nil {
			row = append(row, wording.Fixed(p.X, 1), wording.Fixed(p.Y, 1), wording.Fixed(p.Z, 1), wording.Fixed(p.Resultant, 1), wording.Fixed(p.Time, 3), wording.Fixed(a.CFC180.Resultant, 1))
		}
		if a.Severity != nil {
			row = append(row, wording.Fixed(a.Severity.ASI, 2))
			if o := a.Severity.OIV; o != nil {
				row = append(row, wording.Fixed(o.Longitudinal, 2)+", "+wording.Fixed(o.Lateral, 2), wording.Fixed(o.Time, 3), wording.Fixed(o.RidedownX, 1)+", "+wording.Fixed(o.RidedownY, 1))
			}
		}
		rows = append(rows, dashed(row, len(first)))
	}
	wording.Table(b, rows, "ll")
	fmt.Fprintf(b, "  from the first touch on, for %g s or to the end of the last impact, %g s at most; in the body's axes, without weight;\n"+
		"  the engine's impulses are spread as half sines of %g s, or of their crush time%s\n", reconstruct.GaugeTime, reconstruct.GaugeMost, reconstruct.Pulse, r.givenPulses())
	if slices.ContainsFunc(r.Accelerometers, func(a reconstruct.Accelerometer) bool { return a.From != nil }) {
		fmt.Fprintf(b, "  of driven bodies, heads and chests from %g s before the first touch on, or from the start of the run\n", reconstruct.GaugeTime)
	}
	r.pulsesText(b)
	for _, line := range r.LaterCollisions() {
		fmt.Fprintf(b, "  %s\n", line)
	}
	r.criteriaText(b)
}

// AnyReadings reports whether an accelerometer has results: others were not struck.
func (r *Report) AnyReadings() bool {
	return slices.ContainsFunc(r.Accelerometers, func(a reconstruct.Accelerometer) bool { return a.CFC60 != nil })
}

// HasSeverity reports whether an accelerometer has ASI or OIV.
func (r *Report) HasSeverity() bool {
	return slices.ContainsFunc(r.Accelerometers, func(a reconstruct.Accelerometer) bool { return a.Severity != nil })
}

// CollisionPulses returns the table of the pulses of vehicles' largest collisions and of what occupants meet; its first row has
// the heads of the columns. It is nil without any.
func (r *Report) CollisionPulses() [][]string {
	rows := [][]string{{"body", "point", "from [s]", "to [s]", "delta-v long., lat. [km/h]", "pulse [s]", "OLC [g]", "THIV [km/h]", "at [s]", "PHD [g]"}}
	for i := range r.Accelerometers {
		a := &r.Accelerometers[i]
		if a.Collision == nil && a.THIV == nil {
			continue
		}
		row := []string{a.Body, a.Name, "–", "–", "–", "–", "–", "–", "–", "–"}
		if c := a.Collision; c != nil {
			row[2], row[3], row[4], row[5] = wording.Fixed(c.From, 3), wording.Fixed(c.Until, 3), wording.KMH(c.DeltaVX)+", "+wording.KMH(c.DeltaVY), "simulated"
			if c.AssumedPulse != nil {
				row[5] = wording.Fixed(*c.AssumedPulse, 3)
			}
			if c.OLC != nil {
				row[6] = wording.Fixed(c.OLC.Value, 1)
			}
		}
		if t := a.THIV; t != nil {
			row[7], row[8], row[9] = wording.KMH(t.Value), wording.Fixed(t.Time, 3), wording.Fixed(t.PHD, 1)
		}
		rows = append(rows, row)
	}
	return someRows(rows)
}

// LaterCollisions returns a line for each accelerometer that was in more collisions than one: which of them what is told of
// occupants is of; and one that says what a collision is.
func (r *Report) LaterCollisions() (lines []string) {
	for i := range r.Accelerometers {
		a := &r.Accelerometers[i]
		if len(a.Later) == 0 {
			continue
		}
		var of []string
		add := func(name string, from float64) { of = append(of, name+" from "+wording.Fixed(from, 3)+" s") }
		if s := a.Severity; s != nil && s.OIV != nil {
			add("OIV", s.OIV.From)
		}
		if a.THIV != nil {
			add("THIV", a.THIV.From)
		}
		if c := a.Collision; c != nil && c.OLC != nil {
			add("OLC", c.OLC.From)
		}
		if len(of) > 0 {
			lines = append(lines, fmt.Sprintf("%s, %s: %d collisions, and of each criterion the worst: %s", a.Body, a.Name, len(a.Later)+1, strings.Join(of, ", ")))
		}
	}
	if len(lines) > 0 {
		lines = append(lines, fmt.Sprintf("a collision begins after %g s without an impulse, with the occupant at rest in his place", reconstruct.CollisionGap))
	}
	return lines
}

// MarkedTable is a table, and lines that say what its marks mean.
type MarkedTable struct {
	Rows  [][]string // the first has the heads of the columns
	Notes []string
}

// LoadCriteria returns the table of the criteria of heads and chests; nil without any.
func (r *Report) LoadCriteria() *MarkedTable {
	rows := [][]string{{"body", "point", "HIC15", "from, to [s]", "HIC36", "from, to [s]", "3 ms [g]", "CFC 180", "CFC 1000 size [g]", "at [s]"}}
	var m marks
	for i := range r.Accelerometers {
		a := &r.Accelerometers[i]
		l := a.Load
		if l == nil {
			continue
		}
		row := []string{a.Body, a.Name}
		for _, h := range [...]*reconstruct.HIC{l.HIC15, l.HIC36} {
			switch {
			case h == nil:
				row = append(row, "–", "–")
			case h.Value == nil:
				row = append(row, m.unknown(), "–")
			default:
				row = append(row, wording.Fixed(*h.Value, hicDecimals(*h.Value))+m.of(&h.Basis), wording.Fixed(h.From, 3)+", "+wording.Fixed(h.Until, 3))
			}
		}
		for _, c := range [...]*reconstruct.Clip{l.Clip, l.Chest} {
			switch {
			case c == nil:
				row = append(row, "–")
			case c.Level == nil:
				row = append(row, m.unknown())
			default:
				row = append(row, wording.Fixed(*c.Level, 1)+m.of(&c.Basis))
			}
		}
		rows = append(rows, append(row, wording.Fixed(l.CFC1000.Resultant, 1)+m.of(&l.CFC1000.Basis), wording.Fixed(l.CFC1000.Time, 3)))
	}
	if rows = someRows(rows); rows == nil {
		return nil
	}
	return &MarkedTable{rows, m.notes()}
}

// someRows returns nil for a table that has heads alone.
func someRows(rows [][]string) [][]string {
	if len(rows) == 1 {
		return nil
	}
	return rows
}

// hicDecimals is how many decimals of the criterion say something: none of one that matters.
func hicDecimals(v float64) int {
	if v < 10 {
		return 1
	}
	return 0
}

// marks collects what values are made of.
type marks struct {
	pulses, steps []float64 // [s]
	unknowns      bool
}

// unknown is the mark of a value that is not known.
func (m *marks) unknown() string {
	m.unknowns = true
	return "?"
}

// of returns the marks of a value.
func (m *marks) of(b *reconstruct.Basis) (text string) {
	if p := b.AssumedPulse; p != nil {
		text = "*"
		m.pulses = append(m.pulses, *p)
	}
	if s := b.Step; s != nil {
		text += "~"
		m.steps = append(m.steps, *s)
	}
	if b.Unknown {
		text += m.unknown()
	}
	return text
}

func (m *marks) notes() (list []string) {
	if m.unknowns {
		list = append(list, fmt.Sprintf("? impulses of unknown length, spread over %g s as those of vehicles, may be harder: give the accelerometer a pulse, such as 15 ms", reconstruct.Pulse))
	}
	if len(m.pulses) > 0 {
		list = append(list, "* an impulse spread as half a sine of "+seconds(m.pulses)+", not simulated: twice that length gives half the size, a third of the HIC")
	}
	if len(m.steps) > 0 {
		list = append(list, "~ forces that are means over steps of "+seconds(m.steps)+": make the step 1 ms or less")
	}
	return list
}

// seconds lists times, each once.
func seconds(list []float64) string {
	list = slices.Clone(list)
	slices.Sort(list)
	var texts []string
	for _, v := range list {
		if text := strconv.FormatFloat(v, 'g', 3, 64); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, ", ") + " s"
}

func (r *Report) pulsesText(b *strings.Builder) {
	rows := r.CollisionPulses()
	if rows == nil {
		return
	}
	b.WriteString("\nlargest collision of each accelerometer, CFC 180\n")
	wording.Table(b, rows, "ll")
	fmt.Fprintf(b, "  OLC: free for 65 mm, held in 235 mm, from the beginning of the collision; THIV, PHD: EN 1317-1; pulse: of the half sine that is assumed\n")
}

func (r *Report) criteriaText(b *strings.Builder) {
	t := r.LoadCriteria()
	if t == nil {
		return
	}
	b.WriteString("\nheads and chests\n")
	wording.Table(b, t.Rows, "ll")
	fmt.Fprintf(b, "  HIC, 3 ms and size by CFC 1000 as of heads, beside it 3 ms by CFC 180 as of chests: exceeded for 3 ms in sum, within 0.2 s\n")
	for _, n := range t.Notes {
		fmt.Fprintf(b, "  %s\n", n)
	}
}

// givenPulses says that accelerometers have a pulse of their own.
func (r *Report) givenPulses() string {
	if slices.ContainsFunc(r.Accelerometers, func(a reconstruct.Accelerometer) bool { return a.Pulse != nil }) {
		return ", or of the pulse of the accelerometer"
	}
	return ""
}

// dashed fills a row up with dashes.
func dashed(row []string, n int) []string {
	for len(row) < n {
		row = append(row, "–")
	}
	return row
}
