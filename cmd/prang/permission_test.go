package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs"
)

// What may not be read or written is named once, with what to do about it.
func TestPermissionDenied_NamesARemedy(t *testing.T) {
	dir := t.TempDir()
	scenario, log, locked, closed := filepath.Join(dir, "flight.yaml"), filepath.Join(dir, "flight.prang"), filepath.Join(dir, "locked.prang"), filepath.Join(dir, "closed")
	if err := os.WriteFile(scenario, []byte(strings.Replace(flight, "400000 s", "1 s", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	a, _, stderr := testApp()
	if code := a.main(t.Context(), []string{"run", scenario, "-o", log, "-q"}); code != exitOK {
		t.Fatal(code, stderr)
	}
	results := filepath.Join(dir, "results.jsonl")
	for name, text := range map[string]string{locked: "", filepath.Join(dir, "locked.yaml"): "", results: `{"schema":"` + runs.SweepSchema + "\"}\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(closed, 0o500); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{locked, filepath.Join(dir, "locked.yaml")} {
		if err := os.Chmod(name, 0); err != nil {
			t.Fatal(err)
		}
	}
	if f, err := os.Open(locked); err == nil {
		f.Close()
		t.Skip("this user may read and write everything")
	}
	in := func(name string) string { return filepath.Join(closed, name) }
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"info", locked}, locked + ": cannot be read: permission denied: make the file readable, or give another log"},
		{[]string{"resume", locked}, locked + ": cannot be written: permission denied: make the log writable, or resume a copy of it"},
		{[]string{"validate", filepath.Join(dir, "locked.yaml")}, filepath.Join(dir, "locked.yaml") + ": cannot be read: permission denied: make the file readable, or give another one"},
		{[]string{"compare", results, locked}, locked + ": cannot be read: permission denied: compare two logs, or two results of sweeps"},
		{[]string{"run", scenario, "-o", in("a.prang")}, "log " + in("a.prang") + ": cannot be made: permission denied: make it and its directory writable, or give another name with -o"},
		{[]string{"export", log, "--to", "csv", "-o", in("a.csv")}, "--output " + in("a.csv") + ": permission denied: make its directory writable, or give another name"},
	} {
		a, _, stderr := testApp()
		if code := a.main(t.Context(), c.args); code != exitBadInput || stderr.String() != "prang: "+c.want+"\n" {
			t.Errorf("%s: exit code %d, %q, want %q", c.args[0], code, stderr, c.want)
		}
	}
}
