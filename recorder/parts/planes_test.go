package parts

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Bytes change places as they do one by one, whatever the number of values.
func TestShuffled_AreTheBytesInTurn(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 3))
	for n := range 40 {
		values := make([]uint64, n)
		for i := range values {
			values[i] = r.Uint64()
		}
		b := AppendShuffled64([]byte{42}, values)
		for i, v := range values {
			for k := range 8 {
				if b[1+k*n+i] != byte(v>>(8*k)) {
					t.Fatalf("%d values: byte %d of value %d is %#x of %#x", n, k, i, b[1+k*n+i], v)
				}
			}
		}
		if len(b) != 1+8*n || b[0] != 42 {
			t.Errorf("%d values: %d bytes", n, len(b))
		}
		var planes [8][]byte
		for k := range planes {
			planes[k] = b[1+k*n:][:n]
		}
		again := make([]uint64, n)
		if Unshuffle64(again, &planes); !slices.Equal(again, values) {
			t.Errorf("%x come back as %x", values, again)
		}
	}
}
