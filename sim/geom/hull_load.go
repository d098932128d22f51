package geom

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// load rounds the points to the grid, sorts them and drops repetitions.
func (b *hullBuilder) load(points []Vec) error {
	size := 0.0
	for i, p := range points {
		if !p.IsFinite() || p.MaxAbs() > maxCoordinate {
			return fmt.Errorf("hull: point %d: %w: it is (%v, %v, %v); give metres from an origin near the body", i, ErrCoordinate, p.X, p.Y, p.Z)
		}
		size = math.Max(size, p.MaxAbs())
	}
	_, exponent := math.Frexp(size)
	b.unit = hullBits - exponent
	type pair struct {
		p Vec
		q gridPoint
	}
	list := make([]pair, len(points))
	for i, p := range points {
		p = noMinusZero(p)
		list[i] = pair{p, gridPoint{b.grid(p.X), b.grid(p.Y), b.grid(p.Z)}}
	}
	slices.SortFunc(list, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.q.X, b.q.X), cmp.Compare(a.q.Y, b.q.Y), cmp.Compare(a.q.Z, b.q.Z), compareVec(a.p, b.p))
	})
	list = slices.CompactFunc(list, func(a, b pair) bool { return a.q == b.q })
	slices.SortFunc(list, func(a, b pair) int { return compareVec(a.p, b.p) })
	if len(list) < 4 {
		return fmt.Errorf("hull: %w: there are %d of %d; add points that are not in one plane", ErrHullPoints, len(list), len(points))
	}
	b.distinct = len(list)
	b.p, b.q = make([]Vec, len(list)), make([]gridPoint, len(list))
	for i := range list {
		b.p[i], b.q[i] = list[i].p, list[i].q
	}
	return nil
}

// grid returns x, of the size that unit is for, in units of the grid.
func (b *hullBuilder) grid(x float64) int64 {
	x = math.Ldexp(x, b.unit)
	if math.Abs(x) < 1<<(hullBits-1) { // beyond, it is an integer
		x = math.Floor(x + 0.5)
	}
	const most = 1 << hullBits
	return int64(math.Max(-most, math.Min(x, most)))
}

func noMinusZero(a Vec) Vec {
	for _, x := range [3]*float64{&a.X, &a.Y, &a.Z} {
		if *x == 0 {
			*x = 0
		}
	}
	return a
}

func compareVec(a, b Vec) int {
	return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z))
}
