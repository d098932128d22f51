package bench

import "fmt"

// Lines returns the measures as text, one line each; lengths are in millimetres.
func (m *Measures) Lines() []string {
	var l []string
	say := func(format string, args ...any) { l = append(l, fmt.Sprintf(format, args...)) }
	const mm = 1e3
	if d := m.Drift; d != nil {
		say("drift: top %.3g mm (%.3g down), tilt %.2g deg; largest %.3g mm", d.Err*mm, -d.Top[2]*mm, d.Tilt, d.Max*mm)
		if d.Collapsed {
			say("collapsed")
		}
	}
	if p := m.Penetration; p != nil {
		say("penetration: %d pairs, mean %.3g mm, p95 %.3g mm, largest %.3g mm; %d escaped", p.Pairs, p.Mean*mm, p.P95*mm, p.Max*mm, p.Escaped)
		say("speed at the end: mean %.3g m/s, largest %.3g m/s", m.MeanSpeed, m.MaxSpeed)
	}
	if b := m.Bullets; b != nil {
		say("tunnelled %d, embedded %d, stopped %d, faster than before %d", b.Tunnelled, b.Embedded, b.Stopped, b.Faster)
	}
	if r := m.Rods; r != nil {
		say("swept through %d posts (%d rods); of %d frames of rods %d deeper than 10 mm, %d deeper than 1 mm, deepest %.3g mm",
			r.SweptThrough, r.RodsSweptThrough, r.Frames, r.Deep10, r.Deep1, r.Max*mm)
		say("largest energy %.6g of the start's; spin in free fall %.4g rad/s", r.EnergyRatio, r.FreeSpin)
	}
	if s := m.Slide; s != nil {
		say("up or down at most %.3g m/s and %.3g mm; spin %.3g rad/s; slowest %.9g of the start; sideways %.3g mm",
			s.MaxVZ, s.MaxDZ*mm, s.MaxSpin, s.MinSpeed, s.EndYErr*mm)
	}
	if f := m.Free; f != nil {
		first := ""
		if f.Flips > 0 {
			first = fmt.Sprintf(", the first at %.4g s", f.FirstFlip)
		}
		say("energy %.2g at the end, %.2g at most; |L| %.2g, %.2g; L %.2g; flips: %d%s",
			f.EnergyEnd, f.EnergyMax, f.MomentumEnd, f.MomentumMax, f.VectorEnd, f.Flips, first)
	}
	return l
}
