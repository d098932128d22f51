package report

import (
	"cmp"
	"html/template"
	"io"
	"math"
	"slices"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/sim/geom"
)

// The largest numbers of entries of the page, of impacts beside the collisions of vehicles; manyNames is that of bodies of which the
// plan of a run without vehicles has the names.
const (
	mostStruck  = 24
	mostBodies  = 100
	mostSensors = 40
	manyNames   = 24
)

// struck is an impact with its number among all.
type struck struct {
	Number int
	At     *runs.Vec // mean of its points, nil without
	On     *onVehicle
	*runs.ImpactReport
}

// onVehicle is a place on a vehicle that something else has struck [m].
type onVehicle struct {
	Behind float64 // the foremost point of its shape, along its axis
	Left   float64 // of the middle of its shape
}

// writeBodies writes the page of a run without vehicles.
func (s *Scene) writeBodies(w io.Writer, r *runs.Report, description string) error {
	if !slices.ContainsFunc(s.others, func(o other) bool { return len(o.path) > 0 }) {
		return ErrNoFrames
	}
	p := &page{Report: r, Style: template.CSS(styleText), Description: description, Pulse: reconstruct.Pulse, GaugeTime: reconstruct.GaugeTime, GaugeMost: reconstruct.GaugeMost}
	p.Struck, p.AllStruck = strongest(r, func(*runs.ImpactReport) bool { return true })
	p.Plan = s.bodiesPlan(p.Struck)
	if p.Unnamed = len(s.others); p.Unnamed <= manyNames {
		for i := range s.others {
			o := &s.objects[s.others[i].object]
			p.Legend = append(p.Legend, legend{o.Name, runs.ColorOf(s.objects, s.others[i].object), o.Mass})
		}
		p.Unnamed = 0
	}
	p.ends()
	p.Energy = energies(r.Ledger, rounding(r.Ledger))
	p.loads()
	var err error
	if p.Gauges, p.GaugeLines, err = s.gaugePlots(r.Accelerometers); err != nil {
		return err
	}
	return pageTemplate().Execute(w, p)
}

// ends fills in what the page has of bodies that are no vehicles, beside vehicles their impacts too, and of sensors.
func (p *page) ends() {
	vehicle := make(map[string]bool, len(p.Vehicles))
	for i := range p.Vehicles {
		vehicle[p.Vehicles[i].Body] = true
	}
	if len(vehicle) > 0 {
		p.Struck, p.AllStruck = strongest(p.Report, func(e *runs.ImpactReport) bool {
			return slices.ContainsFunc(e.Sides, func(s runs.ImpactSide) bool { return !vehicle[s.Body] })
		})
	}
	for i := range p.Bodies {
		if vehicle[p.Bodies[i].Name] {
			continue
		}
		if len(p.FewBodies) < mostBodies {
			p.FewBodies = append(p.FewBodies, p.Bodies[i])
		} else {
			p.MoreBodies++
		}
	}
	p.FewSensors = p.Sensors[:min(len(p.Sensors), mostSensors)]
	p.MoreSensors = len(p.Sensors) - len(p.FewSensors)
}

// placeOnVehicles fills in where the vehicles were struck, by their places just before.
func (s *Scene) placeOnVehicles(list []struck, b *reconstruct.Builder) {
	for i := range list {
		e := &list[i]
		for _, name := range [2]string{e.A, e.B} {
			if k := slices.Index(b.Objects(), s.index(name)); k >= 0 && e.At != nil {
				o := &s.objects[b.Objects()[k]]
				at := b.Before(k, e.Time).Pose.ApplyInv(geom.Vec{X: e.At[0], Y: e.At[1], Z: e.At[2]})
				e.On = &onVehicle{o.Offset.X + o.Half.X - at.X, at.Y - o.Offset.Y}
			}
		}
	}
}

// rounding returns the energy [J] below which a cause is left out: a millionth of the largest one.
func rounding(l *runs.LedgerReport) float64 {
	if l == nil {
		return 0
	}
	largest := math.Max(float64(l.Start.Kinetic), float64(l.End.Kinetic))
	for i := range l.Rows {
		largest = math.Max(largest, math.Abs(float64(l.Rows[i].Energy)))
	}
	return math.Max(1e-6*largest, math.SmallestNonzeroFloat64)
}

// strongest returns the impacts of the largest impulse of those that count, in the order of time, and how many count.
func strongest(r *runs.Report, counts func(*runs.ImpactReport) bool) (list []struck, all int) {
	for i := range r.Impacts {
		e := &r.Impacts[i]
		if !counts(e) {
			continue
		}
		one := struck{Number: i + 1, ImpactReport: e}
		if n := float64(len(e.Points)); n > 0 {
			var at runs.Vec
			for _, p := range e.Points {
				for k := range at {
					at[k] += p[k] / n
				}
			}
			one.At = &at
		}
		list = append(list, one)
	}
	slices.SortStableFunc(list, func(a, b struck) int { return cmp.Compare(b.Size, a.Size) })
	all = len(list)
	list = list[:min(all, mostStruck)]
	slices.SortFunc(list, func(a, b struck) int { return a.Number - b.Number })
	return list, all
}

// bodiesPlan draws the bodies and movers of a scene at the start and at the end with their paths, and the impacts.
func (s *Scene) bodiesPlan(impacts []struck) string {
	a := geom.EmptyAABB()
	for i := range s.others {
		o := &s.others[i]
		object := &s.objects[o.object]
		reach := object.Half.Add(object.Offset.Abs()).Len()
		for _, p := range o.path {
			a = a.Union(geom.AABB{Min: p, Max: p}.Grow(reach))
		}
	}
	a = a.Grow(0.05 * a.Size().MaxAbs())
	c := newCanvas(shaped(a), planWidth)
	c.grid(round(c.area.Size().X / 6))
	s.drawStatics(c)
	var taken []geom.Vec
	for i := range s.others {
		s.drawOther(c, &s.others[i])
		taken = append(taken, s.others[i].path...)
	}
	for i := range s.others {
		if len(s.others) <= manyNames {
			s.nameOther(c, &s.others[i])
		}
	}
	largest := 0.0
	for i := range impacts {
		largest = math.Max(largest, math.Hypot(impacts[i].Impulse[0], impacts[i].Impulse[1]))
	}
	for i := len(impacts) - 1; i >= 0; i-- {
		e := &impacts[i]
		if e.At == nil {
			continue
		}
		at := geom.Vec{X: e.At[0], Y: e.At[1]}
		if largest > 0 {
			c.arrow(at, 70*e.Impulse[0]/largest, 70*e.Impulse[1]/largest, "#111", 2, false)
		}
		c.badge(at, e.Number, 7)
	}
	c.axes(taken)
	return c.svg("plan of the scene")
}
