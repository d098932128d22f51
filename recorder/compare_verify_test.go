package recorder

import "testing"

// A log of hashes and one of states of the same run are equal by their chunks; of another run it is found where.
func TestLogs_OfHashes(t *testing.T) {
	full := bodyHeader(3)
	h := full
	h.Level = LevelVerify
	frames := contact(&h, 3, 400)
	whole := encodeLog(t, full, nil, frames)
	r := mustOpen(t, encodeLog(t, h, nil, frames))
	r.Simulate(memory(frames))
	c, err := Compare(mustOpen(t, whole), r, CompareOptions{})
	if err != nil || c.Verdict != Equal || !c.ByHash {
		t.Errorf("%+v, %v", c, err)
	}
	other := cloneFrames(frames)
	other[123].Values[4]++
	if c, err = Compare(mustOpen(t, encodeLog(t, full, nil, other)), r, CompareOptions{}); err != nil || c.First == nil || c.First.Step != 123 {
		t.Errorf("%+v, %v", c, err)
	}
}
