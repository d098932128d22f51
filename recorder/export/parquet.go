package export

import (
	"cmp"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/prang-sim/prang/recorder"
)

// FramesParquet writes the table of FramesCSV as Apache Parquet; see Table.Parquet.
func FramesParquet(w io.Writer, r *recorder.Reader, sel Selection) error {
	return sel.write(w, r, (*source).framesTable, parquetForm(r))
}

// LedgerParquet writes the table of LedgerCSV as Apache Parquet.
func LedgerParquet(w io.Writer, r *recorder.Reader, sel Selection) error {
	return sel.write(w, r, (*source).ledgerTable, parquetForm(r))
}

// EventsParquet writes the table of EventsCSV as Apache Parquet.
func EventsParquet(w io.Writer, r *recorder.Reader, sel Selection) error {
	return sel.write(w, r, (*source).eventsTable, parquetForm(r))
}

// ContactsParquet writes the table of ContactsCSV as Apache Parquet.
func ContactsParquet(w io.Writer, r *recorder.Reader, sel Selection) error {
	return sel.write(w, r, (*source).contactsTable, parquetForm(r))
}

// WheelsParquet writes the table of WheelsCSV as Apache Parquet.
func WheelsParquet(w io.Writer, r *recorder.Reader, sel Selection) error {
	return sel.write(w, r, (*source).wheelsTable, parquetForm(r))
}

// parquetForm returns what writes a table of a log as Parquet.
func parquetForm(r *recorder.Reader) func(*Table, io.Writer) error {
	return func(t *Table, w io.Writer) error { return t.Parquet(w, r) }
}

// rowsTogether is the number of rows that are handed over at once.
const rowsTogether = 256

// orderedGroup is a group of columns in the order of a table: that of the library has them by their names.
type orderedGroup struct {
	parquet.Group
	order map[string]int
}

// Fields returns the columns.
func (g orderedGroup) Fields() []parquet.Field {
	fields := g.Group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int { return cmp.Compare(g.order[a.Name()], g.order[b.Name()]) })
	return fields
}

// columnNames returns the names of the columns, with an apostrophe where a column before has the name, as it may be in a log
// of another writer: a file of Parquet has each name once.
func (t *Table) columnNames() []string {
	names := namesOf(t.Columns)
	taken := make(map[string]bool, len(names))
	for i := range names {
		for taken[names[i]] {
			names[i] += "'"
		}
		taken[names[i]] = true
	}
	return names
}

// schema returns the columns as those of Parquet.
func (t *Table) schema() *parquet.Schema {
	g := orderedGroup{parquet.Group{}, map[string]int{}}
	for i, name := range t.columnNames() {
		var node parquet.Node
		switch c := &t.Columns[i]; c.Kind {
		case Integer:
			node = parquet.Int(64)
		case Text:
			node = parquet.String()
		case Truth:
			node = parquet.Leaf(parquet.BooleanType)
		default:
			node = parquet.Leaf(parquet.DoubleType)
		}
		if !t.Columns[i].Required {
			node = parquet.Optional(node)
		}
		g.Group[name], g.order[name] = node, i
	}
	return parquet.NewSchema(t.Name, g)
}

// Parquet writes the table as Apache Parquet, compressed with zstd: integers as INT64, numbers as DOUBLE to the last bit,
// truth values as BOOLEAN, texts as STRING, in the order of CSV. An empty cell is null. The file's key-value metadata has what
// Metadata says of the log, and the units of the columns, each key with the prefix "prang.".
func (t *Table) Parquet(w io.Writer, r *recorder.Reader) error {
	options := []parquet.WriterOption{
		t.schema(), parquet.Compression(&parquet.Zstd), parquet.CreatedBy("prang", "1", ""), parquet.MaxRowsPerRowGroup(1 << 17),
		parquet.KeyValueMetadata("prang.units", t.units()),
	}
	about := Metadata(r)
	for key, value := range about {
		options = append(options, parquet.KeyValueMetadata("prang."+key, value)) // which are sorted
	}
	out := parquet.NewGenericWriter[any](w, options...)
	rows := make([]parquet.Row, 0, rowsTogether)
	err := t.Rows(func(row []Cell) error {
		n := len(rows)
		if rows = rows[:n+1]; rows[n] == nil {
			rows[n] = make(parquet.Row, len(t.Columns))
		}
		for i := range row {
			rows[n][i] = row[i].parquet(&t.Columns[i], i)
		}
		if len(rows) < rowsTogether {
			return nil
		}
		_, err := out.WriteRows(rows)
		rows = rows[:0]
		return err
	})
	if err == nil {
		_, err = out.WriteRows(rows)
	}
	if e := out.Close(); err == nil {
		err = e
	}
	return err
}

// parquet returns a cell as a value of a column.
func (c *Cell) parquet(column *Column, at int) parquet.Value {
	level := 1
	if column.Required {
		level = 0
	} else if !c.set {
		return parquet.NullValue().Level(0, 0, at)
	}
	var v parquet.Value
	switch column.Kind {
	case Integer:
		v = parquet.Int64Value(c.integer)
	case Text:
		v = parquet.ByteArrayValue([]byte(c.text))
	case Truth:
		v = parquet.BooleanValue(c.integer != 0)
	default:
		v = parquet.DoubleValue(c.double)
	}
	return v.Level(0, level, at)
}
