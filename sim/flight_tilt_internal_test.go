package sim

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/rigid"
)

// TestChord_TiltBoundsTheSurface: the surface of a body that revolves, in its true motion, is nowhere farther from that
// of its chord than the chord's tilt says, in chords of up to surfaceLimit; of a body that spins about its axis, with a
// torque across it of what a contact gives, that is far less than the bulge.
func TestChord_TiltBoundsTheSurface(t *testing.T) {
	cylinder, err1 := geom.NewCylinder(0.3, 0.8)
	disc, err2 := geom.NewCylinder(0.5, 0.05)
	cone, err3 := geom.NewCone(0.3, 0.5)
	egg, err4 := geom.NewEllipsoid(geom.Vec{X: 0.2, Y: 0.5, Z: 0.2})
	for _, err := range []error{err1, err2, err3, err4} {
		if err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(7, 8))
	vec := func(s float64) geom.Vec {
		return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(s)
	}
	for _, shape := range []geom.Shape{cylinder, disc, cone, egg} {
		def, _, err := Compose([]ShapeDef{{Shape: shape}}, 2)
		if err != nil {
			t.Fatal(err)
		}
		def.Name = "body"
		w, err := New(&Definition{Settings: Settings{Step: 1.0 / 60}, Materials: []Material{{}}, Bodies: []BodyDef{def}})
		if err != nil {
			t.Fatal(err)
		}
		b := &w.bodies[0]
		if b.axis == (geom.Vec{}) {
			t.Fatalf("%v: no axis", shape.Kind)
		}
		p := &b.parts[0]
		worst := 0.0
		for n := range geomtest.Trials(300) {
			s := rigid.State{Q: geom.Quat{W: r.NormFloat64(), V: vec(1)}.Normalize()}
			omega := s.Q.Rotate(b.axis).Scale(100).Add(vec([]float64{0.01, 1, 30}[n%3]))
			s.L = b.mass.AngularMomentum(s.Q, omega)
			tau := vec([]float64{0, 1, 100}[n/3%3])
			h := float64([]float64{0.2, 1, 6, revolving}[n%4] * pieceLimit(&b.mass, &s, tau))
			if math.IsInf(h, 1) {
				continue
			}
			c := b.chord(&s, geom.Vec{}, tau, h, p.radius)
			for k := range 9 {
				at := float64(h * float64(k) / 8)
				// Steps far shorter than those of the integrator are the true motion.
				q, l := s.Q, s.L
				const fine = 100
				for range fine {
					l1 := l.AddScaled(tau, at/fine)
					q = rigid.StepAttitude(q, l, l1, &b.mass.InvInertia, at/fine)
					l = l1
				}
				truth := geom.Transform{Q: q}.Mul(p.At)
				chord := c.sweep.At(at).Mul(p.At)
				off := 0.0
				for range 20 {
					d := vec(1).Normalize()
					reach := func(x geom.Transform) float64 {
						m := x.Q.RotateInv(d)
						return x.P.Dot(d) + p.Shape.Support(m).Dot(m)
					}
					off = math.Max(off, math.Abs(reach(truth)-reach(chord)))
				}
				if off > c.tilt+1e-8 {
					t.Errorf("%v, %d: %g m off at %d/8 of %g s, tilt %g, bulge %g", shape.Kind, n, off, k, h, c.tilt, c.bulge)
				}
				worst = math.Max(worst, off/(c.tilt+1e-8))
			}
			if n%3 == 0 && n/3%3 == 0 && c.tilt > 1e-2*c.bulge {
				t.Errorf("%v: tilt %g, bulge %g", shape.Kind, c.tilt, c.bulge)
			}
		}
		t.Logf("%v: up to %.2g of the bound", shape.Kind, worst)
	}
}
