package wording

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Width returns how many columns of a terminal a text takes: two for a wide letter, as of Chinese, Japanese and Korean.
func Width(text string) int { return uniseg.StringWidth(text) }

// Pad fills a text with spaces up to a width.
func Pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-Width(s)))
}

// Table writes rows in aligned columns. align has a letter a column, l or r; columns beyond it are aligned right. The
// last cell of a row that ends early reaches over the columns that follow.
func Table(b *strings.Builder, rows [][]string, align string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			if i == len(row)-1 && len(row) < len(rows[0]) {
				break
			}
			widths[i] = max(widths[i], Width(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString("  ")
			if i < len(align) && align[i] == 'l' {
				line.WriteString(Pad(cell, widths[i]))
			} else {
				line.WriteString(strings.Repeat(" ", max(0, widths[i]-Width(cell))) + cell)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}
