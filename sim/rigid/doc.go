// Package rigid is the motion of one rigid body: its state, its mass properties, the Newton–Euler integrator, and
// predict1, a frozen copy of the integrator that decodes logs.
//
// The state is (x, q, v, L): centre of mass, attitude, velocity, and angular momentum about the centre of mass in the
// world frame. The angular velocity is derived, w = R I⁻¹ Rᵀ L, so that a body without torque keeps L to the last bit.
package rigid
