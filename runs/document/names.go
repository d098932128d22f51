package document

import (
	"regexp"
	"unicode/utf8"
)

// nameForm is what names of up to 80 characters may look like. A count in the form would be read
// as so many copies of the class of letters: 15 ms at each start of the program.
var nameForm = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N} ._+-]*$`)

// IsName reports whether text can be a name: names end up in tables, file names and messages.
func IsName(text string) bool {
	return utf8.RuneCountInString(text) <= 80 && nameForm.MatchString(text)
}
