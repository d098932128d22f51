package runs

import "github.com/rivo/uniseg"

// Width returns how many columns of a terminal a text takes: two for a wide letter, as of Chinese, Japanese and Korean.
func Width(text string) int { return uniseg.StringWidth(text) }
