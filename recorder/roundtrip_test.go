package recorder

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// mixedHeader has three bodies and columns of every other kind: 59 values.
func mixedHeader() Header {
	h := bodyHeader(3)
	h.Objects = append(h.Objects, record.Object{Name: "mover", Kind: record.Mover}, record.Object{Name: "floor", Kind: record.Static})
	h.addColumn(3, "x", "linear", 3)
	h.addColumn(3, "v", "hold", 3)
	h.addColumn(0, "wheel0.spin", "linear", 1)
	h.addColumn(0, "gear", "hold", 1)
	h.addColumn(-1, "energy", "linear", 1)
	h.addColumn(1, "crush", "hold", 11)
	return h
}

var specials = []uint64{
	0, signBit, 1, signBit | 1, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000001, 0xfff8dead00000000,
	0x7ff0000000000001, 0xfff0000000000002, 0x000fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff, 0xffefffffffffffff,
	0x3ff0000000000000, 0xbff0000000000000,
}

func TestLog_GivesBackEveryBit(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	counter, held := 0, uint64(0)
	sources := map[string]func() uint64{
		"random":   r.Uint64,
		"constant": func() uint64 { return 0x3ff123456789abcd },
		"zero":     func() uint64 { return 0 },
		"special":  func() uint64 { return specials[r.IntN(len(specials))] },
		"mostly special": func() uint64 {
			if r.IntN(50) == 0 {
				held = specials[r.IntN(len(specials))]
			}
			return held
		},
		"ramp": func() uint64 { counter++; return math.Float64bits(float64(counter) * 0.125) },
		"small": func() uint64 {
			return math.Float64bits((2*r.Float64() - 1) * math.Pow(2, float64(r.IntN(40)-20)))
		},
	}
	h := mixedHeader()
	for name, next := range sources {
		for i, steps := range []int{1, 2, 3, 239, 240, 241, 500} {
			if !geomtest.Long && (i+len(name))%3 != 0 {
				continue
			}
			frames := bitFrames(38+20+1, steps, next)
			for i := range frames {
				for range r.IntN(3) {
					frames[i].Events = append(frames[i].Events, randomEvent(r, frames[i].Time))
				}
			}
			t.Run(fmt.Sprintf("%s/%d", name, steps), func(t *testing.T) { checkLog(t, encodeLog(t, h, nil, frames), frames) })
		}
	}
}

func TestLog_Empty(t *testing.T) {
	checkLog(t, encodeLog(t, Header{Step: testStep}, nil, nil), nil)
	frames := bitFrames(0, 130, nil)
	frames[7].Events = []record.Event{{Kind: record.Limit, Time: math.NaN(), A: math.MinInt32, B: math.MaxInt32, Detail: "x"}}
	checkLog(t, encodeLog(t, Header{Step: testStep}, nil, frames), frames)
}

// A field that is added to the plain values must reach the codec.
func TestEvents_AllFieldsAreCoded(t *testing.T) {
	for _, c := range []struct {
		v    any
		want int
	}{{record.Event{}, 12}, {record.Point{}, 3}, {record.Twist{}, 2}, {record.Frame{}, 10 /* the ledger's rows are columns, what turned and the spins follow from rows */}, {record.ContactForce{}, 6}, {record.WheelState{}, 9}} {
		if got := reflect.TypeOf(c.v).NumField(); got != c.want {
			t.Errorf("%T has %d fields, the codec knows %d", c.v, got, c.want)
		}
	}
	// Each component has a number of its own: set them one by one.
	for k := range record.EventValues {
		var c, back [record.EventValues]uint64
		c[k] = math.Float64bits(float64(k) + 1)
		var e record.Event
		e.SetBits(&c)
		e.Bits(&back)
		if back != c {
			t.Errorf("component %d comes back as %x", k, back)
		}
		floats := 0
		countFloats(reflect.ValueOf(e), &floats)
		if floats != 1 {
			t.Errorf("component %d sets %d numbers of the event", k, floats)
		}
	}
}

func countFloats(v reflect.Value, n *int) {
	switch v.Kind() {
	case reflect.Float64:
		if v.Float() != 0 {
			*n++
		}
	case reflect.Struct:
		for i := range v.NumField() {
			countFloats(v.Field(i), n)
		}
	case reflect.Array:
		for i := range v.Len() {
			countFloats(v.Index(i), n)
		}
	}
}

// The sizes of 20 bodies in free flight: nothing but the first row of each chunk has a cost.
func TestState_FreeFlightHasNoResiduals(t *testing.T) {
	h := bodyHeader(20)
	frames := flight(&h, 20, 2400)
	l, err := newLayout(&h)
	if err != nil {
		t.Fatal(err)
	}
	e := stateEncoder{layout: l}
	for at := 0; at < len(frames); at += l.steps {
		e.encode(rowsOf(frames[at:at+l.steps]), l.steps)
		if len(e.values) != 0 {
			t.Fatalf("%d residuals in the chunk from step %d on", len(e.values), at)
		}
	}
	file := encodeLog(t, h, nil, frames)
	checkLog(t, file, frames)
	if got := float64(len(file)) / (20 * 2400); got > 1.5 {
		t.Errorf("free flight takes %.3f bytes a body and step, want at most 1.5", got)
	}
}

func rowsOf(frames []record.Frame) []uint64 {
	var rows []uint64
	for i := range frames {
		for _, v := range frames[i].Values {
			rows = append(rows, math.Float64bits(v))
		}
	}
	return rows
}

// Contact changes v and L in every step; x and q still follow from them.
func TestState_ContactCostsOnlyVelocities(t *testing.T) {
	h := bodyHeader(8)
	h.underRigid1()
	frames := contact(&h, 8, 120)
	l, _ := newLayout(&h)
	e := stateEncoder{layout: l}
	e.encode(rowsOf(frames), 120)
	for k, s := range e.streams {
		if k < atV && len(s) != 4 { // the steps in which the four bodies with odd numbers fall asleep where they are
			t.Errorf("component %d has %d residuals, want 4", k, len(s))
		}
		if k >= atV && (len(s) < 500 || len(s) > 8*119) {
			t.Errorf("component %d has %d residuals", k, len(s))
		}
	}
}

// A body that brakes evenly is predicted from its last two velocities after the first misses; one that stands still
// repeats, with the signs of its zeros, although gravity would move it.
func TestState_PredictorsAdapt(t *testing.T) {
	h := bodyHeader(2)
	h.underRigid1()
	l, _ := newLayout(&h)
	minus := math.Copysign(0, -1)
	frames := make([]record.Frame, 120)
	for s := range frames {
		braking := []float64{1, 2, 3, 1, 0, 0, 0, 64 - 0.25*float64(s), 0, 0, 8 - 0.125*float64(s), 1, 0}
		asleep := []float64{minus, 2, 3, 2, 0, minus, 0, minus, 0, 0, 0, 0, minus}
		frames[s].Values = append(braking, asleep...)
	}
	e := stateEncoder{layout: l}
	e.encode(rowsOf(frames), 120)
	for k := atV; k < bodyValues; k++ {
		if n := len(e.streams[k]); n > 2 {
			t.Errorf("component %d has %d residuals, want at most those of the first two steps", k, n)
		}
	}
	if got := e.masks[15:30]; !bytes.Equal(got, make([]byte, 15)) {
		t.Errorf("rows of the body asleep have residuals: %x", got)
	}
}

// Random bits cannot be predicted: the log may be no larger than they are but for 1 % and the header, whole chunks of a single body too.
func TestLog_RandomBitsAreNotInflated(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, h := range map[string]Header{"one body": bodyHeader(1), "two bodies": bodyHeader(2), "bodies": bodyHeader(20), "mixed": mixedHeader()} {
		l, err := newLayout(&h)
		if err != nil {
			t.Fatal(err)
		}
		empty := len(encodeLog(t, h, nil, nil))
		frames := bitFrames(l.values, 480, r.Uint64)
		file := encodeLog(t, h, nil, frames)
		checkLog(t, file, frames)
		raw := 8 * l.values * len(frames)
		if got := len(file) - empty; got > raw+raw/100 {
			t.Errorf("%s: %d bytes for %d raw ones", name, got, raw)
		}
	}
}

func TestWriter_EqualInputGivesEqualBytes(t *testing.T) {
	h := mixedHeader()
	r := rand.New(rand.NewPCG(3, 3))
	frames := bitFrames(59, 260, func() uint64 { return math.Float64bits(float64(r.IntN(1000))) })
	assets := []Asset{{"scenario.yaml", []byte("step: 1 ms\n")}, {"mesh.obj", make([]byte, 300<<10)}}
	a, b := encodeLog(t, h, assets, frames), encodeLog(t, h, assets, frames)
	if string(a) != string(b) {
		t.Error("the same frames gave other bytes")
	}
}

func TestReader_RandomAccessEqualsSequential(t *testing.T) {
	h := bodyHeader(5)
	frames := contact(&h, 5, 600)
	r := checkLog(t, encodeLog(t, h, nil, frames), frames)
	rnd := rand.New(rand.NewPCG(8, 1))
	var f record.Frame
	for range geomtest.Trials(500) {
		step := rnd.Int64N(600)
		if err := r.Frame(step, &f); err != nil {
			t.Fatal(err)
		}
		if err := sameFrame(&f, &frames[step]); err != nil {
			t.Fatal(err)
		}
	}
	n := int64(250)
	for f, err := range r.Frames(250, 333) {
		if err != nil || f.Step != n {
			t.Fatalf("step %v, %v, want %d", f, err, n)
		}
		n++
	}
	if n != 333 {
		t.Errorf("the steps from 250 to 332 ended with %d", n-1)
	}
	for range r.Frames(-5, 10) {
		break
	}
}

// Chunks end early when their events get large, and so a burst of events takes no memory without bounds.
func TestWriter_EventsCloseChunks(t *testing.T) {
	h := bodyHeader(1)
	frames := flight(&h, 1, 12)
	rnd := rand.New(rand.NewPCG(2, 3))
	for i := range frames {
		for range 3000 {
			e := record.Event{Kind: record.Impact, Time: frames[i].Time, A: 0, B: -1, N: randomVec(rnd, 1)}
			e.Points = []record.Point{{P: randomVec(rnd, 1)}, {P: randomVec(rnd, 1)}}
			frames[i].Events = append(frames[i].Events, e)
		}
	}
	r := checkLog(t, encodeLog(t, h, nil, frames), frames)
	if n := len(r.Chunks()); n < 3 || n > 6 {
		t.Errorf("%d chunks", n)
	}
}

func TestStepsPerChunk(t *testing.T) {
	for _, c := range []struct{ values, want int }{
		{0, 240}, {1, 240}, {200 * 13, 126}, {1365, 240}, {1366, 239}, {327680, 1}, {maxValues, 1},
	} {
		if got := stepsPerChunk(c.values, 2); got != c.want {
			t.Errorf("%d values: %d steps a chunk, want %d", c.values, got, c.want)
		}
	}
	for _, c := range []struct{ values, codec6, codec7 int }{
		{0, 240, 240}, {750, 240, 240}, {5631, 32, 32}, {5633, 31, 32}, {32768, 5, 32}, {32769, 5, 31}, {130000, 1, 8}, {1 << 19, 1, 2},
		{1<<19 + 1, 1, 1}, {maxValues, 1, 1},
	} {
		if six, seven := stepsPerChunk(c.values, 6), stepsPerChunk(c.values, 7); six != c.codec6 || seven != c.codec7 {
			t.Errorf("%d values: %d and %d steps a chunk by codecs 6 and 7, want %d and %d", c.values, six, seven, c.codec6, c.codec7)
		}
	}
}

// In worlds of many bodies, too, a body that sleeps takes little: it is told once in a chunk, of 8 steps for 10,000
// bodies.
func TestCodec7_SleepersOfLargeWorldsAreSmall(t *testing.T) {
	const bodies, steps = 10_000, 24
	h := bodyHeader(bodies)
	r := rand.New(rand.NewPCG(7, 9))
	var row []float64
	for i := range bodies {
		q := geom.Quat{W: 1, V: randomVec(r, 0.3)}.Normalize()
		row = appendState(row, &rigid.State{X: randomVec(r, 100), Q: q})
		for k, e := range [7]int{-34, -34, -34, -33, -33, -33, -33} { // on their grids but for the largest of q, as bodies that rest
			if v := &row[i*record.BodyValues+k]; k != 3 {
				*v = math.Ldexp(math.RoundToEven(math.Ldexp(*v, -e)), e)
			}
		}
	}
	frames := make([]record.Frame, steps)
	for s := range frames {
		frames[s] = newFrame(int64(s))
		frames[s].Values = row
	}
	file := encodeLog(t, h, nil, frames)
	checkLog(t, file, frames)
	size := 0
	for _, b := range blocksOf(t, file) {
		if b.kind == blockChunk {
			size += int(b.size)
		}
	}
	// 37 by codec 6, with a chunk for each step; 4.7 measured.
	if per := float64(size) / (bodies * steps); per > 5 {
		t.Errorf("%.2f bytes a body and step", per)
	}
}

func TestResidual_CountsNeighbours(t *testing.T) {
	for _, c := range []struct {
		actual, predicted float64
		want              uint64
	}{
		{1, 1, 0}, {math.Nextafter(1, 2), 1, 2}, {math.Nextafter(1, 0), 1, 1}, {0, math.Copysign(0, -1), 2},
		{-1, math.Nextafter(-1, -2), 2}, {5e-324, math.Copysign(5e-324, -1), 6}, {math.Inf(1), math.MaxFloat64, 2},
	} {
		if got := residual(math.Float64bits(c.actual), math.Float64bits(c.predicted)); got != c.want {
			t.Errorf("residual(%v, %v) = %d, want %d", c.actual, c.predicted, got, c.want)
		}
	}
	r := rand.New(rand.NewPCG(5, 5))
	for range 10000 {
		a, p := r.Uint64(), r.Uint64()
		if r.IntN(2) == 0 {
			a, p = specials[r.IntN(len(specials))], specials[r.IntN(len(specials))]
		}
		if got := restore(residual(a, p), p); got != a {
			t.Fatalf("restore(residual(%x, %x)) = %x", a, p, got)
		}
		if (residual(a, p) == 0) != (a == p) {
			t.Fatalf("residual(%x, %x) = %x", a, p, residual(a, p))
		}
	}
}

// Which NaN an operation gives depends on the machine: none may reach a prediction.
func TestPredictors_NeverPredictComputedNaN(t *testing.T) {
	if got := linear(0x7ff0000000000000, 0x3ff0000000000000); got != 0x7ff0000000000000 {
		t.Errorf("linear(+Inf, 1) = %x", got)
	}
	if got := linear(0x7ff0000000000000, 0x7ff0000000000001); got != 0 {
		t.Errorf("linear(+Inf, NaN) = %x, want +0", got)
	}
	if got := linear(0xfff8000000000123, 0xfff8000000000123); got != 0xfff8000000000123 {
		t.Errorf("linear of a NaN that is held = %x", got)
	}
	id := geom.Identity()
	rows := make([]uint64, 13*6)
	for i := range rows {
		rows[i] = []uint64{0xfff8000000000bad, 0x7ff8000000000bad, 0x7ff0000000000000, 0xfff0000000000000}[i%4]
	}
	b := body1{rows: rows, stride: 13, fall: &[3]float64{1, 1, math.Inf(-1)}, invI: &id, step: 0.01}
	for b.s = 1; b.s < 6; b.s++ {
		var vectors [6]uint64
		var pose [7]uint64
		for c := range int8(4) {
			b.use = [vectorCount]int8{c, c, c, c}
			b.vectors(&vectors)
			b.pose(&pose)
			for i, v := range append(vectors[:], pose[:]...) {
				if f := math.Float64frombits(v); f != f && !(i < 6 && v == b.row(1)[atV+i]) {
					t.Errorf("row %d, candidate %d: value %d is predicted as the NaN %x", b.s, c, i, v)
				}
			}
		}
		b.learnVectors(true, true)
		b.learnPose(true, true)
	}
}

func TestHotPaths_DoNotAllocate(t *testing.T) {
	h := bodyHeader(10)
	frames := contact(&h, 10, 480)
	for i := range frames {
		frames[i].Events = nil
	}
	w, err := NewWriter(discard{}, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	step := int64(0)
	write := func() {
		f := frames[step%480]
		f.Step, f.Time = step, float64(step)*testStep
		if err := w.Write(&f); err != nil {
			t.Fatal(err)
		}
		step++
	}
	for range 480 {
		write()
	}
	if n := testing.AllocsPerRun(1, func() {
		for range 110 {
			write()
		}
	}); n > 60 { // the index grows now and then, and zstd allocates a little for each chunk
		t.Errorf("writing 110 frames allocates %v times", n)
	}
	r, err := openBytes(encodeLog(t, h, nil, frames))
	if err != nil {
		t.Fatal(err)
	}
	var f record.Frame
	read := func() {
		for s := range r.Steps() {
			if err := r.Frame(s, &f); err != nil {
				t.Fatal(err)
			}
		}
	}
	read()
	if n := testing.AllocsPerRun(5, read); n > 20 {
		t.Errorf("reading 480 frames allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { _ = r.Frame(470, &f) }); n != 0 {
		t.Errorf("reading a frame of a decoded chunk allocates %v times", n)
	}
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }
