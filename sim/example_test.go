package sim_test

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
)

func Example() {
	w, err := sim.New(&sim.Definition{
		Materials: []sim.Material{{Restitution: 0.3}},
		Bodies: []sim.BodyDef{
			{Name: "a", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1, Velocity: mgl64.Vec3{3, 0, 0}},
			{Name: "b", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1, Position: mgl64.Vec3{2, 0, 0}},
		},
	})
	for err == nil && w.Frame().Step < 240 {
		err = w.Step() // w.Body(0) is the state of a, w.Frame() has all values and what happened
	}
	// 3 m/s are shared by (1 - e)/2 and (1 + e)/2.
	a, b := w.Body(0), w.Body(1)
	fmt.Printf("%v: a at %.3f m with %.2f m/s, b with %.2f m/s\n", err, a.Position.X(), a.Velocity.X(), b.Velocity.X())
	// The first 13 values are x, q, v and L of a.
	v := w.Frame().Values
	fmt.Println(v[0] == a.Position.X(), v[7] == a.Velocity.X(), v[13+7] == b.Velocity.X())
	// Output:
	// <nil>: a at 1.700 m with 1.05 m/s, b with 1.95 m/s
	// true true true
}

// TestExample_IsThatOfTheReadme holds the lines of the README's Go against the example, which the compiler sees.
func TestExample_IsThatOfTheReadme(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	heading, block, _ := strings.Cut(string(readme), "\n\n```go\n")
	heading = heading[strings.LastIndex(heading, "\n")+1:]
	for _, path := range []string{reflect.TypeFor[sim.Definition]().PkgPath(), reflect.TypeFor[mgl64.Vec3]().PkgPath()} {
		if !strings.Contains(heading, "`"+path+"`") {
			t.Errorf("README.md does not name %s, which its Go imports: %q", path, heading)
		}
	}
	block, _, ok := strings.Cut(block, "```")
	if !ok || strings.Count(block, "\n") < 8 {
		t.Fatalf("README.md has no Go: %q", block)
	}
	block = "\t" + strings.ReplaceAll(strings.TrimSuffix(block, "\n"), "\n", "\n\t") + "\n"
	if !strings.Contains(string(source), block) {
		t.Errorf("README.md has\n%s\nwhich is not in the example", block)
	}
}
