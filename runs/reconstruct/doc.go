// Package reconstruct describes what happened to the vehicles of a run in the terms of crash reconstruction: collisions
// with delta-v, principal direction of force (PDOF), energy equivalent speed (EES), mean acceleration and crush by
// CRASH3; paths, skid marks and rest positions. A Gauge is an accelerometer at a point of any body: its readings by SAE
// J211, and what they mean for vehicles (ASI, OIV, THIV, OLC), heads and chests (HIC, 3 ms clip). All of it works on the
// frames of a run, from the engine or from a log.
//
// Vehicle axes are x forward, y left, z up. Headings and yaw rates count counter-clockwise seen from above; the PDOF
// counts clockwise from the nose. Units are SI, except where a name says deg or g.
//
// The engine resolves an impact in an instant. Where the duration of a collision is needed, it is the crush time if the
// scenario gives one, else Pulse: crash tests of cars against barriers and cars show pulses of 0.08 to 0.12 s.
package reconstruct

// Pulse is the time that a collision is taken to last [s]. Impacts of the same two objects that follow each other
// within it are one collision, and mean accelerations are over it.
const Pulse = 0.1

// StandardGravity is one g [m/s²].
const StandardGravity = 9.80665
