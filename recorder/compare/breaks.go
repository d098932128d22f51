package compare

import (
	"cmp"
	"math"
	"slices"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// BreakComparison is the difference of the joints and springs that break in two logs. Those of objects that only one of them has are
// left out.
type BreakComparison struct {
	OnlyA  int             `json:"only_a"` // holds in b, where b can be read
	OnlyB  int             `json:"only_b"` // holds in a
	Time   recorder.Number `json:"time"`   // largest difference of those that break in both [s]
	Within bool            `json:"within"` // all break in both, and the tolerance of time, if given, is not exceeded
	List   []BreakResult   `json:"list"`   // of those that differ, the first 500 in the order of time
}

// BreakResult is a joint or spring that breaks at different times, or in one log alone.
type BreakResult struct {
	Name    string           `json:"name"`
	Objects [2]string        `json:"objects"`     // "" for the world
	A       *recorder.Number `json:"a,omitempty"` // time [s]; nil where it holds
	B       *recorder.Number `json:"b,omitempty"`
}

// breaking is what breaks in terms of the objects of a, the first of them below the second, and when: once at most.
type breaking struct {
	name string
	a, b int32
	time float64
}

// addBreak records what breaks, if both logs have its objects.
func (c *comparer) addBreak(which int, e *record.Event) {
	k := breaking{e.Detail, e.A, e.B, e.Time}
	alone := c.onlyInA
	if which == 0 {
		k.name = c.detail(e)
	} else {
		alone = c.onlyInB
		k.a, k.b = c.objectInA(e.A), c.objectInA(e.B)
	}
	if e.A >= 0 && alone(e.A) || e.B >= 0 && alone(e.B) {
		return
	}
	if k.a > k.b {
		k.a, k.b = k.b, k.a
	}
	if len(c.breaks[which]) < maxComparedImpacts {
		c.breaks[which] = append(c.breaks[which], k)
	}
}

// compareBreaks matches what breaks, by name and objects, whenever it does: nothing breaks twice. What is of equal chunks matches.
func (c *comparer) compareBreaks() {
	of := [2]map[breaking]float64{{}, {}}
	var order []breaking
	for which, list := range c.breaks {
		for _, k := range list {
			t := k.time
			k.time = 0
			if of[which][k] = t; which == 0 || !has(of[0], k) {
				order = append(order, k)
			}
		}
	}
	r := &BreakComparison{List: []BreakResult{}}
	for _, k := range order {
		e := BreakResult{Name: k.name, Objects: [2]string{c.objectName(k.a), c.objectName(k.b)}}
		a, inA := of[0][k]
		b, inB := of[1][k]
		switch {
		case inA && inB && a == b, inA && !inB && c.mayBeLost(1, a), inB && !inA && c.mayBeLost(0, b):
			continue
		case !inB:
			r.OnlyA++
		case !inA:
			r.OnlyB++
		default:
			r.Time = recorder.Number(math.Max(float64(r.Time), math.Abs(b-a)))
		}
		if inA {
			e.A = new(recorder.Number(a))
		}
		if inB {
			e.B = new(recorder.Number(b))
		}
		r.List = append(r.List, e)
	}
	if len(r.List) == 0 {
		return
	}
	r.Within = r.OnlyA == 0 && r.OnlyB == 0 && !beyond(r.Time, c.tolerances.Time)
	slices.SortStableFunc(r.List, func(x, y BreakResult) int { return cmp.Compare(*x.time(), *y.time()) })
	if len(r.List) > maxListedImpacts {
		r.List = slices.Clip(r.List[:maxListedImpacts])
	}
	c.result.Breaks = r
}

func has(m map[breaking]float64, k breaking) bool {
	_, ok := m[k]
	return ok
}

func (r *BreakResult) time() *recorder.Number {
	if r.A != nil {
		return r.A
	}
	return r.B
}
