package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// shifted returns the start of a scene with one body moved.
func shifted(sc *Scene, body int, by geom.Vec) Frame {
	f := Frame{}
	for i := range sc.Bodies {
		b := &sc.Bodies[i]
		f.Bodies = append(f.Bodies, State{b.Position, b.Attitude, b.Velocity, b.AngularVelocity})
	}
	f.Bodies[body].Position = f.Bodies[body].Position.Add(by)
	return f
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %g, want %g within %g", what, got, want, tolerance)
	}
}

func TestMeasure_StackByHand(t *testing.T) {
	sc := stack()
	f := shifted(sc, 9, geom.Vec{X: 0.003, Z: -0.004})
	m := Measure(sc, []Frame{shifted(sc, 9, geom.Vec{}), f})
	near(t, "drift", m.Drift.Err, 0.005, 1e-15)
	near(t, "largest drift", m.Drift.Max, 0.005, 1e-15)
	near(t, "penetration", m.Penetration.Max, 0.004, 1e-15)
	if m.Penetration.Pairs != 1 {
		t.Errorf("%d pairs overlap, want 1", m.Penetration.Pairs)
	}
	// The top box lost m g h, and nothing rose.
	near(t, "energy", m.EnergyEnd-m.EnergyStart, -1000*standardGravity*0.004, 1e-8)
	near(t, "rise", m.EnergyRise, 0, 0)
	back := Measure(sc, []Frame{f, shifted(sc, 9, geom.Vec{})})
	near(t, "rise", back.EnergyRise, 1000*standardGravity*0.004, 1e-8)
	if m.Drift.Collapsed || !Measure(sc, []Frame{shifted(sc, 3, geom.Vec{Y: 0.8})}).Drift.Collapsed {
		t.Error("collapse is more than 0.75 m of any body")
	}
}

func TestMeasure_BulletsByHand(t *testing.T) {
	sc := bullets("S5box", false)
	start := shifted(sc, 0, geom.Vec{})
	through := shifted(sc, 0, geom.Vec{X: 30})
	embedded := shifted(sc, 0, geom.Vec{X: -sc.Bodies[0].Position.X})
	for _, c := range []struct {
		end  Frame
		want Bullets
	}{
		{start, Bullets{Stopped: 200}},
		{through, Bullets{Tunnelled: 1, Stopped: 199}},
		{embedded, Bullets{Embedded: 1, Stopped: 199}},
	} {
		if got := *Measure(sc, []Frame{start, c.end}).Bullets; got != c.want {
			t.Errorf("%+v, want %+v", got, c.want)
		}
	}
}

func TestMeasure_ARodThatSkipsItsPostsIsSeen(t *testing.T) {
	sc := rods()
	down := geom.Vec{Z: -1.3} // among the posts
	a, b := shifted(sc, 0, down), shifted(sc, 0, down)
	turn := func(f *Frame, angle float64) { f.Bodies[0].Attitude = turned(geom.Vec{Z: 1}, angle) }
	turn(&a, math.Pi/6)
	turn(&b, math.Pi/6+math.Pi/3) // past one post on either side
	if got := Measure(sc, []Frame{a, b}).Rods; got.SweptThrough != 2 || got.RodsSweptThrough != 1 || got.Deep10 != 0 {
		t.Errorf("%+v, want two posts swept through by one rod", got)
	}
	turn(&b, math.Pi/6+0.1)
	if got := Measure(sc, []Frame{a, b}).Rods; got.SweptThrough != 0 {
		t.Errorf("%+v, want none swept through", got)
	}
	// In the middle of two posts: half the rod's width and half the post's across the rod, at 60°.
	turn(&b, math.Pi/3)
	want := 0.025 + 0.025*(math.Sin(math.Pi/3)+math.Cos(math.Pi/3))
	if got := Measure(sc, []Frame{b}).Rods; got.Deep10 != 1 || math.Abs(got.Max-want) > 1e-12 {
		t.Errorf("%+v, want one frame, %g m deep", got, want)
	}
}

func TestDepth_ByHand(t *testing.T) {
	box := func(x float64, q geom.Quat) *solid {
		s := place(unitHalf, 0, geom.Vec{X: x}, q)
		return &s
	}
	ball := func(x float64) *solid {
		s := place(geom.Vec{}, 0.5, geom.Vec{X: x}, identity)
		return &s
	}
	eighth := turned(geom.Vec{Z: 1}, math.Pi/4)
	for _, c := range []struct {
		a, b *solid
		want float64
	}{
		{box(0, identity), box(0.9, identity), 0.1},
		{box(0, identity), box(1.25, identity), -0.25},
		{box(0, identity), box(1, eighth), math.Sqrt2/2 - 0.5}, // an edge in a face
		{ball(0), ball(0.75), 0.25},
		{box(0, identity), ball(0.75), 0.25},
		{ball(0), box(0.25, identity), 0.75}, // the centre 0.25 inside
	} {
		near(t, "depth", depth(c.a, c.b), c.want, 1e-15)
		near(t, "depth, swapped", depth(c.b, c.a), c.want, 1e-15)
	}
}

func TestRun_FreeBoxKeepsWhatItMust(t *testing.T) {
	sc := freeBox()
	out, err := Run(context.Background(), sc, Options{Hz: 240, Seconds: 10, Every: 4})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Frames) != 601 || out.Steps != 2400 {
		t.Fatalf("%d frames of %d steps, want 601 of 2400", len(out.Frames), out.Steps)
	}
	// Within a flip the energy swings by 1.8e-8 and comes back.
	f := Measure(sc, out.Frames).Free
	if math.Abs(f.EnergyEnd) > 1e-8 || f.EnergyMax > 2e-8 || f.VectorEnd > 1e-12 {
		t.Errorf("%+v: want energy within 1e-8 at the end and 2e-8 always, angular momentum within 1e-12", f)
	}
	if f.Flips == 0 {
		t.Error("it never flipped: the middle axis is unstable")
	}
}

func TestRun_EndsAtTheCapAndByTheContext(t *testing.T) {
	out, err := Run(context.Background(), freeBox(), Options{Cap: 1e-9})
	if err != nil || out.Steps != 1 || len(out.Frames) != 2 || out.Planned != 6000 {
		t.Errorf("%d of %d steps, %d frames, error %v: want 1 of 6000, 2 frames", out.Steps, out.Planned, len(out.Frames), err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ended, freeBox(), Options{}); err == nil {
		t.Error("no error from a context that has ended")
	}
}

// TestMeasure_AgreesWithTheMetricsOfOtherEngines builds the program that judges other engines and gives it the same
// dump.
func TestMeasure_AgreesWithTheMetricsOfOtherEngines(t *testing.T) {
	peers := geomtest.Shared(t, "peers")
	dir := t.TempDir()
	program := filepath.Join(dir, "metrics")
	build := exec.Command("go", "build", "-o", program, "./metrics")
	build.Dir = peers
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, c := range []struct {
		name    string
		seconds float64
		values  map[string]func(m *Measures) float64
	}{
		{"S1", 0.1, map[string]func(m *Measures) float64{
			"pen_max": func(m *Measures) float64 { return m.Penetration.Max }, "max_err": func(m *Measures) float64 { return m.Drift.Max },
			"end_mean_speed": func(m *Measures) float64 { return m.MeanSpeed },
		}},
		{"S4", 1, map[string]func(m *Measures) float64{
			"pen_pairs": func(m *Measures) float64 { return float64(m.Penetration.Pairs) },
			"pen_mean":  func(m *Measures) float64 { return m.Penetration.Mean }, "pen_max": func(m *Measures) float64 { return m.Penetration.Max },
		}},
		{"S5b", 0.5, map[string]func(m *Measures) float64{
			"swept_through": func(m *Measures) float64 { return float64(m.Rods.SweptThrough) },
			"max_pen":       func(m *Measures) float64 { return m.Rods.Max }, "free_wz_0.1s": func(m *Measures) float64 { return m.Rods.FreeSpin },
			"energy_max_over_0": func(m *Measures) float64 { return m.Rods.EnergyRatio },
		}},
		{"S6box_ragged", 0.5, map[string]func(m *Measures) float64{
			"max_vz": func(m *Measures) float64 { return m.Slide.MaxVZ }, "min_speed_ratio": func(m *Measures) float64 { return m.Slide.MinSpeed },
		}},
		{"S7", 10, map[string]func(m *Measures) float64{
			"e_max_rel": func(m *Measures) float64 { return m.Free.EnergyMax }, "first_flip_t": func(m *Measures) float64 { return m.Free.FirstFlip },
			"flips": func(m *Measures) float64 { return float64(m.Free.Flips) },
		}},
	} {
		sc := Standard(c.name)
		out, err := Run(context.Background(), sc, Options{Seconds: c.seconds})
		if err != nil {
			t.Fatal(err)
		}
		var text, dump bytes.Buffer
		if err := sc.WriteText(&text); err != nil {
			t.Fatal(err)
		}
		if err := WriteDump(&dump, out.Frames); err != nil {
			t.Fatal(err)
		}
		scenePath, dumpPath := filepath.Join(dir, c.name+".txt"), filepath.Join(dir, c.name+".bin")
		for path, b := range map[string][]byte{scenePath: text.Bytes(), dumpPath: dump.Bytes()} {
			if err := os.WriteFile(path, b, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		answer, err := exec.Command(program, scenePath, dumpPath).Output()
		if err != nil {
			t.Fatal(err)
		}
		var theirs map[string]any
		if err := json.Unmarshal(answer, &theirs); err != nil {
			t.Fatal(err)
		}
		ours := Measure(sc, out.Frames)
		for key, of := range c.values {
			want, ok := theirs[key].(float64)
			ok = ok || key == "pen_mean" && ours.Penetration.Pairs == 0 // they leave the mean of nothing out
			// They print five digits; what is left by rounding alone differs in all of them.
			rounded, _ := strconv.ParseFloat(strconv.FormatFloat(of(ours), 'g', 5, 64), 64)
			if !ok || math.Abs(rounded-want) > 2e-5*math.Abs(want)+1e-13 {
				t.Errorf("%s: %s: %v, theirs %v", c.name, key, of(ours), theirs[key])
			}
		}
	}
}
