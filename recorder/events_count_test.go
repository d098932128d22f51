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
				n, err := r.CountEvents(c.First, kind)
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
