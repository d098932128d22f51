package export

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
)

// A spool holds columns of single-precision numbers that become known row by row, one column behind the other in a
// temporary file: what it takes in memory does not grow with the rows.
type spool struct {
	file    *os.File
	size    int64 // of all columns [B]
	columns []spooled
}

type spooled struct {
	begin, end int64
	at         int64 // of what comes next, in the file
	pending    []byte
}

// spoolBlock is how many bytes of a column are gathered before they are written.
const spoolBlock = 1 << 14

func newSpool() (*spool, error) {
	f, err := os.CreateTemp("", "prang-export-*")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // where that can be, it is gone whatever ends the program; elsewhere close removes it
	return &spool{file: f}, nil
}

func (s *spool) close() {
	_ = s.file.Close()
	_ = os.Remove(s.file.Name())
}

// column adds a column of n numbers and returns its place [B]. It comes before all numbers.
func (s *spool) column(n int64) (at int64) {
	at = s.size
	s.size += 4 * n
	s.columns = append(s.columns, spooled{begin: at, at: at, end: s.size})
	return at
}

// put adds numbers to column i.
func (s *spool) put(i int, values ...float32) error {
	c := &s.columns[i]
	for _, v := range values {
		c.pending = binary.LittleEndian.AppendUint32(c.pending, math.Float32bits(v))
	}
	if len(c.pending) < spoolBlock {
		return nil
	}
	return s.flush(c)
}

func (s *spool) flush(c *spooled) error {
	_, err := s.file.WriteAt(c.pending, c.at)
	c.at += int64(len(c.pending))
	c.pending = c.pending[:0]
	return err
}

// shorten says that there are only so many of the rows that the columns have room for: their places stay.
func (s *spool) shorten(rows, of int64) {
	for i := range s.columns {
		c := &s.columns[i]
		c.end = c.begin + (c.end-c.begin)/of*rows
	}
}

// copyTo writes all columns, which are full.
func (s *spool) copyTo(w io.Writer) error {
	for i := range s.columns {
		c := &s.columns[i]
		if err := s.flush(c); err != nil {
			return err
		}
		if c.at != c.end {
			return fmt.Errorf("column %d of the animation ends at byte %d, not at %d", i, c.at, c.end)
		}
	}
	if err := s.file.Truncate(s.size); err != nil { // room behind the last row
		return err
	}
	_, err := io.Copy(w, io.NewSectionReader(s.file, 0, s.size))
	return err
}
