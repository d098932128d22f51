package main

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// derivedFields are quantities that follow from the columns of a body or mover.
var derivedFields = []struct {
	name, unit string
	count      int
	value      func(o *fieldOwner, values []float64) []float64 // nil if the columns are missing
}{
	{"speed", "m/s", 1, func(o *fieldOwner, values []float64) []float64 {
		v := o.valuesOf("v", 3, values)
		if v == nil {
			return nil
		}
		return []float64{geom.Vec{X: v[0], Y: v[1], Z: v[2]}.Len()}
	}},
	{"yaw", degrees, 1, func(o *fieldOwner, values []float64) []float64 { return o.euler(0, values) }},
	{"pitch", degrees, 1, func(o *fieldOwner, values []float64) []float64 { return o.euler(1, values) }},
	{"roll", degrees, 1, func(o *fieldOwner, values []float64) []float64 { return o.euler(2, values) }},
	{"w", "rad/s", 3, func(o *fieldOwner, values []float64) []float64 {
		q, l := o.valuesOf("q", 4, values), o.valuesOf("L", 3, values)
		if q == nil || l == nil {
			return nil
		}
		att := geom.Quat{W: q[0], V: geom.Vec{X: q[1], Y: q[2], Z: q[3]}}
		w := att.Rotate(o.invInertia.Apply(att.RotateInv(geom.Vec{X: l[0], Y: l[1], Z: l[2]})))
		return []float64{w.X, w.Y, w.Z}
	}},
}

// field is a requested quantity: a column, one of its components, or a derived quantity.
type field struct {
	name       string
	world      bool // of the world, else of bodies and movers
	flow       bool // what a step has added, not the state at its end
	unit       string
	components []string // names of its values; nil for one
	column     string   // "" for a derived one
	at         int      // the first of the components of the column that is meant
	derived    func(o *fieldOwner, values []float64) []float64
}

// fieldOwner is a body or mover that was chosen, or the world, with its columns.
type fieldOwner struct {
	name       string
	world      bool
	columns    []ownedColumn
	invInertia geom.Mat3
	ledger     *runs.LedgerReader // of the world; nil where the log has none
	springs    *runs.Springs      // of the world; nil where the log has none, or none was asked for
	limits     *runs.JointLimits  // likewise
	step       int64              // of the frame whose values are asked for
}

// fields is the requested table of quantities.
type fields struct {
	list   []field
	owners []fieldOwner
	widths []int
	sums   *export.LedgerSums // nil for flows of single steps
	sum    []float64          // values with the sums of the interval that the frame ends; nil where a step is missing
}

// newFields finds the quantities by their names: x, x.z, wheel.omega, speed. Springs and limits may be nil.
func newFields(cmd *cobra.Command, h *recorder.Header, columns []ownedColumn, chosen []bool, spec string, springs *runs.Springs, limits *runs.JointLimits) (*fields, error) {
	f := &fields{}
	world := fieldOwner{name: export.World, world: true, springs: springs, limits: limits}
	if l, ok := runs.NewLedgerReader(h); ok {
		world.ledger = l
	}
	for _, c := range columns {
		if c.Owner < 0 {
			world.columns = append(world.columns, c)
		}
		if c.Owner < 0 || !chosen[c.Owner] {
			continue
		}
		// The columns of wheels come after those of all bodies.
		k := slices.IndexFunc(f.owners, func(o fieldOwner) bool { return o.columns[0].Owner == c.Owner })
		if k < 0 {
			o := &h.Objects[c.Owner]
			inv, _ := o.Inertia.Inverse()
			k = len(f.owners)
			f.owners = append(f.owners, fieldOwner{name: o.Name, invInertia: inv})
		}
		f.owners[k].columns = append(f.owners[k].columns, c)
	}
	for _, name := range strings.Split(spec, ",") {
		if name = strings.TrimSpace(name); name == "" {
			return nil, usagef(cmd, "--fields %s: a name is missing at a comma: remove the comma", spec)
		}
		one, ok := f.find(name)
		if !ok {
			one, ok = world.find(name)
		}
		if !ok {
			return nil, usagef(cmd, "--fields %q: %s", name, f.remedyFor(name, &world))
		}
		if slices.ContainsFunc(f.list, func(o field) bool { return o.name == name }) {
			return nil, usagef(cmd, "--fields %s: %s is there twice: leave one of them out", spec, name)
		}
		f.list = append(f.list, one)
	}
	if !f.ofBodies() {
		f.owners = nil
	}
	if slices.ContainsFunc(f.list, func(one field) bool { return one.world }) {
		f.owners = append(f.owners, world)
	}
	for i := range f.list {
		for _, title := range f.list[i].titles(true) {
			f.widths = append(f.widths, max(12, wording.Width(title)))
		}
	}
	return f, nil
}

// checkTitles refuses columns of the same name in a table of comma-separated values: those of x and x.z.
func (f *fields) checkTitles(cmd *cobra.Command, spec string) error {
	of := map[string]string{} // the field by the title
	for i := range f.list {
		name := f.list[i].name
		for _, title := range f.list[i].titles(false) {
			if before, ok := of[title]; ok {
				return usagef(cmd, "--fields %s: %s would be there twice, by %s and %s: leave one of them out", spec, title, before, name)
			}
			of[title] = name
		}
	}
	return nil
}

// ofBodies reports whether a field is one of bodies or movers.
func (f *fields) ofBodies() bool {
	return slices.ContainsFunc(f.list, func(one field) bool { return !one.world })
}

// find returns the field of a name.
func (f *fields) find(name string) (field, bool) {
	for i := range f.owners {
		if one, ok := f.owners[i].column(name); ok {
			return one, true
		}
	}
	for _, d := range derivedFields {
		if one, ok := (field{name: name, unit: d.unit, derived: d.value}).part(d.name, name, d.count); ok {
			return one, true
		}
	}
	return field{}, false
}

// column returns the field of a column, or of one of its components, by its name.
func (o *fieldOwner) column(name string) (field, bool) {
	for _, c := range o.columns {
		one := field{name: name, world: o.world, unit: c.Unit, column: c.Name}
		parts := recorder.ComponentNames(c.Column)
		if c.Name == name {
			if len(parts) > 1 {
				one.components = parts
			}
			return one, true
		}
		if part, ok := strings.CutPrefix(name, c.Name+"."); ok && len(parts) > 1 {
			if one.at = slices.Index(parts, part); one.at >= 0 {
				return one, true
			}
		}
	}
	return field{}, false
}

// known lists the names of fields.
func (f *fields) known() []string {
	var names []string
	for i := range f.owners {
		for _, c := range f.owners[i].columns {
			if !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
	}
	for _, d := range derivedFields {
		names = append(names, d.name)
	}
	return names
}

// remedyFor returns the remedy for an unknown name: the fields that exist, or those of the ledger or of joints if the
// name looks like one of them.
func (f *fields) remedyFor(name string, world *fieldOwner) string {
	switch rows := world.rows(); {
	case strings.HasPrefix(name, record.LedgerPrefix) && rows == "":
		return "the log has no ledger"
	case strings.HasPrefix(name, record.LedgerPrefix):
		return "the ledger has no such row; there are " + rows
	case strings.HasPrefix(name, jointPrefix):
		return world.jointRemedy(name)
	case strings.HasPrefix(name, springPrefix):
		return world.springRemedy(name)
	}
	has := ""
	if known := world.known(); len(known) > 0 {
		has = "; the world has " + strings.Join(known, ", ")
	}
	return fmt.Sprintf("no body has it; there are %s%s", strings.Join(f.known(), ", "), has)
}

// degrees is the one unit of fields that is not SI.
const degrees = "°"

// key is the name of a field where units are not written, in JSON and CSV: the unit is part of it if that is not SI.
func (f *field) key() string {
	if f.unit == degrees {
		return f.name + "_deg"
	}
	return f.name
}

// titles names the values of a field, with their units or by its key.
func (f *field) titles(unit bool) []string {
	name := f.name
	if !unit {
		name = f.key()
	}
	names := []string{name}
	if f.components != nil {
		names = nil
		for _, c := range f.components {
			names = append(names, name+"."+c)
		}
	}
	if unit && f.unit != "" && f.unit != "1" {
		for i := range names {
			names[i] += " [" + f.unit + "]"
		}
	}
	return names
}

// of returns the values of field j of an owner in the frame that was added last, nil where it has none.
func (f *fields) of(j int, o *fieldOwner, frame *record.Frame) []float64 {
	values := frame.Values
	o.step = frame.Step
	if f.sums != nil && f.list[j].flow {
		if values = f.sum; values == nil {
			return nil
		}
	}
	return f.list[j].of(o, values)
}

// of returns the values of a field of an owner, nil where it has none.
func (f *field) of(o *fieldOwner, values []float64) []float64 {
	if f.world != o.world {
		return nil
	}
	if f.derived != nil {
		return f.derived(o, values)
	}
	for _, c := range o.columns {
		if c.Name == f.column && int(c.Count) >= f.at+max(1, len(f.components)) {
			return values[c.at+f.at:][:max(1, len(f.components))]
		}
	}
	return nil
}

// valuesOf returns the values of the owner's column of a name and a number of components, nil for none.
func (o *fieldOwner) valuesOf(name string, count int, values []float64) []float64 {
	for _, c := range o.columns {
		if c.Name == name && int(c.Count) == count {
			return values[c.at : c.at+count]
		}
	}
	return nil
}

func (o *fieldOwner) euler(which int, values []float64) []float64 {
	q := o.valuesOf("q", 4, values)
	if q == nil {
		return nil
	}
	yaw, pitch, roll := eulerAngles(geom.Quat{W: q[0], V: geom.Vec{X: q[1], Y: q[2], Z: q[3]}})
	return [][]float64{{yaw}, {pitch}, {roll}}[which]
}

// heading writes the header line of the table.
func (f *fields) heading(w *bufio.Writer, width int) {
	fmt.Fprintf(w, "%10s  %s", "time [s]", padded("body", width))
	k := 0
	for i := range f.list {
		for _, title := range f.list[i].titles(true) {
			fmt.Fprintf(w, "  %s%s", padded("", f.widths[k]-wording.Width(title)), title)
			k++
		}
	}
	fmt.Fprintln(w)
}

// text writes a line for each body. Values that a body does not have are blank.
func (f *fields) text(w *bufio.Writer, frame *record.Frame, width int) error {
	var err error
	for i := range f.owners {
		o := &f.owners[i]
		line := fmt.Sprintf("%10.6f  %s", frame.Time, padded(o.name, width))
		k := 0
		for j := range f.list {
			values := f.of(j, o, frame)
			for n := range max(1, len(f.list[j].components)) {
				cell := ""
				if values != nil {
					cell = strconv.FormatFloat(values[n]+0, 'g', 6, 64)
				}
				line += fmt.Sprintf("  %*s", f.widths[k], cell)
				k++
			}
		}
		_, err = fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	return err
}

// titles returns the first row of a table of comma-separated values.
func (f *fields) titles() []string {
	row := []string{"step", "time", "object"}
	for i := range f.list {
		row = append(row, f.list[i].titles(false)...)
	}
	return row
}

// csv writes a row for each body, with numbers that read back to the same bits.
func (f *fields) csv(w *csv.Writer, frame *record.Frame) error {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for i := range f.owners {
		o := &f.owners[i]
		row := []string{strconv.FormatInt(frame.Step, 10), number(frame.Time), o.name}
		for j := range f.list {
			values := f.of(j, o, frame)
			for n := range max(1, len(f.list[j].components)) {
				cell := ""
				if values != nil {
					cell = number(values[n])
				}
				row = append(row, cell)
			}
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	return nil
}

// objects returns the values by object and field, as a frame's line of JSON has them.
func (f *fields) objects(frame *record.Frame) map[string]map[string][]recorder.Number {
	all := map[string]map[string][]recorder.Number{}
	for i := range f.owners {
		o := &f.owners[i]
		if o.world {
			continue
		}
		all[o.name] = map[string][]recorder.Number{}
		for j := range f.list {
			if values := f.of(j, o, frame); values != nil {
				all[o.name][f.list[j].key()] = numbersOf(values)
			}
		}
	}
	return all
}

// world returns the values of the world by field, nil where none was asked for.
func (f *fields) world(frame *record.Frame) map[string][]recorder.Number {
	if len(f.owners) == 0 || !f.owners[len(f.owners)-1].world {
		return nil
	}
	all := map[string][]recorder.Number{}
	for j := range f.list {
		if values := f.of(j, &f.owners[len(f.owners)-1], frame); values != nil {
			all[f.list[j].key()] = numbersOf(values)
		}
	}
	return all
}

func numbersOf(values []float64) []recorder.Number {
	list := make([]recorder.Number, len(values))
	for n, v := range values {
		list[n] = recorder.Number(v)
	}
	return list
}

// allFields names every column that a chosen body or mover has.
func allFields(h *recorder.Header, chosen []bool) string {
	var names []string
	for i := range h.Columns {
		c := &h.Columns[i]
		if c.Owner >= 0 && chosen[c.Owner] && !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	return strings.Join(names, ",")
}
