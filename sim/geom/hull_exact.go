package geom

import "math/bits"

// gridPoint is a point with integer coordinates, each of at most 2^53 in size.
type gridPoint struct{ X, Y, Z int64 }

func (a gridPoint) sub(b gridPoint) gridPoint { return gridPoint{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// vec returns a in double precision, each component rounded once.
func (a gridPoint) vec() Vec { return Vec{float64(a.X), float64(a.Y), float64(a.Z)} }

// int128 is a two's complement integer.
type int128 struct {
	hi int64
	lo uint64
}

func mul64(a, b int64) int128 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return int128{int64(hi) - (a>>63)&b - (b>>63)&a, lo}
}

func (a int128) sub(b int128) int128 {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, _ := bits.Sub64(uint64(a.hi), uint64(b.hi), borrow)
	return int128{int64(hi), lo}
}

// float returns a in double precision, within an ulp.
func (a int128) float() float64 {
	negative := a.hi < 0
	if negative {
		a = int128{}.sub(a)
	}
	x := float64(float64(a.hi)*(1<<64)) + float64(a.lo)
	if negative {
		return -x
	}
	return x
}

// crossExact returns u × v for differences of grid points: components below 2^110.
func crossExact(u, v gridPoint) [3]int128 {
	return [3]int128{
		mul64(u.Y, v.Z).sub(mul64(u.Z, v.Y)),
		mul64(u.Z, v.X).sub(mul64(u.X, v.Z)),
		mul64(u.X, v.Y).sub(mul64(u.Y, v.X)),
	}
}

// crossVec returns u × v, each component within an ulp of the exact one.
func crossVec(u, v gridPoint) Vec {
	c := crossExact(u, v)
	return Vec{c[0].float(), c[1].float(), c[2].float()}
}

// orientExact returns the sign of (b-a)×(c-a)·(p-a): 1 for a p above the plane from whose upper side a, b, c run
// counter-clockwise. The sum is below 2^167 in size, and 192 bits hold it.
func orientExact(a, b, c, p gridPoint) int {
	n, w := crossExact(b.sub(a), c.sub(a)), p.sub(a)
	var sum [3]uint64 // from the lowest
	for i, x := range [3]int64{w.X, w.Y, w.Z} {
		m := n[i]
		if x < 0 {
			x, m = -x, int128{}.sub(m)
		}
		carryHi, lo := bits.Mul64(m.lo, uint64(x))
		top := mul64(m.hi, x)
		mid, carry := bits.Add64(carryHi, top.lo, 0)
		high, _ := bits.Add64(uint64(top.hi), 0, carry)
		sum[0], carry = bits.Add64(sum[0], lo, 0)
		sum[1], carry = bits.Add64(sum[1], mid, carry)
		sum[2], _ = bits.Add64(sum[2], high, carry)
	}
	switch {
	case int64(sum[2]) < 0:
		return -1
	case sum[0]|sum[1]|sum[2] != 0:
		return 1
	}
	return 0
}
