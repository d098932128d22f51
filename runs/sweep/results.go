package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
)

// Schema names the form of the results of a sweep: JSON lines, first a Header, then a Row for each run, in
// their order once all are there.
const Schema = "prang.sweep/1"

// Header is the first line of the results of a sweep.
type Header struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	Engine string `json:"engine"`
	Plan   string `json:"plan_hash"`
	Runs   int    `json:"runs"`
}

// sweepResults is a results file that is being written.
type sweepResults struct {
	path   string
	file   *os.File
	header []byte // a line
	last   int    // number of the last row
	mixed  bool   // the rows are not in their order
}

// openResults creates the results file of a sweep, or opens it after its last whole row and takes the rows from it.
func openResults(path string, s *Sweep) (*sweepResults, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, wording.NoFile(path+": cannot be written", wording.WithoutPath(err))
	}
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		f.Close()
		return nil, fmt.Errorf("%s: is no regular file: the results of a sweep need one, to go on after an interrupt", path)
	}
	r := &sweepResults{path: path, file: f}
	if err := r.begin(s); err != nil {
		if r.file != nil { // which may be another by now
			r.file.Close()
		}
		return nil, err
	}
	return r, nil
}

// begin reads what the file has, and cuts off what is no whole row.
func (r *sweepResults) begin(s *Sweep) error {
	p, rows := s.plan, s.rows
	want := &Header{Schema, p.Name, runs.MeasuredEngine(), p.Hash(), p.Runs()}
	if err := recorder.Reserve(r.file); err != nil {
		return fmt.Errorf("%s: another sweep is writing it: wait until it ends", r.path)
	}
	data, err := io.ReadAll(r.file)
	if err != nil {
		return fmt.Errorf("%s: cannot be read: %w", r.path, wording.WithoutPath(err))
	}
	if r.header, err = json.Marshal(want); err != nil {
		return err
	}
	head, rest, whole := bytes.Cut(data, []byte("\n"))
	if !whole && bytes.HasPrefix(r.header, head) { // a new file, or one whose first line was not written whole
		if err := r.cut(0); err != nil {
			return err
		}
		return r.line(r.header)
	}
	var have Header
	switch err := json.Unmarshal(head, &have); {
	case err != nil || have.Schema == "":
		return fmt.Errorf("%s: is there, and has no results of a sweep: give another name with -o", r.path)
	case have.Schema != want.Schema:
		return fmt.Errorf("%s: is there, of the form %s, not %s: give another name with -o", r.path, have.Schema, want.Schema)
	case have.Engine != want.Engine:
		return fmt.Errorf("%s: has results of %s, but this is %s: remove it, or give another name with -o", r.path, have.Engine, want.Engine)
	case s.grows(&have, want):
		return r.grow(s, rest)
	case have != *want:
		return fmt.Errorf("%s: has results of another plan (%s), or the plan or one of its files has changed: remove it, or give another name with -o", r.path, have.Name)
	}
	end := int64(len(head) + 1)
	for {
		line, next, whole := bytes.Cut(rest, []byte("\n"))
		row := readRow(line)
		if !whole || row == nil || row.Number > len(rows) || rows[row.Number-1] != nil || !s.has(row) {
			return r.cut(end)
		}
		rows[row.Number-1], rest, end = row, next, end+int64(len(line)+1)
		r.follows(row)
	}
}

// grows reports whether a file has results of the plan with fewer rounds.
func (s *Sweep) grows(have, want *Header) bool {
	p := s.plan
	rounds := have.Runs / (len(p.Scenarios) * p.Repeats)
	before := *have
	before.Runs = want.Runs
	return before == *want && rounds > 1 && rounds < p.Rounds && rounds*len(p.Scenarios)*p.Repeats == have.Runs
}

// grow makes of a file with rows of fewer rounds one of the plan's, in which the runs of further scenarios have other numbers, and
// begins anew with it. The file before is there until that is done.
func (r *sweepResults) grow(s *Sweep, lines []byte) error {
	p := s.plan
	var rows []*Row
	for {
		line, rest, whole := bytes.Cut(lines, []byte("\n"))
		row := readRow(line)
		if !whole || row == nil {
			break
		}
		lines = rest
		i := slices.IndexFunc(p.Scenarios, func(o PlanScenario) bool { return o.Name == row.Scenario })
		if i < 0 || row.Round < 1 || row.Repeat < 1 || row.Repeat > p.Repeats {
			break
		}
		row.Number = i*p.each() + (row.Round-1)*p.Repeats + row.Repeat
		rows = append(rows, row)
	}
	if err := r.replace(rows); err != nil {
		return err
	}
	f, err := os.OpenFile(r.path, os.O_RDWR, 0)
	if err != nil {
		return r.failed(err)
	}
	r.file, r.last, r.mixed = f, 0, false
	return r.begin(s)
}

// has reports whether a row is of the run of the sweep that has its number.
func (s *Sweep) has(r *Row) bool {
	v, _, ok := s.run(r.Number)
	if !ok {
		return false
	}
	want := s.plan.row(r.Number)
	return r.Scenario == want.Scenario && r.Point == want.Point && r.Round == want.Round && r.Repeat == want.Repeat && slices.Equal(r.Set, v.Set)
}

// readRow reads a line; nil is for what is no row.
func readRow(line []byte) *Row {
	row := &Row{}
	if json.Unmarshal(line, row) != nil || row.Number < 1 || (row.Hash == "") == (row.Failed == "") {
		return nil
	}
	if row.Set == nil {
		row.Set = []scenariofile.Setting{}
	}
	if row.Outcomes == nil {
		row.Outcomes = []Outcome{}
	}
	return row
}

// follows notes that a row comes next in the file.
func (r *sweepResults) follows(row *Row) {
	r.mixed = r.mixed || row.Number != r.last+1
	r.last = row.Number
}

// sort writes all rows in their order. The file before is there until that is done.
func (r *sweepResults) sort(rows []*Row) error {
	if !r.mixed {
		return nil
	}
	return r.replace(rows)
}

// replace writes a file with these rows in place of what is there, and closes it.
func (r *sweepResults) replace(rows []*Row) error {
	path, err := filepath.EvalSymlinks(r.path)
	if err != nil {
		return r.failed(err)
	}
	part, err := os.Create(path + ".part")
	if err != nil {
		return r.failed(err)
	}
	sorted := &sweepResults{path: part.Name(), file: part}
	err = sorted.line(r.header)
	for i := 0; i < len(rows) && err == nil; i++ {
		err = sorted.write(rows[i])
	}
	if err = errors.Join(err, sorted.close()); err == nil {
		// Some systems rename no file that is open.
		err = errors.Join(r.close(), r.failed(os.Rename(part.Name(), path)))
	}
	if err != nil {
		os.Remove(part.Name())
	}
	return err
}

// cut ends the file at a size, where writing goes on.
func (r *sweepResults) cut(size int64) error {
	err := r.file.Truncate(size)
	if err == nil {
		_, err = r.file.Seek(size, io.SeekStart)
	}
	return r.failed(err)
}

func (r *sweepResults) write(row *Row) error {
	line, err := json.Marshal(row)
	if err != nil {
		return err
	}
	r.follows(row)
	return r.line(line)
}

// line writes a line at once, so that a kill leaves whole lines but for the last.
func (r *sweepResults) line(line []byte) error {
	_, err := r.file.Write(append(line, '\n'))
	return r.failed(err)
}

// close closes the file, if it is open.
func (r *sweepResults) close() error {
	if r.file == nil {
		return nil
	}
	f := r.file
	r.file = nil
	return r.failed(errors.Join(f.Sync(), f.Close()))
}

func (r *sweepResults) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: cannot be written: %w", r.path, wording.WithoutPath(err))
}
