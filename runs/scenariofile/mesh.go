package scenariofile

import (
	"bytes"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-gl/mathgl/mgl64"
	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/broadphase"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/meshio"
	"github.com/prang-sim/prang/sim/record"
)

// meshFile is a mesh that has been read, or was found bad.
type meshFile struct {
	mesh *geom.Mesh
	tree *broadphase.Octree // nil unless it was built for further loads too
	err  error
}

// sizing is how the coordinates of a file become those of an object: they are turned, so that its axis up becomes z, and
// multiplied.
type sizing struct {
	up    string   // "" for that of the format
	scale geom.Vec // of x, y and z after the turn
}

// asRead is the sizing of a file in metres, with the axes of its format.
var asRead = sizing{scale: geom.Vec{X: 1, Y: 1, Z: 1}}

// sizedFile is a file with a sizing.
type sizedFile struct {
	name string
	sizing
}

// meshUse is what is read of a file: of that of a hull the vertices alone.
type meshUse struct {
	name  string
	cloud bool
}

// readMeshFile reads the file that a key names, each once, and adds it to the scenario's files: a finished mesh, or with
// cloud its vertices alone. It returns the file's name as it is written first, whatever the spelling.
func (r *reader) readMeshFile(o *document.Object, key string, cloud bool) (meshFile, string) {
	name, ok := o.File(key)
	if !ok {
		return meshFile{}, ""
	}
	if !isRelative(name) {
		o.Fail(key, notRelative, wording.Clip(name))
		return meshFile{}, ""
	}
	if first, ok := r.spelled[path.Clean(name)]; ok {
		name = first
	} else {
		r.spelled[path.Clean(name)] = name
	}
	use := meshUse{name, cloud}
	m, seen := r.meshes[use]
	if !seen {
		m = r.openMesh(use)
		r.meshes[use] = m
	}
	switch {
	case m.err != nil:
		o.Fail(key, "%s", meshFault(m.err))
	case !seen && m.mesh.Note != "":
		r.warn(o, key, "%s: %s", name, m.mesh.Note)
	}
	return m, name
}

// meshFault returns the faults of a mesh on one line.
func meshFault(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// readMesh reads mesh: file.obj, or mesh: {file: …, unit: mm, up: y}, with position and attitude of its static.
func (r *reader) readMesh(o *document.Object, s *sim.StaticDef) {
	from, key, size, okSize := o, "mesh", asRead, true
	var file meshFile
	var name string
	switch n := o.Values["mesh"]; n.Kind {
	case yaml.SequenceNode:
		o.Fail("mesh", "a list where a file is needed: write rocks.obj, or {file: rocks.stl, unit: mm}")
		return
	case yaml.MappingNode:
		var ok bool
		if from, ok = o.Object("mesh", "mesh"); !ok {
			return
		}
		if key = "file"; !from.Has(key) {
			from.Missing(key, "add file: rocks.obj")
		}
		file, name = r.readMeshFile(from, key, false)
		size, okSize = readSizing(from, name)
	default:
		file, name = r.readMeshFile(o, key, false)
	}
	position, okPosition := o.Vector("position", units.Length)
	okPosition = okPosition || !o.Has("position")
	attitude, okAttitude := readAttitude(o)
	mesh := file.mesh
	if mesh == nil {
		return
	}
	if !okSize || !okPosition || !okAttitude {
		return
	}
	s.Mesh, s.Tree, s.Asset = mesh, file.tree, name
	pose := geom.Transform{P: geom.FromMGL(position), Q: geom.QuatFromMGL(attitude)}
	if placed := size != asRead || pose != (geom.Transform{Q: geom.IdentityQuat()}); placed {
		at, err := meshio.Placement(name, size.up, size.scale, pose)
		if err == nil {
			mesh, err = at.Mesh(mesh)
		}
		if err != nil {
			from.Fail(key, "is not a usable mesh in this size and place: %s", meshFault(err))
			return
		}
		if mesh.Note != "" {
			r.warn(from, key, "%s: %s", name, mesh.Note)
		}
		s.Tree = nil // it has another place in each load
		s.Mesh, s.Scale, s.Up, s.Position, s.Attitude = mesh, size.scale.MGL(), size.up, position, attitude
	}
	if !nearEnough(from, key, mesh.Vertices) {
		s.Mesh, s.Tree = nil, nil
	}
	r.sized = append(r.sized, sizedMesh{len(r.scenario.Definition.Statics), from, key})
}

// nearEnough reports vertices that are too far from the origin.
func nearEnough(o *document.Object, key string, vertices []geom.Vec) bool {
	for _, v := range vertices {
		if largest := v.Abs().MaxAbs(); largest > sim.MaxLength {
			o.Fail(key, "has a vertex at %.3g m: this %s", largest, document.Beyond(largest, units.Length))
			return false
		}
	}
	return true
}

// readHullFile reads the convex hull of the vertices of hull: {file: …, unit: mm, up: y}.
func (r *reader) readHullFile(h *document.Object) (geom.Shape, bool) {
	file, name := r.readMeshFile(h, "file", true)
	size, ok := readSizing(h, name)
	if file.mesh == nil || !ok {
		return geom.Shape{}, false
	}
	of := sizedFile{name, size}
	if hull := r.hulls[of]; hull != nil {
		return *hull, true
	}
	vertices := file.mesh.Vertices
	if size != asRead {
		at, err := meshio.Placement(name, size.up, size.scale, geom.Transform{Q: geom.IdentityQuat()})
		if err != nil {
			h.Fail("up", "%v", err)
			return geom.Shape{}, false
		}
		vertices = at.Points(vertices)
	}
	if !nearEnough(h, "file", vertices) {
		return geom.Shape{}, false
	}
	s, err := geom.NewConvex(vertices)
	if err == nil {
		err = sim.CheckShape(&s)
	}
	if err != nil {
		h.Fail("file", "%v", err)
		return s, false
	}
	if r.hulls == nil {
		r.hulls = map[sizedFile]*geom.Shape{}
	}
	r.hulls[of] = &s
	r.warnHull(h, name, &s)
	return s, true
}

// lengthUnits are the units that a file can be in.
var lengthUnits = []string{"m", "mm", "cm", "km", "um", "µm", "in", "ft"}

// readSizing reads unit or scale, and up, of the file with a name.
func readSizing(o *document.Object, name string) (sizing, bool) {
	s, ok := asRead, true
	switch n := o.Values["scale"]; {
	case o.Has("unit") && n != nil:
		o.Fail("scale", "the file has a unit too: keep one of them")
		ok = false
	case o.Has("unit"):
		var unit string
		if unit, ok = o.Word("unit", "no unit of length", "write m, mm, cm, km, um or µm, in or ft, the unit of the file's coordinates", lengthUnits...); !ok {
			break
		}
		f := metresOf(unit)
		s.scale = geom.Vec{X: f, Y: f, Z: f}
	case n == nil:
	case n.Kind == yaml.SequenceNode:
		var v mgl64.Vec3
		if v, ok = o.Vector("scale", units.One); ok {
			for i := range v {
				ok = isScale(o, document.Resolve(n.Content[i]), document.At(document.Join(o.Path, "scale"), i), v[i]) && ok
			}
			s.scale = geom.FromMGL(v)
		}
	default:
		if unit := lengthUnitOf(n); unit != "" {
			o.Fail("scale", "%q is a length [m], but a plain number is needed: write unit: %s in place of the scale, if the file is in %s", wording.Clip(n.Value), unit, unit)
			return s, false
		}
		var f float64
		if f, ok = o.Number("scale", units.One); ok {
			ok = isScale(o, n, document.Join(o.Path, "scale"), f)
			s.scale = geom.Vec{X: f, Y: f, Z: f}
		}
	}
	if o.Has("up") {
		up, known := o.Word("up", "no axis", "write x, y or z, the axis of the file that points up", "x", "y", "z")
		if ok = ok && known; up != meshio.Up(name) {
			s.up = up
		}
	}
	return s, ok
}

// metresOf returns a unit of length in m.
func metresOf(unit string) float64 {
	exact := units.FactorOf(unit)
	f, _ := exact.Float64()
	return f
}

// lengthUnitOf returns the unit that a length is, or else the one that it has, if a file can be in it, "" for what is none: mm of
// 0.001 m, and of 5 mm.
func lengthUnitOf(n *yaml.Node) string {
	if n = document.Resolve(n); n.Kind != yaml.ScalarNode {
		return ""
	}
	unit := strings.TrimLeft(n.Value, "+-.0123456789eE ")
	if unit == n.Value || !slices.Contains(lengthUnits, unit) {
		return ""
	}
	if number, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(n.Value, unit)), 64); err == nil {
		length := number * metresOf(unit)
		for _, u := range lengthUnits {
			if of := metresOf(u); math.Abs(length-of) < 1e-9*of {
				return u
			}
		}
	}
	return unit
}

// isScale reports a factor that is no scale.
func isScale(o *document.Object, n *yaml.Node, path string, f float64) bool {
	switch {
	case f < 0:
		o.Decoder.Wrong(n, path, "%g would mirror the mesh, and turn its fronts into backs: write a number above zero, and mirror it in its file", f)
	case f == 0:
		o.Decoder.Wrong(n, path, "0 leaves nothing of the mesh: write a number above zero, such as 0.001, or unit: mm")
	case !record.IsScale(f):
		o.Decoder.Wrong(n, path, "%g is outside %g to %g: write, for example, 0.001, or unit: mm", f, float64(record.MinScale), float64(record.MaxScale))
	default:
		return true
	}
	return false
}

// meshStore keeps the meshes, and the trees over them, of a scenario that is loaded again and again, as for a sweep, with the files that they were read
// from. A mesh is what its files are, and never changes, so that runs can share it. Several loads may use it at a time.
type meshStore struct {
	mu     sync.Mutex
	meshes map[meshUse]storedMesh
}

type storedMesh struct {
	mesh  *geom.Mesh
	tree  *broadphase.Octree // nil of a cloud
	files []document.File    // the first is that of the use; the others in the order in which it asked for them
}

// find returns the mesh of a use that has been read from the same files; open gives those that there are now.
func (s *meshStore) find(use meshUse, data []byte, open opener) (storedMesh, bool) {
	if s == nil {
		return storedMesh{}, false
	}
	s.mu.Lock()
	m, ok := s.meshes[use]
	s.mu.Unlock()
	if !ok || !bytes.Equal(m.files[0].Data, data) {
		return storedMesh{}, false
	}
	for _, f := range m.files[1:] {
		if now, err := open(f.Name); err != nil || !bytes.Equal(now, f.Data) {
			return storedMesh{}, false
		}
	}
	return m, true
}

// keep stores the mesh of a use.
func (s *meshStore) keep(use meshUse, m storedMesh) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.meshes == nil {
		s.meshes = map[meshUse]storedMesh{}
	}
	s.meshes[use] = m
}

func (r *reader) openMesh(use meshUse) meshFile {
	name, read := use.name, meshio.Read
	if use.cloud {
		read = meshio.ReadCloud
	}
	if err := meshio.Known(name); err != nil {
		return meshFile{err: err}
	}
	data, err := r.filedOr(r.openBeside)(name)
	if err != nil {
		return meshFile{err: err}
	}
	m, known := r.store.find(use, data, r.filedOr(r.open))
	if !known {
		m.files = []document.File{{Name: name, Data: data}}
		m.mesh, err = read(name, bytes.NewReader(data), func(beside string) ([]byte, error) {
			beside = path.Join(path.Dir(name), beside)
			data, err := r.filedOr(r.open)(beside)
			if err == nil {
				m.files = append(m.files, document.File{Name: beside, Data: data})
			}
			return data, err
		})
		if err != nil {
			return meshFile{err: fmt.Errorf("is not a usable mesh: %w", err)}
		}
		if r.store != nil {
			if !use.cloud {
				m.tree = broadphase.NewOctree(m.mesh)
			}
			r.store.keep(use, m)
		}
	}
	for _, f := range m.files {
		if !r.filed[f.Name] {
			r.filed[f.Name] = true
			r.scenario.Files = append(r.scenario.Files, f)
		}
	}
	return meshFile{mesh: m.mesh, tree: m.tree}
}

// filedOr returns what gives the content of the scenario's files, and opens others.
func (r *reader) filedOr(open func(string) ([]byte, error)) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		if r.filed[name] {
			if i := slices.IndexFunc(r.scenario.Files, func(f document.File) bool { return f.Name == name }); i >= 0 {
				return r.scenario.Files[i].Data, nil
			}
		}
		return open(name)
	}
}

// sizedMesh is where the file of a static's mesh is given.
type sizedMesh struct {
	static int
	o      *document.Object
	key    string
}

// Meshes returns the meshes of the scenario's statics by the indices of their objects.
func (s *Scenario) Meshes() map[int32]*geom.Mesh {
	meshes := map[int32]*geom.Mesh{}
	first := len(s.Definition.Bodies) + len(s.Definition.Movers)
	for i := range s.Definition.Statics {
		meshes[int32(first+i)] = s.Definition.Statics[i].Mesh
	}
	return meshes
}
