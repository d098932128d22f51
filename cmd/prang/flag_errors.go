package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagValues describes the values of flags of each type.
var flagValues = map[string]string{
	"int": "a whole number", "int64": "a whole number", "uint64": "a whole number that is not below zero",
	"float64": "a number", "bool": "true or false",
}

// flagError returns an error about a flag in plain words.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && (unknown.GetSpecifiedName() == "v" || unknown.GetSpecifiedName() == "verbose") {
		var names []string
		for _, c := range cmd.Root().Commands() {
			if c.Flags().Lookup("verbose") != nil {
				names = append(names, c.Name())
			}
		}
		last := len(names) - 1
		return usagef(cmd, "%w: only %s and %s have more detail: give it after their name, or leave it out", err, strings.Join(names[:last], ", "), names[last])
	}
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return &usageError{cmd, err}
	}
	flag := invalid.GetFlag()
	what, ok := flagValues[flag.Value.Type()]
	if !ok {
		return &usageError{cmd, err}
	}
	if errors.Is(err, strconv.ErrRange) {
		what = fmt.Sprintf("is too large: give %s", what)
	} else {
		what = "give " + what
	}
	name := "--" + flag.Name
	if flag.Shorthand != "" {
		name = "-" + flag.Shorthand
	}
	return usagef(cmd, "%s %s: %s", name, invalid.GetValue(), what)
}
