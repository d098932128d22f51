package main

import (
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/prang-sim/prang/runs/wording"
)

// filler stands beside wide letters, which a tabwriter counts as one column, while it aligns them: a rune of private use, which no
// name has.
const filler = "\ue000"

// writeTable writes rows in aligned columns, without spaces at the ends of lines.
func writeTable(b *strings.Builder, rows [][]string) {
	var aligned strings.Builder
	t := tabwriter.NewWriter(&aligned, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		filled := make([]string, len(row))
		for i, cell := range row {
			filled[i] = cell + strings.Repeat(filler, max(0, wording.Width(cell)-utf8.RuneCountInString(cell)))
		}
		// Writes to a strings.Builder cannot fail.
		_, _ = t.Write([]byte(strings.Join(filled, "\t") + "\n"))
	}
	_ = t.Flush()
	for line := range strings.Lines(strings.ReplaceAll(aligned.String(), filler, "")) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
}
