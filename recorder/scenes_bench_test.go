package recorder

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/klauspost/compress/zstd"

	"github.com/prang-sim/prang/recorder/parts"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// scene returns a scene of boxes: 12 vehicles that meet and 60 parts, in the form of boxes that slide on a plane and
// fall asleep; 60 boxes that fall on a heap and sleep, or never do; 60 cubes in a room without gravity that meet only
// in impacts; a gas of 100 elastic balls; two vehicles that meet.
func scene(name string) *sim.Definition {
	r := rand.New(rand.NewPCG(5, 8))
	uniform := func(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
	turn := func() mgl64.Quat {
		return geom.Quat{W: uniform(-1, 1), V: geom.Vec{X: uniform(-1, 1), Y: uniform(-1, 1), Z: uniform(-1, 1)}}.Normalize().MGL()
	}
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.80665}},
		Materials: []sim.Material{{Friction: 0.5, Restitution: 0.2}},
		Statics:   []sim.StaticDef{{Name: "ground", Half: mgl64.Vec3{500, 500, 1}, Position: mgl64.Vec3{0, 0, -1}}},
	}
	add := func(half, x, v mgl64.Vec3, q mgl64.Quat, mass float64) {
		def.Bodies = append(def.Bodies, sim.BodyDef{
			Name: fmt.Sprint("b", len(def.Bodies)), Half: half, Mass: mass, Position: x, Velocity: v, Attitude: q,
		})
	}
	vehicles := func(n int) {
		for i := range n {
			angle := 2 * math.Pi * float64(i) / float64(n)
			d := mgl64.Vec3{math.Cos(angle), math.Sin(angle), 0}
			add(mgl64.Vec3{2.1, 0.9, 0.7}, d.Mul(30+uniform(0, 8)).Add(mgl64.Vec3{0, 0, 0.7}), d.Mul(-uniform(22, 40)),
				mgl64.QuatRotate(angle, mgl64.Vec3{0, 0, 1}), 1300)
		}
	}
	switch name {
	case "crash":
		vehicles(12)
		for range 60 {
			h := mgl64.Vec3{uniform(0.05, 0.3), uniform(0.05, 0.3), uniform(0.05, 0.3)}
			add(h, mgl64.Vec3{uniform(-12, 12), uniform(-12, 12), uniform(0.6, 2)}, mgl64.Vec3{uniform(-5, 5), uniform(-5, 5), uniform(0, 4)}, turn(), 3000*h[0]*h[1]*h[2])
		}
	case "two cars":
		vehicles(2)
	case "sleeping pile", "awake pile":
		if name == "awake pile" {
			def.Settings.SleepTime = -1
		}
		for i := range 60 {
			h := mgl64.Vec3{uniform(0.2, 0.5), uniform(0.2, 0.5), uniform(0.2, 0.5)}
			add(h, mgl64.Vec3{uniform(-1.2, 1.2), uniform(-1.2, 1.2), 1 + 0.6*float64(i)}, mgl64.Vec3{}, turn(), 800*h[0]*h[1]*h[2])
		}
	case "impacts only":
		def.Settings = sim.Settings{ImpactSpeed: -1, SleepTime: -1}
		def.Materials[0] = sim.Material{Friction: 0.2, Restitution: 0.9}
		def.Statics = nil
		for i := range 60 {
			x := mgl64.Vec3{float64(i%4) - 1.5, float64(i/4%4) - 1.5, float64(i/16) - 1.5}.Mul(3)
			b := &def.Bodies
			add(mgl64.Vec3{0.5, 0.4, 0.3}, x, mgl64.Vec3{uniform(-2, 2), uniform(-2, 2), uniform(-2, 2)}, turn(), 10)
			(*b)[i].AngularVelocity = mgl64.Vec3{uniform(-3, 3), uniform(-3, 3), uniform(-3, 3)}
		}
		room(def, 7)
	case "gas of balls":
		def.Settings = sim.Settings{ImpactSpeed: -1, SleepTime: -1}
		def.Materials[0] = sim.Material{Restitution: 1}
		def.Statics = nil
		ball, err := geom.NewSphere(0.2)
		if err != nil {
			panic(err)
		}
		for i := range 100 {
			def.Bodies = append(def.Bodies, sim.BodyDef{
				Name: fmt.Sprint("b", i), Shapes: []sim.ShapeDef{{Shape: ball}}, Mass: 1,
				Position: mgl64.Vec3{float64(i%5) - 2, float64(i/5%5) - 2, float64(i/25) - 1.5},
				Velocity: mgl64.Vec3{uniform(-30, 30), uniform(-30, 30), uniform(-30, 30)},
			})
		}
		room(def, 2.5)
	}
	return def
}

// room adds the walls of a closed room with this half of its width, 1 m thick or more.
func room(def *sim.Definition, half float64) {
	for k := range 6 {
		n, h := mgl64.Vec3{}, mgl64.Vec3{half + 2, half + 2, half + 2}
		n[k/2], h[k/2] = (half+1)*float64(1-2*(k%2)), 1
		def.Statics = append(def.Statics, sim.StaticDef{Name: fmt.Sprint("wall", k), Half: h, Position: n})
	}
}

// recorded runs a scene and returns its header and frames.
func recorded(t testing.TB, name string, steps int) (Header, []record.Frame) {
	t.Helper()
	return runWorld(t, scene(name), steps)
}

// runWorld runs a world and returns the header and the frames of its log.
func runWorld(t testing.TB, def *sim.Definition, steps int) (Header, []record.Frame) {
	t.Helper()
	w, err := sim.New(def)
	if err != nil {
		t.Fatal(err)
	}
	h := headerOf(w)
	var frames []record.Frame
	for s := 0; ; s++ {
		f := *w.Frame()
		f.Values = append([]float64(nil), f.Values...)
		f.Events = append([]record.Event(nil), f.Events...)
		f.Wheels = append([]record.WheelState(nil), f.Wheels...)
		f.Turned = append([]bool(nil), f.Turned...)
		f.Spins = append([]geom.Vec(nil), f.Spins...)
		for i := range f.Events {
			f.Events[i].Points = append([]record.Point(nil), f.Events[i].Points...)
		}
		if frames = append(frames, f); s == steps {
			return h, frames
		}
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
	}
}

// headerOf returns the header of a world's log.
func headerOf(w *sim.World) Header {
	set := w.Settings()
	return Header{Engine: "bench", Scenario: "scene", Step: set.Step, Gravity: geom.FromMGL(set.Gravity), Objects: w.Objects(), Columns: w.Columns()}
}

// BenchmarkScenes measures logs of scenes: bytes a body and step of the whole file, and, with -v, of each column;
// against plain zstd of the same states; the speed of encoding and decoding in bytes of states; what encoding takes of
// the time of the steps.
func BenchmarkScenes(b *testing.B) {
	for _, name := range []string{"crash", "sleeping pile", "impacts only", "awake pile", "two cars"} {
		start := time.Now()
		h, frames := recorded(b, name, 2400)
		stepping := time.Since(start)
		bodies := 0
		for i := range h.Objects {
			if h.Objects[i].Kind == record.Body {
				bodies++
			}
		}
		per := 1 / float64(bodies*len(frames))
		raw := int64(bodies * len(frames) * 8 * record.BodyValues)
		file := encodeLog(b, h, nil, frames)
		b.Run(name+"/encode", func(b *testing.B) {
			b.SetBytes(raw)
			for b.Loop() {
				encodeLog(b, h, nil, frames)
			}
			b.ReportMetric(100*b.Elapsed().Seconds()/float64(b.N)/stepping.Seconds(), "%-of-steps")
			b.ReportMetric(float64(len(file))*per, "B/body/step")
			b.ReportMetric(float64(plainSize(b, frames, bodies))/float64(len(file)), "zstd/log")
			for _, line := range columnSizes(b, &h, frames, per) {
				b.Log(line)
			}
		})
		b.Run(name+"/decode", func(b *testing.B) {
			b.SetBytes(raw)
			r := mustOpen(b, file)
			var f record.Frame
			for b.Loop() {
				for s := range r.Steps() {
					if err := r.Frame(s, &f); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// plainSize returns what zstd makes of the states of the bodies, the file's first columns.
func plainSize(b *testing.B, frames []record.Frame, bodies int) int {
	var raw bytes.Buffer
	enc, err := zstd.NewWriter(&raw, zstd.WithEncoderConcurrency(1))
	if err != nil {
		b.Fatal(err)
	}
	for i := range frames {
		for _, v := range frames[i].Values[:bodies*record.BodyValues] {
			u := math.Float64bits(v)
			_, _ = enc.Write([]byte{byte(u), byte(u >> 8), byte(u >> 16), byte(u >> 24), byte(u >> 32), byte(u >> 40), byte(u >> 48), byte(u >> 56)})
		}
	}
	if err := enc.Close(); err != nil {
		b.Fatal(err)
	}
	return raw.Len()
}

// columnSizes reports the sizes of the columns of a log: first rows, what stands before the numbers of events, and the
// numbers by kind.
func columnSizes(b testing.TB, h *Header, frames []record.Frame, per float64) (lines []string) {
	coded := *h
	coded.Codec = lastCodec
	l, err := newLayout(&coded)
	if err != nil {
		b.Fatal(err)
	}
	zstd, err := parts.NewCompressor()
	if err != nil {
		b.Fatal(err)
	}
	m := &meter{bits: map[string]float64{}, count: map[string]int{}}
	c := coder4{meter: m}
	for at := 0; at < len(frames); at += l.steps {
		part := frames[at:min(at+l.steps, len(frames))]
		rows := rowsOf(part)
		var g, heads eventEncoder
		for i := range part {
			g.add(uint32(i), part[i].Time, part[i].Events)
		}
		events, err := decodeEvents(g.appendRaw(nil), int64(at), len(part), l.step)
		if err != nil {
			b.Fatal(err)
		}
		m.last = 0
		c.encode(l, rows, len(part), int64(at), &events, &heads)
		m.bits["events, heads"] += float64(8 * len(zstd.Append(nil, heads.appendHeads(nil), true)))
	}
	for name, bits := range m.bits {
		lines = append(lines, fmt.Sprintf("%-26s %8d  %7.3f B a body and step", name, m.count[name], bits/8*per))
	}
	slices.Sort(lines)
	return lines
}
