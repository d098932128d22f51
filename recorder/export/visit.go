package export

import (
	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// Visit calls frame for each frame of a log that is selected, the last one too, as in GLB, and before it event for the
// events that are selected and that came since the frame before it, with the frame of their step. Either may be nil. What they are given is theirs until
// they return. Damage is told to Damaged and left out, or ends the visit.
func (s Selection) Visit(r *recorder.Reader, event func(f *record.Frame, e *record.Event) error, frame func(*record.Frame) error) error {
	o, err := s.open(r)
	if err != nil {
		return err
	}
	o.last, o.seen = true, s.Seen
	if event == nil {
		return o.frames(frame)
	}
	return o.events(event, frame)
}
