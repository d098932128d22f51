// Package vehicle is what stands between a car's body and the road: wheels on springs and dampers that carry it, tyres
// that hold it within the friction circle, and the driver's inputs over time.
//
// Vehicle axes: x forward, y left, z up, origin at the centre of mass.
package vehicle
