package bench

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/sim/geom"
)

// maxLine is the longest line of a scene text [bytes].
const maxLine = 1 << 16

// Read reads a scene from text, a line each:
//
//	scene NAME
//	gravity X Y Z
//	duration SECONDS
//	friction MU
//	restitution E
//	static box HX HY HZ  X Y Z  QW QX QY QZ
//	static mesh VERTICES TRIANGLES REGULAR NX NY X0 Y0 CELL, then its lines "v X Y Z" and "t I J K"
//	body box HX HY HZ DENSITY  X Y Z  QW QX QY QZ  VX VY VZ  WX WY WZ FAST
//	body sphere R DENSITY, then as a box
//
// Unknown keywords are skipped. The error names the line and what is wrong with it.
func Read(r io.Reader) (*Scene, error) {
	sc := &Scene{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for n := 1; lines.Scan(); n++ {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if err := sc.readLine(words); err != nil {
			return nil, fmt.Errorf("line %d: %s: %w", n, words[0], err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if sc.Name == "" || !(sc.Duration > 0) {
		return nil, errors.New("no scene: it needs a line \"scene NAME\" and one \"duration SECONDS\" with a number above zero")
	}
	return sc, sc.checkMeshes()
}

func (sc *Scene) checkMeshes() error {
	for i := range sc.Statics {
		m := sc.Statics[i].Mesh
		if m == nil {
			continue
		}
		for k, t := range m.Tris {
			for _, v := range t {
				if v < 0 || int(v) >= len(m.Vertices) {
					return fmt.Errorf("mesh %d: triangle %d: vertex %d, but there are %d", i, k, v, len(m.Vertices))
				}
			}
		}
	}
	return nil
}

func (sc *Scene) readLine(words []string) error {
	key, rest := words[0], words[1:]
	if key == "scene" {
		if len(rest) != 1 {
			return errors.New("give one name")
		}
		sc.Name = rest[0]
		return nil
	}
	kind := ""
	if key == "static" || key == "body" {
		if len(rest) == 0 {
			return errors.New("give box, mesh or sphere")
		}
		kind, rest = rest[0], rest[1:]
	}
	count, known := numbersOf[key+" "+kind]
	if !known {
		if kind != "" {
			return fmt.Errorf("%s is unknown", kind)
		}
		return nil
	}
	if len(rest) != count {
		return fmt.Errorf("%d numbers, want %d", len(rest), count)
	}
	var n numbers
	for _, w := range rest {
		x, err := strconv.ParseFloat(w, 64)
		if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
			return fmt.Errorf("%q is no finite number", w)
		}
		n = append(n, x)
	}
	return sc.take(key+" "+kind, n)
}

// numbersOf is the number of numbers that follow each keyword.
var numbersOf = map[string]int{
	"gravity ": 3, "duration ": 1, "friction ": 1, "restitution ": 1,
	"static box": 10, "static mesh": 8, "v ": 3, "t ": 3, "body box": 18, "body sphere": 16,
}

// take adds the content of a line to the scene.
func (sc *Scene) take(key string, n numbers) error {
	switch key {
	case "gravity ":
		sc.Gravity = n.vec()
	case "duration ":
		sc.Duration = n.one()
	case "friction ":
		sc.Friction = n.one()
	case "restitution ":
		sc.Restitution = n.one()
	case "static box":
		sc.Statics = append(sc.Statics, Static{Half: n.vec(), Position: n.vec(), Attitude: n.quat()})
	case "static mesh":
		n = n[2:]
		m := &Mesh{Regular: n.one() != 0, Cells: [2]int{int(n.index()), int(n.index())}}
		m.Origin = [2]float64{n.one(), n.one()}
		m.Cell = n.one()
		sc.Statics = append(sc.Statics, Static{Mesh: m})
	case "v ", "t ":
		if len(sc.Statics) == 0 || sc.Statics[len(sc.Statics)-1].Mesh == nil {
			return errors.New("there is no mesh before it")
		}
		m := sc.Statics[len(sc.Statics)-1].Mesh
		if key == "v " {
			m.Vertices = append(m.Vertices, n.vec())
		} else {
			m.Tris = append(m.Tris, geom.Tri{n.index(), n.index(), n.index()})
		}
	case "body box", "body sphere":
		b := Body{}
		if key == "body box" {
			b.Half = n.vec()
		} else if b.Radius = n.one(); !(b.Radius > 0) {
			return errors.New("give a radius above zero")
		}
		b.Density, b.Position, b.Attitude = n.one(), n.vec(), n.quat()
		b.Velocity, b.AngularVelocity, b.Fast = n.vec(), n.vec(), n.one() != 0
		sc.Bodies = append(sc.Bodies, b)
	}
	return nil
}

// numbers is the rest of the numbers of a line.
type numbers []float64

func (n *numbers) one() float64 {
	x := (*n)[0]
	*n = (*n)[1:]
	return x
}

// index takes a number as an index, -1 if it is invalid.
func (n *numbers) index() int32 {
	x := n.one()
	if x != math.Trunc(x) || x < 0 || x > math.MaxInt32 {
		return -1
	}
	return int32(x)
}

func (n *numbers) vec() geom.Vec   { return geom.Vec{X: n.one(), Y: n.one(), Z: n.one()} }
func (n *numbers) quat() geom.Quat { return geom.Quat{W: n.one(), V: n.vec()} }
