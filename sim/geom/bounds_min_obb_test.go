package geom

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/prang-sim/prang/sim/geom/geomtest"
)

func TestMinOBB_HandWorked(t *testing.T) {
	r := boundsRand(20)
	for i := 0; i < geomtest.Trials(20); i++ {
		q, c := boundsTurn(r), Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		box := boundsBox(Vec{4, 2, 1}, q, c)
		// Points near one corner pull the covariance off the box's axes, and leave the least box as it is.
		for k := 0; k < 30; k++ {
			w := Vec{1.6 + 0.4*r.Float64(), 0.8 + 0.2*r.Float64(), 0.4 + 0.1*r.Float64()}
			box = append(box, c.Add(q.Rotate(w)))
		}
		got := MinOBB(box)
		boundsHolds(t, "box", got, box)
		near(t, "box", boundsVolume(got), 8, 1e-12)
		if v := boundsVolume(OBBOfPoints(box)); v < 8.5 {
			t.Errorf("covariance finds %g: the case is too easy", v)
		}
	}
	// The regular tetrahedron lies in the cube whose face diagonals are its edges, volume three times its own.
	tetra := []Vec{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}
	q := Quat{0.9, Vec{0.3, -0.2, 0.1}}.Normalize()
	for i := range tetra {
		tetra[i] = q.Rotate(tetra[i])
	}
	near(t, "tetrahedron", boundsVolume(MinOBB(tetra)), 8, 1e-3) // no edge lies along the box: the last step decides
}

// boundsEdgePairs returns the least volume of a box with two neighbouring faces flush with edges (O'Rourke's theorem:
// the least of all is one of these), over all pairs of points as edges, on a grid of angles that is then made finer.
func boundsEdgePairs(points []Vec) float64 {
	best := math.Inf(1)
	volume := func(e1, e2 Vec, angle float64) float64 {
		u := e1.Perpendicular()
		n1 := u.Scale(math.Cos(angle)).Add(e1.Cross(u).Scale(math.Sin(angle)))
		n2 := n1.Cross(e2)
		if n2.LenSq() < 1e-12 {
			return math.Inf(1)
		}
		n2 = n2.Normalize()
		b := obbAlong(Mat3{n1, n2, n1.Cross(n2)}, points)
		return boundsVolume(b)
	}
	for i := range points {
		for j := 0; j < i; j++ {
			for k := range points {
				for l := 0; l < k; l++ {
					e1, e2 := points[i].Sub(points[j]).Normalize(), points[k].Sub(points[l]).Normalize()
					const steps = 60
					at, low := 0.0, math.Inf(1)
					for s := 0; s < steps; s++ {
						if v := volume(e1, e2, math.Pi*float64(s)/steps); v < low {
							at, low = math.Pi*float64(s)/steps, v
						}
					}
					if low > 1.1*best {
						continue
					}
					for h := math.Pi / steps / 2; h > 1e-5; h /= 2 {
						for _, a := range []float64{at - h, at + h} {
							if v := volume(e1, e2, a); v < low {
								at, low = a, v
							}
						}
					}
					best = math.Min(best, low)
				}
			}
		}
	}
	return best
}

func TestMinOBB_EqualsEdgePairs(t *testing.T) {
	r := boundsRand(21)
	worst, gain := 0.0, 0
	for i := 0; i < geomtest.Trials(40); i++ {
		points := make([]Vec, 4+i%4)
		for j := range points {
			points[j] = Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64() * []float64{1, 0.1}[i%2]}
		}
		got, want := MinOBB(points), boundsEdgePairs(points)
		boundsHolds(t, "random", got, points)
		worst = math.Max(worst, boundsVolume(got)/want)
		if boundsVolume(OBBOfPoints(points)) > 1.05*want {
			gain++
		}
	}
	if worst > 1.001 { // measured: 1.000003
		t.Errorf("%g times the least volume", worst)
	}
	if gain < geomtest.Trials(20) {
		t.Errorf("the covariance is 5 %% worse in %d cases only", gain)
	}
}

// More points than take part in the search at once.
func TestMinOBB_ManyPoints(t *testing.T) {
	r := boundsRand(22)
	q := boundsTurn(r)
	points := boundsBox(Vec{4, 2, 1}, q, Vec{})
	for i := 0; i < 4000; i++ {
		points = append(points, q.Rotate(Vec{4 * (r.Float64() - 0.5), 2 * (r.Float64() - 0.5), r.Float64() - 0.5}))
	}
	b := MinOBB(points)
	boundsHolds(t, "box", b, points)
	near(t, "box", boundsVolume(b), 8, 1e-9)
	ball := make([]Vec, 3000)
	for i := range ball {
		ball[i] = Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Normalize().Mul(Vec{1, 2, 3})
	}
	b = MinOBB(ball)
	boundsHolds(t, "ellipsoid", b, ball)
	if v := boundsVolume(b); v > 48*1.001 { // every box around an ellipsoid touching it is at least that of its axes
		t.Errorf("ellipsoid: %g", v)
	}
}

func TestMinOBB_OrderAndTurn(t *testing.T) {
	r := boundsRand(23)
	for i := 0; i < geomtest.Trials(10); i++ {
		points, turned := make([]Vec, 30), make([]Vec, 30)
		for j := range points {
			points[j] = Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
		}
		for j, k := range r.Perm(30) {
			p := points[k]
			turned[j] = Vec{-p.Y, p.X, p.Z}.Add(Vec{16, -8, 4})
		}
		a, b := MinOBB(points), MinOBB(turned)
		near(t, "volume", boundsVolume(b)/boundsVolume(a), 1, 1e-3)
	}
}

// CGAL's spheres are exact; its boxes are the result of an optimisation of its own.
func TestBounds_EqualCGAL(t *testing.T) {
	for _, rec := range geomtest.MeshBounds(t) {
		points := boundsOBJ(t, geomtest.Shared(t, "data", "collision", rec.Mesh))
		if len(points) != rec.Points {
			t.Fatalf("%s: %d points, want %d", rec.Mesh, len(points), rec.Points)
		}
		s, b := MinSphere(points), MinOBB(points)
		near(t, rec.Mesh+": sphere", s.R, rec.Radius, 1e-9*rec.Radius)
		boundsInside(t, rec.Mesh, s, points)
		boundsInside(t, rec.Mesh+", Ritter", RitterSphere(points), points)
		boundsHolds(t, rec.Mesh, b, points)
		boundsHolds(t, rec.Mesh+", covariance", OBBOfPoints(points), points)
		if v := boundsVolume(b); v > 1.01*rec.OBBVolume {
			t.Errorf("%s: volume %g, CGAL's %g", rec.Mesh, v, rec.OBBVolume)
		}
	}
}

// boundsOBJ returns the vertices of an OBJ file.
func boundsOBJ(t *testing.T, name string) (points []Vec) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		var p Vec
		if n, _ := fmt.Sscanf(in.Text(), "v %g %g %g", &p.X, &p.Y, &p.Z); n == 3 {
			points = append(points, p)
		}
	}
	return points
}

func BenchmarkMinOBB(b *testing.B) {
	r := boundsRand(24)
	points := make([]Vec, 100)
	for j := range points {
		points[j] = Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
	}
	b.ReportAllocs()
	for b.Loop() {
		MinOBB(points)
	}
}

// Points that are not finite have no box; the search ends all the same.
func TestMinOBB_EndsOnPointsThatAreNotFinite(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64} {
		MinOBB([]Vec{{0, 0, 0}, {1, 0, 0}, {0, x, 0}, {0, 0, 1}, {x, x, x}})
		MinSphere([]Vec{{0, 0, 0}, {1, 0, 0}, {0, x, 0}, {0, 0, 1}, {x, x, x}})
	}
}
