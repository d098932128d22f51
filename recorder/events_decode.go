package recorder

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"github.com/prang-sim/prang/recorder/parts"
	"github.com/prang-sim/prang/sim/record"
)

// chunkEvents is the decoded events of a chunk.
type chunkEvents struct {
	events []record.Event
	starts []int32 // events of step i of the chunk are events[starts[i]:starts[i+1]]

	times   []uint64 // residuals of the times
	marks   []byte   // of codec 3
	corners []byte   // of the points, of codec 3
}

func (c *chunkEvents) at(i int) []record.Event {
	if len(c.events) == 0 {
		return nil
	}
	return c.events[c.starts[i]:c.starts[i+1]]
}

// columns reads column after column.
type columns struct {
	b   []byte
	err error
}

func (c *columns) bytes(n int, what string) []byte {
	if c.err != nil {
		return nil
	}
	if n > len(c.b) {
		c.err = fmt.Errorf("events: %s: %d bytes are left of %d", what, len(c.b), n)
		return nil
	}
	b := c.b[:n]
	c.b = c.b[n:]
	return b
}

func (c *columns) u32(n int, what string) []uint32 {
	b := c.bytes(4*n, what)
	if b == nil {
		return nil
	}
	v := make([]uint32, n)
	parts.Unshuffle32(v, b)
	return v
}

func (c *columns) u64(n int, what string) []uint64 {
	b := c.bytes(8*n, what)
	if b == nil {
		return nil
	}
	v := make([]uint64, n)
	var planes [8][]byte
	for k := range planes {
		planes[k] = b[k*n:][:n]
	}
	parts.Unshuffle64(v, &planes)
	return v
}

// decodeEvents reads the columns of the events of a chunk of steps steps whose first is first. All it allocates is new:
// the events may be kept.
func decodeEvents(raw []byte, first int64, steps int, step float64) (chunkEvents, error) {
	return decodeColumns(raw, first, steps, step, 1)
}

// decodeColumns is decodeEvents for any codec: what the columns hold is left as it is stored.
func decodeColumns(raw []byte, first int64, steps int, step float64, codec int) (chunkEvents, error) {
	if len(raw) == 0 {
		return chunkEvents{}, nil
	}
	c := columns{b: raw}
	head := c.bytes(4, "count")
	if head == nil {
		return chunkEvents{}, c.err
	}
	n := int64(binary.LittleEndian.Uint32(head))
	least := int64(eventBytes)
	if codec >= 4 {
		least = eventHeads
	}
	if n == 0 || n*least > int64(len(c.b)) {
		return chunkEvents{}, fmt.Errorf("events: %d of them in %d bytes", n, len(c.b))
	}
	events := make([]record.Event, n)
	offsets := c.u32(len(events), "steps")
	for i, k := range c.bytes(len(events), "kinds") {
		events[i].Kind = record.EventKind(k)
	}
	a, b := c.u32(len(events), "objects"), c.u32(len(events), "objects")
	points, details := c.u32(len(events), "points"), c.u32(len(events), "details")
	var masks []uint32
	times := make([]uint64, 0)
	if codec < 4 {
		masks = c.u32(len(events), "masks")
		times = c.u64(len(events), "times")
	}
	var marks []byte
	if codec >= 3 {
		marks = c.bytes(len(events), "marks")
	}
	if c.err != nil {
		return chunkEvents{}, c.err
	}
	starts, err := eventStarts(offsets, steps)
	if err != nil {
		return chunkEvents{}, err
	}
	for i := range events {
		e := &events[i]
		e.A, e.B = int32(a[i]), int32(b[i])
		if codec < 4 {
			base := bitsOf(float64(first+int64(offsets[i])) * step)
			e.Time = math.Float64frombits(restore(times[i], base))
		}
	}
	if codec < 4 {
		if err := c.eventValues(events, masks); err != nil {
			return chunkEvents{}, err
		}
	}
	corners, err := c.pointValues(events, points, codec)
	if err != nil {
		return chunkEvents{}, err
	}
	for i := range events {
		if uint64(details[i]) > uint64(len(c.b)) {
			return chunkEvents{}, fmt.Errorf("events: detail of %d bytes, %d are left", details[i], len(c.b))
		}
		events[i].Detail = string(c.b[:details[i]])
		c.b = c.b[details[i]:]
	}
	if len(c.b) != 0 {
		return chunkEvents{}, fmt.Errorf("events: %d bytes too many", len(c.b))
	}
	return chunkEvents{events, starts, times, marks, corners}, nil
}

// eventStarts returns where the events of each step begin.
func eventStarts(offsets []uint32, steps int) ([]int32, error) {
	starts := make([]int32, steps+1)
	last := uint32(0)
	for i, o := range offsets {
		if o < last || int64(o) >= int64(steps) {
			return nil, fmt.Errorf("events: event %d is of step %d of %d, after one of step %d", i, o, steps, last)
		}
		last = o
		starts[o+1] = int32(i + 1)
	}
	for i := 1; i < len(starts); i++ {
		if starts[i] < starts[i-1] {
			starts[i] = starts[i-1]
		}
	}
	return starts, nil
}

func (c *columns) eventValues(events []record.Event, masks []uint32) error {
	var counts [record.EventValues]int
	for _, m := range masks {
		for ; m != 0; m &= m - 1 {
			counts[bits.TrailingZeros32(m)]++
		}
	}
	var values [record.EventValues][]uint64
	for k := range values {
		values[k] = c.u64(counts[k], "components")
	}
	if c.err != nil {
		return c.err
	}
	for i := range events {
		var v [record.EventValues]uint64
		for m := masks[i]; m != 0; m &= m - 1 {
			k := bits.TrailingZeros32(m)
			v[k] = values[k][0]
			values[k] = values[k][1:]
		}
		events[i].SetBits(&v)
	}
	return nil
}

// pointValues reads the points of events and returns their corners.
func (c *columns) pointValues(events []record.Event, counts []uint32, codec int) (corners []byte, err error) {
	total := int64(0)
	for _, n := range counts {
		total += int64(n)
	}
	least := int64(pointBytes)
	if codec >= 4 {
		least = pointHeads
	}
	if total*least > int64(len(c.b)) {
		return nil, fmt.Errorf("events: %d points in %d bytes", total, len(c.b))
	}
	var masks []byte
	if codec < 4 {
		masks = c.bytes(int(total), "points")
	}
	features := c.u32(int(total), "features")
	if codec >= 3 {
		corners = c.bytes(int(total), "corners")
	}
	var n [record.PointValues]int
	for _, m := range masks {
		if m >= 1<<record.PointValues {
			return nil, fmt.Errorf("events: mask %#x of a point", m)
		}
		for ; m != 0; m &= m - 1 {
			n[bits.TrailingZeros8(m)]++
		}
	}
	var values [record.PointValues][]uint64
	for k := range values {
		values[k] = c.u64(n[k], "points")
	}
	if c.err != nil {
		return nil, c.err
	}
	points := make([]record.Point, total)
	for i := range points {
		points[i].Feature = features[i]
	}
	for i := range masks {
		var v [record.PointValues]float64
		for m := masks[i]; m != 0; m &= m - 1 {
			k := bits.TrailingZeros8(m)
			v[k] = math.Float64frombits(values[k][0])
			values[k] = values[k][1:]
		}
		p := &points[i]
		p.P.X, p.P.Y, p.P.Z, p.Impulse.X, p.Impulse.Y, p.Impulse.Z = v[0], v[1], v[2], v[3], v[4], v[5]
	}
	for i := range events {
		if k := counts[i]; k > 0 {
			events[i].Points, points = points[:k:k], points[k:]
		}
	}
	return corners, nil
}
