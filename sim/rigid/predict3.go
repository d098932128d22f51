package rigid

import "github.com/prang-sim/prang/sim/geom"

// Predictor 3 of recorded logs knows where the corners of a body are. Like predict1.go this file is never edited.

// Predict3Corner returns where a point r of the body frame is in the world, of a body at x with the attitude q.
func Predict3Corner(x geom.Vec, q geom.Quat, r geom.Vec) geom.Vec { return p1Add(x, p1Rotate(q, r)) }

// Predict3Fallen returns the time in which a body whose velocity has changed from v0 to v1 has fallen with the
// acceleration g: h where that is not within slack of h.
func Predict3Fallen(v0, v1, g geom.Vec, h, slack float64) float64 {
	fallen := p1Dot(p1Sub(v1, v0), g) / p1Dot(g, g)
	if d := fallen - h; d >= -slack && d <= slack {
		return fallen
	}
	return h
}
