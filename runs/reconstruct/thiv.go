package reconstruct

import "math"

// THIV is the theoretical head impact velocity: that at which a head that flies on as the vehicle was before it was struck
// meets the inside, 0.6 m ahead or 0.3 m beside where it was, as seen from the vehicle, whose yawing counts; and the largest
// mean of the vehicle's acceleration in its plane over 10 ms after that, the post-impact head deceleration. The head is at the
// accelerometer, which is to be near the centre of mass. Source: EN 1317-1:1998, sections 6 and 7, with 0.6 m for D_x, 0.3 m
// for D_y and 0 for X_0.
type THIV struct {
	Value float64 `json:"thiv"`  // [m/s]
	Time  float64 `json:"time"`  // of the meeting [s]
	PHD   float64 `json:"phd_g"` // 0 where the run ends within 10 ms
}

// thiv returns the velocity of readings from the first touch on; nil where the head meets nothing until they end.
func (g *Gauge) thiv(o *outputs) *THIV {
	a := o.fine[o.first:o.n]
	turn := g.yawing(o.from-settling, o.n)
	CFC180.Filter(turn, 1.0/gaugeRate)
	turn = turn[o.first:]
	hit := sampleTime(o.from, o.first-settlingSamples)
	const h = 1.0 / gaugeRate
	// In the axes that the vehicle had when it was struck, moving on with it: its heading, velocity and place.
	yaw, heading := g.yawRate(hit), 0.0
	var vx, vy, x, y float64
	ax, ay := a[0].X, a[0].Y
	for i := 1; i < len(a); i++ {
		rate := yaw + (turn[i]+turn[i-1])/2*h
		heading += (yaw + rate) / 2 * h
		yaw = rate
		sin, cos := math.Sincos(heading)
		bx, by := a[i].X*cos-a[i].Y*sin, a[i].X*sin+a[i].Y*cos
		wx, wy := vx+(ax+bx)/2*h, vy+(ay+by)/2*h
		x, y = x+(vx+wx)/2*h, y+(vy+wy)/2*h
		vx, vy, ax, ay = wx, wy, bx, by
		// The head from the vehicle, in its axes.
		dx, dy := -x*cos-y*sin, x*sin-y*cos
		if math.Abs(dx) < flailX && math.Abs(dy) < flailY {
			continue
		}
		ux, uy := -vx*cos-vy*sin+dy*yaw, vx*sin-vy*cos-dx*yaw
		t := &THIV{Value: math.Sqrt(ux*ux + uy*uy), Time: sampleTime(hit, i)}
		for _, m := range moving(a[i:], gaugeRate/100) {
			t.PHD = math.Max(t.PHD, math.Sqrt(m.X*m.X+m.Y*m.Y)/StandardGravity)
		}
		return t
	}
	return nil
}
