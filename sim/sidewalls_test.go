package sim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// besideKerb is a car with locked wheels that slides sideways, turned by yaw, towards a kerb of a height at y = 2, below
// its sill of 0.2 m; its tyres are 0.2 m wide.
func besideKerb(speed, height, yaw, mu float64, m vehicle.TyreModel, rate int) *sim.Definition {
	def := onPlane(0, m, 1/float64(rate), []vehicle.Input{{Brake: 1}})
	def.Materials[0].Friction = mu
	for i := range def.Vehicles[0].Wheels {
		def.Vehicles[0].Wheels[i].Friction = 1.4 * mu
	}
	b := &def.Bodies[0]
	b.Position[0] = 0
	b.Velocity = mgl64.Vec3{0, speed, 0}
	b.Attitude = mgl64.QuatRotate(yaw, mgl64.Vec3{0, 0, 1})
	def.Statics = append(def.Statics, sim.StaticDef{Name: "kerb", Half: mgl64.Vec3{100, 2, height}, Position: mgl64.Vec3{0, 4, 0}})
	return def
}

// unlimited steps n times and returns the impacts; no limit is to be hit.
func unlimited(t *testing.T, w *sim.World, n int, each func()) []record.Event {
	t.Helper()
	return run(t, w, n, func() {
		for _, e := range w.Frame().Events {
			if e.Kind == record.Limit {
				t.Errorf("limit %s at %g s", e.Detail, e.Time)
			}
		}
		if each != nil {
			each()
		}
	})
}

// TestSidewalls_StrikeAKerb: without friction the tyres' sides meet the kerb when they have gone 2 m less 0.75 and half
// of their width, and stop half as high as the kerb: J = m v/(1 + m d²/I), d from there up to the centre of mass, in any
// phase of the step.
func TestSidewalls_StrikeAKerb(t *testing.T) {
	t.Parallel()
	inertia := 1500 * ((0.9*0.9+0.7*0.7)/3 + 0.35*0.35)
	for _, rate := range []int{60, 240, 1000} {
		for _, height := range []float64{0.05, 0.1, 0.19} {
			for _, speed := range []float64{1, 4.3, 20} {
				for _, width := range []float64{0, 0.3} {
					def := besideKerb(speed, height, 0, 0, vehicle.Coulomb, rate)
					half := 0.1
					if width > 0 {
						half = width / 2
						for i := range def.Vehicles[0].Wheels {
							def.Vehicles[0].Wheels[i].Width = width
						}
					}
					w := mustWorld(t, def)
					at := (2 - 0.75 - half) / speed
					list := unlimited(t, w, int(at*float64(rate))+1, nil)
					if len(list) == 0 || len(list[0].Points) != 2 {
						t.Fatalf("%d Hz, %g m, %g m/s: impacts %v", rate, height, speed, list)
					}
					e, d := list[0], 0.55-height/2
					want := 1500 * speed / (1 + 1500*d*d/inertia)
					if math.Abs(e.Impulse.Len()-want) > 1e-6*want || math.Abs(e.Time-at) > 1e-5/speed || math.Abs(e.Closing-speed) > 1e-7 || math.Abs(math.Abs(e.N.Y)-1) > 1e-12 {
						t.Errorf("%d Hz, %g m, %g m/s: %+v, want %g N s at %g s", rate, height, speed, e, want, at)
					}
				}
			}
		}
	}
}

// TestSidewalls_StayBeside: a car that slides at up to 5 m/s, turned by up to 25°, onto a kerb of any height ends on the
// road beside it, with the middles of its wheels on the near side; its springs give no energy; two lengths of the step
// lead to the same place. Without the tag long, every second of these, so that any three of tyre, kerb, speed and angle
// meet.
func TestSidewalls_StayBeside(t *testing.T) {
	t.Parallel()
	for k, m := range []vehicle.TyreModel{vehicle.Coulomb, vehicle.TMeasy} {
		for l, height := range []float64{0.04, 0.15} {
			for n, speed := range []float64{0.3, 2, 3.5, 5} {
				for o, yaw := range []float64{-0.43, -0.1, 0, 0.2} {
					if !geomtest.Long && ((k+l+n+o)%2 > 0 || (n+o/2+2*k)%4 > 0) {
						continue
					}
					var end [2]float64
					for i, rate := range []int{240, 720} {
						def := besideKerb(speed, height, yaw, 0.3, m, rate)
						def.Bodies[0].Position[1] = 0.6 - 1.4*math.Abs(math.Sin(yaw))
						w := mustWorld(t, def)
						var b record.Balance
						unlimited(t, w, 3*rate, func() { b.Add(&w.Frame().Ledger) })
						if e := b.Sums[record.BySuspension].Energy; e > 1 {
							t.Errorf("%v, %g m, %g m/s, %g rad: the springs give %g J", m, height, speed, yaw, e)
						}
						for _, r := range w.Wheels(nil) {
							if r.P.Y > 1.95 || math.Abs(r.P.Z) > 1e-3 || !r.Ground {
								t.Errorf("%v, %g m, %g m/s, %g rad: wheel %s at %v", m, height, speed, yaw, r.Name, r.P)
							}
						}
						end[i] = value(w, 0, "x", 1)
					}
					if math.Abs(end[1]-end[0]) > 0.04 {
						t.Errorf("%v, %g m, %g m/s, %g rad: ends at %g m at 240 Hz, %g at 720", m, height, speed, yaw, end[0], end[1])
					}
				}
			}
		}
	}
}

// TestSidewalls_TripAtALowKerb: at 15 m/s a kerb of 0.1 m turns the car over, at 5 m/s it does not.
func TestSidewalls_TripAtALowKerb(t *testing.T) {
	for _, c := range []struct {
		speed float64
		over  bool
	}{{5, false}, {15, true}} {
		w := mustWorld(t, besideKerb(c.speed, 0.1, 0, 0.5, vehicle.TMeasy, 240))
		most := 0.0
		unlimited(t, w, 960, func() {
			up := w.Body(0).Attitude.Rotate(mgl64.Vec3{0, 0, 1})
			most = math.Max(most, math.Acos(math.Min(1, up[2])))
		})
		if c.over != (most > math.Pi/2) {
			t.Errorf("at %g m/s it rolls by %g rad", c.speed, most)
		}
	}
}

// TestSidewalls_RollOnto: what is met by rolling is no wall: at 20° and more to the kerb, with free wheels, the car comes
// to be on it.
func TestSidewalls_RollOnto(t *testing.T) {
	for _, angle := range []float64{20, 45, 90} {
		a := angle * math.Pi / 180
		def := besideKerb(0, 0.1, a, 0.5, vehicle.TMeasy, 240)
		for i := range def.Vehicles[0].Wheels {
			def.Vehicles[0].Wheels[i].Program = nil
		}
		def.Statics[1] = sim.StaticDef{Name: "kerb", Half: mgl64.Vec3{100, 50, 0.1}, Position: mgl64.Vec3{0, 52, 0}}
		def.Bodies[0].Position = mgl64.Vec3{0, -1, 0.55}
		def.Bodies[0].Velocity = mgl64.Vec3{12 * math.Cos(a), 12 * math.Sin(a), 0}
		w := mustWorld(t, def)
		run(t, w, 480, nil)
		for _, r := range w.Wheels(nil) {
			if math.Abs(r.P.Z-0.1) > 1e-3 || r.P.Y < 2 {
				t.Errorf("%g°: wheel %s at %v", angle, r.Name, r.P)
			}
		}
	}
}

// TestSidewalls_AnyGroundAnyHeading: the kerb as a box, as a mesh, and mirrored or turned with the car, leads to the
// same. The sill comes near the kerb, whose contacts are others on a mesh: it ends within two slops there.
func TestSidewalls_AnyGroundAnyHeading(t *testing.T) {
	t.Parallel()
	of := func(heading float64, mirror, mesh bool) (x, y float64) {
		side := 1.0
		if mirror {
			side = -1
		}
		q := mgl64.QuatRotate(heading, mgl64.Vec3{0, 0, 1})
		def := besideKerb(5.5, 0.12, 0, 0.5, vehicle.TMeasy, 240)
		b := &def.Bodies[0]
		b.Position, b.Velocity = q.Rotate(mgl64.Vec3{3, 0, 0.55}), q.Rotate(mgl64.Vec3{0, side * 5.5, 0})
		b.Attitude = q.Mul(mgl64.QuatRotate(side*0.15, mgl64.Vec3{0, 0, 1}))
		kerb := &def.Statics[1]
		kerb.Position, kerb.Attitude = q.Rotate(mgl64.Vec3{0, side * 4, 0}), q
		if mesh {
			*kerb = sim.StaticDef{Name: "kerb", Mesh: meshOfBox(t, kerb), Asset: "kerb"}
		}
		w := mustWorld(t, def)
		hits := len(unlimited(t, w, 720, nil))
		p := q.Inverse().Rotate(mgl64.Vec3{value(w, 0, "x", 0), value(w, 0, "x", 1), value(w, 0, "x", 2)})
		if hits == 0 {
			t.Error("it strikes nothing")
		}
		return p[0], side * p[1]
	}
	x0, y0 := of(0, false, false)
	meshX, meshY := of(0, false, true)
	if math.Hypot(meshX-x0, meshY-y0) > 2e-4 {
		t.Errorf("mesh: at %.6f, %.6f, else at %.6f, %.6f", meshX, meshY, x0, y0)
	}
	for n, heading := range []float64{0, 0.7, math.Pi} {
		for k := range 4 {
			if !geomtest.Long && (n+k)%2 == 0 {
				continue
			}
			x, y := of(heading, k&1 != 0, k&2 != 0)
			wantX, wantY := x0, y0
			if k&2 != 0 {
				wantX, wantY = meshX, meshY
			}
			if math.Hypot(x-wantX, y-wantY) > 1e-6 {
				t.Errorf("heading %g, mirrored %v, mesh %v: at %.7f, %.7f, else at %.7f, %.7f", heading, k&1 != 0, k&2 != 0, x, y, wantX, wantY)
			}
		}
	}
}

// meshOfBox is the surface of a box as triangles, in the world.
func meshOfBox(t *testing.T, box *sim.StaticDef) *geom.Mesh {
	t.Helper()
	m := &geom.Mesh{Name: "kerb", Tris: []geom.Tri{
		{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5},
	}}
	for k := range 8 {
		at := func(axis int) float64 { return box.Half[axis] * float64(k>>axis&1*2-1) }
		m.Vertices = append(m.Vertices, geom.FromMGL(box.Attitude.Rotate(mgl64.Vec3{at(0), at(1), at(2)}).Add(box.Position)))
	}
	if err := m.Finish(); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestSidewalls_GoOnFromASnapshot: from a snapshot at any time around the strike a run goes on to the same bits.
func TestSidewalls_GoOnFromASnapshot(t *testing.T) {
	t.Parallel()
	def := besideKerb(5, 0.1, 0.05, 0.5, vehicle.TMeasy, 240)
	w := mustWorld(t, def)
	var snaps [][]byte
	run(t, w, 120, func() { snaps = append(snaps, w.Snapshot(nil)) })
	run(t, w, 240, nil)
	hash := w.Hash()
	by := 9
	if geomtest.Long {
		by = 3
	}
	for k := 50; k < 120; k += by {
		if err := w.Restore(snaps[k]); err != nil {
			t.Fatal(err)
		}
		run(t, w, 360-k-1, nil)
		if w.Hash() != hash {
			t.Errorf("from step %d on it has other bits", k+1)
		}
	}
}

// TestSidewalls_ReactAtOnce: a car that stands beside a kerb and is struck from the other side is pushed against it by the
// same blow: where its tyres touch the kerb it gains no speed into it.
func TestSidewalls_ReactAtOnce(t *testing.T) {
	def := besideKerb(0, 0.1, 0, 0, vehicle.Coulomb, 240)
	def.Bodies[0].Position[1] = 2 - 0.85
	def.Bodies = append(def.Bodies, sim.BodyDef{
		Name: "ram", Half: mgl64.Vec3{1, 1, 0.5}, Mass: 1500, Position: mgl64.Vec3{-0.05, 2 - 0.85 - 0.9 - 1.5, 0.8}, Velocity: mgl64.Vec3{0, 8, 0},
	})
	w := mustWorld(t, def)
	list := unlimited(t, w, 16, nil)
	if len(list) != 2 || list[0].Time != list[1].Time || len(list[1].Points) != 2 {
		t.Fatalf("impacts %+v", list)
	}
	var ram, kerb float64
	for _, e := range list {
		if e.A == 0 && e.B == 1 {
			ram = e.Impulse.Len()
		} else {
			kerb = e.Impulse.Len()
		}
		car := e.After[0]
		for _, x := range []float64{1.3, -1.4} {
			if v := car.V.Y - car.W.X*(0.05-0.55) + car.W.Z*x; v > 1e-7 {
				t.Errorf("wheels at %g go into the kerb at %g m/s", x, v)
			}
		}
	}
	if !(kerb > 0.1*ram) {
		t.Errorf("the ram gives %g N s, the kerb %g", ram, kerb)
	}
}

// TestSidewalls_PassThroughWhatIsNoWall: a car slides sideways through a kerb that it ignores, and through a sensor, and
// no wheel stops or rises.
func TestSidewalls_PassThroughWhatIsNoWall(t *testing.T) {
	for _, sensor := range []bool{false, true} {
		def := besideKerb(5, 0.1, 0, 0, vehicle.Coulomb, 240)
		if sensor {
			def.Statics[1].Sensor = true
		} else {
			def.Ignore = []sim.IgnoreDef{{A: 0, B: -2}}
		}
		w := mustWorld(t, def)
		if list := unlimited(t, w, 240, nil); len(list) > 0 {
			t.Errorf("sensor %v: impacts %v", sensor, list)
		}
		if y, z := value(w, 0, "x", 1), value(w, 0, "x", 2); math.Abs(y-5) > 1e-6 || math.Abs(z-0.55) > 1e-6 {
			t.Errorf("sensor %v: at %g m, %g m high", sensor, y, z)
		}
	}
}

// TestSidewalls_ScrapeAlongAKerb: a car that is turned a little and slides along the kerb while it meets it is held back by
// friction of the kerb, against the slip of the struck point and no more than Coulomb's.
func TestSidewalls_ScrapeAlongAKerb(t *testing.T) {
	for _, along := range []float64{-6, 6} {
		def := besideKerb(3, 0.1, 0, 0.5, vehicle.Coulomb, 240)
		for i := range def.Vehicles[0].Wheels {
			def.Vehicles[0].Wheels[i].Friction = 0
		}
		def.Bodies[0].Velocity[0] = along
		list := unlimited(t, mustWorld(t, def), 120, nil)
		if len(list) == 0 {
			t.Fatal("it strikes nothing")
		}
		for _, p := range list[0].Points {
			j := p.Impulse
			if mu := math.Hypot(j.X, j.Z) / -j.Y; !(j.Y < 0) || j.X*along >= 0 || math.Abs(mu-0.5) > 1e-6 {
				t.Errorf("along at %g m/s: impulse %v, friction %g of the normal one", along, j, mu)
			}
		}
		if v := list[0].After[0].V.X; v*along <= 0 {
			t.Errorf("along at %g m/s: then at %g", along, v)
		}
	}
}

// TestSidewalls_AllocateNothing once a car has slid against a kerb and leans on it.
func TestSidewalls_AllocateNothing(t *testing.T) {
	def := besideKerb(5, 0.1, 0.05, 0.5, vehicle.TMeasy, 240)
	def.Settings.SleepTime = -1
	w := mustWorld(t, def)
	run(t, w, 240, nil)
	if n := geomtest.Allocations(100, func() {}, func() {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%d allocations", n)
	}
}

// TestSidewalls_FlushGroundIsNoWall: a car that slides sideways, and leans towards where it goes, ends over the seams of flush
// boxes, over a mesh and over steps that are lower than a wall as over one box, without an impact.
func TestSidewalls_FlushGroundIsNoWall(t *testing.T) {
	t.Parallel()
	strips := func(step float64) (list []sim.StaticDef) {
		for k := range 50 {
			list = append(list, sim.StaticDef{Half: mgl64.Vec3{1, 50, 1}, Position: mgl64.Vec3{-62 + 2*float64(k), 0, -1 - step*float64(k%2)}})
		}
		return list
	}
	for _, c := range []struct {
		ground string
		list   []sim.StaticDef
		most   float64
	}{{"flush boxes", strips(0), 1e-9}, {"boxes up to 10 µm lower", strips(1e-5), 1e-2}, {"mesh", []sim.StaticDef{grid(t, 200, 1)}, 1e-9}} {
		for _, speed := range []float64{8, 20, 40} {
			for _, rate := range []float64{60, 240} {
				slide := func(ground []sim.StaticDef) (x, v mgl64.Vec3, met int) {
					def := onPlane(0, vehicle.TMeasy, 1/rate, []vehicle.Input{{Brake: 1}})
					def.Bodies[0].Velocity, def.Bodies[0].Attitude = mgl64.Vec3{speed, 0, 0}, mgl64.QuatRotate(1.4, mgl64.Vec3{0, 0, 1})
					if ground != nil {
						def.Statics = ground
					}
					w := mustWorld(t, def)
					met = len(run(t, w, int(1.5*rate), nil))
					x, v = motionOf(w, 0)
					return x, v, met
				}
				x, v, _ := slide(nil)
				if y, u, met := slide(c.list); met > 0 || y.Sub(x).Len() > c.most || u.Sub(v).Len() > c.most {
					t.Errorf("%s, %g m/s, %g Hz: %d impacts, ends at %v, %v, want %v, %v", c.ground, speed, rate, met, y, u, x, v)
				}
			}
		}
	}
}

// TestSidewalls_LowLedgesAreNoWalls: a ledge of a third of the height of a wall stops no tyre that slides onto it, whatever
// the angle: where the disc of the tyre stands on its edge the ground is steep, and no measure of it.
func TestSidewalls_LowLedgesAreNoWalls(t *testing.T) {
	t.Parallel()
	for i, rate := range []int{60, 240, 1000} {
		for j, height := range []float64{0.003, 0.01} {
			for k, speed := range []float64{5, 15, 30} {
				for l, yaw := range []float64{-0.6, -0.2, 0.3, 0.7} {
					if !geomtest.Long && ((i+j+k+l)%3 > 0 || rate > 240 && j == 0) {
						continue
					}
					w := mustWorld(t, besideKerb(speed, height, yaw, 0.8, vehicle.TMeasy, rate))
					for _, e := range run(t, w, rate, nil) {
						if e.B == 2 && math.Abs(e.N.Y) > 0.9 {
							t.Errorf("%d Hz, %g m, %g m/s, %g rad: struck at %g s by %g N s", rate, height, speed, yaw, e.Time, e.Impulse.Len())
						}
					}
				}
			}
		}
	}
}

// TestSidewalls_HalfAsHighHoweverItLeans: the tyres of a car that leans towards a kerb strike half as high as the kerb above
// the road; of one that leans from it within 2 mm, for the kerb is lower as seen from the wheel.
func TestSidewalls_HalfAsHighHoweverItLeans(t *testing.T) {
	for _, lean := range []float64{-0.06, -0.03, 0, 0.03} {
		def := besideKerb(20, 0.12, 0, 0, vehicle.Coulomb, 1000)
		b := &def.Bodies[0]
		b.Attitude, b.Position[1] = mgl64.QuatRotate(lean, mgl64.Vec3{1, 0, 0}), 2-0.75-0.1-0.05
		list := run(t, mustWorld(t, def), 20, nil)
		most := 5e-4
		if lean > 0 {
			most = 2e-3
		}
		if len(list) == 0 || math.Abs(list[0].Points[0].P.Z-0.06) > most {
			t.Errorf("%g rad: struck by %+v", lean, list)
		}
	}
}

// TestSidewalls_RoughGroundIsNoWall: on ground of triangles that is 3 cm uneven nothing but the tread of the tyres of a car
// touches it, though where the lift of a wheel lags its foot may be below the triangle that it stands on.
func TestSidewalls_RoughGroundIsNoWall(t *testing.T) {
	t.Parallel()
	for seed := range geomtest.Trials(24) {
		r := rand.New(rand.NewPCG(uint64(seed), 9))
		f := geom.HeightField{Name: "ground", NX: 161, NY: 81, DX: 1, DY: 1, Origin: geom.Vec{X: -70, Y: -40}}
		for range 161 * 81 {
			f.Heights = append(f.Heights, 0.03*(2*r.Float64()-1))
		}
		m, err := f.Mesh()
		if err != nil {
			t.Fatal(err)
		}
		def := onPlane(20, vehicle.TMeasy, 1./240, []vehicle.Input{{Time: 1, Steer: 0.05}, {Time: 2, Steer: -0.1}, {Time: 3, Brake: 1}})
		def.Statics = []sim.StaticDef{{Name: "ground", Mesh: m, Asset: "ground"}}
		def.Bodies[0].Position[0], def.Bodies[0].Position[2] = 0, def.Bodies[0].Position[2]+0.036
		w := mustWorld(t, def)
		run(t, w, 1200, func() {
			for _, e := range w.Frame().Events {
				if e.Kind == record.Impact || e.Kind == record.ContactBegin {
					t.Errorf("seed %d: %v at %g s", seed, e.Kind, e.Time)
				}
			}
		})
	}
}
