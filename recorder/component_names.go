package recorder

import (
	"strconv"

	"github.com/prang-sim/prang/sim/record"
)

// ComponentNames returns the names of the components of a column: x, y, z of three, w, x, y, z of an attitude, else
// numbers.
func ComponentNames(c *record.Column) []string {
	switch {
	case c.Owner >= 0 && c.Name == "q" && c.Count == 4:
		return []string{"w", "x", "y", "z"}
	case c.Count == 3:
		return []string{"x", "y", "z"}
	}
	names := make([]string, c.Count)
	for k := range names {
		names[k] = strconv.Itoa(k)
	}
	return names
}
