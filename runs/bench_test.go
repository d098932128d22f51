package runs

import (
	"context"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkScenario runs each committed scenario from its file to its log: what prang run does without the report's
// text.
func BenchmarkScenario(b *testing.B) {
	for _, name := range []string{"crossing-90", "box-drop", "mover-wall", "pile-up-fog"} {
		b.Run(name, func(b *testing.B) {
			s, err := Load(filepath.Join("scenarios", name, "scenario.yaml"))
			if err != nil {
				b.Fatal(err)
			}
			log := filepath.Join(b.TempDir(), "log.prang")
			var steps int64
			for b.Loop() {
				report, err := Run(context.Background(), s, Options{Log: log})
				if err != nil {
					b.Fatal(err)
				}
				steps = report.Steps
			}
			info, err := os.Stat(log)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(steps), "ns/step")
			b.ReportMetric(float64(info.Size()), "log-bytes")
		})
	}
}

// BenchmarkStep steps the world of each scenario over and over, without recording.
func BenchmarkStep(b *testing.B) {
	for _, name := range []string{"crossing-90", "box-drop", "mover-wall"} {
		b.Run(name, func(b *testing.B) {
			s, err := Load(filepath.Join("scenarios", name, "scenario.yaml"))
			if err != nil {
				b.Fatal(err)
			}
			w, err := NewWorld(s)
			if err != nil {
				b.Fatal(err)
			}
			for range 700 {
				if err := w.Step(); err != nil {
					b.Fatal(err)
				}
			}
			w.Reset()
			n := 0
			b.ReportAllocs()
			for b.Loop() {
				if n++; n == 700 {
					n = 0
					w.Reset()
				}
				if err := w.Step(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestScenarios_SecondRunAllocatesNothing runs each scenario twice in one world; the second run allocates nothing.
func TestScenarios_SecondRunAllocatesNothing(t *testing.T) {
	names := []string{"crossing-90", "box-drop", "mover-wall", "tipper"}
	if geomtest.Long {
		names = append(names, "heap")
	}
	for _, name := range names {
		s, err := Load(filepath.Join("scenarios", name, "scenario.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		w, err := NewWorld(s)
		if err != nil {
			t.Fatal(err)
		}
		most := int64(400)
		if geomtest.Long {
			most = 800
		}
		steps := int(min(s.Steps, most))
		for range steps {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
		}
		w.Reset()
		warm := true
		if allocs := testing.AllocsPerRun(1, func() {
			if warm {
				warm = false // a call of this function that is not counted
				return
			}
			for range steps {
				if err := w.Step(); err != nil {
					t.Fatal(err)
				}
			}
		}); allocs != 0 {
			t.Errorf("%s: %g allocations in %d steps", name, allocs, steps)
		}
	}
}
