// Package geom is the geometric vocabulary of all stages of prang: vectors, rotations, poses, bounding volumes,
// triangles, meshes, and elementary functions with the same bits on every machine.
//
// Conventions, everywhere in prang: right-handed frames, SI units, angles in radians. A rotation takes body coordinates
// to world coordinates. A pair of objects is A and B; a contact normal points from A to B; a separation is negative
// when they penetrate; the minimum translation vector moves A out of B.
//
// Determinism: a product is rounded before it is added, float64(a*b) + c, which forbids the compiler to fuse the two
// operations into one instruction with a different last bit. Functions read nothing but their arguments. sin, cos,
// atan2 and the like are implemented here, because those of the standard library differ in the last bit between
// architectures.
package geom
