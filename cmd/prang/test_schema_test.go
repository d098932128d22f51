package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// keysOf returns the keys of the JSON of a struct type, sorted, and those of them that are always there.
func keysOf(of reflect.Type) (all, always []string) {
	for i := range of.NumField() {
		key, opts, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		if all = append(all, key); opts == "" {
			always = append(always, key)
		}
	}
	slices.Sort(all)
	slices.Sort(always)
	return all, always
}

// TestTestSchema_HasAllProperties: those of the documents, and requires those that are always there.
func TestTestSchema_HasAllProperties(t *testing.T) {
	_, doc := scenariotest.Compile(t, testResultsSchema)
	at := func(v map[string]any, path ...string) map[string]any {
		for _, key := range path {
			v = v[key].(map[string]any)
		}
		return v
	}
	results := at(doc, "properties", "results", "items")
	for _, c := range []struct {
		schema map[string]any
		of     reflect.Type
	}{
		{doc, reflect.TypeFor[testReport]()},
		{results, reflect.TypeFor[runs.TestResult]()},
		{at(results, "properties", "renamed", "items"), reflect.TypeFor[runs.Rename]()},
	} {
		all, always := keysOf(c.of)
		if got := slices.Sorted(maps.Keys(at(c.schema, "properties"))); !slices.Equal(got, all) {
			t.Errorf("%v has %q, the schema %q", c.of, all, got)
		}
		var required []string
		for _, key := range c.schema["required"].([]any) {
			required = append(required, key.(string))
		}
		if slices.Sort(required); !slices.Equal(required, always) {
			t.Errorf("of %v there are always %q, the schema requires %q", c.of, always, required)
		}
	}
	if at(doc, "properties", "schema")["const"] != testSchema {
		t.Errorf("the schema is of another number than %s", testSchema)
	}
}

// TestTestSchema_AcceptsDocuments of tests that end in each way.
func TestTestSchema_AcceptsDocuments(t *testing.T) {
	schema, _ := scenariotest.Compile(t, testResultsSchema)
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	short := strings.Replace(flight, "400000 s", "0.1 s", 1)
	kinds := map[string]bool{}
	var written testReport
	run := func(code int, args ...string) {
		t.Helper()
		a, out, stderr := testApp()
		if got := a.main(t.Context(), append([]string{"test", "all", "--json"}, args...)); got != code {
			t.Fatalf("exit code %d: %s%s", got, out, stderr)
		}
		var r testReport
		if err := json.Unmarshal(out.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		written = r
		for _, result := range r.Results {
			kinds[result.Kind] = true
		}
		var v any
		d := json.NewDecoder(bytes.NewReader(out.Bytes()))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%v in\n%s", err, out)
		}
	}
	for _, name := range []string{"bits", "names", "physics", "passed", "lone"} {
		write("all/"+name+".scenario.yaml", short)
	}
	run(exitOK, "--update")
	write("all/names.scenario.yaml", strings.Replace(short, "name: flight", "name: flown", 1))
	golden, err := os.ReadFile("all/bits.golden.txt")
	if err != nil {
		t.Fatal(err)
	}
	write("all/bits.golden.txt", strings.Replace(string(golden), "final ", "final 0", 1))
	write("all/physics.golden.txt", strings.Replace(string(golden), ": x ", ": x 9", 1))
	write("all/new.scenario.yaml", short)
	write("all/bad.scenario.yaml", "name: bad\n")
	if err := os.Remove("all/lone.scenario.yaml"); err != nil {
		t.Fatal(err)
	}
	run(exitBadInput)
	for _, kind := range []string{"bits", "names", "physics", "no golden", "bad input", "lone golden", ""} {
		if !kinds[kind] {
			t.Errorf("no test has the kind %q", kind)
		}
	}
	run(exitBadInput, "--update")
	if written.Written != 4 || written.Other != 1 {
		t.Errorf("%d were written, %d with other physics", written.Written, written.Other)
	}
	for name, text := range map[string]string{
		"without results": `{"schema": "prang.test/1", "passed": 0, "failed": 0, "physics_equal": 0, "bad_input": 0, "run_failed": 0, "no_golden": 0}`,
		"another number":  `{"schema": "prang.test/2", "passed": 0, "failed": 0, "physics_equal": 0, "bad_input": 0, "run_failed": 0, "no_golden": 0, "results": []}`,
		"a kind":          `{"schema": "prang.test/1", "passed": 0, "failed": 1, "physics_equal": 0, "bad_input": 0, "run_failed": 0, "no_golden": 0, "results": [{"scenario": "a", "passed": false, "bits": false, "physics": true, "kind": "other"}]}`,
	} {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil || schema.Validate(v) == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
