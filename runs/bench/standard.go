package bench

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/prang-sim/prang/sim/geom"
)

const standardGravity = 9.81 // [m/s²]

var (
	identity = geom.Quat{W: 1}
	unitHalf = geom.Vec{X: 0.5, Y: 0.5, Z: 0.5}
)

// standard are the scenes by name.
var standard = []struct {
	name string
	make func() *Scene
}{
	{"S1", stack},
	{"S2", pyramid},
	{"S3", func() *Scene { return pile("S3", 10) }},
	{"S3-4000", func() *Scene { return pile("S3-4000", 20) }},
	{"S3-16000", func() *Scene { return pile("S3-16000", 40) }},
	{"S4", hills},
	{"S5box", func() *Scene { return bullets("S5box", false) }},
	{"S5mesh", func() *Scene { return bullets("S5mesh", true) }},
	{"S5b", rods},
	{"S6sph_grid", func() *Scene { return slide("S6sph_grid", false, false) }},
	{"S6box_grid", func() *Scene { return slide("S6box_grid", true, false) }},
	{"S6sph_ragged", func() *Scene { return slide("S6sph_ragged", false, true) }},
	{"S6box_ragged", func() *Scene { return slide("S6box_ragged", true, true) }},
	{"S7", freeBox},
}

// families are names that stand for several scenes.
var families = map[string][]string{
	"S5": {"S5box", "S5mesh", "S5b"},
	"S6": {"S6sph_grid", "S6box_grid", "S6sph_ragged", "S6box_ragged"},
}

// Names returns the names of the standard scenes: S1 a stack of ten boxes; S2 a pyramid of base 20; S3 1,000 boxes
// dropped between walls, S3-4000 and S3-16000 more of them on more ground; S4 500 boxes and spheres dropped on 20,000
// triangles; S5box, S5mesh bullets against thin walls; S5b fast rods over thin posts; S6… a body that slides over a
// flat floor of triangles; S7 a free box spinning about its middle axis.
func Names() []string {
	var names []string
	for i := range standard {
		names = append(names, standard[i].name)
	}
	return names
}

// Select returns the names that the given ones stand for: a scene's name stands for itself, S5 and S6 for all that
// begin so. The error names a scene that does not exist.
func Select(given []string) ([]string, error) {
	var names []string
	for _, g := range given {
		f, ok := families[g]
		if !ok {
			if !slices.Contains(Names(), g) {
				return nil, fmt.Errorf("scene %q: there is none; there are %s, and S5 and S6 for all of theirs", g, strings.Join(Names(), ", "))
			}
			f = []string{g}
		}
		names = append(names, f...)
	}
	return names, nil
}

// Standard returns the standard scene of a name, nil if there is none.
func Standard(name string) *Scene {
	for i := range standard {
		if standard[i].name == name {
			return standard[i].make()
		}
	}
	return nil
}

func newScene(name string, gravity, duration, friction float64) *Scene {
	return &Scene{Name: name, Gravity: geom.Vec{Z: -gravity}, Duration: duration, Friction: friction}
}

func (sc *Scene) wall(half, at geom.Vec) {
	sc.Statics = append(sc.Statics, Static{Half: half, Position: at, Attitude: identity})
}

func (sc *Scene) floor() { sc.wall(geom.Vec{X: 50, Y: 50, Z: 0.5}, geom.Vec{Z: -0.5}) }

func (sc *Scene) box(half, at geom.Vec, q geom.Quat) *Body {
	sc.Bodies = append(sc.Bodies, Body{Half: half, Density: 1000, Position: at, Attitude: q})
	return &sc.Bodies[len(sc.Bodies)-1]
}

func (sc *Scene) ball(radius float64, at geom.Vec) *Body {
	sc.Bodies = append(sc.Bodies, Body{Radius: radius, Density: 1000, Position: at, Attitude: identity})
	return &sc.Bodies[len(sc.Bodies)-1]
}

// grid adds a mesh of nx × ny cells with the given corners, counter-clockwise seen from the side of the normal.
func (sc *Scene) grid(nx, ny int, corner func(i, j int) geom.Vec) *Mesh {
	m := &Mesh{Cells: [2]int{nx, ny}}
	for i := range nx + 1 {
		for j := range ny + 1 {
			m.Vertices = append(m.Vertices, corner(i, j))
		}
	}
	for i := range int32(nx) {
		for j := range int32(ny) {
			w := int32(ny) + 1
			a := i*w + j
			m.Tris = append(m.Tris, geom.Tri{a, a + w, a + w + 1}, geom.Tri{a, a + w + 1, a + 1})
		}
	}
	sc.Statics = append(sc.Statics, Static{Mesh: m})
	return m
}

// uniform returns a number in [0, 1) that depends on i alone.
//
// Source: splitmix64 (Steele, Lea, Flood 2014).
func uniform(i int) float64 {
	z := (uint64(i) + 1) * 0x9E3779B97F4A7C15
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
	z = (z ^ (z >> 27)) * 0x94D049BB133111EB
	z ^= z >> 31
	return float64(z>>11) / (1 << 53)
}

// signed returns a number in [-1, 1) that depends on i alone.
func signed(i int) float64 { return float64(2*uniform(i)) - 1 }

// direction returns a vector, not normalised, that depends on i alone.
func direction(i int) geom.Vec { return geom.Vec{X: signed(i), Y: signed(i + 1), Z: signed(i + 2)} }

// turned returns the rotation about an axis of any length by an angle [rad].
func turned(axis geom.Vec, angle float64) geom.Quat {
	l := axis.Len()
	sin, cos := math.Sin(angle/2), math.Cos(angle/2)
	return geom.Quat{W: cos, V: geom.Vec{X: sin * axis.X / l, Y: sin * axis.Y / l, Z: sin * axis.Z / l}}
}
