package bench

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Options are the options of a run of a scene.
type Options struct {
	Hz      int     // steps a second; 0 stands for 60
	Seconds float64 // simulated; 0 stands for the scene's duration
	Sleep   bool    // bodies may fall asleep
	Every   int     // a frame is kept every so many steps; 0 stands for each
	Cap     float64 // the run ends when its steps have taken so long [s]; 0 stands for no end
	Workers int     // goroutines that a step may use; 0 stands for 1
	// Settings are those of the engine; zeros stand for its defaults. Step and gravity are Hz's and the scene's, and
	// SleepTime counts with Sleep.
	Settings sim.Settings
	// Progress, if not nil, is called after each step.
	Progress func(done, total int64)
}

// Frame is the states of all bodies at a time.
type Frame struct {
	Time   float64 // [s]
	Bodies []State
}

// Timing is the time taken by the steps of a run. Only the calls of Step are timed.
type Timing struct {
	Steps   int `json:"steps"`   // done
	Planned int `json:"planned"` // more than done where the cap ended the run
	// Of one step [ms].
	Median float64 `json:"ms_med"`
	Mean   float64 `json:"ms_mean"`
	P95    float64 `json:"ms_p95"`
	Max    float64 `json:"ms_max"`
	Wall   float64 `json:"wall_s"` // of all steps [s]
	CPU    float64 `json:"cpu_s"`  // processor time of the process in them [s]; the wall time if the system does not report it
	// CPUMedian is the processor time of one step [ms], which other programs disturb less.
	CPUMedian float64 `json:"cpu_ms_med"`
	Rate      float64 `json:"steps_per_s"`
	// Memory is the peak memory of the process since the run began [MiB]; 0 if the system does not report it.
	Memory float64 `json:"rss_mb"`
	// Heap is the memory of the world after its last step, meshes included [MiB].
	Heap float64 `json:"heap_mb"`
}

// Outcome is a run: its timing, its frames (the first the start, the last the end), and what the engine reported.
type Outcome struct {
	Timing
	Frames   []Frame
	Hash     uint64         // of the last state
	Impacts  int            // events of impacts
	Contacts int            // pairs of objects in contact after the last step
	Limits   map[string]int // number of limit events by their detail
}

// Run runs a scene. The error is one of an invalid definition, of a state that is not finite (with the outcome so far),
// or of the context.
func Run(ctx context.Context, sc *Scene, o Options) (*Outcome, error) {
	if o.Hz == 0 {
		o.Hz = 60
	}
	if o.Seconds == 0 {
		o.Seconds = sc.Duration
	}
	resetPeakMemory()
	before := heapInUse()
	def, err := sc.Definition(1/float64(o.Hz), o.Sleep)
	if err != nil {
		return nil, err
	}
	set := o.Settings
	set.Step, set.Gravity = def.Settings.Step, def.Settings.Gravity
	if !o.Sleep {
		set.SleepTime = def.Settings.SleepTime
	}
	def.Settings = set
	w, err := sim.New(def)
	if err != nil {
		return nil, err
	}
	w.SetWorkers(max(o.Workers, 1))
	r := runner{scene: sc, world: w, out: &Outcome{Limits: map[string]int{}}}
	r.out.Planned = int(math.Round(o.Seconds * float64(o.Hz)))
	err = r.steps(ctx, &o)
	r.out.Hash, r.out.Memory = w.Hash(), peakMemory()
	r.out.Heap = (heapInUse() - before - r.kept()) / (1 << 20)
	r.out.summarise(r.taken, r.busy)
	return r.out, err
}

type runner struct {
	scene *Scene
	world *sim.World
	out   *Outcome
	taken []float64 // [ms]
	busy  []float64 // processor time [ms]
}

func (r *runner) steps(ctx context.Context, o *Options) error {
	every := max(o.Every, 1)
	r.keep()
	for k := 1; k <= r.out.Planned; k++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		cpu, start := processorTime(), time.Now()
		err := r.world.Step()
		took := time.Since(start).Seconds()
		busy := cpuSince(cpu, took)
		r.out.CPU += busy
		r.out.Wall += took
		r.taken, r.busy = append(r.taken, took*1e3), append(r.busy, busy*1e3)
		r.out.Steps = k
		r.count()
		capped := o.Cap > 0 && r.out.Wall > o.Cap
		if k%every == 0 || k == r.out.Planned || capped || err != nil {
			r.keep()
		}
		if o.Progress != nil {
			o.Progress(int64(k), int64(r.out.Planned))
		}
		if err != nil || capped {
			return err
		}
	}
	return nil
}

// count counts the events of the last step.
func (r *runner) count() {
	f := r.world.Frame()
	for i := range f.Events {
		switch f.Events[i].Kind {
		case record.Impact:
			r.out.Impacts++
		case record.ContactBegin:
			r.out.Contacts++
		case record.ContactEnd:
			r.out.Contacts--
		case record.Limit:
			r.out.Limits[f.Events[i].Detail]++
		}
	}
}

// keep adds the world's state to the frames.
func (r *runner) keep() {
	f := r.world.Frame()
	states := make([]State, len(r.scene.Bodies))
	for i := range states {
		v := numbers(f.Values[13*i : 13*i+13])
		s := &states[i]
		s.Position, s.Attitude, s.Velocity = v.vec(), v.quat(), v.vec()
		l := s.Attitude.RotateInv(v.vec())
		s.AngularVelocity = s.Attitude.Rotate(l.Div(r.scene.Bodies[i].Inertia()))
	}
	r.out.Frames = append(r.out.Frames, Frame{Time: f.Time, Bodies: states})
}

// kept returns the memory that the runner's record of the run takes [bytes].
func (r *runner) kept() float64 {
	n := cap(r.taken) + cap(r.busy)
	for i := range r.out.Frames {
		n += 13 * len(r.out.Frames[i].Bodies)
	}
	return float64(8 * n)
}

// summarise fills the timing from the wall and the processor time of each step [ms].
func (t *Timing) summarise(taken, busy []float64) {
	if len(taken) == 0 {
		return
	}
	slices.Sort(taken)
	slices.Sort(busy)
	t.CPUMedian = busy[len(busy)/2]
	at := func(p float64) float64 { return taken[min(len(taken)-1, int(p*float64(len(taken))))] }
	t.Median, t.P95, t.Max = at(0.5), at(0.95), taken[len(taken)-1]
	t.Mean, t.Rate = t.Wall*1e3/float64(t.Steps), float64(t.Steps)/t.Wall
}

// momentum returns the angular momentum of a body about its centre of mass [kg m²/s].
func (b *Body) momentum(s *State) geom.Vec {
	return s.Attitude.Rotate(b.Inertia().Mul(s.Attitude.RotateInv(s.AngularVelocity)))
}
