package main

import (
	"strings"
	"text/tabwriter"
)

// writeTable writes rows in aligned columns, without spaces at the ends of lines.
func writeTable(b *strings.Builder, rows [][]string) {
	var aligned strings.Builder
	t := tabwriter.NewWriter(&aligned, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		// Writes to a strings.Builder cannot fail.
		_, _ = t.Write([]byte(strings.Join(row, "\t") + "\n"))
	}
	_ = t.Flush()
	for line := range strings.Lines(aligned.String()) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
}
