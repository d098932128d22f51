package recorder

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/prang-sim/prang/recorder/parts"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// The events of a chunk are stored in columns, each byte by byte like residuals. Of the 32 components of an event and
// the six of a point only those are stored whose bits are not all zero. FORMAT.md has the order.

const (
	eventBytes = 33 // of an event without components: 6 columns of 4 bytes, one of 1, one of 8
	pointBytes = 5  // of a point without components

	eventHeads = 22 // of an event and of a point in the columns of codec 4
	pointHeads = 5
)

// vectorOf returns the vector of an event that begins with a component.
func vectorOf(e *record.Event, at int) *geom.Vec {
	switch at {
	case 0:
		return &e.N
	case 4:
		return &e.Impulse
	}
	at -= 7
	t := &e.Before
	if at >= 12 {
		t = &e.After
	}
	if at%6 != 0 {
		return &t[at/6&1].W
	}
	return &t[at/6&1].V
}

// partBits is Bits of an event for the vector or the number alone that begins with a component.
func partBits(e *record.Event, at int, c *[3]uint64) {
	switch at {
	case 3:
		c[0] = math.Float64bits(e.Closing)
	case 31:
		c[0] = math.Float64bits(e.EnergyLost)
	default:
		v := vectorOf(e, at)
		c[0], c[1], c[2] = math.Float64bits(v.X), math.Float64bits(v.Y), math.Float64bits(v.Z)
	}
}

// setPartBits undoes partBits.
func setPartBits(e *record.Event, at int, c []uint64) {
	switch at {
	case 3:
		e.Closing = math.Float64frombits(c[0])
	case 31:
		e.EnergyLost = math.Float64frombits(c[0])
	default:
		*vectorOf(e, at) = vecAt(c, 0)
	}
}

// eventEncoder gathers the events of a chunk.
type eventEncoder struct {
	steps, a, b, points, details, masks []uint32
	kinds                               []byte
	times                               []uint64
	marks                               []byte // of codec 3
	components                          sparse
	pointMasks                          []byte
	features                            []uint32
	corners                             []byte // of codec 3, one a point
	pointValues                         sparse
	text                                []byte
	digest                              xxhash.Digest
}

// eventRows is the events of the rows of a chunk that is being filled.
type eventRows struct {
	chunkEvents
	points []record.Point // of the events
	bytes  int            // of their columns, at most
}

func (r *eventRows) reset() {
	r.events, r.starts, r.points, r.bytes = r.events[:0], append(r.starts[:0], 0), r.points[:0], 0
}

// add copies the events of the next row, whose columns take so many bytes at most.
func (r *eventRows) add(events []record.Event, size int) {
	r.events = grown(r.events, len(events))
	for i := range events {
		first := len(r.points)
		r.points = append(grown(r.points, len(events[i].Points)), events[i].Points...)
		r.events = append(r.events, events[i])
		r.events[len(r.events)-1].Points = r.points[first:len(r.points):len(r.points)]
	}
	r.starts = append(r.starts, int32(len(r.events)))
	r.bytes += size
}

func (g *eventEncoder) reset() {
	g.steps, g.a, g.b, g.points, g.details, g.masks = g.steps[:0], g.a[:0], g.b[:0], g.points[:0], g.details[:0], g.masks[:0]
	g.kinds, g.times, g.marks = g.kinds[:0], g.times[:0], g.marks[:0]
	g.components.reset()
	g.pointValues.reset()
	g.pointMasks, g.features, g.corners, g.text = g.pointMasks[:0], g.features[:0], g.corners[:0], g.text[:0]
}

// grown returns s with room for n more, growing by at least its length: append grows less, and copies often.
func grown[T any](s []T, n int) []T {
	if len(s)+n <= cap(s) {
		return s
	}
	return slices.Grow(s, max(n, len(s)))
}

// grow makes room for n events with so many points, of which there are none so far.
func (g *eventEncoder) grow(n, points int) {
	for _, c := range [...]*[]uint32{&g.steps, &g.a, &g.b, &g.points, &g.details, &g.masks} {
		*c = slices.Grow(*c, n)
	}
	g.kinds, g.times = slices.Grow(g.kinds, n), slices.Grow(g.times, n)
	g.pointMasks, g.features = slices.Grow(g.pointMasks, points), slices.Grow(g.features, points)
	g.components.reserve(n, record.EventValues)
	g.pointValues.reserve(points, record.PointValues)
}

// eventsSize returns the most raw bytes that the events would take.
func eventsSize(events []record.Event) int {
	n := 0
	for i := range events {
		e := &events[i]
		n += eventBytes + 8*record.EventValues + len(e.Points)*(pointBytes+8*record.PointValues) + len(e.Detail)
	}
	return n
}

// add appends the events of one step, the one with the given offset in its chunk and the given time.
func (g *eventEncoder) add(offset uint32, time float64, events []record.Event) {
	base := bitsOf(time)
	for i := range events {
		e := &events[i]
		g.addHead(offset, e, residual(math.Float64bits(e.Time), base))
		var c [record.EventValues]uint64
		e.Bits(&c)
		g.addComponents(&c)
		for j := range e.Points {
			v := e.Points[j].Bits()
			g.addPoint(&v, e.Points[j].Feature)
		}
	}
}

func (g *eventEncoder) addHead(offset uint32, e *record.Event, time uint64) {
	g.steps = append(g.steps, offset)
	g.kinds = append(g.kinds, byte(e.Kind))
	g.a, g.b = append(g.a, uint32(e.A)), append(g.b, uint32(e.B))
	g.points = append(g.points, uint32(len(e.Points)))
	g.details = append(g.details, uint32(len(e.Detail)))
	g.text = append(g.text, e.Detail...)
	g.times = append(g.times, time)
}

// addComponents appends those components that are not zero.
func (g *eventEncoder) addComponents(c *[record.EventValues]uint64) {
	g.masks = append(g.masks, g.components.add(c[:]))
}

func (g *eventEncoder) addPoint(c *[record.PointValues]uint64, feature uint32) {
	g.pointMasks = append(g.pointMasks, byte(g.pointValues.add(c[:])))
	g.features = append(g.features, feature)
}

// appendHeads appends the columns of codec 4, which has no numbers in them.
func (g *eventEncoder) appendHeads(dst []byte) []byte {
	n := len(g.steps)
	if n == 0 {
		return dst
	}
	dst = binary.LittleEndian.AppendUint32(dst, uint32(n))
	dst = parts.AppendShuffled32(dst, g.steps)
	dst = append(dst, g.kinds...)
	for _, c := range [...][]uint32{g.a, g.b, g.points, g.details} {
		dst = parts.AppendShuffled32(dst, c)
	}
	dst = append(dst, g.marks...)
	dst = parts.AppendShuffled32(dst, g.features)
	dst = append(dst, g.corners...)
	return append(dst, g.text...)
}

// appendRaw appends the columns, nothing when there are no events.
func (g *eventEncoder) appendRaw(dst []byte) []byte {
	return g.columns(dst, func(b []byte) []byte { return b })
}

// hash returns the hash of the columns and what scratch has become. It makes one after the other in the same place.
func (g *eventEncoder) hash(scratch []byte) (uint64, []byte) {
	g.digest.Reset()
	scratch = g.columns(scratch[:0], func(b []byte) []byte {
		_, _ = g.digest.Write(b) // a Digest never fails
		return b[:0]
	})
	return g.digest.Sum64(), scratch
}

// columns appends the columns one by one; done is called on dst after each.
func (g *eventEncoder) columns(dst []byte, done func([]byte) []byte) []byte {
	n := len(g.steps)
	if n == 0 {
		return dst
	}
	dst = binary.LittleEndian.AppendUint32(dst, uint32(n))
	dst = done(parts.AppendShuffled32(dst, g.steps))
	dst = done(append(dst, g.kinds...))
	for _, c := range [...][]uint32{g.a, g.b, g.points, g.details, g.masks} {
		dst = done(parts.AppendShuffled32(dst, c))
	}
	dst = done(parts.AppendShuffled64(dst, g.times))
	dst = done(append(dst, g.marks...))
	for k := range record.EventValues {
		dst = done(parts.AppendShuffled64(dst, g.components.column(k)))
	}
	dst = done(append(dst, g.pointMasks...))
	dst = done(parts.AppendShuffled32(dst, g.features))
	dst = done(append(dst, g.corners...))
	for k := range record.PointValues {
		dst = done(parts.AppendShuffled64(dst, g.pointValues.column(k)))
	}
	return done(append(dst, g.text...))
}
