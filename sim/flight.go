package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// flight is the motion of a body inside a step, from its local time t0 to t1: its state at t0, and the acceleration and
// torque held over the piece. Times count from the start of the step.
type flight struct {
	s        rigid.State
	t0, t1   float64  // [s]
	acc, tau geom.Vec // over the piece: forces, and in an island the contacts' mean wrench
	field    geom.Vec // acceleration by forces alone, held over the step [m/s²]
	torque   geom.Vec // torque of forces alone [N m]
	stamp    int32    // counts the changes of the motion: events of an older one are void
	island   int32    // -1 for a body that flies free
	impacts  int32    // in this step
	still    bool     // asleep: it does not move and is not integrated
}

// at returns the state at time t >= t0.
func (f *flight) at(m *rigid.Mass, t float64) rigid.State {
	if t <= f.t0 || f.still {
		return f.s
	}
	return rigid.Advance(&f.s, m, f.acc, f.tau, t-f.t0)
}

// advance brings a body's state to time t.
func (w *World) advance(i int32, t float64) {
	f := &w.flights[i]
	if t > f.t0 {
		f.s = f.at(&w.bodies[i].mass, t)
		f.t0 = t
	}
}

// course is a body's motion over a piece of the step in the form that the search for impacts works on: a chord at
// constant velocities, and how far the true motion may bulge from it.
type course struct {
	sweep geom.Sweep
	bulge float64 // of any point of the body, besides that by acceleration [m]
	acc   geom.Vec
}

// pieceLimit returns the longest chord that a body's turning allows [s].
func pieceLimit(m *rigid.Mass, s *rigid.State, tau geom.Vec) float64 {
	w, steady := m.Turning(s, tau)
	if l := w.Len(); !steady && l > 0 {
		return rigid.MaxTurn / l
	}
	return math.Inf(1)
}

// chord returns the course over the time p [s] from state s on.
func (b *body) chord(s *rigid.State, acc, tau geom.Vec, p float64) course {
	c := course{acc: acc}
	w, steady := b.mass.Turning(s, tau)
	c.sweep = geom.Sweep{C: s.X, Q: s.Q, V: s.V.AddScaled(acc, float64(0.5*p)), W: w}
	if steady {
		return c
	}
	q1 := rigid.StepAttitude(s.Q, s.L, s.L.AddScaled(tau, p), &b.mass.InvInertia, p)
	c.sweep.W = geom.QuatLog(q1.Mul(s.Q.Conj())).Scale(1 / p)
	// |w'| = |I⁻¹ (tau - w × L)|; over the piece w turns by at most rigid.MaxTurn, and L by |tau| p.
	i := &b.mass.InvInertia
	norm := i.X.X + i.Y.Y + i.Z.Z
	l := s.L.Len() + float64(tau.Len()*p)
	rate := float64(norm * (tau.Len() + w.Cross(s.L).Len() + float64(4*rigid.MaxTurn*float64(w.Len()*l))))
	c.bulge = float64(float64(b.radius*rate) * float64(p*p) / 8)
	return c
}

// bulge returns how far the true relative motion of two courses of length p may be from that of their chords [m].
func bulge(a, b *course, p float64) float64 {
	rel := a.acc.Sub(b.acc).Len()
	return a.bulge + b.bulge + float64(rel*float64(p*p)/8)
}

// sweptBounds returns a box around all that a body covers in the time p from state s on: exact for its path, a sphere for
// its turning where it turns far.
func (b *body) sweptBounds(s *rigid.State, acc geom.Vec, p float64) geom.AABB {
	obb := b.obb(s)
	box := obb.Bounds()
	grow := float64(b.mass.AngularVelocity(s.Q, s.L).Len() * float64(p*b.radius))
	if grow > 2*b.radius {
		grow = float64(2 * b.radius)
	}
	// The path of a constant acceleration lies in the box of its ends and of its middle control point.
	end := s.V.Scale(p).AddScaled(acc, float64(0.5*float64(p*p)))
	mid := s.V.Scale(float64(0.5 * p))
	r := box.Union(geom.AABB{Min: box.Min.Add(mid), Max: box.Max.Add(mid)})
	r = r.Union(geom.AABB{Min: box.Min.Add(end), Max: box.Max.Add(end)})
	return r.Grow(grow)
}

func (b *body) obb(s *rigid.State) geom.OBB {
	return geom.NewOBB(geom.Transform{P: s.X.Add(s.Q.Rotate(b.box.Offset)), Q: s.Q}, b.box.Half)
}

func (s *static) obb() geom.OBB { return geom.NewOBB(s.pose, s.box.Half) }
