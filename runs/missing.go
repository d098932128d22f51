package runs

import "github.com/prang-sim/prang/recorder"

// WheelsMissing says what the report of a log lacks because the log has vehicles without wheels, as before format 1.10; ""
// for nothing.
func WheelsMissing(h *recorder.Header) string {
	for i := range h.Objects {
		if o := &h.Objects[i]; o.Vehicle && len(o.Wheels) == 0 {
			return "no skid marks: the log is of " + h.Engine + ", which recorded no wheels"
		}
	}
	return ""
}
