package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/wording"
)

// checkOutput refuses, before anything is computed, a file that a flag names and that cannot be written or must not be:
// one of others, which the command reads or writes too, or what prang reads, such as a log or a scenario. Without the flag
// there is no file.
func checkOutput(cmd *cobra.Command, flag, name string, others ...string) error {
	if err := checkPlace(cmd, flag, name, others...); err != nil || name == "" {
		return err
	}
	if kind := runs.InputKind(name); kind != "" {
		return usagef(cmd, "--%s %s: would overwrite %s: give another name, or remove it", flag, name, kind)
	}
	return nil
}

// checkPlace is checkOutput for a file that is gone on with if it is there.
func checkPlace(cmd *cobra.Command, flag, name string, others ...string) error {
	switch {
	case name == "" && cmd.Flags().Changed(flag):
		return usagef(cmd, "--%s: is empty: give the name of a file, or leave it out", flag)
	case name == "":
		return nil
	case name == "-":
		return usagef(cmd, "--%s -: standard output is not possible here: give the name of a file%s", flag, wording.OrDevice("/dev/stdout", runtime.GOOS))
	}
	if err := checkDirectory(cmd, flag, name); err != nil {
		return err
	}
	for _, other := range others {
		if sameFile(name, other) {
			return usagef(cmd, "--%s %s: would overwrite %s, which is read or written too: give another name", flag, name, other)
		}
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return usagef(cmd, "--%s %s: %w", flag, name, reason(err))
	case info.IsDir():
		return usagef(cmd, "--%s %s: is a directory: give the name of a file", flag, name)
	}
	return nil
}

// sameFile reports whether two names are of one file, or would be: a file that is not there yet is known by its directory.
func sameFile(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	switch {
	case errA == nil && errB == nil:
		return os.SameFile(x, y)
	case errA == nil || errB == nil || filepath.Base(a) != filepath.Base(b):
		return false
	}
	x, errA = os.Stat(filepath.Dir(a))
	y, errB = os.Stat(filepath.Dir(b))
	if errA != nil || errB != nil { // a directory that is yet to be made, such as runs/out
		return filepath.Clean(a) == filepath.Clean(b)
	}
	return os.SameFile(x, y)
}

// checkDirectory refuses a file that a flag names in a directory that is not there: its name is more likely misspelt than
// meant to be made.
func checkDirectory(cmd *cobra.Command, flag, name string) error {
	if dir := filepath.Dir(name); !isDir(dir) {
		return usagef(cmd, "--%s %s: there is no directory %s: make it, or give another name", flag, name, dir)
	}
	return nil
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// reason is an error without the name of the file, for a message that has it.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// writeFile writes to the file that a flag names, or to stdout without a name, or by one such as /dev/stdout. A file that
// cannot be written whole is as it was before. An interrupt ends the writing.
func (a *app) writeFile(ctx context.Context, flag, name string, write func(w io.Writer) error) error {
	if name == "" || a.isOut(name) {
		return flushed(ctx, a.out, write)
	}
	if err := replaceFile(ctx, name, write); err != nil {
		if errors.Is(err, fs.ErrPermission) {
			return fmt.Errorf("--%s %s: %w: make its directory writable, or give another name", flag, name, reason(err))
		}
		return fmt.Errorf("--%s %s: %w", flag, name, reason(err))
	}
	return nil
}

// isOut reports whether a name is one of stdout, or of the file that it is sent to.
func (a *app) isOut(name string) bool {
	info, err := os.Stat(name)
	return err == nil && a.outInfo != nil && os.SameFile(info, a.outInfo)
}

// replaceFile writes a file beside the one of the name, which takes its place when it is whole. What is no regular
// file, such as a pipe, is written to.
func replaceFile(ctx context.Context, name string, write func(w io.Writer) error) error {
	mode := fs.FileMode(0o666)
	if info, err := os.Stat(name); err == nil {
		if mode = info.Mode(); !mode.IsRegular() { // its links may lead nowhere: /dev/fd/3 may be a pipe without a name
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			return errors.Join(flushed(ctx, f, write), f.Close())
		}
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	}
	part := name + ".part"
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	err = flushed(ctx, f, write)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		os.Remove(part)
	}
	return err
}

// flushed writes through a buffer.
func flushed(ctx context.Context, w io.Writer, write func(w io.Writer) error) error {
	out := bufio.NewWriter(untilInterrupt{ctx, w})
	if err := write(out); err != nil {
		return err
	}
	return out.Flush()
}

// untilInterrupt is a writer that an interrupt ends.
type untilInterrupt struct {
	ctx context.Context
	w   io.Writer
}

func (u untilInterrupt) Write(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, fmt.Errorf("interrupted: %w", err)
	}
	return u.w.Write(b)
}
