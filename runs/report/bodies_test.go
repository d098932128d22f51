package report

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/runs"
)

// Of many impacts those of the largest impulse are there, in the order of time and with their numbers among all, and how many count.
func TestStrongest_AreThoseOfTheLargestImpulse(t *testing.T) {
	var r runs.Report
	for i := range 2*mostStruck + 10 {
		r.Impacts = append(r.Impacts, runs.ImpactReport{Time: float64(i), A: string("ab"[i%2]), Size: float64(i * 7 % 11), Points: []runs.Vec{{1, 2, float64(i)}, {3, 4, float64(i)}}})
	}
	list, all := strongest(&r, func(e *runs.ImpactReport) bool { return e.A == "b" })
	if all != mostStruck+5 || len(list) != mostStruck {
		t.Fatalf("%d of %d", len(list), all)
	}
	least, has := math.Inf(1), map[int]bool{}
	for i, e := range list {
		if n := e.Number - 1; e.ImpactReport != &r.Impacts[n] || e.A != "b" || i > 0 && e.Number <= list[i-1].Number || *e.At != (runs.Vec{2, 3, float64(n)}) {
			t.Errorf("%+v", e)
		}
		least, has[e.Number] = math.Min(least, e.Size), true
	}
	for i := range r.Impacts {
		if e := &r.Impacts[i]; e.A == "b" && !has[i+1] && e.Size > least {
			t.Errorf("impact %d of %g N s is left out, one of %g is not", i+1, e.Size, least)
		}
	}
}
