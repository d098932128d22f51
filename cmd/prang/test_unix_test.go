//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
)

// Tests need no directory that can be written: their logs are then among the temporary files, and gone where all pass.
func TestTest_LogsWhereNoneCanBeWritten(t *testing.T) {
	if asNobody(t) {
		return
	}
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	readOnly, occupied := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(occupied, "runs"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	scenarios := t.TempDir()
	text := []byte(strings.Replace(flight, "400000 s", "0.1 s", 1))
	for _, name := range []string{"a.scenario.yaml", "b.scenario.yaml"} { // of one name
		if err := os.WriteFile(filepath.Join(scenarios, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(want int, more ...string) (stdout, stderr string) {
		t.Helper()
		a, out, err := testApp()
		if code := a.main(t.Context(), append([]string{"test", scenarios}, more...)); code != want {
			t.Errorf("%q: exit code %d, want %d: %s%s", more, code, want, out, err)
		}
		return out.String(), err.String()
	}
	golden := filepath.Join(scenarios, "b.golden.txt")
	if err := os.Chmod(readOnly, 0o500); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{readOnly, occupied} {
		t.Chdir(dir)
		for _, jobs := range []string{"1", "2"} {
			run(exitOK, "--update")
			if out, _ := run(exitOK, "-j", jobs); !strings.HasSuffix(out, "2 passed, 0 failed\n") || !strings.HasPrefix(out, "PASS  "+filepath.Join(scenarios, "a.")) {
				t.Errorf("%s: %s", dir, out)
			}
			if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
				t.Errorf("%s: %v are left, %v", dir, left, err)
			}
			if err := os.Remove(golden); err != nil {
				t.Fatal(err)
			}
			out, _ := run(exitDifferent, "-j", jobs)
			logs, err := filepath.Glob(filepath.Join(temp, "prang-test-*", "flight-2.test.prang"))
			if err != nil || len(logs) != 1 || !recorder.IsLog(logs[0]) || !strings.Contains(out, "the log of the run is "+logs[0]+"\n1 passed, 1 failed, of these 1 without a golden\n") {
				t.Errorf("%s: logs %q, %v, stdout: %s", dir, logs, err, out)
			}
			for _, log := range logs {
				if err := os.RemoveAll(filepath.Dir(log)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	t.Setenv("TMPDIR", filepath.Join(temp, "none"))
	if _, said := run(exitBadInput); !strings.HasPrefix(said, "prang: the logs of tests can be written neither to runs/out nor to "+temp) || strings.Count(said, "\n") != 1 {
		t.Errorf("stderr: %s", said)
	}
}
