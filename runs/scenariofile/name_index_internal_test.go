package scenariofile

import "testing"

// TestNameIndex_FindsTheFirstInAListThatGrows: as a look at each name would, and nothing for no name.
func TestNameIndex_FindsTheFirstInAListThatGrows(t *testing.T) {
	var x nameIndex
	var list []string
	find := func(name string) int { return x.find(name, len(list), func(i int) string { return list[i] }) }
	for _, c := range []struct {
		added []string
		find  string
		want  int
	}{
		{nil, "a", -1},
		{[]string{"a", "", "b"}, "b", 2},
		{nil, "", -1},
		{nil, "c", -1},
		{[]string{"a", "c"}, "a", 0},
		{nil, "c", 4},
	} {
		list = append(list, c.added...)
		if got := find(c.find); got != c.want {
			t.Errorf("%q in %q: %d, want %d", c.find, list, got, c.want)
		}
	}
}
