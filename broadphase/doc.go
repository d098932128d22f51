// Package broadphase finds candidates for contact: triangles of a static mesh near a box, on the way of a moving box or
// ellipsoid, or along a ray (Octree); and pairs of moving bodies whose swept bounds overlap (Pairs). It knows boxes and
// triangles, never bodies.
//
// Boxes are closed: touching counts as overlap. A box that is empty (a component of Min above that of Max) or that has
// a NaN overlaps nothing. Every result is in ascending order of index and depends on the arguments alone: not on how a
// structure was built, on earlier queries, or on the number of goroutines.
package broadphase
