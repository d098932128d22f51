package report

import (
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"
	"sync"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/reconstruct"
)

//go:embed page.html
var pageText string

//go:embed bodies.html
var bodiesText string

//go:embed style.css
var styleText string

var functions = template.FuncMap{
	"kmh":   func(v float64) string { return number(v*3.6, 1) },
	"n":     func(decimals int, v float64) string { return number(v, decimals) },
	"minus": func(text string) string { return strings.ReplaceAll(text, "-", "−") },
	"deg": func(v *float64) string {
		if v == nil {
			return "–"
		}
		return number(whole(*v), 0)
	},
	"clock":   clock,
	"p2":      func(v *float64) string { return number(*v, 2) },
	"mul":     func(v float64) float64 { return v * 1e3 },
	"ms":      func(v float64) float64 { return v * 3.6 },
	"div":     func(v float64) float64 { return v / 1e3 },
	"figures": figures,
	"soft":    soft,
	"flags":   flags,
	"glyph":   glyph,
	// size and at write a peak, which may be nil: divided by the unit, and its time.
	"size": func(p *runs.Peak, unit float64) string {
		if !p.Any() {
			return p.Text()[0]
		}
		return figures(p.Size / unit)
	},
	"at":    func(p *runs.Peak) string { return p.Text()[1] },
	"kj":    func(v float64) string { return number(v/1e3, 1) },
	"svg":   func(s string) template.HTML { return template.HTML(s) }, // made by this package, with its text escaped
	"color": func(s string) template.CSS { return template.CSS("background:" + s) },
}

// pageTemplate is parsed when it is needed first, as those of the other pages are: that takes longer than many a command.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.Must(template.New("page").Funcs(functions).Parse(pageText)).Parse(bodiesText))
})

// ErrNoFrames is the error for a run of which no state is known, as of a log that was cut off before any: there is nothing to
// draw.
var ErrNoFrames = errors.New("there are no frames of the run to draw: complete the log with prang resume")

// page is the data of the template.
type page struct {
	*runs.Report
	Style       template.CSS
	Description string
	Legend      []legend
	Plan        string
	Sketches    []sketch
	Rows        []row
	More        int
	Coupled     bool  // some rows are impulses passed on by a coupling
	Crushed     []row // rows with known crush
	Marks       []mark
	MoreMarks   int
	Moments     []reconstruct.Moment
	MoreMoments int
	Plots       []string
	Lines       []gaugeLine // of the plots
	Ghosts      string      // time between two pale outlines of the plan [s]
	Gauges      []string    // plots of the accelerometers
	GaugeLines  []gaugeLine
	Energy      []energy
	Pulse       float64
	GaugeTime   float64
	GaugeMost   float64
	Cut         bool // the plan does not show the whole paths
	Others      bool // it has bodies that are no vehicles
	NoMarks     bool // nothing is known of the wheels
	FewLoads    []runs.JointLoad
	MoreLoads   int
	FewSprings  []runs.SpringLoad
	MoreSprings int
	Reached     string // how many limits of joints, "" without any

	// Of bodies that are no vehicles.
	Struck      []struck // the impacts of the largest impulse, in the order of time
	AllStruck   int      // how many there are
	FewBodies   []runs.BodyReport
	MoreBodies  int
	FewSensors  []runs.SensorReport
	MoreSensors int
	Unnamed     int // bodies of the plan, if they are too many for their names
}

type legend struct {
	Name, Color string
	Mass        float64
}

type row struct {
	Number int
	First  bool
	runs.Collided
}

type mark struct {
	Body string
	reconstruct.Mark
}

// First and Last are the ends of a mark.
func (m mark) First() reconstruct.Vec { return m.Points[0] }
func (m mark) Last() reconstruct.Vec  { return m.Points[len(m.Points)-1] }

// The largest numbers of entries of the tables of a page.
const (
	mostMarks   = 48
	mostMoments = 60
	mostJoints  = 100
)

// Write writes the page of a run: its report, the reconstruction that the report was made from, nil without vehicles, and the
// scene. Without vehicles it is about the bodies and impacts. The error is ErrNoFrames, or that of the writer.
func Write(w io.Writer, r *runs.Report, b *reconstruct.Builder, s *Scene, description string) error {
	if b == nil || len(r.Vehicles) == 0 {
		return s.writeBodies(w, r, description)
	}
	if len(b.Samples(0)) == 0 {
		return ErrNoFrames
	}
	list := encounters(r)
	lines := s.vehicleLines(b.Objects())
	plots, err := s.plots(b, list, lines)
	if err != nil {
		return err
	}
	p := &page{Report: r, Style: template.CSS(styleText), Description: description, Plan: s.plan(r, b), Plots: plots, Lines: lines, Ghosts: fmt.Sprint(ghostTime(r.Time)), Pulse: reconstruct.Pulse, GaugeTime: reconstruct.GaugeTime, GaugeMost: reconstruct.GaugeMost, NoMarks: true}
	for i, object := range b.Objects() {
		p.Legend = append(p.Legend, legend{s.objects[object].Name, runs.ColorOf(s.objects, object), s.objects[object].Mass})
		v := &r.Vehicles[i]
		p.NoMarks = p.NoMarks && v.Marks == nil
		for _, m := range v.Marks {
			p.Marks = append(p.Marks, mark{v.Body, m})
		}
	}
	for _, e := range list {
		for k, side := range e.sides {
			p.Rows = append(p.Rows, row{e.number, k == 0, side})
			p.Coupled = p.Coupled || side.Via != ""
			if side.Crush != nil {
				p.Crushed = append(p.Crushed, p.Rows[len(p.Rows)-1])
			}
		}
	}
	_, p.More = r.Notable()
	for _, e := range s.sketches(b, list) {
		p.Sketches = append(p.Sketches, sketch{s.sketch(b, &e), caption(&e)})
	}
	if p.Gauges, p.GaugeLines, err = s.gaugePlots(r.Accelerometers); err != nil {
		return err
	}
	whole, shown := pathArea(r, false), s.planArea(r)
	p.Others = len(s.others) > 0
	p.Cut = !shown.Contains(whole.Min) || !shown.Contains(whole.Max)
	p.MoreMarks = max(0, len(p.Marks)-mostMarks)
	p.Marks = p.Marks[:len(p.Marks)-p.MoreMarks]
	p.Moments = r.TimeLine[:min(len(r.TimeLine), mostMoments)]
	p.MoreMoments = len(r.TimeLine) - len(p.Moments)
	p.Energy = energies(r.Ledger, 1)
	p.loads()
	p.ends()
	s.placeOnVehicles(p.Struck, b)
	return pageTemplate().Execute(w, p)
}

// energy is a line of the balance [J].
type energy struct {
	What  string
	Value float64
	Sign  bool // a change
}

// loads fills in what the page has of joints and springs.
func (p *page) loads() {
	p.FewLoads = p.Loads[:min(len(p.Loads), mostJoints)]
	p.MoreLoads = len(p.Loads) - len(p.FewLoads)
	p.FewSprings = p.Springs[:min(len(p.Springs), mostJoints)]
	p.MoreSprings = len(p.Springs) - len(p.FewSprings)
	if reached, all := p.LimitsReached(); all > 0 {
		p.Reached = fmt.Sprintf("%d of %d", reached, all)
	}
}

// energies returns the balance of a ledger, which may be nil; causes of less than the least [J] are left out.
func energies(l *runs.LedgerReport, least float64) []energy {
	if l == nil {
		return nil
	}
	list := []energy{{"at the start", float64(l.Start.Kinetic), false}}
	for i := range l.Rows {
		if e := float64(l.Rows[i].Energy); math.Abs(e) >= least {
			list = append(list, energy{runs.CauseLabel(l.Rows[i].Cause), e, true})
		}
	}
	return append(list, energy{"at the end", float64(l.End.Kinetic), false})
}

func caption(e *encounter) string {
	s := fmt.Sprintf("Collision %d at %.3f s: %s – %s.", e.number, e.time, isolated(e.sides[0].Body), isolated(e.sides[0].Partner()))
	for _, side := range e.sides {
		s += fmt.Sprintf(" Delta-v of %s %s km/h", isolated(side.Body), number(side.DeltaV*3.6, 1))
		if side.Via != "" {
			s += " via " + side.Via
		}
		if side.PDOF != nil {
			s += fmt.Sprintf(", PDOF %s°", number(whole(*side.PDOF), 0))
		}
		s += "."
	}
	return s
}

// whole rounds a direction to whole degrees, of which 360 is 0.
func whole(deg float64) float64 { return math.Mod(math.Round(deg), 360) }

// clock returns a direction clockwise from the nose as that of a clock's hand: 0° is 12 o'clock.
func clock(deg *float64) string {
	if deg == nil {
		return ""
	}
	h := int(*deg/30+0.5) % 12
	if h == 0 {
		h = 12
	}
	return fmt.Sprintf("%d h", h)
}

// number formats a number with the given number of decimals, with a typographic minus sign; zero after rounding has no
// sign.
func number(v float64, decimals int) string {
	s := fmt.Sprintf("%.*f", decimals, v)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-")
	}
	return strings.Replace(s, "-", "−", 1)
}
