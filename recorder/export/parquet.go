package export

import (
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// FramesParquet writes the table of FramesCSV as Apache Parquet, compressed with zstd: step as INT64, time and
// quantities as DOUBLE to the last bit, object as STRING. A quantity that an object does not have is null.
func FramesParquet(w io.Writer, r *recorder.Reader, sel Selection) error {
	return tableParquet(w, r, sel, false)
}

// LedgerParquet writes the table of LedgerCSV as Apache Parquet.
func LedgerParquet(w io.Writer, r *recorder.Reader, sel Selection) error {
	return tableParquet(w, r, sel, true)
}

func tableParquet(w io.Writer, r *recorder.Reader, sel Selection, ledger bool) error {
	s, err := sel.open(r)
	if err != nil {
		return err
	}
	t := s.table(ledger)
	group := parquet.Group{"step": parquet.Int(64), "time": parquet.Leaf(parquet.DoubleType), "object": parquet.String()}
	for _, name := range t.names {
		group[name] = parquet.Optional(parquet.Leaf(parquet.DoubleType))
	}
	out := newParquet(w, "frames", group)
	to := make([]int, len(t.names))
	for i, name := range t.names {
		to[i] = out.place(name)
	}
	err = s.rows(t, func(f *record.Frame) error {
		for k, owner := range t.owners {
			out.begin()
			out.set("step", parquet.Int64Value(f.Step))
			out.set("time", parquet.DoubleValue(f.Time))
			out.set("object", parquet.ByteArrayValue([]byte(s.owner(owner))))
			for _, c := range t.of[k] {
				out.row[to[c.to]] = parquet.DoubleValue(f.Values[c.from]).Level(0, 1, to[c.to])
			}
			if err := out.end(); err != nil {
				return err
			}
		}
		return nil
	})
	return out.close(err)
}

// EventsParquet writes the table of EventsCSV as Apache Parquet.
func EventsParquet(w io.Writer, r *recorder.Reader, sel Selection) error {
	s, err := sel.open(r)
	if err != nil {
		return err
	}
	group := parquet.Group{"step": parquet.Int(64), "time": parquet.Leaf(parquet.DoubleType)}
	for _, name := range eventColumns[2:6] {
		group[name] = parquet.String()
	}
	for _, name := range eventColumns[6:] {
		group[name] = parquet.Optional(parquet.Leaf(parquet.DoubleType))
	}
	out := newParquet(w, "events", group)
	err = s.events(func(f *record.Frame, e *record.Event) error {
		out.begin()
		out.set("step", parquet.Int64Value(f.Step))
		out.set("time", parquet.DoubleValue(e.Time))
		for k, text := range []string{e.Kind.String(), s.name(e.A), s.name(e.B), e.Detail} {
			out.set(eventColumns[2+k], parquet.ByteArrayValue([]byte(text)))
		}
		for k, v := range impactNumbers(e) {
			if hasNumber(e, k) {
				at := out.place(eventColumns[6+k])
				out.row[at] = parquet.DoubleValue(v).Level(0, 1, at)
			}
		}
		return out.end()
	}, nil)
	return out.close(err)
}

// parquetTable writes rows of a flat table.
type parquetTable struct {
	w     *parquet.GenericWriter[any]
	order map[string]int // the library sorts columns by name
	row   parquet.Row
	rows  []parquet.Row
}

// rowsTogether is the number of rows that are handed over at once.
const rowsTogether = 256

func newParquet(w io.Writer, name string, group parquet.Group) *parquetTable {
	schema := parquet.NewSchema(name, group)
	t := &parquetTable{order: map[string]int{}}
	for i, path := range schema.Columns() {
		t.order[path[0]] = i
	}
	t.w = parquet.NewGenericWriter[any](w, schema, parquet.Compression(&parquet.Zstd), parquet.CreatedBy("prang", "1", ""), parquet.MaxRowsPerRowGroup(1<<17))
	return t
}

func (t *parquetTable) place(name string) int { return t.order[name] }

// begin starts a row of nulls.
func (t *parquetTable) begin() {
	t.row = make(parquet.Row, len(t.order))
	for i := range t.row {
		t.row[i] = parquet.NullValue().Level(0, 0, i)
	}
}

// set gives a required column its value.
func (t *parquetTable) set(name string, v parquet.Value) {
	at := t.order[name]
	t.row[at] = v.Level(0, 0, at)
}

func (t *parquetTable) end() error {
	t.rows = append(t.rows, t.row)
	if len(t.rows) < rowsTogether {
		return nil
	}
	return t.flush()
}

func (t *parquetTable) flush() error {
	_, err := t.w.WriteRows(t.rows)
	t.rows = t.rows[:0]
	return err
}

func (t *parquetTable) close(err error) error {
	if err == nil {
		err = t.flush()
	}
	if e := t.w.Close(); err == nil {
		err = e
	}
	return err
}
