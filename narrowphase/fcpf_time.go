package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// FirstContact returns the time of first contact Tc in [0, duration] (s) of two moving and rotating polyhedra (boxes or
// hulls) that are separated at 0. It returns false if they do not meet, if one is no polyhedron, and if they touch at
// 0. It is FCPF without the contact points, made for the end of a bracket: from a gap of 1e-9·size it takes two
// iterations.
//
// The polyhedra meet when no plane of a face and no pair of edges separates them any more. Position, rate and a bound
// of the second derivative of the separation along each of these are known in closed form, so that every iteration is
// at a time that is not late, and converges quadratically. The error of Time is that of FCPF, some 1e-14 of the lengths
// divided by the approach speed. A contact that only grazes, within 1e-12·size or so, may give false.
//
// Source: 003, sections 3.2 to 3.4, from the front: until then none of the features of algorithm 1 meet.
func FirstContact(a *Part, sa *geom.Sweep, b *Part, sb *geom.Sweep, duration float64) (float64, bool) {
	switch pairingOf(a.Shape, b.Shape) {
	case pairBoxes:
		x, mx := boxPart(a, sa)
		y, my := boxPart(b, sb)
		var p toiPair
		p.setBoxes(&x, &mx, &y, &my, 0)
		return p.firstContact(duration)
	case pairHulls:
		var p turnPair
		p.setOrdered(a, sa, b, sb, 0)
		return p.firstContact(duration)
	}
	return duration, false
}

// FirstContactTriangle is FirstContact for a polyhedron and a triangle at rest.
func FirstContactTriangle(a *Part, sa *geom.Sweep, t *geom.Triangle, duration float64) (float64, bool) {
	switch {
	case a.Shape.Kind == geom.ShapeBox:
		x, m := boxPart(a, sa)
		var p toiPair
		p.setTriangle(&x, &m, t, 0)
		return p.firstContact(duration)
	case a.Shape.Polyhedral():
		v, f := flatHull(t)
		h := flatPolyhedron(&v, &f)
		var p turnPair
		p.b.hull = &h
		p.setTriangle(a, sa, t, 0)
		return p.firstContact(duration)
	}
	return duration, false
}

// maxContactSteps bounds the steps to a contact.
const maxContactSteps = 64

// firstContact runs the query for a pair that has been set.
func (p *toiPair) firstContact(duration float64) (float64, bool) {
	p.until(math.Max(duration, 0))
	p.place(0)
	return p.contact(0, p.sep[p.best])
}

// until sets the end of the search.
func (p *toiPair) until(end float64) {
	p.end = end
	p.zEnd = p.z0.AddScaled(p.v, end)
	for k := range p.y0 {
		p.yEnd[k] = p.y0[k].AddScaled(p.v, end)
	}
}

// contact returns the time of first contact of a pair that is apart by sep at time t, where it is: the first at which
// nothing but rounding is left of the gap. Where they come no nearer it returns how far they have, and false.
func (p *toiPair) contact(t, sep float64) (float64, bool) {
	far := p.reachA + p.reachB + p.z.MaxAbs()
	for k := range p.y {
		far = math.Max(far, p.y[k].MaxAbs())
	}
	zero := contactZero(far, p.tol)
	for range maxContactSteps {
		s := p.step(0)
		if !(sep > 0 && s < p.left) {
			return t, false
		}
		p.place(t + s)
		next := p.sep[p.best]
		if !(next < sep || sep > p.tol) || next < -zero {
			return t, false
		}
		t, sep = t+s, next
		if sep <= zero {
			return t, true
		}
	}
	return t, false
}

// contactZero returns the gap that is no more than rounding leaves of one that is zero, for coordinates up to far.
func contactZero(far, tol float64) float64 {
	return math.Min(float64(fcpfRounding*far), float64(0.125*tol))
}

// firstContact is toiPair.firstContact.
func (p *turnPair) firstContact(duration float64) (float64, bool) {
	if !p.isFinite() {
		return 0, false
	}
	p.until(math.Max(duration, 0))
	p.look(0)
	if p.touching {
		p.touch()
	}
	return p.contact(0, p.sep)
}

// until sets the end of the search.
func (p *turnPair) until(end float64) {
	p.end = end
	p.zEnd = p.z0.AddScaled(p.v, end)
}

// look moves the pair to time t and finds the separation; of polyhedra in touch it need not be the best.
func (p *turnPair) look(t float64) {
	p.move(t)
	p.nearest()
	if p.axes, p.doubt = 0, 0; p.unsure {
		p.touch()
	}
}

// contact is toiPair.contact.
func (p *turnPair) contact(t, sep float64) (float64, bool) {
	near := float64(toiTolerance * p.size)
	zero := contactZero(p.a.reach+p.b.reach+p.z.MaxAbs(), near)
	p.target, p.tol = 0, zero // of the search for the nearest points
	for range maxContactSteps {
		s := p.step(0)
		if !(sep > 0 && s < p.left) {
			return t, false
		}
		p.look(t + s)
		if !p.touching && !(p.sep < sep || sep > near) {
			return t, false
		}
		t, sep = t+s, p.sep
		if p.touching || sep <= zero {
			return t, true
		}
	}
	return t, false
}
