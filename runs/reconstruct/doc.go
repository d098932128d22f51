// Package reconstruct tells what a run did to its vehicles in the quantities of crash reconstruction: collisions with delta-v,
// principal direction of force, energy equivalent speed, mean acceleration and crush by CRASH3; paths, skid marks and rest positions. It works on
// the frames of a run, from the engine or from a log alike.
//
// Vehicle axes are x forward, y left, z up; headings and yaw rates count counter-clockwise seen from above; the PDOF counts
// clockwise from the nose. Units are SI but where a name says deg or g.
//
// The engine resolves an impact in an instant. Where a time that the collision takes is needed, Pulse stands in for it: crash
// tests of cars against barriers and cars show pulses of 0.08 to 0.12 s. Where the scenario gives a crush time, that counts.
package reconstruct

// Pulse is the time that a collision is taken to last [s]. Impacts of the same two objects that follow each other within it are
// one collision, and mean accelerations are over it.
const Pulse = 0.1

// StandardGravity is one g [m/s²].
const StandardGravity = 9.80665
