package report

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// tags are what a page must say to those who do not see it: headers of columns have words, or a label, and say what they are of;
// drawings have a label, or say that they are none.
var (
	headers  = regexp.MustCompile(`(?s)<th(?: [^>]*)?>.*?</th>`)
	drawn    = regexp.MustCompile(`<svg [^>]*>`)
	markup   = regexp.MustCompile(`(?s)<small>.*?</small>|<[^>]*>`)
	ofCells  = regexp.MustCompile(`^<th scope="col(group)?"`)
	labelled = regexp.MustCompile(`^<[^>]* (aria-label="[^"]+"|aria-hidden="true")`)
)

func TestWrite_IsReadAloud(t *testing.T) {
	page, _, err := pageOf(t, crash)
	if err != nil {
		t.Fatal(err)
	}
	all := headers.FindAllString(pageText+bodiesText+figuresText+spreadText+sweepText, -1)
	for _, h := range all {
		if words := strings.TrimSpace(markup.ReplaceAllString(h, "")); !ofCells.MatchString(h) || words == "" && !labelled.MatchString(h) {
			t.Errorf("the header %s says nothing", h)
		}
	}
	pictures := drawn.FindAllString(page, -1)
	for _, p := range pictures {
		if !labelled.MatchString(p) || !strings.Contains(p, `role="img"`) && !strings.Contains(p, "aria-hidden") {
			t.Errorf("the drawing %s says nothing", p)
		}
	}
	if len(all) < 150 || len(pictures) < 10 {
		t.Errorf("%d headers, %d drawings", len(all), len(pictures))
	}
	for _, want := range []string{`<html lang="en">`, `<meta name="viewport" content="width=device-width`, "<main>", "</main>", `aria-label="yaw rate [°/s]"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// Where nothing has met, or nothing is known of it, the plan says so.
func TestWrite_SaysThatNothingMet(t *testing.T) {
	const (
		far   = "name: apart\nduration: 1/240 s\nstep: 1/240 s\ngravity: [0, 0, -9.81]\nmaterials: {road: {friction: 0.7}}\nstatics: [{name: ground, plane: {height: 0}, material: road}]\n"
		car   = "bodies: [{name: a, outline: {kind: car, size: [4.5, 1.8, 1.4]}, mass: 1 t, origin: [0, 0, 0], vehicle: {class: car, friction: 0.7}}]\n"
		crate = "bodies: [{name: a, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 4]}]\n"
	)
	for _, c := range []struct{ text, want, not string }{
		{far + car, "skid marks. No collisions of vehicles.</p>", "Numbers:"},
		{far + crate, "paths of the centres of mass. No impacts.</p>", "Numbers:"},
		{crash, "Numbers: collisions", "No collisions"},
	} {
		page, _, err := pageOf(t, c.text)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(page, c.want) || strings.Contains(page, c.not) {
			t.Errorf("the page lacks %q, or has %q", c.want, c.not)
		}
		if strings.Contains(c.text, "1/240 s\nstep") && !strings.Contains(page, "0.004&nbsp;s, 1 step of 0.004167&nbsp;s") {
			t.Error("the page does not say that it is of one step")
		}
	}
}

// A color stands for no body where many have it: with more bodies than the plan has names for, no legend says so.
func TestWrite_OfManyBodiesHasNoLegend(t *testing.T) {
	for _, c := range []struct {
		bodies int
		legend string
		want   bool
	}{
		{24, "</i>b23, 2 kg</span>", true}, {24, " bodies, of which some", false}, {25, "</i>b0, 2 kg</span>", false},
		{25, "<span>25 bodies, of which some have the same colour: the table of bodies has where each is at the end.</span>", true},
	} {
		text := "name: many\nduration: 1/60 s\nstep: 1/60 s\ngravity: [0, 0, -9.81]\nbodies:\n"
		for i := range c.bodies {
			text += fmt.Sprintf("  - {name: b%d, sphere: {radius: 0.4}, mass: 2, position: [%d, 0, 4]}\n", i, i)
		}
		page, _, err := pageOf(t, text)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(page, c.legend) != c.want {
			t.Errorf("of %d bodies: %q", c.bodies, c.legend)
		}
	}
}

// The outlines of a long run are fewer: the page of an hour has them each 50 s.
func TestGhostTime(t *testing.T) {
	for _, c := range []struct{ time, want float64 }{{0, 0.5}, {60, 0.5}, {60.5, 1}, {121, 2}, {241, 5}, {601, 10}, {3600, 50}} {
		if got := ghostTime(c.time); got != c.want {
			t.Errorf("of %g s each %g s, want %g", c.time, got, c.want)
		}
	}
}

// Pale outlines are each half a second, in a run of more than a minute each second, not of what stands, nor where the plan does not reach.
func TestPlan_HasPaleOutlines(t *testing.T) {
	const driving = `
name: driving
step: 1/60 s
duration: 2.8 s
gravity: [0, 0, -9.81]
materials: {road: {friction: 0.7}}
statics: [{name: ground, plane: {height: 0}, material: road}, {name: wall, box: {size: [1, 20, 4]}, position: [139, 0, 2], material: road}]
bodies:
  - {name: car, box: {size: [4.5, 1.8, 1.4]}, mass: 1500, center_of_mass: [0, 0, -0.35], position: [-6, 0, 0.55], speed: 15, color: "#f1c40f",
     vehicle: {front_axle: 1.2, rear_axle: -1.4, track: 1.5, center_height: 0.55, friction: 0.7}}
`
	for _, c := range []struct {
		old, new string
		want     int
	}{{"", "", 5}, {"speed: 15", "speed: 0.2", 0}, {"speed: 15", "speed: 55", 2}, {"2.8 s", "61 s", 61}} {
		text := strings.Replace(driving, c.old, c.new, 1)
		if c.want == 61 {
			text = strings.Replace(text, "speed: 15", "speed: 1", 1)
		}
		page, _, err := pageOf(t, text)
		if err != nil {
			t.Fatal(err)
		}
		_, page, _ = strings.Cut(page, "<h2>Plan</h2>")
		page, _, _ = strings.Cut(page, "</figure>")
		if every := map[int]string{0: "0.5", 2: "0.5", 5: "0.5", 61: "1"}[c.want]; !strings.Contains(page, "pale outlines each "+every+" s;") {
			t.Errorf("%s: the page does not say that outlines are each %s s", c.new, every)
		}
		if name := ink("#f1c40f"); name == "#f1c40f" || !strings.Contains(page, `fill="`+name+`">car, `) {
			t.Errorf("the name of the car is not in %s", name)
		}
		if n := strings.Count(page, `fill-opacity="0.05"`); n != c.want {
			t.Errorf("%s: %d pale outlines, want %d", c.new, n, c.want)
		}
	}
}
