package recorder

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/record"
)

func benchLogs() map[string]struct {
	h      Header
	frames []record.Frame
} {
	h := bodyHeader(100)
	type log = struct {
		h      Header
		frames []record.Frame
	}
	return map[string]log{"flight": {h, flight(&h, 100, 960)}, "contact": {h, contact(&h, 100, 960)}}
}

func rawSize(frames []record.Frame) int64 { return int64(8 * len(frames) * len(frames[0].Values)) }

func BenchmarkEncode(b *testing.B) {
	logs := benchLogs()
	for _, name := range []string{"flight", "contact"} {
		b.Run(name, func(b *testing.B) {
			l := logs[name]
			b.SetBytes(rawSize(l.frames))
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				w, err := NewWriter(io.Discard, l.h, nil)
				if err != nil {
					b.Fatal(err)
				}
				for i := range l.frames {
					if err := w.Write(&l.frames[i]); err != nil {
						b.Fatal(err)
					}
				}
				if err := w.Close(Summary{Ended: Complete}); err != nil {
					b.Fatal(err)
				}
				size = int(w.offset)
			}
			b.ReportMetric(float64(size)/float64(100*len(l.frames)), "B/body/step")
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	logs := benchLogs()
	for _, name := range []string{"flight", "contact"} {
		b.Run(name, func(b *testing.B) {
			l := logs[name]
			file := encodeLog(b, l.h, nil, l.frames)
			r, err := openBytes(file)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(rawSize(l.frames))
			b.ReportAllocs()
			var f record.Frame
			for b.Loop() {
				for s := range r.Steps() {
					if err := r.Frame(s, &f); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	l := benchLogs()["contact"]
	file := encodeLog(b, l.h, nil, l.frames)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := NewReader(bytes.NewReader(file), int64(len(file))); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSeek(b *testing.B) {
	l := benchLogs()["contact"]
	r, err := openBytes(encodeLog(b, l.h, nil, l.frames))
	if err != nil {
		b.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	var f record.Frame
	for b.Loop() {
		if err := r.Frame(rnd.Int64N(r.Steps()), &f); err != nil {
			b.Fatal(err)
		}
	}
}
