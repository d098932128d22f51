package scenariofile

import (
	"fmt"
	"math/big"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
)

// unitRow takes a first row without any number, in which measuring systems write the units, for those of columns without one.
func (r *reader) unitRow(h *history) {
	if len(h.table.rows) < 2 {
		return
	}
	bare := func(c historyCell) string { return strings.TrimSpace(strings.Trim(c.text, "[]()")) }
	for i := range h.used {
		u := &h.used[i]
		c := h.table.cell(0, u.at)
		if _, number := h.table.decimalOf(c.text); number {
			return
		}
		if _, err := units.Head(bare(c), u.dim); i == 0 && (err != nil || bare(c) == "") {
			return
		}
	}
	h.first = 1
	for i := range h.used {
		if u := &h.used[i]; u.unit == "" {
			u.head = h.table.cell(0, u.at)
			u.unit = bare(u.head)
		}
	}
}

// checkUnit makes the unit over a column that of quantities.
func (h *history) checkUnit(u *usedColumn) {
	if u.word {
		return
	}
	unit, err := units.Head(u.unit, u.dim)
	if err != nil {
		h.failAt(u.head, h.Path, "column %s: %v", u.name, err)
		return
	}
	u.unit = unit
}

// readConversions reads scale and shift.
func (r *reader) readConversions(h *history) {
	scales := map[string]*big.Rat{}
	texts := map[string]string{}
	if n := h.Values["scale"]; n != nil && n.Kind == yaml.MappingNode {
		r.Entries(n, document.Join(h.Path, "scale"), func(k, v *yaml.Node) {
			path := document.Join(document.Join(h.Path, "scale"), wording.Clip(k.Value))
			found := false
			for i := range h.used {
				u := &h.used[i]
				found = found || !u.word && u.name != "time" && (u.name == k.Value || u.key == k.Value)
			}
			if !found {
				r.Report(k, path, "scales no column: the columns that are read are %s", strings.Join(h.scalable(), ", "))
				return
			}
			if _, exact, ok := r.Quantity(v, path, units.One); ok {
				scales[k.Value], texts[k.Value] = exact.Rat(), r.Written(document.Resolve(v))
			}
		})
	} else if _, exact, ok := h.Exact("scale", units.One); ok {
		scale := exact.Rat()
		for _, name := range h.scalable() {
			scales[name], texts[name] = scale, r.Written(n)
		}
	}
	var shift [2]*big.Rat // of time; of x and y
	switch n := h.Values["shift"]; {
	case n == nil:
	case h.kind != pathPoint:
		if _, exact, ok := h.Exact("shift", units.Time); ok {
			shift[0] = exact.Rat()
		}
	case n.Kind != yaml.SequenceNode || len(n.Content) != 2:
		h.Fail("shift", "%s where two lengths are needed: write [x, y], which is added to each point", document.Describe(n))
	default:
		for i, c := range n.Content {
			if _, exact, ok := r.Quantity(c, document.At(document.Join(h.Path, "shift"), i), units.Length); ok {
				shift[i] = exact.Rat()
			}
		}
	}
	for i := range h.used {
		u := &h.used[i]
		c := &units.Conversion{}
		for _, name := range []string{u.key, u.name} { // that of the column counts
			if s := scales[name]; s != nil {
				c.Scale, c.Text = s, " × "+texts[name]
			}
		}
		if u.name == "time" || h.kind == pathPoint {
			if s := shift[max(u.axis, 0)]; s != nil && s.Sign() != 0 {
				v, _ := s.Float64()
				c.Shift, c.Text = s, c.Text+fmt.Sprintf(" %+g %s", v, map[bool]string{true: "s", false: "m"}[u.dim == units.Time])
			}
		}
		if c.Scale != nil || c.Shift != nil {
			u.conversion = c
		}
	}
}

// scalable lists the columns that are read and can be scaled.
func (h *history) scalable() (names []string) {
	for i := range h.used {
		if u := &h.used[i]; !u.word && u.name != "time" {
			names = append(names, u.name)
		}
	}
	return names
}
