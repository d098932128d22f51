package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/compare"
)

// mostEvents is how many events a table lists.
const mostEvents = 20

// inOneAlone writes the line above a table of events: how many only one of the logs has, and how far apart the others are at
// most [s].
func inOneAlone(b *strings.Builder, text string, onlyA, onlyB int, apart recorder.Number) {
	fmt.Fprintf(b, "\n"+text, onlyA, onlyB)
	if apart > 0 {
		fmt.Fprintf(b, "; in both at most %.4g s apart", float64(apart))
	}
	b.WriteString("\n")
}

// andMore writes the line below a table that leaves out n of its rows.
func andMore(b *strings.Builder, n int) {
	if n > 0 {
		fmt.Fprintf(b, "and %d more; --json has all\n", n)
	}
}

// secondsOrNone returns a time [s], or a dash where there is none.
func secondsOrNone(t *recorder.Number) string {
	if t == nil {
		return "–"
	}
	return fmt.Sprintf("%.6f", float64(*t))
}

// sensors is a table of what enters and leaves sensors at other times, or in one log alone.
func sensors(b *strings.Builder, c *compare.SensorComparison) {
	if c == nil {
		return
	}
	inOneAlone(b, "sensors: %d times entered or left in A alone, %d in B alone", c.OnlyA, c.OnlyB, c.Time)
	rows := [][]string{{"sensor", "", "object", "time A [s]", "B"}}
	apart := math.Inf(1)
	for i := range c.List {
		r := &c.List[i]
		for j := range c.List {
			if s := &c.List[j]; r.B == nil && s.A == nil && s.Sensor == r.Sensor && s.Object == r.Object && s.In == r.In {
				apart = math.Min(apart, math.Abs(float64(*r.A-*s.B)))
			}
		}
		if i >= mostEvents {
			continue
		}
		what := "left by"
		if r.In {
			what = "entered by"
		}
		row := []string{r.Sensor, what, r.Object}
		for _, t := range []*recorder.Number{r.A, r.B} {
			row = append(row, secondsOrNone(t))
		}
		rows = append(rows, row)
	}
	writeTable(b, rows)
	andMore(b, len(c.List)-mostEvents)
	if !math.IsInf(apart, 1) {
		fmt.Fprintf(b, "two of them are the same but for %.4g s: --impact-window sets up to which time they are taken as one\n", apart)
	}
}
