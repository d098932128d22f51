package main

import (
	"fmt"
	"strings"

	"github.com/prang-sim/prang/recorder"
)

// breaks is a table of the joints and springs that break at other times, or in one log alone.
func breaks(b *strings.Builder, c *recorder.BreakComparison) {
	const most = 20
	if c == nil {
		return
	}
	fmt.Fprintf(b, "\nbreaks: %d in A alone, %d in B alone", c.OnlyA, c.OnlyB)
	if c.Time > 0 {
		fmt.Fprintf(b, "; in both at most %.4g s apart", float64(c.Time))
	}
	b.WriteString("\n")
	rows := [][]string{{"joint or spring", "between", "and", "time A [s]", "B"}}
	for i := range c.List[:min(len(c.List), most)] {
		r := &c.List[i]
		row := []string{r.Name}
		for _, name := range r.Objects {
			if name == "" {
				name = recorder.WorldName
			}
			row = append(row, name)
		}
		for _, t := range []*recorder.Number{r.A, r.B} {
			row = append(row, secondsOr(t, "–"))
		}
		rows = append(rows, row)
	}
	writeTable(b, rows)
	if n := len(c.List) - most; n > 0 {
		fmt.Fprintf(b, "and %d more; --json has all\n", n)
	}
}

// secondsOr returns a time, or other text where there is none.
func secondsOr(t *recorder.Number, none string) string {
	if t == nil {
		return none
	}
	return fmt.Sprintf("%.6f", float64(*t))
}
