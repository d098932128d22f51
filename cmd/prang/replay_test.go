package main

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// TestReplay_ReportOfAnotherEngine: a log of hashes of another engine has no report and no page, only the reason, once. One
// of states has one, which says itself, also as JSON and as a page, that it lacks skid marks.
func TestReplay_ReportOfAnotherEngine(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log.prang")
	a, _, stderr := testApp()
	if code := a.main(t.Context(), []string{"run", "../../runs/scenarios/car-pole/scenario.yaml", "-q", "-o", log}); code != exitOK {
		t.Fatalf("code %d, %s", code, stderr)
	}
	for _, level := range []string{recorder.LevelVerify, recorder.LevelFull} {
		path := rewritten(t, log, func(h *recorder.Header) {
			h.Engine, h.Level, h.Objects = "prang 0.0.1", level, slices.Clone(h.Objects)
			for i := range h.Objects {
				h.Objects[i].Wheels = nil
			}
		})
		for _, form := range []string{"--report", "--json"} {
			page := filepath.Join(t.TempDir(), "page.html")
			a, stdout, stderr := testApp()
			code := a.main(t.Context(), []string{"replay", path, "--report", form, "--html", page})
			html, err := os.ReadFile(page)
			if level == recorder.LevelVerify {
				if code != exitBadInput || stdout.Len() > 0 || err == nil || strings.Count(stderr.String(), "hashes, not states") != 1 {
					t.Errorf("hashes, %s: code %d, page: %v, stdout: %s, stderr: %s", form, code, err, stdout, stderr)
				}
				continue
			}
			want := map[string]string{"--report": "\nmissing in this report: no skid marks: the log is of prang 0.0.1", "--json": `"missing": [`}[form]
			if code != exitOK || !strings.Contains(stdout.String(), want) || !strings.Contains(string(html), "Missing in this report:</b> no skid marks: the log is of prang 0.0.1") {
				t.Errorf("states, %s: code %d, page: %v, stdout: %s, stderr: %s", form, code, err, stdout, stderr)
			}
		}
	}
}

// TestReplay_OfAWorldOfStatics: the heading of the table alone, as export gives it; no ledger, and no advice that does not
// help.
func TestReplay_OfAWorldOfStatics(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log.prang")
	s := &scenariofile.Scenario{Name: "still", Steps: 3, Definition: &sim.Definition{Statics: []sim.StaticDef{{Name: "s", Half: mgl64.Vec3{1, 1, 1}}}}}
	if _, err := runs.Run(t.Context(), s, runs.Options{Log: log}); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"replay", log, "--csv"}, {"export", log, "--to", "csv"}} {
		a, stdout, stderr := testApp()
		if code := a.main(t.Context(), args); code != exitOK || stdout.String() != "step,time,object\n" {
			t.Errorf("%s: code %d, %q, %s", args[0], code, stdout, stderr)
		}
	}
	a, _, stderr := testApp()
	if code := a.main(t.Context(), []string{"replay", log, "--ledger"}); code != exitBadInput || !strings.Contains(stderr.String(), "its world has none") || strings.Contains(stderr.String(), "again") {
		t.Errorf("code %d, %s", code, stderr)
	}
}

// TestReplay_LedgerIsThatOfExport: from a time on, both sum over the steps that begin there.
func TestReplay_LedgerIsThatOfExport(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log.prang")
	a, _, stderr := testApp()
	if code := a.main(t.Context(), []string{"run", "../../runs/scenarios/car-pole/scenario.yaml", "-q", "-o", log}); code != exitOK {
		t.Fatalf("code %d, %s", code, stderr)
	}
	for _, from := range []string{"0", "0.5"} {
		a, stdout, stderr := testApp()
		if code := a.main(t.Context(), []string{"replay", log, "--ledger", "--from", from, "--json"}); code != exitOK {
			t.Fatalf("code %d, %s", code, stderr)
		}
		want := map[string]float64{} // in the last line, of all steps together
		for line := range strings.Lines(stdout.String()) {
			var l struct{ Rows []runs.LedgerSum }
			if err := json.Unmarshal([]byte(line), &l); err != nil {
				t.Fatal(err)
			}
			clear(want)
			for _, r := range l.Rows {
				want[r.Cause] = float64(r.Energy)
			}
		}
		a, stdout, stderr = testApp()
		if code := a.main(t.Context(), []string{"export", log, "--to", "csv", "--table", "ledger", "--from", from}); code != exitOK {
			t.Fatalf("code %d, %s", code, stderr)
		}
		rows, err := csv.NewReader(stdout).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for k, title := range rows[0] {
			cause, ok := strings.CutSuffix(strings.TrimPrefix(title, record.LedgerPrefix), ".energy")
			if !ok {
				continue
			}
			sum := 0.0
			for _, row := range rows[1:] {
				v, err := strconv.ParseFloat(row[k], 64)
				if err != nil {
					t.Fatal(err)
				}
				sum += v
			}
			if math.Abs(sum-want[cause]) > 1e-9*math.Abs(sum) {
				t.Errorf("from %s: %s gave %v J, with replay %v", from, cause, sum, want[cause])
			}
		}
	}
}

// TestReplay_FlowsAreThoseOfExport: fields of causes are the sums over the steps of each interval, with the bits that export
// gives, in the same rows, the last one too; totals are those of their frames.
func TestReplay_FlowsAreThoseOfExport(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log.prang")
	a, _, stderr := testApp()
	if code := a.main(t.Context(), []string{"run", "../../runs/scenarios/car-pole/scenario.yaml", "-q", "-o", log}); code != exitOK {
		t.Fatalf("code %d, %s", code, stderr)
	}
	table := func(args ...string) (rows [][]string, column map[string]int) {
		t.Helper()
		a, stdout, stderr := testApp()
		if code := a.main(t.Context(), args); code != exitOK {
			t.Fatalf("%q: code %d, %s", args, code, stderr)
		}
		rows, err := csv.NewReader(stdout).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		column = map[string]int{}
		for k, title := range rows[0] {
			column[title] = k
		}
		return rows[1:], column
	}
	fields := []string{"ledger.friction.energy", "ledger.restitution.momentum", "ledger.gravity.angular_momentum.y", "kinetic"}
	each, eachColumn := table("replay", log, "--fields", "kinetic", "--csv")
	for _, sel := range [][]string{{"--every", "7"}, {"--every", "0.1s"}, {"--every", "0.1s", "--from", "0.35"}, {"--every", "1s", "--from", "0.1"}} {
		got, at := table(append([]string{"replay", log, "--csv", "--fields", strings.Join(fields, ",")}, sel...)...)
		want, from := table(append([]string{"export", log, "--to", "csv", "--table", "ledger"}, sel...)...)
		if len(got) != len(want) || len(got) < 3 {
			t.Fatalf("%q: %d rows, want %d", sel, len(got), len(want))
		}
		for i := range got {
			step, _ := strconv.Atoi(got[i][0])
			for title, k := range at {
				right := each[step][eachColumn["kinetic"]]
				if title != "kinetic" {
					right = want[i][from[title]]
				}
				if got[i][k] != right {
					t.Errorf("%q: row %d: %s %s, want %s", sel, i, title, got[i][k], right)
				}
			}
		}
	}
}

// TestReplay_VerifiesNoScenarioThatIsNone: what is wrong with the scenario in a log is not said of a file of that name alone,
// which may be anywhere. So it is where a table or a field needs the scenario.
func TestReplay_VerifiesNoScenarioThatIsNone(t *testing.T) {
	const log = "../../recorder/testdata/v1.prang" // of a scenario with nothing in it
	for done, all := range map[string][][]string{
		"run":  {{"replay", log, "--verify"}},
		"read": {{"replay", log, "--fields", "spring.rope.force"}, {"export", log, "--to", "csv", "--table", "springs"}, {"export", log, "--to", "json", "--table", "accelerometers"}},
	} {
		want := "prang: " + log + ": the scenario in it, of prang 0, cannot be " + done + " by this " + runs.Engine() + "\nscenario.yaml:1:1: has no duration"
		for _, args := range all {
			a, stdout, stderr := testApp()
			code := a.main(t.Context(), args)
			if code != exitBadInput || stdout.Len() > 0 || !strings.HasPrefix(stderr.String(), want) {
				t.Errorf("%q: code %d, stdout %q, stderr %q, want %q", args, code, stdout, stderr, want)
			}
		}
	}
}

// TestReplay_VerifyOfAnotherEngine: whether the run is as it was, and if not what to do, is told with both engines.
func TestReplay_VerifyOfAnotherEngine(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log.prang")
	a, _, stderr := testApp()
	if code := a.main(t.Context(), []string{"run", "../../runs/scenarios/car-pole/scenario.yaml", "-q", "-o", log}); code != exitOK {
		t.Fatalf("code %d, %s", code, stderr)
	}
	older := func(h *recorder.Header) { h.Engine = "prang 0.0.1" }
	scenario := recorder.Asset{Name: "scenario.yaml", Data: []byte("name: other\nduration: 1 s\ngravity: [0, 0, 0]\nbodies: [{name: car, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 0]}]\n")}
	for _, test := range []struct {
		log, stdout, stderr string
		code                int
	}{
		{rewritten(t, log, older), ": equal: 3 frames", "the engine has changed, but not for this run", exitOK},
		{rewritten(t, log, older, scenario), "; in the log alone: ", "the engine has changed, and a difference is no fault; to see how large it is, run the scenario that prang export ", exitDifferent},
		{rewritten(t, log, func(*recorder.Header) {}), ": equal: 3 frames", "", exitOK},
	} {
		a, stdout, stderr := testApp()
		if code := a.main(t.Context(), []string{"replay", test.log, "--verify"}); code != test.code || !strings.Contains(stdout.String(), test.stdout) ||
			!strings.Contains(stderr.String(), test.stderr) || test.stderr == "" && stderr.Len() > 0 {
			t.Errorf("code %d, stdout: %s, stderr: %s; want %+v", code, stdout, stderr, test)
		}
	}
}

// TestCompare_NamesTheLogWithoutStates: of two logs, that which is the reason; of two without states, in which step hashes begin to
// differ.
func TestCompare_NamesTheLogWithoutStates(t *testing.T) {
	dir := t.TempDir()
	write := func(name, engine, level string, hashes ...uint64) string {
		path := filepath.Join(dir, name)
		h := recorder.Header{Engine: engine, Level: level, Step: 0.001, Columns: []record.Column{{Owner: -1, Name: "k", Count: 1, Predictor: "hold"}}}
		w, err := recorder.Create(path, h, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, hash := range hashes {
			if err := w.Write(&record.Frame{Step: int64(i), Time: float64(i) * 0.001, Values: []float64{float64(hash)}, Hash: hash}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(recorder.Summary{Ended: recorder.Complete}); err != nil {
			t.Fatal(err)
		}
		return path
	}
	states := write("states", runs.Engine(), recorder.LevelFull, 1, 2, 5)
	old := write("old", "prang 0.0.1", recorder.LevelVerify, 1, 2, 3)
	other := write("other", "prang 0.0.2", recorder.LevelVerify, 1, 2, 4)
	const end = "record the run with prang run --level full"
	for _, test := range []struct{ a, b, which, end string }{
		{states, other, other, end},
		{other, states, other, end},
		{old, other, old, end + "; hashes differ from step 2 on, at 0.002000 s"},
	} {
		a, _, stderr := testApp()
		code := a.main(t.Context(), []string{"compare", test.a, test.b})
		if text := stderr.String(); code != exitBadInput || !strings.Contains(text, "prang: "+test.which+": the log is of the level verify") || !strings.HasSuffix(text, test.end+"\n") {
			t.Errorf("%s, %s: code %d, %s", test.a, test.b, code, text)
		}
	}
}
