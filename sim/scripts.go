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
	program program
}

// addForce checks and adds force n of a definition.
func (w *World) addForce(n int, d *ForceDef) error {
	name := fmt.Sprintf("forces[%d]", n)
	var c checks
	c.body("body", d.Body, 0, len(w.bodies))
	c.length("point", d.Point)
	for i := range d.Program {
		c.force(fmt.Sprintf("program[%d].force", i), " N", d.Program[i].Force)
		c.force(fmt.Sprintf("program[%d].torque", i), " N m", d.Program[i].Torque)
	}
	if err := c.error(name); err != nil {
		return err
	}
	b := &w.bodies[d.Body]
	if b.driven {
		return fmt.Errorf("%s: body %q is driven, so that forces have no effect on it: remove the force or the drive", name, b.name)
	}
	s := script{body: int32(d.Body), point: geom.FromMGL(d.Point), inBody: d.InBody}
	if len(d.Program) == 0 {
		return fmt.Errorf("%s: program: it is empty: give at least one time with force or torque", name)
	}
	for i := range d.Program {
		p := &d.Program[i]
		at := programAt{p.Time, geom.FromMGL(p.Force), geom.FromMGL(p.Torque)}
		if !s.program.takes(&at) {
			return fmt.Errorf("%s: program[%d]: give finite forces and torques at ascending times", name, i)
		}
		s.program = append(s.program, at)
		b.restless = math.Max(b.restless, p.Time)
	}
	w.scripts = append(w.scripts, s)
	return nil
}

// wrench returns the means of force and torque about the centre of mass from time t0 to t1, for a body of the given
// attitude, along the world's axes. Held over that time, the force gives its whole impulse, however short it is.
func (s *script) wrench(q geom.Quat, t0, t1 float64) (f, tau geom.Vec) {
	f, tau = s.program.mean(t0, t1)
	if s.inBody {
		f, tau = q.Rotate(f), q.Rotate(tau)
	}
	return f, tau.Add(q.Rotate(s.point).Cross(f))
}
