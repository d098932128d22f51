package reconstruct

// Criteria are those of an accelerometer, a set. What they are computed from and with has the same bits on every machine, for
// sweeps are made on several: products are rounded before they are added, sines are those of geom.
type Criteria uint8

const (
	HIC15 Criteria = 1 << iota
	HIC36
	Clip3ms
	ASI
	OccupantImpact // OIV
	HeadImpact     // THIV
	OccupantLoad   // OLC
)

// criteriaNames are their names, in the order of the constants.
var criteriaNames = [...]string{"hic15", "hic36", "clip3ms", "asi", "oiv", "thiv", "olc"}

// Those of a head or a chest, and of a vehicle, or what is like one.
const (
	LoadCriteria    = HIC15 | HIC36 | Clip3ms
	VehicleCriteria = ASI | OccupantImpact | HeadImpact | OccupantLoad
)

// CriteriaNames returns the names of all criteria.
func CriteriaNames() []string { return criteriaNames[:] }

// CriterionOf returns the criterion of a name.
func CriterionOf(name string) (c Criteria, ok bool) {
	for i, n := range criteriaNames {
		if n == name {
			return 1 << i, true
		}
	}
	return 0, false
}
