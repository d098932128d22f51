package main

import (
	"fmt"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/view"
	"github.com/prang-sim/prang/runs"
)

// jointNotes returns when the joints of a log had their largest forces, and first reached their limits; none where its scenario
// cannot be read.
func jointNotes(r *recorder.Reader) (notes []view.Note) {
	s, err := runs.ScenarioOf(r)
	if err != nil || len(s.Definition.Joints) == 0 {
		return nil
	}
	for _, j := range runs.JointLoadsOf(r, s) {
		objects := [2]string{j.A, j.B}
		if j.Force.Any() {
			notes = append(notes, view.Note{Time: j.Force.Time, Kind: "largest force", Detail: fmt.Sprintf("%s %.4g kN", j.Joint, j.Force.Size/1e3), Objects: objects})
		}
		for _, l := range j.Limits {
			if l.Reached != nil {
				notes = append(notes, view.Note{Time: *l.Reached, Kind: "limit reached", Detail: fmt.Sprintf("%s %.6g°", l.Angle, l.Limit), Objects: objects})
			}
		}
	}
	return notes
}
