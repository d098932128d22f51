package scenariofile

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/wording"
)

// opener returns the content of a file by the name that a scenario uses for it, with / between directories.
type opener = func(name string) ([]byte, error)

// isRelative reports whether a scenario may name a file so: by a path from the scenario's directory, with / between
// directories. It may lead out of that directory, with .., for scenarios share files.
func isRelative(name string) bool {
	return name != "" && !strings.HasPrefix(name, "/") && !strings.ContainsAny(name, "\\\x00") && (len(name) < 2 || name[1] != ':')
}

// notRelative is the problem of a name that is none.
const notRelative = "%q is not a relative path: write it from the scenario's directory, with / between directories"

// lexicalPlace returns the path, for messages, of a file that a scenario at a path names, without a look at any file.
func lexicalPlace(scenario string) func(name string) string {
	dir := filepath.Dir(scenario)
	return func(name string) string {
		if dir == "." {
			return path.Clean(name)
		}
		return filepath.Join(dir, filepath.FromSlash(name))
	}
}

// isIncluded reports whether a file has nothing but what scenarios can share.
func isIncluded(root *yaml.Node) bool {
	keys := document.KeysIn(root)
	return len(keys) > 0 && !slices.ContainsFunc(keys, func(key string) bool { return !slices.Contains(document.KeysOf["included"], key) })
}

// includeOf is a name under include, with its place in the scenario.
type includeOf struct {
	name string
	node *yaml.Node
	path string
}

// readInclude reads the files that the scenario includes: include: ../materials.yaml, or a list. Each adds its parameters,
// settings, materials and pairs to the scenario's own: see layers.
func (r *reader) readInclude(o *document.Object) {
	n := o.Values["include"]
	if n == nil {
		return
	}
	before := len(r.Problems)
	defer func() { r.Partial = len(r.Problems) > before }()
	list := []includeOf{{node: n, path: "include"}}
	if n.Kind == yaml.SequenceNode {
		if list = nil; len(n.Content) == 0 {
			o.Fail("include", "is an empty list: write the name of a file, or remove it")
		}
		for i, c := range n.Content {
			list = append(list, includeOf{node: document.Resolve(c), path: document.At("include", i)})
		}
	}
	seen := map[string]bool{}
	for _, f := range list {
		if f.node.Kind != yaml.ScalarNode || f.node.ShortTag() != "!!str" {
			r.Report(f.node, f.path, "%s where the name of a file is needed: write, for example, ../materials.yaml", document.Describe(f.node))
			continue
		}
		if f.name = f.node.Value; !isRelative(f.name) {
			r.Report(f.node, f.path, notRelative, wording.Clip(f.name))
			continue
		}
		if clean := path.Clean(f.name); clean == r.scenario.Files[0].Name {
			r.Report(f.node, f.path, "%q is the scenario itself: name another file", wording.Clip(f.name))
		} else if seen[clean] {
			r.Report(f.node, f.path, "%q is included already: leave it out", wording.Clip(f.name))
		} else {
			seen[clean] = true
			r.include(f)
		}
	}
}

// include reads one file that the scenario includes.
func (r *reader) include(f includeOf) {
	data, err := r.openBeside(f.name)
	if err != nil {
		r.Report(f.node, f.path, "%v", err)
		return
	}
	file := r.pathOf(f.name)
	r.sources = append(r.sources, document.File{Name: file, Data: data})
	root, problems := document.Included.Parse(file, data)
	if root == nil {
		r.Problems = append(r.Problems, problems...)
		return
	}
	if !r.filed[f.name] {
		r.filed[f.name] = true
		r.scenario.Files = append(r.scenario.Files, document.File{Name: f.name, Data: data})
	}
	r.Own(root, file)
	if o, ok := r.Object(root, "", "included"); ok {
		r.included = append(r.included, o)
	}
}

// openBeside returns the content of a file that the scenario names. Its error has the remedy.
func (r *reader) openBeside(name string) ([]byte, error) {
	if r.open == nil {
		return nil, fmt.Errorf("%s: no files can be opened here", name)
	}
	data, err := r.open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %q beside the scenario: correct the path, which starts at the scenario's directory", wording.Clip(name))
	}
	var of *fs.PathError
	if errors.As(err, &of) { // a directory, or a file that may not be read
		return nil, fmt.Errorf("%q cannot be read: %w: name a file that can be read, by its path from the scenario's directory", wording.Clip(name), of.Err)
	}
	if err != nil {
		return nil, fmt.Errorf("%q cannot be read: %w", wording.Clip(name), err)
	}
	return data, nil
}

// layers returns the scenario itself and then the files that it includes, for what they can all have. An entry of the
// scenario, such as a material, stands in for one of that name in the files, which is then not read; two files cannot have
// one of the same name otherwise.
func (r *reader) layers(o *document.Object) []*document.Object {
	return append([]*document.Object{o}, r.included...)
}

// entriesGiven are the places of entries of layers by their names.
type entriesGiven map[any]*yaml.Node

// add takes in an entry of a layer, and reports whether it counts. One that two included files have is a problem.
func (g entriesGiven) add(layer *document.Object, name any, n *yaml.Node, path string) bool {
	before, ok := g[name]
	if !ok {
		g[name] = n
		return true
	}
	if d := layer.Decoder; d.FileOf(before) != d.File {
		d.Report(n, path, "is given in another included file too, on %s: remove one, or write it in the scenario, whose own counts", d.Line(before, n))
	}
	return false
}

// sharedSettings returns the settings of the scenario together with those of the files that it includes.
func (r *reader) sharedSettings(o *document.Object) (*document.Object, bool) {
	var all *document.Object
	given := entriesGiven{}
	for _, layer := range r.layers(o) {
		s, ok := layer.Object("settings", "settings")
		if !ok {
			continue
		}
		first := all == nil
		if first {
			all = s
		}
		for _, key := range document.KeysOf["settings"] {
			if k := s.Keys[key]; k != nil && given.add(layer, key, k, document.Join("settings", key)) && !first {
				all.Keys[key], all.Values[key] = k, s.Values[key]
			}
		}
	}
	return all, all != nil
}

// openerOf opens the files of a scenario in memory.
func openerOf(files []document.File) opener {
	return func(name string) ([]byte, error) {
		for _, f := range files[1:] {
			if f.Name == name {
				return f.Data, nil
			}
		}
		return nil, fmt.Errorf("there is no file %s among those of the scenario", name)
	}
}
