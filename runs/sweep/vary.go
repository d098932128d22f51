package sweep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/sweep/sampling"
	"github.com/prang-sim/prang/runs/wording"
)

// Range is the distribution of a parameter: uniform between two values, or normal, without bounds.
type Range struct {
	Name            string
	Low, High       float64 // in Unit; of an even distribution
	Normal          bool
	Mean, Deviation float64 // in Unit; of a normal distribution
	Unit            string  // as the scenario would write it; "" for none

	relative bool // both are in %, and the deviation is of the mean where the scenario's value is not in %: see ExpandRanges
}

// String describes the distribution of the parameter.
func (r Range) String() string {
	text := fmt.Sprintf("%s  evenly %g to %g %s", r.Name, r.Low, r.High, r.Unit)
	if r.Normal {
		text = fmt.Sprintf("%s  normally %g ± %g %s", r.Name, r.Mean, r.Deviation, r.Unit)
	}
	return strings.TrimSpace(text)
}

// MarshalJSON writes the parameters of the distribution: low and high, or mean and standard_deviation.
func (r Range) MarshalJSON() ([]byte, error) {
	if r.Normal {
		return json.Marshal(struct {
			Name      string  `json:"name"`
			Mean      float64 `json:"mean"`
			Deviation float64 `json:"standard_deviation"`
			Unit      string  `json:"unit"`
		}{r.Name, r.Mean, r.Deviation, r.Unit})
	}
	return json.Marshal(struct {
		Name string  `json:"name"`
		Low  float64 `json:"low"`
		High float64 `json:"high"`
		Unit string  `json:"unit"`
	}{r.Name, r.Low, r.High, r.Unit})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Range) UnmarshalJSON(b []byte) error {
	var d struct {
		Name      string   `json:"name"`
		Low       float64  `json:"low"`
		High      float64  `json:"high"`
		Mean      float64  `json:"mean"`
		Deviation *float64 `json:"standard_deviation"`
		Unit      string   `json:"unit"`
	}
	if err := json.Unmarshal(b, &d); err != nil {
		return err
	}
	*r = Range{Name: d.Name, Low: d.Low, High: d.High, Unit: d.Unit}
	if d.Deviation != nil {
		r.Normal, r.Mean, r.Deviation = true, d.Mean, *d.Deviation
	}
	return nil
}

// rangeFault is what is wrong with the text of a range.
type rangeFault string

func (f rangeFault) Error() string { return string(f) }

// What is wrong with two numbers.
const (
	notAscending   = "its first value is not below its second"
	differentUnits = "its values have different units"
	noNumbers      = "its values are no numbers"
	noDeviation    = "its standard deviation is not above zero"
)

// ofTwoNumbers returns what of an error of ParseRange is about the two numbers of the range; "" for any other.
func ofTwoNumbers(err error) string {
	var f rangeFault
	if errors.As(err, &f) && (f == notAscending || f == differentUnits) {
		return string(f)
	}
	return ""
}

// ParseRange reads NAME=LOW..HIGH[UNIT][:N], such as speed_a=48..52km/h:200, and NAME=MEAN±DEVIATION[UNIT][:N], where
// +- may replace ±. A deviation in % is of the mean, 80km/h±2.5%, unless that is in % itself, or has no unit and the
// scenario's value is in %. n is 0 if it is not given. A * in the name stands for any text: see ExpandRanges.
func ParseRange(text string) (r Range, n int, err error) {
	bad := func(what string) (Range, int, error) {
		return Range{}, 0, fmt.Errorf("%q: %w: write, for example, speed_a=48..52km/h:100, or speed_a=50±2km/h:100 for a normal distribution", text, rangeFault(what))
	}
	name, rest, ok := strings.Cut(text, "=")
	if !ok || !document.ParameterForm.MatchString(strings.ReplaceAll(name, "*", "x")) {
		return bad("has no name of a parameter before =")
	}
	if i := strings.LastIndexByte(rest, ':'); i >= 0 {
		if n, err = strconv.Atoi(rest[i+1:]); err != nil || n < 1 || n > maxVariations {
			return bad(fmt.Sprintf("%q is no number of variations from 1 to %d", rest[i+1:], maxVariations))
		}
		rest = rest[:i]
	}
	first, second, ok := strings.Cut(rest, "..")
	if !ok {
		r.Normal = true
		if first, second, ok = strings.Cut(rest, "±"); !ok {
			first, second, ok = strings.Cut(rest, "+-")
		}
	}
	if !ok {
		return bad("has no two values with .. or ± between")
	}
	r.Name = name
	a, unitA, okA := scenariofile.Setting{Name: name, Value: first}.Number()
	b, unitB, okB := scenariofile.Setting{Name: name, Value: second}.Number()
	ofMean := r.Normal && unitB == "%"
	switch {
	case !okA || !okB:
		return bad(noNumbers)
	case ofMean && unitA != "" && unitA != "%":
		b, unitB = ofMagnitude(a, b), unitA
	case unitA != "" && unitA != unitB:
		return bad(differentUnits)
	}
	r.Unit, r.relative = unitB, ofMean && unitA == ""
	if r.Normal {
		r.Mean, r.Deviation = a, b
	} else {
		r.Low, r.High = a, b
	}
	if fault := r.fault(); fault != "" {
		return bad(string(fault))
	}
	return r, n, nil
}

// ofMagnitude returns so many percent of the magnitude of a value.
func ofMagnitude(value, percent float64) float64 { return math.Abs(value) * percent / 100 }

// of returns the range of a parameter: a relative deviation is worked out, unless the scenario's value is in %, as both
// numbers are then.
func (r Range) of(p *scenariofile.Parameter) Range {
	r.Name = p.Name
	if !r.relative {
		return r
	}
	r.relative = false
	if _, unit, ok := (scenariofile.Setting{Value: p.Value}).Number(); !ok || unit != "%" {
		r.Deviation, r.Unit = ofMagnitude(r.Mean, r.Deviation), ""
	}
	return r
}

// fault returns what is wrong with the numbers of a range; "" for nothing.
func (r *Range) fault() rangeFault {
	a, b := r.Low, r.High
	if r.Normal {
		a, b = r.Mean, r.Deviation
	}
	switch {
	case math.IsNaN(a) || math.IsInf(a, 0) || math.IsNaN(b) || math.IsInf(b, 0):
		return noNumbers
	case r.Normal && !(b > 0):
		return noDeviation
	case !r.Normal && !(a < b):
		return notAscending
	}
	return ""
}

// ExpandRanges replaces each range with a * in its name by one for each matching parameter, in the order of the
// scenario. They vary independently. A deviation of 5 % of a mean without a unit, 0.7±5%, becomes 0.035; where the
// scenario's value is in %, both numbers are.
func ExpandRanges(s *scenariofile.Scenario, ranges []Range) ([]Range, error) {
	var list []Range
	for _, r := range ranges {
		n := len(list)
		for i := range s.Parameters {
			p := &s.Parameters[i]
			// The pattern has no other signs of a pattern than *, and so no error.
			if fits, _ := path.Match(r.Name, p.Name); !fits {
				continue
			}
			one := r.of(p)
			if fault := one.fault(); fault != "" {
				return nil, fmt.Errorf("range %s: %w", one, fault)
			}
			list = append(list, one)
		}
		if len(list) == n {
			var names []string
			for _, p := range s.Parameters {
				names = append(names, p.Name)
			}
			return nil, fmt.Errorf("scenario %s has no parameter %q: %s", s.Name, r.Name, document.DefineParameter(r.Name, names))
		}
	}
	for i, r := range list {
		if slices.ContainsFunc(list[:i], func(o Range) bool { return o.Name == r.Name }) {
			return nil, fmt.Errorf("parameter %q is varied twice: leave one of them out", r.Name)
		}
	}
	return list, nil
}

// middle returns the value in the middle of a range.
func (r *Range) middle() scenariofile.Setting {
	value := r.Low + float64(0.5*(r.High-r.Low))
	if r.Normal {
		value = r.Mean
	}
	return r.setting(value)
}

// setting returns a value of the parameter, to eight digits.
func (r *Range) setting(value float64) scenariofile.Setting {
	text := strconv.FormatFloat(value, 'g', 8, 64)
	if r.Unit != "" {
		text += " " + r.Unit
	}
	return scenariofile.Setting{Name: r.Name, Value: text}
}

// at returns the value at a variate x of the normal distribution of mean 0 and deviation 1: the one that has as much below it.
func (r *Range) at(x float64) scenariofile.Setting {
	if r.Normal {
		return r.setting(r.Mean + float64(r.Deviation*x))
	}
	return r.setting(r.Low + float64(sampling.Distribution(x)*(r.High-r.Low)))
}

// Draw returns the value of a range in a variation, counted from 1, to eight digits. Its random generator is seeded
// with the seed and the parameter's name, so that the value depends on neither the number of variations nor the other
// parameters. A normal value is the quantile at a uniform random number; the distribution is not truncated.
func (r *Range) Draw(seed uint64, variation int) scenariofile.Setting {
	h := fnv.New64a()
	h.Write([]byte(r.Name))
	g := rand.New(rand.NewPCG(seed, h.Sum64()))
	u := 0.0
	for range variation {
		u = g.Float64()
	}
	value := r.Low + float64(u*(r.High-r.Low))
	if r.Normal {
		value = r.Mean + float64(r.Deviation*sampling.Quantile(u))
	}
	return r.setting(value)
}

const (
	// DefaultVariations is how many variations are run when no range says.
	DefaultVariations = 100
	// maxVariations bounds what one command runs.
	maxVariations = 100_000
)

// SpreadSchema names the form of a spread in JSON.
const SpreadSchema = "prang.spread/1"

// Spread is the result of many runs of a scenario with varied parameters.
type Spread struct {
	Schema     string       `json:"schema"`
	Engine     string       `json:"engine"`
	Scenario   string       `json:"scenario"`
	Seed       uint64       `json:"seed"`
	Ranges     []Range      `json:"ranges"`
	Figures    []Figure     `json:"figures"`
	Variations []*Variation `json:"variations"`
	// Asked is how many variations were asked for, where an interrupt has left some out; else 0.
	Asked int `json:"asked,omitempty"`
}

// Variation is one of the runs. Run alone with its settings it gives the same bits.
type Variation struct {
	Number   int                    `json:"number"` // from 1
	Set      []scenariofile.Setting `json:"set"`
	Outcomes []Outcome              `json:"outcomes"`         // of each body that moves freely
	Failed   string                 `json:"failed,omitempty"` // why it has none
	Hash     string                 `json:"final_hash,omitempty"`
}

// Command returns the flags that run the variation alone.
func (v *Variation) Command() string {
	var flags []string
	for _, s := range v.Set {
		flags = append(flags, "--set '"+s.String()+"'")
	}
	return strings.Join(flags, " ")
}

// Value returns the number that the variation has for a parameter, with its unit; false if it has none.
func (v *Variation) Value(name string) (x float64, unit string, ok bool) {
	i := slices.IndexFunc(v.Set, func(s scenariofile.Setting) bool { return s.Name == name })
	if i < 0 {
		return 0, "", false
	}
	return v.Set[i].Number()
}

// Varied returns the parameters of which the runs have more than one value, all of them numbers with the same unit. All
// runs of a scenario have the same parameters.
func (s *Spread) Varied() (names []string) {
	for _, setting := range s.Variations[0].Set {
		x, unit, ok := setting.Number()
		more := false
		for _, v := range s.Variations {
			y, u, number := v.Value(setting.Name)
			ok = ok && number && u == unit
			more = more || y != x
		}
		if ok && more {
			names = append(names, setting.Name)
		}
	}
	return names
}

// WithoutResult returns the variations that could not be loaded, or whose run failed. The figures are of the others.
func (s *Spread) WithoutResult() []*Variation {
	var list []*Variation
	for _, v := range s.Variations {
		if v.Failed != "" {
			list = append(list, v)
		}
	}
	return list
}

// Outcome is the result of a variation for a body.
type Outcome struct {
	Body   string   `json:"body"`
	DeltaV float64  `json:"delta_v"` // of its largest collision, or impact where it is no vehicle; 0 without [m/s]
	PDOF   *float64 `json:"pdof_deg,omitempty"`
	EES    float64  `json:"ees,omitempty"` // [m/s]
	// ImpactSpeed is that of a vehicle just before this collision; absent without one, and for other bodies [m/s].
	ImpactSpeed *float64 `json:"impact_speed,omitempty"`
	X           float64  `json:"x"` // of the end [m]
	Y           float64  `json:"y"`
	Heading     *float64 `json:"heading_deg,omitempty"` // absent as in BodyReport
	Resting     bool     `json:"at_rest"`
	// Criteria are those of its accelerometers, in the order of the scenario, absent without any.
	Criteria []CriterionValue `json:"criteria,omitempty"`
}

// Vary runs n variations, 1 or more, workers of them at a time. load returns the scenario with given settings, or none.
// The result does not depend on workers. progress, if not nil, is called with the number of variations done, in no order.
// The error is ctx's, that of a range or a number that cannot be, or that no variation can be loaded; a variation that
// cannot be loaded, or whose run fails, has no outcome. With ctx's error the spread is of the variations that were done, nil if
// there are none.
func Vary(ctx context.Context, load func([]scenariofile.Setting) (*scenariofile.Scenario, error), ranges []Range, n int, seed uint64, workers int, progress func(done, total int64)) (*Spread, error) {
	if n < 1 {
		return nil, fmt.Errorf("%d variations: give 1 or more", n)
	}
	if load == nil {
		return nil, runs.ErrNoScenario
	}
	for i := range ranges {
		if fault := ranges[i].fault(); fault != "" {
			return nil, fmt.Errorf("range %s: %w", ranges[i], fault)
		}
	}
	s := &Spread{Schema: SpreadSchema, Engine: runs.Engine(), Seed: seed, Ranges: ranges, Variations: make([]*Variation, n)}
	for k := range s.Variations {
		v := &Variation{Number: k + 1, Outcomes: []Outcome{}}
		for i := range ranges {
			v.Set = append(v.Set, ranges[i].Draw(seed, k+1))
		}
		s.Variations[k] = v
	}
	first, err := load(nil)
	if err != nil {
		return nil, err
	}
	if first == nil {
		return nil, runs.ErrNoScenario
	}
	s.Scenario = first.Name
	errs, whole := make([]error, n), make([]bool, n)
	var next, done atomic.Int64
	var told sync.Mutex
	var wait sync.WaitGroup
	for range max(1, min(workers, n)) {
		wait.Go(func() {
			for ctx.Err() == nil {
				k := int(next.Add(1)) - 1
				if k >= n {
					return
				}
				v := s.Variations[k]
				if errs[k] = v.run(ctx, load); errs[k] != nil {
					v.Failed = wording.FirstLine(errs[k])
				}
				if ctx.Err() != nil { // it may have been cut off
					return
				}
				whole[k] = true
				told.Lock()
				made := done.Add(1)
				if progress != nil {
					progress(made, int64(n))
				}
				told.Unlock()
			}
		})
	}
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return s.interrupted(whole), fmt.Errorf("scenario %s: interrupted after %d of %s: %w", s.Scenario, done.Load(), variations(n), err)
	}
	if !slices.Contains(errs, nil) {
		return nil, fmt.Errorf("no variation can be loaded; variation 1 (%s): %w", s.Variations[0].Command(), errs[0])
	}
	s.Figures = s.figures()
	return s, nil
}

// interrupted returns the spread of the variations that are whole, nil if none is.
func (s *Spread) interrupted(whole []bool) *Spread {
	all := s.Variations
	s.Asked, s.Variations = len(all), nil
	for k, v := range all {
		if whole[k] {
			s.Variations = append(s.Variations, v)
		}
	}
	if s.Variations == nil {
		return nil
	}
	s.Figures = s.figures()
	return s
}

// run makes one variation. The error is of a scenario that cannot be loaded, or has no world. A panic ends this variation alone.
func (v *Variation) run(ctx context.Context, load func([]scenariofile.Setting) (*scenariofile.Scenario, error)) error {
	defer func() {
		if x := recover(); x != nil {
			v.Failed, v.Outcomes, v.Hash = fmt.Sprintf("panic: %v: please report it, with the scenario", x), []Outcome{}, ""
		}
	}()
	s, err := load(v.Set)
	if err != nil {
		v.Failed = wording.FirstLine(err)
		return err
	}
	w, err := runs.NewWorld(s)
	if err != nil {
		v.Failed = err.Error()
		return err
	}
	r, err := runs.Run(ctx, s, runs.Options{NoLog: true, World: w})
	if err != nil {
		v.Failed = err.Error()
		return nil
	}
	v.Hash = r.FinalHash
	for _, name := range freeBodies(s) {
		v.Outcomes = append(v.Outcomes, outcomeOf(r, name))
	}
	return nil
}

// freeBodies returns the names of the bodies that move freely, which have outcomes.
func freeBodies(s *scenariofile.Scenario) []string {
	var names []string
	for i := range s.Definition.Bodies {
		if d := &s.Definition.Bodies[i]; len(d.Drive) == 0 && !d.Sensor {
			names = append(names, d.Name)
		}
	}
	return names
}

// outcomeOf returns what a run did to a body.
func outcomeOf(r *runs.Report, name string) Outcome {
	o := Outcome{Body: name}
	if i := slices.IndexFunc(r.Bodies, func(b runs.BodyReport) bool { return b.Name == name }); i >= 0 {
		b := &r.Bodies[i]
		o.X, o.Y, o.Heading, o.Resting = b.Position[0], b.Position[1], b.Heading, b.Rest != nil
	}
	o.Criteria = criteriaOf(r, name)
	for i := range r.Vehicles {
		if v := &r.Vehicles[i]; v.Body == name {
			for k := range v.Collisions {
				if c := &v.Collisions[k]; c.DeltaV > o.DeltaV {
					o.DeltaV, o.PDOF, o.EES, o.ImpactSpeed = c.DeltaV, c.PDOF, c.EES, &c.SpeedBefore
				}
			}
			return o
		}
	}
	for i := range r.Impacts {
		for _, side := range r.Impacts[i].Sides {
			if side.Body == name && side.DeltaVSize > o.DeltaV {
				o.DeltaV, o.PDOF = side.DeltaVSize, side.PDOF
			}
		}
	}
	return o
}
