package recorder

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder/parts"
	"github.com/prang-sim/prang/sim/record"
)

// bareRows is the run of the sample of format 1.13: one body with random bits, in a chunk without events and in one with, and then at
// rest.
func bareRows() (Header, []record.Frame) {
	h := bodyHeader(1)
	frames := bitFrames(bodyValues, 480, rand.New(rand.NewPCG(1, 13)).Uint64)
	frames[260].Events = []record.Event{{Kind: record.Sleep, Time: frames[260].Time, A: 0, B: -1}}
	for s := 280; s < len(frames); s++ {
		copy(frames[s].Values, []float64{1, 2, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	}
	return h, frames
}

// testdata/v1.13.prang was written when format 1.13 was published.
func TestReader_ReadsVersion1_13(t *testing.T) {
	r, err := Open("testdata/v1.13.prang")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	_, frames := bareRows()
	if n := readable(t, r, frames); n != len(frames) || !r.Complete() || len(r.Problems()) > 0 || r.Header().Codec != 8 {
		t.Errorf("codec %d, %d frames, problems %q", r.Header().Codec, n, r.Problems())
	}
	if r.Chain() != 0xddce6bfab919d1ba {
		t.Errorf("chain %016x", r.Chain())
	}
	// The first chunk has its rows as they are, the second, of 40 such rows and an event, has not.
	var sizes []int
	for i := range r.blocks {
		if r.blocks[i].kind == blockChunk {
			sizes = append(sizes, int(r.blocks[i].size))
		}
	}
	row := 8 * bodyValues
	if len(sizes) != 2 || sizes[0] != chunkHead+12+4+240*row || sizes[1] < 40*row || sizes[1] > 44*row {
		t.Errorf("chunks of %d bytes", sizes)
	}
}

// Rows of a chunk with an event are not written as they are, though that would take less.
func TestWriter_CodesRowsOfChunksWithEvents(t *testing.T) {
	h, frames := bareRows()
	frames = frames[:240]
	frames[100].Events = []record.Event{{Kind: record.Sleep, Time: frames[100].Time, A: 0, B: -1}}
	checkLog(t, encodeLog(t, h, nil, frames), frames)
}

// Rows whose codes take less than they are coded: of values whose first half is the same in every row, the second half is stored.
func TestWriter_CodesRowsThatGetSmaller(t *testing.T) {
	h := bodyHeader(1)
	r := rand.New(rand.NewPCG(3, 4))
	frames := bitFrames(bodyValues, 240, func() uint64 { return 0x3ff0000000000000 | r.Uint64N(1<<32) })
	file := encodeLog(t, h, nil, frames)
	checkLog(t, file, frames)
	if size, raw := len(file)-len(encodeLog(t, h, nil, nil)), 8*bodyValues*len(frames); size > raw*2/3 {
		t.Errorf("%d bytes for %d of values", size, raw)
	}
}

// Rows as they are that are cut short, that are in a chunk of an older codec or in one with events, or that are not those of the hash.
func TestChunk_RefusesBareRows(t *testing.T) {
	h, frames := bareRows()
	l, err := newLayout(&h)
	if err != nil {
		t.Fatal(err)
	}
	rows := rowsOf(frames[:3])
	payload := func(events, of uint64) []byte {
		hs := hashes{events: events, rows: of}
		hs.chainOut = hs.chain(0, 3)
		return hs.append(nil)
	}
	var hasher rowHasher
	none, all := new(eventEncoder), hasher.sum(rows)
	if err := none.gather(&chunkEvents{}, 0, testStep); err != nil {
		t.Fatal(err)
	}
	empty, _ := none.hash(nil)
	heads := make([]byte, 12)
	d := chunkDecoder{layout: l}
	decode := func(codec int, b []byte) ([]uint64, error) {
		d.layout.codec = codec
		c := decodedChunk{events: chunkEvents{events: frames[260].Events, starts: []int32{0, 0, 0, 1}}} // of the chunk before
		err := d.decode(&c, &block{count: 3}, b)
		if err == nil && c.events.at(2) != nil {
			t.Errorf("events %v", c.events)
		}
		return c.rows, err
	}
	good := appendBare(append(payload(empty, all), heads...), rows)
	if got, err := decode(8, good); err != nil || len(got) != len(rows) || got[0] != rows[0] || got[len(got)-1] != rows[len(rows)-1] {
		t.Fatalf("%x, %v", got, err)
	}
	other := append([]byte{}, good...)
	other[len(other)-1] ^= 1
	withEvents := append(payload(empty, all), 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 7)
	for _, c := range []struct {
		name  string
		codec int
		b     []byte
		want  string
	}{
		{"cut short", 8, good[:len(good)-1], parts.ErrCut.Error()}, {"without rows", 8, good[:chunkHead+12+4], parts.ErrCut.Error()},
		{"codec 7", 7, good, parts.ErrCut.Error()}, {"other rows", 8, other, errRows.Error()},
		{"with events", 8, appendBare(withEvents, rows), "it has events"},
		{"another hash of events", 8, appendBare(append(payload(empty+1, all), heads...), rows), errEvents.Error()},
	} {
		if _, err := decode(c.codec, c.b); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	if _, err := decode(7, good); !errors.Is(err, parts.ErrCut) {
		t.Error(err)
	}
}
