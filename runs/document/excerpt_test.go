package document

import (
	"strings"
	"testing"
)

func TestExcerpt_ShowsAWindowOfALongLine(t *testing.T) {
	text, caret := excerpt(strings.Repeat("é", 150)+"X"+strings.Repeat("é", 150), 151)
	if i := strings.Index(caret, "^"); []rune(text)[i] != 'X' || len([]rune(text)) != 100 {
		t.Errorf("the caret of a long line is at %d of %q", i, text)
	}
}
