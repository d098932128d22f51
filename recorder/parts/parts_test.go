package parts

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// The compressor's past does not show: the same raw bytes after others give the same part.
func TestCompressor_HasNoPast(t *testing.T) {
	c, err := NewCompressor()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 3))
	var list [3000]float64
	for i := range list {
		list[i] = float64(r.IntN(1000))
	}
	text := []byte(fmt.Sprint(list))
	first := string(c.Append(nil, text, false))
	if len(first) > len(text)/2 {
		t.Fatalf("%d bytes of %d", len(first), len(text))
	}
	for n := range 50 {
		c.Append(nil, text[n*100:], false)
		c.AppendPlanes(nil, text[:8*(n+1)*10])
		if again := string(c.Append(nil, text, false)); again != first {
			t.Fatalf("after %d other parts the same bytes are compressed otherwise", n+1)
		}
	}
}

// Of a part that only its stored size bounds, a reader believes 128 times that and 64 kB: what compresses better is stored.
func TestParts_ComeBackWithinTheirRatio(t *testing.T) {
	c, err := NewCompressor()
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDecompressor(1 << 30)
	if err != nil {
		t.Fatal(err)
	}
	var scratch []byte
	for _, size := range []int{0, 1, 1000, 60_000, 3_000_000} {
		zeros := make([]byte, size)
		for _, limited := range []bool{false, true} {
			b := c.Append(nil, zeros, limited)
			p, rest, err := ReadRatio(append(b, 7), 1<<30)
			if stored := limited && size == 3_000_000; stored != (len(b) > size) && size > 1000 {
				t.Errorf("%d zeros, limited %v: a part of %d bytes", size, limited, len(b))
			}
			if size == 3_000_000 && !limited {
				if err == nil {
					t.Errorf("%d zeros in %d bytes are believed", size, len(b))
				}
				continue
			}
			if err != nil || len(rest) != 1 || rest[0] != 7 {
				t.Fatal(err, rest)
			}
			if raw, err := d.Decompress(&p, &scratch); err != nil || string(raw) != string(zeros) {
				t.Errorf("%d zeros come back as %d bytes, %v", size, len(raw), err)
			}
			if _, _, err := Read(b, int64(size)-1); err == nil && size > 0 {
				t.Errorf("%d bytes where fewer fit", size)
			}
			if _, _, err := Read(b[:len(b)-1], 1<<30); err == nil {
				t.Error("a part without its last byte")
			}
		}
	}
}
