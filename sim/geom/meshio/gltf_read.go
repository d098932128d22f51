package meshio

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/qmuntal/gltf"

	"github.com/prang-sim/prang/sim/geom"
)

// Opener returns the content of a file that a mesh file names. The path is relative to the directory of the mesh file,
// with / between its parts; it has no "..", and never leaves that directory.
type Opener func(path string) ([]byte, error)

// ReadGLTF reads a mesh in the glTF 2.0 format, as text or binary (GLB). Read are the triangles, strips and fans of
// every mesh that a node of the scene shows, with the transforms of the nodes above it; a mesh shown by several nodes
// is there several times. The scene is the default one, or the first, or, without scenes, all nodes. A transform that
// mirrors turns the corners round, so that fronts stay fronts. Axes are taken as they are: y is up in a file that
// follows the specification.
//
// Positions and indices have any component type, normalised or not, and may be sparse. Buffers are in the file or come
// from open, which may be nil where there are no other files. Ignored are points, lines, materials, cameras, skins,
// morph targets and animations. A required extension is an error unless it is KHR_mesh_quantization or of materials or
// textures.
//
// name is the mesh's name and stands in the errors, each of which is a *LineError in a joined error: up to 20 of them,
// the rest is counted. They name the element of the file, such as nodes[3] or accessors[0]; triangles of a primitive
// are counted from 0, without the empty ones that join strips. A file whose nodes show more than 16 triangles for each
// of its bytes is an error.
//
// Source: Khronos Group, glTF 2.0 Specification, version 2.0.1, sections 3.5 to 3.7 and 4.
func ReadGLTF(name string, r io.Reader, open Opener) (*geom.Mesh, error) {
	return readGLTF(name, r, open, gltfTransform{m: geom.Identity()}, false)
}

// readGLTF is ReadGLTF with a transform of the whole scene, or with cloud reads the vertices of its triangles alone.
func readGLTF(name string, r io.Reader, open Opener, scene gltfTransform, cloud bool) (*geom.Mesh, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p := gltfReader{mesh: &geom.Mesh{Name: name}, faults: faults{name: name}, open: open, input: int64(len(data))}
	text := p.container(data)
	if len(p.list) == 0 {
		p.decode(text)
	}
	if len(p.list) == 0 {
		p.scene(scene)
	}
	if len(p.list) == 0 && len(p.mesh.Tris) == 0 {
		p.add(0, "%w: no node of the scene shows any; export the mesh with its node", geom.ErrNoTriangles)
	}
	if err := p.result(); err != nil {
		return nil, err
	}
	vertex := func(i int32) place { return p.place(i / 3) }
	if cloud {
		return cloudAt(p.mesh, vertex)
	}
	return finishAt(p.mesh, vertex, p.place)
}

// growth is how many triangles there may be for each byte of the input: enough for a hundred instances of a mesh, and a
// bound on what a file made for the purpose can take.
const growth = 16

type gltfReader struct {
	faults
	mesh    *geom.Mesh
	open    Opener
	binary  bool   // a GLB
	chunk   []byte // binary chunk of a GLB
	input   int64  // bytes of the file and of those beside it
	spent   int64  // triangles, primitives and sparse elements read
	doc     gltf.Document
	raw     gltfRaw
	files   map[string]gltfBytes // read from open, by path
	buffers []gltfBytes          // of doc.Buffers
	arrays  []gltfArray          // of doc.Accessors
	parts   []gltfPart
}

// gltfPart is the triangles from number first on: a primitive as a node shows it.
type gltfPart struct {
	first                 int32
	node, mesh, primitive int32
}

// String names the primitive in the file.
func (a gltfPart) String() string {
	return fmt.Sprintf("nodes[%d], meshes[%d].primitives[%d]", a.node, a.mesh, a.primitive)
}

// place returns where triangle i came from.
func (p *gltfReader) place(i int32) place {
	k := sort.Search(len(p.parts), func(k int) bool { return p.parts[k].first > i }) - 1
	return place{element: fmt.Sprintf("%v, triangle %d", p.parts[k], i-p.parts[k].first)}
}

// spend reports whether n more triangles or sparse elements are in proportion to the input.
func (p *gltfReader) spend(n int64) bool {
	p.spent += n
	return n <= growth*p.input && p.spent <= growth*p.input
}

const (
	glbMagic  = "glTF"
	glbJSON   = 0x4e4f534a
	glbBinary = 0x004e4942
)

// container returns the JSON text of the file and sets the binary chunk.
func (p *gltfReader) container(data []byte) []byte {
	if !bytes.HasPrefix(data, []byte(glbMagic)) {
		return bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	}
	p.binary = true
	if len(data) < 12 {
		p.add(0, "the file ends in its header: it is cut off, copy or export it again")
		return nil
	}
	version, size := binary.LittleEndian.Uint32(data[4:]), int64(binary.LittleEndian.Uint32(data[8:]))
	switch {
	case version != 2:
		p.add(0, "it is of version %d of binary glTF: export it as 2.0", version)
	case size > int64(len(data)):
		p.add(0, "the header counts %d bytes, but the file has %d: it is cut off, copy or export it again", size, len(data))
	case size < int64(len(data)):
		p.add(0, "%d bytes follow the %d that the header counts: copy or export it again", int64(len(data))-size, size)
	}
	var text []byte
	for k, rest := 0, data[12:]; len(p.list) == 0 && len(rest) > 0; k++ {
		if len(rest) < 8 || int64(binary.LittleEndian.Uint32(rest)) > int64(len(rest)-8) {
			p.add(0, "chunk %d goes beyond the end of the file: export it again", k)
			break
		}
		n, kind := int(binary.LittleEndian.Uint32(rest)), binary.LittleEndian.Uint32(rest[4:])
		switch {
		case k == 0 && kind == glbJSON:
			text = bytes.TrimRight(rest[8:8+n], " \x00")
		case k == 1 && kind == glbBinary:
			p.chunk = rest[8 : 8+n : 8+n]
		}
		rest = rest[8+n:]
	}
	if text == nil && len(p.list) == 0 {
		p.add(0, "the first chunk is not JSON: export it again")
	}
	return text
}

// decode reads the JSON text.
func (p *gltfReader) decode(text []byte) {
	var head struct {
		Asset              struct{ Version, MinVersion string }
		ExtensionsRequired []string
	}
	if err := json.Unmarshal(text, &head); err != nil {
		p.syntax(text, err)
		return
	}
	if v := head.Asset.Version; !strings.HasPrefix(v, "2.") {
		p.add(0, "asset.version is %q: export the mesh as glTF 2.0", clip([]byte(v)))
		return
	}
	if v := head.Asset.MinVersion; v != "" && v != "2.0" {
		p.add(0, "asset.minVersion is %q: export the mesh as glTF 2.0", clip([]byte(v)))
	}
	for i, e := range head.ExtensionsRequired {
		if !isHarmless(e) {
			p.add(0, "extensionsRequired[%d]: %s is not read: export the mesh without it", i, clip([]byte(e)))
		}
	}
	if len(p.list) > 0 {
		return
	}
	err := json.Unmarshal(text, &p.doc)
	if err == nil {
		err = json.Unmarshal(text, &p.raw)
	}
	if err != nil {
		p.syntax(text, err)
		return
	}
	p.checkRaw()
	p.files = map[string]gltfBytes{}
	p.buffers = make([]gltfBytes, len(p.doc.Buffers))
	p.arrays = make([]gltfArray, len(p.doc.Accessors))
}

// syntax reports text that is no JSON, with its line where it is a text file, or JSON that is no glTF.
func (p *gltfReader) syntax(text []byte, err error) {
	var e *json.SyntaxError
	switch {
	case !errors.As(err, &e):
		p.add(0, "%w: a value has a type that glTF does not give it; export the mesh again", err)
	case p.binary:
		p.add(0, "the JSON chunk: %w: it is damaged, copy or export it again", err)
	default:
		line := 1 + bytes.Count(text[:min(max(e.Offset, 0), int64(len(text)))], []byte{'\n'})
		p.add(line, "%w: it is no JSON or is cut off, copy or export it again", err)
	}
}

// isHarmless reports whether a required extension changes no triangle, or is read.
func isHarmless(extension string) bool {
	return extension == "KHR_mesh_quantization" || slices.ContainsFunc([]string{"KHR_materials_", "KHR_texture_", "EXT_texture_"}, func(prefix string) bool {
		return strings.HasPrefix(extension, prefix)
	})
}
