package runs

import (
	"fmt"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// JointLimits computes the angles that the limits of a scenario's joints are of, from the states in a log of it.
type JointLimits struct {
	names  []string
	joints []int           // of which each is, in the order of the scenario
	most   []float64       // largest angles [rad]
	axes   [][2]geom.Vec   // unit vectors in the axes of the bodies, or of the world
	at     [][2]int        // of the position of each body among the values of a frame, -1 for the world
	masses [][2]rigid.Mass // of the bodies; a driven one, whose L in a log is its angular velocity, has an inertia of 1 there
	bodies [][2]int32      // indices of the objects, -1 for the world
}

// NewJointLimits returns the limits of the joints of the scenario of a log. The error is that of a log that does not have the
// states of the bodies.
func NewJointLimits(r *recorder.Reader, sc *scenariofile.Scenario) (*JointLimits, error) {
	return jointLimitsOf(r.Header().Objects, r.Header().Columns, sc)
}

// jointLimitsOf returns the limits of the joints of a scenario in frames with the given columns.
func jointLimitsOf(objects []record.Object, columns []record.Column, sc *scenariofile.Scenario) (*JointLimits, error) {
	l, trails := &JointLimits{}, trailsOf(objects, columns)
	for i := range sc.Definition.Joints {
		d := &sc.Definition.Joints[i]
		name := jointName(d, i)
		at, q, masses, bodies := [2]int{-1, -1}, [2]geom.Quat{geom.IdentityQuat(), geom.IdentityQuat()}, [2]rigid.Mass{}, [2]int32{-1, -1}
		for k, body := range [2]int{d.A, d.B} {
			if body == sim.WorldEnd {
				continue
			}
			b := &sc.Definition.Bodies[body]
			q[k] = attitudeAtStart(b)
			for n := range trails {
				if t := &trails[n]; t.kind == record.Body && objects[t.object].Name == b.Name {
					at[k], masses[k], bodies[k] = t.at, t.mass, t.object
				}
			}
			if at[k] < 0 && len(d.Limits) > 0 {
				return nil, fmt.Errorf("joint %s: the log has no states of its body %q", name, b.Name)
			}
		}
		for n := range d.Limits {
			axes := [2]geom.Vec{geom.FromMGL(d.Limits[n].AxisA), geom.FromMGL(d.Limits[n].AxisB)}
			if d.Limits[n].InWorld {
				axes = [2]geom.Vec{q[0].RotateInv(axes[0]), q[1].RotateInv(axes[0])}
			}
			for k := range axes {
				axes[k] = axes[k].Scale(1 / axes[k].MaxAbs()).Normalize()
			}
			full := name + ".angle"
			if len(d.Limits) > 1 {
				full += fmt.Sprint(n)
			}
			l.names, l.axes, l.at = append(l.names, full), append(l.axes, axes), append(l.at, at)
			l.masses, l.bodies = append(l.masses, masses), append(l.bodies, bodies)
			l.joints, l.most = append(l.joints, i), append(l.most, d.Limits[n].Angle)
		}
	}
	return l, nil
}

// Len returns the number of limits.
func (l *JointLimits) Len() int { return len(l.names) }

// Name returns the name of the angle of a limit: knee.angle, or knee.angle0 for the first of several of a joint.
func (l *JointLimits) Name(i int) string { return l.names[i] }

// Angle returns the angle that a limit is of in the values of a frame [rad].
func (l *JointLimits) Angle(i int, values []float64) float64 {
	m := l.ends(i, values)
	angle, _ := l.angle(i, m.q)
	return angle
}
