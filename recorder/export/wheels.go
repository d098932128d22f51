package export

import (
	"fmt"
	"math"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// rollingWheel is a wheel whose pose in its vehicle is followed through the frames.
type rollingWheel struct {
	*record.MountedWheel
	vehicle *rollingVehicle
	frame   string    // its name as a frame of reference, where the form has some
	at      int       // place among the wheels of a frame
	column  int       // place of its spin in a frame, -1 for none
	time    float64   // of the last frame [s]
	spin    float64   // then, positive where it rolls forwards [rad/s]
	turned  float64   // since it was last drawn, about its axle [rad]
	drawn   float64   // angle at which it is drawn [rad]
	steer   float64   // to the left in the last frame [rad]
	lift    float64   // above its level place then [m]
	last    geom.Quat // attitude in which it was last drawn
}

// wheelNames returns the name of each wheel of each object where a scene has all of them side by side: that of its vehicle and
// its own, with as many apostrophes as it takes that neither an object, nor the world, nor another wheel has it.
func wheelNames(h *recorder.Header) [][]string {
	taken := map[string]bool{recorder.WorldName: true}
	for i := range h.Objects {
		taken[h.Objects[i].Name] = true
	}
	names := make([][]string, len(h.Objects))
	for i := range h.Objects {
		for k := range h.Objects[i].Wheels {
			name := h.Objects[i].Name + " " + h.Objects[i].Wheels[k].Name
			for taken[name] {
				name += "'"
			}
			taken[name] = true
			names[i] = append(names[i], name)
		}
	}
	return names
}

// rollingVehicle is what the motion of a wheel that has no column is found from.
type rollingVehicle struct {
	object  int
	v, l    int       // places of velocity and angular momentum in a frame, -1 for none
	inverse geom.Mat3 // of its inertia
}

// rollingWheels are the wheels of the vehicles that are drawn and move.
type rollingWheels struct {
	places  *poses
	columns recorder.Places
	wheels  []*rollingWheel
	begun   bool // a frame was read
}

// add takes the wheels of an object.
func (r *rollingWheels) add(s *source, object int) {
	o := &s.h.Objects[object]
	v := &rollingVehicle{object: object, v: r.columns.Of(object, "v", 3), l: r.columns.Of(object, "L", 3)}
	v.inverse, _ = o.Inertia.Inverse()
	at := 0
	for i := range object {
		at += len(s.h.Objects[i].Wheels)
	}
	for k := range o.Wheels {
		r.wheels = append(r.wheels, &rollingWheel{MountedWheel: &o.Wheels[k], vehicle: v, at: at + k, column: r.columns.Of(object, fmt.Sprintf("wheel%d.spin", k), 1)})
	}
}

// roll turns the wheels to a frame: each frame read, not only those that are drawn. Spin is linear between two frames, as
// velocities are within a step, so that a wheel that does not slip turns by exactly the way over its radius.
func (r *rollingWheels) roll(s *source, f *record.Frame) {
	for _, w := range r.wheels {
		if w.at < len(f.Wheels) {
			w.steer, w.lift = f.Wheels[w.at].Steer, f.Wheels[w.at].Lift
		}
		spin := w.spinIn(s, r.places, f)
		if r.begun {
			w.turned += float64(float64(0.5*(w.spin+spin)) * (f.Time - w.time))
		}
		w.time, w.spin = f.Time, spin
	}
	r.begun = true
}

// spinIn returns the spin in a frame [rad/s]: that of the log, or else that of a wheel that rolls without slip.
func (w *rollingWheel) spinIn(s *source, places *poses, f *record.Frame) float64 {
	if w.column >= 0 {
		return f.Values[w.column]
	}
	v := w.vehicle
	if v.v < 0 {
		return 0
	}
	q := places.at(s.h, v.object, f).Q
	u := q.RotateInv(vectorAt(f, v.v))
	if v.l >= 0 {
		turn := v.inverse.Apply(q.RotateInv(vectorAt(f, v.l)))
		u = u.Add(turn.Cross(w.Center.Sub(geom.Vec{Z: w.Radius})))
	}
	sin, cos := geom.SinCos(w.steer)
	return (float64(cos*u.X) + float64(sin*u.Y)) / w.Radius
}

func vectorAt(f *record.Frame, at int) geom.Vec {
	return geom.Vec{X: f.Values[at], Y: f.Values[at+1], Z: f.Values[at+2]}
}

// mostTurn is the largest angle by which a wheel turns from one frame drawn to the next [rad]. Between them a viewer takes
// the short way round, which would be the wrong one beyond half a turn.
const mostTurn = 0.9 * math.Pi

// shownTurn returns by how much a wheel that turns by an angle between two frames drawn is turned [rad]: beyond mostTurn
// by as many spokes less as it takes, so that it turns the right way, and its spokes are where they are in both frames.
func shownTurn(angle float64) float64 {
	const pitch = 2 * math.Pi / spokes
	if over := math.Abs(angle) - mostTurn; over > 0 {
		return angle - math.Copysign(float64(math.Ceil(over/pitch)*pitch), angle)
	}
	return angle
}

// draw returns the pose of the wheel, in its vehicle, in the frame up to which it has rolled: turned about its axle, y,
// where forwards is positive, then steered about z. Call it once per frame drawn.
func (w *rollingWheel) draw() geom.Transform {
	w.drawn = math.Remainder(w.drawn+shownTurn(w.turned), 2*math.Pi)
	w.turned = 0
	return geom.Transform{
		P: w.Center.Add(geom.Vec{Z: w.lift}),
		Q: geom.AxisAngle(geom.Vec{Z: 1}, w.steer).Mul(geom.AxisAngle(geom.Vec{Y: 1}, w.drawn)),
	}
}
