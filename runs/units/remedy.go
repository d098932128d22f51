package units

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/prang-sim/prang/runs/wording"
)

// unknownUnit is the error of a name that is no unit.
type unknownUnit struct {
	name  string
	power string // the name with its power, as it is written
}

func (u *unknownUnit) Error() string { return fmt.Sprintf("unknown unit %q", u.name) }

// remedy says what to write in place of the unit text that the unknown unit is in. What makes the text that of the wanted
// dimension goes first: another case of letters, then a product of units that is written together, such as Nm, then the
// unit whose name is nearest.
func (u *unknownUnit) remedy(text string, want Dimension) string {
	if u.name != "" && u.name[0] >= '0' && u.name[0] <= '9' {
		return `write one number and its unit, as "4.75 ft" for 4 ft 9 in`
	}
	fits := func(with string) bool { return unitFits(u.replaced(text, with), want) }
	if folded := inKnownCase(text); unitFits(folded, want) {
		return fmt.Sprintf("did you mean %q?", folded)
	}
	products := productsOf(u.power, mostTogether)
	if i := slices.IndexFunc(products, fits); i >= 0 {
		return fmt.Sprintf("write %q", products[i])
	}
	all := unitNames()
	after := strings.TrimPrefix(u.power, u.name)
	fitting := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return !fits(name + after) })
	if len(fitting) > 0 {
		all = fitting
	}
	near := wording.Nearest(u.name, all)
	switch {
	case len(products) > 0 && near != "" && len(fitting) > 0:
		return fmt.Sprintf("did you mean %q, or %q?", near, products[0])
	case len(products) > 0:
		return fmt.Sprintf("write %q", products[0])
	case near != "":
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "the units are " + listedUnits + ", % and what is made of them, such as km/h or m/s^2"
}

// unitForm matches the names of units with their powers, as parseUnit separates them.
var unitForm = regexp.MustCompile(`[^ */·]+`)

// replaced returns the text of a unit with another in place of the unknown one.
func (u *unknownUnit) replaced(text, with string) string {
	return unitForm.ReplaceAllStringFunc(text, func(one string) string {
		if one == u.power {
			return with
		}
		return one
	})
}

// inKnownCase returns the text of a unit with each unknown name in the letters of the unit that differs in case only.
func inKnownCase(text string) string {
	names := unitNames()
	return unitForm.ReplaceAllStringFunc(text, func(one string) string {
		end := strings.IndexAny(one+"^", "^²³")
		name, power := one[:end], one[end:]
		if _, ok := units[name]; ok {
			return one
		}
		if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) }); i >= 0 {
			return names[i] + power
		}
		return one
	})
}

// unitFits reports whether a text is a unit of a dimension.
func unitFits(text string, want Dimension) bool {
	dim, _, err := parseUnit(text)
	return err == nil && dim.serves(want)
}

// mostTogether is how many units written together are told apart.
const mostTogether = 4

// powerForm matches a power behind a unit, with or without its sign ^.
var powerForm = regexp.MustCompile(`^(?:\^?(-?[1-3])|²|³)`)

// productsOf returns the products of up to most units, or powers of one, that make a text when they are written together:
// "N m" for "Nm", "m^2" for "m2". Those with the longest names go first.
func productsOf(text string, most int) []string {
	var list []string
	names := unitNames()
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, name := range names {
		rest, ok := strings.CutPrefix(text, name)
		if !ok {
			continue
		}
		power := powerForm.FindStringSubmatch(rest)
		if power != nil {
			rest = rest[len(power[0]):]
			name += powerText(power)
		}
		if rest == "" {
			list = append(list, name)
		} else if most > 1 {
			for _, more := range productsOf(rest, most-1) {
				list = append(list, name+" "+more)
			}
		}
	}
	return list
}

// powerText returns a power that powerForm has matched as parseUnit reads it.
func powerText(match []string) string {
	if match[1] != "" {
		return "^" + match[1]
	}
	return match[0]
}

// unitNames returns the names of all units, in alphabetical order.
func unitNames() []string { return slices.Sorted(maps.Keys(units)) }
