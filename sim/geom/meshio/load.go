package meshio

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/prang-sim/prang/sim/geom"
)

// formats is what Load reads, by extension in lower case.
var formats = []struct {
	extension string
	read      func(name string, r io.Reader) (*geom.Mesh, error)
}{
	{".obj", ReadOBJ},
	{".stl", ReadSTL},
	{".ply", ReadPLY},
	{".gltf", readGLTFFile},
	{".glb", readGLTFFile},
}

// Load reads the mesh in the file at path. Its extension, in lower or upper case, chooses the format; the error for
// another one lists those that are read. The path is the mesh's name and stands in the errors.
func Load(path string) (*geom.Mesh, error) {
	ext := strings.ToLower(filepath.Ext(path))
	var known []string
	for _, f := range formats {
		if f.extension != ext {
			known = append(known, f.extension)
			continue
		}
		file, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("mesh: %w", err)
		}
		defer file.Close()
		return f.read(path, file)
	}
	return nil, fmt.Errorf("%s: the extension %q is none of a mesh that can be read: convert the file to one of %s",
		path, ext, strings.Join(known, ", "))
}
