package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// Verdict is the result of a comparison.
type Verdict string

// The verdicts. Logs are different if only one has some columns or steps; but one log may be longer, within the tolerance
// of time. So they are if only in one an object that both have enters or leaves a sensor that both have, or something breaks.
const (
	Equal           Verdict = "equal"            // the same values and events, bit for bit
	WithinTolerance Verdict = "within tolerance" // not equal, but no value is farther apart than allowed; other events may differ
	Different       Verdict = "different"
	Undecided       Verdict = "undecided" // not different in what can be read, but some steps of a log cannot be read, or its run was stopped
)

// Options are the options of Logs; the zero value requires equal bits.
type Options struct {
	Tolerances Tolerances
	// ImpactWindow is how far apart matched impacts, and matched events of sensors, may be [s]; zero stands for
	// DefaultImpactWindow.
	ImpactWindow float64
	// Extents are how long the runs of a and b are by their scenarios; see Reader.Stopped. The zero value leaves open whether
	// what was stopped would have gone on to the end of the other.
	Extents [2]Extent
	// Renames are objects that have another name in b than in a. Those that differ in name and colour alone need none.
	Renames []Rename
}

// Comparison is the difference of two logs. Names of columns are owner and column, "car.x".
type Comparison struct {
	Verdict  Verdict  `json:"verdict"`
	Readable Verdict  `json:"readable,omitempty"` // where undecided: the verdict on the steps that can be read, "" where there are none
	ByHash   bool     `json:"by_hash"`            // decided by the hashes of the chunks alone: nothing was decoded; false where nothing was compared
	Frames   [2]int64 `json:"frames"`             // in a and in b
	Compared int64    `json:"compared"`           // frames that both have
	// TooLong is set if one log is longer than the other by more than the tolerance of time.
	TooLong bool `json:"too_long,omitempty"`

	// ByTime is set if the logs have different steps. The frames of the log with the longer step are then compared
	// with the states of the other at the same times. Between its frames velocities are linear in time but for the
	// impacts in between, places and attitudes are what the velocities make of them, and all else is linear.
	ByTime *ByTime `json:"by_time,omitempty"`

	// Renamed are the objects that have other names in b, and are called by these: those of the options, then those found by their
	// definitions. Likely may be, by their places: an option says so.
	Renamed []Rename `json:"renamed,omitempty"`
	Likely  []Rename `json:"likely_renamed,omitempty"`

	OnlyA      []string `json:"only_a,omitempty"`     // columns that only a has
	OnlyB      []string `json:"only_b,omitempty"`     // columns that only b has
	Headers    []string `json:"headers,omitempty"`    // what else differs in the headers; no difference of results
	Files      []string `json:"files,omitempty"`      // which files that the logs carry differ; no difference of results
	Unreadable []string `json:"unreadable,omitempty"` // steps that could not be read

	First      *Difference      `json:"first,omitempty"`       // first differing value
	FirstEvent *EventDifference `json:"first_event,omitempty"` // first differing event
	// Caches is the first step at which the engine's hash differs although all values up to there are equal, so that
	// the state that is not recorded differs. It is -1 if there is none, and if the engines, the objects or the
	// columns differ.
	Caches     int64       `json:"caches"`
	Deviations []Deviation `json:"deviations,omitempty"` // of each column that both have, in the order of a

	Growth  *Growth           `json:"growth,omitempty"`  // of the motion's difference; nil where it is the same
	Impacts *ImpactComparison `json:"impacts,omitempty"` // nil where there are none, and where the hashes decided
	// Sensors is what enters and leaves sensors at other times, or in one log alone; nil where nothing does.
	Sensors *SensorComparison `json:"sensors,omitempty"`
	// Breaks are the joints and springs that break at other times, or in one log alone; nil where none does.
	Breaks *BreakComparison `json:"breaks,omitempty"`
	// Forces are the pairs whose contact forces differ, the largest difference first, if both logs have contact
	// forces.
	Forces []ForceDeviation `json:"forces,omitempty"`
}

// Difference is a value that differs.
type Difference struct {
	Step      int64           `json:"step"`
	Time      float64         `json:"time"`      // [s]
	Object    string          `json:"object"`    // "" for the world
	Quantity  string          `json:"quantity"`  // name of the column
	Component string          `json:"component"` // x, y, z, w or a number; "" of a single value
	A         recorder.Number `json:"a"`
	B         recorder.Number `json:"b"`
	Ulps      uint64          `json:"ulps"` // see Ulps
}

// Deviation is the difference of one column between the two logs: the distance of positions [m], the angle between
// attitudes [rad], the length of the difference of v and L, and the largest difference of a component of any other
// column. "w" is the angular velocity (rad/s), which follows from q, L and the inertia. If only one of the values is
// finite, the difference is infinite.
type Deviation struct {
	Object    string          `json:"object"`
	Quantity  string          `json:"quantity"`
	Unit      string          `json:"unit"`
	Max       recorder.Number `json:"max"` // largest, first reached at Step
	Step      int64           `json:"step"`
	Time      float64         `json:"time"`  // of Step [s]
	RMS       recorder.Number `json:"rms"`   // over the compared steps
	Final     recorder.Number `json:"final"` // at the last compared step
	Tolerance float64         `json:"tolerance"`
	Within    bool            `json:"within"` // Max is not above Tolerance
}

// EventDifference is a place in the lists of events where they differ.
type EventDifference struct {
	Step  int64         `json:"step"`
	Index int           `json:"index"`          // among the events of the step
	Event string        `json:"event"`          // "impact car – pole": that of a, or of b where a has none
	Field string        `json:"field"`          // what differs first; "missing in A", "missing in B"
	InB   string        `json:"in_b,omitempty"` // the event of b, where kind or objects differ
	A, B  *record.Event `json:"-"`              // nil where missing
}

// comparer compares two logs whose headers fit.
type comparer struct {
	a, b       *recorder.Reader
	ha, hb     *recorder.Header // of a with the names of b for what is renamed
	result     *Comparison
	pairs      []pair
	objects    []int32 // index in b of each object of a, -1 where b has none of this name
	objectsInA []int32 // index in a of each object of b, -1 where a has none of this name
	same       bool    // the frames of both have the same layout: rows compare by hash
	tables     bool    // the tables of objects are the same: events compare by hash
	sums       []float64
	shares     []share // tolerances that are shares
	fa, fb     record.Frame

	tolerances Tolerances
	spins      []spin
	growth     growthTracker
	impacts    [2][]comparedImpact
	sensors    [2]comparedSensors
	breaks     [2][]breaking
	length     [2]int64 // frames that each log had
	forces     forces
	incomplete bool
	window     float64          // of impacts and events of sensors [s]
	equal      []recorder.Chunk // those of a that b has, too
	lost       [2][]lost        // what cannot be read of a and b
}

// Logs compares the frames of two logs step by step: their common columns by the names of owner and column. Equal
// chunks are recognised by their hashes and not decoded. Logs with steps of different length are compared by time. The
// error is one of reading a file, or of options that are not finite or below zero.
func Logs(a, b *recorder.Reader, opts Options) (*Comparison, error) {
	if err := opts.Tolerances.check(); err != nil {
		return nil, err
	}
	if w := opts.ImpactWindow; !(w >= 0) || math.IsInf(w, 0) {
		return nil, fmt.Errorf("impact window %g s: must be finite and not below zero", w)
	}
	ha, hb := a.Header(), b.Header()
	named, found, likely, err := rename(ha, hb, opts.Renames)
	if err != nil {
		return nil, err
	}
	ha = named
	c := &comparer{a: a, b: b, ha: ha, hb: hb, result: &Comparison{Caches: -1, Frames: [2]int64{a.Steps(), b.Steps()}}, tolerances: opts.Tolerances}
	c.result.Renamed, c.result.Likely = append(slices.Clone(opts.Renames), found...), likely
	c.columns(ha, hb, &opts.Tolerances)
	c.applyShares()
	c.headers(ha, hb)
	c.files(ha, hb)
	c.startForces()
	c.lengths(opts.Extents)
	c.unread(0, a)
	c.unread(1, b)
	if a.Steps() == 0 && b.Steps() == 0 { // which says nothing about the runs
		c.result.Unreadable = append(c.result.Unreadable, "A and B: all steps: their writers were stopped before any was written")
	}
	frames := c.frames
	if math.Float64bits(ha.Step) != math.Float64bits(hb.Step) {
		frames = c.samples
	}
	if err := frames(); err != nil {
		return nil, err
	}
	c.conclude()
	c.concludeForces()
	c.result.Growth = c.growth.result(c.result.ByTime != nil)
	if c.window = opts.ImpactWindow; c.window == 0 {
		c.window = DefaultImpactWindow
	}
	if err := c.compareImpacts(); err != nil {
		return nil, err
	}
	c.compareSensors()
	c.compareBreaks()
	if c.result.Verdict = c.verdict(); c.result.Verdict != Different && len(c.result.Unreadable) > 0 {
		c.result.Verdict, c.result.Readable = Undecided, c.result.Verdict
	}
	if c.result.Compared == 0 { // nothing is equal, by hash or otherwise
		c.result.Readable, c.result.ByHash = "", false
	}
	return c.result, nil
}

// frames compares all frames that both logs have.
func (c *comparer) frames() error {
	c.result.ByHash = true
	chunksB := c.b.Chunks()
	next := 0
	steps := min(c.result.Frames[0], c.result.Frames[1])
	for _, ca := range c.a.Chunks() {
		for next < len(chunksB) && chunksB[next].First+int64(chunksB[next].Steps) <= ca.First {
			next++
		}
		if next < len(chunksB) && c.equalChunks(&ca, &chunksB[next]) {
			c.equal = append(c.equal, ca)
			c.result.Compared += int64(ca.Steps)
			if ca.State != chunksB[next].State {
				c.caches(ca.First + int64(ca.Steps) - 1)
			}
			for i := range c.result.Deviations {
				c.result.Deviations[i].Final = 0
			}
			continue
		}
		last := min(ca.First+int64(ca.Steps), steps)
		if ca.First < last {
			c.result.ByHash = false
		}
		for step := ca.First; step < last; {
			var err error
			if step, err = c.frame(step); err != nil {
				return err
			}
		}
	}
	for which, r := range [...]*recorder.Reader{c.a, c.b} {
		// The frames that the other never had.
		if from := max(steps, c.length[1-which]); r.Steps() > from {
			c.result.ByHash = false
			if err := c.eventsFrom(from, which); err != nil {
				return err
			}
		}
	}
	return nil
}

// conclude finishes the deviations.
func (c *comparer) conclude() {
	for i := range c.result.Deviations {
		d := &c.result.Deviations[i]
		if c.result.Compared > 0 {
			d.RMS = recorder.Number(math.Sqrt(c.sums[i] / float64(c.result.Compared)))
		}
		d.Within = float64(d.Max) <= d.Tolerance
	}
	c.judgeSpins()
}

// equalChunks reports whether the two chunks hold the same steps with the same values and events, by their hashes.
func (c *comparer) equalChunks(a, b *recorder.Chunk) bool {
	return c.same && c.tables && (!c.forces.on || c.forces.same) && a.First == b.First && a.Steps == b.Steps && a.Rows == b.Rows && a.Events == b.Events
}

func (c *comparer) caches(step int64) {
	if c.result.Caches < 0 && c.result.First == nil && c.same && c.tables && c.ha.Engine == c.hb.Engine {
		c.result.Caches = step
	}
}

// verdict returns the verdict on all that could be compared.
func (c *comparer) verdict() Verdict {
	r := c.result
	r.TooLong = c.tooLong()
	switch {
	case len(r.OnlyA) != 0, len(r.OnlyB) != 0, r.TooLong:
		return Different
	case r.ByTime == nil && c.length[0] == c.length[1] && r.First == nil && r.FirstEvent == nil && r.Caches < 0:
		return Equal
	}
	if r.Impacts != nil && c.tolerances.ofImpacts() && !r.Impacts.Within {
		return Different
	}
	if r.Sensors != nil && !r.Sensors.Within || r.Breaks != nil && !r.Breaks.Within {
		return Different
	}
	if c.tolerances.Force > 0 && slices.ContainsFunc(r.Forces, func(d ForceDeviation) bool { return !d.Within }) {
		return Different
	}
	allowed := c.tolerances.Force > 0 || c.tolerances.ofImpacts() || r.ByTime != nil && r.First == nil
	for i := range r.Deviations {
		if !r.Deviations[i].Within {
			return Different
		}
		allowed = allowed || r.Deviations[i].Tolerance > 0
	}
	if !allowed {
		return Different
	}
	return WithinTolerance
}

// tooLong reports whether one log is longer than the other by more than the tolerance of time.
func (c *comparer) tooLong() bool {
	if t := c.result.ByTime; t != nil {
		return t.Longer > c.tolerances.Time
	}
	longer := math.Abs(float64(c.length[0]-c.length[1])) * c.ha.Step
	return longer > float64(c.tolerances.Time*(1+1e-12)) // so that a tolerance of 0.1 s is 24 steps of 1/240 s
}
