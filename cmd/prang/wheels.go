package main

import (
	"fmt"
	"math"

	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// wheelRows writes the wheels of a frame, when it is its turn.
func (p *player) wheelRows(f *record.Frame) error {
	if !p.begun {
		p.begun = true
		p.wheelTable = export.NewWheelTable(p.header)
		switch {
		case p.csv != nil:
			if err := p.csv.Write(p.titles()); err != nil {
				return err
			}
		case !p.json:
			fmt.Fprintf(p.w, "%10s  %s  %-5s %9s %9s %9s %11s %9s %9s %9s  %s\n", "time [s]", padded("vehicle", p.width), "wheel",
				"steer [°]", "lift [mm]", "load [N]", "speed [m/s]", "slip [°]", "slip [%]", "", "on")
		}
	}
	if !p.due(f) {
		return nil
	}
	for i := range f.Wheels {
		w := &f.Wheels[i]
		if !p.isChosen(w.Body) {
			continue
		}
		row := p.wheelTable.Row(f, w)
		var err error
		switch {
		case p.csv != nil:
			err = p.csv.Write(row.Cells())
		case p.json:
			err = p.line(&row)
		default:
			err = p.wheelText(&row, &p.header.Objects[w.Body].Wheels[w.Wheel])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// decimals returns how many decimals a multiple of a spacing needs, up to nine.
func decimals(spacing float64) int {
	return int(math.Min(9, math.Max(0, math.Ceil(-math.Log10(spacing)))))
}

// leastSlipSpeed is the speed below which slips are not worth telling [m/s].
const leastSlipSpeed = 0.1

// wheelText writes a wheel as a line. The slips are those of ISO 8855: the angle from the direction of the wheel to that
// of its velocity, to the left, and the speed of the tread over that of the wheel, less one.
func (p *player) wheelText(r *export.WheelRow, m *record.MountedWheel) error {
	const deg = 180 / math.Pi
	line := fmt.Sprintf("%10.6f  %s  %-5s %s %s", r.Time, padded(r.Vehicle, p.width), r.Wheel, fixed(9, 2, r.Steer*deg), fixed(9, decimals(math.Ldexp(1000, int(m.Grid.Place))), r.Lift*1000))
	if g := r.Ground; g != nil {
		along, across := float64(g.Along), float64(g.Across)
		angle, slip := "", ""
		if math.Hypot(along, across) >= leastSlipSpeed {
			angle = fixed(0, 2, geom.Atan2(across, math.Abs(along))*deg)
		}
		if r.Spin != nil && math.Abs(along) >= leastSlipSpeed {
			slip = fixed(0, 1, 100*(float64(*r.Spin)*m.Radius-along)/math.Abs(along))
		}
		slides := ""
		if g.Slides {
			slides = "slides"
		}
		line += fmt.Sprintf(" %s %s %9s %9s %9s  %s", fixed(9, decimals(math.Ldexp(1, int(m.Grid.Load))), g.Load), fixed(11, 3, math.Hypot(along, across)), angle, slip, slides, g.On)
	}
	_, err := fmt.Fprintln(p.w, line)
	return err
}
