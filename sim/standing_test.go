package sim_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// standing is a scene of bodies that are put down where they shall stay.
type standing struct {
	name  string
	dt    float64
	awake float64 // for how long the long tests hold it awake [s]
	heavy bool    // of the long tests alone
	build func(def *sim.Definition)
}

// pile adds a box of half extents half at p.
func pile(def *sim.Definition, half, p mgl64.Vec3, mass float64) *sim.BodyDef {
	def.Bodies = append(def.Bodies, sim.BodyDef{Name: fmt.Sprint(len(def.Bodies)), Half: half, Mass: mass, Position: p})
	return &def.Bodies[len(def.Bodies)-1]
}

// cardHouse is three storeys of cards of 63 × 88 × 1 mm and 1.8 g: tents of two cards that lean 20° from upright
// against each other, three, two and one of them, and level cards between the storeys. Each level card lies on both
// cards of the outer tent below it: on one alone, the tent would be pushed over, whatever the friction (V/H of 2.7 at
// its ridge).
func cardHouse(def *sim.Definition) {
	const a = 20 * math.Pi / 180
	const t, l = 0.0005, 0.044 // half thickness and half length
	dx, dz := t*math.Cos(a)+l*math.Sin(a), t*math.Sin(a)+l*math.Cos(a)
	z := 0.0
	level := [][]float64{{-0.04401, 0.04401}, {0}, {}}
	for storey, ridges := range [][]float64{{-0.086, 0, 0.086}, {-0.0425, 0.0425}, {0}} {
		for _, x := range ridges {
			for _, s := range []float64{-1, 1} {
				pile(def, mgl64.Vec3{t, 0.0315, l}, mgl64.Vec3{x + s*dx, 0, z + dz}, 0.0018).Attitude = mgl64.QuatRotate(-s*a, mgl64.Vec3{0, 1, 0})
			}
		}
		z += 2 * dz
		for _, x := range level[storey] {
			pile(def, mgl64.Vec3{l, 0.0315, t}, mgl64.Vec3{x, 0, z + t}, 0.0018)
		}
		z += 2 * t
	}
}

var standings = []standing{
	{"stack of 10", 1.0 / 240, 60, false, func(def *sim.Definition) {
		for i := range 10 {
			pile(def, mgl64.Vec3{0.5, 0.5, 0.5}, mgl64.Vec3{0, 0, 0.5 + float64(i)}, 1000)
		}
	}},
	{"pyramid of base 20", 1.0 / 60, 0, true, func(def *sim.Definition) {
		for row := range 20 {
			for i := range 20 - row {
				pile(def, mgl64.Vec3{0.5, 0.5, 0.5}, mgl64.Vec3{float64(i) + 0.5*float64(row), 0, 0.5 + float64(row)}, 1000)
			}
		}
	}},
	{"wall of 20 × 10", 1.0 / 60, 0, true, func(def *sim.Definition) {
		for row := range 10 {
			for i := range 20 {
				pile(def, mgl64.Vec3{0.1, 0.05, 0.05}, mgl64.Vec3{0.2*float64(i) + 0.1*float64(row%2), 0, 0.05 + 0.1*float64(row)}, 3)
			}
		}
	}},
	{"1:1000", 1.0 / 240, 60, false, func(def *sim.Definition) {
		pile(def, mgl64.Vec3{0.5, 0.5, 0.5}, mgl64.Vec3{0, 0, 0.5}, 1)
		pile(def, mgl64.Vec3{0.5, 0.5, 0.5}, mgl64.Vec3{0, 0, 1.5}, 1000)
	}},
	{"card house", 1.0 / 240, 10, false, cardHouse},
}

// TestStanding_StaysWhereItIsPut puts bodies down with no gap and no overlap and runs them to 60 s: what has settled
// after two seconds neither drifts nor sinks by a millimetre from there (measured: not at all, all of them sleep by
// then), settling takes less than 0.2 mm, and no energy comes from nowhere.
func TestStanding_StaysWhereItIsPut(t *testing.T) {
	t.Parallel()
	for _, c := range standings {
		if c.heavy && !geomtest.Long {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			if w := stand(t, &c, 0, 60); !w.AtRest() {
				t.Error("it does not come to rest")
			}
		})
	}
}

// TestStanding_StaysAwake holds bodies awake, so that nothing but the contacts holds them: the short test for as long
// as shows drift.
func TestStanding_StaysAwake(t *testing.T) {
	for _, c := range standings {
		if c.awake > 0 && (geomtest.Long || c.name == "1:1000") {
			t.Run(c.name, func(t *testing.T) {
				span := c.awake
				if !geomtest.Long {
					span = 4
				}
				stand(t, &c, -1, span)
			})
		}
	}
}

// stand runs a scene and checks that it stands.
func stand(t *testing.T, c *standing, sleep, span float64) *sim.World {
	t.Helper()
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0), Step: c.dt, SleepTime: sleep},
		Materials: []sim.Material{{Friction: 0.6}},
		Statics:   []sim.StaticDef{floor(50)},
	}
	c.build(def)
	w := mustWorld(t, def)
	e0 := energyOf(&w.Frame().Ledger)
	at := make([]mgl64.Vec3, len(def.Bodies))
	for i := range at {
		at[i] = def.Bodies[i].Position
	}
	drift, sink, gain := 0.0, 0.0, 0.0
	for w.Frame().Time < span {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		gain = math.Max(gain, (energyOf(&w.Frame().Ledger)-e0)/e0)
		most := 1e-3
		if w.Frame().Time < 2 {
			most = 2e-4
		}
		for i := range at {
			d := bodyOf(w, i).X.MGL().Sub(at[i])
			drift, sink = math.Max(drift, math.Hypot(d[0], d[1])), math.Max(sink, math.Abs(d[2]))
			if drift > most || sink > most {
				t.Fatalf("t = %g s: body %d has moved by %g m", w.Frame().Time, i, d)
			}
			if w.Frame().Time >= 2 && w.Frame().Time < 2+c.dt {
				at[i] = at[i].Add(d)
			}
		}
	}
	t.Logf("moved %.2g m aside, %.2g m down; energy gained: %.2g of it", drift, sink, gain)
	if gain > 1e-12 {
		t.Errorf("energy grew by %g of it", gain)
	}
	return w
}
