package wording_test

import (
	"fmt"
	"testing"

	"github.com/prang-sim/prang/runs/wording"
)

func TestChoices_ListFewAndNameTheNearestOfMany(t *testing.T) {
	var many []string
	for i := range 10_000 {
		many = append(many, fmt.Sprintf("crate-%04d", i))
	}
	for _, c := range []struct {
		name  string
		names []string
		want  string
	}{
		{"c", nil, "it has none"},
		{"c", []string{"a", "b"}, "it has a, b"},
		{"k", many[:12], "it has crate-0000, crate-0001, crate-0002, crate-0003, crate-0004, crate-0005, crate-0006, crate-0007, crate-0008, crate-0009, crate-0010, crate-0011"},
		{"k", many[:13], "it has crate-0000, crate-0001, crate-0002, crate-0003, crate-0004 and 8 more"},
		{"crate 4711", many, `did you mean "crate-4711"? it has crate-0000, crate-0001, crate-0002, crate-0003, crate-0004 and 9995 more`},
	} {
		if got := wording.Choices(c.name, c.names); got != c.want {
			t.Errorf("%q: %q, want %q", c.name, got, c.want)
		}
	}
}

// The same word in other letters is the nearest, however many of them differ.
func TestNearest_OfOtherCase(t *testing.T) {
	for _, c := range []struct {
		word string
		from []string
		want string
	}{
		{"KG", []string{"g", "kg", "t"}, "kg"},
		{"Km", []string{"cm", "km", "m"}, "km"},
		{"STEEL", []string{"steel", "wood"}, "steel"},
		{"T", []string{"g", "t"}, "t"},
		{"x", []string{"g", "t"}, ""},
	} {
		if got := wording.Nearest(c.word, c.from); got != c.want {
			t.Errorf("%q: %q, want %q", c.word, got, c.want)
		}
	}
}
