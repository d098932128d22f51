package reconstruct

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// THIV is the theoretical head impact velocity: that at which a head that flies on as the vehicle was before it was struck
// meets the inside, 0.6 m ahead or 0.3 m beside where it was, as seen from the vehicle, whose yawing counts; and the largest
// mean of the vehicle's acceleration in its plane over 10 ms after that, until the next collision, the post-impact head
// deceleration. It is that of the collision in which the velocity is largest. The head is at the
// accelerometer, which is to be near the centre of mass. Source: EN 1317-1:1998, sections 6 and 7, with 0.6 m for D_x, 0.3 m
// for D_y and 0 for X_0.
type THIV struct {
	From  float64 `json:"from"`  // when the collision begins, from which the head is free [s]
	Value float64 `json:"thiv"`  // [m/s]
	Time  float64 `json:"time"`  // of the meeting [s]
	PHD   float64 `json:"phd_g"` // 0 where the run, or the time until the next collision, ends within 10 ms
}

// thiv returns the velocity of a collision; nil where the head meets nothing until the next one.
func thiv(e *episode) *THIV {
	a, turn, yaw := e.a, e.turn, e.yaw
	const h = 1.0 / gaugeRate
	// In the axes that the vehicle had when it was struck, moving on with it: its heading, velocity and place.
	var heading, vx, vy, x, y float64
	ax, ay := a[0].X, a[0].Y
	for i := 1; i < len(a); i++ {
		rate := yaw + float64((turn[i]+turn[i-1])/2*h)
		heading += float64((yaw + rate) / 2 * h)
		yaw = rate
		sin, cos := geom.SinCos(heading)
		bx, by := float64(a[i].X*cos)-float64(a[i].Y*sin), float64(a[i].X*sin)+float64(a[i].Y*cos)
		wx, wy := vx+float64((ax+bx)/2*h), vy+float64((ay+by)/2*h)
		x, y = x+float64((vx+wx)/2*h), y+float64((vy+wy)/2*h)
		vx, vy, ax, ay = wx, wy, bx, by
		// The head from the vehicle, in its axes.
		dx, dy := -float64(x*cos)-float64(y*sin), float64(x*sin)-float64(y*cos)
		if math.Abs(dx) < flailX && math.Abs(dy) < flailY {
			continue
		}
		ux := float64(dy*yaw) - float64(vx*cos) - float64(vy*sin)
		uy := float64(vx*sin) - float64(vy*cos) - float64(dx*yaw)
		t := &THIV{From: e.from, Value: math.Sqrt(float64(ux*ux) + float64(uy*uy)), Time: sampleTime(e.from, i)}
		for _, m := range moving(a[i:], gaugeRate/100) {
			t.PHD = math.Max(t.PHD, math.Sqrt(float64(m.X*m.X)+float64(m.Y*m.Y))/StandardGravity)
		}
		return t
	}
	return nil
}
