package reconstruct

import (
	"math"
	"math/rand/v2"
	"testing"
)

// pulse samples a shape of the peak 1 and the length T, 10,000 a second, with 20 ms of nothing before and behind.
func pulse(T, peak float64, shape func(x float64) float64) []float64 {
	a := make([]float64, int((T+0.04)*gaugeRate)+1)
	for i := range a {
		if x := (float64(i)/gaugeRate - 0.02) / T; x >= -1e-12 && x <= 1+1e-12 {
			a[i] = peak * shape(math.Max(0, math.Min(1, x)))
		}
	}
	return a
}

func flat(float64) float64        { return 1 }
func halfSine(x float64) float64  { return math.Sin(math.Pi * x) }
func triangle(x float64) float64  { return 1 - math.Abs(2*x-1) }
func haversine(x float64) float64 { return (1 - math.Cos(2*math.Pi*x)) / 2 }

// meanAbout is the mean of a symmetric shape of the length 1 over the middle w of it.
var meanAbout = map[string]func(w float64) float64{
	"half sine": func(w float64) float64 { return 2 / (math.Pi * w) * math.Sin(math.Pi*w/2) },
	"triangle":  func(w float64) float64 { return 1 - w/2 },
	"haversine": func(w float64) float64 { return (1 + math.Sin(math.Pi*w)/(math.Pi*w)) / 2 },
}

// By Chou and Nyquist (SAE 740082) the criterion of a half sine of the peak A and the length T is 0.4146 A^2.5 T, of a triangle
// 0.2464 A^2.5 T, where the best window is allowed: two thirds and four sevenths of T. Where it is not, the window is as long as it
// may be, about the middle. A square pulse has A^2.5 T, or that of the window.
func TestHIC_OfPulsesInClosedForm(t *testing.T) {
	const A = 80.0
	unit := math.Pow(A, 2.5)
	for name, shape := range map[string]func(float64) float64{"half sine": halfSine, "triangle": triangle, "haversine": haversine} {
		for _, T := range []float64{0.006, 0.012, 0.02, 0.03, 0.06, 0.1} {
			for _, most := range []float64{0.015, 0.036} {
				want, width := 0.0, 0.0
				for w := 1e-4; w <= math.Min(1, most/T); w += 1e-4 {
					if v := w * math.Pow(meanAbout[name](w), 2.5); v > want {
						want, width = v, w
					}
				}
				if known := map[string]float64{"half sine": 0.4146, "triangle": 0.2464}[name]; known > 0 && most/T > 0.7 {
					near(t, name+" as published", want, known, 1e-4)
				}
				got, i, j := hic(pulse(T, A, shape), 1.0/gaugeRate, int(most*gaugeRate+0.5))
				near(t, name, got/(unit*T), want, 2e-3*want)
				near(t, name+" window", float64(j-i)/gaugeRate, width*T, 0.03*T+2e-4)
				near(t, name+" middle", float64(i+j)/2/gaugeRate, 0.02+T/2, 2e-4)
			}
		}
	}
	for _, T := range []float64{0.003, 0.01, 0.015, 0.02, 0.05} {
		for _, most := range []float64{0.015, 0.036} {
			got, i, j := hic(pulse(T, A, flat), 1.0/gaugeRate, int(most*gaugeRate+0.5))
			near(t, "square", got, math.Min(T, most)*unit, 0.02*math.Min(T, most)*unit) // its flanks are a sample long
			near(t, "square window", float64(j-i)/gaugeRate, math.Min(T, most), 2.1e-4)
		}
	}
	// In one sample more it is exact: a window of the square alone.
	ones := make([]float64, 101)
	for i := range ones {
		ones[i] = A
	}
	got, i, j := hic(ones, 1.0/gaugeRate, 150)
	near(t, "all square", got, 0.01*unit, 1e-9*unit)
	if i != 0 || j != 100 {
		t.Errorf("window %d to %d", i, j)
	}
}

// bruteHIC tries all pairs, each integral summed anew.
func bruteHIC(a []float64, T0 float64, most int) (best float64) {
	for i := range a {
		for j := i + 1; j < len(a) && j-i <= most; j++ {
			sum := 0.0
			for k := i; k < j; k++ {
				sum += (a[k] + a[k+1]) / 2 * T0
			}
			T := float64(j-i) * T0
			best = math.Max(best, T*math.Pow(sum/T, 2.5))
		}
	}
	return best
}

func TestHIC_EqualsAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	pruned := 0
	for trial := range 300 {
		a := make([]float64, r.IntN(150))
		for i := range a {
			switch trial % 4 {
			case 0:
				a[i] = 100 * r.Float64()
			case 1: // spikes
				a[i] = math.Exp(8 * r.Float64() * r.Float64() * r.Float64())
			case 2: // a walk
				if i > 0 {
					a[i] = math.Abs(a[i-1] + 10*r.NormFloat64())
				}
			default: // blows far apart
				a[i] = math.Max(0, 100*math.Sin(float64(i)/5)-60*r.Float64())
			}
		}
		most := 1 + r.IntN(60)
		got, i, j := hic(a, 1e-3, most)
		want := bruteHIC(a, 1e-3, most)
		near(t, "HIC", got, want, 1e-11*want)
		if want > 0 {
			if j <= i || j-i > most {
				t.Fatalf("window %d to %d, of %d", i, j, most)
			}
			near(t, "of its window", bruteHIC(a[i:j+1], 1e-3, most), want, 1e-11*want)
			pruned++
		}
	}
	if pruned < 200 {
		t.Errorf("%d trials with a value", pruned)
	}
}

func TestHIC_OfNothing(t *testing.T) {
	for _, a := range [][]float64{nil, {5}, make([]float64, 500)} {
		if v, i, j := hic(a, 1e-4, 150); v != 0 || i != 0 || j != 0 {
			t.Errorf("%d samples: %g, %d to %d", len(a), v, i, j)
		}
	}
	if _, _, _, ok := clip(make([]float64, 30), 30, 2000); ok {
		t.Error("a signal of 2.9 ms has a level")
	}
	if v, _, _, ok := clip(make([]float64, 31), 30, 2000); v != 0 || !ok {
		t.Errorf("at rest: %g %v", v, ok)
	}
}

// Of two blows a second apart the criterion is that of the harder one, and so is the level: the milliseconds of one do not add
// to those of the other, as they do of two blows 30 ms apart.
func TestHIC_OfTwoBlows(t *testing.T) {
	one := pulse(0.012, 60, triangle)
	for _, c := range []struct {
		gap  float64
		clip float64 // a triangle is above (1 - 3 ms/T) of its peak for 3 ms, two of them above (1 - 1.5 ms/T)
	}{{1, 60 * (1 - 3.0/12)}, {0.03, 60 * (1 - 1.5/12)}} {
		two := append(append([]float64{}, one...), make([]float64, int(c.gap*gaugeRate))...)
		two = append(two, one...)
		alone, i, j := hic(one, 1.0/gaugeRate, 150)
		both, k, l := hic(two, 1.0/gaugeRate, 150)
		near(t, "HIC", both, alone, 1e-9*alone)
		if i != k || j != l {
			t.Errorf("window %d to %d, alone %d to %d", k, l, i, j)
		}
		level, _, _, _ := clip(two, 30, 2000)
		near(t, "level", level, c.clip, 1e-6)
	}
}

// The time above a level of a triangle, a half sine and a haversine is known.
func TestClip_OfPulsesInClosedForm(t *testing.T) {
	for _, T := range []float64{0.004, 0.01, 0.03, 0.1} {
		x := 0.003 / T
		for _, c := range []struct {
			name string
			a    []float64
			want float64
			tol  float64
		}{
			{"triangle", pulse(T, 50, triangle), 50 * (1 - x), 1e-6},
			{"half sine", pulse(T, 50, halfSine), 50 * math.Cos(math.Pi*x/2), 0.02},
			{"haversine", pulse(T, 50, haversine), 50 * (1 + math.Cos(math.Pi*x)) / 2, 0.02},
			{"square", pulse(T, 50, flat), 50, 1e-9},
		} {
			level, i, j, ok := clip(c.a, 30, 2000)
			near(t, c.name, level, c.want, c.tol)
			if c.name != "square" {
				near(t, c.name+" from", float64(i)/gaugeRate, 0.02+(T-0.003)/2, 1.1e-4)
				near(t, c.name+" until", float64(j)/gaugeRate, 0.02+(T+0.003)/2, 1.1e-4)
			}
			if !ok {
				t.Error(c.name, "has none")
			}
		}
	}
	short, _, _, _ := clip(pulse(0.002, 50, flat), 30, 2000) // of 2 ms: nothing is above zero for 3 ms
	near(t, "a short blow", short, 0, 1e-9)
}

// The level is the largest of which some stretch has the time: by dense samples of each stretch, sorted.
func TestClip_EqualsSortedSamples(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	for range 60 {
		a := make([]float64, 40+r.IntN(60))
		for i := range a {
			a[i] = 50 * r.Float64() * r.Float64()
		}
		within := 15 + r.IntN(40)
		time := 3 + 8*r.Float64()
		const dense = 400
		want := 0.0
		for b := 0; b+1 < len(a); b++ {
			var all []float64
			for k := b; k < min(b+within, len(a)-1); k++ {
				for d := range dense {
					x := (float64(d) + 0.5) / dense
					all = append(all, a[k]+(a[k+1]-a[k])*x)
				}
			}
			if n := int(time * dense); n < len(all) {
				want = math.Max(want, nthLargest(all, n))
			}
		}
		got, _, _, ok := clip(a, time, within)
		near(t, "level", got, want, 0.15)
		if !ok {
			t.Error("none")
		}
	}
}

func nthLargest(a []float64, n int) float64 {
	lo, hi := 0.0, 100.0
	for range 40 {
		mid, above := (lo+hi)/2, 0
		for _, v := range a {
			if v >= mid {
				above++
			}
		}
		if above >= n {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// Windows are left out by what they cannot have alone: of plateaus that hardly differ the best one counts, to the last bit, and of equal
// ones the first.
func TestHIC_LeavesNoWindowOut(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	later := 0
	for trial := range 300 {
		a := make([]float64, 120)
		level := 100 * r.Float64()
		for i := range a {
			a[i] = level
			if i >= 40 && trial%2 == 0 {
				a[i] = level * (1 + 1e-3)
			}
			if i > 30 && i < 40 {
				a[i] = 0
			}
		}
		const most = 20
		sum := make([]float64, len(a))
		for k := 1; k < len(a); k++ {
			sum[k] = sum[k-1] + float64((a[k-1]+a[k])/2)
		}
		best, i, j := 0.0, 0, 0
		for k := range a {
			for l := k + 1; l <= min(k+most, len(a)-1); l++ {
				n := float64(l - k)
				m := (sum[l] - sum[k]) / n
				if v := n * m * m * math.Sqrt(m); v > best {
					best, i, j = v, k, l
				}
			}
		}
		if got, from, to := hic(a, 1, most); got != best || from != i || to != j {
			t.Fatalf("level %v: %v from %d to %d, of all pairs %v from %d to %d", level, got, from, to, best, i, j)
		}
		if i > 0 && trial%2 == 1 {
			later++
		}
	}
	if later < 30 {
		t.Errorf("%d are found by roundings of equal windows", later)
	}
}

// A signal from 0 to 1 and back is above 0.9 for a tenth of each sample: for 1 in 10, though their sum is less by some roundings.
func TestLongest_ForgivesRoundings(t *testing.T) {
	a := make([]float64, 11)
	for i := range a {
		a[i] = float64(i % 2)
	}
	above := make([]float64, len(a))
	if b, long := longest(a, above, 0.9, 1, 10); !long || b != 0 || above[10] >= 1 {
		t.Errorf("from %d on, %v: above for %v", b, long, above[10])
	}
	if _, long := longest(a, above, 0.9+1e-6, 1, 10); long {
		t.Errorf("above for %v", above[10])
	}
}
