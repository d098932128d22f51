package bench

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// stack is ten unit boxes on top of each other.
func stack() *Scene {
	sc := newScene("S1", standardGravity, 10, 0.5)
	sc.floor()
	for i := range 10 {
		sc.box(unitHalf, geom.Vec{Z: 0.5 + float64(i)}, identity)
	}
	return sc
}

// pyramid is rows of 20 to 1 unit boxes, 5 cm apart.
func pyramid() *Scene {
	sc := newScene("S2", standardGravity, 10, 0.5)
	sc.floor()
	for row := range 20 {
		for k := range 20 - row {
			x := float64(k) - float64(19-row)/2
			sc.box(unitHalf, geom.Vec{X: 1.05 * x, Z: 0.5 + float64(row)}, identity)
		}
	}
	return sc
}

// pile is ten loose layers of side × side tilted unit boxes (side a multiple of 10) above a floor between four walls.
func pile(name string, side int) *Scene {
	sc := newScene(name, standardGravity, 10, 0.5)
	sc.floor()
	in := float64(9 * (side / 10))
	mid, half := in+0.5, in+2
	sc.wall(geom.Vec{X: 0.5, Y: half, Z: 15}, geom.Vec{X: mid, Z: 15})
	sc.wall(geom.Vec{X: 0.5, Y: half, Z: 15}, geom.Vec{X: -mid, Z: 15})
	sc.wall(geom.Vec{X: half, Y: 0.5, Z: 15}, geom.Vec{Y: mid, Z: 15})
	sc.wall(geom.Vec{X: half, Y: 0.5, Z: 15}, geom.Vec{Y: -mid, Z: 15})
	off := float64(side-1) / 2
	for k := range 10 {
		for j := range side {
			for i := range side {
				id := len(sc.Bodies)
				at := geom.Vec{
					X: float64(1.6*(float64(i)-off)) + float64(0.1*signed(3*id)),
					Y: float64(1.6*(float64(j)-off)) + float64(0.1*signed(3*id+1)),
					Z: 1 + float64(1.6*float64(k)) + float64(0.1*signed(3*id+2)),
				}
				a := 60000 + 4*id
				sc.box(unitHalf, at, turned(direction(a), 0.5*uniform(a+3)))
			}
		}
	}
	return sc
}

// hills is 250 boxes and 250 spheres dropped on a terrain of 100 × 100 cells of 1 m.
func hills() *Scene {
	sc := newScene("S4", standardGravity, 10, 0.5)
	m := sc.grid(100, 100, func(i, j int) geom.Vec {
		x, y := -50+float64(i), -50+float64(j)
		return geom.Vec{X: x, Y: y, Z: hillHeight(x, y)}
	})
	m.Regular, m.Origin, m.Cell = true, [2]float64{-50, -50}, 1
	for k := range 500 {
		i, j, id := k%25, k/25, 10000+3*k
		at := geom.Vec{
			X: float64(1.6*(float64(i)-12)) + float64(0.2*signed(id)),
			Y: float64(1.6*(float64(j)-9.5)) + float64(0.2*signed(id+1)),
			Z: 8 + float64(1.5*float64(k%3)) + float64(0.2*signed(id+2)),
		}
		if (i+j)%2 == 0 {
			sc.box(unitHalf, at, turned(direction(id+5000), 3*uniform(id+6000)))
		} else {
			sc.ball(0.5, at)
		}
	}
	return sc
}

// hillHeight returns the height of the terrain at (x, y) [m]: waves in a wide bowl.
func hillHeight(x, y float64) float64 {
	bowl := 2 - math.Cos(math.Pi*x/50) - math.Cos(math.Pi*y/50)
	return float64(math.Sin(0.4*x)*math.Cos(0.3*y)) + float64(3*bowl)
}
