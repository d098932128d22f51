package runs

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/record"
)

// ledgerChecks returns options with which a test of a scenario checks its ledger besides: the balance read from the
// frames closes, is that of the engine, and the error of the attitude is small.
func ledgerChecks(t *testing.T, path string) TestOptions {
	s, err := scenariofile.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWorld(s)
	if err != nil {
		t.Fatal(err)
	}
	h, err := NewHeader(s, w)
	if err != nil {
		t.Fatal(err)
	}
	reader, ok := NewLedgerReader(&h)
	if !ok {
		if len(s.Definition.Bodies) > 0 {
			t.Error("bodies, but no ledger")
		}
		return TestOptions{}
	}
	var own record.Balance
	var l record.Ledger
	reported := false
	t.Cleanup(func() {
		if !reported && !t.Failed() {
			t.Error("no ledger was checked")
		}
	})
	observe := func(f *record.Frame) {
		own.Add(&f.Ledger)
		reader.Read(f, &l)
		if math.Abs(l.Kinetic-f.Ledger.Kinetic) > 1e-12*f.Ledger.Kinetic || l.L.Sub(f.Ledger.L).Len() > 1e-12*f.Ledger.SizeL {
			t.Fatalf("step %d: the frame's values have %v J, the engine %v J", f.Step, l.Kinetic, f.Ledger.Kinetic)
		}
	}
	return TestOptions{observe: observe, reported: func(report *Report) {
		reported = true
		if !own.Closes() || !report.Ledger.Closes {
			t.Errorf("the balance does not close: %s", report.Ledger.Imbalance())
		}
		if a := math.Abs(own.Sums[record.ByAttitude].Energy); a > 1e-6*own.Energy {
			t.Errorf("attitude: %g of the energy in play", a/own.Energy)
		}
		if own.Steps != report.Steps {
			t.Errorf("%d steps in the balance, %d in the run", own.Steps, report.Steps)
		}
	}}
}

// TestLedger_ClosesInParts takes the balance of short parts of a run, as replay --ledger --from does: it closes, to
// what rounding has left of the steps before, and not when 1e-10 of the momentum in play is taken away.
func TestLedger_ClosesInParts(t *testing.T) {
	s, err := scenariofile.Load("scenarios/crossing-90/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list []record.Ledger
	if _, err := Run(context.Background(), s, Options{NoLog: true, Observe: func(f *record.Frame) {
		l := f.Ledger
		l.Rows = slices.Clone(l.Rows)
		list = append(list, l)
	}}); err != nil {
		t.Fatal(err)
	}
	for from := 1; from+4 < len(list); from++ {
		for _, short := range []float64{0, 1e-10} {
			b := record.Balance{Part: true}
			start := list[from]
			start.Rows = nil
			b.Add(&start)
			for k := 1; k <= 4; k++ {
				b.Add(&list[from+k])
			}
			b.Sums[record.ByTyres].P.X += short * b.Momentum
			if b.Closes() != (short == 0) {
				t.Fatalf("steps %d to %d, %g of the momentum missing: closes: %v: %s", from, from+4, short, b.Closes(), NewLedgerReport(&b).Imbalance())
			}
		}
	}
}

// TestReporter_LeavesOutTheLedgerOfALogWithGaps passes over a step.
func TestReporter_LeavesOutTheLedgerOfALogWithGaps(t *testing.T) {
	h := recorder.Header{Step: 0.5, Columns: []record.Column{{Owner: -1, Name: "ledger.drag", Count: 7, Predictor: "hold"}}}
	for _, c := range []struct {
		last int64
		want bool
	}{{2, true}, {3, false}} {
		r := NewReporter(&h)
		for _, step := range []int64{0, 1, c.last} {
			r.Frame(&record.Frame{Step: step, Values: make([]float64, 7)})
		}
		if got := r.Report(recorder.Summary{}).Ledger != nil; got != c.want {
			t.Errorf("steps 0, 1, %d: a ledger: %v, want %v", c.last, got, c.want)
		}
	}
}

// TestLedgerReport_SaysThatItDoesNotClose takes away a joule.
func TestLedgerReport_SaysThatItDoesNotClose(t *testing.T) {
	var b record.Balance
	b.Add(&record.Ledger{Kinetic: 10})
	b.Add(&record.Ledger{Kinetic: 7, Rows: []record.LedgerRow{{Cause: record.ByDrag, Energy: -2}}})
	r := Report{Ledger: NewLedgerReport(&b)}
	var text strings.Builder
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if want := "the balance does not close: 1 J of 12 J in play are open"; !strings.Contains(text.String(), want) || r.Ledger.Closes {
		t.Errorf("no %q in\n%s", want, text.String())
	}
}
