package sim

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
)

// TestGainedByDrive: 8 kg have gained what is more than at 20 times the speed of what is driven, or than at 4 times that speed
// more than before, by 0.5 % of the speed.
func TestGainedByDrive(t *testing.T) {
	energy := func(v float64) float64 { return 0.5 * 8 * v * v }
	for _, c := range []struct{ before, drive, most float64 }{{0, 1, 20}, {0, 3, 60}, {15, 1, 20}, {17, 1, 21}, {100, 1, 104}, {100, 10, 200}, {50, 0, 50}} {
		edge := c.most * math.Sqrt(1.01)
		if gainedByDrive(energy(c.before), energy(edge*(1-1e-9)), 8, c.drive) || !gainedByDrive(energy(c.before), energy(edge*(1+1e-9)), 8, c.drive) {
			t.Errorf("from %g m/s by %g m/s: not at most %g m/s", c.before, c.drive, edge)
		}
	}
	if !gainedByDrive(0, math.NaN(), 8, 1) {
		t.Error("an energy that is no number is no gain")
	}
}

// TestGains_AreOfAllEnergy: of a bar that spins and falls, at its state and a step later, with the energy about its own axes;
// what has struck it counts as had before, where bodies are driven.
func TestGains_AreOfAllEnergy(t *testing.T) {
	def := &Definition{
		Settings: Settings{Step: 0.01, Gravity: mgl64.Vec3{0, 0, -10}},
		Bodies: []BodyDef{
			{Name: "bar", Half: mgl64.Vec3{0.1, 0.2, 0.3}, Mass: 6, Attitude: mgl64.QuatRotate(0.7, mgl64.Vec3{1, 2, 3}.Normalize()), Velocity: mgl64.Vec3{0, 3, -2}},
			{Name: "plate", Half: mgl64.Vec3{1, 1, 0.1}, Position: mgl64.Vec3{0, 0, -9}, Drive: []DriveAt{{Velocity: mgl64.Vec3{0, 0, 1}}}},
		},
	}
	spin := geom.Vec{X: 2, Y: -1, Z: 0.5} // about its axes, with moments m/3 (b² + c²)
	def.Bodies[0].AngularVelocity = def.Bodies[0].Attitude.Rotate(spin.MGL())
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Step(); err != nil { // for the forces of a flight
		t.Fatal(err)
	}
	w.Reset()
	turning := 0.5 * 6 / 3 * (4*(0.04+0.09) + 1*(0.01+0.09) + 0.25*(0.01+0.04))
	s := w.state.bodies[0]
	for _, c := range []struct {
		got, want float64
	}{
		{w.energyWithForces(0, &s), 0.5*6*(9+2.1*2.1) + turning}, // falls on
		{w.energyAt(0, s, geom.Vec{X: 4}, geom.FromMGL(def.Bodies[0].AngularVelocity).Scale(2)), 0.5*6*16 + 4*turning},
	} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("%.12g J, want %.12g", c.got, c.want)
		}
	}
	w.flights[0].s = s
	w.noteStruck(0)
	if f := &w.flights[0]; math.Abs(f.struckEnergy-(0.5*6*13+turning)) > 1e-9 || math.Abs(f.struckSpeed-(math.Sqrt(13)+spin.Len()*w.bodies[0].radius)) > 1e-9 {
		t.Errorf("struck: %g J, %g m/s", f.struckEnergy, f.struckSpeed)
	}
	def.Bodies[1].Drive = nil
	def.Bodies[1].Mass = 1
	if w, err = New(def); err != nil {
		t.Fatal(err)
	}
	w.flights[0].s = s
	if w.noteStruck(0); w.flights[0].struckEnergy != 0 {
		t.Error("what no driven body presses is noted")
	}
}
