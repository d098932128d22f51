package compare

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

func compareLogs(t testing.TB, ha recorder.Header, a []record.Frame, hb recorder.Header, b []record.Frame, tol Tolerances) *Comparison {
	t.Helper()
	c, err := Logs(mustOpen(t, encodeLog(t, ha, nil, a)), mustOpen(t, encodeLog(t, hb, nil, b)), Options{Tolerances: tol})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(c); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *Comparison) deviation(t testing.TB, object, quantity string) *Deviation {
	t.Helper()
	for i := range c.Deviations {
		if d := &c.Deviations[i]; d.Object == object && d.Quantity == quantity {
			return d
		}
	}
	t.Fatalf("no deviation of %s.%s", object, quantity)
	return nil
}

func TestLogs_EqualLogsByHash(t *testing.T) {
	h := bodyHeader(3)
	frames := contact(&h, 3, 300)
	c := compareLogs(t, h, frames, h, frames, Tolerances{})
	if c.Verdict != Equal || !c.ByHash || c.Compared != 300 || c.First != nil || c.FirstEvent != nil || c.Caches != -1 {
		t.Errorf("%+v", c)
	}
	// Another name of the scenario and other settings are no difference of results.
	other := h
	other.Scenario, other.Engine, other.Settings = "other", "test 2", []byte(`{"a":1}`)
	c = compareLogs(t, h, frames, other, frames, Tolerances{})
	if c.Verdict != Equal || !c.ByHash || len(c.Headers) != 3 {
		t.Errorf("%+v", c)
	}
	// Nor is another border of chunks, as a killed run and its full repetition have.
	c = compareLogs(t, h, frames[:250], h, frames, Tolerances{})
	if c.Verdict != Different || c.First != nil || c.Compared != 250 || c.Frames != [2]int64{250, 300} {
		t.Errorf("%+v", c)
	}
}

// Equal logs are decided by their hashes alone: nothing is read but the ends, indexes and headers that opening reads.
func TestLogs_EqualLogsReadNoChunks(t *testing.T) {
	h := bodyHeader(3)
	frames := contact(&h, 3, 1200)
	file := encodeLog(t, h, nil, frames)
	var sources [2]*countingReader
	var logs [2]*recorder.Reader
	for i := range logs {
		sources[i] = &countingReader{ReaderAt: bytes.NewReader(file)}
		var err error
		if logs[i], err = recorder.NewReader(sources[i], int64(len(file))); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Logs(logs[0], logs[1], Options{})
	if err != nil || c.Verdict != Equal || c.Compared != 1200 {
		t.Fatalf("%+v, %v", c, err)
	}
	chunks := int64(0)
	for _, k := range logs[0].Chunks() {
		chunks += k.Size
	}
	for i, s := range sources {
		if rest := int64(len(file)) - chunks; s.bytes > 2*rest {
			t.Errorf("log %d: %d bytes were read of %d, of which %d are in chunks", i, s.bytes, len(file), chunks)
		}
	}
}

func TestLogs_FindsOneUlp(t *testing.T) {
	h := bodyHeader(3)
	a := contact(&h, 3, 300)
	r := rand.New(rand.NewPCG(1, 4))
	names := []string{"x", "x", "x", "q", "q", "q", "q", "v", "v", "v", "L", "L", "L"}
	components := "xyzwxyzxyzxyz"
	for range geomtest.Trials(40) {
		step, body, k := r.IntN(300), r.IntN(3), r.IntN(13)
		b := cloneFrames(a)
		v := &b[step].Values[13*body+k]
		old := *v
		*v = math.Nextafter(*v, 10)
		if step < 299 { // and a larger difference later must not hide it
			b[step+1].Values[0]++
		}
		c := compareLogs(t, h, a, h, b, Tolerances{})
		want := Difference{Step: int64(step), Time: float64(step) * testStep, Object: h.Objects[body].Name, Quantity: names[k],
			Component: components[k : k+1], A: recorder.Number(old), B: recorder.Number(*v), Ulps: 1}
		if c.Verdict != Different || c.First == nil || *c.First != want || c.ByHash {
			t.Fatalf("first difference %+v, want %+v", c.First, want)
		}
	}
}

func TestLogs_Deviations(t *testing.T) {
	h := bodyHeader(2)
	addColumn(&h, -1, "energy", "linear", 2)
	a := contact(&h, 2, 250)
	for i := range a {
		a[i].Values = append(a[i].Values, 1, 2)
	}
	b := cloneFrames(a)
	set := func(step int, at int, values ...float64) { copy(b[step].Values[at:], values) }
	va := a[130].Values
	set(130, 0, va[0]+3e-3, va[1]-4e-3, va[2]) // 5 mm
	set(249, 0, a[249].Values[0]+1e-3)
	turn := geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: -1}, 1e-7)
	q := turn.Mul(geom.Quat{W: va[16], V: geom.Vec{X: va[17], Y: va[18], Z: va[19]}}).Neg() // -q is the same attitude
	set(130, 16, q.W, q.V.X, q.V.Y, q.V.Z)
	set(130, 26, 1.5, math.NaN())
	c := compareLogs(t, h, a, h, b, Tolerances{Position: 0.0051, Angle: 1.1e-7, Other: 1})
	near := func(what string, got recorder.Number, want float64) {
		t.Helper()
		if math.Abs(float64(got)-want) > 1e-12+1e-9*want {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	x := c.deviation(t, "body0", "x")
	near("largest distance", x.Max, 5e-3)
	near("last distance", x.Final, 1e-3)
	near("RMS", x.RMS, math.Sqrt((25e-6+1e-6)/250))
	if x.Step != 130 || x.Time != 130*testStep || !x.Within || x.Unit != "m" {
		t.Errorf("%+v", x)
	}
	angle := c.deviation(t, "body1", "q")
	// Three roundings of a quaternion.
	if math.Abs(float64(angle.Max)-1e-7) > 1e-15 || !angle.Within || angle.Unit != "rad" {
		t.Errorf("%+v", angle)
	}
	if e := c.deviation(t, "", "energy"); !math.IsInf(float64(e.Max), 1) || e.Within {
		t.Errorf("a difference to NaN is %+v", e)
	}
	if d := c.deviation(t, "body1", "x"); d.Max != 0 || !d.Within {
		t.Errorf("%+v", d)
	}
	if c.Verdict != Different {
		t.Errorf("verdict %v", c.Verdict)
	}
	set(130, 27, 2)
	c = compareLogs(t, h, a, h, b, Tolerances{Position: 0.0051, Angle: 1.1e-7, Other: 1})
	if c.Verdict != WithinTolerance || c.First == nil || c.First.Component != "x" {
		t.Errorf("verdict %v, first %+v", c.Verdict, c.First)
	}
	for _, tol := range []Tolerances{{Position: 0.0049, Angle: 1.1e-7, Other: 1}, {Position: 0.0051, Angle: 0.9e-7, Other: 1}, {Position: 1, Angle: 1}} {
		if c := compareLogs(t, h, a, h, b, tol); c.Verdict != Different {
			t.Errorf("tolerances %+v: verdict %v", tol, c.Verdict)
		}
	}
}

func TestAngleBetween(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 4))
	for _, angle := range []float64{0, 1e-15, 1e-9, 1e-3, 1, 2, 3, 3.14159} {
		for range 20 {
			q := geom.Quat{W: r.Float64() - 0.5, V: randomVec(r, 1)}.Normalize()
			p := geom.AxisAngle(randomVec(r, 1), angle).Mul(q)
			for _, p := range []geom.Quat{p, p.Neg()} {
				got := angleBetween([]float64{q.W, q.V.X, q.V.Y, q.V.Z}, []float64{p.W, p.V.X, p.V.Y, p.V.Z})
				if math.Abs(got-angle) > 2e-15 { // some ulps of the components of the two quaternions
					t.Errorf("angle %v, want %v", got, angle)
				}
			}
		}
	}
}

func TestLogs_Events(t *testing.T) {
	h := bodyHeader(2)
	a := contact(&h, 2, 250)
	at := 199 // 199 % 7 == 3
	for _, c := range []struct {
		field  string
		change func(f *record.Frame)
	}{
		{"kind", func(f *record.Frame) { f.Events[0].Kind = 99 }},
		{"a", func(f *record.Frame) { f.Events[0].A++ }},
		{"b", func(f *record.Frame) { f.Events[0].B = 7 }},
		{"time", func(f *record.Frame) { f.Events[0].Time += 1e-15 }},
		{"closing", func(f *record.Frame) { f.Events[0].Closing = 77 }},
		{"after.b.w.z", func(f *record.Frame) { f.Events[0].After[1].W.Z = math.Copysign(0, -1) }},
		{"before.a.v.y", func(f *record.Frame) { f.Events[0].Before[0].V.Y = 1e9 }},
		{"energy lost", func(f *record.Frame) { f.Events[0].EnergyLost = -1 }},
		{"points", func(f *record.Frame) { f.Events[0].Points = append(f.Events[0].Points, record.Point{}) }},
		{"points[1]", func(f *record.Frame) { f.Events[0].Points[1].Feature ^= 1 }},
		{"detail", func(f *record.Frame) { f.Events[0].Detail += "." }},
		{"missing in B", func(f *record.Frame) { f.Events = nil }},
		{"missing in A", func(f *record.Frame) { f.Events = append(f.Events, record.Event{Kind: record.Wake}) }},
	} {
		a[at].Events[0].Points = []record.Point{{Feature: 3}, {Feature: 4}}
		b := cloneFrames(a)
		c.change(&b[at])
		got := compareLogs(t, h, a, h, b, Tolerances{})
		if got.Verdict != Different || got.First != nil || got.FirstEvent == nil || got.FirstEvent.Field != c.field || got.FirstEvent.Step != int64(at) {
			t.Errorf("%s: %+v", c.field, got.FirstEvent)
		}
		if d, other := got.FirstEvent, slices.Contains([]string{"kind", "a", "b"}, c.field); d != nil && (d.InB != "") != other {
			t.Errorf("%s: in B %q, in A %q", c.field, d.InB, d.Event)
		}
		if got := compareLogs(t, h, a, h, b, Tolerances{Position: 1e-9}); got.Verdict != WithinTolerance {
			t.Errorf("%s: verdict %v with a tolerance, want %v", c.field, got.Verdict, WithinTolerance)
		}
	}
}

// The ledger follows from the states: logs that differ in nothing else, or of which one lacks it, are equal.
func TestLogs_LeavesOutTheLedger(t *testing.T) {
	h := bodyHeader(1)
	h.Columns = append(h.Columns, record.Column{Owner: -1, Name: "ledger.drag", Unit: "J", Count: 7, Predictor: "hold"})
	values := func(x float64) []record.Frame {
		var list []record.Frame
		for i := range 3 {
			f := record.Frame{Step: int64(i), Time: float64(i) * testStep, Hash: 7, Values: make([]float64, 20)}
			f.Values[3], f.Values[15] = 1, x
			list = append(list, f)
		}
		return list
	}
	if c := compareLogs(t, h, values(1), h, values(2), Tolerances{}); c.Verdict != Equal || len(c.Deviations) != 5 {
		t.Errorf("other rows: %+v", c)
	}
	without := values(1)
	for i := range without {
		without[i].Values = without[i].Values[:13]
	}
	if c := compareLogs(t, h, values(1), bodyHeader(1), without, Tolerances{}); c.Verdict != Equal || len(c.OnlyA) != 0 {
		t.Errorf("no rows: %+v", c)
	}
}

// Bodies are found by their names, whatever their order, and events with them; what only one log has is listed.
func TestLogs_OtherOrderOfObjects(t *testing.T) {
	ha, hb := bodyHeader(2), bodyHeader(2)
	a := contact(&ha, 2, 130)
	for i := range a {
		for k := range a[i].Events {
			a[i].Events[k].A, a[i].Events[k].B = 0, 1
		}
	}
	hb.Objects[0], hb.Objects[1] = hb.Objects[1], hb.Objects[0]
	b := cloneFrames(a)
	for i := range b {
		v := append(append([]float64(nil), b[i].Values[13:]...), b[i].Values[:13]...)
		b[i].Values = v
		for k := range b[i].Events {
			b[i].Events[k].A, b[i].Events[k].B = 1, 0
		}
	}
	if c := compareLogs(t, ha, a, hb, b, Tolerances{}); c.Verdict != Equal || c.ByHash || c.Compared != 130 {
		t.Errorf("%+v", c)
	}
	hb.Objects[0].Name = "stranger"
	c := compareLogs(t, ha, a, hb, b, Tolerances{})
	if c.Verdict != Different || strings.Join(c.OnlyA, " ") != "body1.x body1.q body1.v body1.L" ||
		strings.Join(c.OnlyB, " ") != "stranger.x stranger.q stranger.v stranger.L" || len(c.Deviations) != 5 || c.First != nil {
		t.Errorf("%+v", c)
	}
	if got := strings.Join(c.Headers, "; "); !strings.Contains(got, `"body1" is only in A`) || !strings.Contains(got, `"stranger" is only in B`) {
		t.Errorf("headers: %s", got)
	}
}

// Events of an object that one log lacks are no differences: those that both have are compared in their order, whatever
// stands between them.
func TestLogs_EventsOfWhatBothHave(t *testing.T) {
	ha, hb := bodyHeader(2), bodyHeader(3)
	a := contact(&ha, 2, 20)
	b := make([]record.Frame, len(a))
	extra := contact(&hb, 3, 20)
	for i := range a {
		a[i].Events = []record.Event{{Kind: record.Wake, A: 1, B: -1, Time: 1}, {Kind: record.Sleep, A: 0, B: -1, Time: 2}}
		b[i] = extra[i]
		copy(b[i].Values, a[i].Values)
		b[i].Events = []record.Event{
			{Kind: record.ContactBegin, A: 0, B: 2}, a[i].Events[0], {Kind: record.Wake, A: 2, B: -1}, a[i].Events[1], {Kind: record.Sleep, A: 2, B: -1},
		}
	}
	for _, swap := range []bool{false, true} {
		compare := func() *Comparison {
			if swap {
				return compareLogs(t, hb, b, ha, a, Tolerances{})
			}
			return compareLogs(t, ha, a, hb, b, Tolerances{})
		}
		if c := compare(); c.Verdict != Different || c.FirstEvent != nil || len(c.OnlyA)+len(c.OnlyB) == 0 {
			t.Errorf("swapped %v: %+v", swap, c.FirstEvent)
		}
		at := 1
		if swap {
			at = 3 // among the events of A
		}
		b[7].Events[3].Time = 2.5
		if c := compare(); c.FirstEvent == nil || c.FirstEvent.Step != 7 || c.FirstEvent.Field != "time" || c.FirstEvent.Index != at {
			t.Errorf("swapped %v: %+v", swap, c.FirstEvent)
		}
		b[7].Events[3].Time = 2
	}
}

// The first line that differs of texts that the logs carry; the first file is the scenario, whatever its name.
func TestLogs_NamesFiles(t *testing.T) {
	asset := func(name string, data []byte) recorder.Asset { return recorder.Asset{Name: name, Data: data} }
	h := bodyHeader(1)
	frames := flight(&h, 1, 3)
	const text = "name: x\nstep: 0.1\nbodies: []\n"
	long := strings.Repeat("ä", 90)
	for _, c := range []struct {
		a, b []recorder.Asset
		want string
	}{
		{[]recorder.Asset{asset("s", []byte(text)), asset("m", []byte{255})}, []recorder.Asset{asset("s", []byte(text)), asset("m", []byte{255})}, ""},
		{[]recorder.Asset{asset("s", []byte(text))}, []recorder.Asset{asset("s", []byte("name: x\n  step: 0.2\n"))}, `s, first in line 2: "step: 0.1" and "step: 0.2"`},
		{[]recorder.Asset{asset("s", []byte(text))}, []recorder.Asset{asset("t", []byte("name: y"))}, `s and t, first in line 1: "name: x" and "name: y"`},
		{[]recorder.Asset{asset("s", []byte(long+"1"+long))}, []recorder.Asset{asset("s", []byte(long+"2"))}, `s, first in line 1: "…` + long[:80] + "1" + long[:76] + `…" and "…` + long[:80] + `2"`},
		{[]recorder.Asset{asset("s", []byte("name: x\nstep: 1\nz"))}, []recorder.Asset{asset("t", []byte("name: y\nstep: 2\nz"))}, `s and t, first in line 2: "step: 1" and "step: 2"`},
		{[]recorder.Asset{asset("s", []byte("name: x\nz"))}, []recorder.Asset{asset("t", []byte("name: y\nz"))}, `s and t, first in line 1: "name: x" and "name: y"`},
		{[]recorder.Asset{asset("s", []byte("name: x"))}, []recorder.Asset{asset("t", []byte("name: y\nz"))}, `s and t, first in line 1: "name: x" and "name: y"`},
		{[]recorder.Asset{asset("s", []byte("a\nb"))}, []recorder.Asset{asset("s", []byte("a"))}, `s, first in line 2: "b" and nothing`},
		{[]recorder.Asset{asset("s", []byte("a\nb\n"))}, []recorder.Asset{asset("s", []byte("\ufeffa\r\nb \r\n\r\n"))}, `s, only in white space at the ends of lines`},
		{[]recorder.Asset{asset("s", []byte("a\nb"))}, []recorder.Asset{asset("s", []byte("a\r\nc\r\n"))}, `s, first in line 2: "b" and "c"`},
		{[]recorder.Asset{asset("s", []byte("a:\n  b: 1"))}, []recorder.Asset{asset("s", []byte("a:\nb: 1"))}, `s, first in line 2: "  b: 1" and "b: 1"`},
		{[]recorder.Asset{asset("s", []byte(long))}, []recorder.Asset{asset("s", []byte("ö"))}, `s, first in line 1: "` + long[:160] + `…" and "ö"`},
		{[]recorder.Asset{asset("s", []byte(text)), asset("m", []byte{255}), asset("old", nil)}, []recorder.Asset{asset("s", []byte(text)), asset("new", []byte("1")), asset("m", []byte{254})},
			"m; old is only in A; new is only in B"},
	} {
		r, err := Logs(mustOpen(t, encodeLog(t, h, c.a, frames)), mustOpen(t, encodeLog(t, h, c.b, frames)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(r.Files, "; "); got != c.want || r.Verdict != Equal {
			t.Errorf("%v: %q, want %q", r.Verdict, got, c.want)
		}
	}
}

func TestLogs_Caches(t *testing.T) {
	h := bodyHeader(1)
	a := flight(&h, 1, 300)
	b := cloneFrames(a)
	for i := 200; i < 300; i++ {
		b[i].Hash++
	}
	if c := compareLogs(t, h, a, h, b, Tolerances{}); c.Verdict != Different || c.Caches != 239 || c.First != nil {
		t.Errorf("%+v", c)
	}
	renamed := h
	renamed.Objects = append([]record.Object(nil), h.Objects...)
	renamed.Objects = append(renamed.Objects, record.Object{Name: "wall", Kind: record.Static})
	// It is no wonder that another world has other ones.
	if c := compareLogs(t, h, a, renamed, b, Tolerances{}); c.Caches != -1 {
		t.Errorf("%+v", c)
	}
	other := h
	other.Engine = "test 2"
	if c := compareLogs(t, h, a, other, b, Tolerances{}); c.Verdict != Equal || c.Caches != -1 {
		t.Errorf("%+v", c)
	}
}

func TestLogs_DamagedLog(t *testing.T) {
	h := bodyHeader(1)
	a := contact(&h, 1, 960)
	b := cloneFrames(a)
	b[300].Values[0]++
	b[800].Values[1]++
	fileA, fileB := encodeLog(t, h, nil, a), encodeLog(t, h, nil, b)
	chunk := mustOpen(t, fileB).Chunks()[1]
	fileB[chunk.Offset+100] ^= 4
	for _, cutEnd := range []int{0, 24} { // FORMAT.md: the end
		c, err := Logs(mustOpen(t, fileA), mustOpen(t, fileB[:len(fileB)-cutEnd]), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if c.Verdict != Different || c.First == nil || c.First.Step != 800 || c.Compared != 720 ||
			!strings.Contains(strings.Join(c.Unreadable, "; "), "B: ") || !strings.Contains(strings.Join(c.Unreadable, "; "), "240 to 479") {
			t.Errorf("%+v", c)
		}
	}
}

func TestUlps(t *testing.T) {
	for _, c := range []struct {
		a, b float64
		want uint64
	}{
		{1, 1, 0}, {0, math.Copysign(0, -1), 0}, {1, math.Nextafter(1, 2), 1}, {5e-324, -5e-324, 2}, {0, 5e-324, 1},
		{math.MaxFloat64, math.Inf(1), 1}, {math.NaN(), math.NaN(), 0}, {math.NaN(), 1, math.MaxUint64},
		{1, 2, 1 << 52}, {math.Inf(-1), math.Inf(1), 2 * 0x7ff0000000000000},
	} {
		if got := Ulps(c.a, c.b); got != c.want {
			t.Errorf("Ulps(%v, %v) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Ulps(c.b, c.a); got != c.want {
			t.Errorf("Ulps(%v, %v) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestParseTolerances(t *testing.T) {
	got, err := ParseTolerances([]string{"position=1e-6", "angle = 2e-3", "velocity=0", "momentum=5", "other=0.5"}, nil)
	if want := (Tolerances{Position: 1e-6, Angle: 2e-3, Momentum: 5, Other: 0.5}); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	for spec, text := range map[string]string{
		"position":      "must be quantity=value, for instance position=1e-6",
		"speed=1":       `no quantity is called "speed"; there are position, angle, velocity, momentum, other, spin, time, impulse, delta-v`,
		"angle=1 deg":   `"1 deg" is not a number`,
		"angle=-1":      "must be finite and not below zero",
		"velocity=NaN":  "must be finite",
		"momentum=+Inf": "must be finite",
	} {
		if _, err := ParseTolerances([]string{spec}, nil); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%q: error %v, want %q", spec, err, text)
		}
	}
	if _, err := ParseTolerances([]string{"angle=1", "angle=1"}, nil); err == nil || !strings.Contains(err.Error(), "angle is given twice: leave one of them out") {
		t.Error(err)
	}
}

// TestLogs_ToleratesJointsAndWheels by bounds of their own: in a unit, or as shares of the largest component in the first log. Without
// them, and for other columns, other bounds them.
func TestLogs_ToleratesJointsAndWheels(t *testing.T) {
	h := bodyHeader(1)
	names := [...]string{"joint.a.force", "joint.a.torque", "joint.b.force", "energy"}
	for _, name := range names {
		h.Columns = append(h.Columns, record.Column{Owner: -1, Name: name, Unit: "N", Count: 1, Predictor: "hold"})
	}
	h.Columns = append(h.Columns, record.Column{Owner: 0, Name: "wheel0.spin", Unit: "rad/s", Count: 1, Predictor: "hold"}, record.Column{Owner: 0, Name: "wheel0.slide", Unit: "m/s", Count: 1, Predictor: "hold"})
	a := contact(&h, 1, 250)
	for i := range a {
		a[i].Values = append(a[i].Values, -100, 20, 1000, 3, 50, 4)
	}
	at := len(a[0].Values) - 6
	a[7].Values[at] = -400
	b := cloneFrames(a)
	for i, d := range [...]float64{2, 0.5, 5, 0, 0.25, 0} {
		b[200].Values[at+i] += d
	}
	for _, c := range []struct {
		specs  string
		want   Verdict
		beyond string
	}{
		{"", Different, "joint.a.force joint.a.torque joint.b.force wheel0.spin"},
		{"other=5", WithinTolerance, ""},
		{"other=4.9", Different, "joint.b.force"},
		{"joint-force=5 other=0.5", WithinTolerance, ""},
		{"joint-force=4.9 other=0.5", Different, "joint.b.force"},
		{"joint-force=5 joint-torque=0.5 wheel-spin=0.25", WithinTolerance, ""},
		{"joint-force=5 joint-torque=0.49 wheel-spin=0.25 other=9", Different, "joint.a.torque"},
		{"joint-force=5 joint-torque=0.5 wheel-slide=9", Different, "wheel0.spin"},
		{"joint-force=0 other=9", Different, "joint.a.force joint.b.force"},
		{"joint-force=0.5% joint-torque=2.5% wheel-spin=0.5%", WithinTolerance, ""},
		{"joint-force=0.49% joint-torque=2.49% wheel-spin=0.49%", Different, "joint.a.force joint.a.torque joint.b.force wheel0.spin"},
		{"joint-force=0.5% joint-torque=2.5% wheel-spin=0% other=9", Different, "wheel0.spin"},
	} {
		tol, err := ParseTolerances(strings.Fields(c.specs), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := compareLogs(t, h, a, h, b, tol)
		var beyond []string
		for _, d := range got.Deviations {
			if !d.Within {
				beyond = append(beyond, d.Quantity)
			}
		}
		if got.Verdict != c.want || strings.Join(beyond, " ") != c.beyond {
			t.Errorf("%q: %s, beyond: %v", c.specs, got.Verdict, beyond)
		}
	}
	tol, err := ParseTolerances([]string{"joint-force=1%"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := compareLogs(t, h, a, h, b, tol).deviation(t, "", "joint.a.force"); d.Tolerance != 4 || d.Max != 2 {
		t.Errorf("%+v", d)
	}
	// One given again replaces the other form; in a file it is told twice.
	if tol, err = tol.With([]string{"joint-force=3"}, nil); err != nil || *tol.JointForce != (Bound{Value: 3}) {
		t.Errorf("%+v, %v", tol.JointForce, err)
	}
	if _, err = ReadTolerances("t", "joint-force = 1%\njoint-force = 2", nil); err == nil || !strings.Contains(err.Error(), "t:2: joint-force is already given on line 1") {
		t.Error(err)
	}
}

func BenchmarkLogs(b *testing.B) {
	h := bodyHeader(100)
	frames := contact(&h, 100, 960)
	other := cloneFrames(frames)
	other[700].Values[5]++
	file, changed := encodeLog(b, h, nil, frames), encodeLog(b, h, nil, other)
	for _, c := range []struct {
		name string
		b    []byte
	}{{"equal", file}, {"one difference", changed}} {
		b.Run(c.name, func(b *testing.B) {
			x, y := mustOpen(b, file), mustOpen(b, c.b)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Logs(x, y, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
