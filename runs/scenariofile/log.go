package scenariofile

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/document"
)

// FromLog reads the scenario stored in a log. Its first asset is the scenario file; what it includes and the
// meshes follow.
func FromLog(r *recorder.Reader) (*Scenario, error) {
	assets, err := r.Assets()
	if err != nil {
		return nil, err
	}
	if len(assets) == 0 {
		return nil, errors.New("the log carries no scenario: it cannot be run again")
	}
	return Parse(assets[0].Name, assets[0].Data, func(name string) ([]byte, error) {
		for _, a := range assets[1:] {
			if a.Name == name {
				return a.Data, nil
			}
		}
		return nil, fs.ErrNotExist
	})
}

// FilesWithSettings returns the names of the files in a log in which values of parameters stand that were set: they are not those on disk.
// Files that cannot be read are left out.
func FilesWithSettings(r *recorder.Reader) (names []string) {
	set := r.Header().Set
	if len(set) == 0 {
		return nil
	}
	assets, _ := r.Assets()
	if len(assets) == 0 {
		return nil
	}
	root, _ := parseTree(assets[0].Name, assets[0].Data)
	if root == nil {
		return nil
	}
	files, blocks := []string{assets[0].Name}, []*yaml.Node{parametersOf(root)}
	for _, file := range includesOf(root) {
		i := slices.IndexFunc(assets, func(a recorder.Asset) bool { return a.Name == file })
		if i <= 0 || slices.Contains(files, file) {
			continue
		}
		if root, _ := document.Included.Parse(file, assets[i].Data); root != nil {
			files, blocks = append(files, file), append(blocks, parametersOf(root))
		}
	}
	for _, p := range set {
		i := slices.IndexFunc(blocks, func(b *yaml.Node) bool { return document.ValueOf(b, p.Name) != nil })
		if i >= 0 && !slices.Contains(names, files[i]) {
			names = append(names, files[i])
		}
	}
	return names
}

// LogPath returns the default path of a scenario's log: runs/out/NAME.prang, with spaces replaced by hyphens.
func LogPath(name string) string {
	return filepath.Join("runs", "out", strings.ReplaceAll(name, " ", "-")+".prang")
}

// LogPath returns the default path of the log of the scenario, of a case: runs/out/NAME.CASE.prang.
func (s *Scenario) LogPath() string {
	path := LogPath(s.Name)
	if s.ofCase == nil {
		return path
	}
	return strings.TrimSuffix(path, ".prang") + "." + s.ofCase.Name + ".prang"
}
