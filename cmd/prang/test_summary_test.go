package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs"
)

// TestTestReport_WorstFirst: what failed is listed by kind, then by what has no counterpart and by the excess, and what to type is said.
func TestTestReport_WorstFirst(t *testing.T) {
	results := []*runs.TestResult{
		{Scenario: "names", Physics: true, OnlyNames: true},
		{Scenario: "bits", Physics: true},
		{Scenario: "passed", Passed: true},
		{Scenario: "some", Measure: "speed", Times: 7, Log: "out/some.prang"},
		{Scenario: "more", Case: "wet", Measure: "position", Times: 1234.5, Log: "out/m ü.prang"},
		{Scenario: "gone", Unmatched: 2, Measure: "time", Times: 3},
		{Scenario: "new", Missing: true},
		{Scenario: "picture", Physics: true, Bits: true, Stale: true},
		{Scenario: "lone", StaleGoldens: []string{"golden.txt"}, Problems: []string{"golden.txt: its scenario is not there"}},
		{Scenario: "ended", Failed: true},
		{Scenario: "bad", Invalid: true},
	}
	report := func(list []*runs.TestResult) *testReport {
		r := &testReport{}
		for _, t := range list {
			r.count(t)
		}
		return r
	}
	all := report(results)
	const want = "\nfailed, the most severe first:\n" +
		"bad input    bad\n" +
		"failed run   ended\n" +
		"physics      gone      2 missing or new, time 3 times the tolerance\n" +
		"physics      more#wet  position 1234 times the tolerance\n" +
		"physics      some      speed 7 times the tolerance\n" +
		"no golden    new\n" +
		"lone golden  lone\n" +
		"picture      picture\n" +
		"bits         bits\n" +
		"names        names\n\n"
	if got := all.worst(); got != want {
		t.Errorf("%s", got)
	}
	if got, want := all.summary(), "1 passed, 10 failed, of these 1 with bad input, 1 with a failed run, 1 without a golden, 2 with equal physics"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	next := []string{
		"look at it: prang view 'out/m ü.prang'",
		"write the goldens that are not there, and all others that differ: prang test a --update",
		"write the goldens of equal physics alone: prang test a --update --physics",
	}
	if got := all.next("prang test a", false); !slices.Equal(got, next) {
		t.Errorf("%q", got)
	}
	if got := all.next("prang test a", true); !slices.Equal(got, next[:2]) {
		t.Errorf("%q", got)
	}
	for _, r := range []*testReport{report(results[:9]), report(slices.Repeat(results[2:3], 30))} {
		if got := r.worst(); got != "" {
			t.Errorf("of %d tests: %s", len(r.Results), got)
		}
	}
	written := report(append(slices.Repeat(results[2:3], 9), // of which nothing is told
		&runs.TestResult{Scenario: "bits", Passed: true, Updated: true, Replaced: "the bits differ"},
		&runs.TestResult{Scenario: "less", Passed: true, Updated: true, Other: true, Measure: "speed", Times: 2},
		&runs.TestResult{Scenario: "lone", Updated: true, Physics: true, Other: true, Measure: "spin", Times: 999.6, StaleGoldens: []string{"golden.wet.txt"}},
		&runs.TestResult{Scenario: "more", Passed: true, Updated: true, Other: true, Measure: "time", Times: 3}))
	if got, want := written.worst(), "\nwritten with other physics, the largest change first:\nlone  spin 1000 times the tolerance\nmore  time 3 times the tolerance\nless  speed 2 times the tolerance\n"+
		"\nfailed, the most severe first:\nlone golden  lone  spin 1000 times the tolerance\n\n"; got != want {
		t.Errorf("%s", got)
	}
	if got, want := written.summary(), "12 passed, 1 failed; 4 written, of these 3 with other physics"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := report(slices.Repeat(results[1:2], listed)).worst(); strings.Count(got, "\nbits") != listed || strings.Contains(got, "more") {
		t.Errorf("%s", got)
	}
	if got := report(slices.Repeat(results[1:2], 23)).worst(); strings.Count(got, "\nbits") != listed || !strings.HasSuffix(got, "\nand 3 more\n\n") {
		t.Errorf("%s", got)
	}
}

// TestKindOf_MostSevere: of what failed in several ways the most severe is told.
func TestKindOf_MostSevere(t *testing.T) {
	lone := []string{"golden.wet.txt"}
	for _, c := range []struct {
		result runs.TestResult
		want   string
	}{
		{runs.TestResult{StaleGoldens: lone, Problems: []string{"the bits differ, and the physics", "golden.wet.txt"}}, "physics"},
		{runs.TestResult{StaleGoldens: lone, Problems: []string{"names differ", "golden.wet.txt"}, Physics: true, OnlyNames: true}, "lone golden"},
		{runs.TestResult{Stale: true}, "physics"},
		{runs.TestResult{Stale: true, Physics: true, OnlyNames: true}, "picture"},
	} {
		if got := kindOf(&c.result).name; got != c.want {
			t.Errorf("%+v: %s, want %s", c.result, got, c.want)
		}
	}
}

// TestTester_ErrorAfterTheGolden: what was written before an error, as of a picture that cannot be, is told with it.
func TestTester_ErrorAfterTheGolden(t *testing.T) {
	a, out, stderr := testApp()
	a.log = slog.New(slog.DiscardHandler)
	tests := &tester{app: a}
	tests.add(runs.Test{Path: "a"}, runs.Tested{Result: &runs.TestResult{Scenario: "a", Passed: true, Updated: true, Written: []string{"golden.txt"}}, Err: errors.New("picture.svg: cannot be written")})
	if got, want := out.String(), "WROTE golden.txt\nFAIL  a\n      the scenario cannot be tested: picture.svg: cannot be written\n"; got != want {
		t.Errorf("%s", got)
	}
	if got, want := tests.report.summary(), "0 passed, 1 failed, of these 1 with bad input; 1 written"; got != want || !strings.Contains(stderr.String(), "picture.svg: cannot be written") {
		t.Errorf("%s, %s", got, stderr)
	}
}

// TestTest_CommandToTypeNext: it has the paths and the filter of the command, as a shell reads them.
func TestTest_CommandToTypeNext(t *testing.T) {
	for arg, want := range map[string]string{"crash/a-1": "crash/a-1", "Prüfstand": "Prüfstand", "a b": "'a b'", "#wet$": "'#wet$'", "": "''", "it's": `'it'\''s'`} {
		if got := quoted(arg); got != want {
			t.Errorf("%s: %s, want %s", arg, got, want)
		}
	}
	t.Chdir(t.TempDir())
	scenario := []byte(strings.Replace(flight, "400000 s", "0.1 s", 1))
	if err := os.Mkdir("a b", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("a b", "scenario.yaml"), scenario, 0o666); err != nil {
		t.Fatal(err)
	}
	a, _, stderr := testApp()
	if code := a.main(t.Context(), []string{"test", "a b", "--run", "sc.*"}); code != exitDifferent || stderr.String() != "write the goldens that are not there: prang test 'a b' --run 'sc.*' --update\n" {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

// cancelsAt is a writer that cancels when a text has been written.
type cancelsAt struct {
	bytes.Buffer
	text   string
	cancel func()
}

func (c *cancelsAt) Write(b []byte) (int, error) {
	defer func() {
		if strings.Contains(c.String(), c.text) {
			c.cancel()
		}
	}()
	return c.Buffer.Write(b)
}

// TestTest_Interrupted: what was tested is reported, also to JUnit; the rest is skipped, and leaves the logs of earlier runs alone.
func TestTest_Interrupted(t *testing.T) {
	for _, jobs := range []int{1, 2} {
		t.Chdir(t.TempDir())
		for _, dir := range []string{"several", "runs/out"} {
			if err := os.MkdirAll(dir, 0o777); err != nil {
				t.Fatal(err)
			}
		}
		write := func(name, text string) {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		short := strings.NewReplacer("400000 s", "0.1 s", "name: flight", "name: short").Replace(flight)
		write("several/a.scenario.yaml", short)
		write("several/b.scenario.yaml", flight)
		write("several/c.scenario.yaml", flight)
		write("runs/out/flight.test.prang", "an earlier one")
		a, _, stderr := testApp()
		if code := a.main(t.Context(), []string{"test", "several/a.scenario.yaml", "--update"}); code != exitOK {
			t.Fatal(stderr)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		out := &cancelsAt{text: "PASS", cancel: cancel}
		a.out = out
		if code := a.main(ctx, []string{"test", "several", "--junit", "suite.xml", "-j", fmt.Sprint(jobs)}); code != exitInterrupted {
			t.Errorf("exit code %d: %s", code, stderr)
		}
		if got, want := out.String(), "PASS  several/a.scenario.yaml\n1 passed, 0 failed; 2 not tested\n"; filepath.ToSlash(got) != want {
			t.Errorf("%s", got)
		}
		if got := stderr.String(); !strings.HasPrefix(got, "prang: interrupted: 2 of 3 tests are not done") || strings.Count(got, "\n") != 1 {
			t.Errorf("%s", got)
		}
		suite, err := os.ReadFile("suite.xml")
		if err != nil || !strings.Contains(string(suite), `tests="3" failures="0" errors="0" skipped="2">`) || strings.Count(string(suite), `<skipped message="interrupted before it was done">`) != 2 {
			t.Errorf("%s%v", suite, err)
		}
		kept, err := os.ReadFile("runs/out/flight.test.prang")
		if err != nil || string(kept) != "an earlier one" {
			t.Errorf("%.20q, %v", kept, err)
		}
		if logs, err := os.ReadDir("runs/out"); err != nil || len(logs) != 1 {
			t.Errorf("%v, %v", logs, err)
		}
	}
}
