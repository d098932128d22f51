package runs

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// TestDrawing_IsNamedInThePicture: what a picture says of how it was drawn reads back; what it does not say so is no
// drawing.
func TestDrawing_IsNamedInThePicture(t *testing.T) {
	for _, d := range []Drawing{{Every: 0.25}, {Every: 1.0 / 3, From: 0.1, Ends: true, Until: 2.5}, {Every: 0.5, Ends: true}, {Every: 60, Last: true}} {
		if got, ok := drawingOf([]byte("<svg>\n<desc>" + d.String() + "</desc>\n")); !ok || got != d {
			t.Errorf("%+v reads back as %+v, %v", d, got, ok)
		}
	}
	if d, ok := drawingOf([]byte("<desc>prang export --to svg --every 2</desc>")); !ok || d.Every != 2 { // of earlier pictures
		t.Errorf("an earlier picture reads back as %+v, %v", d, ok)
	}
	for _, text := range []string{"<svg/>", "<desc>prang export --to svg --every 0</desc>", "<desc>prang export --to svg --every x</desc>", "<desc>prang export --to svg --other 1</desc>", "<desc>prang export --to svg --every 1"} {
		if d, ok := drawingOf([]byte(text)); ok {
			t.Errorf("%q is taken for %+v", text, d)
		}
	}
}

// TestTestScenario_ComparesThePicture: a picture beside a scenario is that of its run, or a problem, which only one
// that does not say how it was drawn is not; an update draws it again in the same way, and it is what the log is drawn
// as.
func TestTestScenario_ComparesThePicture(t *testing.T) {
	t.Chdir(t.TempDir())
	scenario := func(speed string) {
		text := strings.Replace(scenariotest.Minimal, "    mass: 1\n", "    mass: 1\n    velocity: ["+speed+", 0, 0]\n", 1) + "  - {name: b, sphere: {radius: 1}, mass: 1, position: [-5, 0, 0]}\n"
		if err := os.WriteFile("a.scenario.yaml", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	check := func(what string, passed, stale bool) {
		t.Helper()
		r, err := TestScenario(t.Context(), "a.scenario.yaml", TestOptions{})
		if err != nil || r.Passed != passed || r.Stale != stale || stale != strings.Contains(strings.Join(r.Problems, "\n"), "a.picture.svg: is not the picture of this run") {
			t.Errorf("%s: %+v, %v", what, r, err)
		}
	}
	update := func(written ...string) {
		t.Helper()
		if r, err := TestScenario(t.Context(), "a.scenario.yaml", TestOptions{Update: true}); err != nil || !r.Updated || !slices.Equal(r.Written, written) {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	for _, d := range []Drawing{{Every: 0.25, From: 0.1, Ends: true, Until: 0.5}, {Every: 1, Last: true}} {
		scenario("3")
		if err := os.WriteFile("a.picture.svg", []byte("<desc>"+d.String()+"</desc>"), 0o666); err != nil {
			t.Fatal(err)
		}
		update("a.golden.txt", "a.picture.svg")
		check("drawn", true, false)
		drawn, err := os.ReadFile("a.picture.svg")
		if err != nil {
			t.Fatal(err)
		}
		s, err := scenariofile.Load("a.scenario.yaml")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Run(t.Context(), s, Options{Log: "a.prang"}); err != nil {
			t.Fatal(err)
		}
		log, err := recorder.Open("a.prang")
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := DrawLog(&b, log, d, nil); err != nil || !bytes.Equal(b.Bytes(), drawn) {
			t.Errorf("%v, the log is drawn as\n%s\nand the run as\n%s", err, &b, drawn)
		}
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("a.picture.svg", bytes.ReplaceAll(drawn, []byte("\n"), []byte("\r\n")), 0o666); err != nil {
			t.Fatal(err)
		}
		check("with line ends of Windows", true, false)
		i := bytes.IndexByte(drawn[bytes.Index(drawn, []byte("stroke-dasharray")):], 'M') + bytes.Index(drawn, []byte("stroke-dasharray"))
		other := bytes.Clone(drawn)
		other[i+1] ^= 1 // a digit of a path
		if err := os.WriteFile("a.picture.svg", other, 0o666); err != nil {
			t.Fatal(err)
		}
		check("another", false, true)
		update("a.picture.svg")
		check("drawn again", true, false)
		scenario("4")
		check("another run", false, false) // the run is reported, not the picture
		update("a.golden.txt", "a.picture.svg")
		if now, err := os.ReadFile("a.picture.svg"); err != nil || bytes.Equal(now, drawn) {
			t.Errorf("of another run, the same picture: %v", err)
		}
	}
	for _, text := range []string{"<svg xmlns='http://www.w3.org/2000/svg'>\n<rect/>\n</svg>\n", "<?xml version='1.0'?><svg:svg xmlns:svg='x'></svg:svg ><!-- end -->"} {
		if err := os.WriteFile("a.picture.svg", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		check("of somebody else", true, false)
	}
}

// TestTestScenario_RefusesABrokenPicture: an empty picture beside a scenario, or one that is cut off, does not pass, and an
// update draws it by the defaults of export.
func TestTestScenario_RefusesABrokenPicture(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("scenario.yaml", []byte(scenariotest.Minimal), 0o666); err != nil {
		t.Fatal(err)
	}
	test := func(update bool) *TestResult {
		t.Helper()
		r, err := TestScenario(t.Context(), "scenario.yaml", TestOptions{Update: update})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	test(true)
	var drawn []byte
	for _, text := range []string{"", "<svg/>", "<svg xmlns='http://www.w3.org/2000/svg'>\n<rect/>\n", "</svg>", "<svg>\n<desc>prang export --to svg --every"} {
		if err := os.WriteFile("picture.svg", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		want := []string{"picture.svg: is no whole SVG: draw it again with prang test --update, or with prang export LOG --to svg > picture.svg"}
		if r := test(false); r.Passed || !r.Bits || !r.Stale || !slices.Equal(r.Problems, want) {
			t.Errorf("%q: %+v", text, r)
		}
		if r := test(true); !r.Passed || !slices.Equal(r.Written, []string{"picture.svg"}) {
			t.Errorf("%q: %+v", text, r)
		}
		now, err := os.ReadFile("picture.svg")
		if err != nil || len(drawn) > 0 && !bytes.Equal(now, drawn) || !bytes.Contains(now, []byte("<desc>prang export --to svg --every 0.5</desc>")) {
			t.Errorf("%q: %v, drawn as %s", text, err, now)
		}
		drawn = now
		if r := test(false); !r.Passed || len(r.Problems) > 0 {
			t.Errorf("%q, drawn again: %+v", text, r)
		}
	}
	if err := os.WriteFile("picture.svg", drawn[:len(drawn)-8], 0o666); err != nil {
		t.Fatal(err)
	}
	if r := test(false); r.Passed || !r.Stale {
		t.Errorf("cut off: %+v", r)
	}
	// Whatever else is wrong.
	if err := os.WriteFile("picture.svg", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile("golden.txt")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("golden.txt", bytes.Replace(golden, []byte("hash 0 s "), []byte("hash 0 s f"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := test(false); r.Bits || !r.Physics || !r.Stale || !strings.Contains(strings.Join(r.Problems, "\n"), "picture.svg: is no whole SVG") {
		t.Errorf("other bits: %+v", r)
	}
}
