package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// engineKnown is the environment variable that tells a process of a test what runs.MeasuredEngine would find, which takes
// longer than most of what scripts do.
const engineKnown = "PRANG_TEST_ENGINE"

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // a tenth less time, here and in the processes of tests
	if name := os.Getenv(engineKnown); name != "" {
		runs.MeasuredEngine = func() string { return name }
	}
	if os.Getenv(serves) != "" {
		serve()
		return
	}
	testscript.Main(m, map[string]func(){"prang": func() { os.Exit(program()) }})
}

func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("CI", "")
			if filepath.Base(env.WorkDir) != "script-resume" { // whose processes find it themselves
				env.Setenv(engineKnown, runs.Engine())
				if !geomtest.Long {
					env.Values[serves] = newServer(env)
				}
			}
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond != "long" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return geomtest.Long, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": code, "flip": flip, "cut": cut, "later": later, "append": appendLine},
	})
}

// code N prog args… runs a program and checks its exit code; its output is there for stdout and stderr. Prang has a
// process of its own for each command with the tag long, else, unless it is given a device, one for the whole script.
func code(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if neg || err != nil {
		ts.Fatalf("usage: code N program arguments...")
	}
	got := 0
	if s, ok := ts.Value(serves).(*server); ok && args[1] == "prang" && !slices.ContainsFunc(args, func(a string) bool { return strings.Contains(a, "/dev/") }) {
		got = s.run(ts, args[2:])
	} else if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// cut FILE N leaves only the first N hundredths of a file, cut FILE -N its first N bytes.
func cut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cut FILE N")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	path := ts.MkAbs(args[0])
	data, err := os.ReadFile(path)
	ts.Check(err)
	left := len(data) * n / 100
	if n < 0 {
		left = -n
	}
	ts.Check(os.WriteFile(path, data[:left], 0o666))
}

// appendLine is the script command append FILE LINE: it adds a line to a file.
func appendLine(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: append FILE LINE")
	}
	path := ts.MkAbs(args[0])
	data, err := os.ReadFile(path)
	ts.Check(err)
	ts.Check(os.WriteFile(path, append(data, args[1]+"\n"...), 0o666))
}

// later LOG makes a log one of the next minor version of the format.
func later(ts *testscript.TestScript, neg bool, args []string) {
	path := ts.MkAbs(args[0])
	data, err := os.ReadFile(path)
	ts.Check(err)
	binary.LittleEndian.PutUint16(data[12:], recorder.Minor+1)
	binary.LittleEndian.PutUint32(data[16:], crc32.Checksum(data[:16], crc32.MakeTable(crc32.Castagnoli)))
	ts.Check(os.WriteFile(path, data, 0o666))
}

// flip LOG N flips a bit in the middle of chunk N of a log, flip LOG header one of its header, flip LOG copy one of the copy of
// that, flip LOG file NAME one of a file that it carries.
func flip(ts *testscript.TestScript, neg bool, args []string) {
	path := ts.MkAbs(args[0])
	data, err := os.ReadFile(path)
	ts.Check(err)
	r, err := recorder.NewReader(bytes.NewReader(data), int64(len(data)))
	ts.Check(err)
	at := r.Chunks()[0].Offset
	switch args[1] {
	case "header":
		at /= 2
	case "copy":
		at = int64(bytes.LastIndex(data, []byte{0x8A, 0x4C, 0x1B, 0x9E, 6})) + 50
	case "file":
		for ; err == nil; data[at] ^= 4 { // from the last file back
			at--
			data[at] ^= 4
			_, err = r.Asset(args[2])
		}
	default:
		n, err := strconv.Atoi(args[1])
		ts.Check(err)
		chunk := r.Chunks()[n]
		at = chunk.Offset + chunk.Size/2
	}
	data[at] ^= 4
	ts.Check(os.WriteFile(path, data, 0o666))
}

// flight is a body in free flight that would take hours.
const flight = `name: flight
duration: 400000 s
gravity: [0, 0, 0]
bodies: [{name: probe, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 0], velocity: [1, 0, 0]}]
`

func testApp() (a *app, out, err *bytes.Buffer) {
	out, err = &bytes.Buffer{}, &bytes.Buffer{}
	return &app{out: out, err: err, now: time.Now}, out, err
}

func TestRun_InterruptedKeepsWhatThereIs(t *testing.T) {
	dir := t.TempDir()
	scenario, log := filepath.Join(dir, "flight.yaml"), filepath.Join(dir, "flight.prang")
	if err := os.WriteFile(scenario, []byte(flight), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { // interrupts the run when its log has steps: it grows before, by its header
		for ctx.Err() == nil {
			if r, err := recorder.Open(log); err == nil {
				if r.Steps() > 1 {
					cancel()
				}
				r.Close()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	a, out, stderr := testApp()
	if code := a.main(ctx, []string{"run", scenario, "-o", log}); code != exitInterrupted {
		t.Fatalf("exit code %d, want %d: %s", code, exitInterrupted, stderr)
	}
	if !strings.Contains(out.String(), "flight: interrupted after") || !strings.Contains(stderr.String(), "interrupted after") ||
		!strings.Contains(stderr.String(), "continue with: prang resume "+log) {
		t.Errorf("stdout %q, stderr %q", out, stderr)
	}
	a, out, stderr = testApp()
	if code := a.main(t.Context(), []string{"info", log}); code != exitOK || stderr.String() != "continue with: prang resume "+log+"\n" {
		t.Errorf("info: exit code %d, stdout %q, stderr %q", code, out, stderr)
	}
	r, err := recorder.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s, ok := r.Summary()
	if !ok || s.Ended != recorder.Interrupted || r.Steps() < 2 || len(r.Problems()) > 0 {
		t.Errorf("summary %+v, %v, %d frames, problems %v", s, ok, r.Steps(), r.Problems())
	}
	v, err := runs.Verify(t.Context(), r, runs.VerifyOptions{})
	if err != nil || !v.Equal || v.Frames != r.Steps() {
		t.Errorf("verification %+v, %v", v, err)
	}
}

// An export that is interrupted leaves the file of before, and nothing beside it.
func TestExport_InterruptedLeavesTheFile(t *testing.T) {
	dir := t.TempDir()
	scenario, log, table := filepath.Join(dir, "flight.yaml"), filepath.Join(dir, "flight.prang"), filepath.Join(dir, "table.csv")
	for file, text := range map[string]string{scenario: strings.Replace(flight, "400000 s", "1 s", 1), table: "before"} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	a, _, stderr := testApp()
	if code := a.main(t.Context(), []string{"run", scenario, "-o", log, "-q"}); code != exitOK {
		t.Fatal(code, stderr)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if code := a.main(ctx, []string{"export", log, "--to", "csv", "-o", table}); code != exitInterrupted {
		t.Errorf("exit code %d, want %d: %s", code, exitInterrupted, stderr)
	}
	if text, err := os.ReadFile(table); err != nil || string(text) != "before" {
		t.Errorf("the file is %.40q, %v", text, err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 3 {
		t.Errorf("%v, %v", files, err)
	}
}

// clock is a clock that goes on by a step at each look.
type clock struct {
	t    time.Time
	step time.Duration
}

func (c *clock) now() time.Time {
	c.t = c.t.Add(c.step)
	return c.t
}

func TestProgress_ShowsOnlyWhatTakesLongerThanASecond(t *testing.T) {
	for _, c := range []struct {
		name         string
		terminal, ci bool
		quiet        bool
		step         time.Duration
		want         string // "" for nothing
	}{
		{"pipe", false, false, false, time.Second, ""},
		{"CI", false, true, false, time.Second, "crash: 10 % (111 of 1000)\n"},
		{"CI, quick", false, true, false, time.Millisecond, ""},
		{"CI, quiet", false, true, true, time.Second, ""},
		{"terminal", true, false, false, time.Second, "crash"},
		{"terminal, quick", true, false, false, time.Millisecond, ""},
		{"terminal, quiet", true, false, true, time.Second, ""},
	} {
		a, out, stderr := testApp()
		a.terminal, a.ci, a.quiet, a.now = c.terminal, c.ci, c.quiet, (&clock{step: c.step}).now
		p := a.progress("crash")
		if update := p.step(); update != nil {
			for i := int64(0); i <= 1000; i++ {
				update(i, 1000)
			}
		}
		p.close()
		if out.Len() > 0 {
			t.Errorf("%s: stdout has %q", c.name, out)
		}
		if got := stderr.String(); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: stderr has %q, want %q", c.name, got, c.want)
		}
		if c.name == "CI" && strings.Count(stderr.String(), "\n") != 10 {
			t.Errorf("CI: %d lines, want 10: %q", strings.Count(stderr.String(), "\n"), stderr)
		}
	}
}

// What an interrupted command says: that it was, once, and where, without the words of package context.
func TestInterruption_SaysSoOnce(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{context.Canceled, "interrupted"},
		{fmt.Errorf("S3: %w", context.Canceled), "S3: interrupted"},
		{fmt.Errorf("scenario a: interrupted after 3 of 4 steps: %w", context.Canceled), "scenario a: interrupted after 3 of 4 steps"},
	} {
		if got := interruption(c.err); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestProblem_ColoursTheCaretOnly(t *testing.T) {
	_, err := scenariofile.Parse("a.yaml", []byte("name: 5\n"), nil)
	a, _, stderr := testApp()
	a.problem(err)
	plain := stderr.String()
	stderr.Reset()
	a.color = true
	a.problem(err)
	coloured := stderr.String()
	if strings.Contains(plain, "\x1b") || !strings.Contains(coloured, "\x1b[31m^\x1b[0m") {
		t.Errorf("plain %q\ncoloured %q", plain, coloured)
	}
	if strings.NewReplacer("\x1b[31m", "", "\x1b[0m", "").Replace(coloured) != plain {
		t.Errorf("colours change the text: %q", coloured)
	}
}

func TestFixed_LargeNumbers(t *testing.T) {
	if got, want := fixed(10, 4, -1.5, 1e9, -4.05e304), "   -1.5000      1e+09 -4.05e+304"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
