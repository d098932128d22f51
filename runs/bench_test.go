package runs

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// BenchmarkScenario runs each committed scenario from its file to its log: what prang run does without the report's
// text.
func BenchmarkScenario(b *testing.B) {
	for _, name := range []string{"crossing-90", "box-drop", "mover-wall", "pile-up-fog"} {
		b.Run(name, func(b *testing.B) {
			s, err := scenariofile.Load(filepath.Join("scenarios", name, "scenario.yaml"))
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

// BenchmarkLoad_History reads a scenario whose body is driven by a file of 5,000 rows and 7 columns.
func BenchmarkLoad_History(b *testing.B) {
	dir := b.TempDir()
	var rows strings.Builder
	rows.WriteString("time [ms],velocity_x [km/h],velocity_y [m/s],velocity_z [m/s],angular_velocity_x [deg/s],angular_velocity_y,angular_velocity_z\n")
	for i := range 5000 {
		fmt.Fprintf(&rows, "%g", 0.1*float64(i))
		for k := range 6 {
			fmt.Fprintf(&rows, ",%.6g", math.Sin(float64(i*(k+1))/1000))
		}
		rows.WriteByte('\n')
	}
	scenario := filepath.Join(dir, "scenario.yaml")
	for name, text := range map[string]string{
		scenario:                       "name: sled\nduration: 1 s\ngravity: [0, 0, 0]\nbodies:\n  - {name: sled, box: {size: [1, 1, 1]}, position: [0, 0, 0], drive: {file: sled.csv}}\n",
		filepath.Join(dir, "sled.csv"): rows.String(),
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := scenariofile.Load(scenario); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStep steps the world of each scenario over and over, without recording.
func BenchmarkStep(b *testing.B) {
	for _, name := range []string{"crossing-90", "box-drop", "mover-wall"} {
		b.Run(name, func(b *testing.B) {
			s, err := scenariofile.Load(filepath.Join("scenarios", name, "scenario.yaml"))
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

// TestScenarios_SecondRunAllocatesNothing runs four scenarios, all with the tag long, twice in one world; the second run
// allocates nothing. What the run needs it needs each time; the runtime may allocate now and then, but not in three worlds
// in turn.
func TestScenarios_SecondRunAllocatesNothing(t *testing.T) {
	var paths []string
	most := int64(400)
	for _, name := range []string{"crossing-90", "box-drop", "mover-wall", "tipper"} {
		paths = append(paths, filepath.Join("scenarios", name, "scenario.yaml"))
	}
	if geomtest.Long {
		all, err := FindScenarios([]string{"scenarios"})
		if err != nil || len(all) < 30 {
			t.Fatal(len(all), err)
		}
		paths, most = all, 1000
	}
	for _, path := range paths {
		s, err := scenariofile.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		steps, least := int(min(s.Steps, most)), math.Inf(1)
		for trial := 0; trial < 3 && least > 0; trial++ {
			least = math.Min(least, secondRunAllocates(t, s, steps))
		}
		if least > 0 {
			t.Errorf("%s: %g allocations in %d steps", path, least, steps)
		}
	}
}

// secondRunAllocates returns how often the second run of a new world allocates.
func secondRunAllocates(t *testing.T, s *scenariofile.Scenario, steps int) float64 {
	w, err := NewWorld(s)
	if err != nil {
		t.Fatal(err)
	}
	run := func() {
		for range steps {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
		}
		w.Reset()
	}
	return testing.AllocsPerRun(1, run) // which runs it once before that
}
