package geom

import (
	"errors"
	"fmt"
	"strings"
)

// Errors of meshes. Every MeshFault wraps one of these.
var (
	ErrNoTriangles = errors.New("the mesh has no triangles")
	ErrTooLarge    = errors.New("the mesh has more than 700 million triangles or vertices")
	ErrCoordinate  = errors.New("a coordinate is not finite or beyond 1e12 m")
	ErrIndexRange  = errors.New("a vertex index is out of range")
	ErrDegenerate  = errors.New("the triangle has no area")
	ErrDuplicate   = errors.New("two triangles have the same three vertices")
)

// MeshFault is one thing that is wrong with a mesh. The indices let a loader name the line of its file.
type MeshFault struct {
	Triangle int32 // index of the triangle; -1 where the fault is of a vertex or of the whole mesh
	Vertex   int32 // index of the vertex before welding; -1 where the fault is of a triangle or of the whole mesh
	Other    int32 // ErrDuplicate: index of the triangle, below Triangle, that has the same vertices; otherwise -1
	Err      error // what is wrong and the remedy, without the indices above
}

// Error returns the fault with its indices.
func (f *MeshFault) Error() string {
	switch {
	case f.Other >= 0:
		return fmt.Sprintf("triangles %d and %d: %v", f.Other, f.Triangle, f.Err)
	case f.Triangle >= 0:
		return fmt.Sprintf("triangle %d: %v", f.Triangle, f.Err)
	case f.Vertex >= 0:
		return fmt.Sprintf("vertex %d: %v", f.Vertex, f.Err)
	}
	return f.Err.Error()
}

// Unwrap returns what is wrong.
func (f *MeshFault) Unwrap() error { return f.Err }

// MeshError is all that Finish found wrong, in the order of the indices within each kind of fault.
type MeshError struct {
	Name   string // of the mesh
	Faults []MeshFault
	More   int // number of faults beyond maxFaults, which are counted only
}

const maxFaults = 20

// Error returns a line for each fault.
func (e *MeshError) Error() string {
	var b strings.Builder
	for i := range e.Faults {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "mesh %q: %v", e.Name, &e.Faults[i])
	}
	if e.More > 0 {
		fmt.Fprintf(&b, "\nmesh %q: %d more faults", e.Name, e.More)
	}
	return b.String()
}

// Unwrap returns the faults, for errors.Is and errors.As.
func (e *MeshError) Unwrap() []error {
	list := make([]error, len(e.Faults))
	for i := range e.Faults {
		list[i] = &e.Faults[i]
	}
	return list
}

func (e *MeshError) add(triangle, vertex, other int32, err error) {
	if len(e.Faults) == maxFaults {
		e.More++
		return
	}
	e.Faults = append(e.Faults, MeshFault{triangle, vertex, other, err})
}
