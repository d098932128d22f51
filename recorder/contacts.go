package recorder

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/prang-sim/prang/recorder/parts"
	"github.com/prang-sim/prang/sim/record"
)

// The contact forces of a chunk follow its events, where an older reader does not look: a chain and a hash of their
// own, and, except for the level verify, the pairs in contact and the residuals of the forces. FORMAT.md defines the
// order.

// contactHead is the size of chain and hash.
const contactHead = 16

// contactRows is the contact forces of the rows of a chunk, side by side.
type contactRows struct {
	counts []uint32 // of each row
	list   []record.ContactForce
}

func (c *contactRows) reset() { c.counts, c.list = c.counts[:0], c.list[:0] }

func (c *contactRows) add(row []record.ContactForce) {
	c.counts = append(c.counts, uint32(len(row)))
	c.list = append(c.list, row...)
}

// at returns the contact forces of row i.
func (c *contactRows) at(i int) []record.ContactForce {
	if i >= len(c.counts) {
		return nil
	}
	first := 0
	for _, n := range c.counts[:i] {
		first += int(n)
	}
	return c.list[first:][:c.counts[i]]
}

// checkContacts returns what is wrong with the contact forces of a frame.
func checkContacts(row []record.ContactForce, objects int) error {
	for i := range row {
		c := &row[i]
		if c.A < 0 || c.B <= c.A || int(c.B) >= objects {
			return fmt.Errorf("contact %d of objects %d and %d: there are %d, and A stands before B", i, c.A, c.B, objects)
		}
		if i > 0 && record.CompareContactForces(row[i-1], *c) >= 0 {
			return fmt.Errorf("contact %d of objects %d and %d is not in its place", i, c.A, c.B)
		}
	}
	return nil
}

// contactCoder codes and decodes contact forces. Its fields are scratch.
type contactCoder struct {
	raw       []byte
	bits      [][record.ContactForceValues]uint64 // of each contact
	before    []int32                             // of each contact, that of its pair in the row before, -1 for none
	masks     []uint32
	residuals []uint64
	words     [3][]uint32 // counts, A and B of the rows whose pairs are not those of the row before
	planes    [8][]byte
	part      []byte
}

// hash returns the hash of contact forces.
func (k *contactCoder) hash(c *contactRows) uint64 {
	b := slices.Grow(k.raw[:0], 4*len(c.counts)+(8+8*record.ContactForceValues)*len(c.list))
	for _, n := range c.counts {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	for i := range c.list {
		b = binary.LittleEndian.AppendUint32(b, uint32(c.list[i].A))
		b = binary.LittleEndian.AppendUint32(b, uint32(c.list[i].B))
		for _, v := range c.list[i].Bits() {
			b = binary.LittleEndian.AppendUint64(b, v)
		}
	}
	k.raw = b
	return xxhash.Sum64(b)
}

// chainContacts returns the chain behind a chunk with the given hash.
func chainContacts(before, hash uint64) uint64 {
	var b [contactHead]byte
	binary.LittleEndian.PutUint64(b[:], before)
	binary.LittleEndian.PutUint64(b[8:], hash)
	return xxhash.Sum64(b[:])
}

// appendHead appends the chain and the hash of c, and returns the chain behind it.
func (k *contactCoder) appendHead(dst []byte, chain uint64, c *contactRows) ([]byte, uint64) {
	h := k.hash(c)
	dst = binary.LittleEndian.AppendUint64(dst, chain)
	return binary.LittleEndian.AppendUint64(dst, h), chainContacts(chain, h)
}

// samePairs reports whether two rows are of the same pairs.
func samePairs(x, y []record.ContactForce) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i].A != y[i].A || x[i].B != y[i].B {
			return false
		}
	}
	return true
}

// link fills before: both rows are in order.
func (k *contactCoder) link(c *contactRows) {
	k.before = slices.Grow(k.before[:0], len(c.list))
	last, first := 0, 0 // of the row before, of the row
	for _, n := range c.counts {
		at := last
		for i := first; i < first+int(n); i++ {
			for at < first && record.CompareContactForces(c.list[at], c.list[i]) < 0 {
				at++
			}
			if at < first && record.CompareContactForces(c.list[at], c.list[i]) == 0 {
				k.before = append(k.before, int32(at))
				continue
			}
			k.before = append(k.before, -1)
		}
		last, first = first, first+int(n)
	}
}

// predict returns the prediction of component j of contact i: 0 for a pair that was not in the row before; else what
// it was there, and of a point of action what continues the last two.
func (k *contactCoder) predict(i, j int) uint64 {
	p := k.before[i]
	if p < 0 {
		return 0
	}
	a := k.bits[p][j]
	if pp := k.before[p]; pp >= 0 && j >= 6 && j < 9 && a != k.bits[pp][j] {
		x, y := math.Float64frombits(a), math.Float64frombits(k.bits[pp][j])
		return bitsOf(float64(x+x) - y)
	}
	return a
}

// append appends what is stored of c behind the head.
func (k *contactCoder) append(dst []byte, z parts.Compressor, c *contactRows) []byte {
	k.link(c)
	k.bits, k.residuals, k.masks = k.bits[:0], k.residuals[:0], k.masks[:0]
	for i := range c.list {
		k.bits = append(k.bits, c.list[i].Bits())
		k.masks = append(k.masks, 0)
	}
	for j := range record.ContactForceValues {
		for i := range k.bits {
			if r := residual(k.bits[i][j], k.predict(i, j)); r != 0 {
				k.masks[i] |= 1 << j
				k.residuals = append(k.residuals, r)
			}
		}
	}
	b := k.raw[:0]
	for i := range k.words {
		k.words[i] = k.words[i][:0]
	}
	var last []record.ContactForce
	first := 0
	for _, n := range c.counts {
		row := c.list[first:][:n]
		first += int(n)
		if samePairs(last, row) {
			b = append(b, 1)
			continue
		}
		last = row
		b = append(b, 0)
		k.words[0] = append(k.words[0], n)
		for i := range row {
			k.words[1], k.words[2] = append(k.words[1], uint32(row[i].A)), append(k.words[2], uint32(row[i].B))
		}
	}
	for i := range k.words {
		b = parts.AppendShuffled32(b, k.words[i])
	}
	for shift := 0; shift < 16; shift += 8 {
		for _, m := range k.masks {
			b = append(b, byte(m>>shift))
		}
	}
	dst = z.Append(dst, b, len(b) > freeContactBytes)
	k.raw = parts.AppendShuffled64(b[:0], k.residuals)
	return z.AppendPlanes(dst, k.raw)
}
