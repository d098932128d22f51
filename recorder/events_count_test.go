package recorder

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/prang-sim/prang/sim/record"
)

// The events of the samples of every version are counted as they are decoded.
func TestCountEvents_OfEveryCodec(t *testing.T) {
	files, err := filepath.Glob("testdata/*.prang")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	codecs := map[int]bool{}
	for _, file := range files {
		r, err := Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if r.Header().Level == LevelVerify {
			continue
		}
		want, got := map[record.EventKind]int{}, 0
		for f, err := range r.Frames(0, math.MaxInt64) {
			if err != nil {
				t.Fatal(err)
			}
			for i := range f.Events {
				want[f.Events[i].Kind]++
			}
		}
		for kind, n := range want {
			got = 0
			for _, c := range r.Chunks() {
				n, err := r.countEvents(c.First, kind)
				if err != nil {
					t.Fatal(err)
				}
				got += n
			}
			if got != n {
				t.Errorf("%s: %d events of kind %v, want %d", file, got, kind, n)
			}
			codecs[r.layout.codec] = true
		}
	}
	if len(codecs) < 6 {
		t.Errorf("events of the codecs %v only", codecs)
	}
}

// Impacts in chunks that are equal by their hashes are counted, too, unless both logs have nothing but hashes.
func TestCompare_CountsImpactsOfEqualChunks(t *testing.T) {
	full := bodyHeader(2)
	frames := withImpacts(flight(&full, 2, 960), impactAt(0.5, 0, 1, 100), impactAt(0.6, 0, 1, 100), impactAt(1.5, 0, 1, 50), impactAt(3.5, 0, 1, 20))
	verify := full
	verify.Level = LevelVerify
	log := func(h Header, frames []record.Frame) *Reader {
		r := mustOpen(t, encodeLog(t, h, nil, frames))
		if h.Level == LevelVerify {
			r.Simulate(memory(frames))
		}
		return r
	}
	late := cloneFrames(frames)
	late[959].Values[0]++
	early := cloneFrames(frames)
	early[0].Values[0]++
	for _, c := range []struct {
		name             string
		a, b             *Reader
		inA, inB, inBoth int
		uncounted        int64
	}{
		{"shorter", log(full, frames), log(full, frames[:480]), 4, 3, 3, 0},
		{"other values at the end", log(full, frames), log(full, late), 4, 4, 4, 0},
		{"other values at the start", log(full, frames), log(full, early), 4, 4, 4, 0},
		{"shorter, of hashes", log(full, frames), log(verify, frames[:480]), 4, 3, 3, 0},
		{"of hashes, shorter", log(verify, frames), log(full, frames[:480]), 4, 3, 3, 0},
		{"both of hashes", log(verify, frames), log(verify, frames[:480]), 1, 0, 0, 480},
	} {
		r, err := Compare(c.a, c.b, CompareOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if i := r.Impacts; i == nil || i.A != c.inA || i.B != c.inB || i.Matched != c.inBoth || i.OnlyA != c.inA-c.inBoth || i.OnlyB != 0 || i.Uncounted != c.uncounted {
			t.Errorf("%s: %+v", c.name, i)
		}
	}
}
