//go:build long

package sim_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// fusedArm64 matches the fused multiply–add instructions in the compiler's listing for arm64.
var fusedArm64 = regexp.MustCompile(`\bFN?M(ADD|SUB)[SD]\b`)

// listing compiles packages for arm64 and returns the number of functions listed and the lines with fused instructions.
func listing(t *testing.T, packages ...string) (functions int, fused []string) {
	t.Helper()
	c := exec.Command("go", append([]string{"build", "-gcflags=-S"}, packages...)...)
	c.Dir = ".."
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=arm64")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("go build for arm64: %v\n%.2000s", err, out)
	}
	name := ""
	for _, l := range strings.Split(string(out), "\n") {
		if i := strings.Index(l, " STEXT"); i > 0 && l[0] != '\t' {
			name = l[:i]
			functions++
		} else if fusedArm64.MatchString(l) {
			fused = append(fused, name+": "+strings.TrimSpace(l))
		}
	}
	return functions, fused
}

// TestEngine_HasNoFusedInstruction reads the machine code that the compiler makes of the engine for arm64, where
// products are fused with additions wherever the language allows it.
func TestEngine_HasNoFusedInstruction(t *testing.T) {
	var packages []string
	for _, p := range append([]string{"recorder"}, enginePackages...) {
		packages = append(packages, "./"+p)
	}
	functions, fused := listing(t, packages...)
	if functions < 300 {
		t.Errorf("the listing holds only %d functions", functions)
	}
	for _, l := range fused {
		t.Errorf("fused: %s", l)
	}
	if _, control := listing(t, "./sim/testdata/rules"); len(control) == 0 {
		t.Error("the control file has products to fuse, but none was seen")
	}
}
