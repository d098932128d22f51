package compare

import (
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/record"
)

// TestLogs_ContactForces compares a log with one whose forces of a pair are greater from a step on, and that lacks a
// contact.
func TestLogs_ContactForces(t *testing.T) {
	h, frames := touching(3, 500)
	_, other := touching(3, 500)
	var pair *record.ContactForce
	step := 0
	for s := 200; s < len(other) && pair == nil; s++ {
		if len(other[s].Contacts) > 1 {
			step, pair = s, &other[s].Contacts[1]
		}
	}
	for s := step; s < len(other); s++ {
		for i := range other[s].Contacts {
			if c := &other[s].Contacts[i]; c.A == pair.A && c.B == pair.B {
				c.Friction.Y += 3
			}
		}
	}
	lost := *pair
	for s := step + 1; s < len(other); s++ {
		if n := len(other[s].Contacts); n > 0 {
			lost = other[s].Contacts[n-1]
			if lost.A != pair.A || lost.B != pair.B {
				other[s].Contacts = other[s].Contacts[:n-1]
				break
			}
		}
	}
	a, b := encodeLog(t, h, nil, frames), encodeLog(t, h, nil, other)
	compare := func(x, y []byte, opts Options) *Comparison {
		t.Helper()
		rx, err := openBytes(x)
		if err != nil {
			t.Fatal(err)
		}
		ry, err := openBytes(y)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Logs(rx, ry, opts)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := compare(a, a, Options{}); c.Verdict != Equal || !c.ByHash {
		t.Errorf("with itself: %+v", c)
	}
	c := compare(a, b, Options{})
	if c.Verdict != Different || c.First == nil || c.First.Step != int64(step) || c.First.Quantity != "friction" || c.First.Component != "y" {
		t.Errorf("verdict %v, first difference %+v, want one of friction in step %d", c.Verdict, c.First, step)
	}
	if len(c.Forces) != 2 {
		t.Fatalf("forces: %+v", c.Forces)
	}
	for _, d := range c.Forces {
		if d.A == h.Objects[pair.A].Name && d.B == h.Objects[pair.B].Name {
			if math.Abs(float64(d.Max)-3) > 1e-9 || d.Alone != 0 || d.Step != int64(step) && d.Step <= int64(step) {
				t.Errorf("%+v, want a largest difference of 3 N", d)
			}
		} else if d.Alone != 1 || math.Abs(float64(d.Max)-lost.Force().Len()) > 1e-9 || d.Final != 0 {
			t.Errorf("%+v, want a force of %v N that is missing once", d, lost.Force().Len())
		}
	}
	for _, l := range []struct {
		spec string
		want Verdict
	}{{"force=2.9", Different}, {"force=11", WithinTolerance}, {"position=1e-9", WithinTolerance}} {
		tol, err := ParseTolerances([]string{l.spec}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c := compare(a, b, Options{Tolerances: tol}); c.Verdict != l.want {
			t.Errorf("%s: %v", l.spec, c.Verdict)
		}
	}
	h.Contacts = false
	c = compare(a, encodeLog(t, h, nil, frames), Options{})
	if c.Verdict != Equal || !strings.Contains(strings.Join(c.Headers, " "), "contact forces are only in A") {
		t.Errorf("with a log without contact forces: %v, %q", c.Verdict, c.Headers)
	}
}
