package compare

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/prang-sim/prang/recorder"
)

// files notes which of the files that the logs carry differ: those of the same name, and the first of each, the
// scenario, whatever it is called. For texts it gives the first line that differs.
func (c *comparer) files(ha, hb *recorder.Header) {
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

// line returns the first line in which two texts stored in the logs differ, if possible another than the name of the
// scenario, and not in white space at its end, such as line ends of Windows; empty for binary data and files that
// cannot be read.
func (c *comparer) line(inA, inB string) string {
	const longest, before = 80, 40 // letters shown, and of them at most before the first that differs, where not all fit
	a, errA := c.a.Asset(inA)
	b, errB := c.b.Asset(inB)
	if errA != nil || errB != nil || !utf8.Valid(a) || !utf8.Valid(b) {
		return ""
	}
	x, y := linesOf(a), linesOf(b)
	n := differs(x, y, 0)
	if n == len(x) && n == len(y) {
		return ", only in white space at the ends of lines"
	}
	if n < len(x) && n < len(y) && isName(x[n]) && isName(y[n]) {
		// The headers tell of the names already.
		if next := differs(x, y, n+1); next < min(len(x), len(y)) {
			n = next
		}
	}
	text := func(lines [][]byte) []rune {
		if n >= len(lines) {
			return nil
		}
		return []rune(string(lines[n]))
	}
	one, other := text(x), text(y)
	if p, q := strings.TrimSpace(string(one)), strings.TrimSpace(string(other)); p != q { // not the indentation
		one, other = []rune(p), []rune(q)
	}
	same := 0
	for same < len(one) && same < len(other) && one[same] == other[same] {
		same++
	}
	from := 0
	if max(len(one), len(other)) > longest {
		from = max(same-before, 0)
	}
	show := func(lines [][]byte, r []rune) string {
		switch {
		case n >= len(lines):
			return "nothing"
		case from > 0:
			r = append([]rune{'…'}, r[min(from, len(r)):]...)
		}
		if len(r) > longest {
			r = append(r[:longest], '…')
		}
		return fmt.Sprintf("%q", string(r))
	}
	return fmt.Sprintf(", first in line %d: %s and %s", n+1, show(x, one), show(y, other))
}

// linesOf splits a text into lines without white space at their ends, and without empty ones at the end of the text.
func linesOf(text []byte) [][]byte {
	const space = " \t\r\n"
	lines := bytes.Split(bytes.TrimRight(bytes.TrimPrefix(text, []byte("\ufeff")), space), []byte("\n"))
	for i := range lines {
		lines[i] = bytes.TrimRight(lines[i], space)
	}
	return lines
}

// differs returns the first line from number n on in which two texts differ, the number of lines of the shorter one if
// it has none.
func differs(x, y [][]byte, n int) int {
	for n < len(x) && n < len(y) && bytes.Equal(x[n], y[n]) {
		n++
	}
	return n
}

// isName reports whether a line of a scenario is its name.
func isName(line []byte) bool { return bytes.HasPrefix(line, []byte("name:")) }
