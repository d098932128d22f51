package recorder

import (
	"encoding/json"
	"math"
	"testing"
)

func TestNumber_ReadsBackFromJSON(t *testing.T) {
	for _, x := range []float64{0, math.Copysign(0, -1), 0.1, -1e300, 5e-324, math.NaN(), math.Inf(1), math.Inf(-1)} {
		b, err := json.Marshal([]Number{Number(x)})
		if err != nil {
			t.Fatal(err)
		}
		var d [1]Number
		if err := json.Unmarshal(b, &d); err != nil || math.Float64bits(float64(d[0])) != math.Float64bits(x) && x == x || x != x && d[0] == d[0] {
			t.Errorf("%g is %s, read back as %g, %v", x, b, d[0], err)
		}
	}
	n := Number(7)
	if err := json.Unmarshal([]byte("null"), &n); err != nil || n != 7 {
		t.Errorf("null: %g, %v", n, err)
	}
	for _, text := range []string{`"Inf"`, `"1"`, `true`, `[1]`} {
		if err := json.Unmarshal([]byte(text), &n); err == nil {
			t.Errorf("%s is %g", text, n)
		}
	}
}
