package wording

import (
	"fmt"
	"slices"
	"strings"
)

// Choices returns the end of a message about an unknown name: the list of the known ones, or, if there are more than a
// dozen, the nearest one and the first few.
func Choices(name string, names []string) string {
	const dozen = 12
	switch {
	case len(names) == 0:
		return "it has none"
	case len(names) <= dozen:
		return "it has " + strings.Join(names, ", ")
	}
	hint := "it has " + FirstFew(names)
	if near := Nearest(name, names); near != "" {
		hint = fmt.Sprintf("did you mean %q? ", near) + hint
	}
	return hint
}

// FirstFew lists names, only the first ones if there are more than five.
func FirstFew(names []string) string {
	const few = 5
	if len(names) <= few {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
}

// Nearest returns the candidate that differs least from word, for "did you mean"; "" when none is close: more than a
// third of the letters would have to change, or all of them. The same word in other letters is nearest. Equal distances go to the
// first in alphabetical order.
func Nearest(word string, candidates []string) string {
	const longest = 40
	if len(word) > longest {
		return ""
	}
	sorted := slices.Sorted(slices.Values(candidates))
	if i := slices.IndexFunc(sorted, func(c string) bool { return strings.EqualFold(c, word) }); i >= 0 {
		return sorted[i]
	}
	best, at := "", 1+max(len(word), 3)/3
	for _, c := range sorted {
		if d := editDistance(word, c); d < at && d < max(len(word), len(c)) {
			best, at = c, d
		}
	}
	return best
}

// editDistance is the number of letters to insert, delete, replace or swap with their neighbour to make b of a.
func editDistance(a, b string) int {
	before, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(b)]
}
