package recorder

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/prang-sim/prang/recorder/parts"
	"github.com/prang-sim/prang/sim/record"
)

// decodeContacts fills c with the contact forces of a chunk of n rows, from the part behind its events, and returns the
// chain behind them, and what follows. Of the level verify there are none but their chain.
func (d *chunkDecoder) decodeContacts(c *contactRows, n int, b []byte) (chain uint64, rest []byte, err error) {
	c.reset()
	if !d.layout.contacts {
		return 0, b, nil
	}
	if len(b) < contactHead {
		return 0, nil, parts.ErrCut
	}
	hash := binary.LittleEndian.Uint64(b[8:])
	chain = chainContacts(binary.LittleEndian.Uint64(b), hash)
	if d.layout.verify {
		return chain, b[contactHead:], nil
	}
	if rest, err = d.contacts.decode(c, n, len(d.layout.bodies), d.zstd, b[contactHead:]); err != nil {
		return 0, nil, fmt.Errorf("contacts: %w", err)
	}
	if d.contacts.hash(c) != hash {
		return 0, nil, errors.New("the hash of its contact forces does not match")
	}
	return chain, rest, nil
}

// decode undoes append, and returns what follows. What it allocates is in proportion to the masks, which are there in full.
func (k *contactCoder) decode(c *contactRows, n, objects int, z parts.Decompressor, b []byte) (rest []byte, err error) {
	p, rest, err := parts.Read(b, freeContactBytes)
	if err != nil {
		p, rest, err = parts.ReadRatio(b, maxContactBytes)
	}
	if err != nil {
		return nil, err
	}
	raw, err := z.Decompress(&p, &k.part)
	if err != nil {
		return nil, err
	}
	if k.masks, err = readPairs(c, raw, n, objects, k.masks[:0]); err != nil {
		return nil, err
	}
	stored := 0
	for _, m := range k.masks {
		stored += bits.OnesCount32(m)
	}
	if k.residuals, rest, err = z.ReadPlanes(rest, stored, k.residuals, &k.planes); err != nil {
		return nil, err
	}
	if len(k.residuals) != stored {
		return nil, fmt.Errorf("%d residuals, the masks have %d", len(k.residuals), stored)
	}
	k.link(c)
	k.bits = slices.Grow(k.bits[:0], len(c.list))[:len(c.list)]
	at := 0
	for j := range record.ContactForceValues {
		for i := range k.bits {
			k.bits[i][j] = k.predict(i, j)
			if k.masks[i]>>j&1 != 0 {
				k.bits[i][j] = restore(k.residuals[at], k.bits[i][j])
				at++
			}
		}
	}
	for i := range c.list {
		c.list[i].SetBits(&k.bits[i])
	}
	return rest, nil
}

// readPairs fills c with the pairs of n rows, and returns their masks.
func readPairs(c *contactRows, raw []byte, n, objects int, masks []uint32) ([]uint32, error) {
	in := columns{b: raw}
	same := in.bytes(n, "rows")
	other := 0
	for _, s := range same {
		if s > 1 {
			return nil, fmt.Errorf("row of kind %d", s)
		}
		other += 1 - int(s)
	}
	counts := in.u32(other, "counts")
	listed := 0
	for _, m := range counts {
		if listed += int(m); int64(listed) > int64(len(raw)) || int64(m) > int64(len(raw)) {
			return nil, fmt.Errorf("%d contacts in %d bytes", listed, len(raw))
		}
	}
	a, b := in.u32(listed, "objects A"), in.u32(listed, "objects B")
	if in.err != nil {
		return nil, in.err
	}
	most := chunkContacts
	if n == 1 {
		most = maxContacts
	}
	total, m := 0, 0
	for i, next := 0, 0; i < len(same); i++ {
		if same[i] == 0 {
			m, next = int(counts[next]), next+1
		}
		if total += m; total > most || total > len(in.b)/2 { // each contact has two bytes of masks
			return nil, fmt.Errorf("more than %d contacts, or than masks of %d bytes", most, len(in.b))
		}
	}
	c.list = slices.Grow(c.list, total)
	var last []record.ContactForce
	for _, s := range same {
		m := len(last)
		if s == 0 {
			m, counts = int(counts[0]), counts[1:]
		}
		first := len(c.list)
		if s == 1 {
			c.list = append(c.list, last...)
		} else {
			for i := range m {
				c.list = append(c.list, record.ContactForce{A: int32(a[i]), B: int32(b[i])})
			}
			a, b = a[m:], b[m:]
		}
		c.counts = append(c.counts, uint32(m))
		last = c.list[first:]
		if err := checkContacts(last, objects); err != nil {
			return nil, err
		}
	}
	if len(in.b) != 2*len(c.list) {
		return nil, fmt.Errorf("%d bytes of masks for %d contacts", len(in.b), len(c.list))
	}
	masks = slices.Grow(masks, total)
	for i := range c.list {
		m := uint32(in.b[i]) | uint32(in.b[len(c.list)+i])<<8
		if m>>record.ContactForceValues != 0 {
			return nil, fmt.Errorf("contact %d: mask of %#x", i, m)
		}
		masks = append(masks, m)
	}
	return masks, nil
}
