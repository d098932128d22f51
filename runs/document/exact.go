package document

import (
	"math/big"

	"github.com/prang-sim/prang/runs/units"
)

// ExactBits is the precision of numbers of which sums and products are all but exact.
const ExactBits = 256

// ExactNumber returns a quantity that has been read without a problem, zero where there is none.
func (o *Object) ExactNumber(key string, dim units.Dimension) *big.Float {
	v := new(big.Float).SetPrec(ExactBits)
	if _, exact, ok := o.Exact(key, dim); ok {
		v.SetRat(exact.Rat())
	}
	return v
}

// ExactVector returns a vector that has been read without a problem, zeros where there is none.
func (o *Object) ExactVector(key string, dim units.Dimension) (v [3]*big.Float) {
	for axis := range v {
		v[axis] = new(big.Float).SetPrec(ExactBits)
		if n := o.Values[key]; n != nil {
			if _, exact, ok := o.Decoder.Quantity(n.Content[axis], At(Join(o.Path, key), axis), dim); ok {
				v[axis].SetRat(exact.Rat())
			}
		}
	}
	return v
}
