package vehicle

import "github.com/prang-sim/prang/sim/geom"

// Slip returns the velocity of a contact point on the road, u in the world (m/s), along the wheel and to its left.
func (g *Grip) Slip(u geom.Vec) (along, across float64) { return g.F.Dot(u), g.G.Dot(u) }
