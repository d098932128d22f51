package recorder

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
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
	h.Objects = append(h.Objects, record.Object{Name: "floor", Kind: record.Static})
	addContacts(&h, frames)
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
		// Without the tag long: every size about the ends of blocks, and of the others each eighth.
		if !geomtest.Long && size%8 != 0 && !slices.ContainsFunc(blocks, func(b block) bool {
			return min(max(int64(size)-b.offset, b.offset-int64(size)), max(int64(size)-b.end(), b.end()-int64(size))) <= frameSize
		}) {
			continue
		}
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
		// Frames of all are compared at each size with the tag long, else at each 64th; the number of steps at all.
		if r.Steps() != int64(want) || r.Complete() {
			t.Fatalf("%d bytes: %d steps, complete %v, want %d", size, r.Steps(), r.Complete(), want)
		}
		if (geomtest.Long || size%64 == 0) && readable(t, r, frames) != want {
			t.Fatalf("%d bytes: frames are missing", size)
		}
		if p := r.Problems(); len(p) > 0 { // a writer that is stopped damages nothing
			t.Fatalf("%d bytes: problems %q", size, p)
		}
	}
}

// What is wrong before the place where a log was cut off is damage, and so are last bytes that no writer writes.
func TestReader_TruncatedAndDamaged(t *testing.T) {
	_, _, file := smallLog(t, 960)
	blocks := blocksOf(t, file)
	const c1, c2 = 3, 4 // chunks
	flipped := bytes.Clone(file[:blocks[c2].offset+100])
	flipped[blocks[c1].offset+100] ^= 4
	for _, c := range []struct {
		name, problem string
		file          []byte
	}{
		{"flipped", "chunk of steps 240 to 479", flipped},
		{"bytes behind a block", "the last ones, are no whole block", append(bytes.Clone(file[:blocks[c2].offset]), "rest"...)},
		{"end of another log", "the last ones, are no whole block", append(bytes.Clone(file[:len(file)-endSize]), file[len(file)-endSize+1:]...)},
		{"bytes missing in a block", fmt.Sprintf("is cut off: it has 100 of %d bytes", blocks[c1].end()-blocks[c1].offset),
			append(bytes.Clone(file[:blocks[c1].offset+100]), file[blocks[len(blocks)-1].offset:len(file)-endSize]...)},
	} {
		r, err := openBytes(c.file)
		if err != nil {
			t.Fatal(err)
		}
		if p := strings.Join(r.Problems(), "\n"); r.Complete() || !strings.Contains(p, c.problem) {
			t.Errorf("%s: complete %v, problems %q, want %q", c.name, r.Complete(), p, c.problem)
		}
	}
}

// A log that ends among the assets is not damaged, but has nothing to go on with.
func TestResume_LogThatEndsBeforeItsFirstStep(t *testing.T) {
	_, _, file := smallLog(t, 160)
	asset := blocksOf(t, file)[1]
	r := mustOpen(t, file[:asset.end()-1])
	if _, err := r.Assets(); !errors.Is(err, ErrIncomplete) {
		t.Errorf("%v", err)
	}
	if _, err := Kept(r); !errors.Is(err, ErrIncomplete) || errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "it ends before its first step: run the scenario again") {
		t.Errorf("%v", err)
	}
	file[asset.end()-1] ^= 4
	if _, err := Kept(mustOpen(t, file)); !errors.Is(err, ErrDamaged) {
		t.Errorf("%v", err)
	}
}

func TestReader_FlippedBits_NeverGiveAWrongValue(t *testing.T) {
	_, frames, file := smallLog(t, 300)
	blocks := blocksOf(t, file)
	r := rand.New(rand.NewPCG(7, 7))
	logs := 500 // with one to three flipped bits
	if geomtest.Long {
		logs = 10_000
	}
	lost, named, headers := 0, 0, 0
	for range logs {
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
			} else if hit[len(blocks)-2] && hit[len(blocks)-1] && strings.Contains(problems, "bytes ") {
				// Of the last chunk all that tells its steps is gone: its frame, the summary and the index.
			} else if bytes.Equal(bad[b.offset:b.end()], file[b.offset:b.end()]) {
				whole += int(b.count) // two flips of one bit
			} else {
				t.Fatalf("steps %d to %d are damaged, but the problems are %q", from, to, problems)
			}
		}
		if n != whole {
			t.Fatalf("%d frames, want the %d of whole chunks; problems: %s", n, whole, problems)
		}
	}
	if lost < logs/4 || named < logs/4 {
		t.Errorf("%d chunks were hit, %d named", lost, named)
	}
	// Those whose header and its copy are hit both, by two or three flips.
	if headers > logs/100 {
		t.Errorf("%d of %d logs could not be opened", headers, logs)
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

func TestReader_DamageKnownOnOpening(t *testing.T) {
	_, _, file := smallLog(t, 960)
	chunk := blocksOf(t, file)[2]
	flipped := bytes.Clone(file)
	flipped[chunk.offset+frameSize+100] ^= 1
	for _, c := range []struct {
		name            string
		file            []byte
		damage, problem string
	}{
		{"none", file, "", ""},
		{"bytes behind the end", append(bytes.Clone(file), "rest"...), "4 bytes follow the end of the log", "4 bytes follow the end of the log"},
		{"a chunk that the index leads to", flipped, "", "chunk of steps 0 to 239 at byte " + fmt.Sprint(chunk.offset) + " is damaged: the checksum of its payload does not match\nsteps 0 to 239 are missing"},
	} {
		r, err := openBytes(c.file)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if d := strings.Join(r.Damage(), "\n"); d != c.damage {
			t.Errorf("%s: damage %q, want %q", c.name, d, c.damage)
		}
		if p := strings.Join(r.Problems(), "\n"); p != c.problem {
			t.Errorf("%s: problems %q, want %q", c.name, p, c.problem)
		}
	}
}

func TestReader_BlocksOutOfPlace(t *testing.T) {
	h, frames, file := smallLog(t, 960)
	other := func() []byte {
		f := contact(&h, 1, 960)
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
		{"removed", join(upTo(c1), from(c2)), 720, fmt.Sprintf("%d bytes are missing before the end of the log\nsteps 240 to 479 are missing", len(cut(file, c1)))},
		{"doubled", join(upTo(c2), cut(file, c1), from(c2)), 960, "chunk of steps 240 to 479"},
		{"swapped", join(upTo(c0), cut(file, c1), cut(file, c0), from(c2)), 960, "is not in its place"},
		{"last removed", join(upTo(c0+3), from(c0+4)), 720, "steps 720 to 959 are missing"},
		{"of another header", join(upTo(c1), cut(foreign, c1-1), from(c2)), 720, "belongs to another log"},
		{"of another run", join(upTo(c1), cut(other, c1), from(c2)), 480, "does not follow the one before it"},
		{"asset removed", join(upTo(1), from(c0)), 960, `asset "scenario.yaml" is missing`},
		{"header removed", join(upTo(0), from(1)), 960, "its copy is used"},
		{"copy removed", join(upTo(len(blocks)-3), from(len(blocks)-2)), 960, "bytes are missing before the end"},
		{"bytes before a chunk", join(upTo(c1), []byte("some bytes that are no block, longer than a frame"), from(c1)), 960, "are damaged"},
		{"bytes behind the end", join(file, []byte("rest")), 960, "4 bytes follow the end"},
		{"bytes missing in a chunk", join(upTo(c1), file[blocks[c1].offset+100:]), 720, "steps 240 to 479 are missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := openBytes(c.file)
			if err != nil {
				t.Fatal(err)
			}
			if n := readable(t, r, frames); n != c.frames {
				t.Errorf("%d frames, want %d", n, c.frames)
			}
			if !r.Complete() { // all have a summary and an end: no writer was stopped
				t.Error("not complete")
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
	_, frames, file := smallLog(t, 600)
	blocks := blocksOf(t, file)
	r := rand.New(rand.NewPCG(5, 7))
	logs := 125
	if geomtest.Long {
		logs = 2000
	}
	refused := 0
	for range logs {
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
			binary.LittleEndian.PutUint32(bad[b.offset+24:], r.Uint32N(400)) // count of steps
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
	if refused < logs*17/20 {
		t.Errorf("only %d of %d forged logs were refused in part", refused, logs)
	}
}

// A block whose checksums are right, but not one of its hashes, or not what a hash is of, is refused: the chain that logs are
// compared by, and what no other check covers.
func TestReader_ForgedHashes_AreRefused(t *testing.T) {
	h := wheeled(3)
	h.Contacts = true
	frames := rollingRows(rand.New(rand.NewPCG(9, 7)), &h, 2600)
	for i := range frames {
		frames[i].Contacts = []record.ContactForce{{A: 0, B: 1, Normal: geom.Vec{Z: float64(i)}}}
	}
	h.Objects = append(h.Objects, record.Object{Name: "floor", Kind: record.Static})
	asset := []byte("name: forged\n")
	var out bytes.Buffer
	w, err := NewWriter(&out, h, []Asset{{"scenario.yaml", asset}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range frames {
		if err := w.Write(&frames[i]); err != nil {
			t.Fatal(err)
		}
		if w.SnapshotDue() {
			if err := w.Snapshot([]byte("the state")); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(Summary{Ended: Complete}); err != nil {
		t.Fatal(err)
	}
	file := out.Bytes()
	whole := mustOpen(t, file)
	if n := readable(t, whole, frames); n != len(frames) {
		t.Fatalf("%d frames", n)
	}
	for _, b := range blocksOf(t, file) {
		payload := int(b.offset + frameSize)
		var places []int // of bytes that are forged
		switch b.kind {
		case blockChunk:
			for k := range chunkHead / 8 {
				places = append(places, 8*k)
			}
			places = append(places, int(b.size)-9) // the wheels are the last of a chunk
		case blockAsset:
			places = []int{4 + len("scenario.yaml"), int(b.size) - 1}
		case blockSnapshot:
			places = []int{0, 8, 16}
		}
		for _, at := range places {
			bad := bytes.Clone(file)
			bad[payload+at] ^= 1
			reseal(bad, &b)
			r, err := openBytes(bad)
			if err != nil {
				t.Fatal(err)
			}
			n := readable(t, r, frames)
			_, assetErr := r.Assets()
			step, _, err := r.Snapshot(math.MaxInt64)
			if err != nil {
				t.Fatal(err)
			}
			if n == len(frames) && assetErr == nil && step >= 0 {
				t.Errorf("%s: byte %d of its payload is forged, and nothing is missing", describe(&b), at)
			}
		}
	}
}

// countedReads counts the calls of ReadAt.
type countedReads struct {
	bytes.Reader
	n int
}

func (c *countedReads) ReadAt(b []byte, at int64) (int, error) {
	c.n++
	return c.Reader.ReadAt(b, at)
}

// A chunk whose content is wrong behind its checksum is decoded once, not for each of its 240 steps, also between others; each step of it is
// damaged, and those of the others are whole.
func TestReader_DecodesADamagedChunkOnce(t *testing.T) {
	_, frames, file := smallLog(t, 720)
	blocks := blocksOf(t, file)
	file[blocks[3].offset+frameSize+chunkHead+300] ^= 1 // of steps 240 to 479
	file = resealAll(file)
	c := &countedReads{Reader: *bytes.NewReader(file)}
	r, err := NewReader(c, int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var f record.Frame
	read := func(step int64) {
		t.Helper()
		err := r.Frame(step, &f)
		if lost := step >= 240 && step < 480; lost != errors.Is(err, ErrDamaged) || !lost && (err != nil || sameFrame(&f, &frames[step]) != nil) {
			t.Fatalf("step %d: %v", step, err)
		}
	}
	read(300) // looks for what the index may have wrong
	before := c.n
	for step := range int64(720) {
		read(step)
	}
	for range 10 { // one before and one behind it, and back
		read(239)
		read(470)
		read(480)
		read(245)
	}
	if got := c.n - before; got > 2+20 {
		t.Errorf("%d reads of the file", got)
	}
}
