package runs

import (
	"bytes"
	"fmt"
	"math"
	"path"
	"strings"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/meshio"
)

// meshFile is a mesh that has been read, or was found bad.
type meshFile struct {
	mesh *geom.Mesh
	hull *geom.Shape // of the vertices, where it is asked for
	err  error
}

// readMesh reads the mesh whose file a key names, each file once, and adds it to the scenario's files. That of a hull may
// have vertices alone.
func (r *reader) readMesh(o *object, key string) (*geom.Mesh, string) {
	name, ok := o.text(key)
	if !ok {
		return nil, ""
	}
	if !isRelative(name) {
		o.fail(key, notRelative, clip(name))
		return nil, ""
	}
	m, seen := r.meshes[name]
	if !seen {
		m = r.openMesh(name)
		r.meshes[name] = m
	}
	if m.err != nil {
		o.fail(key, "%s", strings.ReplaceAll(m.err.Error(), "\n", "; "))
	} else if key == "mesh" && len(m.mesh.Tris) == 0 {
		o.fail(key, "is not a usable mesh: %s: %v: give it at least one", name, geom.ErrNoTriangles)
		return nil, name
	}
	return m.mesh, name
}

func (r *reader) openMesh(name string) meshFile {
	if err := meshio.Known(name); err != nil {
		return meshFile{err: err}
	}
	data, err := r.openBeside(name)
	if err != nil {
		return meshFile{err: err}
	}
	further := []File{{name, data}}
	mesh, err := meshio.ReadCloud(name, bytes.NewReader(data), func(beside string) ([]byte, error) {
		beside = path.Join(path.Dir(name), beside)
		data, err := r.open(beside)
		if err == nil {
			further = append(further, File{beside, data})
		}
		return data, err
	})
	if err != nil {
		return meshFile{err: fmt.Errorf("is not a usable mesh: %w", err)}
	}
	for _, v := range mesh.Vertices {
		if largest := max(math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z)); largest > longest {
			return meshFile{err: fmt.Errorf("has a vertex at %.3g m: this %s", largest, beyond(largest, dimLength))}
		}
	}
	for _, f := range further {
		if !r.filed[f.Name] {
			r.filed[f.Name] = true
			r.scenario.Files = append(r.scenario.Files, f)
		}
	}
	return meshFile{mesh: mesh}
}
