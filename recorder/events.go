package recorder

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"github.com/prang-sim/prang/sim/record"
)

// The events of a chunk are stored in columns, each byte by byte like residuals. Of the 32 components of an event and the
// six of a point only those are stored whose bits are not all zero. FORMAT.md has the order.

const (
	eventComponents = 32
	pointComponents = 6

	eventBytes = 33 // of an event without components: 6 columns of 4 bytes, one of 1, one of 8
	pointBytes = 5  // of a point without components
)

// eventBits fills c with the bits of the components of e in the order of the format.
func eventBits(e *record.Event, c *[eventComponents]uint64) {
	put := func(i int, x float64) { c[i] = math.Float64bits(x) }
	put(0, e.N.X)
	put(1, e.N.Y)
	put(2, e.N.Z)
	put(3, e.Closing)
	put(4, e.Impulse.X)
	put(5, e.Impulse.Y)
	put(6, e.Impulse.Z)
	for k, t := range [4]*record.Twist{&e.Before[0], &e.Before[1], &e.After[0], &e.After[1]} {
		put(7+6*k, t.V.X)
		put(8+6*k, t.V.Y)
		put(9+6*k, t.V.Z)
		put(10+6*k, t.W.X)
		put(11+6*k, t.W.Y)
		put(12+6*k, t.W.Z)
	}
	put(31, e.EnergyLost)
}

// setEventBits undoes eventBits.
func setEventBits(e *record.Event, c *[eventComponents]uint64) {
	get := func(i int) float64 { return math.Float64frombits(c[i]) }
	e.N.X, e.N.Y, e.N.Z = get(0), get(1), get(2)
	e.Closing = get(3)
	e.Impulse.X, e.Impulse.Y, e.Impulse.Z = get(4), get(5), get(6)
	for k, t := range [4]*record.Twist{&e.Before[0], &e.Before[1], &e.After[0], &e.After[1]} {
		t.V.X, t.V.Y, t.V.Z = get(7+6*k), get(8+6*k), get(9+6*k)
		t.W.X, t.W.Y, t.W.Z = get(10+6*k), get(11+6*k), get(12+6*k)
	}
	e.EnergyLost = get(31)
}

// eventEncoder gathers the events of a chunk.
type eventEncoder struct {
	steps, a, b, points, details, masks []uint32
	kinds                               []byte
	times                               []uint64
	components                          [eventComponents][]uint64
	pointMasks                          []byte
	features                            []uint32
	pointValues                         [pointComponents][]uint64
	text                                []byte
	bytes                               int // of the columns so far
}

func (g *eventEncoder) reset() {
	g.steps, g.a, g.b, g.points, g.details, g.masks = g.steps[:0], g.a[:0], g.b[:0], g.points[:0], g.details[:0], g.masks[:0]
	g.kinds, g.times = g.kinds[:0], g.times[:0]
	for i := range g.components {
		g.components[i] = g.components[i][:0]
	}
	g.pointMasks, g.features, g.text = g.pointMasks[:0], g.features[:0], g.text[:0]
	for i := range g.pointValues {
		g.pointValues[i] = g.pointValues[i][:0]
	}
	g.bytes = 0
}

// eventsSize returns the most raw bytes that the events would take.
func eventsSize(events []record.Event) int {
	n := 0
	for i := range events {
		e := &events[i]
		n += eventBytes + 8*eventComponents + len(e.Points)*(pointBytes+8*pointComponents) + len(e.Detail)
	}
	return n
}

// add appends the events of one step, the one with the given offset in its chunk and the given time.
func (g *eventEncoder) add(offset uint32, time float64, events []record.Event) {
	base := bitsOf(time)
	for i := range events {
		e := &events[i]
		g.steps = append(g.steps, offset)
		g.kinds = append(g.kinds, byte(e.Kind))
		g.a, g.b = append(g.a, uint32(e.A)), append(g.b, uint32(e.B))
		g.points = append(g.points, uint32(len(e.Points)))
		g.details = append(g.details, uint32(len(e.Detail)))
		g.text = append(g.text, e.Detail...)
		g.times = append(g.times, residual(math.Float64bits(e.Time), base))
		var c [eventComponents]uint64
		eventBits(e, &c)
		var mask uint32
		for k, v := range c {
			if v != 0 {
				mask |= 1 << k
				g.components[k] = append(g.components[k], v)
			}
		}
		g.masks = append(g.masks, mask)
		for j := range e.Points {
			g.addPoint(&e.Points[j])
		}
	}
	g.bytes += eventsSize(events)
}

func (g *eventEncoder) addPoint(p *record.Point) {
	var mask byte
	for k, v := range pointBits(p) {
		if v != 0 {
			mask |= 1 << k
			g.pointValues[k] = append(g.pointValues[k], v)
		}
	}
	g.pointMasks = append(g.pointMasks, mask)
	g.features = append(g.features, p.Feature)
}

// appendRaw appends the columns, nothing when there are no events.
func (g *eventEncoder) appendRaw(dst []byte) []byte {
	n := len(g.steps)
	if n == 0 {
		return dst
	}
	dst = binary.LittleEndian.AppendUint32(dst, uint32(n))
	dst = appendShuffled32(dst, g.steps)
	dst = append(dst, g.kinds...)
	for _, c := range [...][]uint32{g.a, g.b, g.points, g.details, g.masks} {
		dst = appendShuffled32(dst, c)
	}
	dst = appendShuffled64(dst, g.times)
	for i := range g.components {
		dst = appendShuffled64(dst, g.components[i])
	}
	dst = append(dst, g.pointMasks...)
	dst = appendShuffled32(dst, g.features)
	for i := range g.pointValues {
		dst = appendShuffled64(dst, g.pointValues[i])
	}
	return append(dst, g.text...)
}

// chunkEvents is the decoded events of a chunk.
type chunkEvents struct {
	events []record.Event
	starts []int32 // events of step i of the chunk are events[starts[i]:starts[i+1]]
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
	unshuffle32(v, b)
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
	unshuffle64(v, &planes)
	return v
}

// decodeEvents reads the columns of the events of a chunk of steps steps whose first is first. All it allocates is new: the
// events may be kept.
func decodeEvents(raw []byte, first int64, steps int, step float64) (chunkEvents, error) {
	if len(raw) == 0 {
		return chunkEvents{}, nil
	}
	c := columns{b: raw}
	head := c.bytes(4, "count")
	if head == nil {
		return chunkEvents{}, c.err
	}
	n := int64(binary.LittleEndian.Uint32(head))
	if n == 0 || n*eventBytes > int64(len(c.b)) {
		return chunkEvents{}, fmt.Errorf("events: %d of them in %d bytes", n, len(c.b))
	}
	events := make([]record.Event, n)
	offsets := c.u32(len(events), "steps")
	for i, k := range c.bytes(len(events), "kinds") {
		events[i].Kind = record.EventKind(k)
	}
	a, b := c.u32(len(events), "objects"), c.u32(len(events), "objects")
	points, details := c.u32(len(events), "points"), c.u32(len(events), "details")
	masks := c.u32(len(events), "masks")
	times := c.u64(len(events), "times")
	if c.err != nil {
		return chunkEvents{}, c.err
	}
	starts, err := eventStarts(offsets, steps)
	if err != nil {
		return chunkEvents{}, err
	}
	for i := range events {
		e := &events[i]
		base := bitsOf(float64(first+int64(offsets[i])) * step)
		e.A, e.B, e.Time = int32(a[i]), int32(b[i]), math.Float64frombits(restore(times[i], base))
	}
	if err := c.eventValues(events, masks); err != nil {
		return chunkEvents{}, err
	}
	if err := c.pointValues(events, points); err != nil {
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
	return chunkEvents{events, starts}, nil
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
	var counts [eventComponents]int
	for _, m := range masks {
		for ; m != 0; m &= m - 1 {
			counts[bits.TrailingZeros32(m)]++
		}
	}
	var values [eventComponents][]uint64
	for k := range values {
		values[k] = c.u64(counts[k], "components")
	}
	if c.err != nil {
		return c.err
	}
	for i := range events {
		var v [eventComponents]uint64
		for m := masks[i]; m != 0; m &= m - 1 {
			k := bits.TrailingZeros32(m)
			v[k] = values[k][0]
			values[k] = values[k][1:]
		}
		setEventBits(&events[i], &v)
	}
	return nil
}

func (c *columns) pointValues(events []record.Event, counts []uint32) error {
	total := int64(0)
	for _, n := range counts {
		total += int64(n)
	}
	if total*pointBytes > int64(len(c.b)) {
		return fmt.Errorf("events: %d points in %d bytes", total, len(c.b))
	}
	masks := c.bytes(int(total), "points")
	features := c.u32(int(total), "features")
	var n [pointComponents]int
	for _, m := range masks {
		if m >= 1<<pointComponents {
			return fmt.Errorf("events: mask %#x of a point", m)
		}
		for ; m != 0; m &= m - 1 {
			n[bits.TrailingZeros8(m)]++
		}
	}
	var values [pointComponents][]uint64
	for k := range values {
		values[k] = c.u64(n[k], "points")
	}
	if c.err != nil {
		return c.err
	}
	points := make([]record.Point, total)
	for i := range points {
		var v [pointComponents]float64
		for m := masks[i]; m != 0; m &= m - 1 {
			k := bits.TrailingZeros8(m)
			v[k] = math.Float64frombits(values[k][0])
			values[k] = values[k][1:]
		}
		p := &points[i]
		p.P.X, p.P.Y, p.P.Z, p.Impulse.X, p.Impulse.Y, p.Impulse.Z = v[0], v[1], v[2], v[3], v[4], v[5]
		p.Feature = features[i]
	}
	for i := range events {
		if k := counts[i]; k > 0 {
			events[i].Points, points = points[:k:k], points[k:]
		}
	}
	return nil
}
