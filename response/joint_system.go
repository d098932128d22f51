package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// jointRow is a ball joint in a system of joints: between bodies a and b, -1 for the world, at the levers rA and rB
// about their centres of mass. Its equation is the velocity of b's point relative to a's; its impulse acts on b, the
// opposite on a.
type jointRow struct {
	a, b   int32
	rA, rB geom.Vec
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
// chain whose joints are in order takes two blocks per joint. Loops make K singular. A compliance of softJoint times
// each joint's own keeps the factors finite; refining the result leads to impulses that satisfy consistent equations.
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
}

// softJoint is the compliance of a joint relative to that of its bodies.
const softJoint = 1e-13

// factor factorises K of the rows. It returns false if a joint joins nothing that can move.
func (s *jointSystem) factor() bool {
	s.envelope()
	s.invD = s.invD[:0]
	for i := range s.rows {
		r := &s.rows[i]
		own := &s.block[r.at+int32(i)-r.lo]
		soft := float64(softJoint * (own.X.X + own.Y.Y + own.Z.Z))
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
		own.X.X, own.Y.Y, own.Z.Z = own.X.X+soft, own.Y.Y+soft, own.Z.Z+soft
		inv, ok := own.Inverse()
		if !ok {
			return false
		}
		s.invD = append(s.invD, inv)
	}
	return true
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
		r := &s.rows[i]
		for j := r.lo; j < int32(i); j++ {
			s.x[i] = s.x[i].Sub(s.block[r.at+j-r.lo].Apply(s.x[j]))
		}
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
		most = math.Max(most, s.x[i].MaxAbs())
	}
	return most
}
