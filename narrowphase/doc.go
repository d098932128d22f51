// Package narrowphase answers exactly when, where and how two shapes meet: static separating axes with minimum
// translation, swept separating axes, swept ellipsoids, the first time of impact of turning shapes, and contact manifolds
// with feature ids. It knows shapes and motions, never bodies.
//
// Conventions: the normal is a unit vector from A to B; a separation is negative when A and B penetrate; the minimum
// translation vector -depth·n moves A out of B. Shapes are closed: touching counts as contact. Lengths are in metres and
// times in seconds. A tolerance is given relative to a size, the largest half extent of the shapes concerned.
package narrowphase
