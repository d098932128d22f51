// Package response computes what bodies do when they meet: the impulse of an impact over all its contact points
// (impact.go), the contact solver for persistent contacts and joints (contact.go), the speculative contacts of crowds
// (crowd.go), and the recursive slide plane along which an ellipsoidal mover slides (slide.go).
//
// Conventions: the normal n is a unit vector from A to B, for a mover from the mover to the mesh. Of an impulse J·n, A
// receives -J·n and B J·n. A separation is negative when penetrating. Everything is SI, in world coordinates.
package response
