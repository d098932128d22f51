package report

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/sweep"
)

// swept makes the runs of a plan of two scenarios of a box that slides to rest, some of them without a result.
func swept(t *testing.T) *sweep.Summary {
	t.Helper()
	box := `step: 1/60 s
duration: 2 s
gravity: [0, 0, -9.81]
parameters: {speed: 3 m/s, mu: 0.5, height: 0.5 m, side: 0.8 m, mass: 10 kg}
materials: {steel: {friction: $mu}}
statics: [{name: ground, plane: {height: 0}, material: steel}]
bodies: [{name: block, box: {size: [1, 1, $side]}, mass: $mass, position: [0, 0, $height], velocity: [$speed, 0, 0], material: steel}]
`
	return sweptPlan(t, map[string]string{
		"one.yaml": "name: one\n" + box, "two.yaml": "name: two more\n" + box,
		"plan.yaml": `name: night
scenarios: [one.yaml, two.yaml]
set: {mass: 12 kg}
grid: {speed: [-2 m/s, 3 m/s], height: [0.5 m, 0.45 m], side: [0.8 m, 1 m]}
vary: {mu: 0.3..0.6}
repeats: 3
`})
}

// sweptPlan makes the runs of the plan.yaml among files.
func sweptPlan(t *testing.T, files map[string]string) *sweep.Summary {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	plan, err := sweep.ReadPlan(filepath.Join(dir, "plan.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := sweep.Open(plan, filepath.Join(dir, "night.jsonl"), nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Work(context.Background(), 1)
	sum, err := s.Close()
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// The page of a sweep has a section for each scenario with a picture for each parameter that varies, the table of all
// combinations, and the runs without a result; and it needs nothing from outside.
func TestWriteSweep_IsSelfContained(t *testing.T) {
	sum := swept(t)
	if sum.Done != 48 || sum.Failed != 12 {
		t.Fatalf("%d runs, %d without a result", sum.Done, sum.Failed)
	}
	var page bytes.Buffer
	colors := func(scenario string) map[string]string { return map[string]string{"block": "#c0392b"} }
	if err := WriteSweep(&page, sum, colors); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	for _, want := range []string{"<h2>one</h2>", "<h2>two more</h2>", "48, 12 without a result", "speed=-2 m/s, height=0.5 m, side=0.8 m", "--set &#39;height=0.45 m&#39;", "overlaps", "speed [m/s]", "@page", "Moving at the end: none.", "<th>moving at the end</th>", "<td>0 of 3</td>"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	rest := strings.NewReplacer("http://www.w3.org/2000/svg", "", "http://www.w3.org/1999/xlink", "").Replace(text)
	if bad := regexp.MustCompile(`(?i)https?://|<script|<link|<img|src=|url\(|NaN|Inf\b|%!`).FindString(rest); bad != "" {
		t.Errorf("the page holds %q", bad)
	}
	// One sign stands for minus in all numbers of tables.
	if ascii := regexp.MustCompile(`<td[^>]*>(<b>)?-`).FindString(text); ascii != "" || strings.Count(text, "<td>−") < 8 {
		t.Errorf("%q, and %d with a minus sign", ascii, strings.Count(text, "<td>−"))
	}
	// Rest positions, one histogram, and speed, height, side and mu: not mass, which all have.
	if n := strings.Count(text, "<svg "); n != 2*(1+1+4+1 /* mark of the legend */) {
		t.Errorf("%d drawings", n)
	}
}

// Bodies that were moving at the end are told with the picture of their positions, and for each combination.
func TestWriteSweep_TellsWhatIsStillMoving(t *testing.T) {
	sum := sweptPlan(t, map[string]string{
		"flight.yaml": "name: flight\nduration: 0.1 s\ngravity: [0, 0, 0]\nparameters: {speed: 1 m/s}\nbodies: [{name: probe, sphere: {radius: 1}, mass: 1, position: [0, 0, 0], velocity: [$speed, 0, 0]}]\n",
		"walk.yaml":   "name: walk\nduration: 0.1 s\ngravity: [0, 0, 0]\nparameters: {speed: 1 m/s}\nmovers: [{name: man, radii: [0.3, 0.3, 0.9], position: [0, 0, 0], program: [{time: 0, velocity: [$speed, 0, 0]}]}]\n",
		"plan.yaml":   "name: night\nscenarios: [flight.yaml, walk.yaml]\ngrid: {speed: [1 m/s, 2 m/s]}\n",
	})
	var page bytes.Buffer
	if err := WriteSweep(&page, sum, func(string) map[string]string { return nil }); err != nil {
		t.Fatal(err)
	}
	for want, n := range map[string]int{"Moving at the end: probe in 2 of 2.": 1, "Moving at the end: none.": 1, "<td>1 of 1</td>": 2, "no body moves freely": 2, "NaN": 0, "Inf": 0} {
		if got := strings.Count(page.String(), want); got != n {
			t.Errorf("%q is there %d times, want %d", want, got, n)
		}
	}
}

// TestWriteSweep_HasWhatComesNearest: the runs by their misfit, the parameters, and how to make the nearest run.
func TestWriteSweep_HasWhatComesNearest(t *testing.T) {
	sum := sweptPlan(t, map[string]string{
		"flight.yaml": "name: flight\nduration: 0.1 s\ngravity: [0, 0, 0]\nparameters: {speed: 1 m/s}\nbodies: [{name: probe, sphere: {radius: 1}, mass: 1, position: [0, 0, 0], velocity: [$speed, 0, 0]}]\n",
		"plan.yaml":   "name: night\nscenarios: [flight.yaml]\ngrid: {speed: -40..-20 m/s:21}\nmeasured: {probe: {x: -3±0.3 m}}\n",
	})
	var page bytes.Buffer
	if err := WriteSweep(&page, sum, func(string) map[string]string { return nil }); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`aria-label="measured place of probe and the nearest runs"`, `<figcaption>probe: measured x −3.00 ± 0.30 m; run 11: x −3.00 m, y 0.00 m, heading 0.0°</figcaption>`, "table.t td { white-space: normal; }", "<h2>flight: runs nearest to what was measured</h2>\n<table class=\"t\">", "<td>−3.00 ± 0.30</td>", `<td>11</td><td>0.00</td><td class="l">speed=-30 m/s</td><td>−3.00</td><td class="l">probe</td>`,
		"The nearest run alone: <code><span>--set &#39;speed=-30 m/s&#39;</span></code>", `<td class="l">speed [m/s]</td><td>−30</td><td>3.143</td><td>−30</td><td>6.205</td>`} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// A picture of too many runs has some of them, evenly from the first on.
// TestWriteSweep_HasTheRounds: a plot of the misfits over each parameter, later rounds darker; what each round contributes; what follows for
// the parameters and bodies.
func TestWriteSweep_HasTheRounds(t *testing.T) {
	sum := sweptPlan(t, map[string]string{
		"slide.yaml": `name: slide
duration: 2 s
gravity: [0, 0, -10]
parameters: {speed: 5 m/s, mu: 0.5}
materials: {m: {friction: $mu}}
statics: [{name: ground, plane: {height: 0}, material: m}]
bodies: [{name: block, box: {size: [1, 1, 0.2]}, mass: 1, position: [2, 0, 0.1], material: m, speed: $speed}]
`,
		"plan.yaml": "name: look\nscenarios: [slide.yaml]\nvary: {speed: 1..9 m/s, mu: 0.5±0.01}\nmeasured: {block: {x: 450±1 cm, y: 0±1 cm}}\nrounds: 5\nrepeats: 30\n",
	})
	var b bytes.Buffer
	if err := WriteSweep(&b, sum, func(string) map[string]string { return map[string]string{"block": "#c0392b"} }); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{
		"<span>rounds</span>5", "misfit over speed", "misfit over mu", "speed [m/s]", "of 150 runs up to 6. The darker, the later the round.",
		"<h2>Rounds</h2>", `<td class="l">round 3</td>`, "share of the weight [%]", "planned", "<th>delta-v [km/h]</th>", `<td class="l">block</td>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if strings.Contains(page, "ombinations") {
		t.Error("the page tells of combinations")
	}
	// Dots of the last round are nearly black, those of the first a light grey, where these are near enough.
	plot := page[strings.Index(page, "misfit over speed"):]
	plot = plot[:strings.Index(plot, "</svg>")]
	if black, grey := strings.Count(plot, "fill:#191919"), strings.Count(plot, "fill:#CDCDCD"); black < 15 || grey > 10 {
		t.Errorf("%d black dots, %d grey ones", black, grey)
	}
	if bad := regexp.MustCompile(`NaN|Inf\b|%!`).FindString(page); bad != "" {
		t.Errorf("the page holds %q", bad)
	}
}

func TestSampled_IsEven(t *testing.T) {
	s := &sweep.Spread{}
	for k := range 10 {
		s.Variations = append(s.Variations, &sweep.Variation{Number: k + 1})
	}
	got := sampled(s, 4)
	for k, want := range []int{1, 3, 6, 8} {
		if len(got.Variations) != 4 || got.Variations[k].Number != want {
			t.Fatalf("variation %d is %+v", k, got.Variations[k])
		}
	}
	if sampled(s, 10) != s {
		t.Error("all of ten are not all")
	}
}
