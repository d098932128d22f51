package sim

import (
	"fmt"
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// script is a force over time, ready for a run.
type script struct {
	body    int32
	point   geom.Vec
	inBody  bool
	program []scriptAt
}

type scriptAt struct {
	t      float64
	f, tau geom.Vec
}

// addForce checks and adds force n of a definition.
func (w *World) addForce(n int, d *ForceDef) error {
	name := fmt.Sprintf("forces[%d]", n)
	if d.Body < 0 || d.Body >= len(w.bodies) {
		return fmt.Errorf("%s: there is no body with index %d", name, d.Body)
	}
	b := &w.bodies[d.Body]
	if b.driven {
		return fmt.Errorf("%s: body %q is driven, so that forces have no effect on it: remove the force or the drive", name, b.name)
	}
	s := script{body: int32(d.Body), point: geom.FromMGL(d.Point), inBody: d.InBody}
	if len(d.Program) == 0 || !s.point.IsFinite() {
		return fmt.Errorf("%s: give a finite point and at least one time with force or torque", name)
	}
	for i := range d.Program {
		p := &d.Program[i]
		at := scriptAt{p.Time, geom.FromMGL(p.Force), geom.FromMGL(p.Torque)}
		if !at.f.IsFinite() || !at.tau.IsFinite() || math.IsInf(p.Time, 0) || !(i == 0 && p.Time == p.Time || i > 0 && p.Time > d.Program[i-1].Time) {
			return fmt.Errorf("%s: program[%d]: give finite forces and torques at ascending times", name, i)
		}
		s.program = append(s.program, at)
		b.restless = math.Max(b.restless, p.Time)
	}
	w.scripts = append(w.scripts, s)
	return nil
}

// at returns force and torque at a time, in the frame of the program.
func (s *script) at(t float64) (f, tau geom.Vec) {
	lo, hi := 0, len(s.program) // the first entry after t is in [lo, hi]
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if s.program[mid].t > t {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	if lo == 0 {
		return geom.Vec{}, geom.Vec{}
	}
	a := &s.program[lo-1]
	if lo == len(s.program) {
		return a.f, a.tau
	}
	b := &s.program[lo]
	share := (t - a.t) / (b.t - a.t)
	return a.f.AddScaled(b.f.Sub(a.f), share), a.tau.AddScaled(b.tau.Sub(a.tau), share)
}

// wrench returns force and torque about the centre of mass at a time, for a body of the given attitude, along the
// world's axes.
func (s *script) wrench(q geom.Quat, t float64) (f, tau geom.Vec) {
	f, tau = s.at(t)
	if s.inBody {
		f, tau = q.Rotate(f), q.Rotate(tau)
	}
	return f, tau.Add(q.Rotate(s.point).Cross(f))
}
