package sim

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
	"github.com/prang-sim/prang/sim/vehicle"
)

// Restore sets the world to the state of a snapshot of the same definition. The frame then has that state, without the
// events and the ledger of its step. On an error the world is unchanged: a snapshot of another version, of a world with
// other numbers of objects, or damaged. Damage is found where lengths or indices do not fit, and where a state cannot
// be: not finite, too fast, no unit quaternion. A snapshot has no checksum; keep one beside it where bytes may change. One
// of another definition with the same numbers of objects is taken.
func (w *World) Restore(b []byte) error {
	r := reader{b: b}
	if v, want := r.u32(), w.version(); v != want {
		return fmt.Errorf("snapshot: version %d: this program reads version %d of this scenario", v, want)
	}
	s := state{step: int64(r.u64())}
	for _, n := range [4]struct {
		name string
		want int
	}{
		{"bodies", len(w.state.bodies)}, {"movers", len(w.state.movers)},
		{"vehicles", len(w.state.crashed)}, {"wheels", len(w.state.tyres)},
	} {
		if got := int(r.u32()); got != n.want {
			return fmt.Errorf("snapshot: %d %s, but the world has %d: it is of another scenario", got, n.name, n.want)
		}
	}
	contacts := r.u32()
	w.readBodies(&r, &s)
	if err := w.readVehicles(&r, &s); err != nil {
		return err
	}
	if err := w.readContacts(&r, &s, contacts); err != nil {
		return err
	}
	for range w.state.remainders {
		s.remainders = append(s.remainders, remainder{r.float(), r.vec(), r.vec()})
	}
	if err := w.readWheels(&r, &s); err != nil {
		return err
	}
	for range w.state.loads {
		s.loads = append(s.loads, r.vec())
	}
	for range w.state.torques {
		s.torques = append(s.torques, r.vec())
	}
	if err := w.readForces(&r, &s); err != nil {
		return err
	}
	if !r.ok() || len(r.b) != 0 {
		return errors.New("snapshot: its length does not fit its contents: it is damaged or of another scenario")
	}
	if s.step < 0 {
		return fmt.Errorf("snapshot: step %d: it is damaged or of another scenario", s.step)
	}
	if e := w.checkState(&s); e != nil {
		return fmt.Errorf("snapshot: %s of %q is not finite or too fast: it is damaged, of another scenario, or of a run that failed", e.Quantity, e.Object)
	}
	for i := range s.bodies {
		if q := s.bodies[i].Q; !(math.Abs(q.Len()-1) < 1e-6) {
			return fmt.Errorf("snapshot: attitude of %q: it has the length %g, not 1: it is damaged or of another scenario", w.bodies[i].name, q.Len())
		}
	}
	w.state.copyFrom(&s)
	w.followBreaks()
	w.frame.Events = w.frame.Events[:0]
	w.openLedger()
	w.observe()
	return nil
}

func (w *World) readBodies(r *reader, s *state) {
	for i := 0; i < len(w.state.bodies) && r.ok(); i++ {
		s.bodies = append(s.bodies, rigid.State{X: r.vec(), Q: geom.Quat{W: r.float(), V: r.vec()}, V: r.vec(), L: r.vec()})
		s.still = append(s.still, r.float())
		s.asleep = append(s.asleep, r.byte() != 0)
	}
	for i := 0; i < len(w.state.movers) && r.ok(); i++ {
		s.movers = append(s.movers, moverState{x: r.vec(), v: r.vec()})
	}
}

func (w *World) readVehicles(r *reader, s *state) error {
	for i := 0; i < len(w.state.crashed) && r.ok(); i++ {
		c, seen, leg := r.byte(), -1.0, int32(0)
		if c&seenFollows != 0 {
			seen = r.float()
		}
		if c&legFollows != 0 {
			leg = int32(r.u32())
		}
		if leg < 0 || int(leg) > w.vehicles[i].Legs() {
			return errors.New("snapshot: a driver is on a path that does not exist: it is damaged or of another scenario")
		}
		s.crashed, s.seen, s.legs = append(s.crashed, c&1 != 0), append(s.seen, seen), append(s.legs, leg)
		for range w.vehicles[i].Wheels {
			d := vehicle.Sound
			if c&damageFollows != 0 {
				d = vehicle.Damage(r.byte())
			}
			s.wheels = append(s.wheels, wheelState{damage: d, on: -1})
		}
		for k := range w.vehicles[i].Wheels {
			if c&ridesFollow == 0 {
				break
			}
			on, lift := int32(r.u32()), r.float()
			if on < -1 || int(on) >= len(w.state.bodies) || on == w.vehicles[i].Body {
				return errors.New("snapshot: a wheel stands on a body that does not exist: it is damaged or of another scenario")
			}
			to := &s.wheels[len(s.wheels)-len(w.vehicles[i].Wheels)+k]
			to.on, to.lift = on, lift
		}
		for k := range w.vehicles[i].Wheels {
			if c&loadsFollow != 0 {
				s.wheels[len(s.wheels)-len(w.vehicles[i].Wheels)+k].more = r.float()
			}
		}
		for k := range w.vehicles[i].Wheels {
			if c&drivesFollow != 0 {
				s.wheels[len(s.wheels)-len(w.vehicles[i].Wheels)+k].drive = r.float()
			}
		}
	}
	for i := 0; i < len(w.state.tyres) && r.ok(); i++ {
		s.tyres = append(s.tyres, [2]float64{r.float(), r.float()})
		s.wheels[i].spin, s.wheels[i].slide = r.float(), r.float()
	}
	return nil
}

// readContacts reads contacts, objects in sensors, forces of joints, and crushing pairs. count is the number of
// contacts, with the flags of what follows.
func (w *World) readContacts(r *reader, s *state, count uint32) error {
	bodies := len(w.state.bodies)
	if count&crushesFollowed != 0 {
		return errors.New("snapshot: its crushing pairs are of another version of the program: restore it with that, or one from before the crush")
	}
	unknown := func(b int32) bool { return int(b) >= bodies || int(-1-b) >= len(w.statics) }
	for i := 0; i < int(count&^(sensedFollow|crushesFollow)) && r.ok(); i++ {
		c := r.contact()
		if int(c.key.a) >= bodies || unknown(c.key.b) {
			return errors.New("snapshot: a contact names a body that does not exist: it is damaged or of another scenario")
		}
		s.contacts = append(s.contacts, c)
	}
	sensed := 0
	if count&sensedFollow != 0 {
		sensed = int(r.u32())
	}
	for i := 0; i < sensed && r.ok(); i++ {
		p := objectPair{int32(r.u32()), int32(r.u32())}
		s.sensed = append(s.sensed, p)
		if p.a < 0 || int(p.a) >= bodies+len(w.movers) || unknown(p.b) {
			return errors.New("snapshot: a sensor names a body that does not exist: it is damaged or of another scenario")
		}
	}
	for range w.state.joints {
		s.joints = append(s.joints, r.vec())
	}
	for range w.state.stops {
		s.stops = append(s.stops, r.float())
	}
	for range w.state.turns {
		s.turns = append(s.turns, r.vec())
	}
	crushes := 0
	if count&crushesFollow != 0 {
		crushes = int(r.u32())
	}
	for i := 0; i < crushes && r.ok(); i++ {
		c := r.crush()
		s.crushes = append(s.crushes, c)
		if c.a < 0 || int(c.a) >= bodies || unknown(c.b) {
			return errors.New("snapshot: a crush names a body that does not exist: it is damaged or of another scenario")
		}
	}
	for range w.state.given {
		s.given = append(s.given, r.byte() != 0)
	}
	for range w.state.holds {
		is := hold(r.byte())
		if s.holds = append(s.holds, is); is > parted {
			return errors.New("snapshot: a joint holds in a way that does not exist: it is damaged or of another scenario")
		}
	}
	return nil
}

// readWheels reads the output of the wheels.
func (w *World) readWheels(r *reader, s *state) error {
	for i := 0; i < len(w.state.rolled) && r.ok(); i++ {
		l := &w.wheelLines[i]
		flags := r.byte()
		o := wheelOutput{steer: r.float(), lift: r.float(), on: -1}
		if o.ground, o.slides = flags&standsFlag != 0, flags == standsFlag|slidesFlag; o.ground {
			o.on, o.p, o.load = int32(r.u32()), r.vec(), r.float()
		}
		if flags > standsFlag|slidesFlag || flags == slidesFlag || o.on < -1 || int(o.on) >= len(w.state.bodies) ||
			o.steer != l.steer.round(o.steer) || o.lift != l.place.round(o.lift) || o.p != l.place.roundVec(o.p) || o.load != l.load.round(o.load) {
			return errors.New("snapshot: a wheel is where it cannot be: it is damaged or of another scenario")
		}
		s.rolled = append(s.rolled, o)
	}
	return nil
}

// readForces reads the contact forces, if frames hold them.
func (w *World) readForces(r *reader, s *state) error {
	if !w.contactForces {
		return nil
	}
	n := int(r.u32())
	for i := 0; i < n && r.ok(); i++ {
		c := record.ContactForce{A: int32(r.u32()), B: int32(r.u32()), Normal: r.vec(), Friction: r.vec(), P: r.vec(), Moment: r.vec()}
		s.forces = append(s.forces, c)
		if c.A < 0 || int(c.A) >= len(w.state.bodies) || c.B <= c.A || int(c.B) >= len(w.objects) {
			return errors.New("snapshot: a contact force names an object that does not exist: it is damaged or of another scenario")
		}
	}
	return nil
}

// reader takes numbers from the front of a slice; when it runs out, all that follow are zero and ok is false.
type reader struct {
	b     []byte
	short bool
}

func (r *reader) ok() bool { return !r.short }

func (r *reader) take(n int) []byte {
	if len(r.b) < n {
		r.short, r.b = true, nil
		return make([]byte, n)
	}
	t := r.b[:n]
	r.b = r.b[n:]
	return t
}

func (r *reader) byte() byte     { return r.take(1)[0] }
func (r *reader) u32() uint32    { return binary.LittleEndian.Uint32(r.take(4)) }
func (r *reader) u64() uint64    { return binary.LittleEndian.Uint64(r.take(8)) }
func (r *reader) float() float64 { return math.Float64frombits(r.u64()) }
func (r *reader) vec() geom.Vec {
	return geom.Vec{X: r.float(), Y: r.float(), Z: r.float()}
}

func (r *reader) contact() contact {
	a := r.u32()
	k := rowKey{a: int32(a &^ partsFollow), b: int32(r.u32())}
	if a&partsFollow != 0 {
		k.partA, k.partB = int32(r.u32()), int32(r.u32())
	}
	k.tri, k.feature = int32(r.u32()), narrowphase.FeatureID(r.u32())
	return contact{k, r.float(), r.vec(), r.float()}
}
