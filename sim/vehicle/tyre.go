package vehicle

import (
	"fmt"
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// TyreModel is the relation between a tyre's side force and its slip.
type TyreModel int32

// Tyre models. All have the wheel's friction at its static load. They differ in the slip that a force needs, in how
// friction falls with the load, and in the share of it that a sliding tyre keeps.
const (
	// Coulomb is a friction circle: no slip below the limit.
	Coulomb TyreModel = iota
	// Fiala is the brush model: a cubic up to full sliding, friction and cornering coefficient independent of the load.
	// Source: Fiala, VDI-Zeitschrift 96 (1954) 973; Pacejka, Tyre and Vehicle Dynamics, section 3.2.
	Fiala
	// TMeasy has a peak, falls to sliding, and is less than proportional to the load. With the slope F' at zero slip,
	// the peak Fm at the slip sm, and sliding Fs from the slip ss on, the force at the slip s is
	//
	//	F = F' s / (1 + u (u + F' sm/Fm - 2)), u = s/sm,              up to sm
	//	F = Fm - (Fm - Fs) u² (3 - 2 u), u = (s - sm)/(ss - sm),      up to ss
	//
	// Values at a load are parabolas through zero and the values at 4 and 8 kN; slips are linear. F' = 55 and 80 kN,
	// Fm = 4.2 and 7.5 kN, sm = 0.20 and 0.22, Fs = 4.15 and 7.4 kN, ss = 0.80 and 1.00 to the side. Along the wheel
	// F' = 120 kN counts.
	//
	// Source: Rill, Road Vehicle Dynamics, the passenger car tyre in the chapter on TMeasy; the table has not been
	// checked against the book. It has been compared with the passenger car of Project Chrono's ChTMeasyTire.cpp
	// (GuessPassCar70Par), which is another tyre. To the side that one has, over the load, stiffnesses of 15.0 and
	// 10.05 where this one has 13.75 and 10, peaks of 1.008 and 0.900 at slips of 0.18 and 0.24 where this one has
	// 1.05 and 0.94 at 0.20 and 0.22, and keeps 0.83 and 0.85 of them when it slides, this one 0.99. Along the wheel
	// it has stiffnesses of 18.7 and 20.2, this one of 30 and 21.8.
	TMeasy
	// MagicFormula is the side force of Bakker, Nyborg and Pacejka, SAE 870421 (1987), with its published coefficients
	// of a passenger car tyre, no camber and no shifts: a = (1.30, -22.1, 1011, 1078, 1.82, 0.208, 0, -0.354, 0.707).
	MagicFormula
)

var tyreNames = [...]string{"coulomb", "fiala", "tmeasy", "magic-formula"}

// ParseTyreModel returns the model of a name, one of coulomb, fiala, tmeasy and magic-formula.
func ParseTyreModel(name string) (TyreModel, error) {
	for i, n := range tyreNames {
		if n == name {
			return TyreModel(i), nil
		}
	}
	return 0, fmt.Errorf("%q is no tyre model: write coulomb, fiala, tmeasy or magic-formula", name)
}

// String returns the model's name.
func (m TyreModel) String() string {
	if m < 0 || int(m) >= len(tyreNames) {
		return fmt.Sprintf("TyreModel(%d)", int32(m))
	}
	return tyreNames[m]
}

// nominal is the load at which the published tyres are taken [N]; a wheel's static load stands for it, as if the tyre
// had been chosen for the load.
const nominal = 4000.0

// maxLoading bounds the load over the static load that enters the models, whose loads are parabolas.
const maxLoading = 3

// side is the curve of a tyre at one load: force over tan(slip angle).
type side struct {
	model  TyreModel
	peak   float64 // largest force [N]
	slide  float64 // force when it slides [N]
	slope  float64 // at no slip: the cornering stiffness [N/rad]
	at, to float64 // slips of the peak and of full sliding (TMeasy)
	e      float64 // curvature (MagicFormula)
	along  float64 // stiffness along the wheel over the cornering stiffness
}

// overLoad is TMeasy's interpolation between a value at the nominal load and one at twice of it: a parabola through
// zero.
func overLoad(x, one, two float64) float64 {
	a, b := float64(2*one)-float64(0.5*two), one-float64(0.5*two)
	return float64(x * (a - float64(b*x)))
}

// tyreAt returns the curve of a model at a load [N], for a static load [N], the peak's friction at the static load, and
// a factor on the published cornering stiffness. Friction scales peak and sliding, not the slope.
func tyreAt(m TyreModel, load, static, friction, stiffness float64) side {
	x, scale := 1.0, 1.0
	if static > 0 {
		x, scale = load/static, static/nominal
		if x > maxLoading {
			x, scale = maxLoading, float64(scale*(x/maxLoading))
		}
	}
	s := side{model: m, along: 1}
	switch m {
	case TMeasy:
		f := friction / (4200 / nominal)
		s.peak, s.slide = float64(f*overLoad(x, 4200, 7500)), float64(f*overLoad(x, 4150, 7400))
		s.slope = float64(stiffness * overLoad(x, 55000, 80000))
		s.along = 120000.0 / 55000
		f /= stiffness
		s.at, s.to = float64(f*(0.2+float64(0.02*(x-1)))), float64(f*(0.8+float64(0.2*(x-1))))
	case MagicFormula:
		kn := float64(4 * x)
		peak := func(kn float64) float64 { return float64(kn * (1011 - float64(22.1*kn))) }
		s.peak = float64(float64(friction*nominal) * (peak(kn) / peak(4)))
		s.slide = float64(s.peak * geom.Sin(float64(mfShape*float64(0.5*math.Pi))))
		s.slope = float64(stiffness * float64(float64(1078*180/math.Pi)*geom.Sin(float64(1.82*geom.Atan(float64(0.208*kn))))))
		s.e = 0.707 - float64(0.354*kn)
		s.along = mfAlong
	default:
		s.peak = float64(friction * float64(nominal*x))
		s.slide = s.peak
		s.slope = float64(stiffness * float64(55000*x))
	}
	s.peak, s.slide, s.slope = float64(s.peak*scale), float64(s.slide*scale), float64(s.slope*scale)
	return s
}

// mfShape is the Magic Formula's C of side forces; mfAlong the stiffness at no slip of the published force along the
// wheel, BCD = (49.6 Fz² + 226 Fz) exp(-0.069 Fz) = 1288.2 N a per cent at 4 kN, over that of the side force there,
// 58873 N/rad.
const (
	mfShape = 1.30
	mfAlong = 2.188
)

// slidesFrom returns the slip from which the tyre slides, that of the brush model with the same slope and peak.
func (s *side) slidesFrom() float64 { return float64(3*s.peak) / s.slope }

// combined returns the force divided by the slip, along the wheel and to the side [N], for slips in both directions.
// The slip along the wheel is weighted by the factor along where the tyre adheres, and like that to the side where it
// slides: the force is that of a single curve at the combined slip, in its direction. Source: the normalised slip of
// Rill, Road Vehicle Dynamics, and Pacejka, Tyre and Vehicle Dynamics, section 4.3.
func (s *side) combined(x, y float64) (kx, ky float64) {
	if !(s.peak > 0) {
		return 0, 0
	}
	a := 1.0
	if s.along != 1 {
		slip := math.Sqrt(float64(x*x) + float64(y*y))
		a += (s.along - 1) / (1 + slip/s.slidesFrom())
	}
	slip := math.Sqrt(float64(float64(a*x)*float64(a*x)) + float64(y*y))
	k := s.slope
	if slip > leastSlip {
		k = s.force(slip) / slip
	}
	return float64(a * k), k
}

// leastSlip is the slip below which a curve is its slope.
const leastSlip = 1e-12

// force returns the side force [N], not below zero, at slip = tan of the slip angle, not below zero.
func (s *side) force(slip float64) float64 {
	if !(s.peak > 0) {
		return 0
	}
	switch s.model {
	case Fiala:
		z := float64(s.slope*slip) / (3 * s.peak)
		if !(z < 1) {
			return s.peak
		}
		return float64(float64(float64(s.peak*z)*3) * (1 - z + float64(float64(z*z)/3)))
	case TMeasy:
		switch {
		case slip <= s.at:
			u := slip / s.at
			return float64(s.slope*slip) / (1 + float64(u*(u+float64(s.slope*s.at)/s.peak-2)))
		case slip < s.to:
			u := (slip - s.at) / (s.to - s.at)
			return s.peak - float64((s.peak-s.slide)*float64(float64(u*u)*(3-float64(2*u))))
		}
		return s.slide
	case MagicFormula:
		b := s.slope / float64(mfShape*s.peak) // per radian
		x := float64(b * geom.Atan(slip))
		x = float64((1-s.e)*x) + float64(s.e*geom.Atan(x))
		return float64(s.peak * geom.Sin(float64(mfShape*geom.Atan(x))))
	}
	return s.peak
}
