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

// stateVersion changes with the layout of the hashed part of a snapshot: that of a world without vehicles, and of one
// with wheels. The version of a snapshot is that and outputVersion, which changes with the layout of the rest.
const (
	stateVersion  = 1
	wheelsVersion = 2
	outputVersion = 2
)

func (w *World) stateVersion() uint32 {
	if len(w.state.tyres) > 0 {
		return wheelsVersion
	}
	return stateVersion
}

// partsFollow is set in the index of body a of a contact that is not between the first parts of both sides: the parts
// follow the index of b.
const partsFollow = 1 << 31

// sensedFollow is added to the number of contacts if a list of objects in sensors follows them.
const sensedFollow = 1 << 31

// crushesFollow is added to it if a list of crushing pairs is at the end.
const crushesFollow = 1 << 30

// seenFollows is set in the byte of a vehicle whose driver has seen danger: the time follows it.
const seenFollows = 2

// legFollows is set in the byte of a vehicle whose driver has begun a path: the line reached follows that.
const legFollows = 8

// damageFollows is set in the byte of a vehicle with damaged wheels: one byte per wheel is at the end of the vehicle's
// data.
const damageFollows = 4

// Snapshot appends the whole state to dst: everything that a step reads and a run changes, the rounding remainders of
// the ledger, and the contact forces if frames hold them. It is little-endian; the same state gives the same bytes on
// every machine.
func (w *World) Snapshot(dst []byte) []byte {
	version := len(dst)
	dst = w.appendState(dst)
	binary.LittleEndian.PutUint32(dst[version:], w.stateVersion()+outputVersion)
	for i := range w.state.remainders {
		o := &w.state.remainders[i]
		dst = putFloat(dst, o.energy)
		dst = putVec(dst, o.p)
		dst = putVec(dst, o.l)
	}
	if !w.contactForces {
		return dst
	}
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(w.state.forces)))
	for i := range w.state.forces {
		c := &w.state.forces[i]
		dst = binary.LittleEndian.AppendUint32(dst, uint32(c.A))
		dst = binary.LittleEndian.AppendUint32(dst, uint32(c.B))
		for _, v := range [4]geom.Vec{c.Normal, c.Friction, c.P, c.Moment} {
			dst = putVec(dst, v)
		}
	}
	return dst
}

// appendState appends all that a step reads.
func (w *World) appendState(dst []byte) []byte {
	s := &w.state
	dst = binary.LittleEndian.AppendUint32(dst, w.stateVersion())
	dst = binary.LittleEndian.AppendUint64(dst, uint64(s.step))
	contacts := uint32(len(s.contacts))
	if len(s.sensed) > 0 {
		contacts |= sensedFollow
	}
	if len(s.crushes) > 0 {
		contacts |= crushesFollow
	}
	for _, n := range [4]int{len(s.bodies), len(s.movers), len(s.crashed), len(s.tyres)} {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(n))
	}
	dst = binary.LittleEndian.AppendUint32(dst, contacts)
	for i := range s.bodies {
		b := &s.bodies[i]
		dst = putVec(dst, b.X)
		dst = putFloat(dst, b.Q.W)
		dst = putVec(dst, b.Q.V)
		dst = putVec(dst, b.V)
		dst = putVec(dst, b.L)
		dst = putFloat(dst, s.still[i])
		dst = putBool(dst, s.asleep[i])
	}
	for i := range s.movers {
		dst = putVec(dst, s.movers[i].x)
		dst = putVec(dst, s.movers[i].v)
	}
	for i, c := range s.crashed {
		at := len(dst)
		dst = putBool(dst, c)
		if s.seen[i] != -1 {
			dst[at] |= seenFollows
			dst = putFloat(dst, s.seen[i])
		}
		if s.legs[i] != 0 {
			dst[at] |= legFollows
			dst = binary.LittleEndian.AppendUint32(dst, uint32(s.legs[i]))
		}
		if wheels := w.wheelsOf(i); damaged(wheels) {
			dst[at] |= damageFollows
			for k := range wheels {
				dst = append(dst, byte(wheels[k].damage))
			}
		}
	}
	for i := range s.tyres {
		dst = putFloat(dst, s.tyres[i][0])
		dst = putFloat(dst, s.tyres[i][1])
		dst = putFloat(dst, s.wheels[i].spin)
		dst = putFloat(dst, s.wheels[i].slide)
	}
	for i := range s.contacts {
		c := &s.contacts[i]
		a := uint32(c.key.a)
		if c.key.partA != 0 || c.key.partB != 0 {
			a |= partsFollow
		}
		dst = binary.LittleEndian.AppendUint32(dst, a)
		dst = binary.LittleEndian.AppendUint32(dst, uint32(c.key.b))
		if a&partsFollow != 0 {
			dst = binary.LittleEndian.AppendUint32(dst, uint32(c.key.partA))
			dst = binary.LittleEndian.AppendUint32(dst, uint32(c.key.partB))
		}
		dst = binary.LittleEndian.AppendUint32(dst, uint32(c.key.tri))
		dst = binary.LittleEndian.AppendUint32(dst, uint32(c.key.feature))
		dst = putFloat(dst, c.fn)
		dst = putVec(dst, c.ft)
		dst = putFloat(dst, c.sep)
	}
	if len(s.sensed) > 0 {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(len(s.sensed)))
	}
	for _, p := range s.sensed {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(p.a))
		dst = binary.LittleEndian.AppendUint32(dst, uint32(p.b))
	}
	for _, f := range s.joints {
		dst = putVec(dst, f)
	}
	if len(s.crushes) > 0 {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(len(s.crushes)))
	}
	for i := range s.crushes {
		dst = putCrush(dst, &s.crushes[i])
	}
	return dst
}

// wheelsOf returns the wheels of a vehicle.
func (w *World) wheelsOf(vehicle int) []wheelState {
	v := w.vehicles[vehicle]
	first := w.bodies[v.Body].wheels
	return w.state.wheels[first : int(first)+len(v.Wheels)]
}

func damaged(wheels []wheelState) bool {
	for k := range wheels {
		if wheels[k].damage != vehicle.Sound {
			return true
		}
	}
	return false
}

func putBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}

// Restore sets the world to the state of a snapshot of the same definition. On an error the world is unchanged.
func (w *World) Restore(b []byte) error {
	r := reader{b: b}
	if v, want := r.u32(), w.stateVersion()+outputVersion; v != want {
		return fmt.Errorf("snapshot: version %d: this program reads version %d of this scenario", v, want)
	}
	var s state
	s.step = int64(r.u64())
	want := [4]int{len(w.state.bodies), len(w.state.movers), len(w.state.crashed), len(w.state.tyres)}
	for i, name := range [4]string{"bodies", "movers", "vehicles", "wheels"} {
		if n := int(r.u32()); n != want[i] {
			return fmt.Errorf("snapshot: %d %s, but the world has %d: it is of another scenario", n, name, want[i])
		}
	}
	count := r.u32()
	contacts, follows := int(count&^(sensedFollow|crushesFollow)), count&sensedFollow != 0
	for i := 0; i < want[0] && r.ok(); i++ {
		s.bodies = append(s.bodies, rigid.State{X: r.vec(), Q: geom.Quat{W: r.float(), V: r.vec()}, V: r.vec(), L: r.vec()})
		s.still = append(s.still, r.float())
		s.asleep = append(s.asleep, r.byte() != 0)
	}
	for i := 0; i < want[1] && r.ok(); i++ {
		s.movers = append(s.movers, moverState{x: r.vec(), v: r.vec()})
	}
	for i := 0; i < want[2] && r.ok(); i++ {
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
			s.wheels = append(s.wheels, wheelState{damage: d})
		}
	}
	for i := 0; i < want[3] && r.ok(); i++ {
		s.tyres = append(s.tyres, [2]float64{r.float(), r.float()})
		s.wheels[i].spin, s.wheels[i].slide = r.float(), r.float()
	}
	for i := 0; i < contacts && r.ok(); i++ {
		a := r.u32()
		k := rowKey{a: int32(a &^ partsFollow), b: int32(r.u32())}
		if int(k.a) >= want[0] || int(k.b) >= want[0] || int(-1-k.b) >= len(w.statics) {
			return errors.New("snapshot: a contact names a body that does not exist: it is damaged or of another scenario")
		}
		if a&partsFollow != 0 {
			k.partA, k.partB = int32(r.u32()), int32(r.u32())
		}
		k.tri, k.feature = int32(r.u32()), narrowphase.FeatureID(r.u32())
		s.contacts = append(s.contacts, contact{k, r.float(), r.vec(), r.float()})
	}
	sensed := 0
	if follows {
		sensed = int(r.u32())
	}
	for i := 0; i < sensed && r.ok(); i++ {
		p := objectPair{int32(r.u32()), int32(r.u32())}
		s.sensed = append(s.sensed, p)
		if p.a < 0 || int(p.a) >= want[0]+len(w.movers) || int(p.b) >= want[0] || int(-1-p.b) >= len(w.statics) {
			return errors.New("snapshot: a sensor names a body that does not exist: it is damaged or of another scenario")
		}
	}
	for range w.state.joints {
		s.joints = append(s.joints, r.vec())
	}
	crushes := 0
	if count&crushesFollow != 0 {
		crushes = int(r.u32())
	}
	for i := 0; i < crushes && r.ok(); i++ {
		c := r.crush()
		s.crushes = append(s.crushes, c)
		if c.a < 0 || int(c.a) >= want[0] || int(c.b) >= want[0] || int(-1-c.b) >= len(w.statics) {
			return errors.New("snapshot: a crush names a body that does not exist: it is damaged or of another scenario")
		}
	}
	for range w.state.remainders {
		s.remainders = append(s.remainders, remainder{r.float(), r.vec(), r.vec()})
	}
	forces := 0
	if w.contactForces {
		forces = int(r.u32())
	}
	for i := 0; i < forces && r.ok(); i++ {
		c := record.ContactForce{A: int32(r.u32()), B: int32(r.u32()), Normal: r.vec(), Friction: r.vec(), P: r.vec(), Moment: r.vec()}
		s.forces = append(s.forces, c)
		if c.A < 0 || int(c.A) >= want[0] || c.B <= c.A || int(c.B) >= len(w.objects) {
			return errors.New("snapshot: a contact force names an object that does not exist: it is damaged or of another scenario")
		}
	}
	if !r.ok() || len(r.b) != 0 {
		return errors.New("snapshot: its length does not fit its contents: it is damaged")
	}
	w.state.copyFrom(&s)
	w.frame.Events = w.frame.Events[:0]
	w.openLedger()
	w.observe()
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
