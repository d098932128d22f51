package recorder

import (
	"math/rand/v2"
	"testing"
)

// What is coded comes back, whatever its lengths, and takes about what it must: of two decisions of which one is taken
// in one of a hundred cases 0.08 bits, and what following it costs.
func TestArith_ComesBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	var rare [2]prob
	resetProbs(rare[:])
	var table lengths
	table.reset()
	var enc arithEncoder
	enc.reset()
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
		enc.decide(&rare[1], bits[i])
	}
	if spent := enc.spent() / n; spent < 0.08 || spent > 0.11 {
		t.Errorf("%.3f bits a decision", spent)
	}
	for i, v := range numbers {
		enc.number(&table, expect[i], v)
		enc.bits(uint64(i&7), 3)
	}
	enc.finish()
	for cut := range 3 {
		resetProbs(rare[:])
		table.reset()
		in, plain := enc.out, enc.plain
		switch cut {
		case 1:
			in = in[:len(in)-4]
		case 2:
			plain = plain[:len(plain)-8]
		}
		var dec arithDecoder
		dec.reset(in, plain)
		same := true
		for i := range bits {
			same = same && dec.decide(&rare[1]) == bits[i]
		}
		for i, v := range numbers {
			same = same && dec.number(&table, expect[i]) == v && dec.bits(3) == uint64(i&7)
		}
		if same != (cut == 0) || dec.whole() != (cut == 0) || cut > 0 && !dec.overrun {
			t.Errorf("cut %d: same %v, whole %v, read past the end %v", cut, same, dec.whole(), dec.overrun)
		}
	}
}

// No probability is ever 0 or 1, however long it is followed.
func TestArith_ProbabilitiesStayWithin(t *testing.T) {
	for bit := range uint32(2) {
		p := [1]prob{}
		resetProbs(p[:])
		for range 5000 {
			p[0] = p[0].after(bit - 1)
			if s := p[0].share(); s < 1 || s >= 1<<probBits {
				t.Fatalf("share %d", s)
			}
		}
	}
}
