package reconstruct

import (
	"math"

	"github.com/prang-sim/prang/sim/record"
)

// touched is a pair that crushes.
type touched struct {
	a, b   int32
	first  float64 // when it has touched first, there [s]
	struck float64 // its impact after that [s], -1 before
}

// crushClocks are the pairs that crush.
type crushClocks []touched

// touch keeps the first touch of a pair that crushes.
func (l *crushClocks) touch(e *record.Event) {
	t := touched{e.A, e.B, e.Time, -1}
	for i := range *l {
		if o := &(*l)[i]; o.a == e.A && o.b == e.B {
			*o = t
			return
		}
	}
	*l = append(*l, t)
}

// since returns the time from the first touch of a pair to its impact [s]; 0 if it has not crushed, or has already had
// its impact.
func (l crushClocks) since(e *record.Event) float64 {
	for i := range l {
		if t := &l[i]; t.a == e.A && t.b == e.B && (t.struck < 0 || t.struck == e.Time) {
			t.struck = e.Time
			return math.Max(0, e.Time-t.first)
		}
	}
	return 0
}

// pulse returns the time that a collision is taken to last [s].
func (c *Collision) pulse() float64 {
	if c.CrushTime > 0 {
		return c.CrushTime
	}
	return Pulse
}

// pulse returns the shortest duration of the vehicle's notable collisions, Pulse if there are none, and at least what
// samples can resolve [s].
func (v *Vehicle) pulse() float64 {
	least := math.Inf(1)
	for i := range v.Collisions {
		if c := &v.Collisions[i]; c.Notable() {
			least = math.Min(least, c.pulse())
		}
	}
	if math.IsInf(least, 1) {
		return Pulse
	}
	return math.Max(least, 2*sampleEvery)
}
