package compare

import (
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// Impacts in chunks that are equal by their hashes are counted, too, unless both logs have nothing but hashes.
func TestLogs_CountsImpactsOfEqualChunks(t *testing.T) {
	full := bodyHeader(2)
	frames := withImpacts(flight(&full, 2, 960), impactAt(0.5, 0, 1, 100), impactAt(0.6, 0, 1, 100), impactAt(1.5, 0, 1, 50), impactAt(3.5, 0, 1, 20))
	verify := full
	verify.Level = recorder.LevelVerify
	log := func(h recorder.Header, frames []record.Frame) *recorder.Reader {
		r := mustOpen(t, encodeLog(t, h, nil, frames))
		if h.Level == recorder.LevelVerify {
			r.Simulate(memory(frames))
		}
		return r
	}
	late := cloneFrames(frames)
	late[959].Values[0]++
	early := cloneFrames(frames)
	early[0].Values[0]++
	for _, c := range []struct {
		name             string
		a, b             *recorder.Reader
		inA, inB, inBoth int
		uncounted        int64
	}{
		{"shorter", log(full, frames), log(full, frames[:480]), 4, 3, 3, 0},
		{"other values at the end", log(full, frames), log(full, late), 4, 4, 4, 0},
		{"other values at the start", log(full, frames), log(full, early), 4, 4, 4, 0},
		{"shorter, of hashes", log(full, frames), log(verify, frames[:480]), 4, 3, 3, 0},
		{"of hashes, shorter", log(verify, frames), log(full, frames[:480]), 4, 3, 3, 0},
		{"both of hashes", log(verify, frames), log(verify, frames[:480]), 1, 0, 0, 480},
	} {
		r, err := Logs(c.a, c.b, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if i := r.Impacts; i == nil || i.A != c.inA || i.B != c.inB || i.Matched != c.inBoth || i.OnlyA != c.inA-c.inBoth || i.OnlyB != 0 || i.Uncounted != c.uncounted {
			t.Errorf("%s: %+v", c.name, i)
		}
	}
}
