package compare

import (
	"testing"

	"github.com/prang-sim/prang/recorder"
)

// A log of hashes and one of states of the same run are equal by their chunks; of another run it is found where.
func TestLogs_OfHashes(t *testing.T) {
	full := bodyHeader(3)
	h := full
	h.Level = recorder.LevelVerify
	frames := contact(&h, 3, 400)
	whole := encodeLog(t, full, nil, frames)
	r := mustOpen(t, encodeLog(t, h, nil, frames))
	r.Simulate(memory(frames))
	c, err := Logs(mustOpen(t, whole), r, Options{})
	if err != nil || c.Verdict != Equal || !c.ByHash {
		t.Errorf("%+v, %v", c, err)
	}
	other := cloneFrames(frames)
	other[123].Values[4]++
	if c, err = Logs(mustOpen(t, encodeLog(t, full, nil, other)), r, Options{}); err != nil || c.First == nil || c.First.Step != 123 {
		t.Errorf("%+v, %v", c, err)
	}
}
