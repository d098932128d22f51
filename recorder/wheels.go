package recorder

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/prang-sim/prang/recorder/rangecoder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// The wheels of a chunk follow its contact forces, where an older reader does not look: a hash, and, by the arithmetic
// coder of codec 4, the multiples of their grids. FORMAT.md defines the order.

// The numbers of a wheel, in the order of the format.
const (
	wheelSteer = iota
	wheelLift
	wheelX // of the contact point
	wheelY
	wheelZ
	wheelLoad
	wheelNumbers
)

// wheelBytes is the size of a wheel's part of what is hashed.
const wheelBytes = 1 + 4*(wheelNumbers+1)

const (
	wheelStands = 1
	wheelSlides = 2
)

// wheelRow is a wheel in a step: the multiples of its grids.
type wheelRow struct {
	flags byte
	on    int32
	lines [wheelNumbers]int32
}

// stored returns the numbers that a row stores: the contact is zero where there is none.
func (r *wheelRow) stored() int {
	if r.flags&wheelStands == 0 {
		return wheelX
	}
	return wheelNumbers
}

// wheelPlace is a wheel that the header has.
type wheelPlace struct {
	body, wheel int32
	grid        [wheelNumbers]int32 // exponents
}

// wheelsOf lists the wheels of a header.
func wheelsOf(h *Header) ([]wheelPlace, error) {
	var list []wheelPlace
	for i := range h.Objects {
		o := &h.Objects[i]
		for k := range o.Wheels {
			g := &o.Wheels[k].Grid
			for _, e := range [...]int32{g.Steer, g.Place, g.Load} {
				if e < -300 || e > 300 {
					return nil, fmt.Errorf("object %q: wheel %d: grid of 2^%d, must be 2^-300 to 2^300", o.Name, k, e)
				}
			}
			list = append(list, wheelPlace{int32(i), int32(k), [wheelNumbers]int32{g.Steer, g.Place, g.Place, g.Place, g.Place, g.Load}})
		}
	}
	return list, nil
}

// pack returns a wheel as multiples of its grids. The error says what does not fit the header.
func (p *wheelPlace) pack(w *record.WheelState, objects int) (wheelRow, error) {
	fail := func(what string) (wheelRow, error) {
		return wheelRow{}, fmt.Errorf("wheel %d of object %d: %s", p.wheel, p.body, what)
	}
	r := wheelRow{on: w.On}
	if w.Ground {
		r.flags |= wheelStands
	}
	if w.Slides {
		r.flags |= wheelSlides
	}
	switch {
	case w.Body != p.body || w.Wheel != p.wheel:
		return fail(fmt.Sprintf("wheel %d of object %d stands in its place", w.Wheel, w.Body))
	case w.On < -1 || int(w.On) >= objects:
		return fail(fmt.Sprintf("it stands on object %d: there are %d", w.On, objects))
	case !w.Ground && (w.Slides || w.On != -1 || w.P != (geom.Vec{}) || w.Load != 0):
		return fail("it stands on nothing, and has a contact")
	}
	for i, x := range [wheelNumbers]float64{w.Steer, w.Lift, w.P.X, w.P.Y, w.P.Z, w.Load} {
		lines := math.Ldexp(x, -int(p.grid[i]))
		if !(math.Abs(lines) <= record.MaxWheelLines) || lines != math.Trunc(lines) {
			return fail(fmt.Sprintf("%v is no multiple of 2^%d, or too large", x, p.grid[i]))
		}
		r.lines[i] = int32(lines)
	}
	return r, nil
}

// unpack undoes pack.
func (p *wheelPlace) unpack(r *wheelRow) record.WheelState {
	at := func(i int) float64 { return math.Ldexp(float64(r.lines[i]), int(p.grid[i])) }
	return record.WheelState{
		Body: p.body, Wheel: p.wheel, Steer: at(wheelSteer), Lift: at(wheelLift), Ground: r.flags&wheelStands != 0, Slides: r.flags&wheelSlides != 0,
		On: r.on, P: geom.Vec{X: at(wheelX), Y: at(wheelY), Z: at(wheelZ)}, Load: at(wheelLoad),
	}
}

// packWheels appends the wheels of a frame to dst. Nothing is appended on an error.
func (l *layout) packWheels(dst []wheelRow, list []record.WheelState) ([]wheelRow, error) {
	if len(list) != len(l.wheels) {
		return dst, fmt.Errorf("%d wheels, the objects have %d", len(list), len(l.wheels))
	}
	at := len(dst)
	for i := range list {
		r, err := l.wheels[i].pack(&list[i], len(l.bodies))
		if err != nil {
			return dst[:at], err
		}
		dst = append(dst, r)
	}
	return dst, nil
}

// unpackWheels appends row i of the wheels of a chunk to dst.
func (l *layout) unpackWheels(dst []record.WheelState, rows []wheelRow, i int) []record.WheelState {
	n := len(l.wheels)
	if len(rows) < (i+1)*n {
		return dst
	}
	for k := range l.wheels {
		dst = append(dst, l.wheels[k].unpack(&rows[i*n+k]))
	}
	return dst
}

// wheelTrack is what the coder knows of a wheel.
type wheelTrack struct {
	row   wheelRow
	moved uint32
	num   [wheelNumbers]wheelNumber
}

// wheelNumber is the last two values of a number that were stored, and how well predictions of the orders 0, it stays,
// and 1, it goes on, did lately.
type wheelNumber struct {
	a, b   int64
	length int // of the last one
	order  int
	hard   [2]int
}

// predict returns the prediction of the order at hand.
func (n *wheelNumber) predict() int64 {
	if n.order == 0 {
		return n.a
	}
	return 2*n.a - n.b
}

// learn takes the value that was stored.
func (n *wheelNumber) learn(v int64) {
	n.length = bits.Len64(zigzag(v - n.predict()))
	n.hard[0] += bits.Len64(zigzag(v-n.a)) - n.hard[0]>>4
	n.hard[1] += bits.Len64(zigzag(v-2*n.a+n.b)) - n.hard[1]>>4
	n.order = 0
	if n.hard[1] < n.hard[0] {
		n.order = 1
	}
	n.a, n.b = v, n.a
}

// wheelCoder codes and decodes the wheels of a chunk.
type wheelCoder struct {
	out rangecoder.Encoder
	in  rangecoder.Decoder
	raw []byte

	tracks                           []wheelTrack
	moves, stands, slides, elsewhere [2]rangecoder.Prob
	on                               rangecoder.Lengths
	tables                           [wheelNumbers]rangecoder.Lengths
}

// hash returns the hash of wheels.
func (k *wheelCoder) hash(rows []wheelRow) uint64 {
	b := slices.Grow(k.raw[:0], wheelBytes*len(rows))
	for i := range rows {
		r := &rows[i]
		b = append(b, r.flags)
		b = binary.LittleEndian.AppendUint32(b, uint32(r.on))
		for _, v := range r.lines {
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
	}
	k.raw = b
	return xxhash.Sum64(b)
}

func (k *wheelCoder) reset(wheels int) {
	k.tracks = slices.Grow(k.tracks[:0], wheels)[:wheels]
	clear(k.tracks)
	for i := range k.tracks {
		k.tracks[i].row.on = -1
	}
	for _, p := range [...]*[2]rangecoder.Prob{&k.moves, &k.stands, &k.slides, &k.elsewhere} {
		rangecoder.Reset(p[:])
	}
	k.on.Reset()
	for i := range k.tables {
		k.tables[i].Reset()
	}
}

// append appends the hash and the streams of the wheels of a chunk.
func (k *wheelCoder) append(dst []byte, rows []wheelRow, wheels int) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, k.hash(rows))
	k.reset(wheels)
	k.out.Reset()
	to := rangecoder.Coder{Out: &k.out}
	for i := range rows {
		_ = k.wheel(to, &k.tracks[i%wheels], &rows[i])
	}
	k.out.Finish()
	return appendStreams(dst, &k.out)
}

// wheel codes a wheel in a step, or decodes it into r. A decoder returns false for what no wheel can have.
func (k *wheelCoder) wheel(to rangecoder.Coder, t *wheelTrack, r *wheelRow) bool {
	moved := to.Decide(&k.moves[t.moved], flag(*r != t.row))
	t.moved = moved
	if moved == 0 {
		*r = t.row
		return true
	}
	was := uint32(t.row.flags)
	flags := to.Decide(&k.stands[was&wheelStands], uint32(r.flags&wheelStands))
	on := int32(-1)
	if flags != 0 {
		flags |= to.Decide(&k.slides[was>>1], uint32(r.flags>>1)) << 1
		on = t.row.on
		if to.Decide(&k.elsewhere[flag(on >= 0)], flag(r.on != on)) != 0 {
			on = int32(min(to.Number(&k.on, 0, uint64(r.on+1)), 1<<31-1)) - 1
		}
	}
	now := wheelRow{flags: byte(flags), on: on}
	for i := range now.stored() {
		n := &t.num[i]
		p := n.predict()
		v := p + unzigzag(to.Number(&k.tables[i], n.length, zigzag(int64(r.lines[i])-p)))
		if v < -record.MaxWheelLines || v > record.MaxWheelLines {
			return false
		}
		n.learn(v)
		now.lines[i] = int32(v)
	}
	*r, t.row = now, now
	return true
}

func flag(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
