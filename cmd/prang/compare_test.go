package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
)

// TestComparison_SaysWhatWasComparedByTime: the first line of a comparison by time, also where steps cannot be read.
func TestComparison_SaysWhatWasComparedByTime(t *testing.T) {
	for _, c := range []struct {
		readable recorder.Verdict
		want     string
	}{
		{"", "within tolerance: 7 frames compared by time, A has steps of 0.1 s, B of 0.05 s, 3 states are interpolated\n"},
		{recorder.WithinTolerance, "undecided: 7 frames compared by time and within tolerance, others cannot be read, A has steps of 0.1 s, B of 0.05 s, 3 states are interpolated\n"},
	} {
		r := &recorder.Comparison{Verdict: recorder.WithinTolerance, Readable: c.readable, Compared: 7, ByTime: &recorder.ByTime{StepA: 0.1, StepB: 0.05, Interpolated: 3}}
		if c.readable != "" {
			r.Verdict = recorder.Undecided
		}
		var b strings.Builder
		comparison(&b, r)
		if !strings.HasPrefix(b.String(), c.want) {
			t.Errorf("%q, want %q", b.String(), c.want)
		}
	}
}

// TestCompare_LogOfARunThatWasInterrupted: what it has is equal, how it goes on is not known. One whose scenario asks for
// another duration is different.
func TestCompare_LogOfARunThatWasInterrupted(t *testing.T) {
	dir := t.TempDir()
	run := func(name, duration string) string {
		t.Helper()
		scenario, log := filepath.Join(dir, name+".yaml"), filepath.Join(dir, name+".prang")
		if err := os.WriteFile(scenario, []byte(strings.Replace(flight, "400000 s", duration, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		a, _, stderr := testApp()
		if code := a.main(t.Context(), []string{"run", scenario, "-q", "-o", log}); code != exitOK {
			t.Fatalf("code %d, %s", code, stderr)
		}
		return log
	}
	whole, long := run("whole", "4 s"), run("long", "5 s")
	early, other := interruptedLog(t, whole, 700), interruptedLog(t, long, 700)
	for _, c := range []struct {
		args []string
		code int
		out  string
	}{
		{[]string{whole, early}, exitBadInput, "undecided: 700 frames compared and equal, others cannot be read, A has 961, B has 700\ncannot be read: B: steps from 700 on: its run was interrupted\n"},
		{[]string{early, whole, "--tol", "time=100"}, exitBadInput, "undecided: 700 frames compared and equal"},
		{[]string{whole, interruptedLog(t, whole, 1), "--tol", "time=100"}, exitBadInput, "undecided: 1 frames compared and equal"},
		{[]string{whole, other}, exitDifferent, "different: 700 frames compared, A has 961, B has 700"},
		{[]string{whole, long}, exitDifferent, "different: 961 frames compared, A has 961, B has 1201"},
	} {
		a, stdout, stderr := testApp()
		if code := a.main(t.Context(), append([]string{"compare"}, c.args...)); code != c.code || !strings.HasPrefix(stdout.String(), c.out) {
			t.Errorf("%q: code %d, stdout: %s, stderr: %s", c.args, code, stdout, stderr)
		}
		if c.code == exitBadInput && !strings.Contains(stderr.String(), ": its run was interrupted: continue with: prang resume "+filepath.Dir(filepath.Dir(dir))) {
			t.Errorf("%q: stderr: %s", c.args, stderr)
		}
	}
}

// interruptedLog writes the first frames of a log as that of a run that was interrupted.
func interruptedLog(t *testing.T, log string, frames int64) string {
	t.Helper()
	r, err := recorder.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	assets, err := r.Assets()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "interrupted.prang")
	w, err := recorder.Create(path, *r.Header(), assets)
	if err != nil {
		t.Fatal(err)
	}
	for f, err := range r.Frames(0, frames) {
		if err == nil {
			err = w.Write(f)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(recorder.Summary{Ended: recorder.Interrupted}); err != nil {
		t.Fatal(err)
	}
	return path
}
