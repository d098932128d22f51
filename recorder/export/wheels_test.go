package export_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// carText is the scenario of a car on a plane, 0.55 m below its centre of mass; its wheels are 0.3 m high above their
// contacts, which are at x = 1.2 and -1.4 m, y = 0.75 and -0.75 m.
func carText(duration string, speed float64, keys, more string) string {
	return fmt.Sprintf(`
name: car
step: 1/240 s
duration: %s
gravity: [0, 0, -9.81]
statics:
  - {name: road, plane: {height: 0}}
  - {name: wall, box: {size: [1, 60, 2]}, position: [30, 0, 1]}
bodies:
  - name: car
    box: {size: [4, 1.8, 1]}
    mass: 1200 kg
    position: [0, 0, 0.55]
    velocity: [%g, 0, 0]
    vehicle: {track: 1.5 m, center_height: 0.55 m, friction: 0.8, front_axle: 1.2 m, rear_axle: -1.4 m%s}
%s`, duration, speed, keys, more)
}

// attitudes returns the key frames of the rotations of each node, by name, and the times that they share.
func attitudes(t *testing.T, doc *gltf.Document) (times []float32, of map[string][]geom.Quat) {
	t.Helper()
	of = map[string][]geom.Quat{}
	read := func(accessor int) any {
		v, err := modeler.ReadAccessor(doc, doc.Accessors[accessor], nil)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range doc.Animations[0].Channels {
		s := doc.Animations[0].Samplers[c.Sampler]
		times = read(s.Input).([]float32)
		if c.Target.Path != gltf.TRSRotation {
			continue
		}
		name := doc.Nodes[*c.Target.Node].Name
		for _, q := range read(s.Output).([][4]float32) {
			of[name] = append(of[name], geom.Quat{W: float64(q[3]), V: geom.Vec{X: float64(q[0]), Y: float64(q[1]), Z: float64(q[2])}})
		}
		if len(of[name]) != len(times) {
			t.Fatalf("%s: %d attitudes at %d times", name, len(of[name]), len(times))
		}
		n := doc.Nodes[*c.Target.Node].Rotation
		if q := (geom.Quat{W: n[3], V: geom.Vec{X: n[0], Y: n[1], Z: n[2]}}); !(math.Abs(q.Dot(of[name][0])) > 1-1e-6) {
			t.Errorf("%s stands turned by %v without the animation, want %v", name, q, of[name][0])
		}
	}
	return times, of
}

// turns returns by how much a wheel turns about its axle from each key frame to the next, the short way [rad].
func turns(q []geom.Quat) (list []float64) {
	for k := 1; k < len(q); k++ {
		r := q[k-1].Conj().Mul(q[k])
		if r.W < 0 {
			r = r.Neg()
		}
		list = append(list, 2*math.Atan2(r.V.Y, r.W))
	}
	return list
}

var wheelNames = []string{"car fl", "car fr", "car rl", "car rr"}

// TestGLB_WheelsStandAndRoll: the wheels are where the scenario says, and turn by the way over their radius, their tops in
// the direction of travel.
func TestGLB_WheelsStandAndRoll(t *testing.T) {
	centres := map[string][3]float64{
		"car fl": {1.2, 0.75, -0.25}, "car fr": {1.2, -0.75, -0.25}, "car rl": {-1.4, 0.75, -0.25}, "car rr": {-1.4, -0.75, -0.25},
	}
	for _, speed := range []float64{20, -20, 0} {
		r, frames := recordedOf(t, carText("1 s", speed, "", ""))
		for _, every := range []int64{1, 4, 7} {
			doc := readGLB(t, r, export.Selection{Every: every})
			seen := map[string]bool{}
			for _, n := range doc.Nodes {
				for _, c := range n.Children {
					if n.Name != "car" {
						continue
					}
					wheel := doc.Nodes[c]
					seen[wheel.Name] = true
					if want := centres[wheel.Name]; geom.FromMGL(wheel.Translation).Sub(geom.FromMGL(want)).Len() > 1e-12 || wheel.Mesh == nil {
						t.Errorf("%s is at %v, want %v", wheel.Name, wheel.Translation, want)
					}
				}
			}
			if len(seen) != 4 {
				t.Errorf("the car has the wheels %v", seen)
			}
			times, of := attitudes(t, doc)
			if want := (len(frames)-1+int(every)-1)/int(every) + 1; len(times) != want {
				t.Errorf("every %d: %d key frames, want %d", every, len(times), want)
			}
			for _, name := range wheelNames {
				if top := of[name][1].Rotate(geom.Vec{Z: 1}).X; every == 1 && math.Abs(top-math.Sin(speed/240/0.3)) > 1e-5 {
					t.Errorf("%g m/s: after a step the top of %s is at x = %g radii, want %g", speed, name, top, math.Sin(speed/240/0.3))
				}
				sum := 0.0
				for _, a := range turns(of[name]) {
					sum += a
				}
				if want := speed * frames[len(frames)-1].Time / 0.3; math.Abs(sum-want) > 1e-3 {
					t.Errorf("%g m/s, every %d: %s turns by %g, want %g", speed, every, name, sum, want)
				}
			}
		}
	}
}

// spinOf returns the spin of a wheel of the first vehicle in a frame.
func spinOf(t *testing.T, r *recorder.Reader, f *record.Frame, wheel int) float64 {
	t.Helper()
	at := 0
	for _, c := range r.Header().Columns {
		if c.Name == fmt.Sprintf("wheel%d.spin", wheel) {
			return f.Values[at]
		}
		at += int(c.Count)
	}
	t.Fatal("no spin in the log")
	return 0
}

// TestGLB_WheelsTurnByTheirSpin: under brakes, on tyres that slip, by the integral of the spin in all frames, also of
// those that are not drawn.
func TestGLB_WheelsTurnByTheirSpin(t *testing.T) {
	r, frames := recordedOf(t, carText("0.8 s", 20, ", tyre: tmeasy, program: [{time: 0.2 s, brake: 0.6}]", ""))
	_, of := attitudes(t, readGLB(t, r, export.Selection{Every: 6}))
	for k, name := range wheelNames {
		spin := func(step int) float64 { return spinOf(t, r, &frames[step], k) }
		for n, got := range turns(of[name]) {
			want := 0.0
			for step := 6 * n; step < min(6*n+6, len(frames)-1); step++ {
				want += (spin(step) + spin(step+1)) / 2 / 240
			}
			if math.Abs(got-want) > 2e-6 {
				t.Fatalf("%s turns by %g after frame %d, want %g", name, got, 6*n, want)
			}
		}
		if first, last := spin(0), spin(len(frames)-1); math.Abs(first-20/0.3) > 1e-9 || !(last < 0.85*first) {
			t.Errorf("%s: spin from %g to %g rad/s", name, first, last)
		}
	}
}

// TestGLB_LockedWheelsStandStill while the car slides.
func TestGLB_LockedWheelsStandStill(t *testing.T) {
	r, frames := recordedOf(t, carText("0.5 s", 20, ", program: [{time: 0 s, brake: 1}]", ""))
	_, of := attitudes(t, readGLB(t, r, export.Selection{}))
	if way := frames[len(frames)-1].Values[0] - frames[1].Values[0]; way < 5 {
		t.Errorf("the car slides %g m", way)
	}
	for _, name := range wheelNames {
		for k, q := range of[name][1:] {
			if q != of[name][1] {
				t.Fatalf("%s turns before frame %d", name, k+1)
			}
		}
	}
}

// TestGLB_WheelsSteer: to the left is up by the right-hand rule, of the front wheels alone, and as the program says, in the
// middle of each step; the first impact straightens them, of either car, also one before the frames that are written.
func TestGLB_WheelsSteer(t *testing.T) {
	steers := ", program: [{time: 0.1 s, steer: 3 deg}], after_impact: {brake: 0.3}"
	r, frames := recordedOf(t, carText("1.2 s", 25, steers, `
  - name: struck
    box: {size: [4, 1.8, 1]}
    mass: 1000 kg
    position: [22, 1, 0.55]
    vehicle: {track: 1.5 m, center_height: 0.55 m, friction: 0.8, front_axle: 1.2 m, rear_axle: -1.4 m`+steers+"}\n"))
	hit := slices.IndexFunc(frames, func(f record.Frame) bool {
		return slices.ContainsFunc(f.Events, func(e record.Event) bool { return e.Kind == record.Impact })
	})
	if hit < 100 || hit > len(frames)-40 {
		t.Fatalf("the first impact is in step %d", hit)
	}
	for _, from := range []int64{0, 60, int64(hit) + 20} {
		_, of := attitudes(t, readGLB(t, r, export.Selection{From: from}))
		seen := 0
		for name, list := range of {
			if !strings.Contains(name, " ") {
				continue
			}
			seen++
			for k, q := range list {
				step := int(from) + k
				want := 0.0
				if strings.Contains(name, " f") && frames[step].Time-0.5/240 >= 0.1 && step <= hit {
					want = 3 * math.Pi / 180
				}
				axle := q.Rotate(geom.Vec{Y: 1})
				if d := axle.Sub(geom.Vec{X: -math.Sin(want), Y: math.Cos(want)}).Len(); d > 0x1p-15+1e-6 {
					t.Fatalf("%s, step %d: the axle points to %v, want %g rad to the left", name, step, axle, want)
				}
			}
		}
		if seen != 8 {
			t.Errorf("%d wheels", seen)
		}
	}
	if y := frames[hit].Values[1]; y < 0.2 {
		t.Errorf("the car is at y = %g m: it did not turn to the left", y)
	}
}

// withoutSpin returns a log without the columns of its wheels.
func withoutSpin(t *testing.T, r *recorder.Reader, frames []record.Frame) *recorder.Reader {
	t.Helper()
	h := *r.Header()
	var keep []int
	at := 0
	h.Columns = nil
	for _, c := range r.Header().Columns {
		if !strings.HasPrefix(c.Name, "wheel") && !strings.HasPrefix(c.Name, record.LedgerPrefix) {
			h.Columns = append(h.Columns, c)
			for k := range int(c.Count) {
				keep = append(keep, at+k)
			}
		}
		at += int(c.Count)
	}
	var b bytes.Buffer
	w, err := recorder.NewWriter(&b, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frames {
		all := f.Values
		f.Values = nil
		for _, k := range keep {
			f.Values = append(f.Values, all[k])
		}
		if err := w.Write(&f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(recorder.Summary{Ended: recorder.Complete}); err != nil {
		t.Fatal(err)
	}
	bare, err := recorder.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return bare
}

// TestGLB_WheelsWithoutSpinRollWithoutSlip: in a bend to the left, where those on the right have the longer way.
func TestGLB_WheelsWithoutSpinRollWithoutSlip(t *testing.T) {
	r, frames := recordedOf(t, carText("1 s", 10, ", program: [{time: 0 s, steer: 5 deg}]", ""))
	_, known := attitudes(t, readGLB(t, r, export.Selection{}))
	_, found := attitudes(t, readGLB(t, withoutSpin(t, r, frames), export.Selection{}))
	sums := map[string]float64{}
	for _, name := range wheelNames {
		want := 0.0
		for _, a := range turns(known[name]) {
			want += a
		}
		for _, a := range turns(found[name]) {
			sums[name] += a
		}
		if math.Abs(sums[name]/want-1) > 1e-3 {
			t.Errorf("%s turns by %g, want %g", name, sums[name], want)
		}
	}
	// About a common centre that is 2.6 m / tan 5° = 29.7 m to the left: by 1.5 m longer.
	if got, want := sums["car rr"]/sums["car rl"], (29.7+0.75)/(29.7-0.75); math.Abs(got-want) > 0.01 {
		t.Errorf("the right wheel turns %g times as far as the left one, want %g", got, want)
	}
}

// TestGLB_WheelsTurnTheRightWayAtAnyInterval: beyond half a turn between two frames, by whole spokes less.
func TestGLB_WheelsTurnTheRightWayAtAnyInterval(t *testing.T) {
	const pitch = 2 * math.Pi / 5
	for _, speed := range []float64{20, -20} {
		r, _ := recordedOf(t, carText("1 s", speed, "", ""))
		for _, every := range []int64{9, 11, 13, 60, 120} {
			_, of := attitudes(t, readGLB(t, r, export.Selection{Every: every, To: 240}))
			list := turns(of["car rr"])
			for k, got := range list[:len(list)-1] {
				want := speed * float64(every) / 240 / 0.3
				less := (want - got) / pitch
				if got*want <= 0 || math.Abs(less-math.Round(less)) > 1e-4 || math.Abs(got) > 0.9*math.Pi+1e-5 {
					t.Fatalf("every %d, key %d: it turns by %g, by %g spokes less than %g", every, k, got, less, want)
				}
				if drawn := math.Abs(want) <= 0.9*math.Pi; drawn && math.Abs(less) > 1e-4 || !drawn && math.Abs(got) < 0.9*math.Pi-pitch-1e-5 {
					t.Fatalf("every %d, key %d: it turns by %g of %g", every, k, got, want)
				}
			}
		}
	}
}

// TestGLB_WheelsGoOverDamage: they have the key frames that there are, and have turned by the whole way behind what is
// missing.
func TestGLB_WheelsGoOverDamage(t *testing.T) {
	text := strings.Replace(carText("4 s", 5, ", program: [{time: 0 s, steer: 0 deg}]", ""), "- {name: wall", "- {name: wall, sensor: true", 1)
	bad, whole := flippedOf(t, text, inSecond)
	c := whole.Chunks()[1]
	told := 0
	times, of := attitudes(t, readGLB(t, bad, export.Selection{Every: 3, Damaged: func(error) { told++ }}))
	missing := 0
	for step := c.First; step < c.First+int64(c.Steps); step++ {
		if step%3 == 0 || step == whole.Steps()-1 {
			missing++
		}
	}
	all, want := attitudes(t, readGLB(t, whole, export.Selection{Every: 3}))
	if missing == 0 || len(times) != len(all)-missing || told != 1 {
		t.Fatalf("%d key frames of %d, want %d without; told %d times", len(times), len(all), missing, told)
	}
	shift := 0
	for k, q := range of["car fl"] {
		if int64(3*k) >= c.First {
			shift = missing
		}
		// Where a wheel has turned by more than half a turn over what is missing, its spokes stand right, not the marked one.
		r := want["car fl"][k+shift].Conj().Mul(q)
		off := 2 * math.Atan2(r.V.Y, r.W) / (2 * math.Pi / 5)
		if math.Abs(off-math.Round(off)) > 1e-3 || shift == 0 && !(math.Abs(r.W) > 1-1e-6) {
			t.Fatalf("key %d: turned by %g spokes from the undamaged log", k, off)
		}
	}
	if shift == 0 {
		t.Error("nothing is behind the damage")
	}
}
