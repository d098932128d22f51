// Package meshio reads and writes triangle meshes. A reader returns a finished geom.Mesh (welded, with planes and
// adjacency), or an error that names file and line, what is wrong and the remedy; several faults are reported at once.
// Lengths are metres, in the file as in the mesh; axes are not changed, except that Read and Load turn a glTF so that z
// is up. A reader's memory is bounded by a fixed multiple of its input.
package meshio
