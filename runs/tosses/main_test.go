package main

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestTosses_ComeAsNearAsARigidCubeCan runs all measured tosses with the engine's own settings and holds the errors to
// those that a converged rigid cube with Coulomb's and Newton's laws has: 13.3 % of the width and 9.2°. Half the step
// changes them by less than 0.3 points: measured 12.99 % and 8.69°, 13.02 % and 8.66°. A start that is off by 1e-9 to
// 1e-6 m moves them by 0.03 points.
func TestTosses_ComeAsNearAsARigidCubeCan(t *testing.T) {
	tosses, err := readFile(geomtest.Shared(t, "data", "contactnets", "tosses_000_284.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	if len(tosses) != 285 {
		t.Fatalf("%d tosses", len(tosses))
	}
	var by [2]errors
	for k, n := range []int{1, 2} {
		if by[k], err = compare(tosses, n, false); err != nil {
			t.Fatal(err)
		}
		t.Logf("%+v", by[k])
		if e := by[k]; e.position > 0.133 || e.rotation > 9.2 {
			t.Errorf("steps of a frame's part %d: %+v", n, e)
		}
	}
	if d := math.Abs(by[1].position - by[0].position); d > 0.003 {
		t.Errorf("half the step moves the error of position by %g points", 100*d)
	}
	if d := math.Abs(by[1].rotation - by[0].rotation); d > 0.3 {
		t.Errorf("half the step moves the error of rotation by %g°", d)
	}
}

// TestCompare_KnowsItsOwn measures a flight by hand: a cube that is thrown straight up and turns about its z axis.
func TestCompare_KnowsItsOwn(t *testing.T) {
	var flight toss
	for k := range 20 {
		s := float64(k) * frameTime
		flight = append(flight, frame{
			x: geom.Vec{X: 1 + 0.5*s, Z: 1 + 2*s - 0.5*9.81*s*s}, q: geom.QuatExp(geom.Vec{X: 3 * s}).Mul(geom.QuatExp(geom.Vec{Y: 1})),
			v: geom.Vec{X: 0.5, Z: 2 - 9.81*s}, w: geom.QuatExp(geom.Vec{Y: 1}).RotateInv(geom.Vec{X: 3}),
		})
	}
	e, err := flight.compare(1, true)
	if err != nil || e.position > 1e-12 || e.rotation > 1e-6 {
		t.Errorf("%+v, %v", e, err)
	}
	// The simulation starts at the first frame, and goes on beside the others.
	for k := 1; k < len(flight); k++ {
		flight[k].x.Y += width / 4
		flight[k].q = geom.QuatExp(geom.Vec{Z: math.Pi / 6}).Mul(flight[k].q)
	}
	e, err = flight.compare(1, true)
	if share := 19.0 / 20; err != nil || math.Abs(e.position-0.25*share) > 1e-9 || math.Abs(e.rotation-30*share) > 1e-6 {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestRead_NamesWhatIsWrong(t *testing.T) {
	const head = "toss,step,t_s,px_m,py_m,pz_m,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n"
	const row = ",0,0,0,1,1,0,0,0,0,0,0,0,0,0\n"
	for _, c := range []struct{ text, want string }{
		{"0,0,1\n", "line 2: 3 cells"},
		{"0,x" + row[2:], "line 2"},
		{"0,0" + strings.Replace(row, "1", "x", 1), `line 2: cell 6: "x" is not a finite number`},
		{"0,0" + strings.Replace(row, "1", "NaN", 1), "not a finite number"},
		{"0,1" + row, "line 2: frame 1 of toss 0, want 0"},
	} {
		if _, err := read(strings.NewReader(head + c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
	got, err := read(strings.NewReader(head + "0,0" + row + "0,1" + row + "1,0" + row))
	if err != nil || len(got) != 2 || len(got[0]) != 2 || len(got[1]) != 1 {
		t.Errorf("%v, %v", got, err)
	}
	if err := run([]string{t.TempDir()}, new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), "no file") {
		t.Errorf("an empty folder: %v", err)
	}
}
