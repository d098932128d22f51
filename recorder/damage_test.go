package recorder

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/prang-sim/prang/sim/record"
)

// smallLog returns the frames and the bytes of a log of a few chunks.
func smallLog(t testing.TB, steps int) (Header, []record.Frame, []byte) {
	t.Helper()
	h := bodyHeader(1)
	h.Objects[0].Color = "red"
	h.addColumn(-1, "energy", "linear", 1)
	frames := contact(&h, 1, steps)
	for i := range frames {
		frames[i].Values = append(frames[i].Values, float64(i/3))
	}
	return h, frames, encodeLog(t, h, []Asset{{"scenario.yaml", []byte("name: small\nstep: 1/240 s\n")}}, frames)
}

// readable reads every frame that r gives and fails on a wrong one. It returns how many there were.
func readable(t testing.TB, r *Reader, frames []record.Frame) int {
	t.Helper()
	n := 0
	for f, err := range r.Frames(0, math.MaxInt64) {
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Fatalf("error %v is not ErrDamaged", err)
			}
			continue
		}
		if f.Step >= int64(len(frames)) {
			t.Fatalf("step %d of %d", f.Step, len(frames))
		}
		if err := sameFrame(f, &frames[f.Step]); err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

func blocksOf(t testing.TB, file []byte) []block {
	t.Helper()
	var list []block
	for at := int64(preambleSize); ; {
		b, ok := parseFrame(file[at:], at)
		if !ok {
			return list
		}
		list = append(list, b)
		at = b.end()
	}
}

func TestReader_TruncatedAnywhere_KeepsEveryWholeChunk(t *testing.T) {
	_, frames, file := smallLog(t, 160)
	blocks := blocksOf(t, file)
	for size := range len(file) {
		r, err := openBytes(file[:size])
		if int64(size) < blocks[0].end() {
			if err == nil {
				t.Fatalf("%d bytes: opened without a header", size)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%d bytes: %v", size, err)
		}
		want := 0
		for _, b := range blocks {
			if b.kind == blockChunk && b.end() <= int64(size) {
				want += int(b.count)
			}
		}
		// Frames of all are compared at every 16th size, the number of steps at each.
		if r.Steps() != int64(want) || r.Complete() {
			t.Fatalf("%d bytes: %d steps, complete %v, want %d", size, r.Steps(), r.Complete(), want)
		}
		if size%16 == 0 && readable(t, r, frames) != want {
			t.Fatalf("%d bytes: frames are missing", size)
		}
	}
}

func TestReader_FlippedBits_NeverGiveAWrongValue(t *testing.T) {
	_, frames, file := smallLog(t, 300)
	blocks := blocksOf(t, file)
	r := rand.New(rand.NewPCG(7, 7))
	lost, named, headers := 0, 0, 0
	for range 2000 {
		bad := bytes.Clone(file)
		hit := make(map[int]bool)
		for range 1 + r.IntN(3) {
			at := r.IntN(len(bad))
			bad[at] ^= 1 << r.IntN(8)
			for i, b := range blocks {
				if int64(at) >= b.offset && int64(at) < b.end() {
					hit[i] = true
				}
			}
		}
		l, err := openBytes(bad)
		if err != nil {
			if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNotLog) {
				t.Fatalf("error %v", err)
			}
			headers++
			continue
		}
		n := readable(t, l, frames)
		problems := strings.Join(l.Problems(), "\n")
		whole := 0
		for i, b := range blocks {
			if b.kind != blockChunk {
				continue
			}
			if !hit[i] {
				whole += int(b.count)
				continue
			}
			lost++
			from, to := b.number, b.number+int64(b.count)-1
			if namesSteps(problems, from, to) {
				named++
			} else if bytes.Equal(bad, file) {
				whole += int(b.count) // two flips of one bit
			} else {
				t.Fatalf("steps %d to %d are damaged, but the problems are %q", from, to, problems)
			}
		}
		if n != whole {
			t.Fatalf("%d frames, want the %d of whole chunks; problems: %s", n, whole, problems)
		}
	}
	if lost < 500 || named < 500 {
		t.Errorf("%d chunks were hit, %d named", lost, named)
	}
	if headers > 20 {
		t.Errorf("%d of 2000 logs could not be opened", headers)
	}
}

// namesSteps reports whether the problems name a range of steps that holds the one from from to to.
func namesSteps(problems string, from, to int64) bool {
	for _, p := range strings.Split(problems, "steps ")[1:] {
		var a, b int64
		if n, _ := fmt.Sscanf(p, "%d to %d", &a, &b); n == 2 && a <= from && b >= to {
			return true
		}
	}
	return false
}

func TestReader_BlocksOutOfPlace(t *testing.T) {
	h, frames, file := smallLog(t, 480)
	other := func() []byte {
		f := contact(&h, 1, 480)
		for i := range f {
			f[i].Values = append(f[i].Values, 1)
		}
		return encodeLog(t, h, []Asset{{"scenario.yaml", []byte("name: small\nstep: 1/240 s\n")}}, f)
	}()
	h.Scenario = "another"
	foreign := encodeLog(t, h, nil, frames)
	blocks := blocksOf(t, file)
	cut := func(f []byte, i int) []byte { b := blocksOf(t, f)[i]; return f[b.offset:b.end()] }
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	upTo := func(i int) []byte { return file[:blocks[i].offset] }
	from := func(i int) []byte { return file[blocks[i].offset:] }
	const c0, c1, c2 = 2, 3, 4 // header, asset, then the chunks
	for _, c := range []struct {
		name    string
		file    []byte
		frames  int
		problem string
	}{
		{"removed", join(upTo(c1), from(c2)), 360, "steps 120 to 239 are missing"},
		{"doubled", join(upTo(c2), cut(file, c1), from(c2)), 480, "chunk of steps 120 to 239"},
		{"swapped", join(upTo(c0), cut(file, c1), cut(file, c0), from(c2)), 480, "is not in its place"},
		{"last removed", join(upTo(c0+3), from(c0+4)), 360, "steps 360 to 479 are missing"},
		{"of another header", join(upTo(c1), cut(foreign, c1-1), from(c2)), 360, "belongs to another log"},
		{"of another run", join(upTo(c1), cut(other, c1), from(c2)), 240, "does not follow the one before it"},
		{"asset removed", join(upTo(1), from(c0)), 480, `asset "scenario.yaml" is missing`},
		{"header removed", join(upTo(0), from(1)), 480, "its copy is used"},
		{"copy removed", join(upTo(len(blocks)-3), from(len(blocks)-2)), 480, ""},
		{"bytes before a chunk", join(upTo(c1), []byte("some bytes that are no block, longer than a frame"), from(c1)), 480, "are damaged"},
		{"bytes behind the end", join(file, []byte("rest")), 480, "4 bytes follow the end"},
		{"bytes missing in a chunk", join(upTo(c1), file[blocks[c1].offset+100:]), 360, "steps 120 to 239 are missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := openBytes(c.file)
			if err != nil {
				t.Fatal(err)
			}
			if n := readable(t, r, frames); n != c.frames {
				t.Errorf("%d frames, want %d", n, c.frames)
			}
			if p := strings.Join(r.Problems(), "\n"); !strings.Contains(p, c.problem) {
				t.Errorf("problems %q, want %q", p, c.problem)
			}
		})
	}
}

// reseal writes the checksums of a changed block anew.
func reseal(file []byte, b *block) {
	payload := file[b.offset+frameSize : b.end()]
	f := file[b.offset:]
	binary.LittleEndian.PutUint32(f[12:], crc32.Checksum(payload, castagnoli))
	binary.LittleEndian.PutUint32(f[28:], crc32.Checksum(f[:28], castagnoli))
}

// Lengths and counts inside a block whose checksums are right are not trusted either.
func TestReader_ForgedPayloads_NeverGiveAWrongValue(t *testing.T) {
	_, frames, file := smallLog(t, 300)
	blocks := blocksOf(t, file)
	r := rand.New(rand.NewPCG(5, 7))
	refused := 0
	for range 2000 {
		bad := bytes.Clone(file)
		b := blocks[2+r.IntN(3)]
		if b.kind != blockChunk {
			t.Fatal("not a chunk")
		}
		payload := bad[b.offset+frameSize : b.end()]
		switch r.IntN(4) {
		case 0:
			payload[r.IntN(len(payload))] = byte(r.Uint32())
		case 1:
			binary.LittleEndian.PutUint32(payload[r.IntN(len(payload)-4):], []uint32{0, 1, math.MaxUint32, 1 << 31, 1 << 24}[r.IntN(5)])
		case 2:
			at := r.IntN(len(payload))
			copy(payload[at:], payload[r.IntN(len(payload)):])
		case 3:
			binary.LittleEndian.PutUint32(bad[b.offset+24:], r.Uint32N(200)) // count of steps
		}
		reseal(bad, &b)
		l, err := openBytes(bad)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for f, err := range l.Frames(0, math.MaxInt64) {
			if err == nil && sameFrame(f, &frames[f.Step]) == nil {
				n++
			} else if err == nil {
				t.Fatalf("step %d is wrong", f.Step)
			}
		}
		if n < len(frames) {
			refused++
		}
	}
	if refused < 1700 {
		t.Errorf("only %d of 2000 forged logs were refused in part", refused)
	}
}

func TestReader_WriterKilled(t *testing.T) {
	h, frames, _ := smallLog(t, 300)
	path := filepath.Join(t.TempDir(), "killed.prang")
	w, err := Create(path, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range frames[:290] {
		if err := w.Write(&frames[i]); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(path) // without Close of the writer
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if n := readable(t, r, frames); n != 240 || r.Complete() || len(r.Problems()) != 0 {
		t.Errorf("%d frames, complete %v, problems %q; want 240 of whole chunks and none", n, r.Complete(), r.Problems())
	}
	if _, ok := r.Summary(); ok {
		t.Error("a summary that was never written")
	}
	if err := w.Close(Summary{Ended: Interrupted, Message: "Ctrl-C"}); err != nil {
		t.Fatal(err)
	}
	closed, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer closed.Close()
	s, _ := closed.Summary()
	want := Summary{Steps: 290, FinalHash: frames[289].Hash, Ended: Interrupted, Message: "Ctrl-C"}
	if s != want || closed.Steps() != 290 || !closed.Complete() {
		t.Errorf("summary %+v, %d steps", s, closed.Steps())
	}
}

// limited is a disk with room for some bytes.
type limited struct {
	b    bytes.Buffer
	room int
	err  error
}

func (l *limited) Write(p []byte) (int, error) {
	if len(p) > l.room {
		n, err := l.b.Write(p[:l.room])
		l.room = 0
		if err == nil {
			err = l.err
		}
		return n, err
	}
	l.room -= len(p)
	return l.b.Write(p)
}

func TestWriter_DiskFull_KeepsWholeChunks(t *testing.T) {
	h, frames, file := smallLog(t, 300)
	blocks := blocksOf(t, file)
	for _, failure := range []error{syscall.ENOSPC, nil} { // nil: a short write without an error
		for _, room := range []int{int(blocks[3].offset) + 7, int(blocks[3].offset), int(blocks[4].end()) - 1} {
			l := &limited{room: room, err: failure}
			w, err := NewWriter(l, h, []Asset{{"scenario.yaml", []byte("name: small\nstep: 1/240 s\n")}})
			if err != nil {
				t.Fatal(err)
			}
			var first error
			for i := range frames {
				if err := w.Write(&frames[i]); err != nil {
					if first == nil {
						first = err
					} else if err != first {
						t.Fatalf("the error %v became %v", first, err)
					}
				}
			}
			if err := w.Close(Summary{}); err == nil || first != nil && err != first {
				t.Errorf("Close returns %v, want %v", err, first)
			} else if failure != nil && !errors.Is(err, failure) {
				t.Errorf("%v does not wrap %v", err, failure)
			}
			r, err := openBytes(l.b.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			if n := readable(t, r, frames); n != 120 && n != 240 {
				t.Errorf("room for %d bytes: %d frames", room, n)
			}
		}
	}
}

func TestReader_Refuses(t *testing.T) {
	h, frames, file := smallLog(t, 130)
	major := bytes.Clone(file)
	binary.LittleEndian.PutUint16(major[10:], 2)
	binary.LittleEndian.PutUint32(major[16:], crc32.Checksum(major[:16], castagnoli))
	minor := bytes.Clone(file)
	binary.LittleEndian.PutUint16(minor[12:], 7)
	binary.LittleEndian.PutUint32(minor[16:], crc32.Checksum(minor[:16], castagnoli))
	asText := bytes.ReplaceAll(file, []byte("\r\n"), []byte("\n"))
	asDOS := bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n"))
	unknown := forgeHeader(t, h, `"predictor":"rigid1"`, `"predictor":"rigid9"`)
	level := forgeHeader(t, h, `"level":"full"`, `"level":"verify"`)
	for _, c := range []struct {
		name string
		file []byte
		is   error
		text string
	}{
		{"empty", nil, ErrNotLog, "empty"},
		{"other", []byte("PK\x03\x04 something else that is long enough"), ErrNotLog, "does not begin as one"},
		{"short", file[:12], ErrNotLog, "ends after 12 bytes"},
		{"text", asText, ErrNotLog, "transferred as text"},
		{"dos", asDOS, ErrNotLog, "transferred as text"},
		{"seven bits", append([]byte("\x09PRANG"), file[6:]...), nil, ""},
		{"major", major, ErrVersion, "the log has version 2, this program reads 1"},
		{"minor", minor, nil, ""},
		{"predictor", unknown, ErrPredictor, `"rigid9"`},
		{"level", level, nil, `level "verify" is not known`},
		{"no header", file[:preambleSize], ErrDamaged, "neither the header nor its copy"},
	} {
		r, err := openBytes(c.file)
		if c.text == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			} else if n := readable(t, r, frames); n != 130 {
				t.Errorf("%s: %d frames", c.name, n)
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
	c, err := newCompressor()
	if err != nil {
		t.Fatal(err)
	}
	b := c.appendPart(make([]byte, frameSize), j, false)
	sealBlock(b, blockHeader, 0, 0)
	return append(appendPreamble(nil), b...)
}

// rawStoredLog is rawHeaderLog without compression.
func rawStoredLog(j []byte) []byte {
	b := make([]byte, frameSize, frameSize+partHead+len(j))
	b = binary.LittleEndian.AppendUint32(b, partStored)
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
			// 1 MiB for the decoders and the buffers (0.1 measured), and what the JSON of the largest ratio makes, at five
			// bytes for each of it: an object of 64 bytes of JSON is 300 in memory.
			most := uint64(1<<20 + 5*maxRaw(len(f)))
			if strings.HasSuffix(name, "stored") {
				most = uint64(1<<20 + 32*len(f)) // freed slices that grew are counted too; without a limit it is 300
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

func TestReader_Assets(t *testing.T) {
	h := bodyHeader(1)
	assets := []Asset{{"scenario.yaml", []byte("a: 1\n")}, {"empty", nil}, {"mesh.bin", bytes.Repeat([]byte("0123456789abcdef"), 1<<16)}}
	file := encodeLog(t, h, assets, flight(&h, 1, 10))
	r, err := openBytes(file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Assets()
	if err != nil || len(got) != 3 {
		t.Fatalf("%d assets, %v", len(got), err)
	}
	for i := range got {
		if got[i].Name != assets[i].Name || !bytes.Equal(got[i].Data, assets[i].Data) {
			t.Errorf("asset %d is %q of %d bytes", i, got[i].Name, len(got[i].Data))
		}
	}
	if _, err := r.Asset("none"); err == nil {
		t.Error("an asset that is not there")
	}
	b := blocksOf(t, file)[3]
	file[b.end()-1] ^= 1
	if r, err = openBytes(file); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Asset("mesh.bin"); !errors.Is(err, ErrDamaged) {
		t.Errorf("a damaged asset: %v", err)
	}
	if _, err := r.Asset("scenario.yaml"); err != nil {
		t.Error(err)
	}
}

func TestWriter_RefusesHeaders(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(h *Header) []Asset
		text   string
	}{
		{"step", func(h *Header) []Asset { h.Step = 0; return nil }, "step of 0 s"},
		{"infinite step", func(h *Header) []Asset { h.Step = math.Inf(1); return nil }, "must be above zero and finite"},
		{"gravity", func(h *Header) []Asset { h.Gravity.X = math.NaN(); return nil }, "gravity is not finite"},
		{"level", func(h *Header) []Asset { h.Level = "some"; return nil }, `level "some"`},
		{"owner", func(h *Header) []Asset { h.Columns[4].Owner = 9; return nil }, `column 4 ("x"): owner 9, but there are 2 objects`},
		{"count", func(h *Header) []Asset { h.addColumn(0, "a", "hold", 0); return nil }, `("a" of "body0"): 0 components`},
		{"too many", func(h *Header) []Asset { h.addColumn(0, "a", "hold", maxValues); return nil }, "more than 1048576 values"},
		{"predictor", func(h *Header) []Asset { h.addColumn(0, "a", "magic", 1); return nil }, `unknown predictor "magic"`},
		{"order", func(h *Header) []Asset { h.Columns[1].Name = "p"; return nil }, "needs the columns x 3, q 4, v 3, L 3"},
		{"half a body", func(h *Header) []Asset { h.Columns = h.Columns[:6]; return nil }, "needs the columns"},
		{"twice", func(h *Header) []Asset { h.addColumn(0, "x", "hold", 1); return nil }, `"body0" has "x" twice`},
		{"names", func(h *Header) []Asset { h.Objects[1].Name = "body0"; return nil }, `are both called "body0"`},
		{"no name", func(h *Header) []Asset { h.Objects[1].Name = ""; return nil }, "has columns but no name"},
		{"column without name", func(h *Header) []Asset { h.addColumn(0, "", "hold", 1); return nil }, "no name"},
		{"settings", func(h *Header) []Asset { h.Settings = []byte("{"); return nil }, "JSON"},
		{"not a number", func(h *Header) []Asset { h.Objects[0].Mass = math.NaN(); return nil }, "NaN"},
		{"assets", func(h *Header) []Asset { return []Asset{{"a", nil}, {"a", nil}} }, `asset "a" is there twice`},
		{"asset without name", func(h *Header) []Asset { return []Asset{{"", nil}} }, "asset 0"},
	} {
		h := bodyHeader(2)
		assets := c.change(&h)
		var b bytes.Buffer
		if _, err := NewWriter(&b, h, assets); err == nil || !strings.Contains(err.Error(), c.text) || b.Len() != 0 {
			t.Errorf("%s: error %v with %d bytes written, want %q and none", c.name, err, b.Len(), c.text)
		}
	}
}

func TestWriter_RefusesFrames(t *testing.T) {
	h := bodyHeader(1)
	frames := flight(&h, 1, 3)
	var b bytes.Buffer
	w, err := NewWriter(&b, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	bad := func(change func(f *record.Frame), text string) {
		t.Helper()
		f := frames[1]
		change(&f)
		if err := w.Write(&f); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v, want %q", err, text)
		}
	}
	bad(func(f *record.Frame) {}, "frame of step 1 where step 0 is due")
	if err := w.Write(&frames[0]); err != nil {
		t.Fatal(err)
	}
	bad(func(f *record.Frame) { f.Step = 0 }, "frame of step 0 where step 1 is due")
	bad(func(f *record.Frame) { f.Values = f.Values[:12] }, "12 values, the columns have 13")
	bad(func(f *record.Frame) { f.Time = 0 }, "must be step ×")
	for i := range frames[1:] { // a refusal changes nothing
		if err := w.Write(&frames[1+i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(Summary{}); err != nil {
		t.Fatal(err)
	}
	checkLog(t, b.Bytes(), frames)
	if w.Write(&frames[2]) == nil || w.Close(Summary{}) == nil {
		t.Error("a closed writer takes calls")
	}
}

func TestCreate_RefusedHeaderLeavesTheFileAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.prang")
	if err := os.WriteFile(path, []byte("an old log"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(path, Header{}, nil); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want one with the path", err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "an old log" {
		t.Errorf("the file now holds %q, %v", b, err)
	}
}
