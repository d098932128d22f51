package bench

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/prang-sim/prang/sim/geom"
)

// WriteText writes the scene as text: a keyword and numbers a line, every number with 17 digits, so that reading gives
// the same bits. Its grammar is that of Read.
func (sc *Scene) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	line := func(key string, numbers ...float64) {
		b.WriteString(key)
		for _, x := range numbers {
			b.WriteByte(' ')
			b.WriteString(strconv.FormatFloat(x, 'g', 17, 64))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "scene %s\n", sc.Name)
	line("gravity", vec(sc.Gravity)...)
	line("duration", sc.Duration)
	line("friction", sc.Friction)
	line("restitution", sc.Restitution)
	for i := range sc.Statics {
		s := &sc.Statics[i]
		if s.Mesh == nil {
			line("static box", join(vec(s.Half), vec(s.Position), quat(s.Attitude))...)
			continue
		}
		m := s.Mesh
		line("static mesh", float64(len(m.Vertices)), float64(len(m.Tris)), number(m.Regular), float64(m.Cells[0]), float64(m.Cells[1]), m.Origin[0], m.Origin[1], m.Cell)
		for _, v := range m.Vertices {
			line("v", vec(v)...)
		}
		for _, t := range m.Tris {
			line("t", float64(t[0]), float64(t[1]), float64(t[2]))
		}
	}
	for i := range sc.Bodies {
		o := &sc.Bodies[i]
		key, shape := "body box", vec(o.Half)
		if o.Sphere() {
			key, shape = "body sphere", []float64{o.Radius}
		}
		line(key, join(shape, []float64{o.Density}, vec(o.Position), quat(o.Attitude), vec(o.Velocity), vec(o.AngularVelocity), []float64{number(o.Fast)})...)
	}
	return b.Flush()
}

func vec(v geom.Vec) []float64   { return []float64{v.X, v.Y, v.Z} }
func quat(q geom.Quat) []float64 { return []float64{q.W, q.V.X, q.V.Y, q.V.Z} }

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func join(parts ...[]float64) []float64 {
	var all []float64
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}
