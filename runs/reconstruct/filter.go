package reconstruct

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// CFC is a channel frequency class of SAE J211-1 (and ISO 6487).
type CFC float64

// The classes of a vehicle's accelerometers: 60 for its structure, for comparison with barriers and models; 180 for
// integration to velocity and displacement. Those of a dummy: 180 for the chest, 1000 for the head.
const (
	CFC60   CFC = 60
	CFC180  CFC = 180
	CFC1000 CFC = 1000
)

// Filter applies the phaseless four-pole Butterworth filter of a class to a signal sampled each T seconds, in place:
// two poles forward, the same backward. T is above zero and at most a tenth of 1/class. The signal is extended by its first and last
// values.
//
// Source: SAE J211-1, appendix C, which gives the coefficients: wd = 2 π CFC 2.0775, wa = tan(wd T/2).
func (c CFC) Filter(x []float64, T float64) {
	sin, cos := geom.SinCos(math.Pi * float64(c) * 2.0775 * T)
	wa := sin / cos
	w2, w := float64(wa*wa), float64(math.Sqrt2*wa)
	d := 1 + w + w2
	f := poles{a: w2 / d, b1: -2 * (w2 - 1) / d, b2: (-1 + w - w2) / d}
	f.pass(x, 0, 1)
	f.pass(x, len(x)-1, -1)
}

// poles is one pass: y = a (x + 2 x' + x”) + b1 y' + b2 y”.
type poles struct{ a, b1, b2 float64 }

func (p *poles) pass(x []float64, i, step int) {
	if len(x) == 0 {
		return
	}
	x1, x2 := x[i], x[i]
	y1, y2 := x[i], x[i]
	for range x {
		y := float64(p.a*(x[i]+float64(2*x1)+x2)) + float64(p.b1*y1) + float64(p.b2*y2)
		x2, x1 = x1, x[i]
		y2, y1 = y1, y
		x[i] = y
		i += step
	}
}

// filtered returns the components of a signal, each filtered.
func (c CFC) filtered(a []geom.Vec, T float64) []geom.Vec {
	out := make([]geom.Vec, len(a))
	line := make([]float64, len(a))
	for axis := range 3 {
		for i := range a {
			line[i] = [3]float64{a[i].X, a[i].Y, a[i].Z}[axis]
		}
		c.Filter(line, T)
		for i, v := range line {
			switch axis {
			case 0:
				out[i].X = v
			case 1:
				out[i].Y = v
			default:
				out[i].Z = v
			}
		}
	}
	return out
}

// moving returns the mean over n samples from each one on, as long as there are so many.
func moving(a []geom.Vec, n int) []geom.Vec {
	out := make([]geom.Vec, 0, max(0, len(a)-n+1))
	sum := geom.Vec{}
	for i, v := range a {
		sum = sum.Add(v)
		if i >= n {
			sum = sum.Sub(a[i-n])
		}
		if i >= n-1 {
			out = append(out, sum.Scale(1/float64(n)))
		}
	}
	return out
}
