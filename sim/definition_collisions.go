package sim

import "github.com/go-gl/mathgl/mgl64"

// CollisionDef is what is known of the first crush of a pair (see MaterialPair.CrushTime): its contact plane, the point
// at which its impulse acts, or both, instead of what follows from the outlines. Reconstruction has them from the damage.
type CollisionDef struct {
	First  int    // index of a body, in whose frame Normal and Point are
	Second Object // the other
	// Normal is at right angles to the contact plane at the time of the impulse, either way; zero for the plane of the
	// outlines. Its component along the road counts, in the sense along which the two part sooner. Until they have
	// parted they come no deeper along this normal, and pass along the plane.
	Normal mgl64.Vec3
	// Point is where the impulse acts, from the centre of mass of First [m], if PointGiven.
	Point      mgl64.Vec3
	PointGiven bool
}
