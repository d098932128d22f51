package record

import "testing"

func TestIsColor_TakesSixDigitsAlone(t *testing.T) {
	for s, want := range map[string]bool{
		"#c0392b": true, "#C0392B": true, "#000000": true,
		"": false, "red": false, "#12": false, "c0392b0": false, "#c0392g": false, "#c0392b ": false, "#c0392b\n": false, "#+12345": false,
		`red"><script>alert(1)</script>`: false, "#ü1234": false,
	} {
		if got := IsColor(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
