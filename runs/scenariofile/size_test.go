package scenariofile_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

func TestParse_ReportsABoundedNumberOfProblems(t *testing.T) {
	var b strings.Builder
	for i := range 500 {
		fmt.Fprintf(&b, "key%d: 1\n", i)
	}
	_, err := scenariotest.ParseTest(b.String())
	var invalid *document.InvalidError
	if !errors.As(err, &invalid) || len(invalid.Problems) != document.MaxProblems || invalid.Omitted != 500+4-document.MaxProblems {
		t.Fatalf("%v", err)
	}
	if !strings.HasSuffix(err.Error(), "\nand 454 more") {
		t.Errorf("ends with %q", err.Error()[len(err.Error())-20:])
	}
}

func TestParse_RefusesBillionLaughs(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n")
	for i := 1; i < 25; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n", i, i, i-1, i-1, i-1, i-1, i-1, i-1)
	}
	_, err := scenariotest.ParseTest(b.String())
	if err == nil || !strings.Contains(err.Error(), "has more than 200000 values when its aliases are written out") {
		t.Errorf("got %v", err)
	}
}

// TestParse_TakesManyBodies: a scenario without aliases may have as many values as its size allows.
func TestParse_TakesManyBodies(t *testing.T) {
	const n = 18_000
	var b strings.Builder
	b.WriteString("name: many\nduration: 1 s\ngravity: [0, 0, 0]\nbodies:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - {name: b%d, box: {size: [1, 1, 1]}, mass: 1, position: [%d, 0, 0]}\n", i, 2*i)
	}
	s, err := scenariotest.ParseTest(b.String())
	if err != nil {
		t.Fatal(err)
	}
	if got := len(s.Definition.Bodies); got != n {
		t.Errorf("%d bodies of %d", got, n)
	}
}

func FuzzScenario(f *testing.F) {
	f.Add([]byte(scenariotest.Minimal))
	f.Add([]byte(scenariotest.Everything))
	f.Add([]byte(`{"name": "a", "bodies": [{"mass": "1e400 t"}]}`))
	f.Add([]byte("a: &a [*a]\n<<: *a\n? [x]\n: y\n"))
	f.Add([]byte("bodies: &b\n- {<<: *b}\n"))
	f.Add([]byte("step: 1/0 s\nduration: -1/3e400\ngravity: [010, 1_0, 0x1]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := scenariofile.Parse("fuzz.yaml", data, scenariotest.OpenTest)
		if (s == nil) == (err == nil) {
			t.Fatalf("%v, %v", s, err)
		}
		if err != nil {
			var invalid *document.InvalidError
			if !errors.As(err, &invalid) || len(invalid.Problems) == 0 {
				t.Fatalf("not a list of problems: %v", err)
			}
			_ = invalid.Excerpts()
		}
	})
}
