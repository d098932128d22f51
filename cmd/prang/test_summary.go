package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/prang-sim/prang/runs"
)

// testKind is a kind of failed test.
type testKind struct {
	order int // 0 is the most severe
	name  string
}

// kindOf returns the kind of a test that failed.
func kindOf(r *runs.TestResult) testKind {
	switch {
	case r.Invalid:
		return testKind{0, "bad input"}
	case r.Failed:
		return testKind{1, "failed run"}
	case r.Missing:
		return testKind{3, "no golden"}
	case len(r.StaleGoldens) > 0 && (r.Physics || len(r.Problems) == len(r.StaleGoldens)):
		return testKind{4, "lone golden"}
	case r.Stale && r.Physics:
		return testKind{5, "picture"}
	case r.OnlyNames:
		return testKind{7, "names"}
	case r.OnlyBits():
		return testKind{6, "bits"}
	}
	return testKind{2, "physics"}
}

// listed is how many failed tests the list at the end has, and listFrom of how many tests on it is there.
const (
	listed   = 20
	listFrom = 10
)

// farthest returns the tests that are chosen, those first whose physics differs most, or did before it was written.
func (r *testReport) farthest(chosen func(t *runs.TestResult) bool) (list []*runs.TestResult) {
	for _, t := range r.Results {
		if chosen(t) {
			list = append(list, t)
		}
	}
	slices.SortStableFunc(list, func(a, b *runs.TestResult) int {
		return cmp.Or(cmp.Compare(b.Unmatched, a.Unmatched), cmp.Compare(b.Times, a.Times))
	})
	return list
}

// failures returns the tests that failed, the most severe first: by their kinds, and then as farthest says.
func (r *testReport) failures() []*runs.TestResult {
	list := r.farthest(func(t *runs.TestResult) bool { return !t.Passed })
	slices.SortStableFunc(list, func(a, b *runs.TestResult) int { return cmp.Compare(kindOf(a).order, kindOf(b).order) })
	return list
}

// worst lists the failed tests by severity, and the goldens that were written with other physics, if they may have scrolled by.
func (r *testReport) worst() string {
	if len(r.Results) < listFrom {
		return ""
	}
	var b strings.Builder
	list := func(title string, all []*runs.TestResult, lead func(t *runs.TestResult) []string) {
		if len(all) == 0 {
			return
		}
		fmt.Fprintf(&b, "\n%s:\n", title)
		rows := make([][]string, 0, listed)
		for _, t := range all[:min(len(all), listed)] {
			rows = append(rows, append(lead(t), t.Test().String(), severity(t)))
		}
		writeTable(&b, rows)
		if more := len(all) - listed; more > 0 {
			fmt.Fprintf(&b, "and %d more\n", more)
		}
	}
	list("written with other physics, the largest change first", r.farthest(func(t *runs.TestResult) bool { return t.Other }), func(*runs.TestResult) []string { return nil })
	list("failed, the most severe first", r.failures(), func(t *runs.TestResult) []string { return []string{kindOf(t).name} })
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

// severity says how far the physics of a test differs.
func severity(r *runs.TestResult) string {
	var parts []string
	if r.Unmatched > 0 {
		parts = append(parts, fmt.Sprintf("%d missing or new", r.Unmatched))
	}
	if r.Times > 0 {
		form := "%s %.3g times the tolerance"
		if r.Times >= 999.5 { // of three digits this is 1e+03
			form = "%s %.0f times the tolerance"
		}
		parts = append(parts, fmt.Sprintf(form, r.Measure, r.Times))
	}
	return strings.Join(parts, ", ")
}

// next says what to type after failures. command is what was typed, up to the flags that say what is done.
func (r *testReport) next(command string, update bool) (lines []string) {
	for _, t := range r.failures() {
		if kindOf(t).name == "physics" && t.Log != "" {
			lines = append(lines, fmt.Sprintf("look at it: prang view %s", quoted(t.Log)))
			break
		}
	}
	if r.Missing > 0 {
		only := ""
		if r.Missing < r.Failed {
			only = ", and all others that differ"
		}
		lines = append(lines, fmt.Sprintf("write the goldens that are not there%s: %s --update", only, command))
	}
	if r.Physics > 0 && !update {
		lines = append(lines, fmt.Sprintf("write the goldens of equal physics alone: %s --update --physics", command))
	}
	return lines
}

// quoted returns an argument as it is typed in a shell.
func quoted(arg string) string {
	if arg != "" && !strings.ContainsFunc(arg, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./,:=+@%", r)
	}) {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// summary returns the last line of the text.
func (r *testReport) summary() string {
	var kinds []string
	for _, k := range []struct {
		n    int
		kind string
	}{{r.Invalid, "with bad input"}, {r.Ended, "with a failed run"}, {r.Missing, "without a golden"}, {r.Physics, "with equal physics"}} {
		if k.n > 0 {
			kinds = append(kinds, fmt.Sprintf("%d %s", k.n, k.kind))
		}
	}
	line := fmt.Sprintf("%d passed, %d failed", r.Passed, r.Failed)
	if len(kinds) > 0 {
		line += ", of these " + strings.Join(kinds, ", ")
	}
	if r.Written > 0 {
		line += fmt.Sprintf("; %d written", r.Written)
		if r.Other > 0 {
			line += fmt.Sprintf(", of these %d with other physics", r.Other)
		}
	}
	if r.Skipped > 0 {
		line += fmt.Sprintf("; %d not tested", r.Skipped)
	}
	return line
}

// verdict returns the error of the command: that of the most severe result.
func (r *testReport) verdict() error {
	switch {
	case r.Invalid > 0:
		return errReported
	case r.Ended > 0:
		return errRunFailed
	case r.Failed > r.Physics:
		return errDifferent
	case r.Failed > 0:
		return errBits
	}
	return nil
}

// count counts the result of a test.
func (r *testReport) count(result *runs.TestResult) {
	r.Results = append(r.Results, result)
	if result.Updated {
		r.Written++
	}
	if result.Other {
		r.Other++
	}
	if result.Passed {
		r.Passed++
		return
	}
	r.Failed++
	switch {
	case result.Invalid:
		r.Invalid++
	case result.Failed:
		r.Ended++
	case result.Missing:
		r.Missing++
	case result.OnlyBits():
		r.Physics++
	}
}
