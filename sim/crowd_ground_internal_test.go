package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// hills is boxes and balls dropped on a bumpy terrain of triangles, far enough apart that most come to rest there
// alone.
func hills(t *testing.T) *World {
	t.Helper()
	const n = 25
	f := geom.HeightField{NX: n, NY: n, DX: 1, DY: 1, Origin: geom.Vec{X: -12, Y: -12}}
	for k := range n * n {
		x, y := float64(k%n-12), float64(k/n-12)
		f.Heights = append(f.Heights, 0.1*math.Sin(1.7*x)*math.Cos(1.3*y)+0.01*(x*x+y*y))
	}
	mesh, err := f.Mesh()
	if err != nil {
		t.Fatal(err)
	}
	ball, err := geom.NewSphere(0.4)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(5, 6))
	def := &Definition{
		Settings:  Settings{Step: 1.0 / 60, Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []Material{{Friction: 0.6}},
		Statics:   []StaticDef{{Name: "terrain", Mesh: mesh, Asset: "terrain"}},
	}
	for k := range 64 {
		x, y := 1.2*float64(k%8-4)+0.6, 1.2*float64(k/8-4)+0.6
		b := BodyDef{Name: fmt.Sprint(k), Half: mgl64.Vec3{0.4, 0.3, 0.2}, Mass: 10, Position: mgl64.Vec3{x, y, 0.7 + 0.01*(x*x+y*y)},
			Attitude: mgl64.QuatRotate(r.Float64(), mgl64.Vec3{0.6, 0, 0.8})}
		if k%16 == 0 {
			b.Half, b.Shapes = mgl64.Vec3{}, []ShapeDef{{Shape: ball}}
		}
		def.Bodies = append(def.Bodies, b)
	}
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestCrowd_StillGroundIsNoState: steps have the same bits whether contacts had been found in steps before or not.
func TestCrowd_StillGroundIsNoState(t *testing.T) {
	t.Parallel()
	w, cold := hills(t), hills(t)
	known := 0
	for step := range 90 {
		if err := cold.Restore(w.Snapshot(nil)); err != nil {
			t.Fatal(err)
		}
		clear(cold.crowd.ground)
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		if err := cold.Step(); err != nil {
			t.Fatal(err)
		}
		if w.Hash() != cold.Hash() {
			t.Fatalf("step %d: it matters what was found before", step)
		}
	}
	for i := range w.crowd.ground {
		if w.crowd.ground[i].known {
			known++
		}
	}
	if known < 40 {
		t.Errorf("%d of 64 bodies were looked at on the grid: the scene tests next to nothing", known)
	}
}

// TestCrowd_StillGroundIsAsLookedAt: carried from the grid, the contacts of what is still are those where it is.
// Corners along the normals of faces are as far as their turn, 1e-4 rad at most, leaves in second order; where edges
// cross, points and normals go with the crossing. The start of the last substep of a step is looked at.
func TestCrowd_StillGroundIsAsLookedAt(t *testing.T) {
	t.Parallel()
	w := hills(t)
	w.crowd.calm.off = true // most of them are at rest by then
	for range 90 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
	}
	c, l := &w.crowd.step, &w.toucher
	bodies, points, shift := 0, 0, 0.0
	for slot, i := range c.members {
		margin, room := w.lookFarther(slot, -1, w.set.Slop+c.reach[slot])
		if !l.stillGround(slot, margin, room) {
			continue
		}
		bodies++
		carried := append([]touch(nil), l.onMeshes...)
		l.lookAtMeshes(i, margin, c.parts[c.first[slot]:c.first[slot+1]])
		for _, q := range l.onMeshes {
			for _, o := range carried {
				if o.key != q.key {
					continue
				}
				points++
				shift = math.Max(shift, o.p.Sub(q.p).Len())
				sep, normal, place := 1e-4, 1e-3, 1e-3
				if q.n == w.statics[0].mesh.Planes[q.key.tri].N.Neg() && q.key.feature>>14&3 == narrowphase.FeatureVertex {
					sep, normal, place = 2e-8, 0, 2e-8+1e-4*q.sep
				}
				if d := math.Abs(o.sep - q.sep); d > sep {
					t.Errorf("body %d: separation %g carried, %g looked at", i, o.sep, q.sep)
				}
				if d := o.p.Sub(q.p).Cross(q.n).Len(); d > place {
					t.Errorf("body %d: place %v carried, %v looked at", i, o.p, q.p)
				}
				if d := o.n.Sub(q.n).Len(); d > normal {
					t.Errorf("body %d: normal %v carried, %v looked at", i, o.n, q.n)
				}
			}
		}
	}
	t.Logf("%d bodies, %d points, shifted by up to %g m", bodies, points, shift)
	if bodies < 15 || points < 25 {
		t.Errorf("%d bodies, %d points: the scene tests next to nothing", bodies, points)
	}
}
