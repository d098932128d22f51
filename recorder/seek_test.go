package recorder

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// countingReader counts what is read of a log.
type countingReader struct {
	io.ReaderAt
	calls int
	bytes int64
}

func (r *countingReader) ReadAt(b []byte, off int64) (int, error) {
	r.calls++
	r.bytes += int64(len(b))
	return r.ReaderAt.ReadAt(b, off)
}

// A seek reads and decodes one chunk, wherever in the log it goes and however long the log is; and it keeps one: what
// it takes in time and memory is that of a chunk of at most 240 steps.
func TestReader_SeekReadsOneChunk(t *testing.T) {
	h := bodyHeader(5)
	for _, steps := range []int{1200, geomtest.Trials(12000)} {
		r := rand.New(rand.NewPCG(7, uint64(steps)))
		frames := contact(&h, 5, steps)
		file := encodeLog(t, h, nil, frames)
		source := &countingReader{ReaderAt: bytes.NewReader(file)}
		log, err := NewReader(source, int64(len(file)))
		if err != nil {
			t.Fatal(err)
		}
		if source.calls > 6 {
			t.Errorf("%d steps: opened by %d reads", steps, source.calls)
		}
		largest := int64(0)
		for _, c := range log.Chunks() {
			largest = max(largest, c.Size)
		}
		var f record.Frame
		for range geomtest.Trials(200) {
			step := r.Int64N(int64(steps))
			source.calls, source.bytes = 0, 0
			if err := log.Frame(step, &f); err != nil {
				t.Fatal(err)
			}
			if err := sameFrame(&f, &frames[step]); err != nil {
				t.Fatal(err)
			}
			if source.calls > 1 || source.bytes > largest {
				t.Fatalf("%d steps: step %d took %d reads of %d bytes", steps, step, source.calls, source.bytes)
			}
		}
	}
}

// Seeks to random steps in a log of 200 bodies of which 100 never come to rest, from a file: the times in which half
// and 95 of a hundred seeks are done.
func BenchmarkSeek_200Bodies(b *testing.B) {
	h := bodyHeader(200)
	path := filepath.Join(b.TempDir(), "seek.prang")
	steps := int64(24_000) // 100 s; with the tag long an hour, some gigabytes
	if geomtest.Long {
		steps = 864_000
	}
	writeRepeated(b, path, h, contact(&h, 200, 1200), steps)
	if info, err := os.Stat(path); err == nil {
		b.Logf("%d steps, %d bytes, %.2f B a body and step", steps, info.Size(), float64(info.Size())/200/float64(steps))
	}
	log, err := Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer log.Close()
	r := rand.New(rand.NewPCG(1, 1))
	var times []time.Duration
	var f record.Frame
	for b.Loop() {
		started := time.Now()
		if err := log.Frame(r.Int64N(log.Steps()), &f); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(started))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
}

// writeRepeated writes a log of the given number of steps by writing the frames again and again.
func writeRepeated(b *testing.B, path string, h Header, frames []record.Frame, steps int64) {
	w, err := Create(path, h, nil)
	if err != nil {
		b.Fatal(err)
	}
	for s := range steps {
		f := frames[s%int64(len(frames))]
		f.Step, f.Time, f.Events = s, float64(s)*testStep, nil
		if err := w.Write(&f); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(Summary{Ended: Complete}); err != nil {
		b.Fatal(err)
	}
}
