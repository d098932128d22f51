package reconstruct

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Stiffness is the resistance of a side of a vehicle to crush: at a depth C [m] the force is A + B C per metre of its
// width. The zero value means unknown.
//
// Source: K. L. Campbell, "Energy basis for collision severity", SAE 740565 (1974); CRASH3 User's Guide and Technical
// Manual, NHTSA, DOT HS 805 732 (1981).
type Stiffness struct {
	A float64 // up to which nothing is left of a crush [N/m]
	B float64 // [N/m²], above zero
}

// Energy returns the energy that crushes a width w to the depth c, both in m [J]: w (A c + B c²/2 + A²/2B).
func (s Stiffness) Energy(c, w float64) float64 {
	f := s.A + float64(s.B*c)
	return float64(w*float64(f*f)) / float64(2*s.B)
}

// Depth returns the depth of crush [m] by an energy e [J] over a width w [m]; zero if the energy is too small to leave
// any. It is no number where the stiffness is unknown.
func (s Stiffness) Depth(e, w float64) float64 {
	return math.Max(0, (math.Sqrt(float64(2*s.B)*math.Max(0, e)/w)-s.A)/s.B)
}

// Sides is the stiffness of a vehicle's sides.
type Sides struct{ Front, Side, Rear Stiffness }

// lb/in and lb/in² of force in SI.
const (
	poundInch       = 4.4482216152605 / 0.0254
	poundSquareInch = poundInch / 0.0254
)

func american(a, b float64) Stiffness {
	return Stiffness{A: float64(a * poundInch), B: float64(b * poundSquareInch)}
}

// CrashClasses are the names of CRASH3's classes of vehicles, in order: cars with wheelbases of 2.05–2.41 m, to 2.58,
// to 2.80, to 2.98, to 3.13, to 3.81 m, then vans and pickups.
var CrashClasses = []string{"mini", "subcompact", "compact", "intermediate", "full-size", "large", "van", "pickup"}

// CrashClass returns the stiffness of a CRASH3 class by its name; false if there is none. Vans and pickups have no
// side, pickups no rear. The values are means of American cars of the 1970s: modern cars are stiffer.
//
// Source: CRASH3 User's Guide and Technical Manual, NHTSA, DOT HS 805 732 (1981), stiffness coefficients by class, in
// lb/in and lb/in². The numbers have not been checked against the manual, of which no copy was at hand: if a result
// depends on them, give A and B from crash tests of the vehicle instead.
func CrashClass(name string) (Sides, bool) {
	switch name {
	case "mini":
		return Sides{american(302, 47), american(77, 37), american(366, 38)}, true
	case "subcompact":
		return Sides{american(259, 43), american(140, 67), american(391, 41)}, true
	case "compact":
		return Sides{american(317, 56), american(173, 57), american(410, 44)}, true
	case "intermediate":
		return Sides{american(356, 34), american(143, 50), american(357, 13)}, true
	case "full-size", "large":
		return Sides{american(325, 37), american(177, 47), american(297, 70)}, true
	case "van":
		return Sides{Front: american(383, 126), Rear: american(300, 55)}, true
	case "pickup":
		return Sides{Front: american(480, 50)}, true
	}
	return Sides{}, false
}

// Crush is the crush of a side of a vehicle by a collision, uniform over its width, by CRASH3.
type Crush struct {
	Side   string  `json:"side"`   // front, right, rear or left: that which the PDOF is nearest to
	Width  float64 `json:"width"`  // of the contact along that side [m]
	Energy float64 `json:"energy"` // that the vehicle takes up [J]
	Depth  float64 `json:"depth"`  // of what is left of the crush, at right angles to the side [m]
	A      float64 `json:"a"`      // [N/m]
	B      float64 `json:"b"`      // [N/m²]
}

// Stiffen sets the stiffness of the vehicle with a name, so that the crush of its collisions is computed.
func (b *Builder) Stiffen(name string, s Sides) {
	for i := range b.cars {
		if c := &b.cars[i]; c.vehicle.Body == name {
			c.stiff = s
		}
	}
}

// crush computes the crush of a collision of a vehicle. The force on both vehicles is the same, and each is a spring of
// the stiffness k = w B. If both stiffnesses are known, each absorbs the share (1/k) / (1/k1 + 1/k2) of the energy
// lost, and its EES follows from that; otherwise the energy is that of the EES. A force at an angle α to the side's
// normal crushes with the energy times cos²α.
func (b *Builder) crush(c *car, n int) {
	r := &c.vehicle.Collisions[n]
	if r.Via != "" {
		return
	}
	side, w, cos := b.struckSide(c, n)
	s := c.stiff.of(side)
	if !(s.B > 0) || !(w > 0) || r.PDOF == nil {
		return
	}
	energy := b.share(c.hits[n].partner) * r.EnergyLost
	if p, k := b.opposite(c, n); p != nil {
		other, width, _ := b.struckSide(p, k)
		if o := p.stiff.of(other); o.B > 0 && width > 0 {
			own, its := 1/float64(w*s.B), 1/float64(width*o.B)
			energy = r.EnergyLost * own / (own + its)
			r.EES = math.Sqrt(math.Max(0, 2*energy/c.kg))
		}
	}
	r.Crush = &Crush{Side: side, Width: w, Energy: energy, Depth: s.Depth(math.Max(0, energy)*cos*cos, w), A: s.A, B: s.B}
}

// of returns the stiffness of a side.
func (s *Sides) of(side string) Stiffness {
	switch side {
	case "front":
		return s.Front
	case "rear":
		return s.Rear
	}
	return s.Side
}

// opposite returns the vehicle that a vehicle has collided with, and which of its collisions that is; nil for another
// body.
func (b *Builder) opposite(c *car, n int) (*car, int) {
	for i := range b.cars {
		p := &b.cars[i]
		if p.Object != c.hits[n].partner {
			continue
		}
		for k := range p.hits {
			if p.hits[k].partner == c.Object && p.vehicle.Collisions[k].Via == "" && p.vehicle.Collisions[k].Time == c.vehicle.Collisions[n].Time {
				return p, k
			}
		}
	}
	return nil, 0
}

// struckSide returns the side nearest to the force of a collision, the width of the contact along it, and the cosine of
// the angle between the force and the side's normal. The width is what both bodies' boxes have in common along the
// side, or that of the side if the other body has no box or no known position.
func (b *Builder) struckSide(c *car, n int) (side string, width, cos float64) {
	r := &c.vehicle.Collisions[n]
	if r.PDOF == nil {
		return "", 0, 0
	}
	quarter := math.Mod(math.Floor((*r.PDOF+45)/90), 4)
	cos = math.Cos((*r.PDOF - 90*quarter) * math.Pi / 180)
	along := geom.Vec{Y: 1}
	if quarter == 1 || quarter == 3 {
		along = geom.Vec{X: 1}
	}
	o := &b.objects[c.Object]
	lo, hi := o.Offset.Dot(along)-o.Half.Dot(along), o.Offset.Dot(along)+o.Half.Dot(along)
	if from, to, ok := b.spanOf(c, n, along); ok && math.Min(hi, to) > math.Max(lo, from) {
		lo, hi = math.Max(lo, from), math.Min(hi, to)
	}
	return [4]string{"front", "right", "rear", "left"}[int(quarter)], hi - lo, cos
}

// spanOf returns the interval that the box of a collision's partner covers along an axis of the vehicle, at the
// collision.
func (b *Builder) spanOf(c *car, n int, axis geom.Vec) (from, to float64, ok bool) {
	h := &c.hits[n]
	if h.partner < 0 || int(h.partner) >= len(b.objects) {
		return 0, 0, false
	}
	o := &b.objects[h.partner]
	pose := geom.Transform{P: o.Position, Q: o.Attitude}
	if p, k := b.opposite(c, n); p != nil {
		pose = p.hits[k].pose
	} else if o.Kind != record.Static || pose.Q == (geom.Quat{}) {
		return 0, 0, false
	}
	if !(o.Half.X > 0 && o.Half.Y > 0) {
		return 0, 0, false
	}
	from, to = math.Inf(1), math.Inf(-1)
	for k := range 8 {
		v := o.Half
		if k&1 != 0 {
			v.X = -v.X
		}
		if k&2 != 0 {
			v.Y = -v.Y
		}
		if k&4 != 0 {
			v.Z = -v.Z
		}
		at := h.pose.Q.RotateInv(pose.Apply(o.Offset.Add(v)).Sub(h.pose.P)).Dot(axis)
		from, to = math.Min(from, at), math.Max(to, at)
	}
	return from, to, true
}
