package reconstruct

import (
	"math"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// blow is an impact on a car at a time in milliseconds: what it gives it in the car's axes, and a yaw rate [rad/s].
type blow struct {
	at    int
	dv    geom.Vec
	spin  float64
	crush int // time from first touch on, in which it crushes [ms]
}

// struckCar is the output of a car of 20 m/s that yaws at a rate until the first of some blows, in order, for 2.6 s.
func struckCar(t *testing.T, yaw float64, list ...blow) Accelerometer {
	t.Helper()
	hits := map[int][]record.Event{}
	begins, v, w, turned := []float64{0}, []geom.Vec{{X: 20}}, []float64{yaw}, []float64{0}
	for i, b := range list {
		time := float64(b.at) / 1000
		turned = append(turned, turned[i]+w[i]*(time-begins[i]))
		q := geom.AxisAngle(geom.Vec{Z: 1}, turned[i+1])
		begins, v, w = append(begins, time), append(v, v[i].Add(q.Rotate(b.dv))), append(w, w[i]+b.spin)
		e := record.Event{Kind: record.Impact, A: 0, B: 1, Time: time}
		e.Before[0] = record.Twist{V: v[i], W: geom.Vec{Z: w[i]}}
		e.After[0] = record.Twist{V: v[i+1], W: geom.Vec{Z: w[i+1]}}
		hits[b.at] = append(hits[b.at], e)
		if b.crush > 0 {
			hits[b.at-b.crush] = append(hits[b.at-b.crush], record.Event{Kind: record.Crush, A: 0, B: 1, Time: float64(b.at-b.crush) / 1000})
		}
	}
	g := gauge(t, geom.Vec{}, 1e-3, 2.6, func(time float64) (geom.Quat, geom.Vec, geom.Vec) {
		k := 0
		for k+1 < len(begins) && begins[k+1] < time+5e-4 {
			k++
		}
		return geom.AxisAngle(geom.Vec{Z: 1}, turned[k]+w[k]*(time-begins[k])), v[k], geom.Vec{Z: w[k]}
	}, hits)
	g.asked.Criteria = VehicleCriteria
	return g.Accelerometer()
}

// wall is a blow of 10 m/s on the front: half a sine of 0.1 s, in which a free occupant moves by half a metre; he meets the front
// 10 ms after it, as fast as that, when nothing slows the car any more.
var wall = blow{dv: geom.Vec{X: -10}}

func (b blow) when(at int) blow {
	b.at = at
	return b
}

func wantWall(t *testing.T, a *Accelerometer, from float64) {
	t.Helper()
	o, h, c := a.Severity.OIV, a.THIV, a.Collision.OLC
	if o == nil || h == nil || c == nil {
		t.Fatalf("%+v %+v %+v", o, h, c)
	}
	near(t, "OIV", o.Longitudinal, 10, 0.01)
	near(t, "lateral", o.Lateral, 0, 1e-9)
	near(t, "ridedown", o.RidedownX, 0, 0.05)
	near(t, "met", o.Time, from+0.11, 2e-4)
	near(t, "THIV", h.Value, 10, 0.01)
	near(t, "THIV met", h.Time, from+0.11, 2e-4)
	near(t, "PHD", h.PHD, 0, 0.05)
	near(t, "held", heldBy(c.Value*StandardGravity, func(t float64) float64 { return 5 * (1 - math.Cos(math.Pi*math.Min(1, t/Pulse))) }), olcHeld, 1e-3)
	for _, v := range []float64{o.From, h.From, c.From} {
		near(t, "from", v, from, 1e-12)
	}
}

// A light touch two seconds before the wall, or after it, forward, to a side or from behind, with a crush time or without, changes
// no figure of the occupant: they are those of the wall alone.
func TestGauge_LightTouchIsACollisionOfItsOwn(t *testing.T) {
	for _, order := range []struct{ wall, touch int }{{2300, 300}, {300, 2300}} {
		alone := struckCar(t, 0, wall.when(order.wall))
		wantWall(t, &alone, float64(order.wall)/1000)
		for _, touch := range []blow{{dv: geom.Vec{X: -0.1, Y: 0.4}}, {dv: geom.Vec{X: 2}}, {dv: geom.Vec{Y: -3}, crush: 40}} {
			list := []blow{wall.when(order.wall), touch.when(order.touch)}
			if order.touch < order.wall {
				slices.Reverse(list)
			}
			both := struckCar(t, 0, list...)
			later := math.Max(float64(order.wall), float64(order.touch-touch.crush)) / 1000
			o, h, c := both.Severity.OIV, both.THIV, both.Collision.OLC
			near(t, "OIV, with a touch", o.Longitudinal, alone.Severity.OIV.Longitudinal, 1e-9)
			near(t, "ridedown, with a touch", o.RidedownX, alone.Severity.OIV.RidedownX, 5e-3) // CFC 180 is phaseless, and begins before it
			near(t, "THIV, with a touch", h.Value, alone.THIV.Value, 1e-9)
			near(t, "PHD, with a touch", h.PHD, alone.THIV.PHD, 5e-3)
			near(t, "OLC, with a touch", c.Value, alone.Collision.OLC.Value, 1e-9)
			if from := float64(order.wall) / 1000; o.From != from || h.From != from || c.From != from {
				t.Errorf("%+v %+v %+v", o, h, c)
			}
			near(t, "ASI", both.Severity.ASI, alone.Severity.ASI, 1e-9)
			if len(alone.Later) != 0 || len(both.Later) != 1 || math.Abs(both.Later[0]-later) > 1e-9 {
				t.Errorf("later collisions %v, and %v without a touch", both.Later, alone.Later)
			}
		}
	}
}

// Touches before and after the wall, both of them a second away.
func TestGauge_CollisionBetweenOthers(t *testing.T) {
	a := struckCar(t, 0, blow{at: 200, dv: geom.Vec{Y: 1}}, wall.when(1300), blow{at: 2300, dv: geom.Vec{Y: 1}})
	wantWall(t, &a, 1.3)
	if !slices.Equal(a.Later, []float64{1.3, 2.3}) {
		t.Errorf("%v", a.Later)
	}
}

// Whether the touch, or something else before the run, has set the car spinning is one to a head that meets the inside later.
func TestGauge_LaterCollisionHasItsYawRate(t *testing.T) {
	const w = 4.0
	side := blow{dv: geom.Vec{X: -9, Y: -5}, spin: 3}
	before := struckCar(t, w, side.when(2300))
	touch := struckCar(t, 0, blow{at: 300, dv: geom.Vec{Y: 0.1}, spin: w}, side.when(2300))
	near(t, "THIV", touch.THIV.Value, before.THIV.Value, 1e-9)
	near(t, "met", touch.THIV.Time, before.THIV.Time, 1e-9)
	if still := struckCar(t, 0, side.when(2300)); math.Abs(still.THIV.Value-before.THIV.Value) < 0.1 {
		t.Errorf("THIV %g m/s whether it yaws or not", still.THIV.Value)
	}
}

// A touch of 2 m/s, which carries the occupant to the front 0.35 s later, is of one collision with the wall until half a second has
// passed without an impulse after its 0.1 s, and tells of itself alone.
func TestGauge_CollisionsAreHalfASecondApart(t *testing.T) {
	touch := blow{at: 300, dv: geom.Vec{X: -2}}
	near1 := struckCar(t, 0, touch, wall.when(890))
	near(t, "OIV", near1.Severity.OIV.Longitudinal, 2, 0.01)
	near(t, "from", near1.Severity.OIV.From, 0.3, 1e-12)
	near(t, "ridedown", near1.Severity.OIV.RidedownX, -10*math.Sin(math.Pi/20)/0.01/StandardGravity, 0.1)
	if near1.Later != nil {
		t.Errorf("%v", near1.Later)
	}
	apart := struckCar(t, 0, touch, wall.when(910))
	wantWall(t, &apart, 0.91)
}

// Impulses are in the order of their impacts, and the crush of a later one may have begun before.
func TestGauge_ClustersBeginWithTheFirstTouch(t *testing.T) {
	g := &Gauge{kicks: []velocityJump{
		{time: 0.3, length: 0.1, dv: geom.Vec{X: -4}}, {time: 1.25, length: 0.25, dv: geom.Vec{Y: 1}}, {time: 0.23, length: 0.09, dv: geom.Vec{X: -6}},
		{time: 0.31, length: 0.01, dv: geom.Vec{Z: 1}},
	}}
	for gap, want := range map[float64][]cluster{
		0:   {{0.23, 0.4, geom.Vec{X: -10, Z: 1}}, {1.25, 1.5, geom.Vec{Y: 1}}},
		0.9: {{0.23, 1.5, geom.Vec{X: -10, Y: 1, Z: 1}}},
	} {
		if got := g.clusters(gap); !slices.Equal(got, want) {
			t.Errorf("within %g s: %+v, want %+v", gap, got, want)
		}
	}
}

// An occupant who is thrown to a side by 5 m/s was in a worse collision than one who flies forward by 3, whichever is first.
func TestGauge_WorstCollisionMayBeToASide(t *testing.T) {
	side, front := blow{at: 300, dv: geom.Vec{X: 1, Y: 5}}, blow{at: 300, dv: geom.Vec{X: -3}}
	for from, list := range map[float64][]blow{0.3: {side, front.when(1300)}, 1.3: {front, side.when(1300)}} {
		a := struckCar(t, 0, list...)
		near(t, "to the right", a.Severity.OIV.Lateral, -5, 0.01)
		for _, v := range []float64{a.Severity.OIV.From, a.THIV.From} {
			near(t, "from", v, from, 1e-12)
		}
	}
}

// In the last collision the occupant would meet the front first when the run is over: what is told is of the one before.
func TestGauge_CollisionsEndWithTheRun(t *testing.T) {
	first, last := blow{at: 300, dv: geom.Vec{X: -1}}, blow{at: 2150, dv: geom.Vec{X: -1.2}} // after 0.05 s and 0.6 m: at 0.95 s and 2.7 s
	a, alone := struckCar(t, 0, first, last), struckCar(t, 0, first)
	if o, h := a.Severity.OIV, a.THIV; len(a.Later) != 1 || o.From != 0.3 || h.From != 0.3 || o.Longitudinal != alone.Severity.OIV.Longitudinal {
		t.Errorf("%v, %+v, %+v, alone %+v", a.Later, o, h, alone.Severity.OIV)
	}
}

// The largest pulse, from a side, has no criterion that holds forward; the front of the car was struck before.
func TestGauge_OLCIsOfTheWorstCollision(t *testing.T) {
	front, side := blow{dv: geom.Vec{X: -6}}, blow{dv: geom.Vec{Y: 12}}
	alone := struckCar(t, 0, front.when(300)).Collision
	both := struckCar(t, 0, front.when(300), side.when(1300)).Collision
	if math.Abs(both.OLC.Value-alone.OLC.Value) > 1e-9 || both.OLC.From != 0.3 || both.From != 1.3 || math.Abs(both.DeltaVY-12) > 0.01 {
		t.Errorf("%+v %+v, alone %+v", both, both.OLC, alone.OLC)
	}
	// From behind, or the side, and forward after that.
	for _, first := range []geom.Vec{{X: 8}, {Y: 12}} {
		both = struckCar(t, 0, blow{at: 300, dv: first}, front.when(1300)).Collision
		if both.From != 0.3 || both.OLC == nil || both.OLC.From != 1.3 || math.Abs(both.OLC.Value-alone.OLC.Value) > 1e-9 {
			t.Errorf("%+v %+v, alone %+v", both, both.OLC, alone.OLC)
		}
	}
}

// The change of velocity of the largest collision is that of its own pulse, whatever comes soon after.
func TestGauge_LargestCollisionEndsWithItsPulse(t *testing.T) {
	for _, after := range []int{480, 620} {
		c := struckCar(t, 0, wall.when(300), blow{at: after, dv: geom.Vec{X: 3, Y: 2}}).Collision
		near(t, "until", c.Until, 0.4, 1e-12)
		near(t, "forward", c.DeltaVX, -10, 0.01)
		near(t, "to the left", c.DeltaVY, 0, 0.01)
	}
}

// Heads and chests have no collisions of occupants.
func TestGauge_HeadsHaveNoLaterCollisions(t *testing.T) {
	hit := func(at float64) record.Event {
		e := record.Event{Kind: record.Impact, A: 0, B: 1, Time: at}
		e.After[0].V.X = 1
		return e
	}
	g := gauge(t, geom.Vec{}, 1e-3, 1, func(float64) (geom.Quat, geom.Vec, geom.Vec) { return geom.IdentityQuat(), geom.Vec{}, geom.Vec{} },
		map[int][]record.Event{10: {hit(0.01)}, 900: {hit(0.9)}})
	for c, want := range map[Criteria]int{LoadCriteria: 0, ASI | HIC15: 1} {
		g.asked.Criteria = c
		if a := g.Accelerometer(); len(a.Later) != want {
			t.Errorf("criteria %b: %v", c, a.Later)
		}
	}
}
