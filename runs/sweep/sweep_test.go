package sweep

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/geom/geomtest"
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
func sweepInto(t *testing.T, p *Plan, path string, workers int) ([]byte, *Summary) {
	t.Helper()
	s, err := Open(p, path, nil)
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
		if r.Number != i+1 || r.Scenario != wantScenario || r.Point != i/3%2+1 || r.Repeat != i%3+1 || r.Set[0] != (scenariofile.Setting{Name: "speed", Value: wantSpeed}) {
			t.Errorf("run %d: %+v", i+1, r)
		}
		if r.Set[1].Name != "mu" || r.Set[1] != sum.rows[i%3].Set[1] || i%3 > 0 && r.Set[1] == sum.rows[i-1].Set[1] {
			t.Errorf("run %d has %v", i+1, r.Set[1])
		}
		s, err := scenariofile.LoadWith(filepath.Join(dir, r.Scenario+".yaml"), r.Set)
		if err != nil {
			t.Fatal(err)
		}
		alone, err := runs.Run(t.Context(), s, runs.Options{NoLog: true})
		if err != nil || alone.FinalHash != r.Hash {
			t.Errorf("run %d: hash %s, alone %s, %v", i+1, r.Hash, alone.FinalHash, err)
		}
		if r.Scenario == "slide" {
			speed, mu := float64(4+2*(i/3)), s.Definition.Materials[s.Definition.Bodies[0].Material].Friction
			if want := 2 + speed*speed/(2*mu*10); len(r.Outcomes) != 1 || r.Outcomes[0].X < want-0.02 || r.Outcomes[0].X > want+0.02 {
				t.Errorf("run %d: %+v, want x = %g", i+1, r.Outcomes, want)
			}
		} else if len(r.Outcomes) != 2 || r.Outcomes[0].DeltaV < 3 || r.Outcomes[1].DeltaV != 0 || r.Outcomes[0].PDOF == nil {
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
	if err != nil || len(lines) != 13 || strings.Join(lines[0][:9], " ") != "run scenario point repeat speed mu failed final_hash block.delta_v" || lines[7][8] != "" || lines[12][len(lines[12])-1] != "true" || lines[12][len(lines[12])-9] != "false" {
		t.Errorf("%v, %v", lines, err)
	}
	if e := sum.Points[2].Endings; len(e) != 2 || e[0] != (Ending{"ball", 3, 3}) || e[1] != (Ending{"other", 3, 0}) {
		t.Errorf("%+v", e)
	}
	// The table is in SI, the summary in km/h and with signs: the ball rebounds from the pole to the right, the other rests.
	ball := &sum.rows[6].Outcomes[0]
	if got := lines[7][16:24]; got[0] != strconv.FormatFloat(ball.DeltaV, 'g', -1, 64) || got[1] != strconv.FormatFloat(*ball.PDOF, 'g', -1, 64) ||
		got[5] != strconv.FormatFloat(ball.Y, 'g', -1, 64) || ball.Y >= 0 || lines[0][16] != "ball.delta_v" || got[3] != "" {
		t.Errorf("%v, want %+v", got, ball)
	}
	var text strings.Builder
	if shown := fmt.Sprintf("%.2f", 3.6*ball.DeltaV); sum.WriteText(&text) != nil || strings.Count(text.String(), " "+shown+" ") != 1 {
		t.Errorf("%s: delta-v of %s km/h", &text, shown)
	}
	if err != nil || !strings.Contains(text.String(), "both: 12 of 12 runs; means") || strings.Count(text.String(), "speed=6 m/s") != 2 ||
		!strings.Contains(text.String(), "moving at the end\n") || strings.Count(text.String(), " 3 of 3\n") != 2 || strings.Count(text.String(), " 0 of 3\n") != 4 {
		t.Errorf("%s, %v", &text, err)
	}
}

// TestSweep_ColumnsHaveNamesOfTheirOwn, also those of parameters that are named like another column.
func TestSweep_ColumnsHaveNamesOfTheirOwn(t *testing.T) {
	r := &Row{Scenario: "s", Point: 1, Repeat: 1, Variation: Variation{Number: 1, Hash: "h", Outcomes: []Outcome{{Body: "a"}, {Body: "a.x"}, {Body: "parameter"}}}}
	for _, name := range slices.Concat(firstColumns, lastColumns, roundColumns, []string{"mu", "x"}) {
		r.Set = append(r.Set, scenariofile.Setting{Name: name, Value: "of " + name})
	}
	for _, c := range []struct {
		rounds int
		want   map[string]string
	}{
		{0, map[string]string{"run": "1", "parameter.run": "of run", "failed": "", "parameter.failed": "of failed", "parameter.final_hash": "of final_hash", "x": "of x", "mu": "of mu", "round": "of round", "weight": "of weight"}},
		{2, map[string]string{"run": "1", "parameter.run": "of run", "round": "0", "parameter.round": "of round", "weight": "0", "parameter.weight": "of weight", "x": "of x"}},
	} {
		var table bytes.Buffer
		if err := (&Summary{rows: []*Row{r}, plan: &Plan{Rounds: c.rounds}}).WriteCSV(&table); err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(&table).ReadAll()
		if err != nil || len(lines) != 2 {
			t.Fatalf("%v, %v", lines, err)
		}
		for i, name := range lines[0] {
			if slices.Contains(lines[0][:i], name) {
				t.Errorf("two columns are named %s", name)
			}
		}
		for name, want := range c.want {
			if i := slices.Index(lines[0], name); i < 0 || lines[1][i] != want {
				t.Errorf("%s: want %s in %v", name, want, lines)
			}
		}
	}
}

// TestSweep_WithoutValuesAndBodies: of movers alone there are no figures, and that is no failure; no values are none.
func TestSweep_WithoutValuesAndBodies(t *testing.T) {
	walk := "name: walk\nduration: 0.1 s\ngravity: [0, 0, 0]\nmovers: [{name: man, radii: [0.3, 0.3, 0.9], position: [0, 0, 0], program: [{time: 0, velocity: [1, 0, 0]}]}]\n"
	p, err := parsePlan("plan.yaml", []byte("name: x\nscenarios: [walk.yaml]\n"), func(path string) (*scenariofile.Scenario, error) { return scenariofile.Parse(path, []byte(walk), nil) })
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "out.jsonl")
	data, sum := sweepInto(t, p, path, 1)
	if !bytes.Contains(data, []byte(`"set":[],`)) {
		t.Errorf("%s", data)
	}
	var text, summary strings.Builder
	if err := errors.Join(sum.WriteText(&text), sum.WriteJSON(&summary)); err != nil || strings.Contains(text.String(), "without") || !strings.Contains(text.String(), "no body moves freely") {
		t.Errorf("%s, %v", &text, err)
	}
	if strings.Contains(summary.String(), "null") {
		t.Error(&summary)
	}
	// The same where the results are read again, and null stands in them.
	if row := readRow([]byte(`{"number": 1, "set": null, "final_hash": "h"}`)); row == nil || row.Set == nil {
		t.Errorf("%+v", row)
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
	stride := 97
	if geomtest.Long {
		stride = 37
	}
	for cut := 0; cut <= len(want); cut += stride {
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
	s, err := Open(p, path, func(done, _ int64) {
		if done >= 5 {
			cancel()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(p, path, nil); err == nil || !strings.Contains(err.Error(), "another sweep is writing it") {
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
		{strings.Replace(string(results), runs.Engine(), "prang 0.0.9 (00000000)", 1), "has results of prang 0.0.9"},
	} {
		path := filepath.Join(dir, "out.jsonl")
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(p, path, nil); err == nil || !strings.Contains(err.Error(), c.want) {
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
		s, err := Open(p, filepath.Join(dir, "out.jsonl"), nil)
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
	v.Run(t.Context(), func([]scenariofile.Setting) (*scenariofile.Scenario, error) { panic("out of range") })
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
	s, err := Open(p, filepath.Join(dir, "out.jsonl"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range p.Runs() {
		s.take(n > 0)
	}
	s.patient = time.Nanosecond
	for range 2 {
		if n, ok := s.take(true); n != 1 && ok || s.leased[2].at.IsZero() {
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

// FuzzSweepResults: whatever a results file has, it is refused and kept, or gone on with; then it has the rows that are
// read of it.
func FuzzSweepResults(f *testing.F) {
	dir := f.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "pole.yaml"), []byte(poleScenario), 0o666),
		os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte("name: a\nscenarios: [pole.yaml]\ngrid: {speed: 1..2 m/s:5}\n"), 0o666)); err != nil {
		f.Fatal(err)
	}
	p, err := ReadPlan(filepath.Join(dir, "plan.yaml"))
	if err != nil {
		f.Fatal(err)
	}
	path := filepath.Join(dir, "out.jsonl")
	s, err := Open(p, path, nil)
	if err != nil {
		f.Fatal(err)
	}
	s.Work(context.Background(), 1)
	if _, err := s.Close(); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "out.jsonl")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		_, _ = ReadResults(path)
		s, err := Open(p, path, nil)
		if err != nil {
			if now, e := os.ReadFile(path); e != nil || !bytes.Equal(now, data) {
				t.Errorf("refused, and changed: %v, %v", err, e)
			}
			return
		}
		have := s.Results()
		if _, err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if r, err := ReadResults(path); err != nil || len(r.Rows) != have {
			t.Errorf("%d results, %v read: %v", have, r, err)
		}
	})
}
