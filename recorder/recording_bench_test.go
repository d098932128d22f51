package recorder

import (
	"io"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/prang-sim/prang/sim"
)

// BenchmarkRecording measures what recording takes of the time of a step: of 2,400 steps of scenes without a log, with one,
// and with one that is encoded in the background, on a second core. The three runs take turns of a chunk, and of each chunk
// the least time of all rounds counts; on Linux it is that of the thread on its core, so that what else the machine does
// hardly matters.
func BenchmarkRecording(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, name := range []string{"two cars", "crash", "impacts only", "gas of balls", "awake pile", "sleeping pile"} {
		b.Run(name, func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var runs [3]timedRun
			for i := range runs {
				runs[i].begin(b, name)
			}
			for b.Loop() {
				runs[0].start(b, false, Options{})
				runs[1].start(b, true, Options{})
				runs[2].start(b, true, Options{Background: true})
				for chunk := range runs[0].least {
					for i := range runs {
						runs[i].steps(b, chunk)
					}
				}
			}
			without := runs[0].spent()
			b.ReportMetric(1e6*without/(chunkSteps*timedChunks), "µs/step")
			b.ReportMetric(100*(runs[1].spent()/without-1), "%-recording")
			b.ReportMetric(100*(runs[2].spent()/without-1), "%-background")
			b.ReportMetric(0, "ns/op")
		})
	}
}

const timedChunks = 10

// timedRun is a run of which each chunk is timed.
type timedRun struct {
	world *sim.World
	log   *Writer // nil for none
	least [timedChunks]time.Duration
}

func (r *timedRun) begin(b *testing.B, name string) {
	w, err := sim.New(scene(name))
	if err != nil {
		b.Fatal(err)
	}
	r.world = w
	for i := range r.least {
		r.least[i] = math.MaxInt64
	}
}

// start begins a round; opening the log is no part of it.
func (r *timedRun) start(b *testing.B, recorded bool, o Options) {
	r.world.Reset()
	if !recorded {
		return
	}
	log, err := NewWriter(io.Discard, headerOf(r.world), nil)
	if err != nil {
		b.Fatal(err)
	}
	log.Use(o)
	if err := log.Write(r.world.Frame()); err != nil {
		b.Fatal(err)
	}
	r.log = log
}

// steps goes on by a chunk, and ends the log behind the last one.
func (r *timedRun) steps(b *testing.B, chunk int) {
	start := cpuTime()
	var err error
	for range chunkSteps {
		if err = r.world.Step(); err != nil {
			break
		}
		if r.log == nil {
			continue
		}
		if err = r.log.Write(r.world.Frame()); err != nil {
			break
		}
	}
	if err == nil && r.log != nil && chunk == timedChunks-1 {
		err = r.log.Close(Summary{Ended: Complete})
	}
	r.least[chunk] = min(r.least[chunk], cpuTime()-start)
	if err != nil {
		b.Fatal(err)
	}
}

// spent returns the time of all steps (s).
func (r *timedRun) spent() float64 {
	sum := time.Duration(0)
	for _, t := range r.least {
		sum += t
	}
	return sum.Seconds()
}
