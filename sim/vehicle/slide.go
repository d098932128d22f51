package vehicle

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// slipCheck is the factor on a slip at which a curve that no longer rises is told.
const slipCheck = 1.01

// Slides reports whether the tyre of a contact slides over the road, so that it leaves a mark, when its contact point moves
// at along [m/s] in the wheel's direction and at across [m/s] to its left: the wheel is locked, or the side slip has
// reached the peak of the tyre's curve, beyond which the force no longer rises. A tyre of Coulomb slides when it slips
// sideways at all. Below 0.2 m/s none slides.
func (v *Vehicle) Slides(g *Grip, along, across float64) bool {
	if !(float64(along*along)+float64(across*across) > standing*standing) {
		return false
	}
	if g.brake > lockFrom {
		return true
	}
	w := &v.Wheels[g.Wheel]
	side := math.Abs(across)
	if w.Tyre == Coulomb {
		return side > standing
	}
	c := tyreAt(w.Tyre, g.Load, w.Load, float64(w.Friction*g.surface), g.stiff)
	slip := side / math.Max(math.Abs(along), leastRolling)
	return c.force(float64(slipCheck*slip)) <= c.force(slip) && side > standing
}

// Slip returns the velocity of a contact point on the road, u in the world [m/s], along the wheel and to its left.
func (g *Grip) Slip(u geom.Vec) (along, across float64) { return g.F.Dot(u), g.G.Dot(u) }
