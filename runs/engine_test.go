package runs

import (
	"regexp"
	"testing"
)

// TestEngine_HasAFingerprint: the fingerprint is that of a run in which all kinds of motion take part, and equal each
// time.
func TestEngine_HasAFingerprint(t *testing.T) {
	if e := Engine(); !regexp.MustCompile(`^prang ` + regexp.QuoteMeta(Version) + ` \([0-9a-f]{8}\)$`).MatchString(e) {
		t.Errorf("engine %q", e)
	}
	if a, b := fingerprint(), fingerprint(); a != b || a == 0 {
		t.Errorf("fingerprints %08x and %08x", a, b)
	}
}

func BenchmarkEngine(b *testing.B) {
	for b.Loop() {
		fingerprint()
	}
}
