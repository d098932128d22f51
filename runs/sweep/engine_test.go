package sweep

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs"
)

// TestOpen_OfAnEngineThatComputesOtherwise: a program whose engine was changed, but not its name, is told apart where it would go
// on with the results that another has begun.
func TestOpen_OfAnEngineThatComputesOtherwise(t *testing.T) {
	p, dir, err := planOf(t, sweepPlan)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "out.jsonl")
	sweepInto(t, p, path, 2)
	defer func(was func() string) { runs.MeasuredEngine = was }(runs.MeasuredEngine)
	runs.MeasuredEngine = func() string { return "another" }
	if _, err := Open(p, path, nil); err == nil || !strings.Contains(err.Error(), "has results of "+runs.Engine()+", but this is "+runs.MeasuredEngine()) {
		t.Errorf("%v", err)
	}
}
