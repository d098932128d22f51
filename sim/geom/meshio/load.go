package meshio

import (
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/prang-sim/prang/sim/geom"
)

type format struct {
	extension string
	read      func(name string, r io.Reader, open Opener, cloud bool) (*geom.Mesh, error) // with cloud the vertices alone
}

// formats is what Load and Read read, by extension in lower case. A format of one file ignores the opener.
var formats = []format{
	{".obj", alone(readOBJ)},
	{".stl", alone(readSTL)},
	{".ply", alone(readPLY)},
	{".gltf", upright},
	{".glb", upright},
}

func alone(read func(string, io.Reader, bool) (*geom.Mesh, error)) func(string, io.Reader, Opener, bool) (*geom.Mesh, error) {
	return func(name string, r io.Reader, _ Opener, cloud bool) (*geom.Mesh, error) { return read(name, r, cloud) }
}

// upright reads a glTF, whose y axis is up, with z up: (x, y, z) becomes (x, -z, y).
func upright(name string, r io.Reader, open Opener, cloud bool) (*geom.Mesh, error) {
	turn := gltfTransform{m: geom.Mat3{X: geom.Vec{X: 1}, Y: geom.Vec{Z: -1}, Z: geom.Vec{Y: 1}}}
	return readGLTF(name, r, open, turn, cloud)
}

// Known returns nil when the extension of a name, in lower or upper case, is that of a format that can be read, and
// else an error that lists those that are.
func Known(name string) error {
	ext := strings.ToLower(path.Ext(name))
	var known []string
	for _, f := range formats {
		if f.extension == ext {
			return nil
		}
		known = append(known, f.extension)
	}
	return fmt.Errorf("meshes with the extension %q cannot be read: convert the file to one of %s", ext, strings.Join(known, ", "))
}

// Read reads a mesh in the format that the extension of its name chooses. Coordinates are those of the file; a glTF,
// which has y up by its specification, is turned so that z is up, as it is in the world. open gives the further files
// of a format that has them; with nil they are an error.
func Read(name string, r io.Reader, open Opener) (*geom.Mesh, error) {
	f, err := formatOf(name)
	if err != nil {
		return nil, err
	}
	return f.read(name, r, open, false)
}

// ReadCloud is Read for a file whose vertices alone are of use: it returns a mesh without triangles, which is not finished,
// and vertices may repeat. Faces may be missing in an OBJ or a PLY; polygons that are not flat, triangles without area and
// others that Finish refuses are no faults, but what breaks the format is, such as an index out of range.
func ReadCloud(name string, r io.Reader, open Opener) (*geom.Mesh, error) {
	f, err := formatOf(name)
	if err != nil {
		return nil, err
	}
	return f.read(name, r, open, true)
}

func formatOf(name string) (*format, error) {
	if err := Known(name); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	ext := strings.ToLower(path.Ext(name))
	return &formats[slices.IndexFunc(formats, func(f format) bool { return f.extension == ext })], nil
}

// Load reads the mesh in the file at a path, in the format that Read chooses. The path is the mesh's name and stands in
// the errors. Further files are opened beside it, never outside of its directory.
func Load(name string) (*geom.Mesh, error) {
	if err := Known(name); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("mesh: %w", err)
	}
	defer file.Close()
	return Read(name, file, besides(name))
}
