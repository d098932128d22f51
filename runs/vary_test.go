package runs

import (
	"bytes"
	"context"
	"math"
	"testing"
)

func TestParseRange(t *testing.T) {
	for text, want := range map[string]struct {
		r Range
		n int
	}{
		"speed_a=48..52km/h:20":    {Range{"speed_a", 48, 52, "km/h"}, 20},
		"x=-1.5..-0.5":             {Range{"x", -1.5, -0.5, ""}, 0},
		"a=48 km/h..52 km/h":       {Range{"a", 48, 52, "km/h"}, 0},
		"mu=0.5..0.9:7":            {Range{"mu", 0.5, 0.9, ""}, 7},
		"j=1e-3..2e-3 kg m^2:1000": {Range{"j", 1e-3, 2e-3, "kg m^2"}, 1000},
	} {
		if r, n, err := ParseRange(text); err != nil || r != want.r || n != want.n {
			t.Errorf("%s: %+v %d %v", text, r, n, err)
		}
	}
	for _, text := range []string{"", "a", "a=", "a=1", "=1..2", "a=2..1", "a=1..2:0", "a=1..2:x", "a=1m..2s", "a=1..", "a=..2", "a=1..2:1e9", "a b=1..2", "a=nan..2"} {
		if _, _, err := ParseRange(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// The draws are even: mean and deviation of 4000 are those of an even distribution within four standard errors; they depend on seed and
// name only.
func TestRange_DrawsEvenly(t *testing.T) {
	r := Range{Name: "a", Low: 10, High: 20}
	var values []float64
	seen := map[string]bool{}
	for k := 1; k <= 1000; k++ {
		s := r.Draw(7, k)
		v, _, _ := splitValue(s.Value)
		values = append(values, v)
		seen[s.Value] = true
		if !(v >= 10 && v <= 20) {
			t.Fatalf("%v", s)
		}
	}
	f := figure(values)
	se := 10 / math.Sqrt(12*1000)
	if math.Abs(f.Mean-15) > 4*se || math.Abs(f.Deviation-10/math.Sqrt(12)) > 4*se || len(seen) < 990 {
		t.Errorf("%+v, %d values", f, len(seen))
	}
	other := Range{Name: "b", Low: 10, High: 20}
	same := r
	if r.Draw(7, 3) != same.Draw(7, 3) || r.Draw(7, 3) == r.Draw(8, 3) || r.Draw(7, 3).Value == other.Draw(7, 3).Value {
		t.Error("draws are not by seed and name")
	}
}

const slide = `
name: slide
step: 1/60 s
duration: 3 s
gravity: [0, 0, -10]
parameters: {speed: 5 m/s, mu: 0.5}
materials: {m: {friction: $mu}}
statics: [{name: ground, plane: {height: 0}, material: m}, {name: wall, box: {size: [1, 9, 9]}, position: [-1, 0, 4.5], material: m}]
bodies:
  - {name: block, box: {size: [1, 1, 0.2]}, mass: 1, position: [2, 0, 0.1], speed: $speed, material: m}
`

func varied(t *testing.T, workers int) *Spread {
	t.Helper()
	load := func(set []Setting) (*Scenario, error) {
		data, err := SetParameters("test.yaml", []byte(slide), set)
		if err != nil {
			return nil, err
		}
		return Parse("test.yaml", data, nil)
	}
	ranges := []Range{{"speed", 2, 6, "m/s"}, {"mu", 0.4, 0.6, ""}}
	s, err := Vary(context.Background(), load, ranges, 12, 3, workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A block slides v²/(2 mu g) far, in each variation; a variation run alone is the same; workers change nothing.
func TestVary_EachVariationIsTheRunOfItsSettings(t *testing.T) {
	s := varied(t, 1)
	for _, v := range s.Variations {
		speed, _, _ := splitValue(v.Set[0].Value)
		mu, _, _ := splitValue(v.Set[1].Value)
		// Steps of 1/60 s: the block stops inside one.
		if got, want := v.Outcomes[0].X-2, speed*speed/(20*mu); math.Abs(got-want) > speed/60 || !v.Outcomes[0].Resting {
			t.Errorf("%s: %g m, want %g", v.Command(), got, want)
		}
	}
	v := s.Variations[7]
	data, err := SetParameters("test.yaml", []byte(slide), v.Set)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := Parse("test.yaml", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), alone, Options{NoLog: true})
	if err != nil || r.FinalHash != v.Hash {
		t.Errorf("alone %s, among others %s, %v", r.FinalHash, v.Hash, err)
	}
	var a, b bytes.Buffer
	if err := s.WriteJSON(&a); err != nil {
		t.Fatal(err)
	}
	if err := varied(t, 3).WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("three workers come to another table")
	}
}

func TestFigure_ByHand(t *testing.T) {
	f := figure([]float64{4, 1, 3, 2})
	for _, c := range []struct{ got, want float64 }{
		{f.Mean, 2.5}, {f.Deviation, math.Sqrt(5.0 / 3)}, {f.Least, 1}, {f.Most, 4}, {f.Median, 2.5}, {f.P05, 1.15}, {f.P95, 3.85},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%+v", f)
		}
	}
	// Headings on both sides of ±180° have no jump.
	s := &Spread{}
	for _, h := range []float64{179, -179, 178} {
		s.Variations = append(s.Variations, &Variation{Outcomes: []Outcome{{Body: "a", Heading: h}}})
	}
	for _, f := range s.figures() {
		if f.Quantity == "heading_deg" && (f.Least != 178 || f.Most != 181) {
			t.Errorf("%+v", f)
		}
	}
}
