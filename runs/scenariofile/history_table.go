package scenariofile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
)

// Bounds of a time history in a file, so that reading it takes no more memory than its size justifies.
const (
	maxHistorySize  = 64 << 20 // bytes
	maxHistoryRows  = 50_000   // 5 s at 10 kHz
	maxHistoryCells = 1_000_000
)

// historyTable is a file of comma-separated values: a header, which names the columns, and rows.
type historyTable struct {
	file    string // its path, for messages
	header  []historyCell
	rows    [][]historyCell // as long as the header, or shorter where cells are missing at the end
	decimal byte            // ',' in files of a semicolon or tab where numbers have it, else '.'
}

// historyCell is the text of a cell without white space around it, and its place.
type historyCell struct {
	text         string
	line, column int // of the file, from 1; the column in characters
}

// tableFault is what is wrong with a file of comma-separated values, and where.
type tableFault struct {
	line, column int // 0 for the file as a whole
	what         string
}

// readHistoryTable reads a file of comma-separated values (RFC 4180). The separator is what a first line sep=; says, as Excel has
// it, else a semicolon if the header has one, else a tab, else a comma. Lines that begin with #, rows without content, and the byte
// order mark are left out.
func readHistoryTable(file string, data []byte) (*historyTable, *tableFault) {
	if len(data) > maxHistorySize {
		return nil, &tableFault{what: fmt.Sprintf("is %d bytes long: a time history has at most %d; leave out columns, or rows", len(data), maxHistorySize)}
	}
	if !utf8.Valid(data) {
		return nil, &tableFault{what: "is not UTF-8 text: save it as CSV in UTF-8"}
	}
	data = bytes.TrimPrefix(data, document.ByteOrderMark)
	if bytes.IndexByte(data, '\n') < 0 {
		data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
	}
	t := &historyTable{file: file, decimal: '.'}
	separator, said := saidSeparator(data)
	if said && separator == 0 {
		return nil, &tableFault{1, 1, "says no separator that is read: write sep= and one of , ; | or a tab, and nothing else in the line, or leave the line out"}
	}
	if said {
		data = bytes.Clone(data)
		data[0] = '#' // a comment to the rest
	} else {
		separator = separatorOf(data)
	}
	r := csv.NewReader(bytes.NewReader(data))
	r.Comma, r.Comment, r.FieldsPerRecord, r.ReuseRecord = separator, '#', -1, true
	r.TrimLeadingSpace = r.Comma != '\t' // which is white space itself
	column := columnsOf(data)
	for cells := 0; ; {
		texts, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, quoteFault(err, column)
		}
		row, filled := make([]historyCell, len(texts)), 0
		for i, text := range texts {
			line, at := r.FieldPos(i)
			row[i] = historyCell{strings.Clone(strings.TrimSpace(text)), line, column(line, at)}
			if row[i].text != "" {
				filled = i + 1
			}
		}
		if filled == 0 {
			continue
		}
		if t.header == nil {
			t.header = row
			if !slices.ContainsFunc(row, func(c historyCell) bool { return c.text != "" && !units.IsDecimal(c.text) }) {
				return nil, &tableFault{row[0].line, row[0].column, "has numbers where a header is needed: write the names of the columns in the first line, without #, such as time [s],speed [km/h]"}
			}
			continue
		}
		if filled > len(t.header) {
			c := row[filled-1]
			return nil, &tableFault{c.line, c.column, t.tooManyCells(filled, r.Comma)}
		}
		row = row[:min(len(row), len(t.header))]
		if cells += len(row); len(t.rows) == maxHistoryRows || cells > maxHistoryCells {
			return nil, &tableFault{row[0].line, row[0].column, fmt.Sprintf("is more than a time history may have, %d rows and %d cells: leave out rows, or columns", maxHistoryRows, maxHistoryCells)}
		}
		t.rows = append(t.rows, row)
	}
	if t.header == nil {
		return nil, &tableFault{what: "is empty: write a header that names the columns, such as time [s],speed [km/h], and rows below it"}
	}
	if len(t.rows) == 0 {
		c := t.header[0]
		return nil, &tableFault{c.line, c.column, "has no rows below the header: add them"}
	}
	return t, t.findDecimal(r.Comma)
}

// tooManyCells says what is wrong with a row of more cells than the header has, and its remedies.
func (t *historyTable) tooManyCells(cells int, separator rune) string {
	what := fmt.Sprintf("is cell %d of a row, but the header, in line %d, ", cells, t.header[0].line)
	if len(t.header) == 1 {
		return what + "names one column: begin lines above the header with #, and separate its names as the cells are"
	}
	what += fmt.Sprintf("names %d columns: name all columns, or remove the cell", len(t.header))
	if separator == ',' {
		what += "; where numbers have decimal commas the separator is a semicolon"
	}
	return what
}

// findDecimal tells decimal commas from decimal points, in files whose separator is no comma.
func (t *historyTable) findDecimal(separator rune) *tableFault {
	if separator == ',' {
		return nil
	}
	var point *historyCell
	for _, row := range t.rows {
		for i := range row {
			switch c := &row[i]; {
			case !units.IsDecimal(strings.Replace(c.text, ",", ".", 1)):
			case strings.Contains(c.text, ","):
				t.decimal = ','
			case point == nil && strings.Contains(c.text, "."):
				point = c
			}
		}
	}
	if point != nil && t.decimal == ',' {
		return &tableFault{point.line, point.column, fmt.Sprintf("%q has a decimal point, but other numbers of the file have a comma: write all with points, or all with commas, and thousands without a sign", wording.Clip(point.text))}
	}
	return nil
}

// saidSeparator returns the separator that the first line says, as in sep=; with or without quotes around it, 0 for one that is not
// read, and whether it says one.
func saidSeparator(data []byte) (rune, bool) {
	const head = "sep="
	line, _, _ := bytes.Cut(data, []byte("\n"))
	line = bytes.Trim(line, "\" \r")
	if len(line) < len(head) || !bytes.EqualFold(line[:len(head)], []byte(head)) {
		return 0, false
	}
	if said := line[len(head):]; len(said) == 1 && bytes.ContainsAny(said, ",;\t|") {
		return rune(said[0]), true
	}
	return 0, true
}

// separatorOf returns what separates the cells of the header, the first line that is neither blank nor a comment.
func separatorOf(data []byte) rune {
	for len(data) > 0 {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		data = rest
		if len(bytes.TrimSpace(line)) == 0 || line[0] == '#' {
			continue
		}
		quoted, tab := false, false
		for _, c := range line {
			switch {
			case c == '"':
				quoted = !quoted
			case c == ';' && !quoted:
				return ';'
			case c == '\t' && !quoted:
				tab = true
			}
		}
		if tab {
			return '\t'
		}
		break
	}
	return ','
}

// columnsOf returns a function that makes of a column in bytes one in characters, both from 1.
func columnsOf(data []byte) func(line, column int) int {
	if !bytes.ContainsFunc(data, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return func(_, column int) int { return column }
	}
	lines := bytes.Split(data, []byte("\n"))
	return func(line, column int) int {
		if line < 1 || line > len(lines) {
			return column
		}
		text := lines[line-1]
		return 1 + utf8.RuneCount(text[:max(0, min(column-1, len(text)))])
	}
}

// quoteFault returns what is wrong with the quotes of a file.
func quoteFault(err error, column func(line, column int) int) *tableFault {
	var at *csv.ParseError
	if !errors.As(err, &at) {
		return &tableFault{what: fmt.Sprintf("is not a table of comma-separated values: %v: save it as CSV", err)}
	}
	what := "a quote ends a cell before its end: write a quote within a quoted cell twice"
	if errors.Is(at.Err, csv.ErrBareQuote) {
		what = "a quote within a cell that does not begin with one: put the whole cell in quotes, and write the quote within it twice"
	}
	return &tableFault{at.Line, column(at.Line, at.Column), what}
}

// decimalOf returns the number in a cell as quantities write it: with a point, and without zeros ahead.
func (t *historyTable) decimalOf(text string) (string, bool) {
	if t.decimal == ',' {
		text = strings.Replace(text, ",", ".", 1)
	}
	if !units.IsDecimal(text) {
		return "", false
	}
	sign, digits := "", text
	if text[0] == '-' || text[0] == '+' {
		sign, digits = text[:1], text[1:]
	}
	for len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9' {
		digits = digits[1:]
	}
	return sign + digits, true
}

// cell returns the cell of a row in a column, without text where there is none.
func (t *historyTable) cell(row, column int) historyCell {
	cells := t.rows[row]
	if column < len(cells) {
		return cells[column]
	}
	last := cells[len(cells)-1]
	return historyCell{"", last.line, last.column}
}
