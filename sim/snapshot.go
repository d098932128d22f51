package sim

import (
	"encoding/binary"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/vehicle"
)

// stateVersion changes with the layout of the hashed part of a snapshot: that of a world without vehicles, and of one
// with wheels. The version of a snapshot is that and outputVersion, which changes with the layout of the rest.
const (
	stateVersion  = 1
	wheelsVersion = 2
	outputVersion = 2
	rolledVersion = 3 // of the rest of one with wheels
	loadsVersion  = 3 // on top of that, of one with joints
)

// version returns that of the snapshots of the world.
func (w *World) version() uint32 {
	v := w.stateVersion() + outputVersion
	if len(w.state.tyres) > 0 {
		v = w.stateVersion() + rolledVersion
	}
	if len(w.joints) > 0 {
		v += loadsVersion
	}
	return v
}

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

// crushesFollow is added to it if a list of crushing pairs is at the end; crushesFollowed was, when these did not have the
// place of their impulse.
const (
	crushesFollow   = 1 << 29
	crushesFollowed = 1 << 30
)

// seenFollows is set in the byte of a vehicle whose driver has seen danger: the time follows it.
const seenFollows = 2

// legFollows is set in the byte of a vehicle whose driver has begun a path: the line reached follows that.
const legFollows = 8

// damageFollows is set in the byte of a vehicle with damaged wheels: one byte per wheel follows what is above.
const damageFollows = 4

// ridesFollow is set in the byte of a vehicle that stands on bodies: the body of each wheel, and its lift there, are at
// the end of the vehicle's data.
const ridesFollow = 16

// loadsFollow is set in the byte of a vehicle with a load: what the damper of each wheel is to give besides is at the end of the vehicle's
// data.
const loadsFollow = 32

// drivesFollow is set in the byte of a vehicle whose engine pushes: the force at each wheel is at the end of the vehicle's data.
const drivesFollow = 64

// Snapshot appends the whole state to dst: everything that a step reads and a run changes, the rounding remainders of
// the ledger, the output of the wheels, the loads and torques of the joints, and the contact forces if frames hold them.
// It is little-endian; the same state gives the same bytes on every machine.
func (w *World) Snapshot(dst []byte) []byte {
	version := len(dst)
	dst = w.appendState(dst)
	binary.LittleEndian.PutUint32(dst[version:], w.version())
	for i := range w.state.remainders {
		o := &w.state.remainders[i]
		dst = putFloat(dst, o.energy)
		dst = putVec(dst, o.p)
		dst = putVec(dst, o.l)
	}
	for i := range w.state.rolled {
		dst = putWheel(dst, &w.state.rolled[i])
	}
	for _, f := range w.state.loads {
		dst = putVec(dst, f)
	}
	for _, c := range w.state.torques {
		dst = putVec(dst, c)
	}
	if !w.contactForces {
		return dst
	}
	dst = putU32(dst, uint32(len(w.state.forces)))
	for i := range w.state.forces {
		c := &w.state.forces[i]
		dst = putU32(putU32(dst, uint32(c.A)), uint32(c.B))
		for _, v := range [4]geom.Vec{c.Normal, c.Friction, c.P, c.Moment} {
			dst = putVec(dst, v)
		}
	}
	return dst
}

// standsFlag and slidesFlag are the bits of the byte of a wheel's output: what it stands on, and where, follows.
const (
	standsFlag = 1
	slidesFlag = 2
)

// putWheel appends the output of a wheel.
func putWheel(dst []byte, r *wheelOutput) []byte {
	flags := byte(0)
	if r.ground {
		flags |= standsFlag
	}
	if r.slides {
		flags |= slidesFlag
	}
	dst = putFloat(putFloat(append(dst, flags), r.steer), r.lift)
	if r.ground {
		dst = putFloat(putVec(putU32(dst, uint32(r.on)), r.p), r.load)
	}
	return dst
}

// appendState appends all that a step reads.
func (w *World) appendState(dst []byte) []byte {
	s := &w.state
	dst = putU32(dst, w.stateVersion())
	dst = binary.LittleEndian.AppendUint64(dst, uint64(s.step))
	contacts := uint32(len(s.contacts))
	if len(s.sensed) > 0 {
		contacts |= sensedFollow
	}
	if len(s.crushes) > 0 {
		contacts |= crushesFollow
	}
	for _, n := range [4]int{len(s.bodies), len(s.movers), len(s.crashed), len(s.tyres)} {
		dst = putU32(dst, uint32(n))
	}
	dst = putU32(dst, contacts)
	dst = s.appendBodies(dst)
	dst = w.appendVehicles(dst)
	for i := range s.contacts {
		dst = putContact(dst, &s.contacts[i])
	}
	if len(s.sensed) > 0 {
		dst = putU32(dst, uint32(len(s.sensed)))
	}
	for _, p := range s.sensed {
		dst = putU32(putU32(dst, uint32(p.a)), uint32(p.b))
	}
	for _, f := range s.joints {
		dst = putVec(dst, f)
	}
	for _, c := range s.stops {
		dst = putFloat(dst, c)
	}
	for _, c := range s.turns {
		dst = putVec(dst, c)
	}
	if len(s.crushes) > 0 {
		dst = putU32(dst, uint32(len(s.crushes)))
	}
	for i := range s.crushes {
		dst = putCrush(dst, &s.crushes[i])
	}
	for _, over := range s.given {
		dst = putBool(dst, over)
	}
	for _, is := range s.holds {
		dst = append(dst, byte(is))
	}
	return dst
}

// appendBodies appends the bodies and the movers.
func (s *state) appendBodies(dst []byte) []byte {
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
	return dst
}

// appendVehicles appends the vehicles with their drivers, and then all wheels.
func (w *World) appendVehicles(dst []byte) []byte {
	s := &w.state
	for i, c := range s.crashed {
		at := len(dst)
		dst = putBool(dst, c)
		if s.seen[i] != -1 {
			dst[at] |= seenFollows
			dst = putFloat(dst, s.seen[i])
		}
		if s.legs[i] != 0 {
			dst[at] |= legFollows
			dst = putU32(dst, uint32(s.legs[i]))
		}
		if wheels := w.wheelsOf(i); damaged(wheels) {
			dst[at] |= damageFollows
			for k := range wheels {
				dst = append(dst, byte(wheels[k].damage))
			}
		}
		if wheels := w.wheelsOf(i); ridesBodies(wheels) {
			dst[at] |= ridesFollow
			for k := range wheels {
				dst = putFloat(putU32(dst, uint32(wheels[k].on)), wheels[k].lift)
			}
		}
		if wheels := w.wheelsOf(i); isLoaded(wheels) {
			dst[at] |= loadsFollow
			for k := range wheels {
				dst = putFloat(dst, wheels[k].more)
			}
		}
		if wheels := w.wheelsOf(i); drives(wheels) {
			dst[at] |= drivesFollow
			for k := range wheels {
				dst = putFloat(dst, wheels[k].drive)
			}
		}
	}
	for i := range s.tyres {
		dst = putFloat(dst, s.tyres[i][0])
		dst = putFloat(dst, s.tyres[i][1])
		dst = putFloat(dst, s.wheels[i].spin)
		dst = putFloat(dst, s.wheels[i].slide)
	}
	return dst
}

// putContact appends a contact; its parts only if they are not the first ones.
func putContact(dst []byte, c *contact) []byte {
	a := uint32(c.key.a)
	if c.key.partA != 0 || c.key.partB != 0 {
		a |= partsFollow
	}
	dst = putU32(putU32(dst, a), uint32(c.key.b))
	if a&partsFollow != 0 {
		dst = putU32(putU32(dst, uint32(c.key.partA)), uint32(c.key.partB))
	}
	dst = putU32(putU32(dst, uint32(c.key.tri)), uint32(c.key.feature))
	dst = putFloat(dst, c.fn)
	dst = putVec(dst, c.ft)
	return putFloat(dst, c.sep)
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

func ridesBodies(wheels []wheelState) bool {
	return slices.ContainsFunc(wheels, func(s wheelState) bool { return s.on >= 0 || s.lift != 0 })
}

func isLoaded(wheels []wheelState) bool {
	return slices.ContainsFunc(wheels, func(s wheelState) bool { return s.more != 0 })
}

func drives(wheels []wheelState) bool {
	return slices.ContainsFunc(wheels, func(s wheelState) bool { return s.drive != 0 })
}

func putU32(b []byte, v uint32) []byte { return binary.LittleEndian.AppendUint32(b, v) }

func putBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}
