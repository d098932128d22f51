package rangecoder

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// What is coded comes back, whatever its lengths, and takes about what it must: of two decisions of which one is taken
// in one of a hundred cases 0.08 bits, and what following it costs.
func TestCoder_ComesBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	var rare [2]Prob
	Reset(rare[:])
	var table Lengths
	table.Reset()
	var enc Encoder
	enc.Reset()
	const n = 20000
	var bits [n]uint32
	var numbers [n]uint64
	var expect [n]int
	for i := range n {
		if r.IntN(100) == 0 {
			bits[i] = 1
		}
		numbers[i] = r.Uint64() >> r.IntN(65)
		expect[i] = r.IntN(65)
		enc.Decide(&rare[1], bits[i])
	}
	if spent := enc.Spent() / n; spent < 0.08 || spent > 0.11 {
		t.Errorf("%.3f bits a decision", spent)
	}
	for i, v := range numbers {
		enc.Number(&table, expect[i], v)
		enc.bits(uint64(i&7), 3)
	}
	enc.Finish()
	for cut := range 3 {
		Reset(rare[:])
		table.Reset()
		in, plain := enc.out, enc.plain
		switch cut {
		case 1:
			in = in[:len(in)-4]
		case 2:
			plain = plain[:len(plain)-8]
		}
		var dec Decoder
		dec.Reset(in, plain)
		same := true
		for i := range bits {
			same = same && dec.Decide(&rare[1]) == bits[i]
		}
		for i, v := range numbers {
			same = same && dec.Number(&table, expect[i]) == v && dec.bits(3) == uint64(i&7)
		}
		if same != (cut == 0) || dec.Whole() != (cut == 0) || cut > 0 && !dec.Overrun {
			t.Errorf("cut %d: same %v, whole %v, read past the end %v", cut, same, dec.Whole(), dec.Overrun)
		}
	}
}

// No probability is ever 0 or 1, however long it is followed.
func TestProb_StaysWithin(t *testing.T) {
	for bit := range uint32(2) {
		p := [1]Prob{}
		Reset(p[:])
		for range 5000 {
			p[0] = p[0].after(bit - 1)
			if s := p[0].share(); s < 1 || s >= 1<<probBits {
				t.Fatalf("share %d", s)
			}
		}
	}
}

// Decisions for 0 in one go, by one probability or by several, are those that come one by one.
func TestEncoder_ZerosAreDecisions(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 4))
	var probs, again [5]Prob
	Reset(probs[:])
	again = probs
	list := []*Prob{&probs[1], &probs[3], &probs[1], &probs[4]}
	var enc, single Encoder
	enc.Reset()
	single.Reset()
	for range 3000 {
		switch r.IntN(3) {
		case 0:
			n := r.IntN(40)
			enc.Zeros(&probs[2], n)
			for range n {
				single.Decide(&again[2], 0)
			}
		case 1:
			enc.AllZero(list)
			for _, k := range [...]int{1, 3, 1, 4} {
				single.Decide(&again[k], 0)
			}
		default:
			k, bit := r.IntN(len(probs)), r.Uint32N(2)
			enc.Decide(&probs[k], bit)
			single.Decide(&again[k], bit)
		}
	}
	enc.Finish()
	single.Finish()
	if got, _ := enc.Streams(); probs != again || len(got) < 100 || !slices.Equal(got, single.out) {
		t.Errorf("%d bytes and %v, want %d and %v", len(got), probs, len(single.out), again)
	}
}

// both codes decisions, numbers of all lengths and trees, and returns what they are. What a decoder is given is something else.
func both(to Coder) (values []uint64) {
	r := rand.New(rand.NewPCG(3, 4))
	var rare [40]Prob
	var trees [16]Prob
	var table [2]Lengths
	Reset(rare[:])
	Reset(trees[:])
	for i := range table {
		table[i].Reset()
	}
	for range 4000 {
		bit, v, expect, kind := r.Uint32N(40), r.Uint64()>>r.IntN(65), r.IntN(65), r.IntN(2)
		if r.IntN(3) > 0 {
			v = r.Uint64N(16) << max(expect-2, 0)
		}
		branch, p := uint32(v)&15, &rare[bit]
		if bit = min(bit, 1); to.Out == nil {
			bit, v, branch = 1-bit, ^v, 15-branch
		}
		values = append(values, uint64(to.Decide(p, bit)), to.Number(&table[kind], expect, v), uint64(to.Tree(trees[:], 4, branch)))
	}
	return values
}

// What is coded stays as it is, for logs of all versions from codec 4 on are read by it, and nothing more than that is taken for it.
func TestCoder_StaysAsItIs(t *testing.T) {
	var enc Encoder
	enc.Reset()
	want := both(Coder{Out: &enc})
	enc.Finish()
	in, plain := enc.Streams()
	if a, b := xxhash.Sum64(in), xxhash.Sum64(plain); a != 0xd1c7c13b88ea84ae || b != 0x4d1a05994c95a35f {
		t.Errorf("decisions %#x and plain bits %#x", a, b)
	}
	last := plain[len(plain)-1]
	if last&0x80 != 0 {
		t.Fatal("the plain bits end with a byte that is full")
	}
	for name, c := range map[string]struct {
		in, plain []byte
		whole     bool
	}{
		"as it is":          {in, plain, true},
		"a decision more":   {append(slices.Clip(in), 0), plain, false},
		"a byte more":       {in, append(slices.Clip(plain), 0), false},
		"a bit behind them": {in, append(slices.Clip(plain[:len(plain)-1]), last|0x80), false},
	} {
		var dec Decoder
		dec.Reset(c.in, c.plain)
		if got := both(Coder{In: &dec}); !slices.Equal(got, want) || dec.Overrun || dec.Whole() != c.whole {
			t.Errorf("%s: equal %v, read past the end %v, whole %v", name, slices.Equal(got, want), dec.Overrun, dec.Whole())
		}
	}
}

// A number 0 where none is expected is Nothing.
func TestLengths_NothingIsANumber(t *testing.T) {
	var single, together Encoder
	single.Reset()
	together.Reset()
	var a, b Lengths
	single.Number(&a, 0, 12345)
	together.Number(&b, 0, 12345)
	for range 100 {
		single.Number(&a, 0, 0)
		nothing := b.Nothing()
		together.AllZero(nothing[:])
	}
	single.Finish()
	together.Finish()
	if a != b || !slices.Equal(single.out, together.out) || len(single.out) < 8 {
		t.Errorf("decisions %x, want %x", together.out, single.out)
	}
}
