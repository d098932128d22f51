package compare

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// DefaultImpactWindow is the largest time between two impacts of the same bodies that are taken as the same one [s]. It
// is longer than the shift of an impact by a difference in the path, and shorter than the pause between two impacts of
// a crash.
const DefaultImpactWindow = 0.05

const (
	maxComparedImpacts = 1 << 20 // of a log
	maxListedImpacts   = 500     // in the result
)

// ImpactComparison is the difference of the impacts of two logs.
type ImpactComparison struct {
	A       int             `json:"a"` // impacts of a
	B       int             `json:"b"`
	Matched int             `json:"matched"` // pairs of impacts of the same objects
	OnlyA   int             `json:"only_a"`  // missing in b, where b can be read
	OnlyB   int             `json:"only_b"`  // extra in b
	Time    recorder.Number `json:"time"`    // largest difference of matched ones [s]
	Impulse recorder.Number `json:"impulse"` // the same, of the length of the difference [N s]
	DeltaV  recorder.Number `json:"delta_v"` // the same, of either object [m/s]
	Within  bool            `json:"within"`  // all have a counterpart, and no tolerance that is given is exceeded
	List    []ImpactResult  `json:"list"`    // of those that differ, the first 500 in the order of time
	// Incomplete is set when a log has more impacts than are compared.
	Incomplete bool `json:"incomplete,omitempty"`
	// Uncounted is the number of frames that are equal by their hashes, and whose impacts are not counted because both
	// logs are of the level verify.
	Uncounted int64 `json:"uncounted,omitempty"`
}

// ImpactResult is an impact that differs.
type ImpactResult struct {
	Objects [2]string      `json:"objects"`
	A       *ImpactFigures `json:"a,omitempty"` // nil where it is missing
	B       *ImpactFigures `json:"b,omitempty"`
}

// ImpactFigures are the figures of an impact.
type ImpactFigures struct {
	Time    recorder.Number    `json:"time"`    // [s]
	Closing recorder.Number    `json:"closing"` // [m/s]
	Impulse recorder.Number    `json:"impulse"` // size [N s]
	DeltaV  [2]recorder.Number `json:"delta_v"` // size, of each object by this impact, as record.DeltaV has it [m/s]
}

// comparedImpact is an impact in terms of the objects of a; objects that a lacks have numbers below -1.
type comparedImpact struct {
	objects [2]int32 // ascending where a has both
	time    float64
	closing float64
	impulse geom.Vec // on the second object
	deltaV  [2]geom.Vec
}

// impactOf returns an impact, one of a frame's events, for comparison. translate, if not nil, maps the objects of b to
// those of a.
func (c *comparer) impactOf(which int, events []record.Event, e *record.Event, translate func(int32) int32) comparedImpact {
	i := comparedImpact{objects: [2]int32{e.A, e.B}, time: e.Time, closing: e.Closing, impulse: e.Impulse}
	objects := c.header(which).Objects
	for side, n := range i.objects {
		mass := 0.0
		if n >= 0 && int(n) < len(objects) {
			mass = objects[n].Mass
		}
		i.deltaV[side] = record.DeltaV(events, e, side, mass)
	}
	if translate != nil {
		i.objects = [2]int32{translate(e.A), translate(e.B)}
	}
	if i.objects[0] > i.objects[1] && i.objects[1] >= -1 {
		i.objects[0], i.objects[1] = i.objects[1], i.objects[0]
		i.deltaV[0], i.deltaV[1] = i.deltaV[1], i.deltaV[0]
		i.impulse = i.impulse.Neg()
	}
	return i
}

// addEvents records the impacts of a frame of a or b, what enters and leaves sensors, and what breaks in it.
func (c *comparer) addEvents(which int, events []record.Event) {
	var translate func(int32) int32
	if which == 1 {
		translate = c.objectInA
	}
	for k := range events {
		switch events[k].Kind {
		case record.Impact:
		case record.SensorBegin, record.SensorEnd:
			c.addSensor(which, &events[k])
			continue
		case record.Broke:
			c.addBreak(which, &events[k])
			continue
		default:
			continue
		}
		if len(c.impacts[which]) == maxComparedImpacts {
			c.incomplete = true
			continue
		}
		c.impacts[which] = append(c.impacts[which], c.impactOf(which, events, &events[k], translate))
	}
}

// objectInA returns the index in a of object i of b; -2 - i where a lacks it.
func (c *comparer) objectInA(i int32) int32 {
	if i < 0 {
		return i
	}
	if int(i) < len(c.objectsInA) && c.objectsInA[i] >= 0 {
		return c.objectsInA[i]
	}
	return -2 - i
}

// compareImpacts matches the impacts, objects by objects in the order of time. Those of equal chunks match.
func (c *comparer) compareImpacts() error {
	if c.result.ByHash {
		return nil
	}
	equal, uncounted, err := c.equalImpacts()
	if err != nil || equal+len(c.impacts[0])+len(c.impacts[1]) == 0 {
		return err
	}
	r := &ImpactComparison{
		A: equal + len(c.impacts[0]), B: equal + len(c.impacts[1]), Matched: equal,
		Within: true, Incomplete: c.incomplete, Uncounted: uncounted, List: []ImpactResult{},
	}
	c.result.Impacts = r
	byPair := func(x, y comparedImpact) int {
		return cmp.Or(cmp.Compare(x.objects[0], y.objects[0]), cmp.Compare(x.objects[1], y.objects[1]), cmp.Compare(x.time, y.time))
	}
	for k := range c.impacts {
		slices.SortStableFunc(c.impacts[k], byPair)
	}
	a, b := c.impacts[0], c.impacts[1]
	for len(a) > 0 || len(b) > 0 {
		var pair [2]int32
		switch {
		case len(b) == 0 || len(a) > 0 && !pairLess(b[0].objects, a[0].objects):
			pair = a[0].objects
		default:
			pair = b[0].objects
		}
		na, nb := ofPair(a, pair), ofPair(b, pair)
		c.matchPair(a[:na], b[:nb])
		a, b = a[na:], b[nb:]
	}
	slices.SortStableFunc(r.List, func(x, y ImpactResult) int { return cmp.Compare(x.time(), y.time()) })
	if len(r.List) > maxListedImpacts {
		r.List = slices.Clip(r.List[:maxListedImpacts])
	}
	t := &c.tolerances
	r.Within = r.OnlyA == 0 && r.OnlyB == 0 && !beyond(r.Time, t.Time) && !beyond(r.Impulse, t.Impulse) && !beyond(r.DeltaV, t.DeltaV)
	return nil
}

// equalImpacts counts the impacts in equal chunks, and the frames of those of which no log has them.
func (c *comparer) equalImpacts() (impacts int, uncounted int64, err error) {
	which := 0
	if c.ha.Level == recorder.LevelVerify {
		which = 1
	}
	r := c.reader(which)
	for i := range c.equal {
		chunk := &c.equal[i]
		if r.Header().Level == recorder.LevelVerify {
			uncounted += int64(chunk.Steps)
			continue
		}
		n, err := r.CountEvents(chunk.First, record.Impact)
		switch {
		case err == nil:
			impacts += n
		case errors.Is(err, recorder.ErrDamaged):
			c.unreadable(which, chunk.First, err)
		default:
			return 0, 0, err
		}
	}
	return impacts, uncounted, nil
}

// beyond reports whether a tolerance that is given is exceeded.
func beyond(x recorder.Number, tolerance float64) bool {
	return tolerance > 0 && !(float64(x) <= tolerance)
}

func pairLess(x, y [2]int32) bool { return x[0] < y[0] || x[0] == y[0] && x[1] < y[1] }

// ofPair returns how many impacts at the start of the list are of the pair.
func ofPair(list []comparedImpact, pair [2]int32) int {
	n := 0
	for n < len(list) && list[n].objects == pair {
		n++
	}
	return n
}

// matchPair matches the impacts of one pair of objects, cluster by cluster: an impact farther than the window from all
// impacts of another cluster cannot match any of them.
func (c *comparer) matchPair(a, b []comparedImpact) {
	for len(a) > 0 || len(b) > 0 {
		na, nb := clusterOf(a, b, c.window)
		c.matchCluster(a[:na], b[:nb])
		a, b = a[na:], b[nb:]
	}
}

// clusterOf returns how many impacts at the start of two lists follow each other within the window.
func clusterOf(a, b []comparedImpact, window float64) (na, nb int) {
	last := math.Inf(-1)
	for na < len(a) || nb < len(b) {
		fromB := na == len(a) || nb < len(b) && b[nb].time < a[na].time
		time := 0.0
		if fromB {
			time = b[nb].time
		} else {
			time = a[na].time
		}
		if na+nb > 0 && time-last > window {
			break
		}
		if last = time; fromB {
			nb++
		} else {
			na++
		}
	}
	return na, nb
}

// matchCluster matches impacts in their order, at the least total cost: see Align and unlike.
func (c *comparer) matchCluster(a, b []comparedImpact) {
	Align(len(a), len(b), func(i, j int) float64 { return unlike(&a[i], &b[j], c.window) }, func(i, j int) {
		switch {
		case j < 0:
			c.matched(&a[i], nil)
		case i < 0:
			c.matched(nil, &b[j])
		default:
			c.matched(&a[i], &b[j])
		}
	})
}

// unlike returns the cost of matching two impacts.
func unlike(a, b *comparedImpact, window float64) float64 {
	return UnlikeImpacts(b.time-a.time, window, b.impulse.Sub(a.impulse).Len(), a.impulse.Len()+b.impulse.Len())
}

// UnlikeImpacts returns the cost in Align of matching two impacts: the difference of their times over the window plus
// that of their impulses over the sum of their sizes, each from 0 to 1; above 2 outside the window.
func UnlikeImpacts(apart, window, difference, size float64) float64 {
	d := math.Abs(apart)
	if !(d <= window) {
		return 3
	}
	d /= window
	if size > 0 && size <= math.MaxFloat64 {
		d += difference / size
	}
	return d
}

// matched records a pair of impacts, or one without counterpart.
func (c *comparer) matched(a, b *comparedImpact) {
	r := c.result.Impacts
	switch {
	case b == nil && c.mayBeLost(1, a.time), a == nil && c.mayBeLost(0, b.time):
		return
	case b == nil:
		r.OnlyA++
	case a == nil:
		r.OnlyB++
	default:
		r.Matched++
		if *a == *b {
			return
		}
		r.Time = recorder.Number(math.Max(float64(r.Time), math.Abs(b.time-a.time)))
		r.Impulse = recorder.Number(math.Max(float64(r.Impulse), b.impulse.Sub(a.impulse).Len()))
		for k := range a.deltaV {
			r.DeltaV = recorder.Number(math.Max(float64(r.DeltaV), b.deltaV[k].Sub(a.deltaV[k]).Len()))
		}
	}
	one := a
	if one == nil {
		one = b
	}
	r.List = append(r.List, ImpactResult{
		Objects: [2]string{c.objectName(one.objects[0]), c.objectName(one.objects[1])}, A: a.figures(), B: b.figures(),
	})
}

func (i *comparedImpact) figures() *ImpactFigures {
	if i == nil {
		return nil
	}
	return &ImpactFigures{
		Time: recorder.Number(i.time), Closing: recorder.Number(i.closing), Impulse: recorder.Number(i.impulse.Len()),
		DeltaV: [2]recorder.Number{recorder.Number(i.deltaV[0].Len()), recorder.Number(i.deltaV[1].Len())},
	}
}

// objectName names an object of a, or one that only b has.
func (c *comparer) objectName(i int32) string {
	h := c.ha
	if i < -1 {
		h, i = c.hb, -2-i
	}
	if i < 0 || int(i) >= len(h.Objects) {
		return ""
	}
	return h.Objects[i].Name
}

func (r *ImpactResult) time() recorder.Number {
	if r.A != nil {
		return r.A.Time
	}
	return r.B.Time
}
