package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/prang-sim/prang/runs/wording"
)

// Problem is one error of a scenario.
type Problem struct {
	File   string
	Line   int    // from 1; 0 if the problem has no place
	Column int    // in characters, from 1
	Path   string // of the field, such as bodies[1].box.size; "" for the file itself
	What   string // what is wrong, with the remedy after a colon

	Parameter string // whose value alone is wrong, whatever other parameters are; "" for none
	Unread    bool   // that value is no quantity of the kind that is needed, whatever its number is
}

// String returns file:line:col: path: what is wrong: remedy, on one line.
func (p Problem) String() string {
	place := p.File
	if p.Line > 0 {
		place = fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
	}
	if p.Path != "" {
		place += ": " + p.Path
	}
	return wording.OneLine(place + ": " + p.What)
}

// InvalidError is all errors of a scenario, in the order of the file; those of the files that it includes follow.
type InvalidError struct {
	Problems []Problem
	Omitted  int    // problems beyond the first MaxProblems
	Sources  []File // the scenario, by its path, and the files that it includes
}

// MaxProblems bounds what one scenario's error reports.
const MaxProblems = 50

// Error returns one line per problem.
func (e *InvalidError) Error() string {
	lines := make([]string, 0, len(e.Problems)+1)
	for _, p := range e.Problems {
		lines = append(lines, p.String())
	}
	return strings.Join(e.omitted(lines), "\n")
}

// Excerpts returns the lines of Error, each followed by the line of the file that it concerns, with a caret below the
// place.
func (e *InvalidError) Excerpts() string {
	sources := map[string][]string{}
	for _, f := range e.Sources {
		sources[f.Name] = strings.Split(string(f.Data), "\n")
	}
	var lines []string
	for _, p := range e.Problems {
		lines = append(lines, p.String())
		source := sources[p.File]
		if p.Line < 1 || p.Line > len(source) {
			continue
		}
		text, caret := excerpt(strings.TrimSuffix(source[p.Line-1], "\r"), p.Column)
		number := fmt.Sprintf("%5d", p.Line)
		lines = append(lines, number+" | "+text, strings.Repeat(" ", len(number))+" | "+caret)
	}
	return strings.Join(e.omitted(lines), "\n")
}

func (e *InvalidError) omitted(lines []string) []string {
	if e.Omitted > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", e.Omitted))
	}
	return lines
}

// excerpt returns a window of the line around a column, and the line with a caret under the column.
func excerpt(line string, column int) (text, caret string) {
	const before, width = 60, 100
	runes := []rune(line)
	at := min(max(column-1, 0), len(runes))
	from := 0
	if at > before {
		from = at - before
	}
	runes = runes[from:min(from+width, len(runes))]
	for i, r := range runes {
		if r == '\t' || r < ' ' || r == 0x7f {
			runes[i] = ' '
		}
	}
	return string(runes), strings.Repeat(" ", at-from) + "^"
}

// NewInvalidError sorts problems by their place in the files, and keeps the first MaxProblems.
func NewInvalidError(problems []Problem, sources ...File) *InvalidError {
	order := func(p *Problem) int {
		return slices.IndexFunc(sources, func(f File) bool { return f.Name == p.File })
	}
	slices.SortStableFunc(problems, func(a, b Problem) int {
		if x, y := order(&a), order(&b); x != y {
			return x - y
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	e := &InvalidError{Problems: problems, Sources: sources}
	if len(problems) > MaxProblems {
		e.Problems, e.Omitted = problems[:MaxProblems], len(problems)-MaxProblems
	}
	return e
}

// File is a named piece of input.
type File struct {
	Name string
	Data []byte
}
