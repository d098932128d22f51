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
	dir := t.TempDir()
	scenario, log, file := filepath.Join(dir, "door.yaml"), filepath.Join(dir, "door.prang"), filepath.Join(dir, "door.html")
	if err := os.WriteFile(scenario, []byte(`name: door
step: 1/100 s
duration: 0.3 s
gravity: [0, 0, 0]
bodies: [{name: leaf, sphere: {radius: 0.2}, mass: 2, position: [1, 0, 0], angular_velocity: [0, 0, 5]}]
forces: [{body: leaf, force: [0, 0, 9]}]
joints: [{name: pin, between: [world, leaf], point: [1, 0, 0], limits: {axis: [1, 0, 0], angle: 0.5}}, {between: [world, leaf], point: [1, 0, 0]}]
`), 0o666); err != nil {
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
	text, err := base64.StdEncoding.DecodeString(string(part[1]))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"kind":"limit reached","a":0,"b":-1,"detail":"pin.angle 28.6479°"`, `"t":0.1,"kind":"limit reached"`, `"kind":"largest force","a":0,"b":-1,"detail":"pin 0.009 kN"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page lacks %s in %s", want, text)
		}
	}
	if n := strings.Count(string(text), "largest force"); n != 1 {
		t.Errorf("%d joints have a largest force: one of them holds all", n)
	}
}
