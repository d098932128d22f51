package recorder

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder/parts"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// touching returns the header and frames of n bodies and a floor that are in contact.
func touching(n, steps int) (Header, []record.Frame) {
	h := bodyHeader(n)
	frames := contact(&h, n, steps)
	h.Objects = append(h.Objects, record.Object{Name: "floor", Kind: record.Static})
	addContacts(&h, frames)
	return h, frames
}

// addContacts gives frames contact forces between the objects of a run: pairs come into contact, stay and part. Forces
// are noise about a constant, points of action move on; some are special.
func addContacts(h *Header, frames []record.Frame) {
	h.Contacts = true
	r := rand.New(rand.NewPCG(8, 15))
	on := map[[2]int]bool{}
	for s := range frames {
		for a := range h.Objects {
			for b := a + 1; b < len(h.Objects); b++ {
				pair := [2]int{a, b}
				if r.IntN(20) == 0 {
					on[pair] = !on[pair]
				}
				if !on[pair] {
					continue
				}
				c := record.ContactForce{A: int32(a), B: int32(b), Normal: geom.Vec{Z: 10 + 1e-4*r.Float64()}, Friction: randomVec(r, 1e-3),
					P: geom.Vec{X: float64(a) + 0x1p-9*float64(s), Y: float64(b)}, Moment: randomVec(r, 1e-3)}
				if r.IntN(10) == 0 {
					c.Moment.X = math.Float64frombits(specials[r.IntN(len(specials))])
				}
				if r.IntN(40) == 0 {
					c.P.Z = math.Float64frombits(specials[r.IntN(len(specials))])
				}
				frames[s].Contacts = append(frames[s].Contacts, c)
			}
		}
	}
}

// TestContacts_GiveBackEveryBit writes contact forces and reads them: in order, each by itself, at both levels the same
// hash of all of them, in the background and resumed the same bytes. A header that does not ask for them leaves them
// out.
func TestContacts_GiveBackEveryBit(t *testing.T) {
	for _, steps := range []int{1, 2, 240, 241, 700} {
		h, frames := touching(5, steps)
		file := encodeLog(t, h, nil, frames)
		r := checkLog(t, file, frames)
		var f record.Frame
		for _, k := range rand.New(rand.NewPCG(1, 2)).Perm(steps)[:min(steps, 20)] {
			if err := r.Frame(int64(k), &f); err != nil {
				t.Fatal(err)
			}
			if err := sameFrame(&f, &frames[k]); err != nil {
				t.Fatal(err)
			}
		}
		full, _ := r.Summary()
		h.Level = LevelVerify
		v, err := openBytes(encodeLog(t, h, nil, frames))
		if err != nil {
			t.Fatal(err)
		}
		if s, _ := v.Summary(); s.Contacts != full.Contacts || s.Contacts == 0 || len(v.Problems()) > 0 {
			t.Errorf("%d steps: contact forces have the hash %x, of the level verify %x; %q", steps, full.Contacts, s.Contacts, v.Problems())
		}
		h.Level, h.Contacts = "", false
		none, err := openBytes(encodeLog(t, h, nil, frames))
		if err != nil {
			t.Fatal(err)
		}
		if s, _ := none.Summary(); s.Contacts != 0 || none.Frame(0, &f) != nil || len(f.Contacts) > 0 || none.Chain() != r.Chain() {
			t.Errorf("a log that was not asked for contact forces has some, or another chain")
		}
	}
}

// TestContacts_Resume cuts a log with contact forces anywhere and goes on with it: the same bytes.
func TestContacts_Resume(t *testing.T) {
	h, frames := touching(4, 800)
	want := encodeLog(t, h, nil, frames)
	path := filepath.Join(t.TempDir(), "log.prang")
	r := rand.New(rand.NewPCG(7, 7))
	kept := int64(0)
	for range geomtest.Trials(20) {
		if err := os.WriteFile(path, want[:600+r.IntN(len(want)-600)], 0o666); err != nil {
			t.Fatal(err)
		}
		w, steps, err := Resume(path)
		if err != nil {
			continue // cut before the end of the header
		}
		kept = max(kept, steps)
		for i := range frames[steps:] {
			if err := w.Write(&frames[int(steps)+i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(Summary{Ended: Complete}); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(path); !bytes.Equal(got, want) {
			t.Fatalf("resumed at step %d: other bytes", steps)
		}
	}
	if kept == 0 {
		t.Error("nothing was kept")
	}
}

// TestContacts_CloseChunksEarly writes more contact forces than a chunk takes.
func TestContacts_CloseChunksEarly(t *testing.T) {
	const n = 300 // objects: 44,850 pairs in a step
	h := bodyHeader(1)
	for len(h.Objects) < n {
		h.Objects = append(h.Objects, record.Object{Name: fmt.Sprint("floor", len(h.Objects)), Kind: record.Static})
	}
	h.Contacts = true
	frames := flight(&h, 1, 3)
	for s := range frames {
		for a := range int32(n) {
			for b := a + 1; b < n; b++ {
				frames[s].Contacts = append(frames[s].Contacts, record.ContactForce{A: a, B: b, Normal: geom.Vec{Z: float64(a - b)}})
			}
		}
	}
	r := checkLog(t, encodeLog(t, h, nil, frames), frames)
	if len(r.Chunks()) != 3 {
		t.Errorf("%d chunks", len(r.Chunks()))
	}
}

// TestContacts_WriterRefuses gives contact forces that could not be read back.
func TestContacts_WriterRefuses(t *testing.T) {
	h, frames := touching(3, 1)
	for _, c := range []struct {
		row  []record.ContactForce
		text string
	}{
		{[]record.ContactForce{{A: 0, B: 4}}, "contact 0 of objects 0 and 4"},
		{[]record.ContactForce{{A: 1, B: 1}}, "contact 0 of objects 1 and 1"},
		{[]record.ContactForce{{A: -1, B: 1}}, "contact 0 of objects -1 and 1"},
		{[]record.ContactForce{{A: 0, B: 2}, {A: 0, B: 1}}, "contact 1 of objects 0 and 1 is not in its place"},
		{[]record.ContactForce{{A: 0, B: 2}, {A: 0, B: 2}}, "contact 1 of objects 0 and 2 is not in its place"},
	} {
		w, err := NewWriter(new(bytes.Buffer), h, nil)
		if err != nil {
			t.Fatal(err)
		}
		f := frames[0]
		f.Contacts = c.row
		if err := w.Write(&f); err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%v: error %v", c.row, err)
		}
	}
}

// TestContacts_Damage flips bits of a log's contact forces, with checksums made right: the chunk is named, and no value
// is wrong.
func TestContacts_Damage(t *testing.T) {
	h, frames := touching(4, 300)
	file := encodeLog(t, h, nil, frames)
	r := rand.New(rand.NewPCG(3, 1))
	whole, err := openBytes(file)
	if err != nil {
		t.Fatal(err)
	}
	c := whole.Chunks()[0]
	found := 0
	flips := geomtest.Trials(300)
	for range flips {
		bad := bytes.Clone(file)
		at := c.Offset + frameSize + c.Size/2 + r.Int64N(c.Size/2-frameSize)
		bad[at] ^= 1 << r.IntN(8)
		d, err := openBytes(resealAll(bad))
		if err != nil {
			t.Fatal(err)
		}
		var f record.Frame
		for step := range d.Steps() {
			if err := d.Frame(step, &f); err != nil {
				found++
				break
			}
			if err := sameFrame(&f, &frames[step]); err != nil {
				t.Fatalf("byte %d: %v", at, err)
			}
		}
	}
	if found < flips*5/6 {
		t.Errorf("only %d of %d flips were found", found, flips)
	}
}

// FuzzContacts decodes any contact forces: what decodes comes back when it is coded again.
func FuzzContacts(f *testing.F) {
	z, err := parts.NewCompressor()
	if err != nil {
		f.Fatal(err)
	}
	d, err := parts.NewDecompressor(maxAssetSize)
	if err != nil {
		f.Fatal(err)
	}
	for _, steps := range []int{1, 5, 40} {
		_, frames := touching(3, steps)
		var rows contactRows
		for i := range frames {
			rows.add(frames[i].Contacts)
		}
		f.Add(uint8(steps-1), new(contactCoder).append(nil, z, &rows))
	}
	f.Fuzz(func(t *testing.T, steps uint8, b []byte) {
		n := 1 + int(steps)%chunkSteps
		var k contactCoder
		var rows, again contactRows
		if _, err := k.decode(&rows, n, 4, d, b); err != nil {
			return
		}
		if len(rows.list) > chunkContacts && n > 1 {
			t.Fatalf("%d contact forces", len(rows.list))
		}
		if _, err := k.decode(&again, n, 4, d, k.append(nil, z, &rows)); err != nil {
			t.Fatal(err)
		}
		if k.hash(&rows) != k.hash(&again) {
			t.Fatal("other contact forces when coded again")
		}
	})
}

// TestContacts_TakeLittleMemory reads a small file with as many contact forces as a chunk can have, all alike: what is
// taken is that of one chunk, 312 bytes for each: the force, its bits, what is hashed, place and mask.
func TestContacts_TakeLittleMemory(t *testing.T) {
	h := bodyHeader(1)
	for len(h.Objects) < 26 {
		h.Objects = append(h.Objects, record.Object{Name: fmt.Sprint("floor", len(h.Objects)), Kind: record.Static})
	}
	h.Contacts = true
	frames := flight(&h, 1, 1000)
	for s := range frames {
		for a := range int32(25) {
			for b := a + 1; b < 26; b++ {
				frames[s].Contacts = append(frames[s].Contacts, record.ContactForce{A: a, B: b})
			}
		}
	}
	file := encodeLog(t, h, nil, frames)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := openBytes(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Chunks() {
		if err := r.load(r.Chunks()[i].First); err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	if got, most := after.TotalAlloc-before.TotalAlloc, uint64(2<<20+320*chunkContacts); got > most || len(r.Chunks()) < 5 || len(file) > 40_000 {
		t.Errorf("%d chunks in %d bytes took %d bytes of memory, at most %d are expected", len(r.Chunks()), len(file), got, most)
	}
}
