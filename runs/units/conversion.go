package units

import "math/big"

// Conversion is what a number of a file is multiplied by and then shifted by.
type Conversion struct {
	Scale, Shift *big.Rat // nil for none
	Text         string   // behind the number, in messages
}

func (c *Conversion) of(v *big.Rat) *big.Rat {
	v = new(big.Rat).Set(v)
	if c.Scale != nil {
		v.Mul(v, c.Scale)
	}
	if c.Shift != nil {
		v.Add(v, c.Shift)
	}
	return v
}
