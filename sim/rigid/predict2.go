package rigid

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Predictor 2 of recorded logs knows that the attitude of a body in contact is rounded in all components but the
// largest. Like predict1.go this file is never edited.

// Predict2Largest returns the index of the component of a quaternion w, x, y, z that is largest in size, the first of
// those that are equally large.
func Predict2Largest(q *[4]float64) int {
	k := 0
	for i := 1; i < 4; i++ {
		if math.Abs(q[i]) > math.Abs(q[k]) {
			k = i
		}
	}
	return k
}

// Predict2Unit returns the component k that makes q a unit quaternion, with the sign that q has there: 0 where the
// others are longer than 1, and not a number where one of them is none.
func Predict2Unit(q *[4]float64, k int) float64 {
	sum := 0.0
	for i, c := range q {
		if i != k {
			sum += float64(c * c)
		}
	}
	rest := 1 - sum
	if rest < 0 {
		rest = 0
	}
	return math.Copysign(math.Sqrt(rest), q[k])
}

// Predict2Rate returns the angular velocity (rad/s) of a body with the inverse inertia invI in the body frame, at the
// attitude q, whose angular momentum is l [kg m²/s].
func Predict2Rate(q geom.Quat, l geom.Vec, invI *geom.Mat3) geom.Vec { return p1Rate(q, l, invI) }

// Predict2Push returns the velocities after the impulse j [N s] at the lever r [m] from the centre of mass of a body
// with the mass m [kg], 0 for one that nothing moves.
func Predict2Push(q geom.Quat, v, w, j, r geom.Vec, m float64, invI *geom.Mat3) (v1, w1 geom.Vec) {
	if !(m > 0) {
		return v, w
	}
	return p1AddScaled(v, j, 1/m), p1Add(w, p1Rate(q, p1Cross(r, j), invI))
}

// Predict2Point returns the velocity of a point at the lever r of a body.
func Predict2Point(v, w, r geom.Vec) geom.Vec { return p1Add(v, p1Cross(w, r)) }

// Predict2Path returns x + h v + g h²/2, where a body is that falls for the time h.
func Predict2Path(x, v, g geom.Vec, h float64) geom.Vec {
	return p1AddScaled(p1AddScaled(x, v, h), g, float64(0.5*float64(h*h)))
}

// Predict2Mean returns energy + j·(u0 + u1)/2.
func Predict2Mean(energy float64, j, u0, u1 geom.Vec) float64 {
	return energy + float64(0.5*p1Dot(j, p1Add(u0, u1)))
}

// Predict2Dot returns a·b.
func Predict2Dot(a, b geom.Vec) float64 { return p1Dot(a, b) }

// Predict2Sub returns a - b.
func Predict2Sub(a, b geom.Vec) geom.Vec { return p1Sub(a, b) }

// Predict2Add returns a + b.
func Predict2Add(a, b geom.Vec) geom.Vec { return p1Add(a, b) }

// Predict2Fall returns v + a h.
func Predict2Fall(v, a geom.Vec, h float64) geom.Vec { return p1AddScaled(v, a, h) }
