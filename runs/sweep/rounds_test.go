package sweep

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// roundsPlan looks for the speed of the block that slides to 2 + v²/10 m, and for that at which the ball strikes the pole.
const roundsPlan = `name: rounds
scenarios: [slide.yaml, pole.yaml]
vary: {speed: 1..9 m/s}
measured: {block: {x: 450±1 cm}, ball: {delta_v: 5±0.1 m/s}}
rounds: 5
repeats: 20
`

// TestSweep_RoundsFindTheSpeed: from 8 m/s to 0.01 m/s in five rounds of 20 runs, none of which is within a deviation at first. The first round
// is that of the plan without rounds.
func TestSweep_RoundsFindTheSpeed(t *testing.T) {
	p, dir, err := planOf(t, roundsPlan)
	if err != nil {
		t.Fatal(err)
	}
	if p.Runs() != 200 {
		t.Fatalf("%d runs", p.Runs())
	}
	_, sum := sweepInto(t, p, filepath.Join(dir, "out.jsonl"), 2)
	if sum.Done != 200 || sum.Failed != 0 || len(sum.Points) != 10 || len(sum.Fits) != 2 || sum.Rounds() != 5 {
		t.Fatalf("%+v", sum)
	}
	f := sum.Fits[0]
	// A deviation of 1 cm is one of 1 cm/s there, and the bend of v² moves the mean by 1e-5 m/s.
	v := f.Params[0]
	if e := 4 * 0.01 / math.Sqrt(f.Effective); f.Effective < 20 || math.Abs(v.Mean-5) > e || math.Abs(v.Deviation-0.01) > e || v.CutOff {
		t.Errorf("%+v of %g runs", v, f.Effective)
	}
	// The plan's distribution is even: all runs, weighted for how they were drawn, have its mean and deviation.
	if math.Abs(v.OfAll-5) > 0.7 || math.Abs(v.DeviationOfAll-8/math.Sqrt(12)) > 0.5 {
		t.Errorf("planned %+v", v)
	}
	share := 0.0
	for i, r := range f.Rounds {
		share += r.Share
		if r.Round != i+1 || r.Runs != 20 {
			t.Errorf("%+v", r)
		}
	}
	if first, last := f.Rounds[0], f.Rounds[4]; math.Abs(share-1) > 1e-12 || *first.Nearest < 1 || *last.Nearest > 0.5 || last.Share < 0.2 || first.Share > 0.2 {
		t.Errorf("%+v", f.Rounds)
	}
	// Of the block: where it was measured, and no impact.
	if g := figureOf(f, "block", "x"); math.Abs(g.Mean-4.5) > 0.005 || math.Abs(g.Deviation-0.01) > 0.005 || math.Abs(g.Share-1) > 1e-12 {
		t.Errorf("%+v", g)
	}
	plain, _, err := planOf(t, strings.Replace(roundsPlan, "rounds: 5\n", "", 1))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		want, _ := plain.Run(i + 1)
		if got := sum.rows[i]; !slices.Equal(got.Set, want.Set) || got.Round != 1 || got.Point != 1 || got.Repeat != i+1 || sum.Round(&got.Variation) != 1 {
			t.Errorf("%+v, want %v", got, want.Set)
		}
	}
	if r := sum.rows[43]; r.Number != 44 || r.Round != 3 || r.Repeat != 4 || sum.Round(&r.Variation) != 3 {
		t.Errorf("%+v", r)
	}
	var text, table bytes.Buffer
	if sum.WriteText(&text) != nil || sum.WriteCSV(&table) != nil {
		t.Fatal(&text)
	}
	for _, want := range []string{"slide     round 4", "share of the weight [%]", "planned", "body   delta-v [km/h]"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	weight, round := 0.0, slices.Index(rows[0], "round")
	for i, row := range rows[1:101] {
		w, err := strconv.ParseFloat(row[slices.Index(rows[0], "weight")], 64)
		if err != nil || row[round] != fmt.Sprint(1+i/20) {
			t.Fatalf("%v: %v", row, err)
		}
		weight += w
	}
	if math.Abs(weight-1) > 1e-12 {
		t.Errorf("weights of %g", weight)
	}
}

func figureOf(f *Fit, body, quantity string) FitFigure {
	i := slices.IndexFunc(f.Figures, func(g FitFigure) bool { return g.Body == body && g.Quantity == quantity })
	if i < 0 {
		return FitFigure{}
	}
	return f.Figures[i]
}

// TestSweep_RoundsAreTheSame whoever makes them, and after interrupts, within a round or between two.
func TestSweep_RoundsAreTheSame(t *testing.T) {
	p, dir, err := planOf(t, strings.Replace(roundsPlan, "rounds: 5", "rounds: 3", 1))
	if err != nil {
		t.Fatal(err)
	}
	want, _ := sweepInto(t, p, filepath.Join(dir, "all.jsonl"), 1)
	path := filepath.Join(dir, "part.jsonl")
	for _, stop := range []int{7, 20, 21, 60, 107} {
		ctx, cancel := context.WithCancel(t.Context())
		s, err := Open(p, path, func(done, _ int64) {
			if int(done) >= stop {
				cancel()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Work(ctx, 3)
		if sum, err := s.Close(); err != nil || sum.Done < stop {
			t.Fatalf("stopped at %d: %+v, %v", stop, sum, err)
		}
		cancel()
	}
	if got, _ := sweepInto(t, p, path, 3); !bytes.Equal(got, want) {
		t.Error("other results after interrupts")
	}
	// A row of a round without all of those before is not kept, nor are those that it has led to.
	lines := bytes.SplitAfter(want, []byte("\n"))
	without := slices.Concat(lines[:15], lines[16:])
	if err := os.WriteFile(path, bytes.Join(without, nil), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := Open(p, path, nil)
	if err != nil || s.Results() != 19 {
		t.Errorf("%d results are kept, %v", s.Results(), err)
	}
	if _, err := s.Close(); err != nil {
		t.Error(err)
	}
	if got, _ := sweepInto(t, p, path, 2); !bytes.Equal(got, want) {
		t.Error("other results after a loss")
	}
}

// TestSweep_RoundsGoOn: with more rounds in the plan, what is there is kept, also of a sweep that was interrupted; with fewer, or where
// something else has changed, it is refused and stays.
func TestSweep_RoundsGoOn(t *testing.T) {
	few, dir, err := planOf(t, strings.Replace(roundsPlan, "rounds: 5", "rounds: 2", 1))
	if err != nil {
		t.Fatal(err)
	}
	three := strings.Replace(roundsPlan, "rounds: 5", "rounds: 3", 1)
	all, _, err := planOf(t, three)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := sweepInto(t, all, filepath.Join(dir, "all.jsonl"), 2)
	path := filepath.Join(dir, "some.jsonl")
	fewer, _ := sweepInto(t, few, path, 2)
	lines := bytes.SplitAfter(fewer, []byte("\n"))
	for _, kept := range []int{80, 47} {
		if err := os.WriteFile(path, bytes.Join(lines[:1+kept], nil), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := Open(all, path, nil)
		if err != nil || s.Results() != kept {
			t.Fatalf("%d results of %d are kept, %v", s.Results(), kept, err)
		}
		if _, err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if got, _ := sweepInto(t, all, path, 2); !bytes.Equal(got, want) {
			t.Errorf("other results after %d of fewer rounds", kept)
		}
	}
	if _, err := Open(few, path, nil); err == nil || !strings.Contains(err.Error(), "has results of another plan") {
		t.Errorf("fewer rounds: %v", err)
	}
	other, _, err := planOf(t, strings.Replace(three, "450±1", "451±1", 1))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, fewer, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(other, path, nil); err == nil || !strings.Contains(err.Error(), "has results of another plan") {
		t.Errorf("another measurement: %v", err)
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, fewer) {
		t.Errorf("the file has changed, %v", err)
	}
}

// TestSweep_RoundsWaitForResults: a round begins when all runs of that before have results; other scenarios do not wait.
func TestSweep_RoundsWaitForResults(t *testing.T) {
	p, dir, err := planOf(t, roundsPlan)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(p, filepath.Join(dir, "out.jsonl"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	taken := func() (list []int) {
		for {
			n, ok := s.Take()
			if !ok {
				return list
			}
			list = append(list, n)
		}
	}
	first := taken()
	if len(first) != 40 || first[0] != 1 || first[19] != 20 || first[20] != 101 || first[39] != 120 {
		t.Fatalf("%v", first)
	}
	put := func(n int) {
		v, scenario := s.Run(n)
		v.Run(t.Context(), p.Scenarios[scenario].Loader())
		if err := s.Put(v); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range first[:19] {
		put(n)
	}
	if next := taken(); next != nil {
		t.Errorf("%v before run 20 has a result", next)
	}
	early := &Variation{Number: 21, Hash: "1", Outcomes: []Outcome{}}
	if err := s.Put(early); err == nil || !strings.Contains(err.Error(), "run 21 has a result before those that it depends on") {
		t.Errorf("%v", err)
	}
	put(20)
	next := taken()
	if len(next) != 20 || next[0] != 21 || next[19] != 40 {
		t.Fatalf("%v", next)
	}
	s.GiveBack(33)
	if again := taken(); len(again) != 1 || again[0] != 33 {
		t.Errorf("%v", again)
	}
}

func TestPlan_SaysWhatIsWrongWithRounds(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"rounds: 5", "rounds: 0", "5:9: rounds: the number 0 where a whole number from 1 to 1000 is needed"},
		{"rounds: 5", "rounds: many", `5:9: rounds: the text "many" where a whole number`},
		{"vary: {speed: 1..9 m/s}\n", "", "4:9: rounds: needs parameters to look for: add vary: {speed_a: 40..60 km/h}"},
		{"rounds: 5", "rounds: 5\ngrid: {mu: [0.5, 0.6]}", "5:9: rounds: needs random values alone: give the parameters of grid under vary"},
		{"measured: {block: {x: 450±1 cm}, ball: {delta_v: 5±0.1 m/s}}\n", "", "4:9: rounds: needs what to look for: add measured: "},
		{"repeats: 20", "repeats: 19", "6:10: repeats: too few runs in a round, 19, for the random parameters of scenario slide, 1: write repeats: 20, or more"},
		{"repeats: 20\n", "", "5:9: rounds: too few runs in a round, 1, for"},
		{"vary: {", "vary: {mu: 0.4..0.6, ", "for the random parameters of scenario slide, 2: write repeats: 30"},
		{", ball: {delta_v: 5±0.1 m/s}", "", "2:25: scenarios[1]: has none of the bodies that are measured, so that its rounds have no aim: leave it out"},
		{"rounds: 5\nrepeats: 20", "rounds: 1000\nrepeats: 1000", "makes 2000000 runs, of 1000000 at most"},
	} {
		_, _, err := planOf(t, strings.Replace(roundsPlan, c.old, c.new, 1))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Count(err.Error(), "plan.yaml:") != 1 {
			t.Errorf("%s: %v, want %s", c.new, err, c.want)
		}
	}
	one, _, err := planOf(t, strings.Replace(roundsPlan, "rounds: 5", "rounds: 1", 1))
	if err != nil || one.Runs() != 40 {
		t.Errorf("one round: %+v, %v", one, err)
	}
}

// TestPlan_MeasurementsAreOfThePlanWithRounds: they change what is run.
func TestPlan_MeasurementsAreOfThePlanWithRounds(t *testing.T) {
	hash := func(old, new string) string {
		p, _, err := planOf(t, strings.Replace(roundsPlan, old, new, 1))
		if err != nil {
			t.Fatal(err)
		}
		return p.Hash()
	}
	all := []string{hash("", ""), hash("450", "451"), hash("rounds: 5", "rounds: 1")}
	for i := range all {
		if slices.Contains(all[:i], all[i]) {
			t.Errorf("equal hashes: %v", all)
		}
	}
	if one := hash("rounds: 5\n", ""); one != all[2] {
		t.Errorf("one round and none: %s, %s", one, all[2])
	}
	if more := hash("rounds: 5", "rounds: 6"); more != all[0] {
		t.Errorf("more rounds go on with what is there, and have another hash: %s, %s", more, all[0])
	}
}

// TestSweep_RoundsWithoutWhatWasMeasured draw from the plan alone, and say nothing of how near they are: the block strikes nothing.
func TestSweep_RoundsWithoutWhatWasMeasured(t *testing.T) {
	p, dir, err := planOf(t, strings.NewReplacer("{x: 450±1 cm}, ball: {delta_v: 5±0.1 m/s}", "{pdof: 9±1 deg}", ", pole.yaml", "").Replace(roundsPlan))
	if err != nil {
		t.Fatal(err)
	}
	_, sum := sweepInto(t, p, filepath.Join(dir, "out.jsonl"), 2)
	f := sum.Fits[0]
	if sum.Done != 100 || f.Runs != 0 || f.Lacking != 100 || len(f.Rounds) != 5 || f.RoundTable() != nil {
		t.Fatalf("%+v", f)
	}
	for _, r := range f.Rounds {
		if r.Nearest != nil || r.Share != 0 || r.Runs != 0 {
			t.Errorf("%+v", r)
		}
	}
	if text := f.Words(); text != "no run has all that was measured: 100 lack some of it" {
		t.Error(text)
	}
	mean := 0.0
	for _, r := range sum.rows {
		v, _, _ := r.Value("speed")
		mean += v / 100
	}
	if math.Abs(mean-5) > 4*8/math.Sqrt(12*100) {
		t.Errorf("a mean of %g m/s of all rounds", mean)
	}
}
