package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSweep_InterruptedSaysHowItGoesOn: the file has what was done, and the same command does the rest.
func TestSweep_InterruptedSaysHowItGoesOn(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.jsonl")
	// The second run takes hours.
	for name, text := range map[string]string{
		"flight.yaml": "name: flight\nduration: $time\nparameters: {time: 1 s}\ngravity: [0, 0, 0]\nbodies: [{name: probe, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 0]}]\n",
		"plan.yaml":   "name: flights\nscenarios: [flight.yaml]\ngrid: {time: [1 s, 400000 s]}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if data, err := os.ReadFile(path); err == nil && bytes.Count(data, []byte("\n")) == 2 {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	a, out, stderr := testApp()
	if code := a.main(ctx, []string{"sweep", filepath.Join(dir, "plan.yaml"), "-o", path}); code != exitInterrupted || out.Len() > 0 {
		t.Fatalf("exit code %d: %s%s", code, out, stderr)
	}
	if want := "prang: flights: interrupted after 1 of 2 runs, which " + path + " has: the same command goes on\n"; stderr.String() != want {
		t.Errorf("%q, want %q", stderr, want)
	}
}

// TestSweep_IsMadeByAWorker: a sweep that makes nothing itself is made by a worker at the address that it tells, and both
// end.
func TestSweep_IsMadeByAWorker(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"push.yaml": "name: push\nduration: 0.1 s\ngravity: [0, 0, 0]\nparameters: {speed: 1 m/s}\nbodies: [{name: block, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 0], speed: $speed}]\n",
		"plan.yaml": "name: pushes\nscenarios: [push.yaml]\ngrid: {speed: 1..5 m/s:5}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	messages, w := io.Pipe()
	var out bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		a := &app{out: &out, err: w, now: time.Now}
		ended <- a.main(ctx, []string{"sweep", filepath.Join(dir, "plan.yaml"), "--workers", "0", "--listen", "127.0.0.1:0", "-o", filepath.Join(dir, "out.jsonl")})
		w.Close()
	}()
	lines := bufio.NewScanner(messages)
	if !lines.Scan() {
		t.Fatalf("no message: %v", lines.Err())
	}
	command, ok := strings.CutPrefix(lines.Text(), "runs are served: prang ")
	if !ok {
		t.Fatal(lines.Text())
	}
	go func() {
		for lines.Scan() {
		}
	}()
	a, _, stderr := testApp()
	if code := a.main(ctx, append(strings.Fields(command), "--workers", "2")); code != exitOK || stderr.String() != "5 runs made\n" {
		t.Errorf("the worker ends with %d: %s", code, stderr)
	}
	if code := <-ended; code != exitOK || !strings.Contains(out.String(), "pushes: 5 of 5 runs") {
		t.Errorf("the sweep ends with %d: %s", code, &out)
	}
}
