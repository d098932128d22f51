package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// The first root against a walk by steps that cannot pass it, for waves of all kinds: still, straight, barely falling
// and rising in turn, many turns long.
func TestPlaneWave_FirstEqualsWalk(t *testing.T) {
	r := newToiRand(77)
	roots, later, barely, none, counts := 0, 0, 0, 0, 0
	for k := 0; k < 20000; k++ {
		f := planeWave{w: math.Exp(r.between(-2, 4)), a: r.between(-1, 1), b: r.between(-1, 1)}
		f.amplitude, f.phase = math.Sqrt(f.a*f.a+f.b*f.b), geom.Atan2(f.b, f.a)
		switch r.IntN(4) {
		case 0: // just waves, or just does not
			f.v = -f.w * f.amplitude * (1 + r.between(-1, 1)*math.Exp(r.between(-15, 0)))
		case 1:
			f.v = -f.w * f.amplitude * math.Exp(r.between(-6, 2))
		case 2:
			f.v = f.w * f.amplitude * r.between(0, 1.5)
		}
		level, limit := r.between(-1, 1), r.between(0.1, 40)/f.w
		f.e = level - f.a + math.Exp(r.between(-12, 2)) // it starts this high
		const slack = 1e-9
		count := 0
		got, ok := f.first(level, 0, limit, slack/8, &count)
		h, _ := f.at(got)
		if ok && math.Abs(h-level) > slack/4 {
			t.Fatalf("%#v: level %v: at %v the height is %v", f, level, got, h)
		}
		end, speed := limit, math.Abs(f.v)+f.w*f.amplitude
		if ok {
			end = got
			roots++
			if counts += count; count > 60 {
				t.Fatalf("%#v: level %v: %d evaluations", f, level, count)
			}
			if f.w*got > 2*math.Pi {
				later++
			}
			if top := f.w * f.amplitude; top > -f.v && top < -1.1*f.v {
				barely++
			}
		} else {
			none++
		}
		for s, i := 0.0, 0; s < end && i < 20000; i++ {
			h, _ := f.at(s)
			if h < level-slack {
				t.Fatalf("%#v: level %v: %v, %v; but below at %v", f, level, got, ok, s)
			}
			s += (math.Max(h-level, 0) + slack) / speed
		}
	}
	if counts > 12*roots {
		t.Errorf("%d evaluations for %d roots", counts, roots)
	}
	if roots < 5000 || none < 3000 || later < 200 || barely < 500 {
		t.Errorf("%d roots, %d after a turn, %d of barely waving, %d without", roots, later, barely, none)
	}
}
