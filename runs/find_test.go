package runs

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// tree makes files, by their slash-separated paths, and links, in a new working directory.
func tree(t *testing.T, files map[string]string, links map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range links {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.FromSlash(to), name); err != nil {
			if runtime.GOOS == "windows" { // where users need a privilege to make one
				t.Skip(err)
			}
			t.Fatal(err)
		}
	}
}

// TestFindScenarios_BehindLinks: a scenario in a directory that is there by a link alone is found, whether the link is given or
// lies below; none twice, and links in circles end.
func TestFindScenarios_BehindLinks(t *testing.T) {
	tree(t, map[string]string{"all/a/scenario.yaml": "", "far/b/scenario.yaml": "", "far/c.scenario.yaml": ""},
		map[string]string{"all/link": "../far", "all/again": "a", "all/a/up": "..", "all/lost": "nowhere", "root": "all", "far/back": "../all"})
	for path, want := range map[string]string{
		"all":     "all/a/scenario.yaml all/link/b/scenario.yaml all/link/c.scenario.yaml",
		"root":    "root/a/scenario.yaml root/link/b/scenario.yaml root/link/c.scenario.yaml",
		"all/a/.": "all/a/scenario.yaml all/a/up/link/b/scenario.yaml all/a/up/link/c.scenario.yaml",
	} {
		got, err := FindScenarios([]string{filepath.FromSlash(path)})
		if text := filepath.ToSlash(strings.Join(got, " ")); err != nil || text != want {
			t.Errorf("%s: %q, %v; want %q", path, text, err, want)
		}
	}
}

// TestFindScenarios_OfWhatCannotBeRead: the path is named once, with what to do.
func TestFindScenarios_OfWhatCannotBeRead(t *testing.T) {
	tree(t, map[string]string{"all/a/scenario.yaml": ""}, map[string]string{"loop": "loop"})
	if _, err := FindScenarios([]string{"all", "loop"}); err == nil || !strings.HasPrefix(err.Error(), "loop: cannot be read: ") || strings.Count(err.Error(), "loop") != 1 {
		t.Errorf("%v", err)
	}
}

// TestLoneGoldens_OfScenariosThatAreNotTested: a golden whose scenario was removed, or has a name that is not looked for, fails;
// one of a scenario that is tested, of another form of file, or no golden at all, does not.
func TestLoneGoldens_OfScenariosThatAreNotTested(t *testing.T) {
	const golden = goldenFormat + "\nscenario s\n"
	tree(t, map[string]string{
		"a/scenario.json": "", "a/golden.txt": golden, "a/golden.wet.txt": golden, // of no case: TestScenario says so
		"b/x.scenario.yml": "", "b/x.golden.txt": golden, "b/golden.txt": golden, "b/y.golden.txt": golden, "b/y.golden.wet.txt": golden,
		"c/crash.yaml": "", "c/golden.txt": golden,
		"d/golden.txt": "something", "d/notes.txt": golden,
	}, nil)
	lone := func(paths ...string) (all []string) {
		t.Helper()
		scenarios, err := FindScenarios(paths)
		if err != nil {
			t.Fatal(err)
		}
		results, err := LoneGoldens(paths, scenarios)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			if r.Passed || r.OnlyBits() || len(r.Problems) != len(r.StaleGoldens) || !strings.Contains(r.Problems[0], r.StaleGoldens[0]+": its scenario is not there: call it "+filepath.Base(r.Scenario)) {
				t.Errorf("%+v", r)
			}
			all = append(all, filepath.ToSlash(r.Scenario+": "+strings.Join(r.StaleGoldens, " ")))
		}
		return all
	}
	want := []string{"b/scenario.yaml: b/golden.txt", "b/y.scenario.yaml: b/y.golden.txt b/y.golden.wet.txt", "c/scenario.yaml: c/golden.txt"}
	if got := lone("."); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := lone("b", ".", "c/crash.yaml"); !slices.Equal(got, want[:2]) {
		t.Errorf("with the path of one: %q, want %q", got, want[:2])
	}
	if got := lone("a/scenario.json", "c/crash.yaml"); got != nil {
		t.Errorf("of files: %q", got)
	}
}
