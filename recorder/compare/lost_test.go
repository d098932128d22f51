package compare

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// Where steps of a log cannot be read, nothing is known of them: neither their values, nor their impacts, nor the
// length of the log make a difference.
func TestLogs_UndecidedWhereStepsCannotBeRead(t *testing.T) {
	h := bodyHeader(2)
	frames := withImpacts(flight(&h, 2, 960), impactAt(0.5, 0, 1, 100), impactAt(1.5, 0, 1, 50), impactAt(3.5, 0, 1, 20))
	half := h
	half.Step *= 2
	var coarse []record.Frame
	for i := 0; i < len(frames); i += 2 {
		f := frames[i]
		f.Step = int64(len(coarse))
		f.Events = slices.Concat(frames[max(i-1, 0)].Events, f.Events)
		coarse = append(coarse, f)
	}
	shifted := cloneFrames(frames)
	for i := range shifted {
		shifted[i].Values[0] += 1e-3
	}
	whole := encodeLog(t, h, nil, frames)
	chunks := mustOpen(t, whole).Chunks()
	until := func(n int) []byte { return whole[:chunks[n].Offset+chunks[n].Size] }
	flipped := func(file []byte, n int) []byte {
		b := bytes.Clone(file)
		b[mustOpen(t, file).Chunks()[n].Offset+100] ^= 4
		return b
	}
	tol := Tolerances{Time: 1e-3, Position: 0.1}
	for _, c := range []struct {
		name     string
		a, b     []byte
		verdict  Verdict
		readable Verdict
		compared int64
		lost     string
	}{
		{"middle", whole, flipped(whole, 1), Undecided, Equal, 720, "B: steps 240 to 479"},
		{"both", flipped(whole, 1), flipped(whole, 1), Undecided, Equal, 720, "A: steps 240 to 479; B: steps 240 to 479"},
		{"last", flipped(whole, 3), whole, Undecided, Equal, 720, "A: steps 720 to 959"},
		{"last, no end", whole, flipped(whole, 3)[:len(until(3))], Undecided, Equal, 720, "B: steps 720 to 959"},
		{"writer stopped", whole, until(2), Undecided, Equal, 720, "B: steps from 720 on: its writer was stopped"},
		{"writer stopped, by time", encodeLog(t, half, nil, coarse), until(1), Undecided, WithinTolerance, 240, "B: steps from 480 on: its writer was stopped"},
		{"both writers stopped", until(2), until(1), Undecided, Equal, 480, "B: steps from 480 on: its writer was stopped"},
		{"both at the same step", until(1), until(1), Equal, "", 480, ""},
		{"both before the first", whole[:chunks[0].Offset], whole[:chunks[0].Offset], Undecided, "", 0, "A and B: all steps: their writers were stopped before any was written"},
		{"one before the first", whole, whole[:chunks[0].Offset], Undecided, "", 0, "B: steps from 0 on: its writer was stopped"},
		{"all", whole, flipped(flipped(flipped(flipped(whole, 0), 1), 2), 3), Undecided, "", 0, "B: steps 0 to 959"},
		{"other values", encodeLog(t, h, nil, shifted), flipped(whole, 3), Undecided, WithinTolerance, 720, "B: steps 720 to 959"},
		{"far values", encodeLog(t, h, nil, shifted[:480]), flipped(whole, 3), Different, "", 480, "B: steps 720 to 959"},
		{"by time", encodeLog(t, half, nil, coarse), flipped(whole, 3), Undecided, WithinTolerance, 360, "B: steps 720 to 959"},
		{"by time, middle", encodeLog(t, half, nil, coarse), flipped(whole, 1), Undecided, WithinTolerance, 360, "B: steps 240 to 479"},
	} {
		x, y := mustOpen(t, c.a), mustOpen(t, c.b)
		x.Problems()
		y.Problems()
		r, err := Logs(x, y, Options{Tolerances: tol})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.verdict || r.Readable != c.readable || r.Compared != c.compared || r.ByHash && r.Compared == 0 || strings.Join(r.Unreadable, "; ") != c.lost {
			t.Errorf("%s: %v, %v, %d frames, lost %q; impacts %+v", c.name, r.Verdict, r.Readable, r.Compared, r.Unreadable, r.Impacts)
		}
	}
	// What is missing where both can be read is.
	missing := slices.Clone(frames)
	for i := range 240 {
		missing[i].Events = nil
	}
	y := mustOpen(t, flipped(whole, 3))
	y.Problems()
	if r, err := Logs(mustOpen(t, encodeLog(t, h, nil, missing)), y, Options{Tolerances: tol}); err != nil || r.Verdict != Different || r.Impacts.OnlyB != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

// A run that was interrupted would have gone on: how is not known, whatever the tolerance of the end. Only where it would be of
// another length than the other by its extent it is different.
func TestLogs_UndecidedWhereARunWasInterrupted(t *testing.T) {
	h := bodyHeader(2)
	frames := flight(&h, 2, 960)
	shifted := cloneFrames(frames)
	for i := range shifted {
		shifted[i].Values[0] += 1
	}
	half := h
	half.Step *= 2
	var coarse []record.Frame
	for i := 0; i < len(frames); i += 2 {
		f := frames[i]
		f.Step, f.Events = int64(len(coarse)), nil
		coarse = append(coarse, f)
	}
	interrupted := func(frames []record.Frame) []byte { return encodeEnded(t, h, nil, frames, recorder.Interrupted) }
	whole, early := encodeLog(t, h, nil, frames), interrupted(frames[:480])
	fixed := func(n int64) Extent { return Extent{Frames: n, Fixed: true} }
	for _, c := range []struct {
		name    string
		a, b    []byte
		extents [2]Extent
		time    float64 // tolerance [s]
		verdict Verdict
	}{
		{"interrupted", whole, early, [2]Extent{}, 0, Undecided},
		{"interrupted at the start, any end allowed", whole, interrupted(frames[:1]), [2]Extent{}, 100, Undecided},
		{"of the same duration", early, whole, [2]Extent{fixed(960), {}}, 0, Undecided},
		{"of a longer one", whole, early, [2]Extent{{}, fixed(1200)}, 0, Different},
		{"of a longer one, as allowed", whole, early, [2]Extent{{}, fixed(1200)}, 100, Undecided},
		{"of a shorter one", whole, early, [2]Extent{{}, fixed(720)}, 0, Different},
		{"of a longer one that may end before", whole, early, [2]Extent{{}, {Frames: 1200}}, 0, Undecided},
		{"of a shorter one that may end before", whole, early, [2]Extent{{}, {Frames: 720}}, 0, Different},
		{"the other failed", encodeEnded(t, h, nil, frames, recorder.Failed), early, [2]Extent{{}, fixed(1200)}, 0, Undecided},
		{"both", interrupted(frames[:720]), early, [2]Extent{fixed(960), fixed(960)}, 0, Undecided},
		{"both, of other durations", interrupted(frames[:720]), early, [2]Extent{fixed(960), fixed(1200)}, 0, Different},
		{"both at the same step", early, early, [2]Extent{fixed(960), fixed(960)}, 0, Equal},
		{"other values", encodeLog(t, h, nil, shifted), early, [2]Extent{}, 100, Different},
		{"by time", encodeLog(t, half, nil, coarse), early, [2]Extent{{}, fixed(959)}, 0, Undecided},
		{"by time, of a longer duration", encodeLog(t, half, nil, coarse), early, [2]Extent{{}, fixed(1200)}, 0, Different},
	} {
		r, err := Logs(mustOpen(t, c.a), mustOpen(t, c.b), Options{Tolerances: Tolerances{Time: c.time}, Extents: c.extents})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.verdict || c.verdict == Undecided && !strings.HasSuffix(r.Unreadable[0], ": its run was interrupted") {
			t.Errorf("%s: %v, want %v; lost %q", c.name, r.Verdict, c.verdict, r.Unreadable)
		}
	}
}
