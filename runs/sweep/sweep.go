package sweep

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/prang-sim/prang/runs/scenariofile"
)

// Row is the result of one run of a sweep: a line of the results file.
type Row struct {
	Scenario string `json:"scenario"`
	Point    int    `json:"point"`           // combination of the grid, from 1
	Round    int    `json:"round,omitempty"` // from 1, of a plan with rounds
	Repeat   int    `json:"repeat"`          // from 1
	Variation
}

// Sweep hands out the runs of a plan to those who make them, here and on other machines, and writes each result to a file as
// soon as it has it; when all are there it sorts them. The whole file depends on the plan and the engine alone: not on who
// made the runs, on how many there were, or on how often the sweep was interrupted.
type Sweep struct {
	plan *Plan

	mu      sync.Mutex
	results *sweepResults
	rows    []*Row        // by number - 1; nil without a result
	have    int           // how many have one
	aims    []*aim        // of the scenarios of a plan with rounds
	next    []int         // of each scenario: none before it is still to be handed out for the first time
	leased  map[int]lease // runs that have been handed out, and have no result
	longest time.Duration // that a run has taken, waiting for the network included
	patient time.Duration // for how long a run is waited for at least
	err     error         // why it ended early
	told    func(done, total int64)
	done    chan struct{}
	closed  bool
}

// lease is a run that has been handed out.
type lease struct {
	at   time.Time // last; zero where it was given back
	here bool      // to a worker of this process, which does not get lost
}

// patience is how long a run that has been handed out is waited for, before it is handed out again: at least this, and
// some times as long as the longest run.
const (
	patience      = time.Minute
	patienceTimes = 4
)

// Open begins the sweep of a plan with a results file at path, or goes on with it where the file has results of the
// same plan and engine. told, if not nil, is called with the number of runs that have results. A file of anything else,
// or one that another sweep is writing, is an error. Close the sweep.
func Open(plan *Plan, path string, told func(done, total int64)) (*Sweep, error) {
	s := &Sweep{plan: plan, rows: make([]*Row, plan.Runs()), leased: map[int]lease{}, told: told, done: make(chan struct{}), patient: patience}
	for i := range plan.Scenarios {
		s.next = append(s.next, 1+i*plan.each())
	}
	s.aims = aimsOf(plan, s.rows)
	var err error
	if s.results, err = openResults(path, s); err != nil {
		return nil, err
	}
	for _, r := range s.rows {
		if r != nil {
			s.have++
		}
	}
	s.advance()
	return s, nil
}

// Results returns the number of runs in the file.
func (s *Sweep) Results() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.have
}

// Plan returns the plan of the sweep.
func (s *Sweep) Plan() *Plan { return s.plan }

// Done is closed when all runs have results, or the sweep has failed.
func (s *Sweep) Done() <-chan struct{} { return s.done }

// Take hands out a run to another machine; ok is false while all that have no result are handed out, and when the sweep is
// done (see Done). A run without a result for long is handed out again, for whoever had it may be gone.
func (s *Sweep) Take() (number int, ok bool) { return s.take(false) }

func (s *Sweep) take(here bool) (number int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, false
	}
	limit := max(s.patient, patienceTimes*s.longest)
	for n, l := range s.leased {
		if (l.at.IsZero() || !l.here && time.Since(l.at) > limit) && (number == 0 || n < number) {
			number = n
		}
	}
	for i := 0; i < len(s.next) && number == 0; i++ {
		number = s.first(i)
	}
	if number == 0 {
		return 0, false
	}
	s.leased[number] = lease{time.Now(), here}
	return number, true
}

// first returns the first run of a scenario that is handed out for the first time; 0 if there is none, or the next one waits
// for the results of others.
func (s *Sweep) first(scenario int) int {
	for ; s.next[scenario] <= (scenario+1)*s.plan.each(); s.next[scenario]++ {
		number := s.next[scenario]
		if _, out := s.leased[number]; out || s.rows[number-1] != nil {
			continue
		}
		if _, _, ok := s.run(number); !ok {
			return 0
		}
		s.next[scenario]++
		return number
	}
	return 0
}

// GiveBack takes a run back without a result.
func (s *Sweep) GiveBack(number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.leased[number]; ok {
		s.leased[number] = lease{}
	}
}

// Put takes the result of a run, which may have been handed out by an earlier sweep of the plan. Of a run that has a result
// already it has to be the same, or the sweep fails: two machines disagree.
func (s *Sweep) Put(v *Variation) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v.Number < 1 || v.Number > len(s.rows) {
		return fmt.Errorf("there is no run %d: there are %d", v.Number, len(s.rows))
	}
	if (v.Hash == "") == (v.Failed == "") {
		return fmt.Errorf("run %d has no result, or two", v.Number)
	}
	if s.closed {
		return nil
	}
	planned, _, ok := s.run(v.Number)
	if !ok {
		return fmt.Errorf("run %d has a result before those that it depends on", v.Number)
	}
	row := s.plan.row(v.Number)
	row.Variation, row.Set = *v, planned.Set
	if before := s.rows[v.Number-1]; before != nil {
		if !before.equal(row) {
			s.err = fmt.Errorf("run %d (%s %s) ends in two ways, with the hashes %s and %s: two machines that compute the same disagree: run it on each with prang run, and compare the logs",
				v.Number, row.Scenario, row.Command(), orFailed(before), orFailed(row))
			s.finish()
		}
		return nil
	}
	if l, ok := s.leased[v.Number]; ok && !l.at.IsZero() {
		s.longest = max(s.longest, time.Since(l.at))
	}
	delete(s.leased, v.Number)
	s.rows[v.Number-1] = row
	s.have++
	if s.err = s.results.write(row); s.err != nil {
		s.finish()
		return nil
	}
	s.advance()
	return nil
}

func orFailed(r *Row) string {
	if r.Failed != "" {
		return "(failed: " + r.Failed + ")"
	}
	return r.Hash
}

func (r *Row) equal(o *Row) bool {
	return r.Hash == o.Hash && r.Failed == o.Failed && slices.EqualFunc(r.Outcomes, o.Outcomes, func(a, b Outcome) bool {
		others := sameNumber(a.PDOF, b.PDOF) && sameNumber(a.Heading, b.Heading)
		plain := a.Body == b.Body && a.DeltaV == b.DeltaV && a.EES == b.EES && a.X == b.X && a.Y == b.Y && a.Resting == b.Resting
		return plain && others && otherImpactSpeed(&a, &b) == "" && otherCriterion(&a, &b) == ""
	})
}

// sameNumber reports whether two numbers are equal, or both absent.
func sameNumber(a, b *float64) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

// otherImpactSpeed says what other impact speeds two outcomes have, "" for none. That which one of them does not have, as one
// of an earlier version, does not count: a vehicle that does not collide has no delta-v either.
func otherImpactSpeed(a, b *Outcome) string {
	if x, y := a.ImpactSpeed, b.ImpactSpeed; x != nil && y != nil && *x != *y {
		return fmt.Sprintf("%s impact_speed %.9g and %.9g", a.Body, *x, *y)
	}
	return ""
}

// advance tells how far it has got, and ends a sweep that has all results.
func (s *Sweep) advance() {
	if s.told != nil {
		s.told(int64(s.have), int64(len(s.rows)))
	}
	if s.have == len(s.rows) {
		s.err = s.results.sort(s.rows)
		s.finish()
	}
}

func (s *Sweep) finish() {
	if !s.closed {
		s.closed = true
		close(s.done)
	}
}

// whileNone is how long one who finds no run to make waits before he asks again.
const whileNone = 100 * time.Millisecond

// Work makes runs, workers at a time, until the sweep is done or ctx is. A worker that is interrupted gives its run back.
func (s *Sweep) Work(ctx context.Context, workers int) {
	loads := make([]func([]scenariofile.Setting) (*scenariofile.Scenario, error), len(s.plan.Scenarios))
	for i := range loads {
		loads[i] = s.plan.Scenarios[i].Loader()
	}
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for ctx.Err() == nil {
				number, ok := s.take(true)
				if !ok {
					select {
					case <-s.done:
						return
					case <-ctx.Done():
						return
					case <-time.After(whileNone):
					}
					continue
				}
				v, scenario := s.Run(number)
				v.Run(ctx, loads[scenario])
				if ctx.Err() != nil {
					s.GiveBack(number)
					return
				}
				if err := s.Put(v); err != nil {
					panic("runs: " + err.Error())
				}
			}
		})
	}
	all.Wait()
}

// Close ends the sweep and returns its summary, of the runs that the file has. The error is of the file, or of machines
// that disagree.
func (s *Sweep) Close() (*Summary, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.finish()
	if err := s.results.close(); s.err == nil {
		s.err = err
	}
	return newSummary(s.plan, s.rows, s.aims), s.err
}

// Run makes the run of a variation, whose number and settings are given: load returns the scenario with them. One that
// cannot be loaded or run has no outcome, but Failed; so has one in which the engine panics, for the others go on. The
// variation is of no use when ctx is done.
func (v *Variation) Run(ctx context.Context, load func([]scenariofile.Setting) (*scenariofile.Scenario, error)) {
	_ = v.run(ctx, load)
	for i := range v.Outcomes {
		o := &v.Outcomes[i]
		values := []*float64{&o.DeltaV, o.PDOF, &o.EES, o.ImpactSpeed, &o.X, &o.Y, o.Heading}
		for k := range o.Criteria {
			values = append(values, &o.Criteria[k].Value)
		}
		for _, x := range values {
			if x != nil && (math.IsNaN(*x) || math.IsInf(*x, 0)) {
				v.Failed, v.Outcomes, v.Hash = "the result of "+o.Body+" is not finite", []Outcome{}, ""
				return
			}
		}
	}
}
