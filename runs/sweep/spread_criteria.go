package sweep

import (
	"fmt"
	"slices"
	"strings"

	"github.com/prang-sim/prang/runs"
)

// CriterionValue is a criterion of an accelerometer. Quantity is the name of the accelerometer, a dot, and hic15, hic36, clip3ms_g,
// clip3ms_cfc180_g, asi, oiv_x, oiv_y, thiv (m/s), phd_g or olc_g; where it was in several collisions also oiv_from, thiv_from and
// olc_from, when that begins which these are of (s).
type CriterionValue struct {
	Quantity string  `json:"quantity"`
	Value    float64 `json:"value"`
}

// shownCriteria are the names of the quantities in text reports; those of speeds are in km/h there.
var shownCriteria = []struct {
	suffix, name string
	speed        bool
}{
	{"hic15", "HIC15", false}, {"hic36", "HIC36", false}, {"clip3ms_g", "3 ms [g]", false}, {"clip3ms_cfc180_g", "3 ms, CFC 180 [g]", false},
	{"asi", "ASI", false}, {"oiv_x", "OIV long. [km/h]", true}, {"oiv_y", "OIV lat. [km/h]", true},
	{"oiv_from", "OIV from [s]", false}, {"thiv", "THIV [km/h]", true}, {"phd_g", "PHD [g]", false}, {"thiv_from", "THIV from [s]", false},
	{"olc_g", "OLC [g]", false}, {"olc_from", "OLC from [s]", false},
}

// shownCriterion returns the name of the quantity of a CriterionValue in text reports, and whether it is a speed.
func shownCriterion(quantity string) (name string, speed bool) {
	i := strings.LastIndexByte(quantity, '.') // names of accelerometers have dots, too
	for _, c := range shownCriteria {
		if i >= 0 && quantity[i+1:] == c.suffix {
			return quantity[:i] + ", " + c.name, c.speed
		}
	}
	return quantity, false
}

// criteriaOf returns the criteria of the accelerometers of a body that have values.
func criteriaOf(r *runs.Report, body string) (list []CriterionValue) {
	for i := range r.Accelerometers {
		a := &r.Accelerometers[i]
		if a.Body != body {
			continue
		}
		add := func(name string, v *float64) {
			if v != nil {
				list = append(list, CriterionValue{a.Name + "." + name, *v})
			}
		}
		if l := a.Load; l != nil {
			if l.HIC15 != nil {
				add("hic15", l.HIC15.Value)
			}
			if l.HIC36 != nil {
				add("hic36", l.HIC36.Value)
			}
			if l.Clip != nil {
				add("clip3ms_g", l.Clip.Level)
			}
			if l.Chest != nil {
				add("clip3ms_cfc180_g", l.Chest.Level)
			}
		}
		from := func(name string, v *float64) {
			if len(a.Later) > 0 {
				add(name, v)
			}
		}
		if s := a.Severity; s != nil {
			add("asi", &s.ASI)
			if s.OIV != nil {
				add("oiv_x", &s.OIV.Longitudinal)
				add("oiv_y", &s.OIV.Lateral)
				from("oiv_from", &s.OIV.From)
			}
		}
		if t := a.THIV; t != nil {
			add("thiv", &t.Value)
			add("phd_g", &t.PHD)
			from("thiv_from", &t.From)
		}
		if c := a.Collision; c != nil && c.OLC != nil {
			add("olc_g", &c.OLC.Value)
			from("olc_from", &c.OLC.From)
		}
	}
	return list
}

// criterion returns the value of a quantity; false where the outcome does not have it.
func (o *Outcome) criterion(quantity string) (float64, bool) {
	i := slices.IndexFunc(o.Criteria, func(c CriterionValue) bool { return c.Quantity == quantity })
	if i < 0 {
		return 0, false
	}
	return o.Criteria[i].Value, true
}

// otherCriterion says which criterion of a body two outcomes have other values of, "" for none. Those that one of them does
// not have, as one of an earlier version, do not count.
func otherCriterion(a, b *Outcome) string {
	for _, c := range a.Criteria {
		if v, ok := b.criterion(c.Quantity); ok && v != c.Value {
			return fmt.Sprintf("%s %s %.9g and %.9g", a.Body, c.Quantity, c.Value, v)
		}
	}
	return ""
}

// criteriaOfBody returns the quantities of the criteria that some variation has of a body: accelerometer by accelerometer, in
// the order of shownCriteria.
func criteriaOfBody(variations []*Variation, body string) (names []string) {
	var points []string
	has := map[string]bool{}
	for _, v := range variations {
		for i := range v.Outcomes {
			if v.Outcomes[i].Body != body {
				continue
			}
			for _, c := range v.Outcomes[i].Criteria {
				has[c.Quantity] = true
				if point := c.Quantity[:strings.LastIndexByte(c.Quantity, '.')+1]; !slices.Contains(points, point) {
					points = append(points, point)
				}
			}
		}
	}
	for _, point := range points {
		for _, c := range shownCriteria {
			if has[point+c.suffix] {
				names = append(names, point+c.suffix)
			}
		}
	}
	return names
}

// criterion returns a criterion of a body in all variations that have it.
func (s *Spread) criterion(body, quantity string) (values []float64) {
	for _, v := range s.Variations {
		for i := range v.Outcomes {
			if o := &v.Outcomes[i]; o.Body == body {
				if x, ok := o.criterion(quantity); ok {
					values = append(values, x)
				}
			}
		}
	}
	return values
}
