package vehicle

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
)

// driven returns a vehicle of full size with a driver on a path; its wheels are 3 m apart, the rear ones 1 m behind the centre.
func driven(path ...mgl64.Vec2) *Vehicle {
	return &Vehicle{driver: &DriverDef{Path: path}, base: 3, rear: -1}
}

// TestNearest_FollowsThePath: a driver goes on from the line that he has reached, through bends that are hardly farther away than
// he is, and never over to a later part that he will cross; at the start he takes the first of what is near.
func TestNearest_FollowsThePath(t *testing.T) {
	crossing := driven(mgl64.Vec2{0, 0}, mgl64.Vec2{100, 0}, mgl64.Vec2{100, 50}, mgl64.Vec2{50, 50}, mgl64.Vec2{50, -50})
	hairpin := driven(mgl64.Vec2{-20, 0.5}, mgl64.Vec2{2, 0.5}, mgl64.Vec2{2, -0.2}, mgl64.Vec2{-20, -0.2})
	for _, c := range []struct {
		what       string
		v          *Vehicle
		x, y       float64
		from, leg  int32
		share, off float64
	}{
		{"before the crossing", crossing, 50, 0.3, 1, 1, 0.5, 0.3},
		{"after it", crossing, 50.2, 0.3, 4, 4, 0.497, 0.2},
		{"at the start, at the crossing", crossing, 50, 0.3, 0, 1, 0.5, 0.3},
		{"at the start, where only the end is near", crossing, 51, -30, 0, 4, 0.8, 1},
		{"before the beginning", crossing, -10, 1, 1, 1, -0.1, 1},
		{"beyond the end", crossing, 50, -60, 4, 4, 1.1, 0},
		{"outside of a corner", crossing, 103, -4, 1, 1, 1, 5},
		{"past a corner", crossing, 101, 10, 1, 2, 0.2, 1},
		{"in a hairpin", hairpin, 0, 0, 1, 3, 2.0 / 22, 0.2},
		{"in front of a hairpin", hairpin, -10, 0.5, 1, 1, 10.0 / 22, 0},
	} {
		at := c.v.nearest(geom.Vec{X: c.x, Y: c.y, Z: 7}, c.from)
		if at.leg != c.leg || math.Abs(at.share-c.share) > 1e-12 {
			t.Errorf("%s: line %d at %g, want %d at %g", c.what, at.leg, at.share, c.leg, c.share)
		}
		if a, e := c.v.leg(at.leg); math.Abs(math.Hypot(c.x-a.X-at.share*e.X, c.y-a.Y-at.share*e.Y)-c.off) > 1e-12 {
			t.Errorf("%s: it is not %g m away", c.what, c.off)
		}
	}
}

// TestAlong_GoesRoundCorners, and on beyond the end.
func TestAlong_GoesRoundCorners(t *testing.T) {
	v := driven(mgl64.Vec2{0, 0}, mgl64.Vec2{100, 0}, mgl64.Vec2{100, 50}, mgl64.Vec2{50, 50})
	for _, c := range []struct{ share, way, x, y float64 }{
		{0.25, 30, 55, 0}, {0.9, 10, 100, 0}, {0.9, 30, 100, 20}, {0.9, 70, 90, 50}, {0.9, 130, 30, 50}, {-0.1, 30, 20, 0},
	} {
		if p := v.along(onPath{leg: 1, share: c.share}, c.way); math.Hypot(p.X-c.x, p.Y-c.y) > 1e-12 {
			t.Errorf("%g m on from %g of the first line is %v, want %g, %g", c.way, c.share, p, c.x, c.y)
		}
	}
}

// TestPursue_IsACircleThroughThePointAhead: the angle is that of a wheelbase on the circle that touches the heading at the rear axle
// and goes through a point of the path as far ahead as the speed asks for, forwards or backwards; to the left of it above zero.
func TestPursue_IsACircleThroughThePointAhead(t *testing.T) {
	for _, yaw := range []float64{0, 1, -2.5} {
		q := geom.QuatExp(geom.Vec{Z: yaw})
		for _, side := range []float64{-2, -0.3, 0.5, 3} {
			// A path parallel to the heading, to the left by side.
			point := func(x float64) mgl64.Vec2 {
				p := q.Rotate(geom.Vec{X: x, Y: side})
				return mgl64.Vec2{5 + p.X, -3 + p.Y}
			}
			v := driven(point(-50), point(-20), point(200))
			body := geom.Transform{P: geom.Vec{X: 5, Y: -3, Z: 0.6}, Q: q}
			for _, speed := range []float64{0, 8, 30} {
				ahead := math.Max(leastLookAhead, lookAhead*speed)
				// A chord of a circle of radius r at a distance d, side of it across: side/d = d/(2 r).
				want := math.Atan(3 * 2 * side / (ahead*ahead + side*side))
				for _, s := range []float64{speed, -speed} {
					if angle, leg := v.pursue(body, s, 1); math.Abs(angle-want) > 1e-12 || leg != 2 {
						t.Errorf("yaw %g, %g m aside, %g m/s: %g rad on line %d, want %g", yaw, side, s, angle, leg, want)
					}
				}
				v.driver.SteerLimit = 0.01
				if angle, _ := v.pursue(body, speed, 1); math.Abs(angle-math.Max(-0.01, math.Min(0.01, want))) > 1e-12 {
					t.Errorf("with a limit of 0.01 it is %g", angle)
				}
				v.driver.SteerLimit = 0
			}
		}
	}
}

// TestScale is that of the wheelbase, whichever end is steered.
func TestScale(t *testing.T) {
	for base, want := range map[float64]float64{3: 1, 2: 1, -2.5: 1, 0.5: 0.25, -0.5: 0.25, 0: 1} {
		if got := (&Vehicle{base: base}).scale(); got != want {
			t.Errorf("a wheelbase of %g m has the scale %g, want %g", base, got, want)
		}
	}
}

// TestSpeedAt is linear between entries, also of unequal lengths, and constant after the last.
func TestSpeedAt(t *testing.T) {
	s := []SpeedAt{{Time: 1, Speed: 20}, {Time: 3, Speed: 30}, {Time: 7, Speed: 10}}
	for _, c := range []struct{ t, speed, rate float64 }{{1, 20, 5}, {1.5, 22.5, 5}, {3, 30, -5}, {6, 15, -5}, {7, 10, 0}, {9, 10, 0}} {
		if speed, rate := speedAt(s, c.t); speed != c.speed || rate != c.rate {
			t.Errorf("at %g s: %g m/s, %g m/s², want %g, %g", c.t, speed, rate, c.speed, c.rate)
		}
	}
}
