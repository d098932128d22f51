package runs

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestComparePhysics_ByTolerances(t *testing.T) {
	const base = goldenFormat + "\nscenario s\nended complete\nsteps 480\nhash 0 s aa\nfinal cc\nimpacts 2\nlimits 0\n" +
		"impact 1 \"a\" \"b\": time 0.5 closing 2 impulse 1000 lost 50 points 4 delta-v 3 pdof 359.96\n" +
		"impact 2 \"a\" \"ground\": time 0.7 closing 1 impulse 10 lost 5 points 1 delta-v 0.1\n" +
		"body \"a\": x 1 y 2 z 0 heading 90 speed 0 rest 1.5\nmover \"m\": x 1 y 2 z 3 path 4\n"
	for _, c := range []struct {
		from, to, tolerance string
		want                string // "" for equal physics
	}{
		{"", "", "", ""},
		{"hash 0 s aa", "hash 0 s bb", "", ""},
		{"steps 480", "steps 481", "", ""},
		{"limits 0", "limits 7", "", ""},
		{"points 4", "points 3", "", ""},
		{"pdof 359.96", "pdof 0.04", "", ""}, // 0.08 degrees, around the circle
		{"pdof 359.96", "pdof 0.07", "", "pdof 0.07, golden 359.96"},
		{"time 0.5 ", "time 0.50009 ", "", ""},
		{"time 0.5 ", "time 0.50011 ", "", "time 0.50011, golden 0.5 (+0.00011, allowed 0.0001)"},
		{"closing 2 ", "closing 2.009 ", "", ""},
		{"closing 2 ", "closing 1.98 ", "", "closing 1.98"},
		{"impulse 10 ", "impulse 10.0109 ", "", ""}, // one in a thousand of 10, and in a million of the largest, 1000
		{"impulse 10 ", "impulse 10.0111 ", "", "impulse 10.0111, golden 10 (+0.0111, allowed 0.011)"},
		{"impulse 10 ", "impulse 10.18 ", "", "impulse 10.18, golden 10 (+0.18, allowed 0.011)"},
		{"impulse 10 ", "impulse 10.0109 ", "tolerance relative 1e-4\n", "impulse 10.0109"},
		{"impulse 10 ", "impulse 10.0000001 ", "tolerance relative 0\n", "impulse 10.0000001"},
		{"impulse 1000 ", "impulse 1001 ", "", ""},
		{"lost 5 ", "lost 5.0059 ", "", ""}, // and in a million of 1000 N s times 1 m/s, half of what closes there
		{"lost 5 ", "lost 5.0061 ", "", "lost 5.0061, golden 5 (+0.0061, allowed 0.006)"},
		{"x 1 y 2 z 0", "x 1.0009 y 1.9991 z 0", "", ""},
		{"x 1 y 2 z 0", "x 1.0011 y 2 z 0", "", `body "a": x 1.0011`},
		{"x 1 y 2 z 0", "x 1.5 y 2 z 0", "tolerance position 0.5\n", ""},
		{"x 1 y 2 z 0", "x NaN y 2 z 0", "", "x NaN"},
		{"rest 1.5", "rest 1.55", "", ""},
		{" rest 1.5", "", "", `body "a": rest 1.5 is in the golden, but not in the run`},
		{"path 4", "path 4 rest 2", "", `mover "m": rest 2 is in the run, but not in the golden`},
		{" pdof 359.96", "", "", `impact 1 "a" "b": pdof 359.96 is in the golden, but not in the run`},
		{"delta-v 0.1", "delta-v 0.1 delta-v 3 pdof 7", "", `impact 2 "a" "ground": delta-v 3 of the second side is in the run, but not in the golden; pdof 7 of the second side is in`},
		{"path 4", "path 5", "", `mover "m": path 5`},
		{"impacts 2", "impacts 3", "", "impacts: 3, golden 2"},
		{"ended complete", "ended failed", "", "ended: failed"},
		{"\"a\" \"ground\"", "\"a\" \"b\"", "", "is in the golden, but not in the run"},
		{"", "", "tolerance weight 5\n", "tolerance weight 5: a tolerance is one of"},
		{"", "", "tolerance angle -5\n", "tolerance angle -5: a tolerance is one of"},
		{"x 1 y 2 z 0", "x 1.0021 y 2 z 0", "tolerance position 2.5 mm\n", ""},
		{"x 1 y 2 z 0", "x 1.0021 y 2 z 0", "tolerance position 2 mm # of rest: soft\n", "x 1.0021, golden 1 (+0.0021, allowed 0.002)"},
		{"heading 90", "heading 90.9", "tolerance angle 1 deg\n", ""},
		{"heading 90", "heading 90.9", "tolerance angle 0.015 rad\n", "heading 90.9, golden 90 (+0.9, allowed 0.859)"},
		{"closing 2 ", "closing 2.02 ", "tolerance speed 0.1 km/h\n", ""},
		{"impulse 10 ", "impulse 10.054 ", "tolerance relative 0.5 %\n", ""},
		{"", "", "tolerance position 5 kg\n", `tolerance position 5 kg: "5 kg" is a mass [kg], but a length [m] is needed`},
		{"", "", "tolerance angle 5 kg\n", `"5 kg" is a mass [kg], but an angle [rad] is needed: write, for example, "30 deg"; a plain number is in degrees here`},
		{"", "", "tolerance position 1e999\n", "a tolerance is one of"},
	} {
		got := comparePhysics([]byte(base+c.tolerance), []byte(strings.Replace(base, c.from, c.to, 1)))
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) == 0 || !strings.Contains(got[0], c.want)) {
			t.Errorf("%q, %q: %q, want %q", c.to, c.tolerance, got, c.want)
		}
	}
	bad := badLines("golden.txt", []byte(base+"tolerance position 2 mm # of rest\ntolerance\ntolerance position: 5\ntolerance angle 1\ntolerance position 0.01\n"))
	if len(bad) != 3 || bad[2] != `golden.txt:17: "tolerance position 0.01": line 13 has a tolerance of position already: remove one` || !strings.HasPrefix(bad[0], `golden.txt:14: "tolerance": a tolerance is one of`) || !strings.HasPrefix(bad[1], `golden.txt:15: "tolerance position: 5"`) {
		t.Errorf("%q", bad)
	}
	for i := range len(base) { // goldens of any content are compared without panic
		comparePhysics([]byte(goldenFormat+"\n"+base[i:]), []byte(base))
		comparePhysics([]byte(base), []byte(goldenFormat+"\n"+base[i:]))
	}
}

// TestComparePhysics_MatchesImpacts: what is missing or extra is told and fails, and no other impact with it.
// TestComparePhysics_NoNumber: what is no number in a golden differs, and no difference is made up.
func TestComparePhysics_NoNumber(t *testing.T) {
	golden, run := goldenFormat+"\nbody \"a\": x abc y 2\n", goldenFormat+"\nbody \"a\": x 0 y 2\n"
	if got := comparePhysics([]byte(golden), []byte(run)); len(got) != 1 || got[0] != `body "a": x 0, golden abc` {
		t.Errorf("%q", got)
	}
}

func TestComparePhysics_MatchesImpacts(t *testing.T) {
	type hit struct {
		pair          string
		time, impulse float64
	}
	golden := func(hits []hit) []byte {
		text := fmt.Sprintf("%s\nscenario s\nimpacts %d\n", goldenFormat, len(hits))
		for i, h := range hits {
			text += fmt.Sprintf("impact %d %s: time %g impulse %g points 1\n", i+1, h.pair, h.time, h.impulse)
		}
		return []byte(text + "body \"a\": x 1 y 2 z 0\n")
	}
	const ab, ba, cd = `"a" "b"`, `"b" "a"`, `"c" "d"`
	base := []hit{{ab, 0.5, 1000}, {cd, 0.6, 300}, {ab, 0.62, 400}, {ab, 0.64, 50}, {cd, 0.9, 200}}
	with := func(at int, h hit) []hit { return slices.Insert(slices.Clone(base), at, h) }
	without := func(at int) []hit { return slices.Delete(slices.Clone(base), at, at+1) }
	moved := func(at int, h hit) []hit { list := slices.Clone(base); list[at] = h; return list }
	small := func(first float64) (list []hit) {
		list = []hit{{cd, 0, 1e7}}
		for k := range 8 {
			list = append(list, hit{ab, 0.1 + 1e-5*float64(k), math.Abs(first - 9.5*float64(k%2))})
		}
		return list
	}
	for _, c := range []struct {
		name      string
		want, got []hit
		problems  []string
	}{
		{"the same", base, base, nil},
		{"two at once in the other order", with(1, hit{ab, 0.6, 300}), with(2, hit{ab, 0.6, 300}), nil},
		{"small ones in turn, all within the tolerance of the largest", small(0), small(9.5), nil},
		{"bodies in the other order", base, []hit{{ba, 0.5, 1000}, {cd, 0.6, 300}, {ba, 0.62, 400}, {ba, 0.64, 50}, {cd, 0.9, 200}}, nil},
		{"one more early", base, with(0, hit{ab, 0.4, 500}), []string{"impacts: 6, golden 5", `impact 1 "a" "b": is in the run, but not in the golden`}},
		{"one more in between", base, with(3, hit{ab, 0.625, 10}), []string{"impacts: 6, golden 5", `impact 4 "a" "b": is in the run, but not in the golden`}},
		{"one missing", base, without(0), []string{"impacts: 4, golden 5", `impact 1 "a" "b": is in the golden, but not in the run`}},
		{"one missing and one more", base, append(without(2), hit{ab, 2, 400}), []string{
			`impact 3 "a" "b": is in the golden, but not in the run; the nearest one there is impact 5, 1.38 s later`, `impact 5 "a" "b": is in the run, but not in the golden`,
		}},
		{"one farther away than the window", base, moved(4, hit{cd, 0.8, 200}), []string{
			`impact 5 "c" "d": is in the run, but not in the golden`, `impact 5 "c" "d": is in the golden, but not in the run; the nearest one there is impact 5, 0.1 s earlier`,
		}},
		{"others", base, moved(2, hit{cd, 0.62, 400}), []string{
			`impact 3 "a" "b": is in the golden, but not in the run`, `impact 3 "c" "d": is in the run, but not in the golden`,
		}},
		{"one later and one more", base, slices.Insert(moved(4, hit{cd, 0.9003, 200}), 0, hit{cd, 0.1, 1}), []string{
			"impacts: 6, golden 5", `impact 1 "c" "d": is in the run, but not in the golden`,
			`impact 5 "c" "d": (6 of the run) time 0.9003, golden 0.9 (+0.0003, allowed 0.0001)`,
		}},
		{"one far later", base, moved(4, hit{cd, 0.92, 200}), []string{`impact 5 "c" "d": time 0.92, golden 0.9 (+0.02, allowed 0.0001)`}},
		{"a larger impulse", base, moved(3, hit{ab, 0.64, 52}), []string{`impact 4 "a" "b": impulse 52, golden 50 (+2, allowed 0.051)`}},
	} {
		want, got := golden(c.want), golden(c.got)
		if problems := comparePhysics(want, got); !slices.Equal(problems, c.problems) {
			t.Errorf("%s: %q, want %q", c.name, problems, c.problems)
		}
		// The report of what differs matches them likewise.
		if all := differentLines(goldenLines(want), goldenLines(got)); len(c.problems) > 0 && len(all) != len(c.problems) {
			t.Errorf("%s: told of %q", c.name, all)
		}
	}
}

// TestComparePhysics_SidesInTheOtherOrder: a scenario whose bodies change places has the same impacts, each side with its
// own values.
func TestComparePhysics_SidesInTheOtherOrder(t *testing.T) {
	golden := goldenFormat + "\nscenario s\nimpacts 1\n" + `impact 1 "a 1" "b": time 1 points 2 delta-v 3 pdof 10 delta-v 4` + "\n"
	for sides, want := range map[string]int{"delta-v 4 delta-v 3 pdof 10": 0, "delta-v 3 pdof 10 delta-v 4": 1} {
		run := goldenFormat + "\nscenario s\nimpacts 1\n" + `impact 1 "b" "a 1": time 1 points 2 ` + sides + "\n"
		if got := comparePhysics([]byte(golden), []byte(run)); len(got) != want {
			t.Errorf("%s: %q", sides, got)
		}
	}
}

// TestComparePhysics_LargeImpactsAfterTheFirst: of the impacts after the first ones a golden lists the largest, and says how many
// it does not. The crash that ends a long series of bounces is judged; the small ones before it are not.
func TestComparePhysics_LargeImpactsAfterTheFirst(t *testing.T) {
	run := func(impulses []float64) []byte {
		text := fmt.Sprintf("%s\nscenario s\nimpacts %d\nlimits 0\n", goldenFormat, len(impulses))
		for i, x := range impulses {
			text += fmt.Sprintf("impact %d \"a\" \"b\": time %d impulse %g points 1\n", i+1, i, x)
		}
		return []byte(text + "body \"a\": x 1 y 2 z 0\n")
	}
	bounces := make([]float64, 3*listedEvents)
	for i := range bounces {
		bounces[i] = 1 + float64(i%10)/100
	}
	bounces[148] = 5000 // N s
	golden := listedGolden(run(bounces), nil)
	if !strings.Contains(string(golden), "\nimpacts 150\nunlisted impacts 50\nlimits 0\n") || strings.Count(string(golden), "\nimpact ") != 2*listedEvents {
		t.Fatalf("%s", golden)
	}
	with := func(place int, impulse float64) []float64 {
		list := slices.Clone(bounces)
		list[place] = impulse
		return list
	}
	last := with(148, 1.08)
	for _, c := range []struct {
		name     string
		run      []float64
		problems []string
	}{
		{"the same", bounces, nil},
		{"one that is not listed is smaller", with(60, 0.5), nil}, // 1 N s; the least of the large ones has 1.05
		{"one that is not listed is as large as those that are", with(60, 1.05), nil},
		{"one that is not listed is larger than those", with(60, 1.07), []string{`impact 61 "a" "b": is in the run, but not in the golden`}},
		{"the crash is larger", with(148, 5100), []string{`impact 149 "a" "b": impulse 5100, golden 5000 (+100, allowed 5)`}},
		{"no crash", last, []string{`impact 149 "a" "b": impulse 1.08, golden 5000 (-5e+03, allowed 5)`}},
	} {
		if got := comparePhysics(golden, run(c.run)); !slices.Equal(got, c.problems) {
			t.Errorf("%s: %q, want %q", c.name, got, c.problems)
		}
		if told := compareGoldens("g", golden, run(c.run)); (told == nil) != (c.name == "the same" || c.name == "one that is not listed is smaller") {
			t.Errorf("%s: told of %q", c.name, told)
		}
	}
	// A crash that is new, at the end.
	text := listedGolden(run(last), nil)
	if got := comparePhysics(text, run(bounces)); len(got) != 1 || !strings.HasPrefix(got[0], `impact 149 "a" "b": impulse 5000, golden 1.08`) {
		t.Errorf("%q", got)
	}
	// Up to a hundred all are listed.
	if few := run(bounces[:2*listedEvents]); !bytes.Equal(listedGolden(few, nil), few) {
		t.Errorf("%s", listedGolden(few, nil))
	}
	for _, n := range []int{0, 7, listedEvents, 2 * listedEvents, 3 * listedEvents} {
		of := make([]ImpactReport, comparedEvents/listedEvents*n)
		for i := range of {
			of[i].Size = float64(i % 7)
		}
		places := comparedImpacts(of)
		if len(places) != min(len(of), 2*comparedEvents) || !slices.IsSorted(places) || len(slices.Compact(slices.Clone(places))) != len(places) {
			t.Errorf("%d of %d are compared", len(places), len(of))
		}
	}
}

// TestComparePhysics_BeyondTheListedImpacts: a golden of an earlier version lists its first impacts only. One more or less among
// them makes no other missing or extra, and those after them are not judged.
func TestComparePhysics_BeyondTheListedImpacts(t *testing.T) {
	first := func(eventLines) bool { return true }
	run := func(times []float64) []byte {
		text := fmt.Sprintf("%s\nscenario s\nimpacts %d\n", goldenFormat, len(times))
		for i, at := range times {
			text += fmt.Sprintf("impact %d \"a\" \"b\": time %g impulse 10 points 1\n", i+1, at)
		}
		return []byte(text + "body \"a\": x 1 y 2 z 0\n")
	}
	var times []float64
	for i := range listedEvents + 10 {
		times = append(times, float64(i))
	}
	golden := listedGolden(run(times), first)
	if n := strings.Count(string(golden), "impact "); n != listedEvents {
		t.Fatalf("a golden lists %d impacts", n)
	}
	later := slices.Clone(times)
	for i := listedEvents; i < len(later); i++ {
		later[i] += 0.5
	}
	for _, c := range []struct {
		name     string
		times    []float64
		problems []string
	}{
		{"the same", times, nil},
		{"others after the listed ones", later, nil},
		{"one more", slices.Insert(slices.Clone(times), 1, 0.5), []string{"impacts: 61, golden 60", `impact 2 "a" "b": is in the run, but not in the golden`}},
		{"one less", slices.Delete(slices.Clone(times), 1, 2), []string{"impacts: 59, golden 60", `impact 2 "a" "b": is in the golden, but not in the run`}},
		{"the last listed one a second later", slices.Delete(slices.Clone(times), 49, 50), []string{"impacts: 59, golden 60", `impact 50 "a" "b": is in the golden, but not in the run`}},
		{"all later", slices.Insert(slices.Clone(times[1:]), len(times)-1, 60), []string{`impact 1 "a" "b": is in the golden, but not in the run`}},
	} {
		got := comparePhysics(golden, run(c.times))
		for i := range got { // where the nearest one is has a test of its own
			got[i], _, _ = strings.Cut(got[i], ";")
		}
		if !slices.Equal(got, c.problems) {
			t.Errorf("%s: %q, want %q", c.name, got, c.problems)
		}
		if told := compareGoldens("g", golden, run(c.times)); (told == nil) != (c.problems == nil) {
			t.Errorf("%s: told of %q", c.name, told)
		}
	}
}

// TestTestScenario_First: of a run that goes on longer the hashes are compared, of one that ends before all is.
func TestTestScenario_First(t *testing.T) {
	for name, first := range map[string]float64{"stacks": 2, "crash-head-on": 0} {
		dir := t.TempDir()
		for _, file := range []string{"scenario.yaml", "golden.txt"} {
			text, err := os.ReadFile(filepath.Join("scenarios", name, file))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, file), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		path := filepath.Join(dir, "scenario.yaml")
		opts := TestOptions{First: first, Log: filepath.Join(dir, "log")}
		r, err := TestScenario(t.Context(), path, opts)
		if err != nil || !r.Bits || !r.Physics {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		golden := filepath.Join(dir, "golden.txt")
		text, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		final := bytes.Index(text, []byte("\nfinal ")) + len("\nfinal ")
		text[final] ^= 1
		if err := os.WriteFile(golden, text, 0o666); err != nil {
			t.Fatal(err)
		}
		if r, err := TestScenario(t.Context(), path, opts); err != nil || r.Bits {
			t.Errorf("%s: another final state passes: %+v, %v", name, r, err)
		}
	}
}

// TestGolden_JudgesAttitudeAndSpin: what lies on its roof instead of its wheels, or spins the other way round, has the same place,
// heading and speed.
func TestGolden_JudgesAttitudeAndSpin(t *testing.T) {
	t.Chdir(t.TempDir())
	const scenario = "name: turned\nstep: 1/240 s\nduration: 1 s\ngravity: [0, 0, 0]\nbodies:\n  - {name: a, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 0], %s}\n"
	test := func(pose string, opts TestOptions) *TestResult {
		t.Helper()
		if err := os.WriteFile("scenario.yaml", fmt.Appendf(nil, scenario, pose), 0o666); err != nil {
			t.Fatal(err)
		}
		return testHere(t, opts)
	}
	const golden = `body "a": x 0 y 0 z 0 `
	for _, c := range []struct{ is, written, other, problem string }{
		{"attitude: {yaw: 20 deg, pitch: -30 deg}", "heading 20 pitch -30 roll 0 speed 0 spin-x 0 spin-y 0 spin-z 0 rest 0", "attitude: {yaw: 20 deg, pitch: -30 deg, roll: 180 deg}",
			"heading 20 pitch -30 roll 180, golden heading 20 pitch -30 roll 0 (180 degrees apart, allowed 0.1)"},
		{"angular_velocity: [0, 0, 50]", "", "angular_velocity: [0, 0, -50]", "spin-x 0 spin-y 0 spin-z -50, golden spin-x 0 spin-y 0 spin-z 50 (100 rad/s apart, allowed 0.01)"},
		{"attitude: {pitch: -90 deg}", "qw 0.707106781 qx 0 qy -0.707106781 qz 0 speed 0 spin-x 0", "attitude: {pitch: -90 deg, roll: 1 deg}",
			"golden qw 0.707106781 qx 0 qy -0.707106781 qz 0 (1 degrees apart, allowed 0.1)"},
		{"attitude: {pitch: 90.0000001 deg}", "qw ", "attitude: {pitch: 90 deg}", ""},
		{"attitude: {pitch: 89.43 deg}", "qw ", "attitude: {pitch: 89.42 deg}", ""}, // which has a heading
		{"attitude: {yaw: 180 deg}", "heading 180 ", "attitude: {yaw: -179.95 deg}", ""},
		{"attitude: {quaternion: [-0.6, 0, 0.8, 0]}", "", "attitude: {quaternion: [0.6, 0, -0.8, 0]}", ""},
	} {
		test(c.is, TestOptions{Update: true})
		text, err := os.ReadFile("golden.txt")
		if err != nil || !strings.Contains(string(text), golden+c.written) {
			t.Errorf("%s: %s, %v; want %s", c.is, text, err, c.written)
		}
		if r := test(c.is, TestOptions{}); !r.Passed {
			t.Errorf("%s: it differs from itself: %q", c.is, r.Problems)
		}
		switch r := test(c.other, TestOptions{Physics: true}); {
		case c.problem == "" && !r.Physics:
			t.Errorf("%s: %q", c.other, r.Problems)
		case c.problem != "" && (r.Physics || !strings.Contains(r.Problems[0], c.problem)):
			t.Errorf("%s: %q, want %s", c.other, r.Problems, c.problem)
		}
	}
}

// TestComparePhysics_TolerancesOfAttitudeAndSpin: angle and spin are those of the rotation, and of the vector.
func TestComparePhysics_TolerancesOfAttitudeAndSpin(t *testing.T) {
	const base = goldenFormat + "\nbody \"a\": x 1 heading 10 pitch 60 roll -10 speed 0 spin-x 1 spin-y 2 spin-z -3\n"
	for _, c := range []struct{ from, to, tolerance, want string }{
		{"heading 10", "heading 10.09", "", ""},
		{"roll -10", "roll -10.09", "", ""},
		{"roll -10", "roll -10.11", "", "(0.11 degrees apart, allowed 0.1)"},
		{"roll -10", "roll -10.11", "tolerance angle 0.12\n", ""},
		{"spin-x 1 spin-y 2", "spin-x 1.006 spin-y 2.006", "", ""},
		{"spin-x 1 spin-y 2", "spin-x 1.008 spin-y 2.008", "", "spin-x 1.008 spin-y 2.008 spin-z -3, golden spin-x 1 spin-y 2 spin-z -3 (0.0113 rad/s apart, allowed 0.01)"},
		{"spin-x 1 spin-y 2", "spin-x 1.008 spin-y 2.008", "tolerance spin 0.02\n", ""},
		{"spin-x 1 spin-y 2", "spin-x 1.008 spin-y 2.008", "tolerance spin 1 deg/s\n", ""},
		{"spin-x 1 ", "spin-x NaN ", "", "spin-x NaN, golden 1"},
		{"roll -10", "roll abc", "", "roll abc, golden -10"},
		{"heading 10 pitch 60 roll -10", "qw 0 qx 0 qy 0 qz 0", "", "heading 10 is in the golden, but not in the run"},
		{"spin-y 2 ", "", "", "spin-y 2 is in the golden, but not in the run"},
	} {
		got := comparePhysics([]byte(base+c.tolerance), []byte(strings.Replace(base, c.from, c.to, 1)))
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)) {
			t.Errorf("%q, %q: %q, want %q", c.to, c.tolerance, got, c.want)
		}
	}
}

// TestGolden_WithoutAttitudes: one of a version that wrote headings alone, and also of upended bodies, is judged in what it has,
// until it is written anew.
func TestGolden_WithoutAttitudes(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("scenario.yaml", "name: old\nstep: 1/240 s\nduration: 1 s\ngravity: [0, 0, 0]\nbodies:\n"+
		"  - {name: flat, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 0], attitude: {yaw: 20 deg, roll: 30 deg}}\n"+
		"  - {name: upended, box: {size: [1, 1, 1]}, mass: 1, position: [3, 0, 0], attitude: {pitch: 90 deg}}\n")
	testHere(t, TestOptions{Update: true})
	text, err := os.ReadFile("golden.txt")
	if err != nil {
		t.Fatal(err)
	}
	old := string(text)
	for _, c := range [][2]string{{" pitch 0 roll 30", ""}, {" qw 0.707106781 qx 0 qy 0.707106781 qz 0", " heading 77"}, {" spin-x 0 spin-y 0 spin-z 0", ""}} {
		if !strings.Contains(old, c[0]) {
			t.Fatalf("no %q in %s", c[0], old)
		}
		old = strings.ReplaceAll(old, c[0], c[1])
	}
	write("golden.txt", old)
	for _, opts := range []TestOptions{{}, {Physics: true}} {
		if r := testHere(t, opts); !r.Passed || !r.Bits || !r.Physics {
			t.Errorf("%+v: %+v", opts, r)
		}
	}
	write("golden.txt", strings.Replace(old, "heading 20", "heading 21", 1))
	if r := testHere(t, TestOptions{Physics: true}); r.Passed || !strings.HasPrefix(r.Problems[0], `lines of the golden differ, and the physics: body "flat": heading 20, golden 21 (-1, allowed 0.1) (the golden is of this engine, `) {
		t.Errorf("%+v", r)
	}
	write("golden.txt", old)
	if r := testHere(t, TestOptions{Update: true}); !r.Updated {
		t.Errorf("%+v", r)
	}
	if got, err := os.ReadFile("golden.txt"); err != nil || !bytes.Equal(got, text) {
		t.Errorf("%s, %v", got, err)
	}
	// A field that one body of a golden lacks, and another has, is missing.
	write("golden.txt", strings.Replace(string(text), " roll 30", "", 1))
	if r := testHere(t, TestOptions{}); r.Passed || !strings.Contains(r.Problems[0], "roll 30 is in the run, but not in the golden") {
		t.Errorf("%+v", r)
	}
}

// Two objects may stand in either order; what broke has its name before them.
func TestExchanged_OrderOfObjectsAlone(t *testing.T) {
	for pair, want := range map[string]string{
		`"car" "van"`: `"van" "car"`, `"hook 1" "car" "a \"b\""`: `"hook 1" "a \"b\"" "car"`, `"gate"`: `"gate"`, `"a" b`: `"a" b`, ``: ``,
	} {
		if got := exchanged(pair); got != want {
			t.Errorf("%s: %s, want %s", pair, got, want)
		}
	}
}

func TestFirstFigures_OfMany(t *testing.T) {
	for problem, want := range map[string]string{
		"impact 1: time 1; closing 2":                      "impact 1: time 1; closing 2",
		"impact 1: time 1; closing 2; impulse 3":           "impact 1: time 1; closing 2; impulse 3",
		"impact 1: time 1; closing 2; impulse 3; lost 4":   "impact 1: time 1; closing 2; 2 more figures",
		"body \"a\": is in the golden, but not in the run": "body \"a\": is in the golden, but not in the run",
	} {
		if got := firstFigures(problem); got != want {
			t.Errorf("%q: %q, want %q", problem, got, want)
		}
	}
}
