package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// poissonRouth solves the one row by the model of that name with e times factor: the normal impulse grows from zero,
// and at each moment the tangential impulse follows Coulomb's law with the current slip. Compression ends when the
// normal velocity is zero; restitution then adds e times the normal impulse of compression.
//
// While the point slides with the speed s along the unit vector c, its impulse grows by n - mu c per unit of normal
// impulse, so that with k = K (n - mu c), and k_c, k_s its parts along c and at right angles to it,
//
//	ds/dp = k_c(c),   c turns by k_s(c)/s for each unit of p,   du_n/dp = k_n(c).
//
// With dp = s dt all of it is smooth, also where the slip ends: c turns by k_s(c) dt, on its own, s' = s k_c, p' = s,
// u_n' = s k_n. It is integrated by the method of Dormand and Prince with an error of 1e-14 per step. Once c is a
// direction that does not turn (k_s = 0), everything is linear in p and done in one piece. When s is zero the point
// sticks if the impulse that keeps it there is inside the cone; otherwise it slides off along the single direction that
// does not turn and in which s grows.
//
// Source: Routh, "Dynamics of a System of Rigid Bodies" (1905), articles 180 to 198; in space: Bhatt and Koechling,
// "Three-dimensional frictional rigid-body impact", J. Appl. Mech. 62 (1995).
func (s *ImpactSolver) poissonRouth(factor float64) bool {
	r := &s.rows[0]
	f := routh{k: s.k[0], mu: r.mu, un: r.u0.X, end: math.Inf(1), e: float64(factor * r.e)}
	f.slip = math.Sqrt(float64(r.u0.Y*r.u0.Y) + float64(r.u0.Z*r.u0.Z))
	f.rest = float64(restingSlip * r.u0.MaxAbs())
	if f.slip > f.rest {
		f.cY, f.cZ = r.u0.Y/f.slip, r.u0.Z/f.slip
	} else {
		f.slip = 0
	}
	s.iterations++
	if !f.run() {
		s.clear()
		return false
	}
	return s.take(geom.Vec{X: f.p, Y: f.tY, Z: f.tZ})
}

// restingSlip is the slip, relative to the velocities at the point, below which it is zero: rounding.
const restingSlip = 1e-15

// routhSteps bounds the steps of one impact. Random impacts take 20 to 150.
const routhSteps = 20000

// routh is a point in the course of an impact.
type routh struct {
	k    geom.Mat3
	mu   float64
	e    float64
	rest float64 // the slip that counts as none

	cY, cZ, slip float64 // direction and speed of the slip
	un           float64 // normal velocity
	p            float64 // normal impulse
	end          float64 // normal impulse at which the impact ends, +Inf in compression
	tY, tZ       float64 // tangential impulse
	h            float64 // length of the next step, 0 at the start
}

// run continues until the impact is over, and reports whether it is.
func (f *routh) run() bool {
	for range routhSteps {
		if f.p >= f.end {
			return f.p <= math.MaxFloat64
		}
		if f.slip == 0 {
			if !f.leaveRest() {
				return f.p >= f.end
			}
			continue
		}
		if f.straight() {
			continue
		}
		f.turn()
	}
	return false
}

// rates returns, for each unit of normal impulse, the changes of the slip along and across itself and of the normal
// velocity.
func (f *routh) rates(cY, cZ float64) (along, across, normal float64) {
	v := f.k.Apply(geom.Vec{X: 1, Y: -float64(f.mu * cY), Z: -float64(f.mu * cZ)})
	return float64(v.Y*cY) + float64(v.Z*cZ), float64(v.Z*cY) - float64(v.Y*cZ), v.X
}

// leaveRest continues from a point at rest: it sticks until the end, or begins to slide. It reports whether the impact
// continues.
func (f *routh) leaveRest() bool {
	y, z, ok := f.sticking()
	if ok && math.Sqrt(float64(y*y)+float64(z*z)) <= f.mu {
		f.advance(y, z, f.k.X.Dot(geom.Vec{X: 1, Y: y, Z: z}), math.Inf(1))
		return false
	}
	return f.slideOff()
}

// sticking returns the tangential impulse for each unit of normal impulse that keeps the point at rest.
func (f *routh) sticking() (y, z float64, ok bool) {
	a, b, c := f.k.Y.Y, f.k.Y.Z, f.k.Z.Z
	det := float64(a*c) - float64(b*b)
	if !(det > float64(1e-14*float64(a*c))) {
		return 0, 0, false
	}
	y = (float64(b*f.k.X.Z) - float64(c*f.k.X.Y)) / det
	z = (float64(b*f.k.X.Y) - float64(a*f.k.X.Z)) / det
	return y, z, true
}

// advance increases the normal impulse, with the tangential impulse y, z and the change of the normal velocity per unit
// of it, through the end of compression, to the end of the impact or by at most most. It returns the increase.
func (f *routh) advance(y, z, normal, most float64) float64 {
	grown := 0.0
	if math.IsInf(f.end, 1) {
		d := most
		if normal > 0 && f.un < 0 {
			d = math.Min(d, -f.un/normal)
		} else if f.un >= 0 {
			d = 0
		}
		if d == math.Inf(1) {
			f.p = d
			return d
		}
		f.grow(y, z, normal, d)
		grown = d
		if d == most {
			return grown
		}
		f.compressed()
	}
	d := math.Min(most-grown, f.end-f.p)
	last := d == f.end-f.p
	f.grow(y, z, normal, d)
	if last {
		f.p = f.end
	}
	return grown + d
}

func (f *routh) grow(y, z, normal, d float64) {
	f.p += d
	f.un += float64(normal * d)
	f.tY += float64(y * d)
	f.tZ += float64(z * d)
}

// compressed sets the end of the impact when compression is over.
func (f *routh) compressed() {
	f.un = math.Max(f.un, 0)
	f.end = float64((1 + f.e) * f.p)
}

// straight continues along a slip whose direction does not turn, until it ends or the impact does. It returns false if
// the direction turns.
func (f *routh) straight() bool {
	along, across, normal := f.rates(f.cY, f.cZ)
	if math.Abs(across) > float64(straightTurn*f.mobility()) {
		return false
	}
	most := math.Inf(1)
	if along < 0 {
		most = f.slip / -along
	} else if normal <= 0 && math.IsInf(f.end, 1) {
		// The slip grows and the point goes on approaching: friction that jams always slows the slip, so this is
		// rounding.
		return false
	}
	d := f.advance(-float64(f.mu*f.cY), -float64(f.mu*f.cZ), normal, most)
	if d == most {
		f.slip = 0
	} else {
		f.slip += float64(along * d)
	}
	return true
}

// straightTurn is the turning of the slip, relative to the mobility of the point, that is rounding.
const straightTurn = 4e-15

// slideOff begins the slip of a point at rest that cannot stick, along the direction that does not turn and in which
// the slip grows. It returns false if there is none.
func (f *routh) slideOff() bool {
	const sectors = 720
	py, pz := 1.0, 0.0
	_, before, _ := f.rates(py, pz)
	bestY, bestZ, best := 0.0, 0.0, 0.0
	for i := 1; i <= sectors; i++ {
		sin, cos := geom.SinCos(2 * math.Pi * float64(i) / sectors)
		_, now, _ := f.rates(cos, sin)
		if before == 0 || (before < 0) != (now < 0) {
			y, z := f.steady(py, pz, cos, sin)
			if along, _, _ := f.rates(y, z); along > best {
				bestY, bestZ, best = y, z, along
			}
		}
		py, pz, before = cos, sin, now
	}
	if best == 0 {
		return false
	}
	f.cY, f.cZ = bestY, bestZ
	_, _, normal := f.rates(bestY, bestZ)
	if normal <= 0 && math.IsInf(f.end, 1) {
		return false
	}
	f.slip = f.rest
	d := f.advance(-float64(f.mu*bestY), -float64(f.mu*bestZ), normal, math.Inf(1))
	f.slip = float64(best * d)
	return true
}

// steady returns the direction between two at which the slip does not turn, by bisection.
func (f *routh) steady(aY, aZ, bY, bZ float64) (y, z float64) {
	_, at, _ := f.rates(aY, aZ)
	for range 60 {
		y, z = unit(aY+bY, aZ+bZ)
		_, mid, _ := f.rates(y, z)
		if (mid < 0) == (at < 0) {
			aY, aZ = y, z
		} else {
			bY, bZ = y, z
		}
	}
	return y, z
}

func unit(y, z float64) (float64, float64) {
	l := math.Sqrt(float64(y*y) + float64(z*z))
	return y / l, z / l
}
