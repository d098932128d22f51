// Package vehicle is what stands between a car's body and the road: wheels on springs and dampers that carry it, tyres
// that hold it within the friction circle or by the slip that their model needs, and the driver: inputs over time, speeds to keep, a path to
// follow, an engine, brakes with or without anti-lock.
//
// A tyre is a friction constraint of the contact solver in every case. What a model adds is the limit: Settle finds, implicitly, the
// side force that the tyre's curve gives at the slip that the force leads to, and the solver's constraint may give that and no more. Below 0.2 m/s the
// limit is the whole circle, so that a parked car does not creep.
//
// The spin of a wheel is state. With a tyre that slips it follows from engine, brake and tyre, implicitly in the same passes, so that it is calm
// at any step; with one of Coulomb the wheel turns as fast as it rolls, or is locked: a brake gives its share of the friction, or locks.
// The wheels' energy and angular momentum are not in the ledger, which balances bodies.
//
// Vehicle axes: x forward, y left, z up, origin at the centre of mass.
package vehicle
