package sim

import (
	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// groundOf is the contacts of a body with meshes at a reference pose, all within a margin. For a body that hardly moves
// on a mesh, the reference pose is its pose rounded to a coarse grid; the contacts found there are carried to its
// actual pose. So they are a function of its pose, and are found once for as long as it stays in the same grid cell,
// however many steps that is. No result depends on whether they had been found before.
type groundOf struct {
	known   bool
	x       geom.Vec
	q       geom.Quat
	reach   float64 // the margin [m]
	touches []touch
}

// groundGrid is the grid spacing of positions, in units of Settings.Slop, and, divided by the radius, that of
// attitudes.
const groundGrid = 0.5

// stillGround fills onMeshes with the contacts of the member in a slot with all meshes, including all within margin,
// carried from its pose on the grid; room is the distance that it may still move. It returns false for a body of
// several parts, and if the margin is too large for the grid.
func (l *toucher) stillGround(slot int, margin, room float64) bool {
	w, c := l.w, &l.w.crowd.step
	i := c.members[slot]
	b, s := &w.bodies[i], &c.start[slot]
	at := rigid.State{X: onGridVec(s.X, w.crowd.grain), Q: geom.IdentityQuat()}
	m := motion{from: at.X, by: s.X.Sub(at.X)}
	far := m.by.Len()
	if !b.ball {
		at.Q, m.turn = w.onGroundGrid(s.Q, b.radius)
		far += float64(m.turn.Len() * b.radius)
	}
	reach := float64(4*w.set.Slop) + float64(crowdSlack*w.set.Speculative) + room + float64(2*c.fall(w, slot))
	box := c.boxes[slot].Grow(reach + far)
	if len(b.parts) > 1 || margin+far > reach || !w.bounds[i].Contains(box.Min) || !w.bounds[i].Contains(box.Max) {
		return false
	}
	g := &w.crowd.ground[i]
	if !g.known || g.x != at.X || g.q != at.Q || g.reach != reach {
		l.own = append(l.own[:0], placed{})
		l.own[0].place(&b.parts[0], &at)
		l.own[0].fillBounds()
		l.lookAtMeshes(i, reach, l.own)
		g.known, g.x, g.q, g.reach, g.touches = true, at.X, at.Q, reach, append(g.touches[:0], l.onMeshes...)
	}
	l.onMeshes = l.onMeshes[:0]
	for k := range g.touches {
		l.onMeshes = append(l.onMeshes, m.carry(&g.touches[k]))
	}
	return true
}

// lookAtMeshes fills onMeshes with the contacts of a body with all meshes within margin, for its parts as placed.
func (l *toucher) lookAtMeshes(i int32, margin float64, parts []placed) {
	w := l.w
	l.onMeshes = l.onMeshes[:0]
	for _, k := range w.pairsOf[i] {
		if p := &w.pairs[k]; w.meshOf(p) != nil {
			l.onMeshes = append(l.onMeshes, l.touchesOf(p, margin, parts, nil)...)
		}
	}
	l.reduceMeshes()
}

// onGroundGrid returns the attitude on the grid nearest to q, and the small rotation from it to q.
func (w *World) onGroundGrid(q geom.Quat, radius float64) (at geom.Quat, turn geom.Vec) {
	grain := grainOf(exponent(float64(groundGrid*w.set.Slop) / radius))
	at = geom.Quat{W: onGrid(q.W, grain), V: onGridVec(q.V, grain)}.Normalize()
	return at, q.Mul(at.Conj()).V.Scale(2)
}

// motion is a small rigid motion about a point: a displacement [m] and a rotation vector [rad].
type motion struct{ from, by, turn geom.Vec }

// carry returns a contact with a mesh moved along with the body, with its normal unless that is the mesh's.
func (m *motion) carry(t *touch) touch {
	q := *t
	d := m.by.Add(m.turn.Cross(q.p.Sub(m.from)))
	q.p, q.sep = q.p.Add(d), q.sep-q.n.Dot(d)
	if q.key.feature>>30 != narrowphase.FeatureFace {
		q.n = q.n.Add(m.turn.Cross(q.n))
	}
	return q
}
