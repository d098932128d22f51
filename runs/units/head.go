package units

import (
	"errors"
	"fmt"
	"strings"
)

// spelledUnits are units as people write them over columns, by their names in quantities.
var spelledUnits = map[string]string{
	"sec": "s", "secs": "s", "second": "s", "seconds": "s", "msec": "ms", "millisecond": "ms", "milliseconds": "ms", "hr": "h", "hour": "h", "kmph": "kmh",
	"metre": "m", "metres": "m", "meter": "m", "meters": "m", "degree": "deg", "degrees": "deg", "percent": "%", "g's": "g", "gs": "g", "g0": "g",
}

// Head returns the unit over a column as quantities write it, "" for SI or a plain number: also one spelled out, in another
// case of letters, or written together, such as sec, KPH and Nm, as far as it is of the wanted dimension.
func Head(text string, want Dimension) (string, error) {
	if text == "" || text == "-" || text == "1" && want == One {
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
		if unitFits(try, want) || try == "g" && want == Acceleration {
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
	return "", fmt.Errorf("%q is %v, but %v is needed: write, for example, the unit of %s", text, dim, want, want.Example())
}
