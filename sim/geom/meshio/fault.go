package meshio

import (
	"errors"
	"fmt"
	"strings"

	"github.com/prang-sim/prang/sim/geom"
)

// LineError is one fault of a mesh file.
type LineError struct {
	Name string // of the file
	Line int    // from 1; 0 where the fault is of the whole file
	Err  error  // what is wrong and the remedy
}

// Error returns name:line: what: remedy.
func (e *LineError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.Name, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.Name, e.Line, e.Err)
}

// Unwrap returns what is wrong; the errors of geom.Mesh.Finish are found in it.
func (e *LineError) Unwrap() error { return e.Err }

// maxFaults is how many faults of a file are reported; the rest is counted.
const maxFaults = 20

// faults collects what is wrong with a file.
type faults struct {
	name string
	list []error
	more int
	last int // line of the last fault
}

// add adds a fault; of those on a line, the first, as the others follow from it or are seen once it is mended.
func (f *faults) add(line int, format string, args ...any) {
	if line > 0 && line == f.last {
		return
	}
	f.last = line
	if len(f.list) == maxFaults {
		f.more++
		return
	}
	f.list = append(f.list, &LineError{f.name, line, fmt.Errorf(format, args...)})
}

// result returns all faults as one error, a line each; nil for none.
func (f *faults) result() error {
	if f.more > 0 {
		return errors.Join(append(f.list, fmt.Errorf("%s: %d more faults", f.name, f.more))...)
	}
	return errors.Join(f.list...)
}

// place is where in a file a vertex or triangle came from: a line, or an element such as "face 7".
type place struct {
	line    int
	element string // empty where the line says it
}

func (p place) String() string {
	if p.element == "" {
		return fmt.Sprintf("on line %d", p.line)
	}
	return p.element
}

// addAt adds err of what came from p; other, if any, is the place of the element it clashes with.
func (f *faults) addAt(p place, err error, other *place) {
	prefix, suffix := "", ""
	if p.element != "" {
		prefix = p.element + ": "
	}
	if other != nil {
		suffix = fmt.Sprintf(" (the other is %v)", *other)
	}
	f.add(p.line, "%s%w%s", prefix, err, suffix)
}

// finish finishes m. Its vertices and triangles came from the given lines, which the error names.
func finish(m *geom.Mesh, vertexLine, triangleLine []int32) (*geom.Mesh, error) {
	return finishAt(m,
		func(i int32) place { return place{line: int(vertexLine[i])} },
		func(i int32) place { return place{line: int(triangleLine[i])} })
}

// finishAt finishes m, without the triangles that have no area or stand twice, of which its note tells. Its vertices, as
// numbered before welding, and its triangles came from the given places, which the error names.
func finishAt(m *geom.Mesh, vertex, triangle func(i int32) place) (*geom.Mesh, error) {
	dropped, err := m.FinishDropping()
	if err != nil {
		return nil, placed(m.Name, err, vertex, triangle)
	}
	var notes []string
	for _, kind := range []struct {
		list      []int32
		one, many string
	}{
		{dropped.Flat, "a triangle without area", "triangles without area"},
		{dropped.Twice, "a triangle with the same corners as another", "triangles with the same corners as others"},
	} {
		switch n := len(kind.list); {
		case n == 1:
			notes = append(notes, fmt.Sprintf("%s is left out, %v: remove it from the file", kind.one, triangle(kind.list[0])))
		case n > 1:
			notes = append(notes, fmt.Sprintf("%d %s are left out, the first %v: remove them from the file", n, kind.many, triangle(kind.list[0])))
		}
	}
	m.Note = strings.Join(notes, "; ")
	return m, nil
}

// cloudAt returns the vertices of m, which stays unfinished.
func cloudAt(m *geom.Mesh, vertex func(i int32) place) (*geom.Mesh, error) {
	m.Tris = nil
	if err := m.CheckVertices(); err != nil {
		return nil, placed(m.Name, err, vertex, nil)
	}
	return m, nil
}

// placed gives the faults of a mesh their places in its file.
func placed(name string, err error, vertex, triangle func(i int32) place) error {
	var e *geom.MeshError
	if !errors.As(err, &e) {
		return err
	}
	f := faults{name: name, more: e.More}
	for _, x := range e.Faults {
		switch {
		case x.Other >= 0:
			other := triangle(x.Other)
			f.addAt(triangle(x.Triangle), x.Err, &other)
		case x.Triangle >= 0:
			f.addAt(triangle(x.Triangle), x.Err, nil)
		case x.Vertex >= 0:
			f.addAt(vertex(x.Vertex), x.Err, nil)
		default:
			f.add(0, "%w", x.Err)
		}
	}
	return f.result()
}
