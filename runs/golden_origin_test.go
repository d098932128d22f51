package runs

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
)

// TestGoldenOrigin_TellsWhatChanged: of engine and files, what is not as it was when the golden was made.
func TestGoldenOrigin_TellsWhatChanged(t *testing.T) {
	files := func(texts ...string) []fileDigest { // NAME=content
		var list []document.File
		for _, text := range texts {
			name, content, _ := strings.Cut(text, "=")
			list = append(list, document.File{Name: name, Data: []byte(content)})
		}
		return digestsOf(list)
	}
	if digests := files("s.yaml=abc"); digests[0].digest != "ba7816bf8f01cfea" { // FIPS 180-4, B.1
		t.Errorf("digests %q", digests)
	}
	run := goldenOrigin{"prang 2", files("s.yaml=a\nb\n", "m.obj=mesh", "../h.csv=table")}
	const same, other = "the golden is of this engine", "the golden is of prang 1, this is prang 2: the engine has changed"
	for _, test := range []struct {
		golden goldenOrigin
		want   string
	}{
		{goldenOrigin{}, ""},
		{goldenOrigin{"prang 1", nil}, other},
		{goldenOrigin{"prang 1", run.files}, other + ", the scenario and its files have not"},
		{goldenOrigin{"prang 1", files("s.yaml=a\nc\n", "m.obj=mesh", "../h.csv=other")}, other + ", and s.yaml, ../h.csv have changed"},
		{goldenOrigin{"prang 2", nil}, same + ": the scenario, a file that it reads, or the golden must have changed"},
		{goldenOrigin{"prang 2", run.files}, same + ", this scenario and these files: it has been edited, or the engine was changed in what its fingerprint does not see"},
		{goldenOrigin{"prang 2", files("s.yaml=a\nb\n", "m.obj=other", "../h.csv=table")}, same + ": m.obj has changed"},
		{goldenOrigin{"prang 2", files("s.yaml=a\nb\n", "n.obj=other", "../h.csv=table")}, same + ": m.obj is new, n.obj is read no more"},
		// Files that have moved, the scenario of another name, and line ends of another system are as they were.
		{goldenOrigin{"prang 1", files("x.yaml=\ufeffa\r\nb\r\n", "in/m.obj=mesh", "h.csv=table")}, other + ", the scenario and its files have not"},
		{goldenOrigin{"prang 2", files("x.yaml=c", "m.obj=mesh", "../h.csv=table")}, same + ": s.yaml has changed"},
	} {
		if got := test.golden.change(&run); got != test.want {
			t.Errorf("%+v: %q, want %q", test.golden, got, test.want)
		}
	}
}

// TestGoldenOrigin_IsReadAsWritten, also with names of any characters; what is no origin has no files.
func TestGoldenOrigin_IsReadAsWritten(t *testing.T) {
	for _, o := range []goldenOrigin{
		{"prang 0.1.0 (5c164781)", nil},
		{"prang 0.1.0 (5c164781)", []fileDigest{{"scenario.yaml", "0123456789abcdef"}}},
		{"e", []fileDigest{{"s.yaml", "0123456789abcdef"}, {"großer \"Unfall\"/ from \"m\n.obj", "fedcba9876543210"}, {"", "00"}}},
	} {
		text := goldenFormat + "\n" + o.line() + "scenario s\n"
		got, rest := cutOrigin([]byte(text))
		if got.engine != o.engine || !slices.Equal(got.files, o.files) || string(rest) != goldenFormat+"\nscenario s\n" || strings.Count(o.line(), "\n") != 1 {
			t.Errorf("%q: %+v, %q", text, got, rest)
		}
	}
	for _, line := range []string{``, ` from "`, ` from "a`, ` from "a"`, ` from "a" `, ` from "a"b`, ` from "a" b `, ` from "a" b c`, ` from "a" b "`} {
		o, rest := cutOrigin([]byte(goldenFormat + "\nengine e" + line + "\nrest"))
		if o.engine != "e" || len(o.files) > 1 || string(rest) != goldenFormat+"\nrest" {
			t.Errorf("%q: %+v, %q", line, o, rest)
		}
	}
}

// TestGoldenOrigin_IsUpdated: a golden is of the files that it was last found equal with, in an update, so that what differs later is told
// of what has changed since. One without files, of a version before them, stays as it is.
func TestGoldenOrigin_IsUpdated(t *testing.T) {
	dir := t.TempDir()
	scenario, golden := filepath.Join(dir, "scenario.yaml"), filepath.Join(dir, "golden.txt")
	const text = "name: s\nduration: 0.1 s\ngravity: [0, 0, -9.81]\nbodies: [{name: a, sphere: {radius: 1}, mass: 1, position: [0, 0, 5]}]\n"
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	test := func(opts TestOptions) *TestResult {
		t.Helper()
		r, err := TestScenario(t.Context(), scenario, opts)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	update := TestOptions{Update: true}
	write(scenario, text)
	if test(update); test(update).Updated {
		t.Error("an update writes a golden that is there")
	}
	write(scenario, text+"# a remark\n")
	if r := test(TestOptions{}); !r.Bits {
		t.Errorf("a remark changes the run: %q", r.Problems)
	}
	if r := test(update); !r.Updated {
		t.Error("an update leaves a golden of another file")
	}
	was, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	write(golden, strings.Replace(string(was), "\nfinal ", "\nfinal 0", 1))
	if r := test(TestOptions{}); r.Bits || strings.Contains(strings.Join(r.Problems, "\n"), "has changed") {
		t.Errorf("where only the golden was edited: %q", r.Problems)
	}
	from := strings.Index(string(was), ` from "`)
	old := string(was[:from]) + string(was[from:])[strings.Index(string(was[from:]), "\n"):]
	write(golden, old)
	if r := test(update); r.Updated {
		t.Error("an update writes a golden without files")
	}
}

// TestNeededTolerances_AreTheLeast: with the lines a golden has the physics of the run, and with any of them a tenth tighter not;
// where an impact is missing there are none.
func TestNeededTolerances_AreTheLeast(t *testing.T) {
	const golden = goldenFormat + "\nscenario s\nended complete\nsteps 480\nhash 0 s aa\nfinal cc\nimpacts 2\nlimits 0\n" +
		"impact 1 \"a\" \"b\": time 1 closing 10 impulse 500 lost 300 points 4 delta-v 5 pdof 10 delta-v 6 pdof 20\n" +
		"impact 2 \"a\" \"c\": time 2 closing 10 impulse 1000 lost 900 points 4 delta-v 5 pdof 10\n" +
		"body \"a\": x 1 y 2 z 3 heading 10 pitch 0 roll 0 speed 4 spin-x 0 spin-y 0 spin-z 1 rest 3\ntolerance position 0.2\n"
	run := strings.NewReplacer("time 1 ", "time 1.003 ", "impulse 500 ", "impulse 510 ", "delta-v 6 ", "delta-v 6.25 ", "x 1 y 2 ", "x 1.3 y 2.41 ", "heading 10 ", "heading 12 ",
		"spin-z 1 ", "spin-z 1.5 ", "rest 3", "rest 3.35").Replace(golden)
	lines := neededTolerances([]byte(golden), []byte(run))
	// 10 / (500 + 1) is 0.01996
	want := []string{"tolerance time 0.003", "tolerance position 0.41", "tolerance angle 2", "tolerance speed 0.25", "tolerance spin 0.5", "tolerance relative 0.02", "tolerance rest 0.35"}
	if len(lines) != len(want) {
		t.Fatalf("%q, want %q", lines, want)
	}
	with := func(lines []string) []byte {
		return append(bytes.Replace([]byte(golden), []byte("tolerance position 0.2\n"), nil, 1), strings.Join(lines, "\n")+"\n"...)
	}
	if d := comparePhysics(with(lines), []byte(run)); d != nil {
		t.Errorf("with %q: %q", lines, d)
	}
	for i, line := range lines {
		name, value, err := readGoldenTolerance(strings.TrimPrefix(line, "tolerance "))
		_, least, _ := readGoldenTolerance(strings.TrimPrefix(want[i], "tolerance "))
		if err != nil || !(value >= least*0.999 && value < least*1.11) { // 2 + rounding is 2.1
			t.Errorf("%q, want %q", line, want[i])
			continue
		}
		tighter := slices.Clone(lines)
		tighter[i] = "tolerance " + name + " " + strconv.FormatFloat(value*0.89, 'g', -1, 64)
		if d := comparePhysics(with(tighter), []byte(run)); len(d) == 0 {
			t.Errorf("%q does, too", tighter[i])
		}
	}
	missing := strings.Replace(run, "impact 2", "#", 1)
	if lines := neededTolerances([]byte(golden), []byte(missing)); lines != nil {
		t.Errorf("of a missing impact: %q", lines)
	}
}

// TestNeededTolerances_OfManyBodies: the least tolerance is that of the body that is farthest away, however many there are.
func TestNeededTolerances_OfManyBodies(t *testing.T) {
	golden := goldenFormat + "\nscenario s\nended complete\nsteps 480\nhash 0 s aa\nfinal cc\nimpacts 0\nlimits 0\n"
	run := golden
	for i := range 3 * len(goldenTolerances()) {
		const line = "body \"b%d\": x %g y 2 z 3 heading 10 pitch 0 roll 0 speed 4 spin-x 0 spin-y 0 spin-z 1 rest 3\n"
		golden += fmt.Sprintf(line, i, 0.)
		run += fmt.Sprintf(line, i, 8-float64(i)/4)
	}
	if lines := neededTolerances([]byte(golden), []byte(run)); !slices.Equal(lines, []string{"tolerance position 8"}) {
		t.Errorf("%q", lines)
	}
}

// TestConflictLine_OfAnyFile: marks of a merge conflict are told as that, in a golden and in a scenario.
func TestConflictLine_OfAnyFile(t *testing.T) {
	const text = "a\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> other\n"
	for s, want := range map[string]int{text: 2, strings.TrimSuffix(text, ">>>>>>> other\n"): 0, "<<<<<<<\n": 0, "======= x\n>>>>>>> y\n": 0} {
		if got := wording.ConflictLine([]byte(s)); got != want {
			t.Errorf("%q: line %d, want %d", s, got, want)
		}
	}
	if bad := badLines("golden.txt", []byte(goldenFormat+text)); len(bad) != 1 || !strings.HasPrefix(bad[0], "golden.txt:2: has the marks of a merge conflict: ") || !strings.HasSuffix(bad[0], "prang test --update") {
		t.Errorf("%q", bad)
	}
	_, err := scenariofile.Parse("s.yaml", []byte("name: x\n"+text), nil)
	if err == nil || !strings.HasPrefix(err.Error(), "s.yaml:3:1: has the marks of a merge conflict: ") {
		t.Errorf("%v", err)
	}
}
