package response

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestReflectFour_IsFourTimesReflect: what four columns at once come to is what each comes to by itself, in every bit;
// and the longest of columns is found wherever it is, the first of equal ones.
func TestReflectFour_IsFourTimesReflect(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n := 1 + r.IntN(40)
		k, tau := r.IntN(n), r.NormFloat64()
		vector := func() []float64 {
			v := make([]float64, n)
			for i := range v {
				v[i] = r.NormFloat64()
			}
			return v
		}
		c := vector()
		one, four := [4][]float64{}, [4][]float64{}
		for i := range one {
			one[i] = vector()
			four[i] = slices.Clone(one[i])
			reflect(c, one[i], k, tau)
		}
		reflectFour(c, four, k, tau)
		for i := range one {
			if !slices.Equal(one[i], four[i]) {
				t.Fatalf("column %d of length %d from %d on: %v, want %v", i, n, k, four[i], one[i])
			}
		}
	}
	for n := 1; n < 12; n++ {
		var m minNorm
		m.reset(n)
		for at := range n {
			for j := range n {
				for i := range n {
					m.column(j)[i] = 1
				}
			}
			for i := range n {
				m.column(at)[i] = 2
			}
			for k := range n {
				if got, _ := m.pivot(k); got != max(at, k) {
					t.Errorf("%d columns, from %d on, %d the longest: %d", n, k, at, got)
				}
			}
		}
	}
}
