package wording

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Clip shortens text for messages.
func Clip(s string) string {
	const longest = 60
	r := []rune(s)
	if len(r) <= longest {
		return s
	}
	return string(r[:longest]) + "…"
}

// OneLine replaces what would break a line or a terminal.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}

// FirstLine returns the first line of an error.
func FirstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// WithoutPath is the error of a file without its name, for a message that has it.
func WithoutPath(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// NoFile is the error of a file that cannot be made, with a remedy where none may write to it.
func NoFile(what string, err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%s: %w: make it and its directory writable, or give another name with -o", what, WithoutPath(err))
	}
	return fmt.Errorf("%s: %w", what, err)
}

// OrDevice is the end of a remedy: a name of standard input or output that is that of a file, on systems that have one.
func OrDevice(name, system string) string {
	if system == "windows" {
		return ""
	}
	return ", or " + name
}
