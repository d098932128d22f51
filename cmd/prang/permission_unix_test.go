//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/prang-sim/prang/runs/sweep"
)

// nobody is a user without rights.
const nobody = 65534

// asNobody runs the test again as nobody, and reports whether it has, for root may read and write everything.
func asNobody(t *testing.T) bool {
	if os.Getuid() != 0 {
		return false
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	image, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	copied := filepath.Join(dir, "test") // the directory of the program is closed to others
	if err := os.WriteFile(copied, image, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{filepath.Dir(dir), dir, copied} {
		if err := os.Chmod(name, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	temp := filepath.Join(dir, "temp")
	if err := os.Mkdir(temp, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(temp, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), copied, "-test.run", "^"+t.Name()+"$", "-test.v")
	c.Dir, c.Env = temp, append(os.Environ(), "TMPDIR="+temp, "HOME="+temp)
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("as user %d: %v\n%s", nobody, err, out)
	}
	return true
}

// What may not be read or written is named once, with what to do about it.
func TestPermissionDenied_NamesARemedy(t *testing.T) {
	if asNobody(t) {
		return
	}
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
	for name, text := range map[string]string{locked: "", filepath.Join(dir, "locked.yaml"): "", results: `{"schema":"` + sweep.Schema + "\"}\n"} {
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
		t.Fatalf("user %d may read everything", os.Getuid())
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

// TestPermissionDenied_ToAGolden: a golden that cannot be written is not told as written, nor as a difference of bits.
func TestPermissionDenied_ToAGolden(t *testing.T) {
	if asNobody(t) {
		return
	}
	t.Chdir(t.TempDir())
	const golden = "prang-golden 1\n"
	text := strings.Replace(flight, "400000 s", "1 s", 1)
	if err := errors.Join(os.WriteFile("scenario.yaml", []byte(text), 0o666), os.WriteFile("golden.txt", []byte(golden), 0o444)); err != nil {
		t.Fatal(err)
	}
	a, stdout, stderr := testApp()
	code := a.main(t.Context(), []string{"test", ".", "--update"})
	const problem = "golden.txt: cannot be written: permission denied: make it, or its directory, writable"
	if want := "FAIL  scenario.yaml\n      the scenario cannot be tested: " + problem + "\n0 passed, 1 failed, of these 1 with bad input\n"; code != exitBadInput ||
		stdout.String() != want || stderr.String() != "prang: "+problem+"\n" {
		t.Errorf("exit code %d, %q, %q; want %q", code, stdout, stderr, want)
	}
	if left, err := os.ReadFile("golden.txt"); err != nil || string(left) != golden {
		t.Errorf("%q, %v", left, err)
	}
}
