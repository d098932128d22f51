package sim

import (
	"fmt"

	"github.com/prang-sim/prang/sim/geom"
)

// Contact plane and point of the impulse of a first crush, where the definition gives them.

// given is a CollisionDef. Its first crush is over when state.given says so.
type given struct {
	index   int // in Definition.Collisions
	pair    objectPair
	first   int32    // the body in whose frame n and at are
	n       geom.Vec // unit normal, zero for that of the outlines
	at      geom.Vec // from the centre of mass [m]
	pointed bool     // at is given
}

// CollisionError is the error of New about a collision of the definition.
type CollisionError struct {
	Index int // in Definition.Collisions
	Err   error
}

func (e *CollisionError) Error() string { return fmt.Sprintf("collisions[%d]: %v", e.Index, e.Err) }

// Unwrap returns what is wrong with it.
func (e *CollisionError) Unwrap() error { return e.Err }

// addCollisions checks and adds the collisions of a definition.
func (w *World) addCollisions(def *Definition) (errs []error) {
	for i := range def.Collisions {
		if err := w.addCollision(def, i); err != nil {
			errs = append(errs, &CollisionError{i, err})
		}
	}
	for range w.given {
		w.state.given = append(w.state.given, false)
	}
	return errs
}

func (w *World) addCollision(def *Definition, i int) error {
	d := &def.Collisions[i]
	if d.First < 0 || d.First >= len(def.Bodies) {
		return fmt.Errorf("first: there is no body with index %d", d.First)
	}
	if int(d.Second) >= len(def.Bodies) || int(-1-d.Second) >= len(def.Statics) {
		return fmt.Errorf("second: there is no object %d", d.Second)
	}
	if int(d.Second) == d.First {
		return fmt.Errorf("both are %q, which does not meet itself: give another one", w.bodies[d.First].name)
	}
	g := given{index: i, pair: objectPairOf(int32(d.First), int32(d.Second)), first: int32(d.First), at: geom.FromMGL(d.Point), pointed: d.PointGiven}
	for k := range w.given {
		if w.crushesWith(&crush{a: g.pair.a, b: g.pair.b}, w.given[k].pair.a, w.given[k].pair.b) {
			return fmt.Errorf("collisions[%d] is of the same two: remove one of them", w.given[k].index)
		}
	}
	if meets, senses := w.meets(g.pair.a, g.pair.b); !meets || senses {
		return fmt.Errorf("the two never collide: one of them is a sensor, they pass through each other, or neither is free to move: name two that do")
	}
	n := geom.FromMGL(d.Normal)
	size := n.Len()
	var c checks
	c.length("point", d.Point)
	switch {
	case len(c.errs) > 0:
		return c.errs[0]
	case n == (geom.Vec{}) && !d.PointGiven:
		return fmt.Errorf("gives nothing: give a normal, a point or both")
	case n != (geom.Vec{}) && !(size > 1e-100 && size < 1e100):
		return fmt.Errorf("normal: (%g, %g, %g): give a unit vector", n.X, n.Y, n.Z)
	case !w.hasOutline(g.pair.b):
		return fmt.Errorf("%q does not crush: meshes and planes are met at first touch", w.statics[-1-g.pair.b].name)
	case !(w.surfaceOf(&pair{a: g.pair.a, b: g.pair.b}).crush > 0):
		return fmt.Errorf("the materials of the two have no crush time: give them one")
	}
	g.n = n.Normalize()
	w.given = append(w.given, g)
	return nil
}

// giveCollision sets plane and point of the first impulse of a crush to those that the definition gives, if it does. t is
// that of the outlines, at time now of the step. It keeps its normal where the two would not come in along the other one at the
// point that is given, and its place where they would not do so there either.
func (w *World) giveCollision(c *crush, p *pair, o *overlap, t *touch, now float64) {
	for i := range w.given {
		g := &w.given[i]
		if w.state.given[i] || !w.crushesWith(c, g.pair.a, g.pair.b) {
			continue
		}
		w.state.given[i] = true
		f, to := &w.flights[g.first].s, *t
		if g.pointed {
			to.p = f.X.Add(f.Q.Rotate(g.at))
		}
		planed := false
		if g.n != (geom.Vec{}) {
			to.n, planed = w.partingNormal(p, f.Q.Rotate(g.n))
			if planed = planed && w.approach(p, &to) > 0; !planed {
				to.n = t.n
			}
		}
		comesIn := w.approach(p, &to) > 0
		if !comesIn || planed != (g.n != geom.Vec{}) {
			w.limitEvent(p, now, "collision")
		}
		if !comesIn {
			return
		}
		if planed {
			c.n, c.planed = to.n, true
		}
		if g.pointed {
			c.aside = w.flights[p.a].s.Q.RotateInv(to.p.Sub(t.p))
		}
		*t = to
		return
	}
}

// partingNormal returns the direction along the road of a vector, or its opposite, in which A has come into B: it parts the
// other way, if that is the shorter of the two. It is false for a vector closer to the road's normal than to its plane.
func (w *World) partingNormal(p *pair, v geom.Vec) (n geom.Vec, ok bool) {
	n = v.AddScaled(w.road.up, -v.Dot(w.road.up))
	if !(n.Len() > maxCrushSlope) {
		return n, false
	}
	n = n.Normalize()
	w.outlines[0].trace(w, p.a) // impulseNormal may have moved it
	a, b := w.outlines[0].corners, w.outlines[1].corners
	if a.Leaves(b, w.road.flat(n)) < a.Leaves(b, w.road.flat(n.Neg())) {
		n = n.Neg()
	}
	return n, true
}

// setAside moves a contact point that is at the centroid of the overlap to where that of the impulse was from there, with the
// attitude of A now.
func (w *World) setAside(c *crush, t *touch) {
	if c.aside != (geom.Vec{}) {
		t.p = t.p.Add(w.flights[c.a].s.Q.Rotate(c.aside))
	}
}

// isGiven reports whether the plane or the point of a crush's impulse was given.
func (c *crush) isGiven() bool { return c.planed || c.aside != (geom.Vec{}) }
