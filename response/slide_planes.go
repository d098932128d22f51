package response

import "github.com/prang-sim/prang/sim/geom"

// slideMaxPlanes is the largest number of planes at one place.
const slideMaxPlanes = 16

// slidePlane is the half-space of displacements x with n·x >= b.
type slidePlane struct {
	n geom.Vec
	b float64
}

// slidePlanes are the planes that constrain a motion.
type slidePlanes struct {
	list  [slideMaxPlanes]slidePlane
	count int
}

func (p *slidePlanes) full() bool { return p.count == slideMaxPlanes }

// add adds a plane; a list that is full forgets its first.
func (p *slidePlanes) add(n geom.Vec, b float64) {
	if p.full() {
		copy(p.list[:], p.list[1:])
		p.count--
	}
	p.list[p.count] = slidePlane{n, b}
	p.count++
}

// slideRest is the part of a velocity that is rounding noise when all the rest of it is projected away.
const slideRest = 1e-12

// project returns the vector nearest to v that enters no plane (b counts as 0), by no more than slack·|v|. It is v
// itself, its projection on a plane or on the crease of two, or zero: of those that enter none, the longest, since v
// less a projection is at right angles to it.
func (p *slidePlanes) project(v geom.Vec, slack float64) geom.Vec {
	tol := float64(slack * v.Len())
	if p.allows(v, tol) {
		return v
	}
	best := geom.Vec{}
	longest := float64(slideRest * slideRest * v.LenSq())
	for i := range p.list[:p.count] {
		n := p.list[i].n
		x := v.AddScaled(n, -n.Dot(v))
		if l := x.LenSq(); l > longest && p.allows(x, tol) {
			best, longest = x, l
		}
	}
	for i := range p.list[:p.count] {
		for j := range i {
			u, ok := slideCrease(p.list[i].n, p.list[j].n)
			if !ok {
				continue
			}
			x := u.Scale(u.Dot(v))
			if l := x.LenSq(); l > longest && p.allows(x, tol) {
				best, longest = x, l
			}
		}
	}
	return best
}

// allows reports whether x enters no plane by more than tol.
func (p *slidePlanes) allows(x geom.Vec, tol float64) bool {
	for i := range p.list[:p.count] {
		if p.list[i].n.Dot(x) < -tol {
			return false
		}
	}
	return true
}

// slideCrease returns the unit direction of the line common to two planes, and false where they are parallel. The
// difference of nearly parallel normals is exact, and so the direction is exact for the normals as they are.
func slideCrease(a, b geom.Vec) (geom.Vec, bool) {
	d := b.Sub(a)
	if a.Dot(b) < 0 {
		d = b.Add(a)
	}
	u := a.Cross(d)
	l := u.Len()
	if l < 1e-13 {
		return geom.Vec{}, false
	}
	return geom.Vec{X: float64(u.X / l), Y: float64(u.Y / l), Z: float64(u.Z / l)}, true
}
