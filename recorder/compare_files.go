package recorder

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// files notes which of the files that the logs carry differ: those of the same name, and the first of each, the
// scenario, whatever it is called. For texts it gives the first line that differs.
func (c *comparer) files(ha, hb *Header) {
	note := func(format string, args ...any) {
		c.result.Files = append(c.result.Files, fmt.Sprintf(format, args...))
	}
	used := make([]bool, len(hb.Assets))
	for i, a := range ha.Assets {
		k := -1
		for n := range hb.Assets {
			if !used[n] && (hb.Assets[n].Name == a.Name || i == 0 && n == 0) {
				k = n
				break
			}
		}
		if k < 0 {
			note("%s is only in A", a.Name)
			continue
		}
		used[k] = true
		b := hb.Assets[k]
		if a.SHA256 == b.SHA256 && a.Size == b.Size {
			continue
		}
		name := a.Name
		if b.Name != a.Name {
			name += " and " + b.Name
		}
		note("%s%s", name, c.line(a.Name, b.Name))
	}
	for i, b := range hb.Assets {
		if !used[i] {
			note("%s is only in B", b.Name)
		}
	}
}

// line returns the first line in which two texts stored in the logs differ; empty for binary data and files that cannot
// be read.
func (c *comparer) line(inA, inB string) string {
	const longest = 80 // letters shown
	a, errA := c.a.Asset(inA)
	b, errB := c.b.Asset(inB)
	if errA != nil || errB != nil || !utf8.Valid(a) || !utf8.Valid(b) {
		return ""
	}
	x, y := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	n := 0
	for n < len(x) && n < len(y) && bytes.Equal(x[n], y[n]) {
		n++
	}
	text := func(lines [][]byte) string {
		if n >= len(lines) {
			return "nothing"
		}
		r := []rune(strings.TrimSpace(string(lines[n])))
		if len(r) > longest {
			r = append(r[:longest], '…')
		}
		return fmt.Sprintf("%q", string(r))
	}
	return fmt.Sprintf(", first in line %d: %s and %s", n+1, text(x), text(y))
}
