package vehicle

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// The largest lengths [m] and speeds [m/s] of a definition, those of package sim, and the largest friction.
const (
	maxLength   = 1e7
	maxSpeed    = 299_792_458
	maxFriction = 1e9
)

// WheelError is an error that most of all one field of one wheel is the cause of.
type WheelError struct {
	Wheel int // in Def.Wheels
	Field Field
	Err   error
}

// Error names the wheel and says what is wrong, with the remedy.
func (e *WheelError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *WheelError) Unwrap() error { return e.Err }

// Field is one of what a definition says of a wheel.
type Field int

// The fields.
const (
	Frequency Field = iota
	Damping
	Along // Contact, along x
	Aside // Contact, along y
	Bars  // the anti-roll bar
)

// checks collects what is wrong with a definition.
type checks struct{ errs []error }

func (c *checks) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf(format, args...))
}

// number reports the first of numbers that is not from low to high.
func (c *checks) number(field string, low, high float64, values ...float64) {
	for _, v := range values {
		switch {
		case v >= low && v <= high:
			continue
		case low == 0 && high == math.MaxFloat64:
			c.fail("%s: %g: give a finite number not below zero", field, v)
		case high == math.MaxFloat64:
			c.fail("%s: %g: give a finite number", field, v)
		default:
			c.fail("%s: %g: give a number from %g to %g", field, v, low, high)
		}
		return
	}
}

// notNegative reports a number that is below zero or not finite.
func (c *checks) notNegative(field string, v float64) { c.number(field, 0, math.MaxFloat64, v) }

// finite reports a number that is not finite.
func (c *checks) finite(field string, v float64) {
	c.number(field, -math.MaxFloat64, math.MaxFloat64, v)
}

// share reports a number that is not from 0 to 1.
func (c *checks) share(field string, v float64) { c.number(field, 0, 1, v) }

// input reports what is wrong with an input, but for its time.
func (c *checks) input(field string, in *Input) {
	c.share(field+".throttle", in.Throttle)
	c.share(field+".handbrake", in.Handbrake)
	c.share(field+".brake", in.Brake)
	c.finite(field+".steer", in.Steer)
}

// wheel reports what is wrong with a wheel.
func (c *checks) wheel(field string, d *WheelDef) {
	if d.Tyre < 0 || int(d.Tyre) >= len(tyreNames) {
		c.fail("%s.tyre: there is no model %d: give one of the package's constants", field, d.Tyre)
	}
	c.number(field+".contact", -maxLength, maxLength, d.Contact[0], d.Contact[1], d.Contact[2])
	c.number(field+".friction", 0, maxFriction, d.Friction)
	c.notNegative(field+".stiffening", d.Stiffening)
	c.notNegative(field+".frequency", d.Frequency)
	c.notNegative(field+".damping", d.Damping)
	c.number(field+".travel", 0, maxLength, d.Travel)
	c.number(field+".rebound", 0, maxLength, d.Rebound)
	c.number(field+".radius", 0, maxLength, d.Radius)
	c.number(field+".width", 0, maxLength, d.Width)
	c.notNegative(field+".inertia", d.Inertia)
	for k := range d.Program {
		in, at := &d.Program[k], fmt.Sprintf("%s.program[%d]", field, k)
		c.input(at, in)
		c.finite(at+".time", in.Time)
		if k > 0 && !(in.Time > d.Program[k-1].Time) {
			c.fail("%s.time: %g is not after %g: give ascending times", at, in.Time, d.Program[k-1].Time)
		}
	}
}

// driver reports what is wrong with a driver.
func (c *checks) driver(d *DriverDef) {
	c.notNegative("driver.steer_limit", d.SteerLimit)
	c.notNegative("driver.steer_rate", d.SteerRate)
	c.share("driver.ackermann", d.Ackermann)
	c.notNegative("driver.power", d.Power)
	c.notNegative("driver.rolling", d.Rolling)
	c.notNegative("driver.air", d.Air)
	if r := d.React; r != nil {
		c.notNegative("driver.react.within", r.Within)
		c.notNegative("driver.react.delay", r.Delay)
		c.share("driver.react.brake", r.Brake)
	}
	for i, s := range d.Speed {
		field := fmt.Sprintf("driver.speed[%d]", i)
		c.finite(field+".time", s.Time)
		c.number(field+".speed", 0, maxSpeed, s.Speed)
		if i > 0 && !(s.Time > d.Speed[i-1].Time) {
			c.fail("%s.time: %g is not after %g: give ascending times", field, s.Time, d.Speed[i-1].Time)
		}
	}
	for i, p := range d.Path {
		field := fmt.Sprintf("driver.path[%d]", i)
		c.number(field, -maxLength, maxLength, p[0], p[1])
		if i > 0 && p == d.Path[i-1] {
			c.fail("%s: is where the point before is: give another place", field)
		}
	}
	if len(d.Path) == 1 {
		c.fail("driver.path: one point is no path: give two or more")
	}
}

// check reports what is wrong with the fields of a definition by themselves, a line each.
func (d *Def) check() error {
	var c checks
	n := len(d.Wheels)
	if n < 3 && !(d.Hitch != nil && n == 2) {
		c.fail("wheels: %d given: a vehicle stands on three wheels or more, a trailer on two", n)
	}
	if d.Hitch != nil {
		c.number("hitch", -maxLength, maxLength, d.Hitch[0], d.Hitch[1], d.Hitch[2])
	}
	for i, b := range d.Bars {
		if b.Left < 0 || b.Left >= n || b.Right < 0 || b.Right >= n || b.Left == b.Right {
			c.fail("bars[%d]: wheels %d and %d: name two different wheels by their indices", i, b.Left, b.Right)
		}
		c.notNegative(fmt.Sprintf("bars[%d].stiffness", i), b.Stiffness)
	}
	for i := range d.Wheels {
		c.wheel(fmt.Sprintf("wheels[%d]", i), &d.Wheels[i])
	}
	if d.AfterImpact != nil {
		c.input("after_impact", d.AfterImpact)
	}
	if d.Driver != nil {
		c.driver(d.Driver)
	}
	if d.Damage != nil {
		c.notNegative("damage.above", d.Damage.Above)
		c.notNegative("damage.reach", d.Damage.Reach)
	}
	return errors.Join(c.errs...)
}

// clone returns a copy of a definition that shares nothing with it.
func (d *Def) clone() *Def {
	c := *d
	c.Wheels, c.Bars = slices.Clone(d.Wheels), slices.Clone(d.Bars)
	for i := range c.Wheels {
		c.Wheels[i].Program = slices.Clone(c.Wheels[i].Program)
	}
	c.AfterImpact, c.Hitch, c.Damage, c.Driver = copied(d.AfterImpact), copied(d.Hitch), copied(d.Damage), copied(d.Driver)
	if v := c.Driver; v != nil {
		v.Speed, v.Path, v.React = slices.Clone(v.Speed), slices.Clone(v.Path), copied(v.React)
	}
	return &c
}

// copied returns a pointer to a copy, nil for nil.
func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}
