package sim

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// snapshotVersion changes whenever the layout of a snapshot does.
const snapshotVersion = 1

// Snapshot appends the whole state to dst: everything a step reads that a run changes. Little-endian; the same state
// gives the same bytes on every machine.
func (w *World) Snapshot(dst []byte) []byte {
	s := &w.state
	dst = binary.LittleEndian.AppendUint32(dst, snapshotVersion)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(s.step))
	for _, n := range [5]int{len(s.bodies), len(s.movers), len(s.crashed), len(s.tyres), len(s.contacts)} {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(n))
	}
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
	for _, c := range s.crashed {
		dst = putBool(dst, c)
	}
	for i := range s.tyres {
		dst = putFloat(dst, s.tyres[i][0])
		dst = putFloat(dst, s.tyres[i][1])
	}
	for i := range s.contacts {
		c := &s.contacts[i]
		dst = binary.LittleEndian.AppendUint32(dst, uint32(c.key.a))
		dst = binary.LittleEndian.AppendUint32(dst, uint32(c.key.b))
		dst = binary.LittleEndian.AppendUint32(dst, uint32(c.key.tri))
		dst = binary.LittleEndian.AppendUint32(dst, uint32(c.key.feature))
		dst = putFloat(dst, c.fn)
		dst = putVec(dst, c.ft)
		dst = putFloat(dst, c.sep)
	}
	return dst
}

func putBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}

// Restore takes the world to the state of a snapshot of the same definition. On an error the world is as it was.
func (w *World) Restore(b []byte) error {
	r := reader{b: b}
	if v := r.u32(); v != snapshotVersion {
		return fmt.Errorf("snapshot: version %d: this program reads version %d", v, snapshotVersion)
	}
	var s state
	s.step = int64(r.u64())
	want := [4]int{len(w.state.bodies), len(w.state.movers), len(w.state.crashed), len(w.state.tyres)}
	for i, name := range [4]string{"bodies", "movers", "vehicles", "wheels"} {
		if n := int(r.u32()); n != want[i] {
			return fmt.Errorf("snapshot: %d %s, but the world has %d: it is of another scenario", n, name, want[i])
		}
	}
	contacts := int(r.u32())
	for i := 0; i < want[0] && r.ok(); i++ {
		s.bodies = append(s.bodies, rigid.State{X: r.vec(), Q: geom.Quat{W: r.float(), V: r.vec()}, V: r.vec(), L: r.vec()})
		s.still = append(s.still, r.float())
		s.asleep = append(s.asleep, r.byte() != 0)
	}
	for i := 0; i < want[1] && r.ok(); i++ {
		s.movers = append(s.movers, moverState{x: r.vec(), v: r.vec()})
	}
	for i := 0; i < want[2] && r.ok(); i++ {
		s.crashed = append(s.crashed, r.byte() != 0)
	}
	for i := 0; i < want[3] && r.ok(); i++ {
		s.tyres = append(s.tyres, [2]float64{r.float(), r.float()})
	}
	for i := 0; i < contacts && r.ok(); i++ {
		k := rowKey{int32(r.u32()), int32(r.u32()), int32(r.u32()), narrowphase.FeatureID(r.u32())}
		s.contacts = append(s.contacts, contact{k, r.float(), r.vec(), r.float()})
		if k.a < 0 || int(k.a) >= want[0] || int(k.b) >= want[0] || int(-1-k.b) >= len(w.statics) {
			return errors.New("snapshot: a contact names a body that does not exist: it is damaged or of another scenario")
		}
	}
	if !r.ok() || len(r.b) != 0 {
		return errors.New("snapshot: its length does not fit its contents: it is damaged")
	}
	w.state.copyFrom(&s)
	w.frame.Events = w.frame.Events[:0]
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
