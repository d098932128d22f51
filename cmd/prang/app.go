package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/document"
)

// The exit codes.
const (
	exitOK          = 0
	exitDifferent   = 1   // compare, test, replay --verify: a difference
	exitBadInput    = 2   // bad usage or input
	exitFailed      = 3   // a run failed
	exitBits        = 4   // test: bits differ, but the physics is equal
	exitInterrupted = 130 // interrupted; the results so far were kept
)

// app is shared by the subcommands: the streams that they write to, and the global flags.
type app struct {
	out, err io.Writer // for data; for messages and bars
	terminal bool      // err is a terminal
	// outTerminal: out is a terminal.
	outTerminal bool
	outInfo     os.FileInfo // of the file that out is, to know it by another name; nil for none
	ci          bool        // the environment says CI
	color       bool        // messages may be coloured
	now         func() time.Time
	quiet       bool
	verbose     bool
	log         *slog.Logger
	release     func() // lets the next interrupt end the process; may be nil
}

// endAtOnce makes an interrupt end the process at once. It is for commands that only read.
func (a *app) endAtOnce() {
	if a.release != nil {
		a.release()
	}
}

// outlive lets a command that also writes files, logs or goldens go on when the reader of its output has gone, such as head.
func (a *app) outlive() {
	ignoreBrokenPipes()
	if out, ok := a.out.(*firstError); ok {
		out.w = readByNone{out.w}
	}
}

// readByNone is a writer that drops what nobody reads any more.
type readByNone struct{ io.Writer }

func (r readByNone) Write(b []byte) (int, error) {
	n, err := r.Writer.Write(b)
	if errors.Is(err, syscall.EPIPE) {
		return len(b), nil
	}
	return n, err
}

func newApp(out, err *os.File) *app {
	a := &app{out: out, err: err, now: time.Now, terminal: term.IsTerminal(int(err.Fd())), outTerminal: term.IsTerminal(int(out.Fd())), ci: isSet("CI")}
	if info, err := out.Stat(); err == nil {
		a.outInfo = info
	}
	a.color = a.terminal && !isSet("NO_COLOR") && os.Getenv("TERM") != "dumb"
	return a
}

func isSet(name string) bool {
	v := os.Getenv(name)
	return v != "" && v != "0" && v != "false"
}

// errDifferent is the result of a command that found a difference and has said so.
var errDifferent = errors.New("different")

// errBits is the result of a test in which bits differ, but no physics.
var errBits = errors.New("bits differ")

// errRunFailed is the result of a test or a sweep in which a run failed, which has been reported.
var errRunFailed = errors.New("a run failed")

// errReported is bad input that has been reported already.
var errReported = errors.New("reported")

// usageError is a wrong use of the command line.
type usageError struct {
	cmd *cobra.Command
	err error
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(cmd *cobra.Command, format string, args ...any) error {
	return &usageError{cmd, fmt.Errorf(format, args...)}
}

// main runs the program with the given arguments and returns the exit code. Data that could not be written are an error,
// whatever wrote them.
func (a *app) main(ctx context.Context, args []string) int {
	out := &firstError{w: a.out}
	a.out = out
	root := a.root()
	root.SetArgs(args)
	root.SetOut(a.out)
	root.SetErr(a.err)
	err := root.ExecuteContext(ctx)
	code := a.exit(err)
	if out.err != nil && !errors.Is(err, out.err) {
		a.problem(out.err)
		return exitBadInput
	}
	return code
}

// firstError is a writer that keeps the first error of writing.
type firstError struct {
	w   io.Writer
	err error
}

func (f *firstError) Write(b []byte) (int, error) {
	n, err := f.w.Write(b)
	if f.err == nil {
		f.err = err
	}
	return n, err
}

// exit reports an error, once, and returns the exit code.
func (a *app) exit(err error) int {
	var failed *runs.FailedError
	var usage *usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errDifferent):
		return exitDifferent
	case errors.Is(err, errBits):
		return exitBits
	case errors.Is(err, errReported):
		return exitBadInput
	case errors.Is(err, errRunFailed):
		return exitFailed
	case runs.Interrupted(err):
		a.problem(errors.New(interruption(err)))
		return exitInterrupted
	case errors.As(err, &failed):
		a.problem(err)
		return exitFailed
	case errors.As(err, &usage):
		a.problem(err)
		fmt.Fprintf(a.err, "usage: %s\nsee: %s --help\n", usage.cmd.UseLine(), usage.cmd.CommandPath())
		return exitBadInput
	}
	a.problem(err)
	return exitBadInput
}

// interruption returns the message of an interrupted command: what was interrupted and where, as far as the error says.
func interruption(err error) string {
	text := strings.TrimSuffix(strings.TrimSuffix(err.Error(), context.Canceled.Error()), ": ")
	switch {
	case text == "":
		return "interrupted"
	case strings.Contains(text, "interrupted"):
		return text
	}
	return text + ": interrupted"
}

// problem writes an error to stderr. Problems of a scenario come with excerpts of the file.
func (a *app) problem(err error) {
	var invalid *document.InvalidError
	if errors.As(err, &invalid) {
		fmt.Fprintln(a.err, a.mark(invalid.Excerpts()))
		return
	}
	fmt.Fprintf(a.err, "%s %v\n", a.red("prang:"), err)
}

func (a *app) red(s string) string {
	if !a.color {
		return s
	}
	return "\x1b[31m" + s + "\x1b[0m"
}

// mark colours the carets of excerpts.
func (a *app) mark(s string) string {
	if !a.color {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if before, ok := strings.CutSuffix(l, "^"); ok && strings.HasPrefix(l, "      | ") {
			lines[i] = before + a.red("^")
		}
	}
	return strings.Join(lines, "\n")
}

// message writes a line to stderr, unless --quiet.
func (a *app) message(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.err, format+"\n", args...)
	}
}
