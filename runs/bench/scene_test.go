package bench

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// fuses reports whether products and sums are fused on this machine, which changes the last bits of math.Sin. x is 1 +
// 2⁻³⁰, whose square rounds to 1 + 2⁻²⁹, and y is -1.
//
//go:noinline
func fuses(x, y float64) bool { return x*x+y != 0x1p-29 }

// sameLines counts the lines of two texts that differ, and fails for those whose numbers differ by more than some units
// in the last place: sines and cosines of a few radians, times coordinates below 100.
func sameLines(t *testing.T, name, got, want string) int {
	t.Helper()
	const tolerance = 1e-14
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	if len(g) != len(w) {
		t.Fatalf("%s: %d lines, want %d", name, len(g), len(w))
	}
	differ := 0
	for i := range g {
		if g[i] == w[i] {
			continue
		}
		differ++
		gf, wf := strings.Fields(g[i]), strings.Fields(w[i])
		for k := range min(len(gf), len(wf)) {
			a, errA := strconv.ParseFloat(gf[k], 64)
			b, errB := strconv.ParseFloat(wf[k], 64)
			near := errA == nil && errB == nil && math.Abs(a-b) <= tolerance*max(1, math.Abs(b))
			if len(gf) != len(wf) || gf[k] != wf[k] && !near {
				t.Fatalf("%s: line %d\n got %s\nwant %s", name, i+1, g[i], w[i])
			}
		}
	}
	return differ
}

func TestStandard_IsTheSceneThatOtherEnginesRead(t *testing.T) {
	dir := geomtest.Shared(t, "peers", "scenes")
	exact := !fuses(1+0x1p-30, -1) && runtime.GOARCH != "s390x" // which has sines of its own
	seen := 0
	for _, name := range Names() {
		want, err := os.ReadFile(filepath.Join(dir, name+".txt"))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := Standard(name).WriteText(&got); err != nil {
			t.Fatal(err)
		}
		seen++
		if n := sameLines(t, name, got.String(), string(want)); n > 0 && exact {
			t.Errorf("%s: %d lines differ in the last bits", name, n)
		}
	}
	if seen != 12 {
		t.Errorf("%d scenes compared, want 12", seen)
	}
}

func TestText_ReadsBackToTheBit(t *testing.T) {
	for _, name := range Names() {
		var first, second bytes.Buffer
		if err := Standard(name).WriteText(&first); err != nil {
			t.Fatal(err)
		}
		sc, err := Read(bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if err := sc.WriteText(&second); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("%s: another text after reading", name)
		}
	}
}

func TestRead_SaysWhereAndWhat(t *testing.T) {
	const head = "scene x\nduration 1\n"
	for _, c := range []struct{ text, want string }{
		{"", "needs a line"},
		{"scene x\nduration 0\n", "above zero"},
		{head + "body box 1 2 3\n", "line 3: body: 3 numbers, want 18"},
		{head + "body cone 1\n", "line 3: body: cone is unknown"},
		{head + "static\n", "line 3: static: give"},
		{head + "friction much\n", `line 3: friction: "much" is no finite number`},
		{head + "friction NaN\n", "no finite number"},
		{head + "v 1 2 3\n", "line 3: v: there is no mesh"},
		{head + "static mesh 1 1 0 1 1 0 0 1\nv 0 0 0\nt 0 1 2\n", "triangle 0: vertex 1, but there are 1"},
		{head + "static mesh 1 1 0 1 1 0 0 1\nv 0 0 0\nt 0 0 1e300\n", "triangle 0: vertex -1"},
		{head + "body sphere 0 1  0 0 0  1 0 0 0  0 0 0  0 0 0  0\n", "radius above zero"},
	} {
		_, err := Read(strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one with %q", c.text, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	var text bytes.Buffer
	if err := Standard("S7").WriteText(&text); err != nil {
		f.Fatal(err)
	}
	f.Add(text.String())
	f.Add("scene x\nduration 1\nstatic mesh 1 1 0 1 1 0 0 1\nv 0 0 0\nt 0 0 0\n")
	f.Fuzz(func(t *testing.T, s string) {
		if sc, err := Read(strings.NewReader(s)); err == nil {
			if err := sc.WriteText(new(bytes.Buffer)); err != nil {
				t.Error(err)
			}
		}
	})
}
