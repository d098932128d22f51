package response

import "math"

// routhState is the state that is integrated over t, with dp = slip dt: direction and speed of the slip, normal
// velocity, normal impulse and tangential impulse.
type routhState [7]float64

const (
	routhCY = iota
	routhCZ
	routhSlip
	routhUn
	routhP
	routhTY
	routhTZ
)

// The method of Dormand and Prince: stages, weights of order 5, and those minus the weights of order 4.
var (
	dopriA = [7][6]float64{
		{},
		{1.0 / 5},
		{3.0 / 40, 9.0 / 40},
		{44.0 / 45, -56.0 / 15, 32.0 / 9},
		{19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
		{9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
		{35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
	}
	dopriE = [7]float64{71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40}
)

// routhError is the error of a step, relative to the sizes of what is integrated.
const routhError = 1e-14

// mobility returns the scale of the rates [1/kg].
func (f *routh) mobility() float64 { return float64((f.k.X.X + f.k.Y.Y + f.k.Z.Z) * (1 + f.mu)) }

// turn advances by one step in which the direction of the slip turns.
func (f *routh) turn() {
	y := routhState{f.cY, f.cZ, f.slip, f.un, f.p, f.tY, f.tZ}
	if f.h == 0 {
		f.h = 0.1 / f.mobility()
	}
	h := f.h
	var next routhState
	for {
		var e float64
		next, e = f.step(&y, h)
		if !(e > 1) {
			f.h = float64(h * math.Min(4, 0.9/math.Max(0.2, root5(e))))
			break
		}
		h = float64(h * math.Max(0.2, 0.9/root5(e)))
	}
	compression := math.IsInf(f.end, 1)
	switch {
	case compression && next[routhUn] >= 0:
		next = f.meet(&y, h, routhUn, 0)
		f.take(&next)
		f.un = 0
		f.compressed()
	case !compression && next[routhP] >= f.end:
		next = f.meet(&y, h, routhP, f.end)
		f.take(&next)
		f.p = f.end
	default:
		f.take(&next)
		if f.slip <= f.rest {
			f.slip = 0
		}
	}
}

func (f *routh) take(y *routhState) {
	f.cY, f.cZ = unit(y[routhCY], y[routhCZ])
	f.slip, f.un, f.p = y[routhSlip], y[routhUn], y[routhP]
	f.tY, f.tZ = y[routhTY], y[routhTZ]
}

// meet returns the state at which component i, below goal at y and not below it after the step h, reaches goal.
func (f *routh) meet(y *routhState, h float64, i int, goal float64) routhState {
	lo, hi := 0.0, h
	state, _ := f.step(y, h)
	t := h
	for range 100 {
		rate := f.slope(&state)[i]
		next := t - (state[i]-goal)/rate
		if !(next > lo && next < hi) {
			next = float64(0.5 * (lo + hi))
		}
		if next == t {
			break
		}
		t = next
		state, _ = f.step(y, t)
		if state[i] < goal {
			lo = t
		} else {
			hi = t
		}
		if !(hi > lo) || state[i] == goal {
			break
		}
	}
	return state
}

// slope returns the derivative of the state.
func (f *routh) slope(y *routhState) routhState {
	cY, cZ := unit(y[routhCY], y[routhCZ])
	along, across, normal := f.rates(cY, cZ)
	s := y[routhSlip]
	return routhState{
		-float64(across * cZ), float64(across * cY), float64(s * along), float64(s * normal), s,
		-float64(float64(f.mu*cY) * s), -float64(float64(f.mu*cZ) * s),
	}
}

// step returns the state after h and the error relative to what is allowed.
func (f *routh) step(y *routhState, h float64) (next routhState, e float64) {
	var k [7]routhState
	for stage := range k {
		next = *y
		for j := range stage {
			if a := float64(dopriA[stage][j] * h); a != 0 {
				for i := range next {
					next[i] += float64(a * k[j][i])
				}
			}
		}
		k[stage] = f.slope(&next)
	}
	speed := math.Max(math.Abs(y[routhUn]), y[routhSlip])
	for i := range next {
		d := 0.0
		for stage := range k {
			d += float64(dopriE[stage] * k[stage][i])
		}
		size := 1.0
		switch i {
		case routhSlip, routhUn:
			size = speed
		case routhP, routhTY, routhTZ:
			size = math.Max(math.Abs(next[routhP]), speed/f.mobility())
		}
		e = math.Max(e, math.Abs(float64(d*h))/float64(routhError*size))
	}
	return next, e
}

// root5 returns the fifth root of x, roughly: what the length of a step goes by.
func root5(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	fraction, exponent := math.Frexp(x)
	// 2^(e/5) in whole fifths of an octave is fine enough.
	r := math.Ldexp(1, exponent/5)
	for n := exponent % 5; n != 0; {
		if n > 0 {
			r, n = float64(r*1.148698354997035), n-1
		} else {
			r, n = float64(r/1.148698354997035), n+1
		}
	}
	return float64(r * (0.87 + float64(0.13*fraction)))
}
