package sweep

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
)

// BenchmarkSweep makes runs as those of a sweep, on one core: each reads the scenario again, whose meshes are known, builds the
// world, runs to the end and reports, without a log.
func BenchmarkSweep(b *testing.B) {
	for _, name := range []string{"crossing-90-vehicles", "rear-end-50", "rollover-kerb", "lorry-trailer", "car-transporter", "motorcycle-car", "pedestrian-40", "pile-up-fog"} {
		b.Run(name, func(b *testing.B) {
			load, err := scenariofile.Read(filepath.Join("..", "scenarios", name, "scenario.yaml"))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if v := (Variation{Number: 1}); v.run(context.Background(), load) != nil || v.Failed != "" {
					b.Fatal(v.Failed)
				}
			}
		})
	}
}
