// Package meshio reads and writes triangle meshes. Every reader gives a finished geom.Mesh (welded, with planes and
// adjacency) or an error that names file and line, says what is wrong there and what to do; several faults are reported at
// once. Lengths are metres, in the file as in the mesh, and axes are taken as they are. A reader keeps no more memory
// than a fixed multiple of what it has read.
package meshio
