package recorder

import (
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Of two cars that rest for long, an encoder expects nothing in the ledger. What comes then is coded as if it had not: an
// impact of which the ledger has nothing, a cause with a value, and a gain that no cause explains.
func TestBalance_WakesAfterLongRest(t *testing.T) {
	h, frames := recorded(t, "two cars", 0)
	h.Gravity = geom.Vec{}
	rest := frames[0]
	columns := map[string][]int{}
	at := 0
	for _, c := range h.Columns {
		if columns[c.Name] = append(columns[c.Name], at); c.Name == "v" || c.Name == "L" {
			clear(rest.Values[at : at+3])
		}
		at += int(c.Count)
	}
	ledger := columns["ledger.friction"]
	if len(ledger) == 0 {
		t.Fatal("no column of the ledger in", columns)
	}
	hit := record.Event{Kind: record.Impact, A: h.Columns[0].Owner, B: -1, N: geom.Vec{X: 1}}
	for _, c := range h.Columns {
		if c.Name == "v" && c.Owner != hit.A {
			hit.B = c.Owner
		}
	}
	hit.Before[0].V.X, hit.After[1].V.X = 2, 1
	hit.Points = []record.Point{{Impulse: geom.Vec{X: -2600, Y: 300}}}
	for what, change := range map[string]func(f *record.Frame){
		"an impact": func(f *record.Frame) {
			hit.Time = f.Time
			f.Events = append(f.Events, hit)
		},
		"a cause": func(f *record.Frame) { f.Values[ledger[0]] = -1024 },
		"a gain":  func(f *record.Frame) { f.Values[columns["v"][0]] = 3 },
	} {
		frames = frames[:0]
		for s := range 400 {
			f := newFrame(int64(s))
			f.Time = float64(float64(s) * h.Step)
			f.Values = slices.Clone(rest.Values)
			if s == 350 {
				change(&f)
			}
			frames = append(frames, f)
		}
		t.Run(what, func(t *testing.T) { checkLog(t, encodeLog(t, h, nil, frames), frames) })
	}
}
