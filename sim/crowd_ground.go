package sim

import (
	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// groundOf is the contacts with meshes that a body would have at a place, all that are no farther apart than a margin. What hardly
// moves on a mesh is looked at where it would be on a coarse grid, and its contacts there are carried to where it is: so they are a function of its pose,
// and found once as long as it stays near there, however many steps that is. Nothing depends on whether they had been found before.
type groundOf struct {
	known   bool
	x       geom.Vec
	q       geom.Quat
	reach   float64 // the margin [m]
	touches []touch
}

// groundGrid is the grid of places and, over the radius, that of attitudes, over Settings.Slop.
const groundGrid = 0.5

// stillGround fills onMeshes with the contacts of the member of a slot with all meshes, all that are no farther apart than margin among them, as
// carried from its place on the grid, where it has room to go. It reports false for what consists of several parts, and for what the margin is too large for.
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
	reach := float64(4*w.set.Slop) + float64(crowdSlack*w.set.Speculative) + room + float64(4*c.fall(w, slot))
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

// lookAtMeshes fills onMeshes with the contacts of a body with all meshes, no farther apart than margin, for its parts as they are placed.
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

// onGroundGrid returns the attitude on the grid that is next to q, and the small turn from there to q.
func (w *World) onGroundGrid(q geom.Quat, radius float64) (at geom.Quat, turn geom.Vec) {
	grain := grainOf(exponent(float64(groundGrid*w.set.Slop) / radius))
	at = geom.Quat{W: onGrid(q.W, grain), V: onGridVec(q.V, grain)}.Normalize()
	return at, q.Mul(at.Conj()).V.Scale(2)
}

// motion is a small one: from a place by a way and a turn [m], [rad].
type motion struct{ from, by, turn geom.Vec }

// carry returns a contact with a mesh carried along, its normal where that is not the mesh's.
func (m *motion) carry(t *touch) touch {
	q := *t
	d := m.by.Add(m.turn.Cross(q.p.Sub(m.from)))
	q.p, q.sep = q.p.Add(d), q.sep-q.n.Dot(d)
	if q.key.feature>>30 != narrowphase.FeatureFace {
		q.n = q.n.Add(m.turn.Cross(q.n))
	}
	return q
}
