package sim

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/record"
)

// TestCrush_RandomCrashes: three cars from random directions, with any model, on a floor or without gravity. No impact gains energy, the balance closes, and a
// struck pair's overlap does not grow: by 0.0073 m² at most, measured over 150 scenes, what a contact that is held still over a substep leaves.
func TestCrush_RandomCrashes(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 5))
	between := func(lo, hi float64) float64 { return lo + (hi-lo)*random.Float64() }
	hits, struck, deepest := 0, 0, 0.0
	for scene := range 30 {
		def := &Definition{
			Settings:  Settings{Step: 1.0 / 240, SleepTime: -1},
			Materials: []Material{{Friction: 0.5}, {Friction: 0.5}},
			Pairs:     []MaterialPair{{Friction: between(0, 1), Restitution: between(0, 0.5), Model: ImpactModel(random.IntN(4)), CrushTime: between(0.01, 0.08)}},
		}
		if scene%2 == 0 {
			def.Settings.Gravity = mgl64.Vec3{0, 0, -9.81}
			def.Statics = []StaticDef{{Name: "floor", Material: 1, Half: mgl64.Vec3{500, 500, 10}, Position: mgl64.Vec3{0, 0, -10}}}
		}
		for k := range 3 {
			from := float64(k)*2*math.Pi/3 + between(-0.5, 0.5)
			q := mgl64.QuatRotate(from+math.Pi+between(-0.3, 0.3), mgl64.Vec3{0, 0, 1})
			x := mgl64.Vec3{6 * math.Cos(from), 6 * math.Sin(from), 0.7}
			def.Bodies = append(def.Bodies, BodyDef{
				Name: string(rune('a' + k)), Half: mgl64.Vec3{between(1.5, 2.5), between(0.7, 1), 0.7}, Mass: between(800, 3000),
				Position: x, Attitude: q, Velocity: q.Rotate(mgl64.Vec3{between(2, 25), between(-2, 2), 0}), AngularVelocity: mgl64.Vec3{0, 0, between(-2, 2)},
			})
		}
		w, err := New(def)
		if err != nil {
			t.Fatal(err)
		}
		var b record.Balance
		b.Add(&w.Frame().Ledger)
		for range 240 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			b.Add(&w.Frame().Ledger)
			for i := range w.frame.Events {
				if e := &w.frame.Events[i]; e.Kind == record.Impact {
					hits++
					if e.EnergyLost < -1e-9*b.Energy {
						t.Errorf("scene %d: an impact gives %g J", scene, -e.EnergyLost)
					}
				}
			}
			for i := range w.state.crushes {
				c := &w.state.crushes[i]
				k := w.findPair(c.a, c.b)
				if !c.struck || k < 0 {
					continue
				}
				w.pairs[k].crush = int32(i)
				struck++
				if o, ok := w.overlapOf(&w.pairs[k]); ok {
					deepest = math.Max(deepest, o.Area-c.allowed)
				}
			}
		}
		if !b.Closes() {
			e, p, l := b.Gaps()
			t.Errorf("scene %d: open %g, %g, %g", scene, e/b.Energy, p.Len()/b.Momentum, l.Len()/b.Angular)
		}
	}
	t.Logf("%d impacts, %d steps of struck pairs, deeper than allowed by %g m² at most", hits, struck, deepest)
	if deepest > 0.02 {
		t.Errorf("deeper than allowed by %g m²", deepest)
	}
	if hits < 80 || struck < 1500 {
		t.Errorf("only %d impacts, %d steps of struck pairs", hits, struck)
	}
}
