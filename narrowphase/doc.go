// Package narrowphase computes exactly when, where and how two shapes meet: static separating axes with minimum
// translation, swept separating axes, swept ellipsoids, the first time of impact of rotating shapes, and contact
// manifolds with feature ids. It knows shapes and motions, never bodies.
//
// Conventions: the normal is a unit vector from A to B. A separation is negative when A and B penetrate. The minimum
// translation vector -depth·n moves A out of B. Shapes are closed: touching counts as contact. Lengths are in metres,
// times in seconds. Tolerances are relative to a size, the largest half extent of the shapes concerned.
package narrowphase
