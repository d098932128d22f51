package recorder

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
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

// Two cars rest, and now and then, among shorter and longer rests, a cause has a few lines of its grid for some rows, or what is on no
// grid, or there is no grid, or a car moves and no cause has that. Whatever an encoder takes for rest, a reader does too.
func TestBalance_ComesBackAmongShortRests(t *testing.T) {
	h, frames := recorded(t, "two cars", 0)
	h.Gravity = geom.Vec{}
	rest := frames[0]
	causes, grid := ledgerOf(t, &h)
	var bodies []int
	at := 0
	for _, c := range h.Columns {
		if c.Name == "v" {
			bodies = append(bodies, at)
		}
		if c.Name == "v" || c.Name == "L" {
			clear(rest.Values[at : at+3])
		}
		at += int(c.Count)
	}
	r := rand.New(rand.NewPCG(7, 31))
	frames = frames[:0]
	calm := 0
	for len(frames) < 4800 {
		cause, k := causes[r.IntN(3)], []int{0, 4}[r.IntN(2)] // few, so that one takes the place of another
		size := math.Ldexp(1, int(rest.Values[grid+int(gridOf[k])]))
		lines, rows, idle := float64(r.IntN(5)-2), 1+r.IntN(4), r.IntN(9)
		if r.IntN(8) == 0 {
			lines *= 100
		}
		if r.IntN(20) == 0 {
			idle = 60
		}
		kind := r.IntN(12)
		for i := range rows + idle {
			f := newFrame(int64(len(frames)))
			f.Time = float64(float64(len(frames)) * h.Step)
			f.Values = slices.Clone(rest.Values)
			switch {
			case i >= rows:
				calm++
			case kind == 0:
				f.Values[cause+k] = math.Copysign(0, -1) // on no grid
			case kind == 1:
				f.Values[bodies[0]] = 1e-3 * lines
			case kind == 2:
				f.Values[grid] = 1000 // is no grid
			default:
				f.Values[cause+k] = size * lines
			}
			frames = append(frames, f)
		}
	}
	checkLog(t, encodeLog(t, h, nil, frames), frames)
	if calm < 1000 {
		t.Errorf("%d rows of rest", calm)
	}
}

// ledgerOf returns where the causes of a log's ledger are among the values of a frame, and the exponents of their grids.
func ledgerOf(t *testing.T, h *Header) (causes []int, grid int) {
	t.Helper()
	at := 0
	for _, c := range h.Columns {
		if c.Name == record.LedgerGrid {
			grid = at
		} else if strings.HasPrefix(c.Name, record.LedgerPrefix) {
			causes = append(causes, at)
		}
		at += int(c.Count)
	}
	if len(causes) < 3 || grid == 0 {
		t.Fatalf("ledger at %v and %d", causes, grid)
	}
	return causes, grid
}
