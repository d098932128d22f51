// Meshgen writes the triangle meshes of the scenarios into the folder runs/meshes. Their bytes are the same on every
// machine; a test compares them with the committed files.
//
//	go run ./runs/meshgen [-out runs/meshes]
//
// Axes: x and y level, z up; lengths in metres, coordinates rounded to 1e-4.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/meshio"
)

// scene is one file: its name, the comment at its head, and what fills it.
type scene struct {
	file, comment string
	build         func(b *builder)
}

var scenes = []scene{
	{"crossing.obj", "crossroads 180 m x 180 m: two roads 8 m wide along x and y, kerbs 0.12 m high, pavements, verge", crossing},
	{"barrier.obj", "concrete barrier 12 m long, 0.9 m high, 0.4 m thick, on the verge of crossing.obj at (16, 12), closed", barrier},
	{"terrain.obj", "hills 40 m x 40 m, 100 x 100 cells, with a bowl in the middle", terrain},
	{"room.obj", "room 20 m x 20 m x 3 m, fronts inside: column, corner of 40 degrees, ramp, two steps; no ceiling", room},
}

func main() {
	out := flag.String("out", filepath.Join("runs", "meshes"), "folder to write the meshes into")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "meshgen: %q: no arguments are read; -help lists the flags\n", flag.Arg(0))
		os.Exit(2)
	}
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "meshgen:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for _, s := range scenes {
		text, m, err := s.text()
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, s.file), text, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s: %d vertices, %d triangles\n", s.file, len(m.Vertices), len(m.Tris))
	}
	return nil
}

// text returns the file's bytes and the finished mesh in it.
func (s scene) text() ([]byte, *geom.Mesh, error) {
	b := builder{mesh: geom.Mesh{Name: s.file}}
	s.build(&b)
	if err := b.mesh.Finish(); err != nil {
		return nil, nil, err
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "# %s\n# metres, z up; written by runs/meshgen\n", s.comment)
	if err := meshio.WriteOBJ(&text, &b.mesh); err != nil {
		return nil, nil, err
	}
	return text.Bytes(), &b.mesh, nil
}
