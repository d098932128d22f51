package main

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// terrain fills b with hills over 40 m x 40 m, in cells of 0.4 m.
func terrain(b *builder) {
	lines := span(-20, 20, 100)
	at := func(i, j int) geom.Vec {
		return geom.Vec{X: lines[i], Y: lines[j], Z: hillHeight(lines[i], lines[j])}
	}
	for i := range 100 {
		for j := range 100 {
			b.quad(at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1))
		}
	}
}

// hillHeight returns the height at (x, y) [m]: waves in four directions, weaker towards the middle, on a bowl that is
// level within 3 m of the origin and rises by 0.5 m to 15 m.
func hillHeight(x, y float64) float64 {
	wave := func(amplitude, kx, ky, phase float64) float64 {
		return float64(amplitude * geom.Sin(float64(kx*x)+float64(ky*y)+phase))
	}
	waves := wave(0.32, 0.55, 0.25, 0.3) + wave(0.25, -0.35, 0.6, 1.1) + wave(0.18, 0.2, 0.8, 2.5) + wave(0.1, 1.1, -0.7, 0.7)
	r := math.Sqrt(float64(x*x) + float64(y*y))
	return float64(waves*smooth((r-2)/10)) + float64(0.5*smooth((r-3)/12)) - 0.5
}

// smooth rises from 0 at t <= 0 to 1 at t >= 1 with level ends: 3t² - 2t³.
func smooth(t float64) float64 {
	switch {
	case t <= 0:
		return 0
	case t >= 1:
		return 1
	}
	return float64(float64(t*t) * (3 - float64(2*t)))
}
