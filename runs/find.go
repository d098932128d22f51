package runs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/wording"
)

// FindScenarios returns the scenario files at or below the paths, sorted, each once: files named scenario.yaml,
// scenario.yml or scenario.json, or ending in .scenario. plus one of these extensions. A path that is a file may have
// any name. Links to directories are followed, to each directory once.
func FindScenarios(paths []string) ([]string, error) {
	var found []string
	for _, p := range paths {
		info, err := os.Stat(p)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, &document.MissingError{Text: p + ": there is no such file or directory: give one that holds scenarios"}
		}
		if err != nil {
			return nil, notToBeRead(p, err)
		}
		if !info.IsDir() {
			found = append(found, filepath.Clean(p))
			continue
		}
		err = eachFile(p, func(path string) {
			base, ok := trimExtension(filepath.Base(path))
			if ok && (base == "scenario" || strings.HasSuffix(base, ".scenario")) {
				found = append(found, path)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

func trimExtension(name string) (base string, ok bool) {
	for _, ext := range []string{".yaml", ".yml", ".json"} {
		if base, ok := strings.CutSuffix(name, ext); ok {
			return base, true
		}
	}
	return name, false
}

// eachFile calls f with the clean paths of the files below a directory, in those that links lead to, too. What is in the
// directory itself comes first: a directory that several paths lead to is visited once, by the first of them.
func eachFile(root string, f func(path string)) error {
	seen := map[string]bool{} // by the path without links
	next := []string{root}
	for len(next) > 0 {
		dir := next[0]
		next = next[1:]
		if real, err := filepath.EvalSymlinks(dir); err != nil || seen[real] {
			if err != nil {
				return notToBeRead(dir, err)
			}
			continue
		}
		entries := dir + string(filepath.Separator) // of what a link leads to, not the link
		err := filepath.WalkDir(entries, func(path string, d fs.DirEntry, err error) error {
			path = filepath.Clean(path)
			if err != nil {
				return notToBeRead(path, err)
			}
			if d.IsDir() {
				real, err := filepath.EvalSymlinks(path)
				if err == nil && seen[real] {
					return fs.SkipDir
				}
				seen[real] = true
				return err
			}
			if d.Type()&fs.ModeSymlink != 0 {
				if info, err := os.Stat(path); err == nil && info.IsDir() {
					next = append(next, path)
					return nil
				}
			}
			f(path)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// notToBeRead is the error of a path below which there may be scenarios.
func notToBeRead(path string, err error) error {
	return fmt.Errorf("%s: cannot be read: %w: make it readable, or give other paths", path, wording.WithoutPath(err))
}

// goldenName is the form of the names of goldens: golden.txt, golden.CASE.txt, NAME.golden.txt, NAME.golden.CASE.txt. What
// is before golden is the first group.
var goldenName = regexp.MustCompile(`^(.+\.)?golden(?:\.[^.]+)?\.txt$`)

// LoneGoldens returns the results of goldens below the paths that are directories of which no scenario is tested: it has been
// removed, or has a name by which FindScenarios does not find it. Each result is a failure of the scenario that would be
// tested.
func LoneGoldens(paths, scenarios []string) ([]*TestResult, error) {
	type place struct{ dir, head string } // head is what is before golden, or scenario
	tested := map[place]bool{}
	for _, s := range scenarios {
		golden := goldenPath(s, "")
		tested[place{filepath.Dir(golden), strings.TrimSuffix(filepath.Base(golden), GoldenFile)}] = true
	}
	var results []*TestResult
	for _, p := range paths {
		if info, err := os.Stat(p); err != nil || !info.IsDir() {
			continue
		}
		err := eachFile(p, func(path string) {
			m := goldenName.FindStringSubmatch(filepath.Base(path))
			if m == nil || tested[place{filepath.Dir(path), m[1]}] {
				return
			}
			if file, err := readGolden(path); err != nil || checkFormat(file.text) != nil {
				return
			}
			scenario := filepath.Join(filepath.Dir(path), m[1]+"scenario.yaml")
			i := slices.IndexFunc(results, func(r *TestResult) bool { return r.Scenario == scenario })
			if i < 0 {
				i = len(results)
				results = append(results, &TestResult{Scenario: scenario})
			}
			r := results[i]
			if slices.Contains(r.StaleGoldens, path) { // below two of the paths
				return
			}
			r.StaleGoldens = append(r.StaleGoldens, path)
			r.Problems = append(r.Problems, fmt.Sprintf("%s: its scenario is not there: call it %s, or remove the golden", path, filepath.Base(scenario)))
		})
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}
