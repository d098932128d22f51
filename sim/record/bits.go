package record

import (
	"math"
)

// The numbers of components in a log, in the order of its format.
const (
	EventValues = 32 // of an Event: N, Closing, Impulse, Before and After of A and of B, EnergyLost
	PointValues = 6  // of a Point: P, Impulse
)

// Bits fills c with the bits of the components.
func (e *Event) Bits(c *[EventValues]uint64) {
	put := func(i int, x float64) { c[i] = math.Float64bits(x) }
	put(0, e.N.X)
	put(1, e.N.Y)
	put(2, e.N.Z)
	put(3, e.Closing)
	put(4, e.Impulse.X)
	put(5, e.Impulse.Y)
	put(6, e.Impulse.Z)
	for k, t := range [4]*Twist{&e.Before[0], &e.Before[1], &e.After[0], &e.After[1]} {
		put(7+6*k, t.V.X)
		put(8+6*k, t.V.Y)
		put(9+6*k, t.V.Z)
		put(10+6*k, t.W.X)
		put(11+6*k, t.W.Y)
		put(12+6*k, t.W.Z)
	}
	put(31, e.EnergyLost)
}

// SetBits undoes Bits.
func (e *Event) SetBits(c *[EventValues]uint64) {
	get := func(i int) float64 { return math.Float64frombits(c[i]) }
	e.N.X, e.N.Y, e.N.Z = get(0), get(1), get(2)
	e.Closing = get(3)
	e.Impulse.X, e.Impulse.Y, e.Impulse.Z = get(4), get(5), get(6)
	for k, t := range [4]*Twist{&e.Before[0], &e.Before[1], &e.After[0], &e.After[1]} {
		t.V.X, t.V.Y, t.V.Z = get(7+6*k), get(8+6*k), get(9+6*k)
		t.W.X, t.W.Y, t.W.Z = get(10+6*k), get(11+6*k), get(12+6*k)
	}
	e.EnergyLost = get(31)
}

// Bits returns the bits of the components.
func (p *Point) Bits() [PointValues]uint64 {
	return [PointValues]uint64{
		math.Float64bits(p.P.X), math.Float64bits(p.P.Y), math.Float64bits(p.P.Z),
		math.Float64bits(p.Impulse.X), math.Float64bits(p.Impulse.Y), math.Float64bits(p.Impulse.Z),
	}
}

// SetBits undoes Bits.
func (p *Point) SetBits(v *[PointValues]uint64) {
	p.P.X, p.P.Y, p.P.Z = math.Float64frombits(v[0]), math.Float64frombits(v[1]), math.Float64frombits(v[2])
	p.Impulse.X, p.Impulse.Y, p.Impulse.Z = math.Float64frombits(v[3]), math.Float64frombits(v[4]), math.Float64frombits(v[5])
}
