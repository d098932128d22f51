package response

import (
	"github.com/prang-sim/prang/sim/geom"
)

// jointRow is a ball joint in a system of joints: between bodies a and b, -1 for the world, at the levers rA and rB
// about their centres of mass. Its equation is the velocity of b's point relative to a's; its impulse acts on b, the
// opposite on a.
type jointRow struct {
	a, b   int32
	rA, rB geom.Vec
	looped bool  // see BallJoint
	lo     int32 // first row that it is coupled to, after elimination
	at     int32 // where its blocks begin
}

// inverseMass is the inverse mass and inertia of a body in a system of joints.
type inverseMass struct {
	mass    float64
	inertia geom.Mat3 // world frame
}

// jointSystem solves for the impulses of ball joints that change the velocities at them by given amounts, all joints at
// once. It stores K of the joints, u = K p, in blocks of 3 × 3 as L D Lᵀ within the envelope of each row (Jennings): a
// chain whose joints are in order takes two blocks per joint.
//
// Joints may say the same thing twice: two between the same two bodies, which make a hinge, both keep the distance along
// the line between them, and K is singular. A joint leaves out a direction along which the joints before it hold already
// (see redundant): it has no impulse along it, and its equation there follows from theirs.
//
// Source: Golub and Van Loan, "Matrix computations", section 4.1; George and Liu, "Computer solution of large sparse
// positive definite systems" (1981), chapter 4.
type jointSystem struct {
	rows   []jointRow
	bodies []inverseMass
	block  []geom.Mat3 // of all rows, from lo to the row itself: K, then L
	invD   []geom.Mat3
	x      []geom.Vec // right side, then solution
	last   []int32    // of each body, the first row that it is in
	spare  []spareJoint
}

// spareJoint is a row with directions that are left out, or along which the joints before it leave little mobility.
type spareJoint struct {
	row      int32
	axes     geom.Mat3 // eigenvectors of its pivot
	mobility [3]float64
	narrow   [3]bool  // the joints before it leave little of what its bodies have
	least    float64  // mobility of what is not left out
	off      geom.Vec // see contradictions
}

// redundant is the share of the mobility of a joint's bodies, by themselves, up to which the mobility that the joints
// before it leave along a direction counts as none. By their energy the bodies can move at the joint along it at no more
// than the root of this, 3e-5, of what they could without joints: so little does a joint give that leaves the direction
// out, so that it does not matter if it is left out in one step and not in the next. Joints in one line, as in hinges and
// welds, leave rounding, 1e-16; hinges whose axes are off by an angle, or links by an angle from one line, its square. Two
// joints hold the line through them if they are more than about 3e-5 of the size of their bodies apart. A light link
// between heavy bodies leaves the ratio of the masses.
const redundant = 1e-9

// narrow is the share of the mobility of a looped joint's bodies along a direction below which what is asked for along it
// is looked at (see contradictions): that of a linkage whose links are within 0.03 rad of one line.
const narrow = 1e-3

// softJoint is the compliance of a joint that is not looped relative to that of its bodies. It is far below what counts as
// redundant, and refining the result takes its effect out. In loops it would turn the directions that are left out.
const softJoint = 1e-13

// factor factorises K of the rows. It returns false if a joint joins nothing that can move.
func (s *jointSystem) factor() bool {
	s.envelope()
	s.invD, s.spare = s.invD[:0], s.spare[:0]
	for i := range s.rows {
		r := &s.rows[i]
		own := &s.block[r.at+int32(i)-r.lo]
		alone := *own
		for j := r.lo; j < int32(i); j++ {
			o := &s.rows[j]
			u := &s.block[r.at+j-r.lo] // K_ij, on the way to L_ij D_j
			for k := max(r.lo, o.lo); k < j; k++ {
				lt := s.block[o.at+k-o.lo].Transpose()
				p := s.block[r.at+k-r.lo].Mul(&lt)
				*u = minus(u, &p)
			}
		}
		for j := r.lo; j < int32(i); j++ {
			u := &s.block[r.at+j-r.lo]
			l := u.Mul(&s.invD[j])
			t := u.Transpose()
			p := l.Mul(&t)
			*own = minus(own, &p)
			*u = l
		}
		if !(trace(&alone) > 0) {
			return false
		}
		s.invertPivot(int32(i), own, &alone)
	}
	return true
}

// invertPivot appends the inverse of the pivot of row i, in which directions whose mobility is redundant are left out;
// alone is the mobility of its bodies by themselves.
func (s *jointSystem) invertPivot(i int32, pivot, alone *geom.Mat3) {
	// Of eigenvalues a ≥ b ≥ c > 0, c ≥ det / (trace/2)², because ab ≤ ((a+b)/2)². Rounding makes eigenvalues wrong by 1e-6
	// of least, so that those of a pivot with a larger trace are not all noise, nor is a determinant as large as this.
	least := float64(redundant * trace(alone))
	few, soft := least, float64(softJoint*trace(alone))
	if s.rows[i].looped {
		few, soft = float64(narrow*trace(alone)), 0
	}
	held := *pivot
	held.X.X, held.Y.Y, held.Z.Z = held.X.X+soft, held.Y.Y+soft, held.Z.Z+soft
	inv, ok := held.Inverse()
	if sum := trace(pivot); ok && sum > least && float64(4*pivot.Det()) > float64(few*float64(sum*sum)) {
		s.invD = append(s.invD, inv)
		return
	}
	q := spareJoint{row: i, least: least}
	q.axes, q.mobility = pivot.Eigen()
	spare, near := !ok, false
	for k, axis := range [3]geom.Vec{q.axes.X, q.axes.Y, q.axes.Z} {
		spare = spare || !(q.mobility[k] > least)
		q.narrow[k] = s.rows[i].looped && q.mobility[k] < float64(narrow*axis.Dot(alone.Apply(axis)))
		near = near || q.narrow[k]
	}
	if spare {
		inv = q.inverse()
	}
	s.invD = append(s.invD, inv)
	if spare || near {
		s.spare = append(s.spare, q)
	}
}

// inverse returns the inverse of the pivot on the directions that are not left out.
func (q *spareJoint) inverse() geom.Mat3 {
	var out geom.Mat3
	for k, axis := range [3]geom.Vec{q.axes.X, q.axes.Y, q.axes.Z} {
		if q.mobility[k] > q.least {
			t := axis.Scale(1 / q.mobility[k])
			out.X, out.Y, out.Z = out.X.AddScaled(t, axis.X), out.Y.AddScaled(t, axis.Y), out.Z.AddScaled(t, axis.Z)
		}
	}
	return out
}

// along returns the part of x in the directions that are left out, and in those of little mobility along which x would
// take impulses with a larger energy than half of reach.
func (q *spareJoint) along(x geom.Vec, reach float64) geom.Vec {
	var out geom.Vec
	for k, axis := range [3]geom.Vec{q.axes.X, q.axes.Y, q.axes.Z} {
		l, u := q.mobility[k], axis.Dot(x)
		if !(l > q.least) || q.narrow[k] && float64(u*u) > float64(l*reach) {
			out = out.AddScaled(axis, u)
		}
	}
	return out
}

func trace(m *geom.Mat3) float64 { return m.X.X + m.Y.Y + m.Z.Z }

// contradictions finds what of x, changes of the velocities at the joints, the joints cannot do along the directions left
// out, because the joints before them do otherwise, or only by impulses with a larger energy than half of reach: off of
// each spare joint is to be subtracted. x is lost.
func (s *jointSystem) contradictions(reach float64) {
	n := 0
	for i := range s.rows {
		if n == len(s.spare) {
			return
		}
		s.eliminate(i)
		if q := &s.spare[n]; q.row == int32(i) {
			q.off = q.along(s.x[i], reach)
			s.x[i] = s.x[i].Sub(q.off)
			n++
		}
	}
}

// eliminate subtracts from x of row i what it follows from the rows before it.
func (s *jointSystem) eliminate(i int) {
	r := &s.rows[i]
	for j := r.lo; j < int32(i); j++ {
		s.x[i] = s.x[i].Sub(s.block[r.at+j-r.lo].Apply(s.x[j]))
	}
}

func minus(a, b *geom.Mat3) geom.Mat3 {
	return geom.Mat3{X: a.X.Sub(b.X), Y: a.Y.Sub(b.Y), Z: a.Z.Sub(b.Z)}
}

// envelope finds how far each row reaches back, and fills K.
func (s *jointSystem) envelope() {
	s.last = s.last[:0]
	for range s.bodies {
		s.last = append(s.last, -1)
	}
	s.block = s.block[:0]
	for i := range s.rows {
		r := &s.rows[i]
		r.lo = int32(i)
		for _, b := range [2]int32{r.a, r.b} {
			if b < 0 {
				continue
			}
			if s.last[b] < 0 {
				s.last[b] = int32(i)
			}
			r.lo = min(r.lo, s.last[b])
		}
		r.at = int32(len(s.block))
		for j := r.lo; j <= int32(i); j++ {
			s.block = append(s.block, s.coupling(r, &s.rows[j]))
		}
	}
}

// coupling returns the block of K that takes an impulse of row j to the velocity at row i.
func (s *jointSystem) coupling(i, j *jointRow) geom.Mat3 {
	var k geom.Mat3
	add := func(b, c int32, ri, rj geom.Vec, sign float64) {
		if b < 0 || b != c {
			return
		}
		m := &s.bodies[b]
		si, sj := geom.Skew(ri), geom.Skew(rj)
		t := m.inertia.Mul(&sj)
		t = si.Mul(&t) // [r_i]× I⁻¹ [r_j]×
		t.X.X, t.Y.Y, t.Z.Z = t.X.X-m.mass, t.Y.Y-m.mass, t.Z.Z-m.mass
		t = t.Scale(-sign)
		k = k.Add(&t)
	}
	add(i.a, j.a, i.rA, j.rA, 1)
	add(i.b, j.b, i.rB, j.rB, 1)
	add(i.a, j.b, i.rA, j.rB, -1)
	add(i.b, j.a, i.rB, j.rA, -1)
	return k
}

// solve replaces x, changes of the velocities at the joints, by the impulses that make them.
func (s *jointSystem) solve() {
	for i := range s.rows {
		s.eliminate(i)
	}
	for i := range s.rows {
		s.x[i] = s.invD[i].Apply(s.x[i])
	}
	for i := len(s.rows) - 1; i >= 0; i-- {
		r := &s.rows[i]
		for j := r.lo; j < int32(i); j++ {
			s.x[j] = s.x[j].Sub(s.block[r.at+j-r.lo].ApplyT(s.x[i]))
		}
	}
}

// largest returns the largest component of x.
func (s *jointSystem) largest() float64 {
	most := 0.0
	for i := range s.x {
		most = max(most, s.x[i].MaxAbs())
	}
	return most
}
