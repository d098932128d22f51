package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder/compare"
)

// readRenames reads the values of --rename.
func readRenames(cmd *cobra.Command, values []string) (list []compare.Rename, err error) {
	for _, v := range values {
		before, after, ok := strings.Cut(v, "=")
		if !ok || before == "" || after == "" {
			return nil, usagef(cmd, "--rename %q: give OLD=NEW, the names of an object in A and in B", v)
		}
		list = append(list, compare.Rename{A: before, B: after})
	}
	return list, nil
}

// renamed says which objects have other names in B, and how to say so of those that may have.
func renamed(b *strings.Builder, c *compare.Comparison) {
	var list, flags []string
	for _, r := range c.Renamed {
		list = append(list, fmt.Sprintf("%q of A is %q in B", r.A, r.B))
	}
	for _, r := range c.Likely {
		flags = append(flags, "--rename "+quoted(r.A+"="+r.B))
	}
	if len(list) > 0 {
		fmt.Fprintf(b, "renamed: %s\n", firstNames(list))
	}
	if len(flags) > 0 {
		fmt.Fprintf(b, "perhaps renamed, with another definition at the same place: %s compares them\n", strings.Join(flags[:min(len(flags), 4)], " "))
	}
}
