package vehicle

import "github.com/prang-sim/prang/sim/geom"

// DamageDef is the damage that impacts do to wheels near them.
type DamageDef struct {
	Above float64 // change of the vehicle's velocity from which an impact damages [m/s]
	Reach float64 // of an impact's place, seen from above, from the wheel's contact [m]
	Free  bool    // a damaged wheel rolls freely, whatever its brakes and the engine do; else it is locked
}

// Damage is the state of a wheel.
type Damage int32

// The states of a wheel after impacts.
const (
	Sound Damage = iota
	Locked
	Freed
)

// Damages returns the damage to wheel i by an impact that changes the vehicle's velocity by deltaV (m/s) at a place in
// vehicle axes [m].
func (v *Vehicle) Damages(i int, deltaV float64, at geom.Vec) Damage {
	d := v.damage
	if d == nil || !(deltaV > d.Above) {
		return Sound
	}
	c := v.Wheels[i].Contact
	x, y := at.X-c.X, at.Y-c.Y
	switch {
	case float64(x*x)+float64(y*y) > float64(d.Reach*d.Reach):
		return Sound
	case d.Free:
		return Freed
	}
	return Locked
}

// After returns the input that still acts on a damaged wheel.
func (in Input) After(d Damage) Input {
	switch d {
	case Locked:
		in.Brake, in.abs = 1, false
	case Freed:
		in.Brake, in.Handbrake, in.drive, in.power = 0, 0, 0, 0
	}
	return in
}
