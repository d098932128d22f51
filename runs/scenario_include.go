package runs

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// opener returns the content of a file by the name that a scenario uses for it, with / between directories.
type opener = func(name string) ([]byte, error)

// sharedDocument is a file that scenarios include.
var sharedDocument = &document{"shared file", "prang schema included", "put geometry into mesh files", "materials:"}

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
	keys := keysIn(root)
	return len(keys) > 0 && !slices.ContainsFunc(keys, func(key string) bool { return !slices.Contains(keysOf["included"], key) })
}

// includeOf is a name under include, with its place in the scenario.
type includeOf struct {
	name string
	node *yaml.Node
	path string
}

// readInclude reads the files that the scenario includes: include: ../materials.yaml, or a list. Each adds its parameters,
// settings, materials and pairs to the scenario's own: see layers.
func (r *reader) readInclude(o *object) {
	n := o.values["include"]
	if n == nil {
		return
	}
	before := len(r.problems)
	defer func() { r.partial = len(r.problems) > before }()
	list := []includeOf{{node: n, path: "include"}}
	if n.Kind == yaml.SequenceNode {
		if list = nil; len(n.Content) == 0 {
			o.fail("include", "is an empty list: write the name of a file, or remove it")
		}
		for i, c := range n.Content {
			list = append(list, includeOf{node: resolve(c), path: at("include", i)})
		}
	}
	seen := map[string]bool{}
	for _, f := range list {
		if f.node.Kind != yaml.ScalarNode || f.node.ShortTag() != "!!str" {
			r.report(f.node, f.path, "%s where the name of a file is needed: write, for example, ../materials.yaml", describe(f.node))
			continue
		}
		if f.name = f.node.Value; !isRelative(f.name) {
			r.report(f.node, f.path, notRelative, clip(f.name))
			continue
		}
		if clean := path.Clean(f.name); clean == r.scenario.Files[0].Name {
			r.report(f.node, f.path, "%q is the scenario itself: name another file", clip(f.name))
		} else if seen[clean] {
			r.report(f.node, f.path, "%q is included already: leave it out", clip(f.name))
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
		r.report(f.node, f.path, "%v", err)
		return
	}
	file := r.pathOf(f.name)
	r.sources = append(r.sources, File{file, data})
	root, problems := sharedDocument.parse(file, data)
	if root == nil {
		r.problems = append(r.problems, problems...)
		return
	}
	if !r.filed[f.name] {
		r.filed[f.name] = true
		r.scenario.Files = append(r.scenario.Files, File{f.name, data})
	}
	r.own(root, file)
	if o, ok := r.object(root, "", "included"); ok {
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
		return nil, fmt.Errorf("there is no file %q beside the scenario: correct the path, which starts at the scenario's directory", clip(name))
	}
	var of *fs.PathError
	if errors.As(err, &of) { // a directory, or a file that may not be read
		return nil, fmt.Errorf("%q cannot be read: %w: name a file that can be read, by its path from the scenario's directory", clip(name), of.Err)
	}
	if err != nil {
		return nil, fmt.Errorf("%q cannot be read: %w", clip(name), err)
	}
	return data, nil
}

// own notes that a node and all below it stand in another file than the scenario.
func (d *decoder) own(n *yaml.Node, file string) {
	if d.elsewhere == nil {
		d.elsewhere = map[*yaml.Node]string{}
	}
	d.elsewhere[n] = file
	for _, c := range n.Content {
		d.own(c, file)
	}
}

// fileOf returns the path of the file that a node stands in.
func (d *decoder) fileOf(n *yaml.Node) string {
	if file, ok := d.elsewhere[n]; ok {
		return file
	}
	return d.file
}

// line names the line of a node, with its file where that is not the one of the node from, as part of a sentence.
func (d *decoder) line(n, from *yaml.Node) string {
	if file := d.fileOf(n); file != d.fileOf(from) {
		return fmt.Sprintf("line %d of %s", n.Line, file)
	}
	return fmt.Sprintf("line %d", n.Line)
}

// layers returns the scenario itself and then the files that it includes, for what they can all have. An entry of the
// scenario, such as a material, stands in for one of that name in the files, which is then not read; two files cannot have
// one of the same name otherwise.
func (r *reader) layers(o *object) []*object { return append([]*object{o}, r.included...) }

// entriesGiven are the places of entries of layers by their names.
type entriesGiven map[any]*yaml.Node

// add takes in an entry of a layer, and reports whether it counts. One that two included files have is a problem.
func (g entriesGiven) add(layer *object, name any, n *yaml.Node, path string) bool {
	before, ok := g[name]
	if !ok {
		g[name] = n
		return true
	}
	if d := layer.d; d.fileOf(before) != d.file {
		d.report(n, path, "is given in another included file too, on %s: remove one, or write it in the scenario, whose own counts", d.line(before, n))
	}
	return false
}

// sharedSettings returns the settings of the scenario together with those of the files that it includes.
func (r *reader) sharedSettings(o *object) (*object, bool) {
	var all *object
	given := entriesGiven{}
	for _, layer := range r.layers(o) {
		s, ok := layer.object("settings", "settings")
		if !ok {
			continue
		}
		first := all == nil
		if first {
			all = s
		}
		for _, key := range keysOf["settings"] {
			if k := s.keys[key]; k != nil && given.add(layer, key, k, join("settings", key)) && !first {
				all.keys[key], all.values[key] = k, s.values[key]
			}
		}
	}
	return all, all != nil
}
