//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The reader of the output may go, as head does: goldens, JUnit reports and logs are written all the same, and the exit code
// is that of what was found.
func TestProcess_OutlivesTheReaderOfItsOutput(t *testing.T) {
	short := strings.Replace(flight, "400000 s", "0.1 s", 1)
	scenarios := t.TempDir()
	a, b := filepath.Join(scenarios, "a.scenario.yaml"), filepath.Join(scenarios, "b.scenario.yaml")
	for path, name := range map[string]string{a: "a", b: "b"} {
		if err := os.WriteFile(path, []byte(strings.Replace(short, "name: flight", "name: "+name, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(t.TempDir())
	run := func(want int, args ...string) {
		t.Helper()
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close() // before a byte of it
		c := prangProcess(t, "", args...)
		var stderr bytes.Buffer
		c.Stdout, c.Stderr = w, &stderr
		err = c.Run()
		w.Close()
		if code := c.ProcessState.ExitCode(); code != want || strings.Contains(stderr.String(), "pipe") {
			t.Fatalf("%q: %v, exit code %d, want %d: %s", args, err, code, want, &stderr)
		}
	}
	run(exitOK, "test", scenarios, "--update")
	run(exitOK, "run", a, b, "--quiet")
	golden := filepath.Join(scenarios, "b.golden.txt")
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(golden, bytes.Replace(text, []byte("hash "), []byte("hash 1"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"--json", "--json=false"} {
		run(exitBits, "test", scenarios, "--junit", "suite.xml", form)
		suite, err := os.ReadFile("suite.xml")
		if err != nil || !bytes.Contains(suite, []byte(`tests="2" failures="1"`)) {
			t.Errorf("%v: %s", err, suite)
		}
	}
	for _, log := range []string{"a.prang", "b.prang"} {
		if _, err := os.Stat(filepath.Join("runs", "out", log)); err != nil {
			t.Error(err)
		}
	}
}
