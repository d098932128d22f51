package geom

// Transform is a pose: it takes body coordinates p to world coordinates P + Q p.
type Transform struct {
	P Vec  // origin of the body frame [m]
	Q Quat // attitude, a unit quaternion
}

// Apply returns the body point p in world coordinates.
func (t Transform) Apply(p Vec) Vec { return t.P.Add(t.Q.Rotate(p)) }

// ApplyInv returns the world point p in body coordinates.
func (t Transform) ApplyInv(p Vec) Vec { return t.Q.RotateInv(p.Sub(t.P)) }

// Mul returns the pose of something that has pose u in the frame t.
func (t Transform) Mul(u Transform) Transform { return Transform{t.Apply(u.P), t.Q.Mul(u.Q)} }

// Sweep is a motion with constant velocity and constant angular velocity: at time s the centre is at C + V s and the
// attitude is exp(W s) Q. All vectors are in world coordinates.
type Sweep struct {
	C Vec  // centre of rotation at time 0 [m]
	Q Quat // attitude at time 0
	V Vec  // velocity of the centre [m/s]
	W Vec  // angular velocity [rad/s]; |W| times the duration may exceed π
}

// At returns the pose at time s [s].
func (w *Sweep) At(s float64) Transform {
	q := w.Q
	if w.W != (Vec{}) {
		q = QuatExp(w.W.Scale(s)).Mul(q).Normalize()
	}
	return Transform{w.C.AddScaled(w.V, s), q}
}
