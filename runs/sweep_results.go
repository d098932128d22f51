package runs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/prang-sim/prang/recorder"
)

// SweepSchema names the form of the results of a sweep: JSON lines, first a SweepHeader, then a SweepRow for each run.
const SweepSchema = "prang.sweep/1"

// SweepHeader is the first line of the results of a sweep.
type SweepHeader struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	Engine string `json:"engine"`
	Plan   string `json:"plan_hash"`
	Runs   int    `json:"runs"`
}

// sweepResults is a results file that is being written.
type sweepResults struct {
	path string
	file *os.File
}

// openResults creates the results file of a plan, or opens it after its last whole row.
func openResults(path string, p *Plan) (*sweepResults, []*SweepRow, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: cannot be written: %w", path, withoutPath(err))
	}
	if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
		f.Close()
		return nil, nil, fmt.Errorf("%s: is no regular file: the results of a sweep need one, to go on after an interrupt", path)
	}
	r := &sweepResults{path, f}
	rows, err := r.begin(&SweepHeader{SweepSchema, p.Name, Engine(), p.Hash(), p.Runs()})
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return r, rows, nil
}

// begin reads what the file has, and cuts off what is no whole row.
func (r *sweepResults) begin(want *SweepHeader) ([]*SweepRow, error) {
	if err := recorder.Reserve(r.file); err != nil {
		return nil, fmt.Errorf("%s: another sweep is writing it: wait until it ends", r.path)
	}
	data, err := io.ReadAll(r.file)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w", r.path, withoutPath(err))
	}
	head, rest, whole := bytes.Cut(data, []byte("\n"))
	line, err := json.Marshal(want)
	if err != nil {
		return nil, err
	}
	if !whole && bytes.HasPrefix(line, head) { // a new file, or one whose first line was not written whole
		if err := r.cut(0); err != nil {
			return nil, err
		}
		return nil, r.line(line)
	}
	var have SweepHeader
	switch err := json.Unmarshal(head, &have); {
	case err != nil || have.Schema == "":
		return nil, fmt.Errorf("%s: is there, and has no results of a sweep: give another name with -o", r.path)
	case have.Schema != want.Schema:
		return nil, fmt.Errorf("%s: is there, of the form %s, not %s: give another name with -o", r.path, have.Schema, want.Schema)
	case have.Engine != want.Engine:
		return nil, fmt.Errorf("%s: has results of %s, but this is %s: remove it, or give another name with -o", r.path, have.Engine, want.Engine)
	case have != *want:
		return nil, fmt.Errorf("%s: has results of another plan (%s), or the plan or one of its files has changed: remove it, or give another name with -o", r.path, have.Name)
	}
	var rows []*SweepRow
	end := int64(len(head) + 1)
	for len(rows) < want.Runs {
		line, next, whole := bytes.Cut(rest, []byte("\n"))
		row := &SweepRow{}
		if !whole || json.Unmarshal(line, row) != nil || row.Number != len(rows)+1 {
			break
		}
		if row.Outcomes == nil {
			row.Outcomes = []Outcome{}
		}
		rows, rest, end = append(rows, row), next, end+int64(len(line)+1)
	}
	return rows, r.cut(end)
}

// cut ends the file at a size, where writing goes on.
func (r *sweepResults) cut(size int64) error {
	err := r.file.Truncate(size)
	if err == nil {
		_, err = r.file.Seek(size, io.SeekStart)
	}
	return r.failed(err)
}

func (r *sweepResults) write(row *SweepRow) error {
	line, err := json.Marshal(row)
	if err != nil {
		return err
	}
	return r.line(line)
}

// line writes a line at once, so that a kill leaves whole lines but for the last.
func (r *sweepResults) line(line []byte) error {
	_, err := r.file.Write(append(line, '\n'))
	return r.failed(err)
}

func (r *sweepResults) close() error { return r.failed(errors.Join(r.file.Sync(), r.file.Close())) }

func (r *sweepResults) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: cannot be written: %w", r.path, withoutPath(err))
}
