package narrowphase

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// rootsCase is one query of public data with its recorded answer.
type rootsCase struct {
	name  string
	q     rootQuery
	truth bool
}

// readRoots reads queries of eight rows of three fractions, with the answer in a seventh column if there is one.
func readRoots(t *testing.T, path string, edges bool) []rootsCase {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []rootsCase
	row := 0
	for s := bufio.NewScanner(f); s.Scan(); row++ {
		fields := strings.Split(s.Text(), ",")
		if len(fields) < 6 {
			t.Fatalf("%s: row %d: %q", path, row+1, s.Text())
		}
		var x [3]float64
		for k := range x {
			n, ok1 := new(big.Int).SetString(strings.TrimSpace(fields[2*k]), 10)
			d, ok2 := new(big.Int).SetString(strings.TrimSpace(fields[2*k+1]), 10)
			if !ok1 || !ok2 {
				t.Fatalf("%s: row %d: %q", path, row+1, s.Text())
			}
			var exact bool
			if x[k], exact = new(big.Rat).SetFrac(n, d).Float64(); !exact {
				t.Fatalf("%s: row %d: no double: %q", path, row+1, s.Text())
			}
		}
		if row%8 == 0 {
			out = append(out, rootsCase{name: fmt.Sprintf("%s query %d", filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path), row/8), q: rootQuery{edges: edges}})
		}
		c := &out[row/8]
		c.q.at[row%8/4][row%4] = geom.Vec{X: x[0], Y: x[1], Z: x[2]}
		c.truth = len(fields) > 6 && strings.TrimSpace(fields[6]) == "1"
	}
	return out
}

// run answers by the public functions.
func (c *rootsCase) run() FeatureTOI {
	a, b := &c.q.at[0], &c.q.at[1]
	if c.q.edges {
		return EdgeEdge(&[2]geom.Vec{a[0], a[1]}, &[2]geom.Vec{a[2], a[3]}, &[2]geom.Vec{b[0], b[1]}, &[2]geom.Vec{b[2], b[3]})
	}
	return VertexFace(a[0], &geom.Triangle{A: a[1], B: a[2], C: a[3]}, b[0], &geom.Triangle{A: b[1], B: b[2], C: b[3]})
}

// distance returns how far apart the features are at out's time and place, in exact arithmetic rounded once at the end.
func (c *rootsCase) distance(out FeatureTOI) float64 {
	at := func(k int) [3]*big.Rat {
		var p [3]*big.Rat
		t := new(big.Rat).SetFloat64(out.Time)
		a, b := c.q.at[0][k], c.q.at[1][k]
		for i, ab := range [3][2]float64{{a.X, b.X}, {a.Y, b.Y}, {a.Z, b.Z}} {
			x, y := new(big.Rat).SetFloat64(ab[0]), new(big.Rat).SetFloat64(ab[1])
			p[i] = y.Sub(y, x).Mul(y, t).Add(y, x)
		}
		return p
	}
	along := func(p, q [3]*big.Rat, u float64) (r [3]*big.Rat) {
		for i := range r {
			d := new(big.Rat).Sub(q[i], p[i])
			r[i] = d.Mul(d, new(big.Rat).SetFloat64(u)).Add(d, p[i])
		}
		return r
	}
	sub := func(p, q [3]*big.Rat) (r [3]float64) {
		for i := range r {
			r[i], _ = new(big.Rat).Sub(p[i], q[i]).Float64()
		}
		return r
	}
	p := [4][3]*big.Rat{at(0), at(1), at(2), at(3)}
	var d [3]float64
	if c.q.edges {
		d = sub(along(p[0], p[1], out.U), along(p[2], p[3], out.V))
	} else {
		q := along(p[1], p[2], out.U)
		for i := range q {
			v := new(big.Rat).Sub(p[3][i], p[1][i])
			q[i] = q[i].Add(q[i], v.Mul(v, new(big.Rat).SetFloat64(out.V)))
		}
		d = sub(q, p[0])
	}
	return math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
}

// speed returns the largest distance that a point goes.
func (c *rootsCase) speed() float64 {
	most := 0.0
	for k := range c.q.at[0] {
		most = math.Max(most, c.q.at[1][k].Sub(c.q.at[0][k]).Len())
	}
	return most
}

// size returns the largest coordinate.
func (c *rootsCase) size() float64 {
	most := 0.0
	for k := range c.q.at[0] {
		most = math.Max(most, math.Max(c.q.at[0][k].MaxAbs(), c.q.at[1][k].MaxAbs()))
	}
	return most
}

// checkRoots compares answers with the recorded ones, and the features at the time and place given, which may be no
// farther apart than they close in the time by which it may be early, from both sides. It returns how many hits there
// were.
func checkRoots(t *testing.T, cases []rootsCase) (hits, exact int) {
	missed, wrong := 0, 0
	for i := range cases {
		c := &cases[i]
		out := c.run()
		hit := out.Status == Hit || out.Status == Overlapping
		switch {
		case c.truth && !hit:
			missed++
			t.Errorf("%s: %+v, but they meet", c.name, out)
		case !c.truth && hit:
			wrong++
			t.Errorf("%s: %+v, but they do not meet", c.name, out)
		case hit:
			hits++
			if d := c.distance(out); d > 2*rootWidth*c.speed()+1e-14*c.size() || out.U < 0 || out.V < 0 || out.U > 1 || out.V > 1 {
				t.Errorf("%s: %+v: apart by %g", c.name, out, d)
			}
		}
		if q := c.q; !q.bounds() {
			if _, ok := q.fast(); !ok {
				exact++
			}
		}
	}
	if missed+wrong > 0 {
		t.Errorf("%d false negatives, %d false positives of %d", missed, wrong, len(cases))
	}
	return hits, exact
}

// All 7,279 queries of Sample-Queries: no false negative, no false positive.
func TestRoots_SampleQueries(t *testing.T) {
	var cases []rootsCase
	root := filepath.Join(geomtest.Shared(t, "data", "collision"), "sample-queries")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".csv") {
			cases = append(cases, readRoots(t, path, strings.Contains(path, "edge-edge"))...)
		}
		return err
	})
	if err != nil || len(cases) != 7279 {
		t.Fatalf("%d queries, %v", len(cases), err)
	}
	hits, exact := checkRoots(t, cases)
	t.Logf("%d hits of %d, %d decided in integers", hits, len(cases), exact)
}

// The queries of ccd-query-io, whose answers lie apart.
func TestRoots_QueryIO(t *testing.T) {
	folder := filepath.Join(geomtest.Shared(t, "data", "collision"), "ccd-query-io")
	truth := readTruth(t, filepath.Join(folder, "mma_bool.json"))
	cases := readRoots(t, filepath.Join(folder, "queries.csv"), true)
	if len(cases) != len(truth) || len(cases) == 0 {
		t.Fatalf("%d queries, %d answers", len(cases), len(truth))
	}
	for i := range cases {
		cases[i].truth = truth[i]
	}
	checkRoots(t, cases)
}

func readTruth(t *testing.T, path string) []bool {
	var truth []bool
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &truth)
	}
	if err != nil {
		t.Fatal(err)
	}
	return truth
}

// The 1,156 queries of Scalable-CCD with their exact times: no wrong answer, never late by more than rounding, and
// early by no more than documented.
func TestRoots_ScalableCCD(t *testing.T) {
	folder := filepath.Join(geomtest.Shared(t, "data", "collision"), "scalable-ccd")
	queries, times, exact := 0, 0, 0
	early, late := 0.0, 0.0
	for _, s := range []string{"cloth-funnel/227ee", "cloth-funnel/227vf", "rod-twist/3036vf"} {
		scene, name := filepath.Split(s)
		truth := readTruth(t, filepath.Join(folder, scene, "mma_bool", name+"_mma_bool.json"))
		cases := readRoots(t, filepath.Join(folder, scene, "queries", name+".csv"), strings.HasSuffix(name, "ee"))
		if len(cases) != len(truth) {
			t.Fatalf("%s: %d queries, %d answers", s, len(cases), len(truth))
		}
		for i := range cases {
			cases[i].truth = truth[i]
		}
		queries += len(cases)
		_, e := checkRoots(t, cases)
		exact += e
		for k, first := range readRootTimes(t, filepath.Join(folder, scene, "roots", name+"_roots.tar.gz")) {
			out := cases[k].run()
			ahead := first - out.Time
			early, late = math.Max(early, ahead), math.Max(late, -ahead)
			if out.Status != Hit || ahead < -1e-15 || ahead > rootWidth+1e-15 {
				t.Errorf("%s query %d: %+v, exact time %v, early by %g", s, k, out, first, ahead)
			}
			times++
		}
	}
	if queries != 1156 || times < 880 {
		t.Errorf("%d queries, %d exact times", queries, times)
	}
	t.Logf("%d queries, %d decided in integers; %d exact times: early by %g at most, late by %g", queries, exact, times, early, late)
}

// readRootTimes returns the least t of the solutions of each query in an archive of Wolfram's binary expressions.
func readRootTimes(t *testing.T, path string) map[int]float64 {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	times := map[int]float64{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return times
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(h.Name, "_")
		k, err := strconv.Atoi(strings.TrimPrefix(parts[1], "q"))
		if err != nil || len(data) < 2 || string(data[:2]) != "8:" {
			t.Fatalf("%s: %v", h.Name, err)
		}
		w := wxf{data: data[2:]}
		first := math.Inf(1)
		for _, solution := range w.expr().args {
			for _, rule := range solution.args {
				if rule.args[0].name == "t" {
					x, _ := rule.args[1].real(t, nil).Float64()
					first = math.Min(first, x)
				}
			}
		}
		times[k] = first
	}
}

// wxf reads Wolfram's binary format, as far as it occurs here.
type wxf struct {
	data []byte
	bad  bool
}

// wxfExpr is a number, a name, or a head with arguments.
type wxfExpr struct {
	name string
	n    *big.Int
	args []wxfExpr
}

func (w *wxf) take(n int) []byte {
	if n < 0 || n > len(w.data) {
		w.bad = true
		return make([]byte, max(n, 0))
	}
	b := w.data[:n]
	w.data = w.data[n:]
	return b
}

func (w *wxf) length() int {
	n, k := binary.Uvarint(w.data)
	w.take(k)
	return int(n)
}

func (w *wxf) expr() wxfExpr {
	switch w.take(1)[0] {
	case 'f':
		n := w.length()
		e := wxfExpr{name: w.expr().name, args: make([]wxfExpr, n)}
		for i := range e.args {
			e.args[i] = w.expr()
		}
		return e
	case 's', 'S':
		return wxfExpr{name: string(w.take(w.length()))}
	case 'C':
		return wxfExpr{n: big.NewInt(int64(int8(w.take(1)[0])))}
	case 'j':
		return wxfExpr{n: big.NewInt(int64(int16(binary.LittleEndian.Uint16(w.take(2)))))}
	case 'i':
		return wxfExpr{n: big.NewInt(int64(int32(binary.LittleEndian.Uint32(w.take(4)))))}
	case 'L':
		return wxfExpr{n: big.NewInt(int64(binary.LittleEndian.Uint64(w.take(8))))}
	case 'I':
		n, _ := new(big.Int).SetString(string(w.take(w.length())), 10)
		return wxfExpr{n: n}
	}
	w.bad = true
	return wxfExpr{}
}

const wxfBits = 2000

func wxfFloat() *big.Float { return new(big.Float).SetPrec(wxfBits) }

// real evaluates an expression in which a slot of a function, or its named argument, stands for x.
func (e *wxfExpr) real(t *testing.T, x *big.Float) *big.Float {
	switch {
	case e.n != nil:
		return wxfFloat().SetInt(e.n)
	case e.name == "Slot" || len(e.args) == 0:
		return x
	}
	switch e.name {
	case "Plus":
		sum := wxfFloat()
		for i := range e.args {
			sum.Add(sum, e.args[i].real(t, x))
		}
		return sum
	case "Times":
		p := wxfFloat().SetInt64(1)
		for i := range e.args {
			p.Mul(p, e.args[i].real(t, x))
		}
		return p
	case "Rational":
		return wxfFloat().Quo(e.args[0].real(t, x), e.args[1].real(t, x))
	case "Power":
		b := e.args[0].real(t, x)
		if e.args[1].name == "Rational" {
			if e.args[1].args[0].n.Int64() == -1 {
				return wxfFloat().Quo(wxfFloat().SetInt64(1), wxfFloat().Sqrt(b))
			}
			return wxfFloat().Sqrt(b)
		}
		p, k := wxfFloat().SetInt64(1), e.args[1].n.Int64()
		for i := int64(0); i < max(k, -k); i++ {
			p.Mul(p, b)
		}
		if k < 0 {
			return p.Quo(wxfFloat().SetInt64(1), p)
		}
		return p
	case "Root":
		f := e.args[0].args[len(e.args[0].args)-1]
		return f.root(t, int(e.args[1].n.Int64()))
	}
	t.Fatalf("expression %s", e.name)
	return nil
}

// root returns the k-th real root of a cubic, from below, that is all the data has: by halving between the zeros of its
// derivative.
func (e *wxfExpr) root(t *testing.T, k int) *big.Float {
	value := func(x *big.Float) *big.Float { return e.real(t, x) }
	// The derivative by its values: f is a cubic through four points.
	at := func(x int64) *big.Float { return value(wxfFloat().SetInt64(x)) }
	f0, f1, g1, f2 := at(0), at(1), at(-1), at(2)
	even := wxfFloat().Add(f1, g1)
	c2 := wxfFloat().Sub(even.Quo(even, wxfFloat().SetInt64(2)), f0)
	odd := wxfFloat().Sub(f1, g1)
	odd.Quo(odd, wxfFloat().SetInt64(2)) // c1 + c3
	c3 := wxfFloat().Sub(f2, f0)
	c3.Sub(c3, wxfFloat().Mul(c2, wxfFloat().SetInt64(4)))
	c3.Sub(c3, wxfFloat().Mul(odd, wxfFloat().SetInt64(2)))
	c3.Quo(c3, wxfFloat().SetInt64(6))
	c1 := wxfFloat().Sub(odd, c3)
	var cuts []*big.Float
	far := wxfFloat().SetInt64(1 << 50)
	cuts = append(cuts, wxfFloat().Neg(far))
	a, b := wxfFloat().Mul(c3, wxfFloat().SetInt64(3)), c2 // a x² + 2 b x + c1
	if d := wxfFloat().Sub(wxfFloat().Mul(b, b), wxfFloat().Mul(a, c1)); d.Sign() > 0 {
		r := wxfFloat().Sqrt(d)
		x1 := wxfFloat().Quo(wxfFloat().Neg(wxfFloat().Add(b, r)), a)
		x2 := wxfFloat().Quo(wxfFloat().Sub(r, b), a)
		if x1.Cmp(x2) > 0 {
			x1, x2 = x2, x1
		}
		cuts = append(cuts, x1, x2)
	}
	cuts = append(cuts, far)
	for i := 0; i+1 < len(cuts); i++ {
		lo, hi := wxfFloat().Set(cuts[i]), wxfFloat().Set(cuts[i+1])
		s := value(lo).Sign()
		if s*value(hi).Sign() > 0 {
			continue
		}
		if k--; k > 0 {
			continue
		}
		half, mid, f := wxfFloat().SetFloat64(0.5), wxfFloat(), wxfFloat()
		for range 200 { // far below the precision of doubles
			mid.Mul(mid.Add(lo, hi), half)
			f.Add(f.Mul(c3, mid), c2)
			f.Add(f.Mul(f, mid), c1)
			if f.Add(f.Mul(f, mid), f0); f.Sign() == s {
				lo.Set(mid)
			} else {
				hi.Set(mid)
			}
		}
		return hi
	}
	t.Fatal("the cubic has fewer real roots than named")
	return nil
}
