package bench

import (
	"bufio"
	"encoding/binary"
	"io"
	"math"
)

const dumpMagic = "PDMP1\x00\x00\x00"

// WriteDump writes frames in the format that the harnesses of other engines write: "PDMP1" and three zero bytes, the
// numbers of bodies and of frames as int32, then for each frame the time and for each body 13 numbers (position of the
// centre of mass, attitude w x y z, velocity, angular velocity, all in the world frame), as float64; all little endian.
func WriteDump(w io.Writer, frames []Frame) error {
	b := bufio.NewWriterSize(w, 1<<16)
	bodies := 0
	if len(frames) > 0 {
		bodies = len(frames[0].Bodies)
	}
	b.WriteString(dumpMagic)
	head := binary.LittleEndian.AppendUint32(nil, uint32(bodies))
	b.Write(binary.LittleEndian.AppendUint32(head, uint32(len(frames))))
	var buf []byte
	put := func(x float64) { buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(x)) }
	for i := range frames {
		buf = buf[:0]
		put(frames[i].Time)
		for k := range frames[i].Bodies {
			s := &frames[i].Bodies[k]
			for _, x := range join(vec(s.Position), quat(s.Attitude), vec(s.Velocity), vec(s.AngularVelocity)) {
				put(x)
			}
		}
		b.Write(buf)
	}
	return b.Flush() // returns the first error of all writes
}
