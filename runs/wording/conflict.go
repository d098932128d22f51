package wording

import "bytes"

// ConflictText is the message of what ConflictLine finds.
const ConflictText = "has the marks of a merge conflict: keep one side, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>"

// ConflictLine returns the line at which a conflict of git begins that was left in a text, 0 for none.
func ConflictLine(text []byte) int {
	n, begin := 0, 0
	for line := range bytes.Lines(text) {
		switch n++; {
		case bytes.HasPrefix(line, []byte("<<<<<<< ")) && begin == 0:
			begin = n
		case bytes.HasPrefix(line, []byte(">>>>>>> ")) && begin > 0:
			return begin
		}
	}
	return 0
}
