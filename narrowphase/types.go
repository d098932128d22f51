package narrowphase

import "github.com/prang-sim/prang/sim/geom"

// Status says how a query over time ended.
type Status uint8

// The ends of a query over time.
const (
	Miss        Status = iota // no contact in the time asked about
	Hit                       // first contact at Time
	Overlapping               // in contact already at time 0
	// Unresolved: the search stopped at its limit of iterations, and Time is a lower bound of the first contact; or the
	// input was not finite, and Time is zero.
	Unresolved
)

// String returns the name of the status.
func (s Status) String() string {
	names := [...]string{"miss", "hit", "overlapping", "unresolved"}
	if int(s) < len(names) {
		return names[s]
	}
	return "unknown"
}

// MTV is the minimum translation of two overlapping shapes.
type MTV struct {
	N     geom.Vec // unit direction from A to B; -Depth·N moves A out of B
	Depth float64  // [m], >= 0
}

// Sweep is the result of a sweep at constant velocities.
type Sweep struct {
	Status Status
	Time   float64  // first contact [s]
	Exit   float64  // last contact [s], not limited to the duration
	N      geom.Vec // unit normal from A to B at first contact
	Set    ContactSet
}

// MaxSet is the largest number of points of a contact set: a face clipped by a face, of up to eight edges each. Of
// larger patches the corners that cut off the least are left out.
const MaxSet = 16

// ContactSet is the set of points at which two convex shapes touch: one point, the two ends of a segment, or the
// corners of a convex polygon in order around it.
type ContactSet struct {
	Count  int
	Points [MaxSet]geom.Vec
}

// FeatureID names the pair of features that touch: 16 bits for A's feature (low) and for B's (high), each two bits of
// kind (0 vertex, 1 edge, 2 face) above 14 bits of index. It is stable while the same features touch.
type FeatureID uint32

// The kinds of features.
const (
	FeatureVertex = 0
	FeatureEdge   = 1
	FeatureFace   = 2
)

// MakeFeatureID returns the id of a pair of features.
func MakeFeatureID(kindA, indexA, kindB, indexB int) FeatureID {
	return FeatureID(uint32(kindA&3)<<14 | uint32(indexA&0x3fff) | uint32(kindB&3)<<30 | uint32(indexB&0x3fff)<<16)
}

// Features returns the kinds and indices of the features of A and B: what MakeFeatureID was given.
func (f FeatureID) Features() (kindA, indexA, kindB, indexB int) {
	return int(f >> 14 & 3), int(f & 0x3fff), int(f >> 30), int(f >> 16 & 0x3fff)
}

// MaxManifold is the largest number of points of a manifold: a face clipped by a face, of up to eight edges each. Of
// larger patches the corners that span the least are left out, but never the deepest point.
const MaxManifold = 16

// Manifold is the set of points at which two convex shapes touch or come near, with one normal.
type Manifold struct {
	N      geom.Vec // unit normal from A to B
	Count  int
	Points [MaxManifold]ManifoldPoint
}

// ManifoldPoint is one point of a manifold.
type ManifoldPoint struct {
	P          geom.Vec // midway between the two surfaces, world coordinates [m]
	Separation float64  // along N, negative when penetrating [m]
	Feature    FeatureID
}

// TOI is the first time of impact of two turning shapes.
type TOI struct {
	Status     Status
	Time       float64  // [s]; never later than the true first time
	N          geom.Vec // separating axis at Time, from A to B
	Separation float64  // of the shapes at Time along N, a lower bound of their distance [m]
	Iterations int
}
