package sampling

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"testing"
)

func square(x float64) float64 { return x * x }

// after returns so many rounds of points, and their shares in the weight of all, for the logarithm of a likelihood.
func after(names []string, seed uint64, each, rounds int, log func(z []float64) float64) (r *Rounds, logs, shares []float64) {
	r = NewRounds(names, seed, each)
	for {
		logs = logs[:0]
		for _, z := range r.Points() {
			logs = append(logs, log(z))
		}
		if len(logs) == each*rounds {
			break
		}
		r.Next(logs)
	}
	sum := 0.0
	for i, w := range r.Weights() {
		shares = append(shares, w*math.Exp(logs[i]))
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return r, logs, shares
}

// TestRounds_FindThePosterior: of normal likelihoods the posterior is normal, and the mean of likelihood times weight their integral over
// the prior, in closed form. Without rounds no point in a thousand would count.
func TestRounds_FindThePosterior(t *testing.T) {
	peak := func(at, width float64, axes ...int) func([]float64) float64 {
		return func(z []float64) float64 {
			sum := 0.0
			for _, k := range axes {
				sum -= 0.5 * square((z[k]-at)/width)
			}
			return sum
		}
	}
	for _, c := range []struct {
		name           string
		dim, each      int
		log            func([]float64) float64
		mean, variance float64 // of the first component
		integral       float64
		effective      float64 // at least, of a thousand or more in ten rounds
	}{
		{"one", 1, 100, peak(-1.5, 0.001, 0), -1.5 / (1 + 1e-6), 1e-6 / (1 + 1e-6), 0.001 / math.Sqrt(1+1e-6) * math.Exp(-0.5*square(1.5)/(1+1e-6)), 300},
		{"two", 2, 100, peak(0.7, 0.02, 0, 1), 0.7 / (1 + 4e-4), 4e-4 / (1 + 4e-4), 4e-4 / (1 + 4e-4) * math.Exp(-square(0.7)/(1+4e-4)), 300},
		{"four", 4, 200, peak(0.6, 0.05, 0, 1, 2, 3), 0.6 / (1 + 0.0025), 0.0025 / (1 + 0.0025), square(0.0025/(1+0.0025)) * math.Exp(-2*square(0.6)/(1+0.0025)), 300},
		{"one of two says nothing", 2, 100, peak(0.7, 0.02, 1), 0, 1, 0.02 / math.Sqrt(1+4e-4) * math.Exp(-0.5*square(0.7)/(1+4e-4)), 300},
		// The sum s of two has the variance 2 a priori; their difference is free.
		{"a sum", 2, 100, func(z []float64) float64 { return -0.5 * square((z[0]+z[1]-1)/0.01) }, 0.5 * 2 / (2 + 1e-4), 0.5*(1e-4*2/(2+1e-4))/2 + 0.5,
			0.01 / math.Sqrt(2+1e-4) * math.Exp(-0.5/(2+1e-4)), 300},
		// Two peaks of the same height.
		{"either of two", 2, 300, func(z []float64) float64 { return math.Max(peak(1, 0.05, 0, 1)(z), peak(-1, 0.05, 0, 1)(z)) }, 0,
			square(1/(1+0.0025)) + 0.0025/(1+0.0025), 2 * 0.0025 / (1 + 0.0025) * math.Exp(-1/(1+0.0025)), 50},
	} {
		for seed := range uint64(2) {
			r, logs, shares := after([]string{"a", "b", "c", "d"}[:c.dim], seed, c.each, 10, c.log)
			mean, variance, squares, integral := 0.0, 0.0, 0.0, 0.0
			for i, z := range r.Points() {
				mean, squares = mean+shares[i]*z[0], squares+square(shares[i])
				integral += r.Weights()[i] * math.Exp(logs[i]) / float64(len(logs))
			}
			for i, z := range r.Points() {
				variance += shares[i] * square(z[0]-mean)
			}
			// Four standard errors, for so many points that count.
			effective := 1 / squares
			e := 4 / math.Sqrt(effective)
			if effective < c.effective || math.Abs(mean-c.mean) > e*math.Sqrt(c.variance) || math.Abs(variance-c.variance) > math.Sqrt2*e*c.variance || math.Abs(integral-c.integral) > e*c.integral {
				t.Errorf("%s, seed %d: %.5f, variance %.3g, integral %.4g of %.0f points that count, want %.5f, %.3g, %.4g of %g or more",
					c.name, seed, mean, variance, integral, effective, c.mean, c.variance, c.integral, c.effective)
			}
		}
	}
}

// TestRounds_WhereNothingIsKnown: while too few points are possible all are drawn from the prior, and weigh the same; then those
// that are count.
func TestRounds_WhereNothingIsKnown(t *testing.T) {
	r := NewRounds([]string{"a", "b"}, 3, 40)
	prior := NewRounds([]string{"a", "b"}, 3, 120)
	logs := make([]float64, 40)
	for i := range logs {
		logs[i] = math.Inf(-1)
	}
	r.Next(logs)
	logs = append(logs, logs...)
	for i := range 5 { // of six
		logs[7*i] = 0
	}
	r.Next(logs)
	for i, z := range r.Points() {
		if z[0] != prior.Points()[i][0] || z[1] != prior.Points()[i][1] || r.Weights()[i] != 1 {
			t.Fatalf("point %d: %v with the weight %g, want %v", i, z, r.Weights()[i], prior.Points()[i])
		}
	}
	logs = append(logs, logs[:40]...)
	for i := range logs {
		logs[i] = math.Inf(-1)
	}
	for i := range 6 {
		logs[7*i] = 0
	}
	r.Next(logs)
	if w := r.Weights(); w[119] != w[118] && w[119] > 0 && w[119] < 4.0/3+1e-9 {
		return
	}
	t.Errorf("weights after a round that knows something: %g", r.Weights()[110:130])
}

// moments are sums over points of two components.
type moments struct {
	n       float64
	sum     [2]float64
	squares [3]float64
}

func (m *moments) add(z []float64, n float64) {
	m.n += n
	m.sum[0], m.sum[1] = m.sum[0]+n*z[0], m.sum[1]+n*z[1]
	m.squares[0], m.squares[1], m.squares[2] = m.squares[0]+n*z[0]*z[0], m.squares[1]+n*z[1]*z[0], m.squares[2]+n*z[1]*z[1]
}

// of returns the mean, and the covariances 0 0, 1 0 and 1 1.
func (m *moments) of() (mean [2]float64, cov [3]float64) {
	mean = [2]float64{m.sum[0] / m.n, m.sum[1] / m.n}
	return mean, [3]float64{m.squares[0]/m.n - mean[0]*mean[0], m.squares[1]/m.n - mean[1]*mean[0], m.squares[2]/m.n - mean[1]*mean[1]}
}

// TestRounds_MixtureHasTheMomentsOfThePoints: the points of a round are drawn around centres so that their mean and covariance are those
// of the weighted points before, but for what the kernels are wider, and its density is one: its mean over the prior's is 1 over
// points of the prior.
func TestRounds_MixtureHasTheMomentsOfThePoints(t *testing.T) {
	r := NewRounds([]string{"a", "b"}, 5, 4000)
	logs := make([]float64, 4000)
	for i, z := range r.Points() {
		logs[i] = -0.5 * (square(z[0]-0.5) + square(z[1]+z[0]))
	}
	shares, effective := r.shares(logs)
	if effective < 1000 || effective > 3000 {
		t.Fatalf("%g points count", effective)
	}
	mean, root := r.spread(shares)
	m := r.mixtureOf(logs)
	if len(m.centres) != mostCentres || m.prior != 400 {
		t.Fatalf("%d centres, %d of the prior", len(m.centres), m.prior)
	}
	// The posterior's precision is the prior's, 1, and that of both terms.
	if c := root[0][0]; math.Abs(c*c-2.0/5) > 0.03 || math.Abs(mean[0]-0.2) > 0.05 || math.Abs(mean[1]+0.1) > 0.05 {
		t.Errorf("mean %v, root %v", mean, root)
	}
	h := math.Pow(4/(4*effective), 1.0/6) // Silverman's width
	cov := [3]float64{square(root[0][0]), root[1][0] * root[0][0], square(root[1][0]) + square(root[1][1])}
	var centres, drawn moments
	for i, c := range m.centres {
		centres.add(c, float64(m.count[i]))
	}
	r.Next(logs)
	for k, z := range r.Points()[4000:] {
		if !m.fromPrior(k) {
			drawn.add(z, 1)
		}
	}
	// Four standard errors of 200 centres, and of 3600 points about them; of a covariance that of two components.
	centreMean, centreCov := centres.of()
	drawnMean, drawnCov := drawn.of()
	for k := range mean {
		if math.Abs(centreMean[k]-mean[k]) > 4*math.Sqrt(cov[2*k]/200) || math.Abs(drawnMean[k]-centreMean[k]) > 4*math.Sqrt(cov[2*k]/3600) {
			t.Errorf("mean %d: %g of centres, %g of what is drawn, want %g", k, centreMean[k], drawnMean[k], mean[k])
		}
	}
	for k, c := range cov {
		e := 4 * math.Sqrt((cov[0]*cov[2]+cov[1]*cov[1])*2)
		if math.Abs(centreCov[k]-(1-h*h)*c) > e/math.Sqrt(200) || math.Abs(drawnCov[k]-centreCov[k]-square(wider*h)*c) > e/60 {
			t.Errorf("covariance %d: %g of centres, %g of what is drawn, want %g and %g more", k, centreCov[k], drawnCov[k], (1-h*h)*c, square(wider*h)*c)
		}
	}
	ratio := 0.0
	for _, z := range r.Points()[:4000] {
		ratio += m.over(z) / 4000 / 4000
	}
	if math.Abs(ratio-1) > 0.1 {
		t.Errorf("the mixture's density is %g", ratio)
	}
	weight := 0.0
	for _, w := range r.Weights() {
		weight += w / 8000
	}
	if math.Abs(weight-1) > 0.05 {
		t.Errorf("the mean weight is %g", weight)
	}
}

// TestRounds_SameBits: pinned, as found on amd64; also run on arm64.
func TestRounds_SameBits(t *testing.T) {
	r, _, _ := after([]string{"speed", "mu", "offset"}, 11, 30, 8, func(z []float64) float64 {
		a, b := float64((z[0]+z[1])*50)-20, float64((z[1]-float64(z[2]*z[2]))*20)
		return -float64(0.5 * (float64(a*a) + float64(b*b)))
	})
	h := fnv.New64a()
	for i, z := range r.Points() {
		for _, x := range append(z, r.Weights()[i]) {
			_ = binary.Write(h, binary.LittleEndian, math.Float64bits(x))
		}
	}
	if got, want := h.Sum64(), uint64(0x9682e185676903fe); got != want {
		t.Errorf("hash %#x, want %#x", got, want)
	}
}
