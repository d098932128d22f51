package runs

import (
	"fmt"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/record"
)

// ExtentOf returns how long the run of a log that was stopped is by its scenario; nothing for another one, and where the
// scenario cannot be read.
func ExtentOf(r *recorder.Reader) compare.Extent {
	if !r.Stopped() {
		return compare.Extent{}
	}
	s, err := scenariofile.FromLog(r)
	if err != nil {
		return compare.Extent{}
	}
	return compare.Extent{Frames: s.Steps + 1, Fixed: !s.UntilRest && s.Until == (scenariofile.Until{})}
}

// watch waits for the event of an Until.
type watch struct {
	until   scenariofile.Until
	objects []record.Object
	met     bool
	time    float64 // from which the run may end
	message string
}

// frame looks at what has happened in a step.
func (w *watch) frame(f *record.Frame) {
	for i := range f.Events {
		if w.met {
			return
		}
		e := &f.Events[i]
		switch {
		case e.Kind == record.Impact && w.until.Impact && (w.until.Of == "" || w.named(e.A, w.until.Of) || w.named(e.B, w.until.Of)):
			w.met, w.time = true, e.Time+w.until.After
			w.message = fmt.Sprintf("%.6g s after the impact of %s and %s", w.until.After, w.name(e.A), w.name(e.B))
			if w.until.After == 0 {
				w.message = fmt.Sprintf("impact of %s and %s", w.name(e.A), w.name(e.B))
			}
		case e.Kind == record.SensorBegin && w.until.Sensor != "" && w.named(e.A, w.until.Sensor):
			w.met, w.time, w.message = true, e.Time, fmt.Sprintf("%s is in %s", w.name(e.B), w.name(e.A))
		}
	}
}

func (w *watch) name(object int32) string {
	if object < 0 || int(object) >= len(w.objects) {
		return ""
	}
	return w.objects[object].Name
}

func (w *watch) named(object int32, name string) bool { return w.name(object) == name }

// over reports whether the run ends after a step that ended at time t; steps have the length step.
func (w *watch) over(t, step float64) bool {
	const rounding = 1e-6 // of a step
	return w.met && t >= w.time-float64(rounding*step)
}
