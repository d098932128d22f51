package bench

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// Definition returns the scene as the definition of a world with steps of the given length [s], default settings
// otherwise; sleep lets bodies fall asleep. The error names a shape or mesh that cannot be.
func (sc *Scene) Definition(step float64, sleep bool) (*sim.Definition, error) {
	def := &sim.Definition{
		Settings:  sim.Settings{Step: step, Gravity: sc.Gravity.MGL()},
		Materials: []sim.Material{{Name: "all", Friction: sc.Friction, Restitution: sc.Restitution}},
	}
	if !sleep {
		def.Settings.SleepTime = -1
	}
	for i := range sc.Statics {
		s := &sc.Statics[i]
		d := sim.StaticDef{Name: fmt.Sprintf("static %d", i), Half: s.Half.MGL(), Position: s.Position.MGL(), Attitude: s.Attitude.MGL()}
		if s.Mesh != nil {
			m := &geom.Mesh{
				Name: d.Name, Vertices: append([]geom.Vec(nil), s.Mesh.Vertices...), Tris: append([]geom.Tri(nil), s.Mesh.Tris...),
			}
			if err := m.Finish(); err != nil {
				return nil, fmt.Errorf("%s: %w", d.Name, err)
			}
			d = sim.StaticDef{Name: d.Name, Mesh: m}
		}
		def.Statics = append(def.Statics, d)
	}
	for i := range sc.Bodies {
		b := &sc.Bodies[i]
		d := sim.BodyDef{
			Name: fmt.Sprintf("body %d", i), Half: b.Half.MGL(), Mass: b.Mass(),
			Position: b.Position.MGL(), Attitude: b.Attitude.MGL(), Velocity: b.Velocity.MGL(), AngularVelocity: b.AngularVelocity.MGL(),
		}
		j := b.Inertia()
		d.Inertia = mgl64.Diag3(j.MGL())
		if b.Sphere() {
			shape, err := geom.NewSphere(b.Radius)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", d.Name, err)
			}
			d.Shapes = []sim.ShapeDef{{Shape: shape}}
		}
		def.Bodies = append(def.Bodies, d)
	}
	return def, nil
}
