package runs

import (
	"slices"

	"github.com/go-gl/mathgl/mgl64"
	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// startOverlap is the penetration [m] of two boxes at the start that is forgiven: the rounding of authored poses.
const startOverlap = 1e-6

// placedBox is the box of a body or of a static at the start.
type placedBox struct {
	node   *yaml.Node
	path   string
	name   string
	static bool
	box    geom.OBB
	bounds geom.AABB
}

// place remembers where a box is at the start. The offset is its centre in the body frame.
func (r *reader) place(o *object, name string, static bool, half, offset, position mgl64.Vec3, q mgl64.Quat) {
	t := geom.Transform{P: geom.FromMGL(position), Q: geom.QuatFromMGL(q)}
	t.P = t.Apply(geom.FromMGL(offset))
	p := placedBox{node: o.place("position"), path: o.path, name: name, static: static, box: geom.NewOBB(t, geom.FromMGL(half))}
	p.bounds = p.box.Bounds()
	r.boxes = append(r.boxes, p)
}

// checkOverlaps reports each pair of boxes, at least one of them a body, that penetrate at the start. Boxes are swept
// along x, so that a scene of many bodies costs little more than its sorting.
func (r *reader) checkOverlaps() {
	order := make([]int, len(r.boxes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := r.boxes[i].bounds.Min.X, r.boxes[j].bounds.Min.X
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return i - j
	})
	reported := 0
	for k, i := range order {
		for _, j := range order[k+1:] {
			a, b := &r.boxes[min(i, j)], &r.boxes[max(i, j)]
			if r.boxes[j].bounds.Min.X > r.boxes[i].bounds.Max.X || reported > maxProblems {
				break
			}
			if a.static && b.static || !a.bounds.Overlaps(&b.bounds) {
				continue
			}
			mtv, overlap := narrowphase.MTVOBBs(&a.box, &b.box)
			if !overlap || !(mtv.Depth > startOverlap) {
				continue
			}
			reported++
			d := mtv.N.Scale(mtv.Depth)
			r.report(b.node, b.path, "%q overlaps %q by %.4g m at the start: move it by (%.4g, %.4g, %.4g) m or more", b.name, a.name, mtv.Depth, d.X+0, d.Y+0, d.Z+0)
		}
	}
}
