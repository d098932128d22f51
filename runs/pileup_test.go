package runs

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
)

// splitMix64 is the generator of Steele, Lea and Flood (2014): uniform numbers in [0, 1) by 53 bits.
type splitMix64 uint64

func (s *splitMix64) next() float64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return float64((z^z>>31)>>11) / (1 << 53)
}

// TestPileUp_DelaysAreThoseOfItsSeed: what the scenario says of its reaction times.
func TestPileUp_DelaysAreThoseOfItsSeed(t *testing.T) {
	s, err := scenariofile.Load("scenarios/pile-up-fog/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	random, cars := splitMix64(7), 0
	for i := range s.Definition.Vehicles {
		d := s.Definition.Vehicles[i].Driver
		if d == nil || d.React == nil {
			continue
		}
		cars++
		if want := math.Round((0.7+0.8*random.next())*1000) / 1000; math.Abs(d.React.Delay-want) > 1e-12 {
			t.Errorf("car %d: %g s, want %g", cars, d.React.Delay, want)
		}
	}
	if cars != 20 {
		t.Errorf("%d cars", cars)
	}
}
