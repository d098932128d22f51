package recorder

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// The hash of rows, of whatever length and in whatever portions, is xxHash64 of their bytes, and values that are taken
// come as they are.
func TestRowHasher_IsXXHash64(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 4))
	var h rowHasher
	for n := range 200 {
		rows, values, b := make([]uint64, n), make([]float64, n), []byte(nil)
		for i := range rows {
			rows[i] = r.Uint64()
			if r.IntN(4) == 0 {
				rows[i] = math.Float64bits(math.NaN()) + uint64(i)
			}
			values[i] = math.Float64frombits(rows[i])
			b = binary.LittleEndian.AppendUint64(b, rows[i])
		}
		want := xxhash.Sum64(b)
		if got := h.sum(rows); got != want {
			t.Fatalf("%d numbers: hash %016x, want %016x", n, got, want)
		}
		h.reset()
		taken := make([]uint64, n)
		for at := 0; at < n; {
			k := 1 + r.IntN(n-at)
			if r.IntN(2) == 0 {
				h.add(rows[at : at+k])
				copy(taken[at:], rows[at:at+k])
			} else {
				h.take(taken[at:at+k], values[at:at+k])
			}
			at += k
		}
		if got := h.end(); got != want {
			t.Fatalf("%d numbers in portions: hash %016x, want %016x", n, got, want)
		}
		for i, v := range taken {
			if v != rows[i] {
				t.Fatalf("value %d was taken as %016x, want %016x", i, v, rows[i])
			}
		}
	}
}
