package recorder

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// checkAllTurns makes encoders compute each attitude in a test.
func checkAllTurns(t *testing.T) {
	every := checkTurns
	checkTurns = 0
	t.Cleanup(func() { checkTurns = every })
}

// withoutTurns returns frames that say nothing of turns.
func withoutTurns(frames []record.Frame) []record.Frame {
	list := slices.Clone(frames)
	for i := range list {
		list[i].Turned = nil
	}
	return list
}

// withoutSpins returns frames that say nothing of spins.
func withoutSpins(frames []record.Frame) []record.Frame {
	list := slices.Clone(frames)
	for i := range list {
		list[i].Spins = nil
	}
	return list
}

// tumbling is a world of bodies that tumble, bounce, meet and come to rest, thin ones among them, under gravity or without.
func tumbling(r *rand.Rand) *sim.Definition {
	u := func(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
	def := &sim.Definition{
		Materials: []sim.Material{{Friction: 0.3, Restitution: u(0, 1)}},
		Statics:   []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
	}
	if r.IntN(3) > 0 {
		def.Settings.Gravity = mgl64.Vec3{0, 0, -9.81}
	}
	if r.IntN(2) == 0 {
		def.Settings.ImpactSpeed = -1
	}
	for i := range 2 + r.IntN(10) {
		b := sim.BodyDef{
			Name: fmt.Sprint(i), Half: mgl64.Vec3{u(0.1, 0.5), u(0.1, 0.5), u(0.1, 0.5)}, Mass: u(1, 9), Position: mgl64.Vec3{1.2 * float64(i%4), 1.2 * float64(i/4), u(0.8, 3)},
			Velocity: mgl64.Vec3{u(-3, 3), u(-3, 3), u(-6, 2)}, AngularVelocity: mgl64.Vec3{u(-9, 9), u(-9, 9), u(-9, 9)},
		}
		switch r.IntN(8) {
		case 0:
			b.Half = mgl64.Vec3{0.002, 0.002, 0.5}
		case 1:
			ball, err := geom.NewSphere(0.2)
			if err != nil {
				panic(err)
			}
			b.Half, b.Shapes = mgl64.Vec3{}, []sim.ShapeDef{{Shape: ball}}
		case 2:
			b.AngularVelocity, b.Velocity = mgl64.Vec3{}, mgl64.Vec3{}
		case 3:
			b.AngularVelocity = mgl64.Vec3{0, 0, 5}
		}
		def.Bodies = append(def.Bodies, b)
	}
	return def
}

// A log has the same bytes whether or not frames say which attitudes the integrator has made, and comes back.
func TestTurned_ChangesNoByte(t *testing.T) {
	var total, said int
	check := func(name string, h Header, frames []record.Frame) {
		for i := range frames {
			for _, turned := range frames[i].Turned {
				if total++; turned {
					said++
				}
			}
		}
		want := encodeLog(t, h, nil, withoutTurns(frames))
		if !bytes.Equal(encodeLog(t, h, nil, frames), want) {
			t.Errorf("%s: another log with turns", name)
		}
		if !bytes.Equal(encodeLog(t, h, nil, withoutSpins(frames)), want) {
			t.Errorf("%s: another log with turns alone", name)
		}
		for codec := 4; codec < lastCodec; codec++ {
			h.Codec = codec
			if !bytes.Equal(encodeLog(t, h, nil, frames), encodeLog(t, h, nil, withoutTurns(frames))) {
				t.Errorf("%s: another log of codec %d with turns", name, codec)
			}
		}
		checkLog(t, want, frames)
	}
	for _, name := range []string{"crash", "sleeping pile", "impacts only", "awake pile", "two cars"} {
		h, frames := recorded(t, name, geomtest.Eighth(1200))
		check(name, h, frames)
	}
	r := rand.New(rand.NewPCG(7, 8))
	for n := range geomtest.Eighth(48) {
		h, frames := runWorld(t, tumbling(r), 150)
		check(fmt.Sprint("world ", n), h, frames)
	}
	if said < total/4 || said > 9*total/10 {
		t.Errorf("frames say it of %d attitudes of %d", said, total)
	}
}

// Frames of other origin say nothing of turns, or something of some bodies alone, and their values may be anything: the log
// is the same, and comes back.
func TestTurned_OfSomeBodiesAndAnyValues(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0, 1e305, -1.7e308, 5e-324}
	for n := range 16 {
		h, frames := runWorld(t, tumbling(r), 80)
		bodies := 0
		for bodies < len(h.Objects) && h.Objects[bodies].Kind == record.Body {
			bodies++
		}
		for i := range frames {
			f := &frames[i]
			f.Turned = slices.Clone(f.Turned)
			switch r.IntN(12) {
			case 0:
				f.Turned = nil
			case 1:
				f.Turned = f.Turned[:r.IntN(len(f.Turned)+1)]
				f.Spins = f.Spins[:r.IntN(len(f.Spins)+1)]
			case 2: // another value, of which and of whose next row nothing is known then
				b := r.IntN(bodies)
				f.Values[record.BodyValues*b+r.IntN(record.BodyValues)] = odd[r.IntN(len(odd))]
				f.Turned = nil
				if i+1 < len(frames) {
					frames[i+1].Turned = nil
				}
			case 3: // a place or velocity, of which turns say nothing
				b, k := r.IntN(bodies), [6]int{0, 1, 2, 7, 8, 9}[r.IntN(6)]
				f.Values[record.BodyValues*b+k] = odd[r.IntN(len(odd))]
			}
		}
		file := encodeLog(t, h, nil, frames)
		if !bytes.Equal(file, encodeLog(t, h, nil, withoutTurns(frames))) {
			t.Errorf("world %d: another log with turns", n)
		}
		checkLog(t, file, frames)
	}
}

// What frames say of turns holds for each of them, in flight, in impacts and contacts: an encoder that computes all
// attitudes finds them as the frames say.
func TestTurned_HoldsForAllAttitudes(t *testing.T) {
	checkAllTurns(t)
	for _, name := range []string{"crash", "sleeping pile", "impacts only", "awake pile", "two cars"} {
		h, frames := recorded(t, name, geomtest.Eighth(1600))
		encodeLog(t, h, nil, frames)
	}
	r := rand.New(rand.NewPCG(7, 10))
	for range geomtest.Eighth(40) {
		h, frames := runWorld(t, tumbling(r), 200)
		encodeLog(t, h, nil, frames)
	}
}

// A body of which frames say for long that it turns as the integrator does, and it does not, is found; the error names the
// step and the object, and the log ends with the chunk before.
func TestTurned_WrongOnesAreFound(t *testing.T) {
	h, frames := recorded(t, "impacts only", 800)
	const body, from = 7, 300
	for i := from; i < len(frames); i++ {
		frames[i].Values[record.BodyValues*body+atQ] += 1e-12
	}
	write := func(frames []record.Frame) ([]byte, error) {
		var b bytes.Buffer
		w, err := NewWriter(&b, h, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range frames {
			if err := w.Write(&frames[i]); err != nil {
				if again := w.Write(&frames[i]); again == nil || again.Error() != err.Error() {
					t.Errorf("then %v", again)
				}
				return b.Bytes(), err
			}
		}
		return b.Bytes(), w.Close(Summary{Ended: Complete})
	}
	file, err := write(frames)
	if err == nil || !strings.Contains(err.Error(), "object 7 has turned") || !strings.Contains(err.Error(), "step ") {
		t.Fatalf("error %v", err)
	}
	r, err := NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	steps := r.Steps()
	if steps == 0 || steps >= int64(len(frames)) {
		t.Fatalf("%d steps", steps)
	}
	if _, err := write(withoutTurns(frames)); err != nil {
		t.Errorf("without turns: %v", err)
	}
	// A single one is found where all are computed, and else by a reader.
	h, frames = recorded(t, "impacts only", 300)
	i := 200
	for !frames[i].Turned[body] || !frames[i-1].Turned[body] || !frames[i+1].Turned[body] {
		i++
	}
	frames[i].Values[record.BodyValues*body+atQ+2] = math.Nextafter(frames[i].Values[record.BodyValues*body+atQ+2], 9)
	if (int64(i)+body/8)&checkTurns == 0 {
		t.Fatal("this is a step that is looked at")
	}
	frames[i+1].Turned = nil
	file, err = write(frames)
	if err != nil {
		t.Fatal(err)
	}
	if r, err = NewReader(bytes.NewReader(file), int64(len(file))); err != nil {
		t.Fatal(err)
	}
	var f record.Frame
	if err := r.Frame(int64(i), &f); err == nil || !strings.Contains(err.Error(), errRows.Error()) {
		t.Errorf("a reader says %v", err)
	}
	checkAllTurns(t)
	if _, err = write(frames); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("step %d: ", i)) {
		t.Errorf("where all are looked at: %v", err)
	}
}

// A wrong spin of a body of which frames say that it turns as the integrator does is found: one that stays so, and, where all
// are looked at, one of a single step.
func TestTurned_WrongSpinsAreFound(t *testing.T) {
	const body = 7
	for _, single := range []bool{false, true} {
		h, frames := recorded(t, "impacts only", 600)
		for i := range frames {
			if i == 200 || i > 200 && !single {
				frames[i].Spins[body].Y = math.Nextafter(frames[i].Spins[body].Y, 9)
			}
		}
		if single {
			if !frames[200].Turned[body] {
				t.Fatal("nothing is said of the step")
			}
			checkAllTurns(t)
		}
		w, err := NewWriter(io.Discard, h, nil)
		for i := 0; i < len(frames) && err == nil; i++ {
			err = w.Write(&frames[i])
		}
		if err == nil {
			err = w.Close(Summary{Ended: Complete})
		}
		want := "step "
		if single {
			want = "step 200: "
		}
		if err == nil || !strings.Contains(err.Error(), "object 7 has turned") || !strings.Contains(err.Error(), want) {
			t.Errorf("single %v: %v", single, err)
		}
	}
}

// Spins are the same if all three components are, to the last bit, or no numbers, of whatever bits, in both.
func TestTurned_SpinsAreComparedInAllComponents(t *testing.T) {
	w := geom.Vec{X: 1, Y: 2, Z: 3}
	for k, at := range []func(w *geom.Vec) *float64{
		func(w *geom.Vec) *float64 { return &w.X }, func(w *geom.Vec) *float64 { return &w.Y }, func(w *geom.Vec) *float64 { return &w.Z },
	} {
		other, none, likewise := w, w, w
		*at(&other) = math.Nextafter(*at(&other), 9)
		*at(&none), *at(&likewise) = math.NaN(), math.Float64frombits(math.Float64bits(math.NaN())^1<<63)
		if !sameSpin(w, w) || sameSpin(w, other) || sameSpin(other, w) || sameSpin(w, none) || !sameSpin(none, likewise) {
			t.Errorf("component %d is not compared", k)
		}
	}
}

// What a reader returns says nothing of turns, even in a frame that did.
func TestTurned_IsNotRead(t *testing.T) {
	h, frames := recorded(t, "two cars", 5)
	r := mustOpen(t, encodeLog(t, h, nil, frames))
	f := record.Frame{Turned: []bool{true, true}, Spins: []geom.Vec{{X: 1}, {Y: 2}}}
	if err := r.Frame(3, &f); err != nil || len(f.Turned) != 0 || len(f.Spins) != 0 {
		t.Errorf("turns %v, spins %v, error %v", f.Turned, f.Spins, err)
	}
}

// A chunk that is encoded in the background has the turns of its own frames.
func TestTurned_InTheBackground(t *testing.T) {
	checkAllTurns(t)
	h, frames := recorded(t, "impacts only", 800)
	w, err := NewWriter(io.Discard, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	w.Use(Options{Background: true})
	for i := range frames {
		if err := w.Write(&frames[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(Summary{Ended: Complete}); err != nil {
		t.Fatal(err)
	}
}

// A velocity that by rounding comes to be on its grid, as that of a body that falls faster and faster, is stored on it, though
// the row is as predicted.
func TestTurned_VelocityComesOntoItsGrid(t *testing.T) {
	ball, err := geom.NewSphere(0.2)
	if err != nil {
		t.Fatal(err)
	}
	def := &sim.Definition{
		Materials: []sim.Material{{}},
		Bodies: []sim.BodyDef{{
			Name: "ball", Shapes: []sim.ShapeDef{{Shape: ball}}, Mass: 2,
			Velocity: mgl64.Vec3{0, 0, -(0x1p-4 + 0x1p-55)},
		}},
	}
	def.Settings.Gravity, def.Settings.Step = mgl64.Vec3{0, 0, -8}, 1.0/256
	h, frames := runWorld(t, def, 60)
	g := newGrids(h.Objects[0].Grid)
	came := 0
	for i := range frames {
		row := bitsOfAll(frames[i].Values[:record.BodyValues])
		if i > 0 && !frames[i].Turned[0] {
			t.Fatalf("step %d says nothing", i)
		}
		if came == 0 && g.fits(row) {
			came = i
		}
	}
	if came < settled+2 {
		t.Fatalf("on its grid from step %d on", came)
	}
	file := encodeLog(t, h, nil, frames)
	if !bytes.Equal(file, encodeLog(t, h, nil, withoutTurns(frames))) {
		t.Error("another log with turns")
	}
	checkLog(t, file, frames)
}

// Frames may say it of every attitude of which it holds, of bodies that are struck or asleep, too, of which the engine does not.
func TestTurned_WhereverItHolds(t *testing.T) {
	const half = 0.5
	def := &sim.Definition{
		Materials: []sim.Material{{Restitution: 0.5}},
		Bodies: []sim.BodyDef{
			{Name: "a", Half: mgl64.Vec3{half, half, half}, Mass: 1, Velocity: mgl64.Vec3{5, 0, 0}},
			{Name: "b", Half: mgl64.Vec3{half, half, half}, Mass: 3, Position: mgl64.Vec3{1.3, 0, 0}},
			{Name: "c", Half: mgl64.Vec3{half, half, half}, Mass: 3, Position: mgl64.Vec3{3, 0.3, 0}},
		},
	}
	h, frames := runWorld(t, def, 200)
	check := func(name string, h *Header, frames []record.Frame) (more int) {
		frames = slices.Clone(frames)
		for i := 1; i < len(frames); i++ {
			f, was := &frames[i], frames[i-1].Values
			f.Turned = slices.Clone(f.Turned)
			for b := range f.Turned {
				v, is := was[record.BodyValues*b:], f.Values[record.BodyValues*b:]
				inverse := rigid.Predict1InvInertia(&h.Objects[b].Inertia)
				q := rigid.Predict1Attitude(geom.Quat{W: v[3], V: geom.Vec{X: v[4], Y: v[5], Z: v[6]}}, geom.Vec{X: v[10], Y: v[11], Z: v[12]},
					geom.Vec{X: is[10], Y: is[11], Z: is[12]}, &inverse, h.Step)
				holds := slices.Equal(bitsOfAll([]float64{q.W, q.V.X, q.V.Y, q.V.Z}), bitsOfAll(is[atQ:atV]))
				if f.Turned[b] && !holds {
					t.Fatalf("%s: step %d: %q has not turned so", name, i, h.Objects[b].Name)
				}
				if holds && !f.Turned[b] {
					f.Turned[b] = true
					more++
				}
			}
		}
		file := encodeLog(t, *h, nil, frames)
		if !bytes.Equal(file, encodeLog(t, *h, nil, withoutTurns(frames))) {
			t.Errorf("%s: another log with turns", name)
		}
		checkLog(t, file, frames)
		return more
	}
	if more := check("in a row", &h, frames); more == 0 {
		t.Error("the engine has said all that holds")
	}
	for _, name := range []string{"crash", "sleeping pile", "two cars"} {
		h, frames := recorded(t, name, geomtest.Eighth(1200))
		check(name, &h, frames)
	}
}

// Nothing is known where a frame says nothing, or something of the first bodies alone, whatever the chunk before has said.
func TestTurned_IsForgottenWithItsChunk(t *testing.T) {
	h, frames := recorded(t, "impacts only", 800)
	const body = 7
	for i := 240; i < len(frames); i++ {
		frames[i].Values[record.BodyValues*body+atQ] += 1e-12 * float64(i%3)
		if frames[i].Turned = frames[i].Turned[:body]; i%2 == 0 {
			frames[i].Turned = nil
		}
	}
	file := encodeLog(t, h, nil, frames)
	if !bytes.Equal(file, encodeLog(t, h, nil, withoutTurns(frames))) {
		t.Error("another log with turns")
	}
	checkLog(t, file, frames)
}

// bitsOfAll returns the bits of numbers.
func bitsOfAll(v []float64) []uint64 {
	row := make([]uint64, len(v))
	for i := range v {
		row[i] = math.Float64bits(v[i])
	}
	return row
}
