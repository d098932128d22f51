package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/prang-sim/prang/recorder"
)

// sensors is a table of what enters and leaves sensors at other times, or in one log alone.
func sensors(b *strings.Builder, c *recorder.SensorComparison) {
	const most = 20
	if c == nil {
		return
	}
	fmt.Fprintf(b, "\nsensors: %d times entered or left in A alone, %d in B alone", c.OnlyA, c.OnlyB)
	if c.Time > 0 {
		fmt.Fprintf(b, "; in both at most %.4g s apart", float64(c.Time))
	}
	b.WriteString("\n")
	rows := [][]string{{"sensor", "", "object", "time A [s]", "B"}}
	apart := math.Inf(1)
	for i := range c.List {
		r := &c.List[i]
		for j := range c.List {
			if s := &c.List[j]; r.B == nil && s.A == nil && s.Sensor == r.Sensor && s.Object == r.Object && s.In == r.In {
				apart = math.Min(apart, math.Abs(float64(*r.A-*s.B)))
			}
		}
		if i >= most {
			continue
		}
		what := "left by"
		if r.In {
			what = "entered by"
		}
		row := []string{r.Sensor, what, r.Object}
		for _, t := range []*recorder.Number{r.A, r.B} {
			row = append(row, secondsOr(t, "–"))
		}
		rows = append(rows, row)
	}
	writeTable(b, rows)
	if n := len(c.List) - most; n > 0 {
		fmt.Fprintf(b, "and %d more; --json has all\n", n)
	}
	if !math.IsInf(apart, 1) {
		fmt.Fprintf(b, "two of them are the same but for %.4g s: --impact-window sets up to which time they are taken as one\n", apart)
	}
}
