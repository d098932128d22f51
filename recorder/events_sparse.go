package recorder

import "github.com/prang-sim/prang/sim/record"

// sparse gathers rows of numbers by column, of which it keeps those that are not zero.
type sparse struct {
	rows, room int                     // so far, and how many fit
	values     []uint64                // column k from k room on
	ends       [record.EventValues]int // there, of what each column has
}

// reset forgets all rows.
func (s *sparse) reset() {
	s.rows = 0
	s.place()
}

// place puts the ends of empty columns to their beginnings.
func (s *sparse) place() {
	for k := range s.ends {
		s.ends[k] = k * s.room
	}
}

// reserve makes room for so many rows of so many columns, for some more where it has to be made anew; there are none so
// far.
func (s *sparse) reserve(rows, columns int) {
	if cap(s.values) < rows*columns {
		rows += rows / 4
		s.values = make([]uint64, rows*columns)
	}
	s.room, s.values = rows, s.values[:rows*columns]
	s.place()
}

// add adds a row and returns the mask of what is not zero, bit k of column k.
func (s *sparse) add(row []uint64) (mask uint32) {
	if s.rows == s.room {
		s.widen(len(row))
	}
	s.rows++
	values, ends := s.values, s.ends[:len(row)]
	for k, v := range row {
		at := ends[k]
		values[at] = v // a zero is written over by what comes next
		some := (v | -v) >> 63
		ends[k] = at + int(some)
		mask = mask>>1 | uint32(some)<<31
	}
	return mask >> (uint(32-len(row)) & 31)
}

// widen doubles the room.
func (s *sparse) widen(columns int) {
	wide := sparse{rows: s.rows}
	wide.reserve(max(2*s.room, 16), columns)
	for k := range columns {
		wide.ends[k] += copy(wide.values[wide.ends[k]:], s.column(k))
	}
	*s = wide
}

// column returns what is not zero of a column.
func (s *sparse) column(k int) []uint64 { return s.values[k*s.room : s.ends[k]] }
