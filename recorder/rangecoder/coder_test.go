package rangecoder

import (
	"math/rand/v2"
	"slices"
	"testing"
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
