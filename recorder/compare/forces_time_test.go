package compare

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// A step of 1/200 s is six units of 1/1200 s, one of 1/240 s five: the mean of a force over a step of the one log is
// that over six units of the other's, which hold the forces of the steps they lie in. By hand from there, for a force
// that grows with each step and a contact that is there in every third one only.
func TestLogs_ContactForcesByTime(t *testing.T) {
	const fineSteps = 241
	ha, hb := bodyHeader(1), bodyHeader(1)
	ha.Step, hb.Step = 1.0/200, 1.0/240
	logs := [2]*recorder.Header{&ha, &hb}
	var frames [2][]record.Frame
	force := func(n int) (grows, sometimes geom.Vec) { // of the step of 1/240 s that ends in frame n
		if n%3 == 0 {
			sometimes.X = 30
		}
		return geom.Vec{Z: float64(n)}, sometimes
	}
	for k, h := range logs {
		for _, name := range []string{"floor", "wall"} {
			h.Objects = append(h.Objects, record.Object{Name: name, Kind: record.Static})
		}
		h.Contacts = true
		for n := 0; float64(n)*h.Step < float64(fineSteps-1)/240+1e-9; n++ {
			f := newFrame(int64(n))
			f.Time = float64(n) * h.Step
			f.Values = make([]float64, 13)
			f.Values[3] = 1
			frames[k] = append(frames[k], f)
		}
	}
	for n := 1; n < fineSteps; n++ {
		grows, sometimes := force(n)
		f := &frames[1][n]
		f.Contacts = append(f.Contacts, record.ContactForce{A: 0, B: 1, Normal: grows, P: geom.Vec{X: 3}, Moment: geom.Vec{Y: 1}})
		if sometimes.X > 0 {
			f.Contacts = append(f.Contacts, record.ContactForce{A: 0, B: 2, Friction: sometimes})
		}
	}
	for n := 1; n < len(frames[0]); n++ {
		var first, second record.ContactForce
		first.B, second.B = 1, 2
		for unit := 6 * (n - 1); unit < 6*n; unit++ {
			grows, sometimes := force(unit/5 + 1)
			first.Normal = first.Normal.Add(grows.Scale(1.0 / 6))
			second.Friction = second.Friction.Add(sometimes.Scale(1.0 / 6))
		}
		f := &frames[0][n]
		f.Contacts = append(f.Contacts, first)
		if second.Friction.X > 0 {
			f.Contacts = append(f.Contacts, second)
		}
	}
	for swap := range 2 {
		compare := func(tol Tolerances) *Comparison {
			if swap == 1 {
				return compareLogs(t, hb, frames[1], ha, frames[0], tol)
			}
			return compareLogs(t, ha, frames[0], hb, frames[1], tol)
		}
		c := compare(Tolerances{Force: 1e-9})
		if c.Verdict != WithinTolerance || c.ByTime == nil || c.First != nil || len(c.Headers) != 0 {
			t.Errorf("swapped %d: %v, first %+v, headers %q", swap, c.Verdict, c.First, c.Headers)
		}
		for _, d := range c.Forces {
			if d.Max > 1e-9 || d.Alone != 0 { // sums of up to 240 N in other orders
				t.Errorf("swapped %d: %+v", swap, d)
			}
		}
		// 7 N more in one long step: so much is the largest difference, once, and 7/√201 in the mean of squares.
		f := &frames[0][100].Contacts[0]
		f.Normal.Z += 7
		c = compare(Tolerances{Force: 6.9})
		f.Normal.Z -= 7
		if c.Verdict != Different || len(c.Forces) == 0 {
			t.Fatalf("swapped %d: %v, %+v", swap, c.Verdict, c.Forces)
		}
		d := c.Forces[0]
		if d.A != "body0" || d.B != "floor" || math.Abs(float64(d.Max)-7) > 1e-9 || math.Abs(d.Time-0.5) > 1e-12 ||
			math.Abs(float64(d.RMS)-7/math.Sqrt(201)) > 1e-9 || d.Final > 1e-9 {
			t.Errorf("swapped %d: %+v", swap, d)
		}
	}
}

// Forces on an object that only one log has are left out, on whichever side of its contacts it stands; those of others
// are compared.
func TestLogs_ContactForcesOfWhatBothHave(t *testing.T) {
	ha, hb := bodyHeader(1), bodyHeader(1)
	for _, name := range []string{"crate", "floor"} {
		ha.Objects = append(ha.Objects, record.Object{Name: name, Kind: record.Static})
	}
	hb.Objects = append(hb.Objects, record.Object{Name: "floor", Kind: record.Static})
	ha.Contacts, hb.Contacts = true, true
	var a, b []record.Frame
	for n := range int64(20) {
		f := newFrame(n)
		f.Values = make([]float64, 13)
		f.Values[3] = 1
		f.Contacts = []record.ContactForce{{A: 0, B: 1, Normal: geom.Vec{Z: 5}}, {A: 0, B: 2, Normal: geom.Vec{Z: 3}}, {A: 1, B: 2, Normal: geom.Vec{Z: 4}}}
		g := f
		g.Contacts = []record.ContactForce{{A: 0, B: 1, Normal: geom.Vec{Z: 3}}}
		a, b = append(a, f), append(b, g)
	}
	for swap, compare := range []func() *Comparison{
		func() *Comparison { return compareLogs(t, ha, a, hb, b, Tolerances{}) },
		func() *Comparison { return compareLogs(t, hb, b, ha, a, Tolerances{}) },
	} {
		if c := compare(); len(c.Forces) != 0 || c.First != nil {
			t.Errorf("swapped %d: %+v, first %+v", swap, c.Forces, c.First)
		}
		b[7].Contacts[0].Normal.Z = 3.5
		if c := compare(); len(c.Forces) != 1 || c.Forces[0].B != "floor" || c.Forces[0].Max != 0.5 || c.Forces[0].Alone != 0 || c.Forces[0].Step != 7 {
			t.Errorf("swapped %d: %+v", swap, c.Forces)
		}
		b[7].Contacts[0].Normal.Z = 3
	}
}
