package recorder

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/prang-sim/prang/sim/record"
)

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
	want := Summary{Steps: 290, FinalHash: frames[289].Hash, Ended: Interrupted, Message: "Ctrl-C", Contacts: s.Contacts}
	if s != want || s.Contacts == 0 || closed.Steps() != 290 || !closed.Complete() {
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
	h, frames, file := smallLog(t, 600)
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
			if err := w.Close(Summary{Ended: Complete}); err == nil || first != nil && err != first {
				t.Errorf("Close returns %v, want %v", err, first)
			} else if failure != nil && !errors.Is(err, failure) {
				t.Errorf("%v does not wrap %v", err, failure)
			}
			r, err := openBytes(l.b.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			if n := readable(t, r, frames); n != 240 && n != 480 {
				t.Errorf("room for %d bytes: %d frames", room, n)
			}
		}
	}
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
	if err := w.Close(Summary{Ended: Complete}); err != nil {
		t.Fatal(err)
	}
	checkLog(t, b.Bytes(), frames)
	if w.Write(&frames[2]) == nil || w.Close(Summary{Ended: Complete}) == nil {
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

// TestCreate_TwoOfOneName begins a second log under the name of one that is being written and has been removed, while a
// reader has one from before open: all three are whole, the name is that of the last, and the writer that lost it says
// so.
func TestCreate_TwoOfOneName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crash.prang")
	h, frames, _ := smallLog(t, 300)
	write := func(w *Writer, from, to int) {
		t.Helper()
		for i := from; i < to; i++ {
			if err := w.Write(&frames[i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	create := func() *Writer {
		t.Helper()
		w, err := Create(path, h, nil)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	old := create()
	write(old, 0, 20)
	if err := old.Close(Summary{Ended: Complete}); err != nil {
		t.Fatal(err)
	}
	before, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	first := create()
	write(first, 0, 250)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	second := create()
	write(first, 250, 300)
	write(second, 0, 260)
	if err := first.Close(Summary{Ended: Complete}); !errors.Is(err, ErrLost) || !strings.Contains(err.Error(), path+": the log of this run is lost") {
		t.Errorf("the writer that lost its name: %v", err)
	}
	if err := second.Close(Summary{Ended: Complete}); err != nil {
		t.Errorf("the other one: %v", err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	checkLog(t, b, frames[:260])
	if n := before.Steps(); n != 20 {
		t.Errorf("the reader of the old log has %d steps", n)
	}
	var f record.Frame
	if err := before.Frame(19, &f); err != nil || f.Step != 19 {
		t.Errorf("the old log: step %d, %v", f.Step, err)
	}
}
