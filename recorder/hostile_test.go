package recorder

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder/parts"
	"github.com/prang-sim/prang/sim/record"
)

func TestReader_Refuses(t *testing.T) {
	h, frames, file := smallLog(t, 130)
	major := bytes.Clone(file)
	binary.LittleEndian.PutUint16(major[10:], 2)
	binary.LittleEndian.PutUint32(major[16:], crc32.Checksum(major[:16], castagnoli))
	minor := bytes.Clone(file)
	binary.LittleEndian.PutUint16(minor[12:], Minor+1)
	binary.LittleEndian.PutUint32(minor[16:], crc32.Checksum(minor[:16], castagnoli))
	asText := bytes.ReplaceAll(file, []byte("\r\n"), []byte("\n"))
	asDOS := bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n"))
	unknown := forgeHeader(t, h, `"predictor":"rigid1"`, `"predictor":"rigid9"`)
	level := forgeHeader(t, h, `"level":"full"`, `"level":"other1"`)
	headless := bytes.Clone(file)
	headless[preambleSize+8] ^= 1 // of its frame
	for _, c := range []struct {
		name string
		file []byte
		is   error
		text string
	}{
		{"empty", nil, ErrNotLog, "empty"},
		{"other", []byte("PK\x03\x04 something else that is long enough"), ErrNotLog, "does not begin as one"},
		{"short", file[:12], ErrIncomplete, "it ends before its header: run the scenario again"},
		{"part of the magic", file[:6], ErrIncomplete, "it ends before its header: run the scenario again"},
		{"all but a byte before the header", file[:preambleSize-1], ErrIncomplete, "it ends before its header: run the scenario again"},
		{"less than the name", file[:5], ErrNotLog, "does not begin as one"},
		{"text", asText, ErrNotLog, "transferred as text"},
		{"dos", asDOS, ErrNotLog, "transferred as text"},
		{"seven bits", append([]byte("\x09PRANG"), file[6:]...), nil, ""},
		{"major", major, ErrVersion, "the log has version 2, this program reads 1"},
		{"minor", minor, nil, ""},
		{"predictor", unknown, ErrPredictor, `"rigid9"`},
		{"level", level, nil, `level "other1" is not known`},
		{"no header", file[:preambleSize], ErrIncomplete, "it ends before its header: run the scenario again"},
		{"part of the header", file[:preambleSize+100], ErrIncomplete, "it ends before its header: run the scenario again"},
		{"damaged part of the header", headless[:preambleSize+100], ErrDamaged, "neither the header nor its copy can be read: run the scenario again"},
	} {
		r, err := openBytes(c.file)
		if c.text == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			} else if n := readable(t, r, frames); n != 130 {
				t.Errorf("%s: %d frames", c.name, n)
			} else if later := c.name == "minor"; r.Minor() > Minor != later || r.Minor() < Minor {
				t.Errorf("%s: minor version %d", c.name, r.Minor())
			}
			continue
		}
		if err == nil || c.is != nil && !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: error %v, want %v with %q", c.name, err, c.is, c.text)
		}
	}
	r, _ := openBytes(file)
	var f record.Frame
	for _, step := range []int64{-1, 130, math.MaxInt64, math.MinInt64} {
		if err := r.Frame(step, &f); !errors.Is(err, ErrNoStep) {
			t.Errorf("step %d: error %v, want ErrNoStep", step, err)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none.prang")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that does not exist: %v", err)
	}
	if _, err := Open(t.TempDir()); err == nil {
		t.Error("a directory was opened")
	}
}

// forgeHeader returns a log without chunks whose header has one text replaced by another.
func forgeHeader(t testing.TB, h Header, old, replacement string) []byte {
	t.Helper()
	h.Assets = nil
	if err := h.complete(nil); err != nil {
		t.Fatal(err)
	}
	j := []byte(strings.ReplaceAll(string(mustJSON(&h)), old, replacement))
	return rawHeaderLog(t, j)
}

// rawHeaderLog returns the start of a log with the given JSON as its header.
func rawHeaderLog(t testing.TB, j []byte) []byte {
	t.Helper()
	c, err := parts.NewCompressor()
	if err != nil {
		t.Fatal(err)
	}
	b := c.Append(make([]byte, frameSize), j, false)
	sealBlock(b, blockHeader, 0, 0)
	return append(appendPreamble(nil), b...)
}

// rawStoredLog is rawHeaderLog without compression.
func rawStoredLog(j []byte) []byte {
	b := make([]byte, frameSize, frameSize+12+len(j))
	b = binary.LittleEndian.AppendUint32(b, 0)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(j)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(j)))
	b = append(b, j...)
	sealBlock(b, blockHeader, 0, 0)
	return append(appendPreamble(nil), b...)
}

func TestReader_SkipsUnknownBlocks(t *testing.T) {
	_, frames, file := smallLog(t, 300)
	blocks := blocksOf(t, file)
	extra := append(make([]byte, frameSize), "something of a later minor version"...)
	sealBlock(extra, 77, 5, 5)
	at := blocks[3].offset
	r, err := openBytes(slicesJoin(file[:at], extra, file[at:]))
	if err != nil {
		t.Fatal(err)
	}
	if n := readable(t, r, frames); n != 300 || len(r.Problems()) != 0 {
		t.Errorf("%d frames, problems %q", n, r.Problems())
	}
}

func slicesJoin(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// What a small file claims does not decide how much memory is taken.
func TestReader_HostileSizesTakeLittleMemory(t *testing.T) {
	h, _, file := smallLog(t, 130)
	many := func(element string, n int) string { return "[" + strings.Repeat(element+",", n-1) + element + "]" }
	start := `{"format":1,"step":0.01,"level":"full","objects":`
	blocks := blocksOf(t, file)
	claim := func(offset int64, v uint32) []byte {
		bad := bytes.Clone(file)
		for _, b := range blocks {
			if b.kind == blockChunk {
				binary.LittleEndian.PutUint32(bad[b.offset+frameSize+offset:], v)
				reseal(bad, &b)
			}
		}
		return bad
	}
	for name, f := range map[string][]byte{
		"objects, stored": rawStoredLog([]byte(start + many("{}", 1<<20) + `,"columns":[]}`)),
		"columns, stored": rawStoredLog([]byte(start + `[],"columns":` + many("{}", 1<<20) + `}`)),
		"objects":         rawHeaderLog(t, []byte(start+many("{}", 4<<20)+`,"columns":[]}`)),
		"wheels":          rawHeaderLog(t, []byte(start+`[{"name":"a","wheels":`+many("{}", 1<<20)+`}],"columns":[]}`)),
		"wheels, stored":  rawStoredLog([]byte(start + `[{"name":"a","wheels":` + many("{}", 1<<20) + `}],"columns":[]}`)),
		"parts, stored":   rawStoredLog([]byte(start + `[{"name":"a","parts":` + many("{}", 1<<20) + `}],"columns":[]}`)),
		"columns":         rawHeaderLog(t, []byte(start+`[],"columns":`+many("{}", 4<<20)+`}`)),
		"blank":           rawHeaderLog(t, []byte(start+strings.Repeat(" ", 40<<20)+`[],"columns":[]}`)),
		"wide column":     forgeHeader(t, h, `"count":1,`, `"count":2147483647,`),
		"wide but legal":  forgeHeader(t, h, `"count":1,`, `"count":1000000,`),
		"first row":       claim(chunkHead, math.MaxUint32),
		"plane":           claim(chunkHead+4, 0xfffffff0),
		"deep":            rawHeaderLog(t, []byte(start+strings.Repeat("[", 1<<20))),
		"settings":        forgeHeader(t, h, `"level":"full"`, `"level":"full","settings":`+many("1", 1<<20)),
		"length of block": func() []byte {
			b := bytes.Clone(file)
			binary.LittleEndian.PutUint32(b[28:], 1<<31-100)
			reseal2(b)
			return b
		}(),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r, err := openBytes(f)
			if err == nil {
				for range r.Frames(0, math.MaxInt64) {
				}
				r.Problems()
			}
			runtime.ReadMemStats(&after)
			// 1 MiB for the decoders and the buffers (0.1 measured), and what the JSON of the largest ratio makes, at
			// five bytes for each of it: an object of 64 bytes of JSON is 300 in memory.
			most := uint64(1<<20 + 5*(128*len(f)+64<<10))
			if strings.HasSuffix(name, "stored") {
				most = uint64(1<<20 + 40*len(f)) // freed slices that grew are counted too; without a limit it is 300
			}
			if got := after.TotalAlloc - before.TotalAlloc; got > most {
				t.Errorf("a file of %d bytes took %d bytes of memory (%v)", len(f), got, err)
			}
		})
	}
}

// The most that a small file may take is a frame of the largest size.
func TestReader_WidestFrame(t *testing.T) {
	h := Header{Step: testStep}
	h.addColumn(-1, "field", "hold", maxValues)
	file := encodeLog(t, h, nil, bitFrames(maxValues, 3, func() uint64 { return 0 }))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := openBytes(file)
	if err != nil {
		t.Fatal(err)
	}
	var f record.Frame
	for s := range r.Steps() {
		if err := r.Frame(s, &f); err != nil || len(f.Values) != maxValues {
			t.Fatal(len(f.Values), err)
		}
	}
	runtime.ReadMemStats(&after)
	// Planes, first row, rows and the frame are 8 MiB each; the frame grows by appending.
	if got := after.TotalAlloc - before.TotalAlloc; got > 96<<20 || len(file) > 4096 {
		t.Errorf("a file of %d bytes took %d bytes of memory", len(file), got)
	}
}

// reseal2 writes the checksum of the first frame anew.
func reseal2(file []byte) {
	f := file[preambleSize:]
	binary.LittleEndian.PutUint32(f[28:], crc32.Checksum(f[:28], castagnoli))
}
