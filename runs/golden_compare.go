package runs

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// What is said of something that has no counterpart.
const (
	inGoldenAlone = "is in the golden, but not in the run"
	inRunAlone    = "is in the run, but not in the golden"
)

// maxGoldenProblems bounds the number of physical differences that one scenario's test lists.
const maxGoldenProblems = 12

// goldenLine is a line of a golden: what it is about, and its fields: pairs of a name and a value.
type goldenLine struct {
	subject string
	fields  []goldenField
}

type goldenField struct{ name, value string }

// compareGoldens says how the golden of a run differs from the one that is wanted; nothing where the texts are equal.
// The first line names the first second that differs, the others what differs in the physics.
func compareGoldens(name string, want, got []byte) []string {
	want, got = alikePoses(want, got)
	if bytes.Equal(want, listedAs(want, got)) {
		return nil
	}
	if err := checkFormat(want); err != nil {
		return []string{fmt.Sprintf("%s: %v", name, err)}
	}
	a, b := goldenLines(want), goldenLines(got)
	problems := []string{firstHash(a, b)}
	physics := differentLines(a, b)
	if len(physics) == 0 {
		physics = []string{"impacts and poses are equal in their first nine digits"}
	}
	if n := len(physics); n > maxGoldenProblems {
		physics = append(physics[:maxGoldenProblems:maxGoldenProblems], fmt.Sprintf("and %d more differences", n-maxGoldenProblems))
	}
	return append(problems, physics...)
}

// compareBeginnings compares the hashes of a run that was cut short with those of the golden up to there.
func compareBeginnings(name string, want, got []byte) []string {
	golden := map[string]string{}
	for _, l := range goldenLines(want) {
		if strings.HasPrefix(l.subject, "hash ") {
			golden[l.subject] = l.fields[0].value
		}
	}
	compared := 0
	for _, l := range goldenLines(got) {
		if !strings.HasPrefix(l.subject, "hash ") {
			continue
		}
		compared++
		if h, ok := golden[l.subject]; !ok || h != l.fields[0].value {
			return []string{fmt.Sprintf("%s: the state at %s is the first that differs: hash %s, golden %s",
				name, strings.TrimPrefix(l.subject, "hash "), l.fields[0].value, h)}
		}
	}
	if compared < 2 {
		return []string{fmt.Sprintf("%s: fewer than two hashes to compare, of which it has one a second: give %d s or more", name, LeastFirst)}
	}
	return nil
}

// sameSteps reports whether two goldens are of runs of the same number of steps: what comes to rest early has not been
// cut short.
func sameSteps(a, b []byte) bool {
	steps := func(text []byte) string {
		for _, l := range goldenLines(text) {
			if l.subject == "steps" {
				return l.fields[0].value
			}
		}
		return ""
	}
	n := steps(a)
	return n != "" && n == steps(b)
}

// goldenLines parses a golden, without its first line and comments. In an unknown line the last word is the value.
func goldenLines(text []byte) []goldenLine {
	var lines []goldenLine
	begun := false
	for s := range strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n") {
		if isComment([]byte(s)) {
			continue
		}
		if text, ok := strings.CutPrefix(s, "tolerance "); ok {
			lines = append(lines, goldenLine{"tolerance", []goldenField{{"", text}}})
			continue
		}
		if !begun {
			begun = true
			continue
		}
		subject, rest, ok := cutSubject(s)
		if !ok {
			i := strings.LastIndexByte(s, ' ')
			if i < 0 {
				i = len(s)
			}
			lines = append(lines, goldenLine{s[:i], []goldenField{{"", strings.TrimSpace(s[i:])}}})
			continue
		}
		lines = append(lines, goldenLine{subject, fieldsOf(rest)})
	}
	return lines
}

// cutSubject separates the subject of a line of a golden from its fields, at the first colon that is in no quoted name.
func cutSubject(line string) (subject, fields string, ok bool) {
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '"':
			if quoted, err := strconv.QuotedPrefix(line[i:]); err == nil {
				i += len(quoted) - 1
			}
		case strings.HasPrefix(line[i:], ": "):
			return line[:i], line[i+2:], true
		}
	}
	return line, "", false
}

// fieldsOf reads the fields of a line.
func fieldsOf(text string) (fields []goldenField) {
	words := strings.Fields(text)
	for i := 0; i+1 < len(words); i += 2 {
		fields = append(fields, goldenField{words[i], words[i+1]})
	}
	return fields
}

const equalHashes = "the hashes of all seconds of the golden are equal"

// firstHash names the first second whose hash differs.
func firstHash(a, b []goldenLine) string {
	other := map[string]string{}
	for _, l := range b {
		if strings.HasPrefix(l.subject, "hash ") || l.subject == "final" {
			other[l.subject] = l.fields[0].value
		}
	}
	for _, l := range a {
		if !strings.HasPrefix(l.subject, "hash ") && l.subject != "final" {
			continue
		}
		got, ok := other[l.subject]
		what := "the state at " + strings.TrimPrefix(l.subject, "hash ")
		if l.subject == "final" {
			what = "the final state"
		}
		if !ok {
			return what + " is missing: the run ended before"
		}
		if got != l.fields[0].value {
			return fmt.Sprintf("%s is the first that differs: hash %s, golden %s", what, got, l.fields[0].value)
		}
	}
	given := map[string]bool{}
	for _, l := range a {
		given[l.subject] = true
	}
	for _, l := range b {
		if strings.HasPrefix(l.subject, "hash ") && !given[l.subject] {
			return equalHashes + "; it has none of " + strings.TrimPrefix(l.subject, "hash ")
		}
	}
	return equalHashes
}

// differentLines lists the lines, other than hashes, that differ, and by how much. Events are matched as in
// comparePhysics.
func differentLines(a, b []goldenLine) []string {
	p, _ := newPhysics(a)
	var out, poses []string
	got := map[string]goldenLine{}
	for _, l := range b {
		got[l.subject] = l
	}
	seen := map[string]bool{}
	for _, want := range a {
		seen[want.subject] = true
		list := &out
		switch kind, _, _ := strings.Cut(want.subject, " "); kind {
		case "hash", "final", "impact", "sensor", "break", "unlisted":
			continue
		case "body", "mover":
			list = &poses
		}
		have, ok := got[want.subject]
		if !ok {
			*list = append(*list, want.subject+": "+inGoldenAlone)
			continue
		}
		if d := differentFields(want.fields, have.fields); d != "" {
			*list = append(*list, want.subject+": "+d)
		}
	}
	for _, l := range b {
		if kind, _, _ := strings.Cut(l.subject, " "); !seen[l.subject] && kind != "hash" && !isEvent(kind) && l.subject != "sensors" && l.subject != "breaks" {
			poses = append(poses, l.subject+": "+inRunAlone)
		}
	}
	out = append(out, p.differentEvents(a, b, differentFields)...)
	return append(out, poses...)
}

// pairFields pairs the fields of a line of the golden with those of the run's that have their names, those of the second side
// of an impact with those of the second, and tells those that only one of the two has.
func pairFields(want, got []goldenField) (pairs [][2]goldenField, alone []string) {
	own, others := fieldPlaces(want), fieldPlaces(got)
	for i, w := range want {
		if k := slices.Index(others, own[i]); k >= 0 {
			pairs = append(pairs, [2]goldenField{w, got[k]})
		} else {
			alone = append(alone, own[i].with(w.value)+" "+inGoldenAlone)
		}
	}
	for k, g := range got {
		if !slices.Contains(own, others[k]) {
			alone = append(alone, others[k].with(g.value)+" "+inRunAlone)
		}
	}
	return pairs, alone
}

// fieldPlace is the place of a field in a line: its name, and of an impact the side.
type fieldPlace struct {
	name string
	side int // from 1 on, 0 for none
}

// fieldPlaces returns the places of fields. A side begins with its delta-v.
func fieldPlaces(fields []goldenField) []fieldPlace {
	places := make([]fieldPlace, len(fields))
	side := 0
	for i, f := range fields {
		if f.name == "delta-v" {
			side++
		}
		places[i] = fieldPlace{f.name, side}
	}
	return places
}

// with names a field, which is told apart from that of the first side.
func (p fieldPlace) with(value string) string {
	if p.side > 1 {
		return strings.TrimSpace(p.name+" "+value) + " of the second side"
	}
	return strings.TrimSpace(p.name + " " + value)
}

func differentFields(want, got []goldenField) string {
	pairs, parts := pairFields(want, got)
	for _, pair := range pairs {
		w, g := pair[0], pair[1]
		if w == g {
			continue
		}
		part := strings.TrimSpace(fmt.Sprintf("%s %s, golden %s", g.name, g.value, w.value))
		x, errX := strconv.ParseFloat(w.value, 64)
		y, errY := strconv.ParseFloat(g.value, 64)
		if errX == nil && errY == nil && !math.IsInf(y-x, 0) {
			part += fmt.Sprintf(" (%+.3g)", y-x)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}
