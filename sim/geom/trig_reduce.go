package geom

import (
	"math"
	"math/bits"
)

// reduceHalfPi returns y + tail, at most π/4 in size (and a rounding), and the quadrant q modulo 4, with
// x = (4k + q)·π/2 + y + tail. The tail is below a unit in the last place of y. x is finite.
func reduceHalfPi(x float64) (q uint32, y, tail float64) {
	if math.Abs(x) < 0x1p20 {
		return reduceCodyWaite(x)
	}
	return reducePayneHanek(x)
}

// reduceCodyWaite subtracts the multiple of π/2 in parts of 33 bits, each product of which with a number below 2^20 is
// exact. A second and a third part are taken where the first ones cancelled: 33, 85 and then 151 bits in all.
//
// Source: fdlibm 5.3, e_rem_pio2.c.
func reduceCodyWaite(x float64) (q uint32, y, tail float64) {
	const (
		twoOverPi = 6.36619772367581382433e-01
		toInteger = 0x1.8p52 // adding and subtracting it rounds to the nearest integer
		part1     = 1.57079632673412561417e+00
		rest1     = 6.07710050650619224932e-11
		part2     = 6.07710050630396597660e-11
		rest2     = 2.02226624879595063154e-21
		part3     = 2.02226624871116645580e-21
		rest3     = 8.47842766036889956997e-32
	)
	n := (float64(x*twoOverPi) + toInteger) - toInteger
	q = uint32(int32(n))
	r := x - float64(n*part1)
	w := float64(n * rest1)
	y = r - w
	e := exponentBits(x)
	if e-exponentBits(y) > 16 {
		t := r
		w = float64(n * part2)
		r = t - w
		w = float64(n*rest2) - ((t - r) - w)
		y = r - w
		if e-exponentBits(y) > 49 {
			t = r
			w = float64(n * part3)
			r = t - w
			w = float64(n*rest3) - ((t - r) - w)
			y = r - w
		}
	}
	return q, y, (r - y) - w
}

func exponentBits(x float64) int32 { return int32(math.Float64bits(x)>>52) & 0x7ff }

// reducePayneHanek multiplies x by those 192 bits of 2/π that matter: with x = m·2^e, m an integer of 53 bits, the bits
// of 2/π above 2^(2-e) give multiples of four quadrants, those below 2^(-e-190) less than 2^-137 of a quadrant. No
// double lies nearer than 2^-62 of a quadrant to a multiple of π/2, so that at least 75 bits of the remainder are
// right. |x| is at least 2^20.
//
// Source: Payne and Hanek, Radian reduction for trigonometric functions, SIGNUM Newsletter 18 (1983).
func reducePayneHanek(x float64) (q uint32, y, tail float64) {
	b := math.Float64bits(x)
	m := b&(1<<52-1) | 1<<52
	e := uint(b>>52)&0x7ff - 1075
	// The window starts at bit e-1 behind the point; the table has a word of zeros before it.
	word, shift := (e+62)>>6, (e+62)&63
	t := twoOverPiBits[word : word+4]
	w0 := t[0]<<shift | t[1]>>(64-shift)
	w1 := t[1]<<shift | t[2]>>(64-shift)
	w2 := t[2]<<shift | t[3]>>(64-shift)
	// p = m·w modulo 2^192: two bits of the quadrant, 190 of its fraction.
	h2, p2 := bits.Mul64(m, w2)
	h1, l1 := bits.Mul64(m, w1)
	p1, c := bits.Add64(h2, l1, 0)
	p0 := h1 + m*w0 + c
	q = uint32(p0 >> 62)
	f0, f1, f2 := p0<<2|p1>>62, p1<<2|p2>>62, p2<<2
	negative := f0>>63 != 0
	if negative { // above a half: the next multiple is nearer
		q++
		f2, c = bits.Sub64(0, f2, 0)
		f1, c = bits.Sub64(0, f1, c)
		f0, _ = bits.Sub64(0, f0, c)
	}
	y, tail = quadrantToRadians(f0, f1, f2)
	if negative {
		y, tail = -y, -tail
	}
	if x < 0 {
		q, y, tail = -q, -y, -tail
	}
	return q, y, tail
}

// quadrantToRadians returns π/2 times the fraction f0 f1 f2, read as 192 bits behind the point, as the sum of two
// doubles.
func quadrantToRadians(f0, f1, f2 uint64) (y, tail float64) {
	const halfPi0, halfPi1 = 0x6487ed5110b4611a, 0x62633145c06e0e68 // π/2·2^126
	n := 0
	if f0 == 0 {
		f0, f1, f2, n = f1, f2, 0, 64
	}
	z := bits.LeadingZeros64(f0)
	n += z
	f0, f1 = f0<<z|f1>>(64-z), f1<<z|f2>>(64-z)
	hi, lo := bits.Mul64(f0, halfPi0)
	a, _ := bits.Mul64(f0, halfPi1)
	b, _ := bits.Mul64(f1, halfPi0)
	lo, c := bits.Add64(lo, a, 0)
	hi += c
	lo, c = bits.Add64(lo, b, 0)
	hi += c
	// The product is (hi, lo)·2^(-126-n), with its first bit at 61 or 62 of hi.
	s := math.Ldexp(1, -n)
	y = float64(float64(hi>>10) * float64(0x1p-52*s))
	tail = float64(float64(hi<<54|lo>>10) * float64(0x1p-116*s))
	sum := y + tail
	return sum, tail - (sum - y)
}

// twoOverPiBits is 2/π·2^1152 after a word of zeros, the most significant word first.
var twoOverPiBits = [...]uint64{
	0,
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
	0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
	0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
	0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
}
