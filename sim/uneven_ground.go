package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// Where the ground under a wheel changes within a step, as at a kerb, the force of its spring in the middle of the step
// depends on where the step finds the wheel. There the way of the vehicle is followed in pieces, and the forces of the
// step are the means over them.

const (
	// Ways are those over the ground. lookEvery is the largest between the places where the ground under a wheel is looked
	// at in a step, over the wheel's radius. The ground is uneven if lifts at three places in a row are farther from a
	// line than unevenBy, over the radius, or normals at any place and in the middle of the step differ by more than
	// unevenTurn [rad].
	lookEvery  = 0.25
	unevenBy   = 0.002
	unevenTurn = 0.1
	// leastPieces is the number of pieces where the ground is just uneven. Where it changes n times as much, there are n²
	// times as many (of a kerb that a step only just reaches, a few would miss where it begins), but none shorter than
	// pieceWay, over the radius of the smallest wheel, and no more than mostPieces.
	pieceWay    = 1. / 128
	leastPieces = 8
	mostPieces  = 128
	// stillWay is the way in a step, over the radius, below which no ground changes.
	stillWay = 1e-3
)

// unevenPieces returns the number of pieces in which the step of a vehicle that turns with an angular velocity is
// followed: 1 where the ground under its wheels is even, and beside walls, which stop the sides of tyres before what is
// behind them lifts the wheels.
func (w *World) unevenPieces(i int32, turn geom.Vec, h float64) int {
	v := w.vehicles[w.bodies[i].vehicle]
	if len(w.sidewallsOf(i)) > 0 {
		return 1
	}
	least := math.Inf(1)
	for k := range v.Wheels {
		least = min(least, v.Wheels[k].Radius)
	}
	way := float64((w.speedOverGround(i) + float64(turn.Len()*v.Reach())) * h)
	if !(way > float64(stillWay*least)) {
		return 1
	}
	if w.onOnePlane(i, turn, h) {
		return 1
	}
	parts := 2 * countUp(1, mostPieces/2, way/float64(2*lookEvery*least))
	uneven := w.unevenness(i, turn, h, parts)
	if !(uneven > 1) {
		return 1
	}
	return countUp(leastPieces, countUp(leastPieces, mostPieces, way/float64(pieceWay*least)), float64(leastPieces*uneven*uneven))
}

// speedOverGround returns the largest speed of a vehicle over what its wheels stand on in the middle of the step, and over
// the bodies that they may stand on [m/s].
func (w *World) speedOverGround(i int32) float64 {
	v, most := w.flights[i].s.V, 0.0
	for k := range w.grounds {
		most = max(most, v.Sub(w.grounds[k].Vel).Len()) // of the road, where there is none
	}
	for n := range w.footings {
		most = max(most, v.Sub(w.footings[n].v).Len())
	}
	return most
}

// countUp returns the least integer in [least, most] that is x or more, most if there is none.
func countUp(least, most int, x float64) int {
	n := least
	for n < most && float64(n) < x {
		n++
	}
	return n
}

// onOnePlane reports whether nothing but one plane is near the wheels of a vehicle in a step of length h, and all of them
// stand on it from its beginning to its end.
func (w *World) onOnePlane(i int32, turn geom.Vec, h float64) bool {
	if len(w.footings) > 0 {
		return false
	}
	b, s := &w.bodies[i], &w.flights[i].s
	v, box := w.vehicles[b.vehicle], geom.EmptyAABB()
	for k := range v.Wheels {
		ground := &w.grounds[k]
		rises := float64((math.Abs(s.V.Dot(ground.N)) + float64(turn.Len()*v.Reach())) * h)
		if !ground.Hit || ground.Lift+v.Wheels[k].Droop < rises {
			return false
		}
	}
	for _, body := range [2]geom.Transform{s.Transform(), poseAfter(s, turn, h)} {
		for k := range v.Wheels {
			p := v.Probe(k, body, w.grips[int(b.wheels)+k].input.Steer)
			box = box.Union(p.Bounds())
		}
	}
	planes := 0
	for n := range w.statics {
		st := &w.statics[n]
		if st.sensor || !st.bounds.Overlaps(&box) || w.ignores(i, int32(-1-n)) {
			continue
		}
		if planes++; planes > 1 || len(st.placed) != 1 || st.placed[0].Shape.Kind != geom.ShapePlane {
			return false
		}
	}
	return true
}

// unevenness returns how much the ground under a wheel of a vehicle changes over a step of length h, looked at after each
// of an even number of equal parts, in units of what makes it uneven. The ground is known in the middle.
func (w *World) unevenness(i int32, turn geom.Vec, h float64, parts int) float64 {
	b, s := &w.bodies[i], &w.flights[i].s
	v := w.vehicles[b.vehicle]
	w.lifts = resized(w.lifts, 2*len(v.Wheels))
	most := 0.0
	for n := range parts + 1 {
		t := float64(h*float64(n)) / float64(parts)
		w.placeFootings(t)
		body := poseAfter(s, turn, t)
		for k := range v.Wheels {
			g, was := w.grips[int(b.wheels)+k], w.lifts[2*k:2*k+2]
			if 2*n != parts {
				ground := w.findGround(&g, k, body, &wheelMotion{p: body.P, v: s.V, w: turn, h: h, t: t - float64(0.5*h)}, i)
				if ground.Hit && w.grounds[k].Hit {
					most = max(most, ground.N.Sub(w.grounds[k].N).Len()/unevenTurn)
				}
			}
			if n >= 2 {
				bend := math.Abs(g.lift - float64(2*was[1]) + was[0])
				most = max(most, bend/float64(unevenBy*v.Wheels[k].Radius))
			}
			was[0], was[1] = was[1], g.lift
		}
	}
	w.placeFootings(float64(0.5 * h))
	return most
}

// maxSupports is the largest number of bodies that a wheel stands on in one step, one after another; the last counts for
// more.
const maxSupports = 4

// support is what a wheel presses one body with.
type support struct {
	on    int32
	force geom.Vec // that the body gives to the wheel [N]
	at    geom.Vec // place in the vehicle's frame [m], weighted by the load
	load  float64  // [N]
}

// pressedMean adds up what presses a wheel in the pieces of a step.
type pressedMean struct {
	load    float64  // [N]
	force   geom.Vec // [N]
	at      geom.Vec // place in the body frame [m], weighted by the load
	surface float64  // factor on the friction, likewise
	lift    float64  // of the wheel in the last piece with a load [m]
	pressed int      // pieces in which it is
	bodies  [maxSupports]support
	count   int
	mid     grip // in the middle of the step, without forces
}

// pressUneven sets the grips of a vehicle's wheels to their means over a step in pieces, and returns the mean force on the
// vehicle and the torque about its centre of mass. mid is its pose in the middle of the step.
func (w *World) pressUneven(i int32, mid geom.Transform, turn geom.Vec, inv *geom.Mat3, h float64, pieces int) (force, torque geom.Vec) {
	b, start := &w.bodies[i], &w.flights[i].s
	v, s := w.vehicles[b.vehicle], *start
	grips := w.grips[b.wheels:][:len(v.Wheels)]
	w.wheelMeans = resized(w.wheelMeans, len(v.Wheels))
	for k := range w.wheelMeans {
		w.wheelMeans[k] = pressedMean{mid: grips[k]}
	}
	piece, first, whole := h/float64(pieces), turn, geom.Vec{}
	for n := range pieces {
		t := float64(piece * (float64(n) + 0.5))
		w.placeFootings(t)
		body := poseAfter(&s, turn, float64(0.5*piece))
		w.pieceGrounds = w.pieceGrounds[:0]
		// The mean motion since the middle of the step before: springs and stops may have slowed it down by now.
		before, since := float64(0.5*h), 1/(float64(0.5*h)+t)
		came := body.P.Sub(start.X).AddScaled(start.V, before).Scale(since)
		turned := whole.Scale(h).AddScaled(turn, float64(0.5*piece)).AddScaled(first, before).Scale(since)
		for k := range grips {
			m := wheelMotion{p: body.P, v: came, w: turned, h: h, t: t - before}
			w.pieceGrounds = append(w.pieceGrounds, w.findGround(&grips[k], k, body, &m, i))
		}
		_, _, vel, spin := w.pressWheels(i, body, w.pieceGrounds, s.V, turn, turn, inv, piece)
		for k := range grips {
			w.wheelMeans[k].add(&grips[k], &w.pieceGrounds[k])
		}
		s.X = s.X.AddScaled(vel, piece)
		s.Q = geom.QuatExp(spin.Scale(piece)).Mul(s.Q).Normalize()
		whole = whole.AddScaled(spin, 1/float64(pieces))
		s.V, turn = vel.Scale(2).Sub(s.V), spin.Scale(2).Sub(turn)
	}
	w.placeFootings(float64(0.5 * h))
	mean := s.X.Sub(start.X).Scale(1 / h)
	for k := range grips {
		g, m := &grips[k], &w.wheelMeans[k]
		*g = m.mid
		size := m.force.Len()
		if !(size > 0) {
			continue
		}
		g.local = m.at.Scale(1 / m.load)
		g.lever = mid.Q.Rotate(g.local)
		ground := vehicle.Ground{Hit: true, Lift: g.lift, P: mid.P.Add(g.lever), N: m.force.Scale(1 / size), Surface: m.surface / m.load}
		g.on, g.parts = m.main(), m.count > 0
		if g.on >= 0 {
			g.under = ground.P.Sub(w.footingOf(g.on).pose.P)
		}
		w.pressSupports(g, m, mid, 1/float64(pieces))
		if g.on != m.mid.on {
			g.lift, ground.Lift = m.lift, m.lift
		}
		w.grounds[k] = ground
		g.Grip = v.Pressed(k, mid, &ground, size/float64(pieces), g.input)
		g.Damping = v.Damping(k, mid, g.N) * float64(m.pressed) / float64(pieces)
		under := w.footingVelocity(g)
		g.atStart = float64(g.Damping * g.N.Dot(under.Sub(start.V).Sub(first.Cross(g.lever))))
		g.Damped = float64(g.Damping * g.N.Dot(under.Sub(mean).Sub(whole.Cross(g.lever))))
		if w.loaded[b.vehicle] {
			w.pressByLoad(v, g, k, mid, &ground)
		}
		f := g.N.Scale(g.Load)
		force, torque = force.Add(f), torque.Add(g.lever.Cross(f))
	}
	return force, torque
}

// add adds what presses a wheel in one piece.
func (m *pressedMean) add(g *grip, ground *vehicle.Ground) {
	if !(g.Load > 0) {
		return
	}
	surface := 1.0
	if ground.Surface > 0 {
		surface = ground.Surface
	}
	m.load += g.Load
	m.force = m.force.AddScaled(g.N, g.Load)
	m.at = m.at.AddScaled(g.local, g.Load)
	m.surface += float64(g.Load * surface)
	m.lift = g.lift
	m.pressed++
	if g.on < 0 {
		return
	}
	n := 0
	for n < m.count && m.bodies[n].on != g.on {
		n++
	}
	if n = min(n, maxSupports-1); n == m.count {
		m.bodies[n] = support{on: g.on}
		m.count++
	}
	b := &m.bodies[n]
	b.force = b.force.AddScaled(g.N, g.Load)
	b.at = b.at.AddScaled(g.local, g.Load)
	b.load += g.Load
}

// footingVelocity returns the velocity of what a wheel stands on, under it, as it is foreseen [m/s].
func (w *World) footingVelocity(g *grip) geom.Vec {
	if g.on < 0 {
		return geom.Vec{}
	}
	o := w.footingOf(g.on)
	return o.v.Add(o.w.Cross(g.under))
}

// main returns the body that bears most of the load, -1 for the statics.
func (m *pressedMean) main() int32 {
	on, most := int32(-1), m.load
	for n := range m.count {
		most -= m.bodies[n].load
	}
	for n := range m.count {
		if b := &m.bodies[n]; b.load > most {
			on, most = b.on, b.load
		}
	}
	return on
}

// pressSupports lets a wheel press each body that it stands on in a step, in its share of the step, with what that gives:
// the main one in its grip, the others here.
func (w *World) pressSupports(g *grip, m *pressedMean, mid geom.Transform, share float64) {
	for n := range m.count {
		b := &m.bodies[n]
		force := b.force.Scale(-share)
		if b.on == g.on {
			g.onto = force
			continue
		}
		under := mid.Apply(b.at.Scale(1 / b.load)).Sub(w.footingOf(b.on).pose.P)
		w.treads = append(w.treads, tread{on: b.on, force: force, torque: under.Cross(force), under: under, cause: record.BySuspension, works: record.BySuspension})
	}
}
