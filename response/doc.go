// Package response answers what bodies do when they meet: the impulse of an impact over all its contact points
// (impact.go), the contact solver of what touches and stays (contact.go), and the recursive slide plane by which an
// ellipsoidal mover goes along the world (slide.go).
//
// Conventions: the normal is a unit vector from A to B, for a mover from the mover to the mesh; A receives -J·n of an
// impulse J·n; a separation is negative when penetrating; everything is SI, in world coordinates.
package response
