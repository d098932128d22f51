// Package geom is the vocabulary of lengths, directions and solids that every stage of prang computes with: vectors,
// rotations, poses, bounding volumes, triangles, meshes, and the elementary functions whose bits are the same on every
// machine.
//
// Conventions, everywhere in prang: right-handed frames, SI units, angles in radians. A rotation takes body coordinates
// to world coordinates. A pair of things is A and B; a contact normal points from A to B; a separation is negative when
// the things penetrate; the minimum translation vector moves A out of B.
//
// Determinism: every product that is added to something is rounded first, float64(a*b) + c, which forbids the compiler
// to fuse the two operations into one instruction with another last bit. No function here reads anything but its
// arguments. The functions sin, cos, atan2 and their kin are written in this package, because those of the standard
// library differ in the last bit from one architecture to the next.
package geom
