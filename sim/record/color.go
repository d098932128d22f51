package record

// IsColor reports whether a text is a color of an object: "#" and six hexadecimal digits. A log of another writer may
// have any text in its place, which what draws must not take.
func IsColor(s string) bool {
	if len(s) != 7 || s[0] != '#' {
		return false
	}
	for _, c := range []byte(s[1:]) {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F') {
			return false
		}
	}
	return true
}
