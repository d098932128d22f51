package main

import (
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/compare"
)

// breaks is a table of the joints and springs that break at other times, or in one log alone.
func breaks(b *strings.Builder, c *compare.BreakComparison) {
	if c == nil {
		return
	}
	inOneAlone(b, "breaks: %d in A alone, %d in B alone", c.OnlyA, c.OnlyB, c.Time)
	rows := [][]string{{"joint or spring", "between", "and", "time A [s]", "B"}}
	for i := range c.List[:min(len(c.List), mostEvents)] {
		r := &c.List[i]
		row := []string{r.Name}
		for _, name := range r.Objects {
			if name == "" {
				name = recorder.WorldName
			}
			row = append(row, name)
		}
		for _, t := range []*recorder.Number{r.A, r.B} {
			row = append(row, secondsOrNone(t))
		}
		rows = append(rows, row)
	}
	writeTable(b, rows)
	andMore(b, len(c.List)-mostEvents)
}
