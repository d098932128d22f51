package runs

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// TestEngine_HasItsFingerprint: what is written down is the fingerprint of a run in which all kinds of motion take part, on every
// machine, and equal each time.
func TestEngine_HasItsFingerprint(t *testing.T) {
	if e := Engine(); !regexp.MustCompile(`^prang ` + regexp.QuoteMeta(Version) + ` \([0-9a-f]{8}\)$`).MatchString(e) {
		t.Errorf("engine %q", e)
	}
	if a, b := measure(), measure(); a != b {
		t.Errorf("fingerprints %08x and %08x", a, b)
	} else if a != fingerprint {
		t.Errorf("the engine has changed: in engine.go, write fingerprint = %#08x, not %#08x", a, fingerprint)
	}
	if MeasuredEngine() != Engine() {
		t.Errorf("measured %q, not %q", MeasuredEngine(), Engine())
	}
}

// TestEngine_OneThatComputesOtherwise: a program whose engine was changed, but not its name, is told apart where it would go on with
// the log that another has begun.
func TestEngine_OneThatComputesOtherwise(t *testing.T) {
	s, err := endless()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	log := filepath.Join(t.TempDir(), "log.prang")
	if _, err := Run(ctx, s, Options{Log: log, Observe: func(f *record.Frame) {
		if f.Step == 10 {
			cancel()
		}
	}}); !Interrupted(err) {
		t.Fatal(err)
	}
	defer func(was func() string) { MeasuredEngine = was }(MeasuredEngine)
	MeasuredEngine = func() string { return engineName(fingerprint + 1) }
	if _, err := Resume(context.Background(), log, Options{}); err == nil || !strings.Contains(err.Error(), "the log is of "+Engine()+", this is "+MeasuredEngine()) {
		t.Errorf("resume: %v", err)
	}
}

// TestEngine_MeetsWhatItIsFor: in the run of the fingerprint happen what its bodies are there for: crushes with their
// impulses, what breaks, a blow on a barrel, a push by a driven body, wheels on a body and against a kerb, and a force that moves one.
func TestEngine_MeetsWhatItIsFor(t *testing.T) {
	s, err := scenariofile.Parse("engine.yaml", engineScenario, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWorld(s)
	if err != nil {
		t.Fatal(err)
	}
	var met []string
	ridden, landed, hung := 0, 0, 0
	for range s.Steps {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		for _, wheel := range w.Frame().Wheels {
			if wheel.On >= 0 && w.Objects()[wheel.On].Name == "plank" && w.Objects()[wheel.Body].Name == "rider" {
				ridden++
			}
			switch of := w.Objects()[wheel.Body].Name; {
			case of == "jumper" && wheel.On >= 0 && wheel.Lift > 0.1:
				landed++
			case of == "bike" && wheel.Load == 0:
				hung++
			}
		}
		for _, e := range w.Frame().Events {
			if e.Kind == record.Broke {
				met = append(met, "broke "+e.Detail)
			}
			if e.B >= 0 && (e.Kind == record.Crush || e.Kind == record.Impact) {
				met = append(met, e.Kind.String()+" "+w.Objects()[e.A].Name+" "+w.Objects()[e.B].Name)
			}
		}
	}
	for _, want := range []string{"crush front back", "impact front back", "crush aside pole", "impact aside pole", "impact barrel shot", "impact barrel floor", "impact blade pushed", "impact slider kerb", "crush struck striker", "impact struck striker", "broke strap", "broke bar", "broke rope"} {
		if !slices.Contains(met, want) {
			t.Errorf("no %s in %q", want, met)
		}
	}
	for _, of := range []string{"glider", "rod", "beam"} {
		b := w.Body(slices.IndexFunc(s.Definition.Bodies, func(b sim.BodyDef) bool { return b.Name == of }))
		start := s.Definition.Bodies[slices.IndexFunc(s.Definition.Bodies, func(b sim.BodyDef) bool { return b.Name == of })].Position
		if d := b.Position.Sub(start).Len(); d < 0.05 || d > 0.6 {
			t.Errorf("%s has gone %g m", of, d)
		}
	}
	if ridden < 20 {
		t.Errorf("wheels stood on the plank %d times", ridden)
	}
	if landed < 4 || hung < 20 || hung > 110 {
		t.Errorf("wheels were at their bump stops on the plate %d times, those of the motorcycle pressed nothing %d times", landed, hung)
	}
	i := slices.IndexFunc(s.Definition.Bodies, func(b sim.BodyDef) bool { return b.Name == "blown" })
	if x := w.Body(i).Position; x.Sub(s.Definition.Bodies[i].Position).Len() < 0.1 {
		t.Errorf("blown is at %v", x)
	}
}

func BenchmarkEngine(b *testing.B) {
	for b.Loop() {
		measure()
	}
}
