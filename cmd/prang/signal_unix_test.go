//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/prang-sim/prang/recorder"
)

// prangProcess returns a command that runs this test's program as prang, under a shell's limits.
func prangProcess(t *testing.T, before string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	prang := filepath.Join(t.TempDir(), "prang") // testscript.Main goes by the name
	if err := os.Symlink(exe, prang); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("sh", append([]string{"-c", before + `exec "$0" "$@"`, prang}, args...)...)
	return c
}

func writeFlight(t *testing.T) (scenario, log string) {
	t.Helper()
	dir := t.TempDir()
	scenario, log = filepath.Join(dir, "flight.yaml"), filepath.Join(dir, "flight.prang")
	if err := os.WriteFile(scenario, []byte(flight), 0o666); err != nil {
		t.Fatal(err)
	}
	return scenario, log
}

// Ctrl-C ends a run with a closed log and the exit code for it.
func TestProcess_InterruptClosesTheLog(t *testing.T) {
	scenario, log := writeFlight(t)
	c := prangProcess(t, "", "run", scenario, "-o", log, "--quiet")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for range 12_000 { // until there is a chunk or two
		if info, err := os.Stat(log); err == nil && info.Size() > 2000 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitInterrupted {
		t.Fatalf("exit code %d, want %d: %s", code, exitInterrupted, &stderr)
	}
	// It is quiet.
	if s := stderr.String(); !strings.Contains(s, "interrupted after") || strings.Contains(s, "context") || strings.Contains(s, "continue with") {
		t.Errorf("stderr: %s", s)
	}
	r, err := recorder.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if s, ok := r.Summary(); !ok || !r.Complete() || s.Ended != recorder.Interrupted || r.Steps() < 2 || len(r.Problems()) > 0 {
		t.Errorf("summary %+v, %v, %d steps, problems %q", s, ok, r.Steps(), r.Problems())
	}
}

// Interrupts that come at once are one, as that of timeout, which sends it to the process and to its group.
func TestProcess_InterruptsAtOnceAreOne(t *testing.T) {
	c, _, log, _, stderr := startFlight(t)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = c.Wait()
	}()
	for begin, over := time.Now(), false; !over && time.Since(begin) < 200*time.Millisecond; {
		_ = c.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
			over = true
		default:
		}
	}
	<-ended
	if code := c.ProcessState.ExitCode(); code != exitInterrupted {
		t.Fatalf("exit code %d, want %d: %s", code, exitInterrupted, stderr)
	}
	r, err := recorder.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if s, ok := r.Summary(); !ok || s.Ended != recorder.Interrupted || len(r.Problems()) > 0 {
		t.Errorf("summary %+v, %v, problems %q", s, ok, r.Problems())
	}
}

// startScanned starts a process, and returns what it says on stderr, line by line.
func startScanned(t *testing.T, c *exec.Cmd) *bufio.Scanner {
	t.Helper()
	stderr, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return bufio.NewScanner(stderr)
}

// A later interrupt ends a process that the first one does not: it waits for someone to read its output.
func TestProcess_LaterInterruptEndsTheProcess(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "frames.csv")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	_, log := fallenLog(t)
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(log, data[:len(data)*9/10], 0o666); err != nil {
		t.Fatal(err)
	}
	c := prangProcess(t, "", "export", log, "--to", "csv", "-o", pipe)
	lines := startScanned(t, c)
	for _, want := range []string{"the log is incomplete", "another interrupt stops at once"} {
		if !lines.Scan() || !strings.Contains(lines.Text(), want) {
			t.Errorf("stderr: %q, want %q", lines.Text(), want)
		}
		if err := c.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
	}
	_ = c.Wait()
	if s, ok := c.ProcessState.Sys().(syscall.WaitStatus); !ok || s.Signal() != syscall.SIGINT {
		t.Errorf("the process ended with %v", c.ProcessState)
	}
}

// Ctrl-C ends variations with what has been made of them, as text, as JSON and as a page, and names what can go on. A
// variation takes 20 ms, so that a tenth of them has ended about when progress begins to be told, after a second.
func TestProcess_InterruptedVariationsAreGiven(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	const scenario, page = "flight.yaml", "page.html"
	slow := strings.NewReplacer("400000 s", "40 s", "mass: 1,", "mass: $m,").Replace(flight) + "parameters: {m: 1 kg}\n"
	if err := os.WriteFile(scenario, []byte(slow), 0o666); err != nil {
		t.Fatal(err)
	}
	for form, want := range map[string]string{"--workers=2 --html=" + page: "^flight: interrupted after ([0-9]+) of 400 variations, seed 1\n(?s:.*)  … and ", "--workers=1 --json": `"asked": 400`} {
		c := prangProcess(t, "export CI=true; ", "run", scenario, "--vary", "m=1..2kg:400")
		c.Args = append(c.Args, strings.Fields(form)...)
		var stdout bytes.Buffer
		c.Stdout = &stdout
		stderr, err := c.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(stderr)
		for line := ""; !strings.Contains(line, " % ("); {
			if line, err = lines.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		said, err := io.ReadAll(lines)
		if err != nil {
			t.Fatal(err)
		}
		_ = c.Wait()
		if code := c.ProcessState.ExitCode(); code != exitInterrupted || !regexp.MustCompile(want).Match(stdout.Bytes()) {
			t.Errorf("%s: exit code %d, stdout: %.500s", form, code, &stdout)
		}
		if s := string(said); !strings.Contains(s, "prang: scenario flight: interrupted after ") || !strings.Contains(s, "prang sweep writes each run as it ends") {
			t.Errorf("%s: stderr: %s", form, s)
		}
	}
	if text, err := os.ReadFile(page); err != nil || !bytes.Contains(text, []byte("variations of its parameters, interrupted after ")) {
		t.Errorf("%v, page: %.500s", err, text)
	}
}

// A scenario, or a plan, through a pipe that nobody writes to: the program says what it waits for, and Ctrl-C ends it.
func TestProcess_InterruptEndsTheWait(t *testing.T) {
	t.Parallel()
	for command, what := range map[string]string{"run": "scenario", "sweep": "plan"} {
		t.Run(command, func(t *testing.T) { testInterruptedWait(t, command, what) })
	}
}

func testInterruptedWait(t *testing.T, command, what string) {
	pipe := filepath.Join(t.TempDir(), "pipe.yaml")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	c := prangProcess(t, "", command, pipe)
	lines := startScanned(t, c)
	for n, want := range []string{pipe + ": waiting for the " + what + " to be written to it", "prang: " + pipe + ": interrupted before it was read"} {
		if !lines.Scan() || lines.Text() != want {
			t.Errorf("stderr: %q, want %q", lines.Text(), want)
		}
		if n == 0 {
			if err := c.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
}

// What is no regular file is not waited for where a file is meant: a test among others, and a mesh.
func TestProcess_WaitsForNoPipeOfAnotherName(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(os.Mkdir("golden", 0o777), os.Mkdir("picture", 0o777), os.Mkdir("several", 0o777)); err != nil {
		t.Fatal(err)
	}
	for _, pipe := range []string{"several/pipe.scenario.yaml", "pipe.obj", "golden/golden.txt", "picture/picture.svg"} {
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const body = "gravity: [0, 0, -9.81]\nbodies: [{name: a, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 0]}]\n"
	for file, text := range map[string]string{
		"several/a.scenario.yaml": "name: a\nduration: 0.1 s\n" + body,
		"golden/scenario.yaml":    "name: b\nduration: 0.1 s\n" + body,
		"picture/scenario.yaml":   "name: c\nduration: 0.1 s\n" + body,
		"mesh.yaml":               "name: m\nduration: 0.1 s\nstatics: [{name: s, mesh: pipe.obj}]\n" + body,
		"plan.yaml":               "name: p\nscenarios: [several/pipe.scenario.yaml]\n",
	} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args   []string
		stdout string
		stderr string
	}{
		{[]string{"test", "several", "--update"}, "WROTE several/a.golden.txt\n", "prang: several/pipe.scenario.yaml: is no regular file: write the scenario to a file, or remove this one\n"},
		{[]string{"test", "golden"}, "FAIL  golden/scenario.yaml\n      golden/golden.txt: it is no regular file: remove it\n", ""},
		{[]string{"test", "picture"}, "", "prang: read picture/picture.svg: it is no regular file: remove it\n"},
		{[]string{"validate", "mesh.yaml"}, "", "mesh.yaml:3:27: statics[0].mesh: \"pipe.obj\" cannot be read: it is no regular file: give one\n"},
		{[]string{"sweep", "plan.yaml"}, "", "plan.yaml:2:13: scenarios[0]: several/pipe.scenario.yaml: is no regular file: write the scenario to a file, or remove this one\n"},
	} {
		a, stdout, stderr := testApp()
		if code := a.main(t.Context(), c.args); code != exitBadInput || !strings.HasPrefix(stdout.String(), c.stdout) || !strings.HasPrefix(stderr.String(), c.stderr) {
			t.Errorf("%q: code %d, stdout: %s, stderr: %s", c.args, code, stdout, stderr)
		}
	}
}

// A file that may not grow further ends a run with an error that names it, and leaves what was written: whole chunks.
func TestProcess_FullDiskLeavesAReadableLog(t *testing.T) {
	scenario, log := writeFlight(t)
	c := prangProcess(t, "ulimit -f 16; ", "run", scenario, "-o", log, "--quiet") // 8 or 16 KiB
	var stderr bytes.Buffer
	c.Stderr = &stderr
	err := c.Run()
	if err == nil || c.ProcessState.ExitCode() < 2 || !strings.Contains(stderr.String(), "flight.prang") || !strings.Contains(stderr.String(), "too large") {
		t.Fatalf("%v, %s", err, &stderr)
	}
	r, err := recorder.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	steps := r.Steps()
	for _, err := range r.Frames(0, steps) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if steps < 240 || r.Complete() {
		t.Errorf("%d steps, complete: %v", steps, r.Complete())
	}
}

// startFlight starts a run that would take hours, and returns when its log has steps.
func startFlight(t *testing.T) (c *exec.Cmd, scenario, log string, stdout, stderr *bytes.Buffer) {
	t.Helper()
	scenario, log = writeFlight(t)
	c = prangProcess(t, "", "run", scenario, "-o", log)
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	c.Stdout, c.Stderr = stdout, stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for range 12_000 {
		if info, err := os.Stat(log); err == nil && info.Size() > 2000 {
			return c, scenario, log, stdout, stderr
		}
		time.Sleep(5 * time.Millisecond)
	}
	_ = c.Process.Kill()
	_ = c.Wait() // so that nothing writes to stderr any more
	t.Fatalf("no steps: %s", stderr)
	return nil, "", "", nil, nil
}

// interrupt interrupts a run, and returns when it has ended as it should.
func interrupt(t *testing.T, c *exec.Cmd) {
	t.Helper()
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
}

// A run whose log another run is writing is refused before it begins, with others before it too; the other keeps its log.
func TestProcess_RunsOfOneLogAtOnce(t *testing.T) {
	c, scenario, log, _, stderr := startFlight(t)
	want := "prang: log " + log + ": a run is writing this log: wait until it ends, or give another name with -o\n"
	a, stdout, said := testApp()
	if code := a.main(t.Context(), []string{"run", scenario, "-o", log}); code != exitBadInput || stdout.Len() > 0 || said.String() != want {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, said)
	}
	t.Chdir(t.TempDir())
	short := "short.yaml"
	if err := os.WriteFile(short, []byte(strings.NewReplacer("400000 s", "1 s", "name: flight", "name: short").Replace(flight)), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll("runs/out", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(log, "runs/out/flight.prang"); err != nil {
		t.Fatal(err)
	}
	a, stdout, said = testApp()
	if code := a.main(t.Context(), []string{"run", short, scenario}); code != exitBadInput || stdout.Len() > 0 || !strings.Contains(said.String(), "flight.prang: a run is writing this log") {
		t.Errorf("two runs: exit code %d, stdout %q, stderr %q", code, stdout, said)
	}
	interrupt(t, c)
	if !strings.Contains(stderr.String(), "continue with: prang resume "+log) {
		t.Errorf("stderr: %s", stderr)
	}
	r, err := recorder.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if s, ok := r.Summary(); !ok || s.Ended != recorder.Interrupted || r.Steps() < 2 || len(r.Problems()) > 0 {
		t.Errorf("summary %+v, %v, %d steps, problems %q", s, ok, r.Steps(), r.Problems())
	}
}

// An interrupted run whose log has gone says so, and neither names the one that is there now nor how to continue it.
func TestProcess_InterruptedWithoutItsLog(t *testing.T) {
	c, _, log, stdout, stderr := startFlight(t)
	if err := os.Remove(log); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(log, []byte("another"), 0o666); err != nil {
		t.Fatal(err)
	}
	interrupt(t, c)
	if s := stderr.String(); !strings.HasPrefix(s, "prang: log "+log+": the log of this run is lost: ") || !strings.Contains(s, "interrupted after") ||
		strings.Contains(s, "context") || strings.Contains(s, "continue with") {
		t.Errorf("stderr: %s", s)
	}
	if s := stdout.String(); !strings.Contains(s, "flight: interrupted after") || strings.Contains(s, log) {
		t.Errorf("stdout: %s", s)
	}
}
