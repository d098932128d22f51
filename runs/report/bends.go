package report

import "github.com/prang-sim/prang/sim/geom"

const (
	offLine  = 0.1 // how far a point of a line may be off what is drawn [px]
	longLine = 200 // points that are left out one behind the other
)

// bends returns the points of a line, seen from above, without those that are no farther than off from the straight line between those
// that stay.
func bends(points []geom.Vec, off float64) []geom.Vec {
	if len(points) < 3 {
		return points
	}
	kept, from := points[:1:1], 0
	for k := 1; k < len(points)-1; k++ {
		straight := k-from < longLine
		for i := from + 1; straight && i <= k; i++ {
			straight = besides(points[i], points[from], points[k+1]) <= off*off
		}
		if !straight {
			kept, from = append(kept, points[k]), k
		}
	}
	return append(kept, points[len(points)-1])
}

// besides returns the square of the distance from p to the line from a to b, in x and y.
func besides(p, a, b geom.Vec) float64 {
	along, to := geom.Vec{X: b.X - a.X, Y: b.Y - a.Y}, geom.Vec{X: p.X - a.X, Y: p.Y - a.Y}
	part := 0.0
	if length := along.Dot(along); length > 0 {
		part = max(0, min(1, to.Dot(along)/length))
	}
	d := to.AddScaled(along, -part)
	return d.Dot(d)
}
