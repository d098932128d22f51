package runs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/wording"
)

// maxAscent bounds the directories above that of the scenario in which a file of it may be.
const maxAscent = 32

// Extract writes the scenario that a log carries, the files that it includes, and its meshes and tables, below a directory,
// which is there and empty, and returns the slash-separated path of the scenario in it. The bytes are those in the log, which
// has the values that were set in place of the scenario's own. Files keep their places relative to the scenario: it is as many
// directories below dir as its files are above it, the last of which has its name, or one like it. Nothing is written outside of dir.
//
// missing is called with the error for each file but the scenario that cannot be read.
func Extract(r *recorder.Reader, dir string, missing func(error)) (string, error) {
	refs := r.Header().Assets
	if len(refs) == 0 {
		return "", errors.New("the log carries no scenario")
	}
	scenario, err := r.Asset(refs[0].Name)
	if err != nil {
		return "", err
	}
	base, err := placeBelow(refs, path.Base(r.Header().Scenario))
	if err != nil {
		return "", err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	written := map[string][]byte{}
	write := func(name string, data []byte) error {
		place := path.Join(base, name)
		if old, ok := written[place]; ok {
			if bytes.Equal(old, data) {
				return nil
			}
			return fmt.Errorf("%s: two files of the log would be here, which it has as %q: none but a log that was made by hand has such names", place, name)
		}
		written[place] = data
		if err := writeNew(root, place, data); err != nil {
			return fmt.Errorf("%s: cannot be written: %w: give a directory where it can", place, wording.WithoutPath(err))
		}
		return nil
	}
	for i := range refs {
		data := scenario
		if i > 0 {
			if data, err = r.Asset(refs[i].Name); err != nil {
				missing(err)
				continue
			}
		}
		if err := write(slashed(refs[i].Name), data); err != nil {
			return "", err
		}
	}
	return path.Join(base, slashed(refs[0].Name)), nil
}

// writeNew writes a file that is not there, with its directories. On a disk that takes m.obj and M.obj for one name, the second of
// them is there.
func writeNew(root *os.Root, name string, data []byte) error {
	if err := root.MkdirAll(path.Dir(name), 0o777); err != nil {
		return err
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// placeBelow returns the directory of a scenario of that name in which all its files are below the one above it.
func placeBelow(refs []recorder.AssetReference, name string) (string, error) {
	up := 0
	for i := range refs {
		file := path.Clean(slashed(refs[i].Name))
		n := 0
		for ; file == ".." || strings.HasPrefix(file, "../"); n++ {
			file = strings.TrimPrefix(strings.TrimPrefix(file, ".."), "/")
		}
		if n > maxAscent {
			return "", fmt.Errorf("%q: is more than %d directories above the scenario", refs[i].Name, maxAscent)
		}
		if file == "" || file == "." || strings.ContainsFunc(file, unicode.IsControl) {
			return "", fmt.Errorf("%q: is no name of a file", refs[i].Name)
		}
		up = max(up, n)
	}
	if up == 0 {
		return ".", nil
	}
	name = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || strings.ContainsRune(`<>:"/\|?*`, c) {
			return '_'
		}
		return c
	}, name)
	if name = strings.Trim(name, ". "); name == "" {
		name = "scenario"
	}
	base := path.Join(strings.Repeat("scenarios/", up-1), name)
	for meets(refs, base) {
		base += "_"
	}
	return base, nil
}

// meets reports whether a file from above the scenario would be in the place of one beside it, or of their directory, if that is
// base: the directory that a scenario was in need not have its name, and another one beside it may. Upper case is as lower case.
func meets(refs []recorder.AssetReference, base string) bool {
	base = strings.ToLower(base)
	beside := map[string]bool{"": true}
	for i := range refs {
		beside[strings.ToLower(slashed(refs[i].Name))] = true
	}
	for i := range refs {
		file := strings.ToLower(slashed(refs[i].Name))
		if rest, ok := strings.CutPrefix(path.Join(base, file)+"/", base+"/"); ok && strings.HasPrefix(file, "../") && beside[strings.TrimSuffix(rest, "/")] {
			return true
		}
	}
	return false
}

// slashed returns the name of a file in a log with / between directories, as seen from the directory of the scenario, to which
// one that begins with / belongs, too.
func slashed(name string) string {
	return strings.TrimLeft(path.Clean(filepath.ToSlash(name)), "/")
}
