package runs

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"go.yaml.in/yaml/v4"
)

// conversion is what a number of a file is multiplied by and then shifted by.
type conversion struct {
	scale, shift *big.Rat // nil for none
	text         string   // behind the number, in messages
}

func (c *conversion) of(v *big.Rat) *big.Rat {
	v = new(big.Rat).Set(v)
	if c.scale != nil {
		v.Mul(v, c.scale)
	}
	if c.shift != nil {
		v.Add(v, c.shift)
	}
	return v
}

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
		if _, err := headUnit(bare(c), u.dim); i == 0 && (err != nil || bare(c) == "") {
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
	unit, err := headUnit(u.unit, u.dim)
	if err != nil {
		h.failAt(u.head, h.path, "column %s: %v", u.name, err)
		return
	}
	u.unit = unit
}

// spelledUnits are units as people write them over columns, by their names in quantities.
var spelledUnits = map[string]string{
	"sec": "s", "secs": "s", "second": "s", "seconds": "s", "msec": "ms", "millisecond": "ms", "milliseconds": "ms", "hr": "h", "hour": "h", "kmph": "kmh",
	"metre": "m", "metres": "m", "meter": "m", "meters": "m", "degree": "deg", "degrees": "deg", "percent": "%", "g's": "g", "gs": "g", "g0": "g",
}

// headUnit returns the unit over a column as quantities write it, "" for SI or a plain number: also one spelled out, in another
// case of letters, or written together, such as sec, KPH and Nm, as far as it is of the wanted dimension.
func headUnit(text string, want dimension) (string, error) {
	if text == "" || text == "-" || text == "1" && want == dimOne {
		return "", nil
	}
	spelled := unitForm.ReplaceAllStringFunc(text, func(one string) string {
		if unit, ok := spelledUnits[strings.ToLower(one)]; ok {
			return unit
		}
		return one
	})
	tries := []string{text, spelled, inKnownCase(spelled)}
	for range mostTogether { // each may mend one name
		last := tries[len(tries)-1]
		_, _, err := parseUnit(last)
		var unknown *unknownUnit
		if !errors.As(err, &unknown) {
			break
		}
		for _, p := range productsOf(unknown.power, mostTogether) {
			tries = append(tries, unknown.replaced(last, p))
		}
	}
	for _, try := range tries {
		if unitFits(try, want) || try == "g" && want == dimAcceleration {
			return try, nil
		}
	}
	dim, _, err := parseUnit(text)
	var unknown *unknownUnit
	switch {
	case errors.As(err, &unknown):
		return "", fmt.Errorf("%w: %s", err, unknown.remedy(text, want))
	case err != nil:
		return "", err
	}
	return "", fmt.Errorf("%q is %v, but %v is needed: write, for example, the unit of %s", text, dim, want, example[want])
}

// readConversions reads scale and shift.
func (r *reader) readConversions(h *history) {
	scales := map[string]*big.Rat{}
	texts := map[string]string{}
	if n := h.values["scale"]; n != nil && n.Kind == yaml.MappingNode {
		r.entries(n, join(h.path, "scale"), func(k, v *yaml.Node) {
			path := join(join(h.path, "scale"), clip(k.Value))
			found := false
			for i := range h.used {
				u := &h.used[i]
				found = found || !u.word && u.name != "time" && (u.name == k.Value || u.key == k.Value)
			}
			if !found {
				r.report(k, path, "scales no column: the columns that are read are %s", strings.Join(h.scalable(), ", "))
				return
			}
			if _, exact, ok := r.quantity(v, path, dimOne); ok {
				scales[k.Value], texts[k.Value] = exact.rat(), r.written(resolve(v))
			}
		})
	} else if _, exact, ok := h.exact("scale", dimOne); ok {
		scale := exact.rat()
		for _, name := range h.scalable() {
			scales[name], texts[name] = scale, r.written(n)
		}
	}
	var shift [2]*big.Rat // of time; of x and y
	switch n := h.values["shift"]; {
	case n == nil:
	case h.kind != pathPoint:
		if _, exact, ok := h.exact("shift", dimTime); ok {
			shift[0] = exact.rat()
		}
	case n.Kind != yaml.SequenceNode || len(n.Content) != 2:
		h.fail("shift", "%s where two lengths are needed: write [x, y], which is added to each point", describe(n))
	default:
		for i, c := range n.Content {
			if _, exact, ok := r.quantity(c, at(join(h.path, "shift"), i), dimLength); ok {
				shift[i] = exact.rat()
			}
		}
	}
	for i := range h.used {
		u := &h.used[i]
		c := &conversion{}
		for _, name := range []string{u.key, u.name} { // that of the column counts
			if s := scales[name]; s != nil {
				c.scale, c.text = s, " × "+texts[name]
			}
		}
		if u.name == "time" || h.kind == pathPoint {
			if s := shift[max(u.axis, 0)]; s != nil && s.Sign() != 0 {
				v, _ := s.Float64()
				c.shift, c.text = s, c.text+fmt.Sprintf(" %+g %s", v, map[bool]string{true: "s", false: "m"}[u.dim == dimTime])
			}
		}
		if c.scale != nil || c.shift != nil {
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
