package bench

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// bullets is 200 boxes of 0.2 m at 300 m/s against a wall of 0.05 m, or one of a single layer of triangles.
func bullets(name string, mesh bool) *Scene {
	sc := newScene(name, 0, 1, 0.5)
	if mesh {
		m := sc.grid(16, 10, func(i, j int) geom.Vec { return geom.Vec{Y: 8 - float64(i), Z: -5 + float64(j)} })
		m.Cell = 1
	} else {
		sc.wall(geom.Vec{X: 0.025, Y: 8, Z: 5}, geom.Vec{})
	}
	for k := range 200 {
		at := geom.Vec{
			X: -12.5 - float64(5*(float64(k*77%200)+0.5))/200,
			Y: 0.6 * (float64(k%20) - 9.5),
			Z: 0.6 * (float64(k/20) - 4.5),
		}
		q := identity
		if k%2 == 1 {
			id := 20000 + 4*k
			q = turned(direction(id), 3*uniform(id+3))
		}
		b := sc.box(geom.Vec{X: 0.1, Y: 0.1, Z: 0.1}, at, q)
		b.Velocity, b.Fast = geom.Vec{X: 300}, true
	}
	return sc
}

const (
	rodCount     = 16
	postsPerRod  = 6
	postsOfScene = 1 // index of the first post among the statics
)

// rods is 16 thin rods that spin at 100 rad/s and fall over rings of 6 thin posts.
func rods() *Scene {
	sc := newScene("S5b", standardGravity, 1.5, 0.5)
	sc.floor()
	middle := func(r int) (x, y float64) { return 6 * (float64(r%4) - 1.5), 6 * (float64(r/4) - 1.5) }
	for r := range rodCount {
		x, y := middle(r)
		for k := range postsPerRod {
			a := 2 * math.Pi * float64(k) / postsPerRod
			at := geom.Vec{X: x + float64(0.8*math.Cos(a)), Y: y + float64(0.8*math.Sin(a)), Z: 1}
			sc.wall(geom.Vec{X: 0.025, Y: 0.025, Z: 1}, at)
		}
	}
	for r := range rodCount {
		x, y := middle(r)
		at := geom.Vec{X: x, Y: y, Z: 2.3 + float64(0.05*float64(r%4))}
		b := sc.box(geom.Vec{X: 1, Y: 0.025, Z: 0.025}, at, turned(geom.Vec{Z: 1}, math.Pi*float64(r)/rodCount))
		b.AngularVelocity, b.Fast = geom.Vec{Z: 100}, true
	}
	return sc
}

// slide is a sphere or a box that slides at 20 m/s without friction over a flat floor of triangles, in equal cells or
// ragged ones.
func slide(name string, box, ragged bool) *Scene {
	const nx, ny = 100, 16
	sc := newScene(name, standardGravity, 2, 0)
	m := sc.grid(nx, ny, func(i, j int) geom.Vec {
		x, y := -4+float64(0.5*float64(i)), -4+float64(0.5*float64(j))
		if ragged && i > 0 && i < nx && j > 0 && j < ny {
			id := 40000 + 2*(i*(ny+1)+j)
			x, y = x+float64(0.15*signed(id)), y+float64(0.15*signed(id+1))
		}
		return geom.Vec{X: x, Y: y}
	})
	m.Regular, m.Origin, m.Cell = !ragged, [2]float64{-4, -4}, 0.5
	at := geom.Vec{Y: -0.7, Z: 0.5}
	b := (*Body)(nil)
	if box {
		b = sc.box(unitHalf, at, identity)
	} else {
		b = sc.ball(0.5, at)
	}
	b.Velocity = geom.Vec{X: 20, Y: 0.7}
	return sc
}

// freeBox is a box that spins about its middle axis without gravity.
func freeBox() *Scene {
	sc := newScene("S7", 0, 100, 0.5)
	b := sc.box(geom.Vec{X: 0.05, Y: 0.1, Z: 0.2}, geom.Vec{}, identity)
	b.AngularVelocity = geom.Vec{X: 0.01, Y: 10}
	return sc
}
