package runs

import (
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// Wheels returns the wheels of the scenario's vehicles by the indices of their objects, in the order of their columns in
// a log. Wheels that a driver steers along a path have no Steer: their angle follows from where the vehicle is.
func (s *Scenario) Wheels() map[int32][]record.MountedWheel {
	wheels := map[int32][]record.MountedWheel{}
	def := s.Definition
	for i := range def.Vehicles {
		d := &def.Vehicles[i]
		v, err := vehicle.New(d, def.Bodies[d.Body].Mass, geom.FromMGL(def.Settings.Gravity).Len())
		if err != nil {
			continue // no run begins with it
		}
		for k := range v.Wheels {
			w := &v.Wheels[k]
			m := record.MountedWheel{Name: w.Name, Center: w.Contact.Add(geom.Vec{Z: w.Radius}), Radius: w.Radius, Width: w.Width}
			if steered(d, k) && !v.Follows(k) {
				m.Steer = func(t float64, hit bool) float64 { return v.Input(k, t, hit).Steer }
			}
			wheels[v.Body] = append(wheels[v.Body], m)
		}
	}
	return wheels
}

// steered reports whether an input of a vehicle steers wheel k.
func steered(d *vehicle.Def, k int) bool {
	return d.AfterImpact != nil && d.AfterImpact.Steer != 0 ||
		slices.ContainsFunc(d.Wheels[k].Program, func(in vehicle.Input) bool { return in.Steer != 0 })
}
