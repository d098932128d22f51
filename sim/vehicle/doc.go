// Package vehicle models what lies between a car's body and the road: wheels on springs and dampers, tyres, and the
// driver. The driver has inputs over time, speeds to keep, a path to follow, an engine, and brakes with or without
// anti-lock.
//
// Every tyre is a friction constraint of the contact solver. The tyre model sets its limit: Settle finds, implicitly,
// the side force on the tyre's curve at the slip that the force leads to, and the constraint gives at most that. Below
// 0.2 m/s the limit is the whole friction circle, so that a parked car does not creep.
//
// The spin of a wheel is state. With a tyre model that has slip it follows from engine, brake and tyre, implicitly in
// the same passes, so that it is stable at any step. With a Coulomb tyre the wheel either rolls without slip, with the
// brake using its share of the friction, or is locked. The ledger has the energy of the wheels' spin, and not its
// angular momentum.
//
// Wheels stand on what does not move, or on a body: slip, and the rate of the damper, are relative to it, and it gives way
// by its mass.
//
// Vehicle axes: x forward, y left, z up, origin at the centre of mass.
package vehicle
