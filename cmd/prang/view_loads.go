package main

import (
	"fmt"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/view"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
)

// loadNotes returns when the joints and springs of a log had their largest forces, first reached their limits, and first went taut or
// touched; none where its scenario cannot be read.
func loadNotes(r *recorder.Reader) (notes []view.Note) {
	s, err := scenariofile.FromLog(r)
	if err != nil {
		return nil
	}
	joints, springs := runs.LoadsOf(r, s)
	largest := func(p *runs.Peak, kind, name string, of runs.Ends) {
		if p.Any() {
			notes = append(notes, view.Note{Time: p.Time, Kind: kind, Detail: fmt.Sprintf("%s %.4g kN", name, p.Size/1e3), Objects: [2]string{of.A, of.B}})
		}
	}
	first := func(at *float64, kind, detail string, of runs.Ends) {
		if at != nil {
			notes = append(notes, view.Note{Time: *at, Kind: kind, Detail: detail, Objects: [2]string{of.A, of.B}})
		}
	}
	for i := range joints {
		j := &joints[i]
		largest(&j.Force, "largest force", j.Joint, j.Ends)
		for _, l := range j.Limits {
			first(l.Reached, "limit reached", fmt.Sprintf("%s %.6g°", l.Angle, l.Limit), j.Ends)
		}
	}
	for i := range springs {
		k := &springs[i]
		largest(k.Pull, "largest pull", k.Spring, k.Ends)
		largest(k.Push, "largest push", k.Spring, k.Ends)
		first(k.Acted, k.ActsText(), k.Spring, k.Ends)
	}
	return notes
}
