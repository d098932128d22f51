package main

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Measures of the crossroads [m].
const (
	roadHalf     = 4.0          // half the width of a road
	cornerRadius = 6.0          // of the kerb line at the corners
	cornerMiddle = roadHalf + 6 // x and y of a corner's centre, where the arms begin
	crossingHalf = cornerMiddle + 80
	kerbHeight   = 0.12 // also of pavement and verge; the kerb's face is a chamfer of 45°
	pavement     = 2.5
	cornerSteps  = 12 // straight pieces of a corner
	armCells     = 16 // along an arm, 5 m each
)

// crossing fills b with the ground of a crossroads at the origin: carriageway at z = 0, kerbs, pavements and verge.
func crossing(b *builder) {
	across := span(-roadHalf, roadHalf, 4)
	flatGrid(b, across, across, 0)
	for b.turns = range 4 {
		flatGrid(b, []float64{roadHalf, cornerMiddle}, across, 0)
		flatGrid(b, span(cornerMiddle, crossingHalf, armCells), across, 0)
		cornerOfCrossing(b)
	}
	b.turns = 0
}

// flatGrid adds the cells between the lines x and y at height z, fronts up.
func flatGrid(b *builder, x, y []float64, z float64) {
	for i := range len(x) - 1 {
		for j := range len(y) - 1 {
			b.quad(geom.Vec{X: x[i], Y: y[j], Z: z}, geom.Vec{X: x[i+1], Y: y[j], Z: z},
				geom.Vec{X: x[i+1], Y: y[j+1], Z: z}, geom.Vec{X: x[i], Y: y[j+1], Z: z})
		}
	}
}

// cornerOfCrossing adds what lies in the quadrant x, y > 4 m: the rest of the carriageway at the corner, and strips
// along the kerb line, which comes in along x, turns left about the corner's centre and leaves along y.
func cornerOfCrossing(b *builder) {
	const last = armCells + cornerSteps + armCells
	edge := kerbHeight + pavement
	strips := []struct{ d, z float64 }{{0, 0}, {kerbHeight, kerbHeight}, {kerbHeight + pavement/2, kerbHeight}, {edge, kerbHeight}}
	center := geom.Vec{X: cornerMiddle, Y: cornerMiddle, Z: kerbHeight}
	for i := range last {
		for k := range len(strips) - 1 {
			s, t := strips[k], strips[k+1]
			b.quad(kerbPoint(i, s.d, s.z), kerbPoint(i, t.d, t.z), kerbPoint(i+1, t.d, t.z), kerbPoint(i+1, s.d, s.z))
		}
		p, q := kerbPoint(i, edge, kerbHeight), kerbPoint(i+1, edge, kerbHeight)
		if i >= armCells && i < armCells+cornerSteps {
			b.tri(geom.Vec{X: roadHalf, Y: roadHalf}, kerbPoint(i, 0, 0), kerbPoint(i+1, 0, 0))
			b.tri(center, q, p)
			continue
		}
		b.quad(p, kerbPoint(i, cornerRadius, kerbHeight), kerbPoint(i+1, cornerRadius, kerbHeight), q)
	}
	lines := span(cornerMiddle, crossingHalf, armCells)
	flatGrid(b, lines, lines, kerbHeight)
}

// kerbPoint returns the point at height z beside station i of the kerb line, d from it on the side of the verge.
func kerbPoint(i int, d, z float64) geom.Vec {
	const cell = (crossingHalf - cornerMiddle) / armCells
	switch {
	case i <= armCells:
		return geom.Vec{X: crossingHalf - float64(float64(i)*cell), Y: roadHalf + d, Z: z}
	case i >= armCells+cornerSteps:
		return geom.Vec{X: roadHalf + d, Y: cornerMiddle + float64(float64(i-armCells-cornerSteps)*cell), Z: z}
	}
	sin, cos := geom.SinCos(float64(math.Pi/2*float64(i-armCells)) / cornerSteps)
	r := cornerRadius - d
	return geom.Vec{X: cornerMiddle - float64(r*sin), Y: cornerMiddle - float64(r*cos), Z: z}
}
