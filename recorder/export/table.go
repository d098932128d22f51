package export

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/recorder"
)

// Table is a table of data, the same in every form: CSV, Parquet, lines of JSON.
type Table struct {
	Name    string // as --table has it
	Schema  string // of a row as a line of JSON
	Columns []Column
	// Rows calls write for each row, with a cell for each column. A row is the caller's until write returns.
	Rows func(write func(row []Cell) error) error
}

// Column is a column of a table.
type Column struct {
	Name     string
	Unit     string // "1" for a number without one, "" where the cells are no numbers
	Kind     Kind
	Required bool // no cell is empty
}

// Kind is the type of the cells of a column.
type Kind uint8

// The kinds.
const (
	Double  Kind = iota
	Integer      // 64 bits
	Text
	Truth // 1 or 0 in CSV
)

// Cell is a value of a table. The zero value is an empty one.
type Cell struct {
	set     bool
	double  float64
	integer int64 // of a Truth 1 or 0
	text    string
}

// CellOf returns the cell of a number.
func CellOf(v float64) Cell { return Cell{set: true, double: v} }

// IntegerCell returns the cell of an integer.
func IntegerCell(v int64) Cell { return Cell{set: true, integer: v} }

// TextCell returns the cell of a text, an empty one for none.
func TextCell(s string) Cell { return Cell{set: s != "", text: s} }

// TruthCell returns the cell of a truth value.
func TruthCell(v bool) Cell {
	c := Cell{set: true}
	if v {
		c.integer = 1
	}
	return c
}

// StepColumns are the columns that tables of frames begin with: the step, and the end of it.
var StepColumns = []Column{{"step", "1", Integer, true}, {"time", "s", Double, true}}

// Doubles returns columns of numbers that have a unit, and of which no cell is empty where that is required.
func Doubles(unit string, required bool, names ...string) (columns []Column) {
	for _, name := range names {
		columns = append(columns, Column{name, unit, Double, required})
	}
	return columns
}

// xyz returns the names of the components of a vector.
func xyz(vector string) []string { return []string{vector + ".x", vector + ".y", vector + ".z"} }

// namesOf returns the names of columns.
func namesOf(columns []Column) []string {
	names := make([]string, len(columns))
	for i := range columns {
		names[i] = columns[i].Name
	}
	return names
}

// textOf returns a cell as text, "" for an empty one; numbers read back to the same bits.
func (c *Cell) textOf(k Kind) string {
	switch {
	case !c.set:
		return ""
	case k == Double:
		return number(c.double)
	case k == Text:
		return c.text
	}
	return strconv.FormatInt(c.integer, 10)
}

// textsOf writes a row as texts.
func textsOf(columns []Column, row []Cell, into []string) []string {
	for i := range row {
		into = append(into, row[i].textOf(columns[i].Kind))
	}
	return into
}

// CSV writes the table by RFC 4180, with the names of the columns as its first row.
func (t *Table) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(namesOf(t.Columns)); err != nil {
		return err
	}
	var texts []string
	err := t.Rows(func(row []Cell) error {
		texts = textsOf(t.Columns, row, texts[:0])
		return out.Write(texts)
	})
	out.Flush()
	if err == nil {
		err = out.Error()
	}
	return err
}

// JSON writes a line of JSON for each row: an object with the table's schema and, by their names, the cells that are not
// empty. The columns of a vector are an array: v.x, v.y and v.z as v.
func (t *Table) JSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	var line []byte
	err := t.Rows(func(row []Cell) error {
		var err error
		line = strconv.AppendQuote(append(line[:0], `{"schema":`...), t.Schema)
		for i := 0; i < len(row) && err == nil; {
			name, n := t.vector(i)
			if row[i].set {
				line, err = appendJSON(line, name, t.Columns[i].Kind, row[i:i+n])
			}
			i += n
		}
		if err == nil {
			_, err = out.Write(append(line, "}\n"...))
		}
		return err
	})
	if e := out.Flush(); err == nil {
		err = e
	}
	return err
}

// vector returns the name of what begins with column i in JSON, and its number of columns: 3 of a vector, else 1.
func (t *Table) vector(i int) (name string, n int) {
	name, ok := strings.CutSuffix(t.Columns[i].Name, ".x")
	if ok && i+2 < len(t.Columns) && t.Columns[i+1].Name == name+".y" && t.Columns[i+2].Name == name+".z" {
		return name, 3
	}
	return t.Columns[i].Name, 1
}

// appendJSON adds a member of an object, of one cell or an array of three.
func appendJSON(line []byte, name string, k Kind, cells []Cell) ([]byte, error) {
	var v any
	switch {
	case len(cells) == 3:
		v = [3]recorder.Number{recorder.Number(cells[0].double), recorder.Number(cells[1].double), recorder.Number(cells[2].double)}
	case k == Double:
		v = recorder.Number(cells[0].double)
	case k == Text:
		v = cells[0].text
	case k == Truth:
		v = cells[0].integer != 0
	default:
		v = cells[0].integer
	}
	key, err := json.Marshal(name)
	if err != nil {
		return line, err
	}
	value, err := json.Marshal(v)
	line = append(append(append(append(line, ','), key...), ':'), value...)
	return line, err
}
