package runs

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// Reporter assembles the report of a run from its frames, from the engine or from a log: equal frames give equal
// reports.
type Reporter struct {
	report  Report
	objects []record.Object
	columns []record.Column
	trails  []trail
	speed   float64 // below which a body is at rest [m/s]
	hash    uint64
	ledger  *LedgerReader // nil where the frames hold none
	step    record.Ledger
	balance record.Balance
	crash   *reconstruct.Builder // nil without vehicles
	gauges  []*reconstruct.Gauge
	joints  *jointLoads  // nil without joints
	springs *springLoads // nil without springs
}

// trail follows one body or mover.
type trail struct {
	object    int32
	kind      record.ObjectKind
	at        int // of its first value in a frame
	mass      rigid.Mass
	radius    float64        // of the ball about the centre of mass that holds the shape, of a Reporter's bodies [m]
	pose      geom.Transform // at time
	velocity  geom.Vec
	spin      geom.Vec // angular velocity [rad/s]
	time      float64
	path      float64 // since the first impact; of a mover, since the start
	hit       bool
	hitTime   float64
	hitPlace  geom.Vec
	lastMoved int64 // last step at which it was not at rest, -1 for none
}

// restSpeed is the speed up to which a body counts as at rest if the log does not say: the engine's default sleep speed
// [m/s].
const restSpeed = 0.01

// NewReporter returns a reporter for a run whose log has, or would have, the given header.
func NewReporter(h *recorder.Header) *Reporter {
	r := &Reporter{objects: h.Objects, columns: h.Columns, speed: restSpeed}
	r.report = Report{
		Schema: ReportSchema, Engine: h.Engine, Scenario: h.Scenario, Step: h.Step,
		Impacts: []ImpactReport{}, Limits: []LimitReport{}, Bodies: []BodyReport{}, Movers: []MoverReport{},
	}
	r.report.Case = h.Case
	for _, p := range h.Set {
		r.report.Set = append(r.report.Set, scenariofile.Setting(p))
	}
	var settings struct{ SleepSpeed float64 }
	if json.Unmarshal(h.Settings, &settings) == nil && settings.SleepSpeed > 0 {
		r.speed = settings.SleepSpeed
	}
	r.trails = trailsOf(h.Objects, h.Columns)
	for i := range r.trails {
		if t := &r.trails[i]; t.kind == record.Body {
			t.radius = reach(&h.Objects[t.object])
		}
	}
	if l, ok := NewLedgerReader(h); ok {
		r.ledger = l
	}
	var cars []reconstruct.Subject
	for i := range r.trails {
		if t := &r.trails[i]; t.kind == record.Body && h.Objects[t.object].Vehicle {
			cars = append(cars, reconstruct.Subject{Object: t.object, At: t.at, Mass: t.mass, Radius: t.radius})
		}
	}
	if len(cars) > 0 {
		r.crash = reconstruct.New(h.Objects, cars, r.speed)
	}
	return r
}

// PlacesOf returns where columns begin in the values of a frame.
func PlacesOf(columns []record.Column) recorder.Places {
	return (&recorder.Header{Columns: columns}).Places()
}

// trailsOf finds the columns of each body and mover. One without the columns of its kind has no trail.
func trailsOf(objects []record.Object, columns []record.Column) []trail {
	places := PlacesOf(columns)
	var trails []trail
	for i := range objects {
		o := &objects[i]
		t := trail{object: int32(i), kind: o.Kind, at: places.Of(i, "x", 3), lastMoved: -1}
		switch {
		case o.Kind == record.Body && places.Body(i) >= 0:
			if t.mass, _ = rigid.NewMass(o.Mass, o.Inertia); o.Driven {
				t.mass, _ = rigid.NewMass(1, o.Inertia)
			}
		case o.Kind == record.Mover && t.at >= 0 && places.Of(i, "v", 3) == t.at+3:
		default:
			continue
		}
		trails = append(trails, t)
	}
	return trails
}

// reach returns a bound of the distance of an object's points from its centre of mass [m]; for a single shape the
// smallest one.
func reach(o *record.Object) float64 {
	far := 0.0
	for i := range o.Parts {
		p := &o.Parts[i]
		s, err := p.Convex()
		if err != nil || s.Kind == geom.ShapePlane {
			return o.Half.Add(o.Offset.Abs()).Len()
		}
		far = math.Max(far, s.Reach(p.Attitude.RotateInv(p.Position.Neg())))
	}
	if len(o.Parts) == 0 {
		return o.Half.Add(o.Offset.Abs()).Len()
	}
	return far
}

// Frame adds the next frame. Frames come in order, starting with step 0; frames missing in a damaged log are bridged by
// a straight line.
func (r *Reporter) Frame(f *record.Frame) {
	for i := range f.Events {
		r.event(f, i)
	}
	for i := range r.trails {
		r.trails[i].frame(f, r.speed)
	}
	if r.ledger != nil && f.Step > 0 && f.Step != r.report.Steps+1 {
		r.ledger = nil // steps are missing
	}
	if r.ledger != nil {
		r.ledger.Read(f, &r.step)
		r.balance.Add(&r.step)
	}
	if r.crash != nil {
		r.crash.Frame(f)
	}
	for _, g := range r.gauges {
		g.Frame(f)
	}
	r.joints.frame(f)
	var ledger *record.Ledger
	if r.ledger != nil {
		ledger = &r.step
	}
	r.springs.frame(f, ledger)
	r.report.Steps, r.report.Time, r.hash = f.Step, f.Time, f.Hash
}

// Crash returns the data of the vehicles, nil without vehicles.
func (r *Reporter) Crash() *reconstruct.Builder { return r.crash }

// frame moves a trail to the end of a step.
func (t *trail) frame(f *record.Frame, rest float64) {
	v := f.Values[t.at:]
	x := geom.Vec{X: v[0], Y: v[1], Z: v[2]}
	if f.Step > 0 && (t.hit || t.kind == record.Mover) {
		t.path += x.Sub(t.pose.P).Len()
	}
	t.pose.P, t.time = x, f.Time
	if t.kind == record.Mover {
		return
	}
	t.pose.Q = geom.Quat{W: v[3], V: geom.Vec{X: v[4], Y: v[5], Z: v[6]}}
	t.velocity = geom.Vec{X: v[7], Y: v[8], Z: v[9]}
	t.spin = t.mass.AngularVelocity(t.pose.Q, geom.Vec{X: v[10], Y: v[11], Z: v[12]})
	if !(t.velocity.Len()+float64(t.spin.Len()*t.radius) < rest) {
		t.lastMoved = f.Step
	}
}

// advance moves a trail to a time inside the step, with the velocities that the body has until then.
func (t *trail) advance(time float64, u record.Twist) {
	h := time - t.time
	if !(h > 0) {
		return
	}
	next := t.pose.P.AddScaled(u.V, h)
	if t.hit {
		t.path += next.Sub(t.pose.P).Len()
	}
	t.pose = geom.Transform{P: next, Q: geom.QuatExp(u.W.Scale(h)).Mul(t.pose.Q).Normalize()}
	t.time = time
}

// event adds event i of a frame.
func (r *Reporter) event(f *record.Frame, i int) {
	e := &f.Events[i]
	switch e.Kind {
	case record.Impact:
		r.impact(f, e)
	case record.Joint:
		for side := range 2 {
			if t := r.trail(e.Object(side)); t != nil && t.kind == record.Body {
				t.advance(e.Time, e.Before[side])
			}
		}
		r.joint(f, i)
	case record.Broke:
		r.broke(f, e)
	case record.Limit:
		r.report.Limits = append(r.report.Limits, LimitReport{e.Time, f.Step, r.name(e.A), r.name(e.B), e.Detail})
	case record.SensorBegin, record.SensorEnd:
		r.report.Sensors = append(r.report.Sensors, SensorReport{e.Time, f.Step, r.name(e.A), r.name(e.B), e.Kind == record.SensorBegin})
	}
}

func (r *Reporter) impact(f *record.Frame, e *record.Event) {
	i := ImpactReport{
		Time: e.Time, Step: f.Step, A: r.name(e.A), B: r.name(e.B), Normal: vecOf(e.N), Closing: e.Closing,
		Impulse: vecOf(e.Impulse), Size: size(e.Impulse), EnergyLost: e.EnergyLost, Points: []Vec{}, Sides: []ImpactSide{},
	}
	for _, p := range e.Points {
		i.Points = append(i.Points, vecOf(p.P))
	}
	for side, object := range [2]int32{e.A, e.B} {
		t := r.trail(object)
		if t == nil {
			continue
		}
		if t.kind == record.Mover {
			dv := e.After[side].V.Sub(e.Before[side].V)
			i.Sides = append(i.Sides, ImpactSide{Body: r.name(object), DeltaV: vecOf(dv), DeltaVSize: size(dv)})
			continue
		}
		t.advance(e.Time, e.Before[side])
		if !t.hit {
			t.hit, t.hitTime, t.hitPlace = true, e.Time, t.pose.P
		}
		impulse := e.Impulse
		if side == 1 {
			impulse = impulse.Neg()
		}
		dv := record.DeltaV(f.Events, e, side, r.objects[object].Mass)
		s := ImpactSide{Body: r.name(object), DeltaV: vecOf(dv), DeltaVSize: size(dv)}
		if deg, ok := reconstruct.PDOF(impulse, t.pose.Q); ok {
			s.PDOF = &deg
		}
		i.Sides = append(i.Sides, s)
	}
	r.report.Impacts = append(r.report.Impacts, i)
}

// size returns |v|, at most the largest double: a report holds finite numbers only, also of a run that failed for its
// large ones.
func size(v geom.Vec) float64 { return min(v.Len(), math.MaxFloat64) }

// name returns the name of an object, "" if there is none.
func (r *Reporter) name(object int32) string {
	if object < 0 || int(object) >= len(r.objects) {
		return ""
	}
	return r.objects[object].Name
}

func (r *Reporter) trail(object int32) *trail {
	for i := range r.trails {
		if r.trails[i].object == object {
			return &r.trails[i]
		}
	}
	return nil
}

// Report returns the report of the frames so far; end says how the run ended. The report is the caller's.
func (r *Reporter) Report(end recorder.Summary) *Report {
	rep := r.report
	rep.Sensors = slices.SortedStableFunc(slices.Values(rep.Sensors), func(a, b SensorReport) int { return cmp.Compare(a.Time, b.Time) })
	rep.Ended, rep.Message = cmp.Or(end.Ended, Incomplete), end.Message
	if r.ledger != nil {
		rep.Ledger = NewLedgerReport(&r.balance)
	}
	hash := r.hash
	if hash == 0 {
		hash = end.FinalHash
	}
	if hash != 0 {
		rep.FinalHash = fmt.Sprintf("%016x", hash)
	}
	if r.crash != nil {
		rep.Vehicles, rep.TimeLine = r.crash.Vehicles(), r.crash.TimeLine()
	}
	for _, g := range r.gauges {
		rep.Accelerometers = append(rep.Accelerometers, g.Accelerometer())
	}
	rep.Loads, rep.Springs = r.joints.report(), r.springs.report()
	for i := range r.trails {
		t := &r.trails[i]
		if t.kind == record.Mover {
			rep.Movers = append(rep.Movers, MoverReport{r.name(t.object), vecOf(t.pose.P), min(t.path, math.MaxFloat64)})
			continue
		}
		rep.Bodies = append(rep.Bodies, t.report(r))
	}
	return &rep
}

func (t *trail) report(r *Reporter) BodyReport {
	b := BodyReport{Name: r.name(t.object), Position: vecOf(t.pose.P), Speed: size(t.velocity), Spin: size(t.spin), attitude: t.pose.Q, spin: t.spin}
	if heading, ok := reconstruct.Heading(t.pose.Q); ok {
		b.Heading = &heading
	}
	if t.lastMoved < r.report.Steps {
		rest := float64(float64(t.lastMoved+1) * r.report.Step)
		b.Rest = &rest
	}
	if t.hit {
		first, straight, path := t.hitTime, size(t.pose.P.Sub(t.hitPlace)), min(t.path, math.MaxFloat64)
		b.FirstImpact, b.Distance, b.Path = &first, &straight, &path
	}
	return b
}
