package wording

import "testing"

// TestOrDevice: Windows has no files of the streams.
func TestOrDevice(t *testing.T) {
	if got := OrDevice("/dev/stdin", "linux") + OrDevice("/dev/stdin", "windows"); got != ", or /dev/stdin" {
		t.Error(got)
	}
}
