package runs

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/prang-sim/prang/recorder"
)

// The slide stops after v²/(2 mu g); the pole is struck at once.
const (
	slideScenario = `name: slide
duration: 2 s
gravity: [0, 0, -10]
parameters: {speed: 5 m/s, mu: 0.5}
materials: {m: {friction: $mu}}
statics: [{name: ground, plane: {height: 0}, material: m}]
bodies:
  - {name: block, box: {size: [1, 1, 0.2]}, mass: 1, position: [2, 0, 0.1], material: m, speed: $speed}
`
	poleScenario = `name: pole
duration: 0.05 s
gravity: [0, 0, 0]
parameters: {speed: 5 m/s, mu: 0.3}
materials: {m: {friction: $mu}}
statics: [{name: pole, sphere: {radius: 0.5}, position: [1.01, 0.1, 0], material: m}]
bodies:
  - {name: ball, sphere: {radius: 0.5}, mass: 1, position: [0, 0, 0], speed: $speed, material: m}
  - {name: other, sphere: {radius: 0.5}, mass: 1, position: [0, 9, 0]}
`
	sweepPlan = `name: both
scenarios: [slide.yaml, pole.yaml]
grid:
  speed: [4 m/s, 6 m/s]
vary:
  mu: 0.3..0.6
repeats: 3
seed: 9
`
)

// planOf writes files into a directory and reads the plan among them.
func planOf(t *testing.T, plan string) (*Plan, string, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"slide.yaml": slideScenario, "pole.yaml": poleScenario, "plan.yaml": plan} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p, err := ReadPlan(filepath.Join(dir, "plan.yaml"))
	return p, dir, err
}

// sweepInto makes all runs of a plan, and returns the results file.
func sweepInto(t *testing.T, p *Plan, path string, workers int) ([]byte, *SweepSummary) {
	t.Helper()
	s, err := OpenSweep(p, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Work(t.Context(), workers)
	sum, err := s.Close()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data, sum
}

// TestSweep_MakesWhatThePlanSays: each scenario with each value and repeat, in order; the repeats have the same random
// values with each; each run is that of its settings alone, and stops where the law of friction says.
func TestSweep_MakesWhatThePlanSays(t *testing.T) {
	p, dir, err := planOf(t, sweepPlan)
	if err != nil {
		t.Fatal(err)
	}
	if p.Runs() != 12 || p.Points() != 2 {
		t.Fatalf("%d runs, %d points", p.Runs(), p.Points())
	}
	_, sum := sweepInto(t, p, filepath.Join(dir, "out.jsonl"), 2)
	if sum.Done != 12 || sum.Failed != 0 || len(sum.Points) != 4 {
		t.Fatalf("%+v", sum)
	}
	for i, r := range sum.rows {
		wantSpeed := []string{"4 m/s", "6 m/s"}[i/3%2]
		wantScenario := []string{"slide", "pole"}[i/6]
		if r.Number != i+1 || r.Scenario != wantScenario || r.Point != i/3%2+1 || r.Repeat != i%3+1 || r.Set[0] != (Setting{"speed", wantSpeed}) {
			t.Errorf("run %d: %+v", i+1, r)
		}
		if r.Set[1].Name != "mu" || r.Set[1] != sum.rows[i%3].Set[1] || i%3 > 0 && r.Set[1] == sum.rows[i-1].Set[1] {
			t.Errorf("run %d has %v", i+1, r.Set[1])
		}
		s, err := LoadWith(filepath.Join(dir, r.Scenario+".yaml"), r.Set)
		if err != nil {
			t.Fatal(err)
		}
		alone, err := Run(t.Context(), s, Options{NoLog: true})
		if err != nil || alone.FinalHash != r.Hash {
			t.Errorf("run %d: hash %s, alone %s, %v", i+1, r.Hash, alone.FinalHash, err)
		}
		if r.Scenario == "slide" {
			speed, mu := float64(4+2*(i/3)), s.Definition.Materials[s.Definition.Bodies[0].Material].Friction
			if want := 2 + speed*speed/(2*mu*10); len(r.Outcomes) != 1 || r.Outcomes[0].X < want-0.02 || r.Outcomes[0].X > want+0.02 {
				t.Errorf("run %d: %+v, want x = %g", i+1, r.Outcomes, want)
			}
		} else if len(r.Outcomes) != 2 || r.Outcomes[0].DeltaV < 3 || r.Outcomes[1].DeltaV != 0 {
			t.Errorf("run %d: %+v", i+1, r.Outcomes)
		}
	}
	f := sum.Points[1].Figures[0]
	if f.Body != "block" || f.Quantity != "delta_v" || f.Count != 3 {
		t.Errorf("%+v", f)
	}
	var table bytes.Buffer
	if err := sum.WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(lines) != 13 || strings.Join(lines[0][:9], " ") != "run scenario point repeat speed mu failed final_hash block.delta_v" || lines[7][8] != "" || lines[12][len(lines[12])-1] != "true" || lines[12][len(lines[12])-8] != "false" {
		t.Errorf("%v, %v", lines, err)
	}
	var text strings.Builder
	if err := sum.WriteText(&text); err != nil || !strings.Contains(text.String(), "both: 12 of 12 runs; means") || strings.Count(text.String(), "speed=6 m/s") != 2 {
		t.Errorf("%s, %v", &text, err)
	}
}

// TestSweep_EqualBytesHoweverItIsMade: with more workers, and after a kill at any byte of the results.
func TestSweep_EqualBytesHoweverItIsMade(t *testing.T) {
	p, dir, err := planOf(t, strings.Replace(sweepPlan, "slide.yaml, ", "", 1))
	if err != nil {
		t.Fatal(err)
	}
	want, _ := sweepInto(t, p, filepath.Join(dir, "one.jsonl"), 1)
	if n := bytes.Count(want, []byte("\n")); n != 7 || !bytes.HasPrefix(want, []byte(`{"schema":"prang.sweep/1","name":"both",`)) {
		t.Fatalf("%d lines: %s", n, want)
	}
	path := filepath.Join(dir, "cut.jsonl")
	for cut := 0; cut <= len(want); cut += 37 {
		if err := os.WriteFile(path, want[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		if got, _ := sweepInto(t, p, path, 3); !bytes.Equal(got, want) {
			t.Fatalf("cut at %d: %s", cut, got)
		}
	}
	// Rows as they come when many make them.
	lines := bytes.SplitAfter(want, []byte("\n"))
	for _, order := range [][]int{{0, 6, 5, 4, 3, 2, 1}, {0, 3, 1, 6}, {0, 2}} {
		var before []byte
		for _, i := range order {
			before = append(before, lines[i]...)
		}
		if err := os.WriteFile(path, append(before, lines[4][:9]...), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, _ := sweepInto(t, p, path, 2); !bytes.Equal(got, want) {
			t.Errorf("%v: %s", order, got)
		}
	}
	if parts, err := filepath.Glob(filepath.Join(dir, "*.part")); err != nil || len(parts) > 0 {
		t.Errorf("%v are left, %v", parts, err)
	}
	// What follows the last row, and a row that is damaged, are not kept.
	damaged := bytes.Replace(want, []byte(`"number":3,`), []byte(`"number":4,`), 1)
	for _, before := range [][]byte{append(bytes.Clone(want), "x\n"...), damaged} {
		if err := os.WriteFile(path, before, 0o666); err != nil {
			t.Fatal(err)
		}
		if got, _ := sweepInto(t, p, path, 1); !bytes.Equal(got, want) {
			t.Errorf("%s", got)
		}
	}
}

// TestSweep_InterruptedGoesOn: what was done when it was interrupted is in the file, whole.
func TestSweep_InterruptedGoesOn(t *testing.T) {
	p, dir, err := planOf(t, sweepPlan)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := sweepInto(t, p, filepath.Join(dir, "all.jsonl"), 1)
	path := filepath.Join(dir, "part.jsonl")
	ctx, cancel := context.WithCancel(t.Context())
	s, err := OpenSweep(p, path, func(done, _ int64) {
		if done >= 5 {
			cancel()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenSweep(p, path, nil); err == nil || !strings.Contains(err.Error(), "another sweep is writing it") {
		t.Errorf("a second sweep: %v", err)
	}
	s.Work(ctx, 2)
	sum, err := s.Close()
	if err != nil || sum.Done < 5 || sum.Done == 12 {
		t.Fatalf("%+v, %v", sum, err)
	}
	got, err := os.ReadFile(path)
	for line := range bytes.Lines(got) {
		if err != nil || !bytes.Contains(want, line) || bytes.Count(got, []byte("\n")) != 1+sum.Done {
			t.Errorf("%s, %v", got, err)
		}
	}
	if got, sum := sweepInto(t, p, path, 2); !bytes.Equal(got, want) || sum.Done != 12 {
		t.Errorf("%s", got)
	}
}

// TestSweep_OtherFilesAreKept: what is no result of this plan and engine is refused, and stays as it is.
func TestSweep_OtherFilesAreKept(t *testing.T) {
	p, dir, err := planOf(t, sweepPlan)
	if err != nil {
		t.Fatal(err)
	}
	other, otherDir, err := planOf(t, strings.Replace(sweepPlan, "seed: 9", "seed: 10", 1))
	if err != nil {
		t.Fatal(err)
	}
	results, _ := sweepInto(t, other, filepath.Join(otherDir, "out.jsonl"), 2)
	for _, c := range []struct{ text, want string }{
		{"hello\n", "has no results of a sweep"},
		{"hello", "has no results of a sweep"},
		{`{"schema":"prang.report/2"}` + "\n", "of the form prang.report/2"},
		{string(results), "has results of another plan (both)"},
		{strings.Replace(string(results), Engine(), "prang 0.0.9 (00000000)", 1), "has results of prang 0.0.9"},
	} {
		path := filepath.Join(dir, "out.jsonl")
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenSweep(p, path, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: %v, want %s", c.text, err, c.want)
		}
		if now, err := os.ReadFile(path); err != nil || string(now) != c.text {
			t.Errorf("%.40q has changed: %.40q, %v", c.text, now, err)
		}
	}
}

// TestSweep_RunsThatAreLost are handed out again, soon where they were given back; a second result has to be the same.
func TestSweep_RunsThatAreLost(t *testing.T) {
	p, dir, err := planOf(t, strings.Replace(strings.Replace(sweepPlan, "slide.yaml, ", "", 1), "repeats: 3", "repeats: 1", 1))
	if err != nil {
		t.Fatal(err)
	}
	made := func(number int) *Variation {
		v, scenario := p.Run(number)
		v.Run(t.Context(), p.Scenarios[scenario].Loader())
		return v
	}
	for _, disagree := range []bool{false, true} {
		s, err := OpenSweep(p, filepath.Join(dir, "out.jsonl"), nil)
		if err != nil {
			t.Fatal(err)
		}
		take := func(want int) {
			t.Helper()
			if n, ok := s.Take(); n != want || ok != (want > 0) {
				t.Fatalf("run %d, %v, want %d", n, ok, want)
			}
		}
		for _, v := range []*Variation{{Number: 3, Hash: "x"}, {Number: 0, Hash: "x"}, {Number: 1}, {Number: 1, Hash: "x", Failed: "x"}} {
			if err := s.Put(v); err == nil {
				t.Errorf("%+v is taken", v)
			}
		}
		take(1)
		take(2)
		take(0)
		s.GiveBack(2)
		take(2)
		take(0)
		s.patient = time.Nanosecond
		take(1)
		s.patient = time.Hour
		if err := s.Put(made(1)); err != nil {
			t.Fatal(err)
		}
		again := made(1)
		if disagree {
			again.Outcomes[1].Y += 1e-15
			again.Outcomes[0].X += 1e-12
		}
		if err := s.Put(again); err != nil {
			t.Fatal(err)
		}
		select {
		case <-s.Done():
			if !disagree {
				t.Error("done before all is done")
			}
		default:
			if disagree {
				t.Error("two results of a run are the same")
			}
		}
		if err := s.Put(made(2)); err != nil {
			t.Fatal(err)
		}
		<-s.Done()
		take(0)
		sum, err := s.Close()
		if (err != nil) != disagree || disagree && !strings.Contains(err.Error(), "two machines") {
			t.Errorf("%v", err)
		}
		if !disagree && sum.Done != 2 {
			t.Errorf("%d runs", sum.Done)
		}
		os.Remove(filepath.Join(dir, "out.jsonl"))
	}
}

// TestVariation_OutlivesAPanic: a run in which the engine panics has no result, and the others go on.
func TestVariation_OutlivesAPanic(t *testing.T) {
	v := &Variation{Number: 1}
	v.Run(t.Context(), func([]Setting) (*Scenario, error) { panic("out of range") })
	if v.Failed != "panic: out of range: please report it, with the scenario" || v.Outcomes == nil || v.Hash != "" {
		t.Errorf("%+v", v)
	}
}

// TestSweep_WaitsForItsOwnRuns, however long they take: a worker of the same process does not get lost.
func TestSweep_WaitsForItsOwnRuns(t *testing.T) {
	p, dir, err := planOf(t, sweepPlan)
	if err != nil {
		t.Fatal(err)
	}
	s, err := OpenSweep(p, filepath.Join(dir, "out.jsonl"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range p.Runs() {
		s.take(n > 0)
	}
	s.patient = time.Nanosecond
	for range 2 {
		if n, ok := s.take(true); n != 1 && ok || s.lent[2].at.IsZero() {
			t.Errorf("run %d is handed out again", n)
		}
	}
	s.GiveBack(2)
	if n, ok := s.Take(); n != 2 || !ok {
		t.Errorf("run %d, %v", n, ok)
	}
	if _, err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestPlan_SaysWhatIsWrong with the line, the field and the remedy.
func TestPlan_SaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"name: both\n", "", "1:1: has no name: add name: my-sweep"},
		{"repeats: 3", "repeat: 3", `7:1: repeat: unknown key: did you mean "repeats"?`},
		{"repeats: 3", "repeats: 0", "7:10: repeats: "},
		{"repeats: 3", "repeats: 200000", "7:10: repeats: "},
		{"seed: 9", "seed: -1", "8:7: seed: "},
		{"vary:\n  mu: 0.3..0.6\n", "", "repeats equal runs, for nothing is random"},
		{"mu: 0.3..0.6", "mu: 0.3..0.6:7", "6:7: vary.mu: "},
		{"mu: 0.3..0.6", "mu: 0.3", "6:7: vary.mu: "},
		{"mu: 0.3..0.6", "nu: 0.3..0.6", `has no parameter "nu"`},
		{"mu: 0.3..0.6", "speed: 1..2 m/s", "6:3: vary.speed: has values in grid too"},
		{"mu: 0.3..0.6", "'s*': 1..2 m/s", `parameter "speed" of scenario slide has values in grid too`},
		{"mu: 0.3..0.6", "'m-*': 1..2", "cannot name a parameter"},
		{"[4 m/s, 6 m/s]", "[4 m/s, 4 m/s]", "4:18: grid.speed[1]: 4 m/s is there twice"},
		{"[4 m/s, 6 m/s]", "[4 m/s, 6 kg]", "4:18: grid.speed: "},
		{"[4 m/s, 6 m/s]", "[]", "4:10: grid.speed: "},
		{"[4 m/s, 6 m/s]", "4..6 m/s", "4:10: grid.speed: "},
		{"[4 m/s, 6 m/s]", "4..6 m/s:1000000", "4:10: grid.speed: "},
		{"[4 m/s, 6 m/s]", "{a: 1}", "4:10: grid.speed: "},
		{"speed: [4 m/s, 6 m/s]", "sped: [4 m/s, 6 m/s]", `did you mean "speed"?`},
		{"grid:\n  speed: [4 m/s, 6 m/s]", "grid: 7", "3:7: grid: "},
		{"[slide.yaml, pole.yaml]", "[]", "scenarios: "},
		{"[slide.yaml, pole.yaml]", "[slide.yaml, slide.yaml]", `2:25: scenarios[1]: another scenario is named "slide" too`},
		{"[slide.yaml, pole.yaml]", "[none.yaml]", "2:13: scenarios[0]: "},
		{"[slide.yaml, pole.yaml]", "[plan.yaml]", "2:13: scenarios[0]: "},
		{"repeats: 3", "repeats: 3\nset: {speed: 1}", "has values in"},
		{"repeats: 3", "repeats: 3\nset: {duration: 1}", `has no parameter "duration"`},
	} {
		if !strings.Contains(sweepPlan, c.old) {
			t.Fatal(c.old)
		}
		_, _, err := planOf(t, strings.Replace(sweepPlan, c.old, c.new, 1))
		var invalid *InvalidError
		if !errors.As(err, &invalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.new, err, c.want)
		}
	}
	if _, err := ReadPlan(filepath.Join(t.TempDir(), "none.yaml")); err == nil || !strings.Contains(err.Error(), "none.yaml: cannot be read: ") {
		t.Errorf("%v", err)
	}
}

// TestPlan_EvenValues: the ends are as written, and the values between have no more digits than they need.
func TestPlan_EvenValues(t *testing.T) {
	p, _, err := planOf(t, strings.Replace(sweepPlan, "[4 m/s, 6 m/s]", "0.1..0.7 m/s:7", 1))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(p.Grid[0].Values, ","); got != "0.1 m/s,0.2 m/s,0.3 m/s,0.4 m/s,0.5 m/s,0.6 m/s,0.7 m/s" {
		t.Error(got)
	}
}

// TestPlan_HashIsOfAllThatResultsDependOn, and not of where the files are.
func TestPlan_HashIsOfAllThatResultsDependOn(t *testing.T) {
	seen := map[string]string{}
	for _, c := range [][2]string{{"", ""}, {"name: both", "name: two"}, {"0.3..0.6", "0.3..0.7"}, {"0.3..0.6", "0.3±0.6"}, {"4 m/s", "5 m/s"}, {"seed: 9", "seed: 8"}, {"repeats: 3", "repeats: 2"}, {"slide.yaml, ", ""}} {
		p, _, err := planOf(t, strings.Replace(sweepPlan, c[0], c[1], 1))
		if err != nil {
			t.Fatal(err)
		}
		before, ok := seen[p.Hash()]
		if same := c[1] == "name: two"; ok != same {
			t.Errorf("%s has the hash of %q", c[1], before)
		}
		seen[p.Hash()] = c[1]
	}
	p, dir, err := planOf(t, sweepPlan)
	if err != nil || seen[p.Hash()] != "name: two" {
		t.Errorf("another directory: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "pole.yaml"), []byte(strings.Replace(poleScenario, "mass: 1,", "mass: 2,", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if q, err := ReadPlan(filepath.Join(dir, "plan.yaml")); err != nil || q.Hash() == p.Hash() {
		t.Errorf("another scenario has the same hash: %v", err)
	}
}

// TestCompareSweeps_MatchesRunsByTheirSettings, whatever their numbers, and judges each quantity by its tolerance.
func TestCompareSweeps_MatchesRunsByTheirSettings(t *testing.T) {
	row := func(number int, speed string, change func(r *SweepRow)) *SweepRow {
		pdof := 90.0
		r := &SweepRow{Scenario: "s", Variation: Variation{Number: number, Set: []Setting{{"speed", speed}}, Hash: "h" + speed,
			Outcomes: []Outcome{{Body: "a", DeltaV: 10, PDOF: &pdof, X: 1, Y: 2, Heading: 179.9}, {Body: "b"}}}}
		if change != nil {
			change(r)
		}
		return r
	}
	results := func(rows ...*SweepRow) *SweepResults {
		return &SweepResults{Header: SweepHeader{Engine: "e", Runs: len(rows)}, Rows: rows}
	}
	a := results(row(1, "1", nil), row(2, "2", nil), row(3, "3", nil), row(4, "1", nil))
	moved := func(r *SweepRow) {
		o := &r.Outcomes[0]
		r.Hash, o.DeltaV, o.X, o.Y, o.Heading = "other", 9.5, 4, 6, -179.8 // 0.5 m/s, 5 m, 0.3 degrees
	}
	for _, c := range []struct {
		b    *SweepResults
		tol  []string
		want SweepComparison // the counts
		what string
	}{
		{results(row(1, "3", nil), row(2, "1", nil), row(3, "1", nil), row(4, "2", nil)), nil, SweepComparison{Verdict: "equal", Compared: 4, Equal: 4}, ""},
		{results(row(1, "1", nil), row(2, "2", nil)), nil, SweepComparison{Verdict: "different", Compared: 2, Equal: 2, OnlyA: 2}, ""},
		{results(row(1, "1", nil), row(2, "1", nil), row(3, "1", nil), row(4, "2", nil), row(5, "3", nil)), nil, SweepComparison{Verdict: "different", Compared: 4, Equal: 4, OnlyB: 1}, ""},
		{results(row(1, "1", nil), row(2, "2", moved), row(3, "3", nil), row(4, "1", nil)), nil, SweepComparison{Verdict: "different", Compared: 4, Equal: 3, Different: 1},
			"a delta-v by 1.8 km/h, a position by 5 m, a heading by 0.3 °"},
		{results(row(1, "1", nil), row(2, "2", moved), row(3, "3", nil), row(4, "1", nil)), []string{"position=5.001", "delta-v=0.501", "angle=0.301deg"},
			SweepComparison{Verdict: "within tolerances", Compared: 4, Equal: 3, Within: 1}, ""},
		{results(row(1, "1", nil), row(2, "2", moved), row(3, "3", nil), row(4, "1", nil)), []string{"position=5.001", "delta-v=0.499", "angle=0.301deg"},
			SweepComparison{Verdict: "different", Compared: 4, Equal: 3, Different: 1}, "a delta-v by 1.8 km/h"},
		{results(row(1, "1", nil), row(2, "2", nil), row(3, "3", func(r *SweepRow) { r.Hash = "x" }), row(4, "1", nil)), nil,
			SweepComparison{Verdict: "different", Compared: 4, Equal: 3, Different: 1}, "other bits: h3 and x"},
		{results(row(1, "1", nil), row(2, "2", nil), row(3, "3", func(r *SweepRow) { r.Hash, r.Failed, r.Outcomes = "", "why", nil }), row(4, "1", nil)), []string{"position=1"},
			SweepComparison{Verdict: "different", Compared: 4, Equal: 3, Different: 1}, "A has a result, B fails (why)"},
		{results(row(1, "1", func(r *SweepRow) { r.Outcomes = append(r.Outcomes, Outcome{Body: "c"}) }), row(2, "2", nil), row(3, "3", nil), row(4, "1", nil)), []string{"position=1"},
			SweepComparison{Verdict: "different", Compared: 4, Equal: 3, Different: 1}, "B has more bodies"},
	} {
		tol, err := recorder.ParseTolerances(c.tol, ParseTolerance)
		if err != nil {
			t.Fatal(err)
		}
		got, err := CompareSweeps(a, c.b, tol)
		if err != nil {
			t.Fatal(err)
		}
		if got.Verdict != c.want.Verdict || got.Compared != c.want.Compared || got.Equal != c.want.Equal || got.Within != c.want.Within ||
			got.Different != c.want.Different || got.OnlyA != c.want.OnlyA || got.OnlyB != c.want.OnlyB {
			t.Errorf("%v: %+v, want %+v", c.tol, got, c.want)
		}
		if c.what != "" && (len(got.Runs) != 1 || got.Runs[0].What != c.what) || c.what == "" && len(got.Runs) > 0 {
			t.Errorf("%v: %+v, want %s", c.tol, got.Runs, c.what)
		}
		if c.want.Within == 1 {
			q := got.Quantities
			if math.Abs(q[0].Largest-0.5) > 1e-12 || math.Abs(q[1].Largest-5) > 1e-12 || math.Abs(q[2].Largest-0.3) > 1e-9 || q[1].Run != 2 || q[1].Body != "a" || math.Abs(q[1].RMS-5/math.Sqrt(8)) > 1e-12 {
				t.Errorf("%+v", q)
			}
		}
	}
	if _, err := CompareSweeps(a, a, recorder.Tolerances{Velocity: 1}); err == nil {
		t.Error("a tolerance of velocities is taken")
	}
}
