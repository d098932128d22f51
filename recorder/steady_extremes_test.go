package recorder

import (
	"bytes"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// flown is the log of a body that flies for some steps as it is predicted from a place, velocity and angular momentum on, under
// gravity, with frames that say so of its attitude.
func flown(t *testing.T, steps int, step float64, g, x, v, l geom.Vec) (Header, []record.Frame) {
	t.Helper()
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -1}}, // so that the ledger has a cause for it
		Materials: []sim.Material{{}},
		Bodies:    []sim.BodyDef{{Name: "a", Half: mgl64.Vec3{0.5, 0.7, 0.9}, Mass: 2}},
	}
	h, frames := runWorld(t, def, steps)
	h.Step, h.Gravity = step, g
	inverse := rigid.Predict1InvInertia(&h.Objects[0].Inertia)
	q := geom.AxisAngle(geom.Vec{X: 0.6, Y: 0.8}, 0.3)
	for i := range frames {
		f := &frames[i]
		f.Time = float64(float64(i) * step)
		if i > 0 {
			v1 := rigid.Predict2Add(v, geom.Vec{X: float64(g.X * step), Y: float64(g.Y * step), Z: float64(g.Z * step)})
			x = rigid.Predict1Position(x, v, v1, step)
			q = rigid.Predict1Attitude(q, l, l, &inverse, step)
			v = v1
			f.Turned = []bool{true}
		}
		f.Spins = []geom.Vec{rigid.Predict2Rate(q, l, &inverse)}
		copy(f.Values, []float64{x.X, x.Y, x.Z, q.W, q.V.X, q.V.Y, q.V.Z, v.X, v.Y, v.Z, l.X, l.Y, l.Z})
	}
	return h, frames
}

// A body whose rows are as predicted, one after the other, until something of it is infinite or no number, though its frames say that it has
// turned as the integrator does, has the log that it has without that, and it comes back.
func TestSteady_EndsWhereNumbersDo(t *testing.T) {
	const most = math.MaxFloat64
	down := geom.Vec{Z: -9.81}
	for name, c := range map[string]struct {
		step       float64
		g, x, v, l geom.Vec
		change     func(row []float64)
	}{
		"no attitude":                  {step: 1.0 / 240, g: down, v: geom.Vec{X: 3}, l: geom.Vec{X: 1, Y: 2}, change: func(row []float64) { row[atQ] = math.NaN() }},
		"no attitude, without weight":  {step: 1.0 / 240, v: geom.Vec{X: 3}, l: geom.Vec{X: 1, Y: 2}, change: func(row []float64) { row[atQ+1] = math.Inf(1) }},
		"no attitude, without turning": {step: 1.0 / 240, g: down, v: geom.Vec{X: 3}, change: func(row []float64) { row[atQ+2] = math.NaN() }},
		"place":                        {step: 1, x: geom.Vec{X: most - 20*0x1p998}, v: geom.Vec{X: 0x1p998, Y: 0x1p990, Z: 0x1p991}, l: geom.Vec{Z: 1}},
		"place, under weight":          {step: 1, g: down, x: geom.Vec{X: most - 20*0x1p998}, v: geom.Vec{X: 0x1p998, Y: 0x1p990, Z: 0x1p991}, l: geom.Vec{Z: 1}},
		"velocity":                     {step: 0x1p-20, v: geom.Vec{X: most / 1.5}, l: geom.Vec{Z: 1}},
		"velocity, under weight":       {step: 0x1p-20, g: down, v: geom.Vec{X: most / 1.5}, l: geom.Vec{Z: 1}},
		"fall":                         {step: 1, g: geom.Vec{Z: -0x1p997}, l: geom.Vec{Z: 1}},
		"long fall":                    {step: 1, g: geom.Vec{Z: -0x1p1020}, v: geom.Vec{Z: 0x1p1020 * 15}, l: geom.Vec{Z: 1}},
		"spin":                         {step: 0x1p-540, g: down, v: geom.Vec{X: 3}, l: geom.Vec{X: 0x1p530, Y: 0x1p529}},
		"spin, without weight":         {step: 0x1p-540, v: geom.Vec{X: 3}, l: geom.Vec{X: 0x1p530, Y: 0x1p529}},
		"momentum":                     {step: 0x1p-1030, v: geom.Vec{X: 3}, l: geom.Vec{X: most / 1.5, Y: most / 1.5}},
	} {
		h, frames := flown(t, 60, c.step, c.g, c.x, c.v, c.l)
		if c.change != nil {
			for _, k := range []int{2, 20, 21, 40} {
				c.change(frames[k].Values)
				frames[k+1].Turned = nil
			}
		}
		causes, grid := ledgerOf(t, &h)
		for i := range frames {
			if v := frames[i].Values; i%3 == 2 { // in turn one of three causes, of energy, of momentum or of angular momentum
				k := []int{0, 2, 5}[i/6%3]
				v[causes[i/3%3]+k] = math.Ldexp(float64(i%5-2), int(v[grid+int(gridOf[k])]))
			}
		}
		file := encodeLog(t, h, nil, frames)
		if !bytes.Equal(file, encodeLog(t, h, nil, withoutTurns(frames))) {
			t.Errorf("%s: another log with turns", name)
		}
		if !bytes.Equal(file, encodeLog(t, h, nil, withoutSpins(frames))) {
			t.Errorf("%s: another log with turns alone", name)
		}
		checkLog(t, file, frames)
		func() {
			every := checkTurns
			defer func() { checkTurns = every }()
			checkTurns = 0
			if !bytes.Equal(encodeLog(t, h, nil, frames), file) {
				t.Errorf("%s: another log where all attitudes are computed", name)
			}
		}()
	}
}
