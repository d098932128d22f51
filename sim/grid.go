package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// The velocities of a body that touches the world, or a body that does, are known to the residual of the solver and no
// better. Finer digits are noise that never ends and that a log would have to store. At the end of a step the state of
// such a body is therefore rounded to a grid far below what the solver and the search for impacts resolve. The states
// of bodies that fly free, or touch only free bodies, are never rounded: their momentum is conserved to the last bit.
//
//	v  to multiples of the residual of the contact solver / 2⁸
//	L  to multiples of the angular momentum that moves the body's farthest point at that speed
//	x  to the integrator's result for both ends of the step, plus multiples of the contact tolerance · size / 2⁷
//	q  likewise with the contact tolerance / 2⁷, in all components but the largest, which makes q a unit quaternion
//
// Each grid is the largest power of two not above that, and constant in a run. The pose of a body in steady motion is
// not shifted by a grid.
//
// The rounding of v adds up over many steps of steady sliding, so its grid has to be fine. If the forces change during
// the step, each held for a substep, the velocity is known less well: if the change over the step differs from that by
// the last substep's forces by u, the grid is coarser by a power of four, up to u/2⁶ and to a quarter of the residual.
const (
	finerSpeed = 0x1p-8
	finerPlace = 0x1p-7

	unsteadyShare = 0x1p-6
	unsteadyBits  = 6

	// An impact with a body in contact, even by a body that flies, and the joints that answer it, are output in steps
	// of 2⁸ and 2¹⁰ times these grids: velocities (also of the farthest point, for angular velocities) and impulses to
	// the residual, positions and normals to 8 contact tolerances.
	finerSpeedBits = 8
	finerPlaceBits = 10
)

// grid is the grids of a body.
type grid struct {
	record.Grid
	x, q, v, l float64 // the grains of the grids, see onGrid

	output outputGrids // of the numbers of impacts
}

// outputGrids is the grids that the numbers of an impact or a joint are rounded to: normal, velocities, impulses and
// positions.
type outputGrids struct {
	n, v, j, x float64
	w          [2]float64 // of the angular velocities of A and B
}

// newGrid returns the grids of a body.
func (s *Settings) newGrid(b *body) grid {
	i := &b.mass.InvInertia
	speed := float64(s.Residual * finerSpeed)
	spin := speed / float64(b.radius*(i.X.X+i.Y.Y+i.Z.Z)) // 1/trace(I⁻¹) is at most the least moment of inertia
	place := float64(s.ContactTolerance * finerPlace)
	g := grid{Grid: record.Grid{X: exponent(float64(place * b.size)), Q: exponent(place), V: exponent(speed), L: exponent(spin)}}
	g.x, g.q, g.v, g.l = grainOf(g.X), grainOf(g.Q), grainOf(g.V), grainOf(g.L)
	w := grainOf(g.L + finerSpeedBits + exponent(i.X.X+i.Y.Y+i.Z.Z))
	g.output = outputGrids{
		n: grainOf(g.Q + finerPlaceBits), v: grainOf(g.V + finerSpeedBits), w: [2]float64{w, w}, x: grainOf(g.X + finerPlaceBits),
		j: grainOf(g.V + finerSpeedBits + exponent(b.mass.M)),
	}
	return g
}

// exponent returns the largest e with 2^e not above x, within bounds in which grid multiples can be added and
// subtracted.
func exponent(x float64) int32 {
	if !(x > 0x1p-200) {
		return -200
	}
	if x > 0x1p200 {
		return 200
	}
	_, e := math.Frexp(x)
	return int32(e) - 1
}

func grainOf(e int32) float64 { return math.Ldexp(1.5, int(e)+52) }

// takeStates makes the states at the end of the step the state of the world.
func (w *World) takeStates() {
	for i := range w.bodies {
		w.grounded[i] = w.grounded[i] || w.standsOnWorld(int32(i))
		w.anchored[i] = false
	}
	for i := range w.bodies {
		if w.grounded[i] {
			w.anchored[w.root(int32(i))] = true
		}
	}
	w.settleIslands()
	w.noteStarts()
	for i := range w.bodies {
		f := &w.flights[i]
		if w.held[i] && !f.still && !w.bodies[i].driven && w.anchored[w.root(int32(i))] {
			w.roundState(int32(i), &w.state.bodies[i], f.island >= 0 && w.islands[f.island].settled)
		}
		if w.bodies[i].driven {
			w.settleDriven(int32(i))
		}
		w.state.bodies[i] = f.s
	}
}

// roundState rounds the state of a body at the end of the step, and enters the effect in the ledger. A body of a
// settled island returns to its position at the start of the step, with zero velocity.
func (w *World) roundState(i int32, start *rigid.State, settled bool) {
	b, s := &w.bodies[i], &w.flights[i].s
	g, m, h := &b.grid, &b.mass, w.set.Step
	r := rigid.State{X: start.X, Q: start.Q}
	if !settled {
		r.V, r.L = onGridVec(s.V, g.v), onGridVec(s.L, g.l)
		if f := &w.flights[i]; !w.crowd.moved[i] {
			dv, dl := r.V.Sub(start.V).Sub(f.acc.Scale(h)), r.L.Sub(start.L).Sub(f.tau.Scale(h))
			r.V, r.L = onGridVec(r.V, float64(g.v*coarseness(dv.Len(), g.V))), onGridVec(r.L, float64(g.l*coarseness(dl.Len(), g.L)))
		}
		if start.V != (geom.Vec{}) || r.V != (geom.Vec{}) {
			r.X = rigid.Predict1Position(start.X, start.V, r.V, h)
		}
		r.X = r.X.Add(onGridVec(s.X.Sub(r.X), g.x))
		r.Q = roundAttitude(s.Q, rigid.Predict1Attitude(start.Q, start.L, r.L, &m.InvInertia, h), g.q)
	}
	dv := r.V.Sub(s.V).Scale(m.M)
	w0, w1 := m.AngularVelocity(s.Q, s.L), m.AngularVelocity(r.Q, r.L)
	energy := float64(0.5*dv.Dot(s.V.Add(r.V))) + float64(0.5*(w1.Dot(r.L)-w0.Dot(s.L)))
	spin := r.X.Sub(s.X).Cross(s.V).Scale(m.M).Add(r.X.Cross(dv)).Add(r.L.Sub(s.L))
	w.book(record.ByNumerical, energy, dv, spin)
	*s = r
}

// roundAttitude returns q with all components rounded to a grid that starts at base, except the one that is largest in
// base, which makes q a unit quaternion. A component nearest to base becomes base; one far from base is not changed.
func roundAttitude(q, base geom.Quat, grain float64) geom.Quat {
	if !(math.Abs(base.Dot(q)) > 0.99) {
		return q // the largest component of base may have the other sign, or be small, in q
	}
	if base.Dot(q) < 0 {
		q = q.Neg()
	}
	c, p := [4]float64{q.W, q.V.X, q.V.Y, q.V.Z}, [4]float64{base.W, base.V.X, base.V.Y, base.V.Z}
	k := rigid.Predict2Largest(&p)
	moved := false
	for i := range c {
		if i == k {
			continue
		}
		d := onGrid(c[i]-p[i], grain)
		c[i] = p[i] + d
		moved = moved || d != 0
	}
	if !moved {
		return base
	}
	c[k] = p[k]
	c[k] = rigid.Predict2Unit(&c, k)
	return geom.Quat{W: c[0], V: geom.Vec{X: c[1], Y: c[2], Z: c[3]}}
}

// outOfContacts reports whether the velocities of a body before an impact come from contacts: those of its island, or
// of wheels on the road.
func (w *World) outOfContacts(i int32) bool {
	if i < 0 || w.bodies[i].driven || w.flights[i].island < 0 {
		return false
	}
	isl := &w.islands[w.flights[i].island]
	return isl.points > 0 || slices.ContainsFunc(isl.members, w.onWheels)
}

// impactOutOfContacts reports whether a body of the impact problem comes out of contacts. All its events are then
// rounded alike, as a body has one velocity before and one after it in all of them. Events of free bodies are output to
// the last bit.
func (w *World) impactOutOfContacts() bool {
	return slices.ContainsFunc(w.impactRows, func(row impactRow) bool {
		p := &w.pairs[row.pair]
		return w.outOfContacts(p.a) || w.outOfContacts(p.b)
	})
}

// outputGridsOf returns the grids for the output of an impact or a joint between two bodies, the finer ones of both;
// false if neither is free to move.
func (w *World) outputGridsOf(a, b int32) (g outputGrids, ok bool) {
	for _, i := range [2]int32{a, b} {
		if i < 0 || w.bodies[i].driven {
			continue
		}
		if o := &w.bodies[i].grid.output; !ok {
			g, ok = *o, true
		} else {
			g = outputGrids{n: math.Min(g.n, o.n), v: math.Min(g.v, o.v), j: math.Min(g.j, o.j), x: math.Min(g.x, o.x), w: [2]float64{g.w[0], o.w[1]}}
		}
	}
	return g, ok
}

// roundTwists rounds the velocities of both sides of an impact or a joint.
func (g *outputGrids) roundTwists(t *[2]record.Twist) {
	for i := range t {
		t[i].V, t[i].W = onGridVec(t[i].V, g.v), onGridVec(t[i].W, g.w[i])
	}
}

// coarseness returns the factor by which a grid is coarser than 2^e for a body whose velocity changed over the step by
// u more than steadily.
func coarseness(u float64, e int32) float64 {
	return math.Ldexp(1, int(min(max(exponent(float64(u*unsteadyShare))-e, 0), unsteadyBits)&^1))
}
