package main

import "github.com/prang-sim/prang/sim/geom"

// barrier fills b with a concrete barrier of Jersey profile, closed on all sides, that stands on the verge of the
// crossing with its middle at (16, 12) and its length across the direction from the origin.
func barrier(b *builder) {
	const length, cells = 12.0, 6
	profile := []struct{ half, z float64 }{{0.2, 0}, {0.2, 0.08}, {0.12, 0.32}, {0.075, 0.9}}
	top := len(profile) - 1
	// at returns the point of profile line k at s along the barrier, on the side away from the origin (+1) or towards
	// it.
	at := func(s float64, k int, side float64) geom.Vec {
		away := geom.Vec{X: 0.8, Y: 0.6}.Scale(float64(side * profile[k].half))
		along := geom.Vec{X: -0.6, Y: 0.8}.Scale(s)
		return geom.Vec{X: 16, Y: 12, Z: kerbHeight + profile[k].z}.Add(away).Add(along)
	}
	s := span(-length/2, length/2, cells)
	for i := range cells {
		for k := range top {
			b.quad(at(s[i], k, 1), at(s[i+1], k, 1), at(s[i+1], k+1, 1), at(s[i], k+1, 1))
			b.quad(at(s[i+1], k, -1), at(s[i], k, -1), at(s[i], k+1, -1), at(s[i+1], k+1, -1))
		}
		b.quad(at(s[i], top, -1), at(s[i], top, 1), at(s[i+1], top, 1), at(s[i+1], top, -1))
		b.quad(at(s[i], 0, 1), at(s[i], 0, -1), at(s[i+1], 0, -1), at(s[i+1], 0, 1))
	}
	for k := range top {
		b.quad(at(s[0], k, -1), at(s[0], k, 1), at(s[0], k+1, 1), at(s[0], k+1, -1))
		b.quad(at(s[cells], k, 1), at(s[cells], k, -1), at(s[cells], k+1, -1), at(s[cells], k+1, 1))
	}
}
