package main

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestView_ListsWhatJointsHeld: a door of 2 kg is pulled by 9 N, and reaches its limit after 0.1 s of a turn at 5 rad/s.
func TestView_ListsWhatJointsHeld(t *testing.T) {
	text := viewed(t, `name: door
step: 1/100 s
duration: 0.3 s
gravity: [0, 0, 0]
bodies: [{name: leaf, sphere: {radius: 0.2}, mass: 2, position: [1, 0, 0], angular_velocity: [0, 0, 5]}]
forces: [{body: leaf, force: [0, 0, 9]}]
joints: [{name: pin, between: [world, leaf], point: [1, 0, 0], limits: {axis: [1, 0, 0], angle: 0.5}}, {between: [world, leaf], point: [1, 0, 0]}]
`)
	for _, want := range []string{`"kind":"limit reached","a":0,"b":-1,"detail":"pin.angle 28.6479°"`, `"t":0.1,"kind":"limit reached"`, `"kind":"largest force","a":0,"b":-1,"detail":"pin 0.009 kN"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s in %s", want, text)
		}
	}
	if n := strings.Count(text, "largest force"); n != 1 {
		t.Errorf("%d joints have a largest force: one of them holds all", n)
	}
}

// TestView_ListsWhatSpringsDid: a bob of 2 kg falls 1.25 m in 0.5 s before its rope is taut, and its peak is then m g + √((m g)² + 2 m g k h);
// a cart of 1 kg touches a buffer after 0.2 s, and is stopped after another quarter of a period.
func TestView_ListsWhatSpringsDid(t *testing.T) {
	text := viewed(t, `name: falls
step: 1/1000 s
duration: 1 s
gravity: [0, 0, -10]
bodies:
  - {name: bob, sphere: {radius: 0.1}, mass: 2, position: [0, 0, 5]}
  - {name: cart, sphere: {radius: 0.1}, mass: 1, position: [0, 5, 5], velocity: [5, 0, 0]}
forces: [{body: cart, force: [0, 0, 10]}]
springs:
  - {name: rope, between: [world, bob], at: [[0, 0, 5], [0, 0, 0]], length: 1.25, stiffness: 500 N/m, damping: 0, only: pull}
  - {name: buffer, between: [world, cart], at: [[3, 5, 5], [0, 0, 0]], length: 2, stiffness: 100 N/m, damping: 0, only: push}
`)
	for _, want := range []string{`"kind":"taut","a":0,"b":-1,"detail":"rope"`, `"t":0.501,"kind":"taut"`, `"kind":"largest pull","a":0,"b":-1,"detail":"rope 0.1794 kN"`,
		`"kind":"touches","a":1,"b":-1,"detail":"buffer"`, `"kind":"largest push","a":1,"b":-1,"detail":"buffer 0.05 kN"`, `"t":0.357,"kind":"largest push"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s in %s", want, text)
		}
	}
}

// viewed returns the description in the page of the log of a scenario.
func viewed(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	scenario, log, file := filepath.Join(dir, "scenario.yaml"), filepath.Join(dir, "log.prang"), filepath.Join(dir, "page.html")
	if err := os.WriteFile(scenario, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"run", scenario, "-o", log, "-q"}, {"view", log, "-o", file}} {
		a, _, stderr := testApp()
		if code := a.main(t.Context(), args); code != exitOK {
			t.Fatal(code, stderr)
		}
	}
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	part := regexp.MustCompile(`id="run">([^<]*)<`).FindSubmatch(page)
	if part == nil {
		t.Fatal("no description")
	}
	description, err := base64.StdEncoding.DecodeString(string(part[1]))
	if err != nil {
		t.Fatal(err)
	}
	return string(description)
}
