package runs

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Range is what a parameter is varied over: evenly between two values.
type Range struct {
	Name string  `json:"name"`
	Low  float64 `json:"low"` // in Unit
	High float64 `json:"high"`
	Unit string  `json:"unit"` // as the scenario would write it; "" for none
}

// ParseRange reads NAME=LOW..HIGH[UNIT][:N], such as speed_a=48..52km/h:200. n is 0 where it is not given.
func ParseRange(text string) (r Range, n int, err error) {
	bad := func(what string) (Range, int, error) {
		return Range{}, 0, fmt.Errorf("%q: %s: write, for example, speed_a=48..52km/h:100", text, what)
	}
	name, rest, ok := strings.Cut(text, "=")
	if !ok || !parameterForm.MatchString(name) {
		return bad("has no name of a parameter before =")
	}
	if i := strings.LastIndexByte(rest, ':'); i >= 0 {
		if n, err = strconv.Atoi(rest[i+1:]); err != nil || n < 1 || n > maxVariations {
			return bad(fmt.Sprintf("%q is no number of variations from 1 to %d", rest[i+1:], maxVariations))
		}
		rest = rest[:i]
	}
	low, high, ok := strings.Cut(rest, "..")
	if !ok {
		return bad("has no two values with .. between")
	}
	r.Name = name
	a, unitA, okA := splitValue(low)
	b, unitB, okB := splitValue(high)
	switch {
	case !okA || !okB:
		return bad("its values are no numbers")
	case unitA != "" && unitA != unitB:
		return bad("its values have different units")
	case !(a < b):
		return bad("its first value is not below its second")
	}
	r.Low, r.High, r.Unit = a, b, unitB
	return r, n, nil
}

// splitValue splits a number from its unit.
func splitValue(s string) (v float64, unit string, ok bool) {
	s = strings.TrimSpace(s)
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	i = skipDigits(s, i)
	if i < len(s) && s[i] == '.' {
		i = skipDigits(s, i+1)
	}
	i = exponentEnd(s, i)
	v, err := strconv.ParseFloat(s[:i], 64)
	return v, strings.TrimSpace(s[i:]), err == nil && !math.IsInf(v, 0)
}

// Draw returns the value of a range in a variation, counted from 1, to eight digits: evenly distributed, from a generator that the seed and the
// parameter's name start. It depends on neither the number of variations nor the other parameters.
func (r *Range) Draw(seed uint64, variation int) Setting {
	h := fnv.New64a()
	h.Write([]byte(r.Name))
	g := rand.New(rand.NewPCG(seed, h.Sum64()))
	u := 0.0
	for range variation {
		u = g.Float64()
	}
	text := strconv.FormatFloat(r.Low+float64(u*(r.High-r.Low)), 'g', 8, 64)
	if r.Unit != "" {
		text += " " + r.Unit
	}
	return Setting{r.Name, text}
}

// maxVariations bounds what one command runs.
const maxVariations = 100_000

// SpreadSchema names the form of a spread in JSON.
const SpreadSchema = "prang.spread/1"

// Spread is what came of many runs of a scenario with varied parameters.
type Spread struct {
	Schema     string       `json:"schema"`
	Engine     string       `json:"engine"`
	Scenario   string       `json:"scenario"`
	Seed       uint64       `json:"seed"`
	Ranges     []Range      `json:"ranges"`
	Figures    []Figure     `json:"figures"`
	Variations []*Variation `json:"variations"`
}

// Variation is one of the runs. Run alone with its settings it comes to the same bits.
type Variation struct {
	Number   int       `json:"number"` // from 1
	Set      []Setting `json:"set"`
	Outcomes []Outcome `json:"outcomes"`         // of each body that moves freely
	Failed   string    `json:"failed,omitempty"` // why it has none
	Hash     string    `json:"final_hash,omitempty"`
}

// Command returns the flags that run the variation alone.
func (v *Variation) Command() string {
	var flags []string
	for _, s := range v.Set {
		flags = append(flags, "--set '"+s.String()+"'")
	}
	return strings.Join(flags, " ")
}

// Outcome is what a variation did to a body.
type Outcome struct {
	Body    string   `json:"body"`
	DeltaV  float64  `json:"delta_v"` // of its largest collision, or impact where it is no vehicle; 0 without [m/s]
	PDOF    *float64 `json:"pdof_deg,omitempty"`
	EES     float64  `json:"ees,omitempty"` // [m/s]
	X       float64  `json:"x"`             // of the end [m]
	Y       float64  `json:"y"`
	Heading float64  `json:"heading_deg"`
	Resting bool     `json:"at_rest"`
}

// Vary runs n variations, workers of them at a time. load gives the scenario with some settings. The result does not depend on workers;
// progress, when not nil, is told the variations done, in no order. The error is ctx's, or of a scenario that cannot be loaded; runs
// that fail are variations without outcome.
func Vary(ctx context.Context, load func([]Setting) (*Scenario, error), ranges []Range, n int, seed uint64, workers int, progress func(done, total int64)) (*Spread, error) {
	s := &Spread{Schema: SpreadSchema, Engine: Engine, Seed: seed, Ranges: ranges, Variations: make([]*Variation, n)}
	for k := range s.Variations {
		v := &Variation{Number: k + 1, Outcomes: []Outcome{}}
		for i := range ranges {
			v.Set = append(v.Set, ranges[i].Draw(seed, k+1))
		}
		s.Variations[k] = v
	}
	first, err := load(s.Variations[0].Set)
	if err != nil {
		return nil, err
	}
	s.Scenario = first.Name
	errs := make([]error, n)
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
				errs[k] = s.Variations[k].run(ctx, load)
				if progress != nil {
					told.Lock()
					progress(done.Add(1), int64(n))
					told.Unlock()
				}
			}
		})
	}
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("scenario %s: interrupted after %d of %d variations: %w", s.Scenario, done.Load(), n, err)
	}
	for k, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("variation %d (%s): %w", k+1, s.Variations[k].Command(), err)
		}
	}
	s.Figures = s.figures()
	return s, nil
}

// run makes one variation. The error is of a scenario that cannot be loaded.
func (v *Variation) run(ctx context.Context, load func([]Setting) (*Scenario, error)) error {
	s, err := load(v.Set)
	if err != nil {
		return err
	}
	r, err := Run(ctx, s, Options{NoLog: true})
	if err != nil {
		v.Failed = err.Error()
		return nil
	}
	v.Hash = r.FinalHash
	for i := range s.Definition.Bodies {
		if d := &s.Definition.Bodies[i]; len(d.Drive) == 0 && !d.Sensor {
			v.Outcomes = append(v.Outcomes, r.outcome(d.Name))
		}
	}
	return nil
}

// outcome returns what a run did to a body.
func (r *Report) outcome(name string) Outcome {
	o := Outcome{Body: name}
	if i := slices.IndexFunc(r.Bodies, func(b BodyReport) bool { return b.Name == name }); i >= 0 {
		b := &r.Bodies[i]
		o.X, o.Y, o.Heading, o.Resting = b.Position[0], b.Position[1], b.Heading, b.Rest != nil
	}
	for i := range r.Vehicles {
		if v := &r.Vehicles[i]; v.Body == name {
			for k := range v.Collisions {
				if c := &v.Collisions[k]; c.DeltaV > o.DeltaV {
					o.DeltaV, o.PDOF, o.EES = c.DeltaV, c.PDOF, c.EES
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
