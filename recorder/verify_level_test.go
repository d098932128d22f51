package recorder

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// memory is a simulation that knows all frames.
type memory []record.Frame

func (m memory) Frame(step int64, dst *record.Frame) error {
	f := &m[step]
	dst.Step, dst.Time, dst.Hash = f.Step, f.Time, f.Hash
	dst.Values, dst.Events = append(dst.Values[:0], f.Values...), append(dst.Events[:0], f.Events...)
	return nil
}

func TestVerifyLevel_HoldsHashesAndTakesFramesFromASimulation(t *testing.T) {
	full := bodyHeader(3)
	h := full
	h.Level = LevelVerify
	frames := contact(&h, 3, 400)
	file, whole := encodeLog(t, h, nil, frames), encodeLog(t, full, nil, frames)
	r := mustOpen(t, file)
	if r.Steps() != 400 || !r.Complete() || len(r.Problems()) != 0 || r.Header().Level != LevelVerify {
		t.Errorf("%d steps, complete %v, problems %q", r.Steps(), r.Complete(), r.Problems())
	}
	if r.Chain() != mustOpen(t, whole).Chain() {
		t.Error("the chain is not that of the log of all states")
	}
	if blocks, index := 4*(frameSize+chunkHead+4+8*4), 4*64; blocks+index+400*8+3000 < len(file) {
		t.Errorf("%d bytes", len(file))
	}
	var f record.Frame
	if err := r.Frame(7, &f); !errors.Is(err, ErrNoStates) {
		t.Errorf("without a simulation: %v", err)
	}
	if err := r.Frame(400, &f); !errors.Is(err, ErrNoStep) {
		t.Errorf("behind the end: %v", err)
	}
	r.Simulate(memory(frames))
	rng := rand.New(rand.NewPCG(2, 2))
	for range 100 {
		step := rng.Int64N(400)
		if err := r.Frame(step, &f); err != nil {
			t.Fatal(err)
		}
		if err := sameFrame(&f, &frames[step]); err != nil {
			t.Fatal(err)
		}
		if last := step%240 == 239 || step == 399; last != (f.Hash != 0) {
			t.Errorf("step %d: hash %x", step, f.Hash)
		}
		if got, err := r.StepHash(step); err != nil || got != frames[step].Hash {
			t.Errorf("hash of step %d: %x, %v", step, got, err)
		}
	}
	other := cloneFrames(frames)
	other[123].Values[4]++
	r.Simulate(memory(other))
	other[123].Hash++
	if err := r.Frame(123, &f); !errors.Is(err, ErrNotReproduced) {
		t.Errorf("another hash: %v", err)
	}
}

func TestVerifyLevel_DamageIsNamed(t *testing.T) {
	h := bodyHeader(1)
	h.Level = LevelVerify
	frames := contact(&h, 1, 960)
	file := encodeLog(t, h, nil, frames)
	chunk := blocksOf(t, file)[2] // header, chunk, chunk
	for _, cut := range []int{0, endSize} {
		b := bytes.Clone(file[:len(file)-cut])
		b[chunk.offset+frameSize+chunkHead+100] ^= 1
		r := mustOpen(t, b)
		r.Simulate(memory(frames))
		bad := 0
		for f, err := range r.Frames(0, r.Steps()) {
			if err != nil {
				bad++
				if !errors.Is(err, ErrDamaged) {
					t.Error(err)
				}
				continue
			}
			if f.Step >= 240 && f.Step < 480 {
				t.Errorf("step %d of the damaged chunk is read", f.Step)
			}
		}
		if bad != 1 || len(r.Problems()) == 0 {
			t.Errorf("%d errors, problems %q", bad, r.Problems())
		}
	}
}

// Whatever way a log is written, its bytes are the same: chunk by chunk, in the background, through to the disk.
func TestWriter_OptionsChangeNoByte(t *testing.T) {
	for _, level := range []string{LevelFull, LevelVerify} {
		h := bodyHeader(2)
		h.Level = level
		for _, steps := range []int{0, 1, 239, 240, 241, 2641} {
			frames := contact(&h, 2, steps)
			var logs [][]byte
			for _, o := range []Options{{}, {Background: true}, {Sync: true}, {Sync: true, Background: true}} {
				path := filepath.Join(t.TempDir(), "log.prang")
				w, err := Create(path, h, []Asset{{"a", []byte("text")}})
				if err != nil {
					t.Fatal(err)
				}
				w.Use(o)
				for i := range frames {
					if err := w.Write(&frames[i]); err != nil {
						t.Fatal(err)
					}
					if w.SnapshotDue() {
						if err := w.Snapshot(fmt.Appendf(nil, "state %d", i)); err != nil {
							t.Fatal(err)
						}
					}
				}
				if err := w.Close(Summary{Ended: Complete}); err != nil {
					t.Fatal(err)
				}
				b, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				logs = append(logs, b)
			}
			for i, b := range logs[1:] {
				if !bytes.Equal(b, logs[0]) {
					t.Errorf("level %s, %d steps, options %d: other bytes", level, steps, i+1)
				}
			}
			if steps == 2641 {
				if at, data, err := mustOpen(t, logs[1]).Snapshot(5000); at != 2399 || string(data) != "state 2399" || err != nil {
					t.Errorf("snapshot of step %d: %q, %v", at, data, err)
				}
			}
		}
	}
}

// TestWriter_SyncWritesEachChunkThrough counts how often a writer writes through to the disk, and looks at what is
// there then: before a chunk is begun, all of those before, so that a loss of power takes no more than a kill.
func TestWriter_SyncWritesEachChunkThrough(t *testing.T) {
	h := bodyHeader(2)
	frames := contact(&h, 2, 1000)
	for _, o := range []Options{{}, {Sync: true}, {Sync: true, Background: true}} {
		path := filepath.Join(t.TempDir(), "log.prang")
		w, err := Create(path, h, nil)
		if err != nil {
			t.Fatal(err)
		}
		w.Use(o)
		var safe []byte // what a loss of power leaves
		var mu sync.Mutex
		times := 0
		toDisk := w.through
		w.through = func() error {
			mu.Lock()
			defer mu.Unlock()
			times++
			if err := toDisk(); err != nil {
				return err
			}
			b, err := os.ReadFile(path)
			safe = b
			return err
		}
		most := chunkSteps
		if o.Background {
			most *= 2
		}
		for i := range frames {
			if err := w.Write(&frames[i]); err != nil {
				t.Fatal(err)
			}
			if i%79 != 0 || !o.Sync || i < most {
				continue
			}
			mu.Lock()
			left := mustOpen(t, safe)
			mu.Unlock()
			if n := readable(t, left, frames); i+1-n > most {
				t.Errorf("%+v: a loss of power after %d frames leaves %d", o, i+1, n)
			}
		}
		if err := w.Close(Summary{Ended: Complete}); err != nil {
			t.Fatal(err)
		}
		if !o.Sync {
			if times != 0 {
				t.Errorf("%d times through to the disk without having been asked", times)
			}
			continue
		}
		if r := mustOpen(t, safe); !r.Complete() || r.Steps() != 1000 {
			t.Errorf("%+v: after the end %d steps are safe, complete: %v", o, r.Steps(), r.Complete())
		}
		if times < 6 { // five chunks and the end
			t.Errorf("%+v: %d times through to the disk", o, times)
		}
	}
	// The disk's own error is returned.
	w, err := Create(filepath.Join(t.TempDir(), "log.prang"), h, nil)
	if err != nil {
		t.Fatal(err)
	}
	w.Use(Options{Sync: true})
	w.through = func() error { return errFull }
	for i := range frames {
		if err = w.Write(&frames[i]); err != nil {
			break
		}
	}
	if !errors.Is(err, errFull) || w.Close(Summary{Ended: Complete}) == nil {
		t.Errorf("the disk fails: %v", err)
	}
}

// shared is a file that is looked at while it is being written.
type shared struct {
	mu sync.Mutex
	b  []byte
}

func (s *shared) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.b = append(s.b, b...)
	return len(b), nil
}

func (s *shared) bytes() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return bytes.Clone(s.b)
}

// TestWriter_KilledInTheBackgroundLosesTwoChunks looks, after frames, at what a kill would leave: all but the last
// chunk or, written in the background, all but the last two.
func TestWriter_KilledInTheBackgroundLosesTwoChunks(t *testing.T) {
	h := bodyHeader(2)
	frames := contact(&h, 2, 1500)
	for _, background := range []bool{false, true} {
		var file shared
		w, err := NewWriter(&file, h, nil)
		if err != nil {
			t.Fatal(err)
		}
		w.Use(Options{Background: background})
		most := chunkSteps
		if background {
			most = 2 * chunkSteps
		}
		for i := range frames {
			if err := w.Write(&frames[i]); err != nil {
				t.Fatal(err)
			}
			if i%79 != 0 && i%240 != 238 {
				continue
			}
			r, err := openBytes(file.bytes())
			if err != nil {
				t.Fatal(err)
			}
			if n := readable(t, r, frames); i+1-n > most {
				t.Errorf("background %v: a kill after %d frames leaves %d", background, i+1, n)
			}
		}
		if err := w.Close(Summary{Ended: Complete}); err != nil {
			t.Fatal(err)
		}
	}
}

// failing is a disk that is full after so many bytes.
type failing struct {
	bytes.Buffer
	room int
}

var errFull = errors.New("no space left on device")

func (f *failing) Write(b []byte) (int, error) {
	if len(b) <= f.room {
		f.room -= len(b)
		return f.Buffer.Write(b)
	}
	n, _ := f.Buffer.Write(b[:f.room])
	f.room = 0
	return n, errFull
}

// At whatever byte the disk is full, the error comes at the latest with the next chunk, stays, and what is there is a
// log of the chunks before.
func TestWriter_BackgroundReportsAFullDisk(t *testing.T) {
	h := bodyHeader(2)
	frames := contact(&h, 2, 1000)
	size := len(encodeLog(t, h, nil, frames))
	rng := rand.New(rand.NewPCG(3, 3))
	for range geomtest.Trials(40) {
		room := 2000 + rng.IntN(size-2000)
		disk := &failing{room: room}
		w, err := NewWriter(disk, h, nil)
		if err != nil {
			t.Fatal(err)
		}
		w.Use(Options{Background: true})
		told := -1
		for i := range frames {
			if err := w.Write(&frames[i]); err != nil {
				if !errors.Is(err, errFull) {
					t.Fatal(err)
				}
				if told = i; w.SnapshotDue() {
					t.Error("a snapshot is due in a log that cannot be written")
				}
				break
			}
		}
		if err := w.Close(Summary{Ended: Complete}); !errors.Is(err, errFull) {
			t.Fatalf("room %d of %d: closed with %v", room, size, err)
		}
		r := mustOpen(t, disk.Bytes())
		if told >= 0 && int64(told)-r.Steps() > 3*240 {
			t.Errorf("room %d: told at step %d, the log has %d", room, told, r.Steps())
		}
		for f, err := range r.Frames(0, r.Steps()) {
			if err != nil {
				t.Fatal(err)
			}
			if err := sameFrame(f, &frames[f.Step]); err != nil {
				t.Fatal(err)
			}
		}
	}
}
