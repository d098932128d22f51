package sim

import (
	"fmt"
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// spring is a spring with a damper, ready for a run. Ends on the world have body -1.
type spring struct {
	name                       string
	body                       [2]int32
	at                         [2]geom.Vec // in the body frame, or in the world
	length, stiffness, damping float64
	only                       SpringSide
	breakForce                 float64 // [N], 0 for one that does not tear
}

// idle reports whether a spring of a length that acts to one side is on the other side [m].
func (s *spring) idle(length float64) bool {
	return s.only == PullOnly && length <= s.length || s.only == PushOnly && length >= s.length
}

// springForce is what a spring does in a step: it acts along n, from its end 0 to its end 1, at the levers r.
type springForce struct {
	n         geom.Vec
	r         [2]geom.Vec
	elastic   geom.Vec // on end 1 [N]
	damping   float64  // along n on end 1 [N], as foreseen
	more      float64  // of it by contacts and joints, which change the motion [N]
	least     float64  // the least and the most that damping may be, where the spring acts to one side [N]
	most      float64
	startRate float64 // speed at which the ends part at the start of the step, along n [m/s]
	mobility  float64 // what the speed along n changes by in half a step for a force along n [m/s per N]
}

// maxSpringTurn is the largest phase of a spring's own oscillation in a step [rad]: the scheme is stable up to 2, and
// the period is off by its square / 24.
const maxSpringTurn = 1

// SpringError is an error in a spring of a definition.
type SpringError struct {
	Index int // in Definition.Springs
	Err   error
}

// Error names the spring and says what is wrong with it, with the remedy.
func (e *SpringError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *SpringError) Unwrap() error { return e.Err }

// addSpring checks and adds spring n of a definition.
func (w *World) addSpring(n int, d *SpringDef) error {
	object := named("spring", d.Name, "springs", n)
	var c checks
	c.length("at_a", d.AtA)
	c.length("at_b", d.AtB)
	c.all("length", " m", -MaxLength, MaxLength, d.Length)
	c.notNegative("stiffness", " N/m", d.Stiffness)
	c.notNegative("damping", " N s/m", d.Damping)
	c.body("a", d.A, WorldEnd, len(w.bodies))
	c.body("b", d.B, WorldEnd, len(w.bodies))
	c.all("break_force", " N", 0, MaxForce, d.BreakForce)
	if err := c.error(object); err != nil {
		return err
	}
	if d.Stiffness+d.Damping == 0 {
		return fmt.Errorf("%s: stiffness, damping: both are zero: give one above zero", object)
	}
	s := spring{body: [2]int32{int32(d.A), int32(d.B)}, at: [2]geom.Vec{geom.FromMGL(d.AtA), geom.FromMGL(d.AtB)},
		length: d.Length, stiffness: d.Stiffness, damping: d.Damping, only: d.Only, name: d.Name, breakForce: d.BreakForce}
	if s.name == "" {
		s.name = object
	}
	if d.Only > PushOnly {
		return fmt.Errorf("%s: only: there is no side %d: give one of the package's constants", object, d.Only)
	}
	if s.body[0] == s.body[1] || w.outside(s.body[0]) && w.outside(s.body[1]) {
		return fmt.Errorf("%s: it moves nothing: give it two ends, one of them on a body that is free to move", object)
	}
	var ends [2]geom.Vec
	var r [2]geom.Vec
	for k, i := range s.body {
		ends[k] = s.at[k]
		if i >= 0 {
			b := &w.state.bodies[i]
			r[k] = b.Q.Rotate(s.at[k])
			ends[k] = b.X.Add(r[k])
			w.bodies[i].sprung = true
		}
	}
	line := ends[1].Sub(ends[0])
	if s.length < 0 {
		s.length = line.Len()
	}
	if s.only == PushOnly && s.length == 0 {
		return fmt.Errorf("%s: length: 0 m: it would never push: give it the length from which on it does", object)
	}
	dir := line.Normalize()
	if dir == (geom.Vec{}) {
		dir = geom.Vec{X: 1}
	}
	give := 0.0
	for k, i := range s.body {
		if !w.outside(i) {
			m := &w.bodies[i].mass
			turn := r[k].Cross(dir)
			inv := m.WorldInvInertia(w.state.bodies[i].Q)
			give += m.Inv + turn.Dot(inv.Apply(turn))
		}
	}
	omega := math.Sqrt(float64(s.stiffness * give))
	if turn := float64(omega * w.set.Step); turn > maxSpringTurn {
		return fmt.Errorf("%s: too stiff for the step: it swings with a period of %.3g s; make the step at most 1/%.0f s", object, 2*math.Pi/omega, math.Floor(omega/maxSpringTurn)+1)
	}
	w.springs = append(w.springs, s)
	return nil
}

// outside reports whether body i, or the world, moves whatever acts on it.
func (w *World) outside(i int32) bool { return i < 0 || w.bodies[i].driven }

// springEnergy returns the energy that is stored in the springs [J].
func (w *World) springEnergy() float64 {
	sum := 0.0
	for k := range w.springs {
		s := &w.springs[k]
		if w.isTorn(k) {
			continue
		}
		var ends [2]geom.Vec
		for e, i := range s.body {
			ends[e] = s.at[e]
			if i >= 0 {
				b := &w.state.bodies[i]
				ends[e] = b.X.Add(b.Q.Rotate(s.at[e]))
			}
		}
		length := ends[1].Sub(ends[0]).Len()
		if s.idle(length) {
			continue
		}
		over := length - s.length
		sum += float64(0.5 * float64(s.stiffness*float64(over*over)))
	}
	return sum
}
