package vehicle

import "fmt"

// Class is the estimates for a vehicle of which only the outline and the mass are known. The shares are round values,
// after the dimensions of common vehicles.
type Class struct {
	Name      string
	Wheelbase float64 // over the length
	Front     float64 // the centre of mass behind the front axle, over the wheelbase
	Track     float64 // over the width
	Height    float64 // of the centre of mass above the road [m]
	Rolling   float64 // rolling resistance over the load
	Overhang  float64 // of the front axle behind the nose, over the length
}

var classes = [...]Class{
	{Name: "car", Wheelbase: 0.57, Front: 0.45, Track: 0.85, Height: 0.55, Rolling: 0.012, Overhang: 0.20},
	{Name: "van", Wheelbase: 0.60, Front: 0.50, Track: 0.84, Height: 0.75, Rolling: 0.012, Overhang: 0.17},
	{Name: "lorry", Wheelbase: 0.58, Front: 0.60, Track: 0.80, Height: 1.20, Rolling: 0.007, Overhang: 0.16},
}

// ParseClass returns the class of a name, one of car, van and lorry.
func ParseClass(name string) (Class, error) {
	for _, c := range classes {
		if c.Name == name {
			return c, nil
		}
	}
	return Class{}, fmt.Errorf("%q is no class of vehicles: write car, van or lorry", name)
}

// EstimateInertia returns the moments of inertia about the centre of mass in vehicle axes [kg m²] of a vehicle of a
// mass [kg], wheelbase and length [m]: yaw 0.1269 m·wheelbase·length, pitch the same, roll 0.3 of it. Source: Burg's
// formula for yaw, with the shares for pitch and roll that are common in accident reconstruction.
func EstimateInertia(mass, wheelbase, length float64) (roll, pitch, yaw float64) {
	yaw = float64(float64(0.1269*mass) * float64(wheelbase*length))
	return float64(0.3 * yaw), yaw, yaw
}
