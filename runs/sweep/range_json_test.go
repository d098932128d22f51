package sweep

import (
	"encoding/json"
	"testing"
)

func TestRange_ReadsBackFromJSON(t *testing.T) {
	for _, want := range []Range{
		{Name: "v", Low: -1, High: 2.5, Unit: "km/h"}, {Name: "w", Low: 1, High: 2}, {Name: "mu", Normal: true, Mean: 0.7, Deviation: 0.1}, {Name: "n", Normal: true, Deviation: 1, Unit: "m"},
	} {
		b, err := json.Marshal(Spread{Ranges: []Range{want}})
		if err != nil {
			t.Fatal(err)
		}
		var s Spread
		if err := json.Unmarshal(b, &s); err != nil || len(s.Ranges) != 1 || s.Ranges[0] != want {
			t.Errorf("%s is read back as %+v, %v; want %+v", b, s.Ranges, err, want)
		}
	}
}
