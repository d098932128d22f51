package main

import (
	"fmt"

	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/sim/record"
)

// contactForces writes the contact forces of a frame, when it is its turn.
func (p *player) contactForces(f *record.Frame) error {
	if !p.begun {
		p.begun = true
		switch {
		case p.csv != nil:
			if err := p.csv.Write(p.titles()); err != nil {
				return err
			}
		case !p.json:
			fmt.Fprintf(p.w, "%10s  %s  %s %11s %11s  %11s %11s %11s  %10s %10s %10s\n", "time [s]", padded("a", p.width), padded("b", p.width),
				"normal [N]", "friction", "force x [N]", "y", "z", "at x [m]", "y", "z")
		}
	}
	if !p.due(f) {
		return nil
	}
	for i := range f.Contacts {
		c := &f.Contacts[i]
		if !p.isChosen(c.A) && !p.isChosen(c.B) {
			continue
		}
		var err error
		switch force := c.Force(); {
		case p.csv != nil:
			err = p.csv.Write(export.ContactRow(p.header, f, c))
		case p.json:
			err = p.line(export.NewContactLine(p.header, f, c))
		default:
			_, err = fmt.Fprintf(p.w, "%10.6f  %s  %s %s  %s  %s\n", f.Time, padded(p.name(c.A), p.width), padded(p.name(c.B), p.width),
				fixed(11, 3, c.Normal.Len(), c.Friction.Len()), fixed(11, 3, force.X, force.Y, force.Z), fixed(10, 4, c.P.X, c.P.Y, c.P.Z))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
