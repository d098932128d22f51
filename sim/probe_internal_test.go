package sim

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/vehicle"
)

// strip is a road of rectangles along x, 20 m wide, through the given (x, z).
func strip(t *testing.T, points [][2]float64) StaticDef {
	t.Helper()
	m := &geom.Mesh{Name: "strip"}
	for _, p := range points {
		m.Vertices = append(m.Vertices, geom.Vec{X: p[0], Y: -10, Z: p[1]}, geom.Vec{X: p[0], Y: 10, Z: p[1]})
	}
	for i := range int32(len(points) - 1) {
		m.Tris = append(m.Tris, geom.Tri{2 * i, 2*i + 2, 2*i + 1}, geom.Tri{2*i + 1, 2*i + 2, 2*i + 3})
	}
	if err := m.Finish(); err != nil {
		t.Fatal(err)
	}
	return StaticDef{Name: "strip", Mesh: m}
}

func probed(t *testing.T, statics ...StaticDef) *World {
	t.Helper()
	w, err := New(&Definition{Statics: statics})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func upright(x, y, z float64) vehicle.Probe {
	return vehicle.Probe{Origin: geom.Vec{X: x, Y: y, Z: z}, Ahead: geom.Vec{X: 1}, Up: geom.Vec{Z: 1}, Radius: 0.3, Droop: 0.2, Travel: 0.1}
}

// TestProbe_RollsOntoAKerb: a wheel of radius R stands on a kerb's edge, 0.12 m high and x ahead, with its middle at h
// + sqrt(R² - x²), from where that is above the road on; the normal points from the edge to the middle. The kerb is a
// mesh, or a box on a plane.
func TestProbe_RollsOntoAKerb(t *testing.T) {
	const r, h = 0.3, 0.12
	mesh := probed(t, strip(t, [][2]float64{{-5, 0}, {1, 0}, {1, h}, {5, h}}))
	plane, err := geom.NewBox(geom.Vec{X: 2, Y: 10, Z: h})
	if err != nil {
		t.Fatal(err)
	}
	box := probed(t, StaticDef{Name: "road", Shapes: []ShapeDef{{Shape: geom.NewPlane()}}},
		StaticDef{Name: "kerb", Shapes: []ShapeDef{{Shape: plane}}, Position: mgl64.Vec3{3, 0, 0}})
	for name, w := range map[string]*World{"mesh": mesh, "box": box} {
		last := 0.0
		for k := range 2000 {
			x := 0.5 + float64(k)*5e-4
			p := upright(x, 0.3, 0)
			g := w.probe(0, &p)
			want, n := 0.0, geom.Vec{Z: 1}
			if d := 1 - x; d < math.Sqrt(r*r-(r-h)*(r-h)) {
				if want = h; d > 0 {
					up := math.Sqrt(r*r - d*d)
					want, n = h+up-r, geom.Vec{X: -d / r, Z: up / r}
				}
			}
			if !g.Hit || math.Abs(g.Lift-want) > 1e-12 || g.N.Sub(n).Len() > 1e-9 {
				t.Fatalf("%s at %g: lift %g, normal %v, want %g, %v", name, x, g.Lift, g.N, want, n)
			}
			if g.Lift-last > 1e-3 {
				t.Fatalf("%s at %g: jumps by %g m", name, x, g.Lift-last)
			}
			last = g.Lift
		}
	}
}

// TestProbe_IsTheEnvelopeOfTheDisc over hills: the largest ground + sqrt(R² - x²), by rays; on a slope R/cos - R above
// the ground below the middle.
func TestProbe_IsTheEnvelopeOfTheDisc(t *testing.T) {
	var points [][2]float64
	for k := range 60 {
		x := 0.11 * float64(k)
		points = append(points, [2]float64{x, 0.05*math.Sin(7*x) + 0.03*math.Sin(19*x)})
	}
	w := probed(t, strip(t, points))
	height := func(x float64) float64 {
		for k := 1; k < len(points); k++ {
			if a, b := points[k-1], points[k]; x <= b[0] {
				return a[1] + (b[1]-a[1])*(x-a[0])/(b[0]-a[0])
			}
		}
		return math.Inf(-1)
	}
	for k := range 50 {
		x := 0.5 + 0.1*float64(k)
		p := upright(x, 0.7, 0)
		g := w.probe(0, &p)
		want := -1.0
		for i := range 4001 {
			d := 0.3 * (float64(i)/2000 - 1)
			want = math.Max(want, height(x+d)+math.Sqrt(0.09-d*d)-0.3)
		}
		if math.Abs(g.Lift-want) > 1e-4 || g.Lift < want-1e-12 {
			t.Errorf("at %g: lift %.9f, want %.9f", x, g.Lift, want)
		}
	}
	slope := probed(t, strip(t, [][2]float64{{-5, -2}, {5, 2}}))
	p := upright(0, 0, 0)
	if g, want := slope.probe(0, &p), 0.3*(math.Hypot(1, 0.4)-1); math.Abs(g.Lift-want) > 1e-12 {
		t.Errorf("on a slope of 0.4: lift %g, want %g", g.Lift, want)
	}
}

// TestProbe_LeavesWallsToTheBody: what is higher than the axle lifts no wheel, nor does what is beyond its reach.
func TestProbe_LeavesWallsToTheBody(t *testing.T) {
	w := probed(t, strip(t, [][2]float64{{-5, 0}, {1, 0}, {1, 0.8}, {5, 0.8}}))
	p := upright(0.95, 0, 0)
	if g := w.probe(0, &p); !g.Hit || g.Lift != 0 {
		t.Errorf("a wall lifts the wheel by %g m", g.Lift)
	}
	for _, z := range []float64{0.3, -1} { // above the road, under a road
		p = upright(0, 0, z)
		if g := w.probe(0, &p); g.Hit {
			t.Errorf("%g m above the road: on ground", z)
		}
	}
}

// TestProbe_RollsOverRoundShapes: the middle of a wheel of radius R rolls over a bar of radius a on a circle of radius R + a
// about its axis, as over a ball seen across its highest point, and over the rim of a drum, 0.12 m high, as over a kerb,
// whatever the direction in which it goes; the normal points from there to the middle of the wheel.
func TestProbe_RollsOverRoundShapes(t *testing.T) {
	const r, a, h = 0.3, 0.1, 0.12
	bar, _ := geom.NewCylinder(a, 20)
	ball, _ := geom.NewSphere(a)
	drum, _ := geom.NewCylinder(2, h/2)
	across := mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{1, 0, 0})
	for name, c := range map[string]struct {
		shape geom.Shape
		at    StaticDef
		reach float64 // of the edge, or of the axis, from the origin
		round float64
		high  float64 // of that
	}{
		"bar":  {bar, StaticDef{Attitude: across}, 0, a, 0},
		"ball": {ball, StaticDef{}, 0, a, 0},
		"drum": {drum, StaticDef{Position: mgl64.Vec3{0, 0, h / 2}}, 2, 0, h},
	} {
		for _, turn := range []float64{0, 0.4, math.Pi / 2, 2.5, math.Pi} {
			if name == "bar" && turn > 0 && turn < 3 {
				continue
			}
			ahead := geom.Vec{X: math.Cos(turn), Y: math.Sin(turn)}
			road := StaticDef{Name: "road", Shapes: []ShapeDef{{Shape: geom.NewPlane()}}}
			c.at.Name, c.at.Shapes = "round", []ShapeDef{{Shape: c.shape}}
			w := probed(t, road, c.at)
			for k := range 200 {
				before := 0.5 - 0.004*float64(k) // of the edge, or of the axis
				p := upright(0, 0, 0)
				p.Ahead, p.Origin = ahead, ahead.Scale(-c.reach-before)
				g := w.probe(0, &p)
				lift, n := 0.0, geom.Vec{Z: 1}
				if reach := r + c.round; before < reach {
					if before < 0 && c.round == 0 {
						lift = c.high
					} else if up := math.Sqrt(reach*reach - before*before); c.high+up > r {
						lift, n = c.high+up-r, geom.Vec{Z: up / reach}.AddScaled(ahead, -before/reach)
					}
				}
				if !g.Hit || math.Abs(g.Lift-lift) > 1e-6 || lift > 1e-6 && g.N.Sub(n).Len() > 1e-4 {
					t.Fatalf("%s, %g: %g m before it: lift %.9g, normal %v, want %.9g, %v", name, turn, before, g.Lift, g.N, lift, n)
				}
			}
		}
	}
}

// TestProbe_CrossesRimsAtAnyAngle: a wheel rolls along chords of a drum, 0.12 m high, and of the base of a cone that
// stands on its apex: as over a box as long as the chord, however flat the angle at which it meets the rim.
func TestProbe_CrossesRimsAtAnyAngle(t *testing.T) {
	t.Parallel()
	const h, radius = 0.12, 2
	drum, _ := geom.NewCylinder(radius, h/2)
	cone, _ := geom.NewCone(radius, 5)
	road := StaticDef{Name: "road", Shapes: []ShapeDef{{Shape: geom.NewPlane()}}}
	for name, round := range map[string]StaticDef{
		"drum": {Position: mgl64.Vec3{0, 0, h / 2}, Shapes: []ShapeDef{{Shape: drum}}},
		"cone": {Position: mgl64.Vec3{0, 0, h}, Attitude: mgl64.QuatRotate(math.Pi, mgl64.Vec3{1, 0, 0}), Shapes: []ShapeDef{{Shape: cone}}},
	} {
		round.Name = "round"
		w := probed(t, road, round)
		for _, y := range []float64{0, 1, -1.9, 1.95, 1.98, -1.999} {
			half := math.Sqrt(radius*radius - y*y)
			plate, err := geom.NewBox(geom.Vec{X: half, Y: 0.1, Z: h})
			if err != nil {
				t.Fatal(err)
			}
			box := probed(t, road, StaticDef{Name: "box", Position: mgl64.Vec3{0, y, 0}, Shapes: []ShapeDef{{Shape: plate}}})
			by := 4e-3
			if geomtest.Long {
				by = 1e-3
			}
			for x := -half - 0.35; x < half+0.35; x += by {
				p := upright(x, y, 0)
				got, want := w.probe(0, &p), box.probe(0, &p)
				if math.Abs(got.Lift-want.Lift) > 1e-5 || want.Lift > 1e-5 && got.N.Sub(want.N).Len() > 1e-6 {
					t.Fatalf("%s at (%g, %g): lift %.9g, normal %v, want %.9g, %v", name, x, y, got.Lift, got.N, want.Lift, want.N)
				}
			}
		}
	}
}
