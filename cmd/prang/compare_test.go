package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/compare"
)

// TestComparison_SaysWhatWasComparedByTime: the first line of a comparison by time, also where steps cannot be read.
func TestComparison_SaysWhatWasComparedByTime(t *testing.T) {
	for _, c := range []struct {
		readable compare.Verdict
		want     string
	}{
		{"", "within tolerance: 7 frames compared by time, A has steps of 0.1 s, B of 0.05 s, 3 states are interpolated\n"},
		{compare.WithinTolerance, "undecided: 7 frames compared by time and within tolerance, others cannot be read, A has steps of 0.1 s, B of 0.05 s, 3 states are interpolated\n"},
	} {
		r := &compare.Comparison{Verdict: compare.WithinTolerance, Readable: c.readable, Compared: 7, ByTime: &compare.ByTime{StepA: 0.1, StepB: 0.05, Interpolated: 3}}
		if c.readable != "" {
			r.Verdict = compare.Undecided
		}
		var b strings.Builder
		comparison(&b, r, nil)
		if !strings.HasPrefix(b.String(), c.want) {
			t.Errorf("%q, want %q", b.String(), c.want)
		}
	}
}

// TestRenamed_SaysWhatToType: the flags of what may be renamed, four at most.
func TestRenamed_SaysWhatToType(t *testing.T) {
	var b strings.Builder
	renamed(&b, &compare.Comparison{Likely: []compare.Rename{{A: "a", B: "b"}, {A: "c", B: "d e"}, {A: "f", B: "g"}, {A: "h", B: "i"}, {A: "j", B: "k"}}})
	if got, want := b.String(), "perhaps renamed, with another definition at the same place: --rename a=b --rename 'c=d e' --rename f=g --rename h=i compares them\n"; got != want {
		t.Errorf("%s", got)
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
	same := func(*recorder.Header) {}
	early, other := beginning(t, whole, 700, recorder.Interrupted, same), beginning(t, long, 700, recorder.Interrupted, same)
	for _, c := range []struct {
		args []string
		code int
		out  string
	}{
		{[]string{whole, early}, exitBadInput, "undecided: 700 frames compared and equal, others cannot be read, A has 961, B has 700\ncannot be read: B: steps from 700 on: its run was interrupted\n"},
		{[]string{early, whole, "--tol", "time=100"}, exitBadInput, "undecided: 700 frames compared and equal"},
		{[]string{whole, beginning(t, whole, 1, recorder.Interrupted, same), "--tol", "time=100"}, exitBadInput, "undecided: 1 frames compared and equal"},
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
