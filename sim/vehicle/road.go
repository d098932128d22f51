package vehicle

import "fmt"

// Roads whose factor on a tyre's friction has a name. The factors are round values for estimates, over dry asphalt: wet
// at 0.75, snow that is packed, smooth ice, and short grass.
var roads = [...]struct {
	name   string
	factor float64
}{{"dry", 1}, {"wet", 0.75}, {"grass", 0.5}, {"snow", 0.3}, {"ice", 0.12}}

// RoadFactor returns the factor on a tyre's friction of a road by name: dry 1, wet 0.75, grass 0.5, snow 0.3, ice 0.12.
func RoadFactor(name string) (float64, error) {
	for _, r := range roads {
		if r.name == name {
			return r.factor, nil
		}
	}
	return 0, fmt.Errorf("%q is no road: write dry, wet, grass, snow, ice, or a factor on the friction of tyres", name)
}
