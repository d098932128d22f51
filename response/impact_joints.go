package response

import "github.com/prang-sim/prang/sim/geom"

// ImpactJoint is a ball joint between two bodies of an impact problem: it keeps a point of A and a point of B together.
// Index -1 is the immovable world.
type ImpactJoint struct {
	A, B    int32
	P       geom.Vec // where it acts [m]
	Impulse geom.Vec // out: what A receives; B receives the opposite [N s]
}

// impactJoints are the joints of an impact problem. Their impulses follow from those of the points: with K of points
// (c) and joints (j), u_j⁺ = 0 leaves the problem of the points alone with K_cc - K_cj K_jj⁻¹ K_jc in place of K_cc. A
// impact on one link of a chain therefore acts on all links at the same instant, and every law of restitution remains
// as without joints.
type impactJoints struct {
	list   []ImpactJoint
	system jointSystem
	bodies []ImpactBody // scratch: what an impulse does to velocities
}

// Join sets the joints of the problems to solve; an empty list means none. The solver writes their impulses to the
// list.
func (s *ImpactSolver) Join(joints []ImpactJoint) { s.joints.list = joints }

// validJoints reports whether the ends of all joints are among so many bodies, or the world, and their places finite.
func (s *ImpactSolver) validJoints(bodies int) bool {
	n := int32(bodies)
	for i := range s.joints.list {
		if j := &s.joints.list[i]; j.A < -1 || j.A >= n || j.B < -1 || j.B >= n || !j.P.IsFinite() {
			return false
		}
	}
	return true
}

// startJoints makes the velocities of the bodies consistent with their joints, which they are except for rounding.
func (s *ImpactSolver) startJoints(bodies []ImpactBody) {
	j := &s.joints
	if len(j.list) == 0 {
		return
	}
	y := &j.system
	y.rows, y.bodies = y.rows[:0], y.bodies[:0]
	for i := range bodies {
		y.bodies = append(y.bodies, inverseMass{bodies[i].InvMass, bodies[i].InvInertia})
	}
	for i := range j.list {
		q := &j.list[i]
		q.Impulse = geom.Vec{}
		r := jointRow{a: q.A, b: q.B}
		if q.A >= 0 {
			r.rA = q.P.Sub(bodies[q.A].X)
		}
		if q.B >= 0 {
			r.rB = q.P.Sub(bodies[q.B].X)
		}
		y.rows = append(y.rows, r)
	}
	if !y.factor() {
		j.list = nil
		return
	}
	j.hold(bodies, true)
}

// hold gives the bodies the impulses that make the velocities at the joints zero, and records them if they count.
func (j *impactJoints) hold(bodies []ImpactBody, count bool) {
	y := &j.system
	for range jointRounds {
		y.x = y.x[:0]
		for i := range y.rows {
			r := &y.rows[i]
			var u geom.Vec
			if r.a >= 0 {
				u = bodies[r.a].V.Add(bodies[r.a].W.Cross(r.rA))
			}
			if r.b >= 0 {
				u = u.Sub(bodies[r.b].V.Add(bodies[r.b].W.Cross(r.rB)))
			}
			y.x = append(y.x, u)
		}
		if !(y.largest() > 0) {
			return
		}
		y.solve()
		for i := range y.rows {
			r := &y.rows[i]
			if r.a >= 0 {
				bodies[r.a].receive(r.rA, y.x[i].Neg())
			}
			if r.b >= 0 {
				bodies[r.b].receive(r.rB, y.x[i])
			}
			if count {
				j.list[i].Impulse = j.list[i].Impulse.Sub(y.x[i])
			}
		}
	}
}

// lockedPoint is the share of a point's own mobility along its normal below which joints keep it from moving at all.
const lockedPoint = 1e-12

// reduceByJoints replaces K of free bodies by that of jointed ones, column by column: the effect of an impulse at a
// point on the velocities at all points, including the reaction of the joints. Points that the joints prevent from
// moving along the normal are left out.
func (s *ImpactSolver) reduceByJoints(bodies []ImpactBody) {
	if len(s.joints.list) == 0 {
		return
	}
	n, j := len(s.rows), &s.joints
	locked := false
	for c := range n {
		r := &s.rows[c]
		free := s.k[c*n+c].X.X
		for axis := range 3 {
			dir := [3]geom.Vec{r.frame.X, r.frame.Y, r.frame.Z}[axis]
			j.bodies = append(j.bodies[:0], bodies...)
			for i := range j.bodies {
				j.bodies[i].V, j.bodies[i].W = geom.Vec{}, geom.Vec{}
			}
			if r.a >= 0 {
				j.bodies[r.a].receive(r.rA, dir.Neg())
			}
			if r.b >= 0 {
				j.bodies[r.b].receive(r.rB, dir)
			}
			j.hold(j.bodies, false)
			for i := range n {
				setColumn(&s.k[i*n+c], axis, s.rows[i].frame.Apply(s.rows[i].slip(j.bodies)))
			}
		}
		k := &s.k[c*n+c]
		if !(k.X.X > float64(lockedPoint*free)) {
			r.mass, locked = 0, true
			continue
		}
		r.mass = 3 / (k.X.X + k.Y.Y + k.Z.Z)
		r.rho = r.mass
		if m := 1 / k.X.X; m > r.heavy {
			r.heavy = m
		}
	}
	if locked {
		s.dropLocked()
	}
}

// dropLocked leaves out the rows without mass.
func (s *ImpactSolver) dropLocked() {
	n, at := len(s.rows), 0
	for i := range n {
		for c := range n {
			if s.rows[i].mass > 0 && s.rows[c].mass > 0 {
				s.k[at] = s.k[i*n+c]
				at++
			}
		}
	}
	s.k = s.k[:at]
	kept := 0
	for i := range s.rows {
		if s.rows[i].mass > 0 {
			s.rows[kept] = s.rows[i]
			kept++
		}
	}
	s.rows = s.rows[:kept]
}

// slip returns the velocity of B against A at a row's point.
func (r *impactRow) slip(bodies []ImpactBody) geom.Vec {
	var u geom.Vec
	if r.b >= 0 {
		u = bodies[r.b].V.Add(bodies[r.b].W.Cross(r.rB))
	}
	if r.a >= 0 {
		u = u.Sub(bodies[r.a].V.Add(bodies[r.a].W.Cross(r.rA)))
	}
	return u
}

// setColumn sets a column of a matrix.
func setColumn(m *geom.Mat3, axis int, v geom.Vec) {
	switch axis {
	case 0:
		m.X.X, m.Y.X, m.Z.X = v.X, v.Y, v.Z
	case 1:
		m.X.Y, m.Y.Y, m.Z.Y = v.X, v.Y, v.Z
	default:
		m.X.Z, m.Y.Z, m.Z.Z = v.X, v.Y, v.Z
	}
}

// closeJoints gives the bodies, which have the impulses of the points, those of the joints.
func (s *ImpactSolver) closeJoints(bodies []ImpactBody) {
	if len(s.joints.list) > 0 {
		s.joints.hold(bodies, true)
	}
}
