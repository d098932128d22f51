package runs_test

import (
	"fmt"
	"os"

	"github.com/prang-sim/prang/runs"
)

// In a test of your own, t is its *testing.T. All scenarios below a directory, at a time, with go test -update for the goldens:
//
//	var update = flag.Bool("update", false, "write the goldens")
//
//	func TestCrash(t *testing.T) {
//		paths, err := runs.FindScenarios([]string{"testdata"})
//		if err != nil {
//			t.Fatal(err)
//		}
//		for _, path := range paths {
//			t.Run(path, func(t *testing.T) {
//				t.Parallel()
//				runs.GoldenWith(t, path, runs.TestOptions{Update: *update})
//			})
//		}
//	}
func ExampleGolden() {
	var t reporter
	runs.Golden(&t, "scenarios/crash-bar-and-post/scenario.yaml")
	runs.Golden(&t, "scenarios/none/scenario.yaml")
	// The scenario of the first is run and equals its golden, bit by bit; nothing is said about it.
	_ = os.Remove("runs/out") // where the log of a failing run would be; it stays when anything is in it
	_ = os.Remove("runs")

	// Output:
	// FAIL: scenarios/none/scenario.yaml: there is no such file: give the path of a scenario
}

// reporter stands for a *testing.T.
type reporter struct{}

func (*reporter) Helper()                           {}
func (*reporter) Logf(format string, args ...any)   { fmt.Printf(format+"\n", args...) }
func (*reporter) Errorf(format string, args ...any) { fmt.Printf("FAIL: "+format+"\n", args...) }
func (*reporter) Fatalf(format string, args ...any) { fmt.Printf("FAIL: "+format+"\n", args...) }
