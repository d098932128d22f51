package recorder

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"
	"testing"

	"github.com/prang-sim/prang/recorder/parts"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// resealAll makes the checksums of all blocks that can be walked right, so that the fuzzer gets behind them.
func resealAll(file []byte) []byte {
	file = bytes.Clone(file)
	if len(file) < preambleSize {
		return file
	}
	binary.LittleEndian.PutUint32(file[16:], crc32.Checksum(file[:16], castagnoli))
	for at := preambleSize; at+frameSize <= len(file) && bytes.Equal(file[at:at+4], syncBytes); {
		f := file[at:]
		size := int64(binary.LittleEndian.Uint32(f[8:]))
		if size > int64(len(f)-frameSize) {
			break
		}
		payload := f[frameSize : frameSize+size]
		binary.LittleEndian.PutUint32(f[12:], crc32.Checksum(payload, castagnoli))
		binary.LittleEndian.PutUint32(f[28:], crc32.Checksum(f[:28], castagnoli))
		at += frameSize + int(size)
	}
	return file
}

func readAll(file []byte) {
	r, err := openBytes(file)
	if err != nil {
		return
	}
	for f, err := range r.Frames(0, math.MaxInt64) {
		if err == nil && len(f.Values) != r.layout.values {
			panic("a frame of another length than the columns")
		}
	}
	for step := range min(r.Steps(), 1000) {
		_, _ = r.StepHash(step)
	}
	_, _, _ = r.Snapshot(math.MaxInt64)
	_, _ = r.Assets()
	r.Problems()
	r.Chunks()
}

func FuzzOpen(f *testing.F) {
	h, _, file := smallLog(f, 130)
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Add(file[:len(file)-endSize])
	f.Add(encodeLog(f, Header{Step: 1}, nil, bitFrames(0, 3, nil)[:1]))
	f.Add(forgeHeader(f, h, `"count":3`, `"count":4`))
	f.Add(append(bytes.Clone(file), file...))
	h.Level = LevelVerify
	_, frames, _ := smallLog(f, 130)
	f.Add(encodeLog(f, h, nil, frames))
	f.Fuzz(func(t *testing.T, file []byte) {
		readAll(file)
		readAll(resealAll(file))
	})
}

// FuzzChunk decodes any payload of a chunk: no checksum of the file and no zstd stands before it.
func FuzzChunk(f *testing.F) {
	h := bodyHeader(2)
	h.addColumn(-1, "energy", "linear", 1)
	h.addColumn(-1, "field", "hold", 9)
	h.addColumn(-1, record.LedgerGrid, "hold", 3)
	h.addColumn(-1, "ledger.friction", "ledger", record.LedgerValues)
	h.Codec = 3
	l, err := newLayout(&h)
	if err != nil {
		f.Fatal(err)
	}
	frames := contact(&h, 2, 20)
	for i := range frames {
		frames[i].Values = append(frames[i].Values, float64(i*i), 1, 2, 3, 4, 5, 6, 7, 8, float64(i), -40, -45, -50,
			0x3p-40, 0x7p-45, 0, float64(i)*0x1p-45, 1, 2, 1.0/3)
	}
	e := stateEncoder{layout: l}
	e.encode(rowsOf(frames), 20)
	var g eventEncoder
	for i := range frames {
		g.add(uint32(i), frames[i].Time, frames[i].Events)
	}
	raw := g.appendRaw(nil)
	ev, err := decodeEvents(raw, 0, 20, testStep)
	if err != nil {
		f.Fatal(err)
	}
	new(eventCoder3).encode(&g, l, rowsOf(frames), 0, &ev)
	f.Add(uint8(20), bytes.Clone(e.first), bytes.Clone(e.masks), bytes.Clone(e.residuals), g.appendRaw(nil))
	f.Add(uint8(1), bytes.Clone(e.first), []byte{}, []byte{}, []byte{})
	f.Fuzz(func(t *testing.T, steps uint8, first, masks, residuals, events []byte) {
		n := 1 + int(steps)%chunkSteps
		decoded, err := decodeColumns(events, 5, n, testStep, 3)
		old, errOld := decodeColumns(events, 5, n, testStep, 2)
		if len(first)%8 != 0 || len(residuals)%8 != 0 {
			return
		}
		d := stateDecoder{layout: l}
		rows := make([]uint64, n*l.values)
		if d.decode(rows, n, unshuffled(first), masks, unshuffled(residuals)) != nil {
			return
		}
		if errOld == nil && len(events) > 0 {
			var m eventModel
			m.start(l, rows, 5)
			restoreEvents(&m, &old, old.times)
		}
		if err == nil && len(events) > 0 {
			new(eventCoder3).restore(l, rows, 5, &decoded)
			if _, err := checkEvents(new(eventEncoder), &decoded, 5, testStep, nil); err != nil {
				t.Log(err)
			}
		}
		// What decodes comes back when it is coded again.
		e := stateEncoder{layout: l}
		e.encode(rows, n)
		again := make([]uint64, len(rows))
		if err := d.decode(again, n, unshuffled(e.first), e.masks, unshuffled(e.residuals)); err != nil {
			t.Fatal(err)
		}
		for i := range rows {
			if rows[i] != again[i] {
				t.Fatalf("value %d: %x, then %x", i, rows[i], again[i])
			}
		}
	})
}

// FuzzChunk4 is FuzzChunk for codec 4, FuzzChunk5 for codec 5, and FuzzChunk6 for codec 6, of which codec 7 differs
// in the steps of a chunk alone.
func FuzzChunk4(f *testing.F) { fuzzStreams(f, 4) }

func FuzzChunk5(f *testing.F) { fuzzStreams(f, 5) }

func FuzzChunk6(f *testing.F) { fuzzStreams(f, 6) }

func fuzzStreams(f *testing.F, codec int) {
	h := bodyHeader(2)
	h.addColumn(-1, "energy", "linear", 1)
	h.addColumn(-1, "field", "hold", 9)
	h.addColumn(-1, record.LedgerGrid, "hold", 3)
	h.addColumn(-1, "ledger.friction", "ledger", record.LedgerValues)
	h.addColumn(-1, "ledger.gravity", "ledger", record.LedgerValues)
	h.Codec = codec
	l, err := newLayout(&h)
	if err != nil {
		f.Fatal(err)
	}
	frames := contact(&h, 2, 20)
	for i := range frames {
		frames[i].Values = append(frames[i].Values, float64(i*i), 1, 2, 3, 4, 5, 6, 7, 8, float64(i), -40, -45, -50,
			0x3p-40, 0x7p-45, 0, float64(i)*0x1p-45, 1, 2, 1.0/3, 0x3p-40, 0, 0, 1, 1, 2, float64(i))
	}
	wedged(frames)
	rows := rowsOf(frames)
	var c coder4
	var g eventEncoder
	c.encode(l, rows, 20, 5, eventsOf(f, frames, 5), &g)
	first := parts.AppendShuffled64(nil, rows[:l.values])
	in, plain := c.out.Streams()
	f.Add(uint8(19), first, g.appendHeads(nil), bytes.Clone(in), bytes.Clone(plain))
	f.Add(uint8(0), first, []byte{}, make([]byte, 5), []byte{})
	f.Fuzz(func(t *testing.T, steps uint8, first, heads, in, plain []byte) {
		n := 1 + int(steps)%chunkSteps
		events, err := decodeColumns(heads, 5, n, testStep, codec)
		if err != nil || len(first) != 8*l.values {
			return
		}
		rows := make([]uint64, n*l.values)
		copy(rows, unshuffled(first))
		err = new(coder4).decode(l, rows, n, 5, &events, in, plain)
		if err != nil {
			return
		}
		raw, err := checkEvents(new(eventEncoder), &events, 5, testStep, nil)
		if err != nil {
			return
		}
		// What decodes comes back when it is coded again.
		var c coder4
		var g eventEncoder
		c.encode(l, rows, n, 5, &events, &g)
		again := make([]uint64, len(rows))
		copy(again, rows[:l.values])
		decoded, err := decodeColumns(g.appendHeads(nil), 5, n, testStep, codec)
		if err != nil {
			t.Fatal(err)
		}
		in, plain = c.out.Streams()
		if err := new(coder4).decode(l, again, n, 5, &decoded, in, plain); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(rows, again) {
			t.Fatal("other rows")
		}
		if twice, err := checkEvents(new(eventEncoder), &decoded, 5, testStep, nil); err != nil || !bytes.Equal(raw, twice) {
			t.Fatalf("other events: %v", err)
		}
	})
}

// wedged adds impacts of objects 0 and 1 that are on their grids, each smaller than the last one.
func wedged(frames []record.Frame) {
	for i := range frames {
		f := &frames[i]
		for k := range 3 {
			by := math.Ldexp(float64(9-k), -3)
			e := record.Event{Time: f.Time, Kind: record.Impact, A: 0, B: 1, N: geom.Vec{Z: 1}, Closing: by, Impulse: geom.Vec{X: by / 4, Z: -2 * by}, EnergyLost: by * by}
			e.Before[1].V.Z, e.After[1].V.Z, e.After[0].W.X, e.After[1].W.Y = -by, by/8, by/2, by/4
			for n := range 2 {
				e.Points = append(e.Points, record.Point{P: geom.Vec{X: float64(n), Y: 0.25}, Impulse: geom.Vec{X: by / 8, Z: -by}, Feature: uint32(n)})
			}
			f.Events = append(f.Events, e)
		}
	}
}

func unshuffled(b []byte) []uint64 {
	v := make([]uint64, len(b)/8)
	var planes [8][]byte
	for k := range planes {
		planes[k] = b[k*len(v):][:len(v)]
	}
	parts.Unshuffle64(v, &planes)
	return v
}

func FuzzHeader(f *testing.F) {
	h := mixedHeader()
	if err := h.complete([]Asset{{"a", []byte("b")}}); err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(mustJSON(&h)))
	f.Add([]byte(`{"format":1,"level":"full","step":1,"objects":null,"columns":[]}`))
	f.Fuzz(func(t *testing.T, j []byte) {
		h, l, err := parseHeader(j)
		if err == nil && (l.steps < 1 || l.values > maxValues || h.Format != Major) {
			t.Errorf("%+v", l)
		}
	})
}
