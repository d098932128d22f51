package compare

import (
	"errors"
	"math"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// ByTime describes the comparison of logs with different steps.
type ByTime struct {
	StepA        float64 `json:"step_a"` // [s]
	StepB        float64 `json:"step_b"`
	Interpolated int64   `json:"interpolated"` // of the compared frames, those with interpolated values
	// Longer is the difference of the logs' durations if it exceeds the longer step, else 0 [s].
	Longer float64 `json:"longer,omitempty"`
}

// timeline gives the states of the log with the shorter step at the times of the other.
type timeline struct {
	coarse, fine *recorder.Reader
	beside       record.Frame // of the fine one
	columns      []record.Column
	moved        []moved
	motions      []moving   // scratch: those of moved
	struck       []bool     // likewise
	mean         meanForces // of the fine one
}

// samples compares the frames of the log with the longer step with the states of the other at the same times. Events
// are compared only as impacts and at sensors.
func (c *comparer) samples() error {
	ha, hb := c.ha, c.hb
	c.result.ByTime = &ByTime{StepA: ha.Step, StepB: hb.Step}
	t := &timeline{coarse: c.a, fine: c.b, columns: hb.Columns}
	to, from := &c.fa, &c.fb
	if hb.Step > ha.Step {
		t.coarse, t.fine, t.columns = c.b, c.a, ha.Columns
		to, from = from, to
	}
	t.mean.log = t.fine
	t.moved = movedOf(t.fine.Header())
	t.motions, t.struck = make([]moving, len(t.moved)), make([]bool, len(t.moved))
	long, short := t.coarse.Header().Step, t.fine.Header().Step
	if d := math.Abs(duration(c.a, c.length[0]) - duration(c.b, c.length[1])); d > float64(long*(1+1e-9)) || math.IsInf(d, 1) {
		c.result.ByTime.Longer = math.Min(d, math.MaxFloat64)
	}
	for step := int64(0); step < t.coarse.Steps(); {
		if float64(float64(step)*long) > duration(t.fine, t.fine.Steps())+float64(1e-6*short) {
			break
		}
		ok, next, err := t.load(step, to, from, c)
		if err == nil && ok && c.forces.on {
			if err = t.forces(step, to, from); err != nil {
				ok, next, err = c.skip(t.fine, int64(to.Time/short), err, step+1)
			}
		}
		if err != nil {
			return err
		}
		if ok {
			c.fa.Time = to.Time // it may have been that of the frame before it
			c.values(step)
			c.frameForces(step)
		}
		step = max(next, step+1)
	}
	return errors.Join(c.eventsFrom(0, 0), c.eventsFrom(0, 1))
}

// duration returns the time of the last of a number of frames [s].
func duration(r *recorder.Reader, frames int64) float64 {
	return float64(float64(frames-1) * r.Header().Step)
}

// load brings a frame of the coarse log to coarse, and the state of the fine one at its time to fine. It returns
// whether both could be read, and the next step.
func (t *timeline) load(step int64, coarse, fine *record.Frame, c *comparer) (ok bool, next int64, err error) {
	if err := t.coarse.Frame(step, coarse); err != nil {
		return c.skip(t.coarse, step, err, t.coarse.NextChunk(step))
	}
	// Within the steps of the fine log but for rounding, and for steps of a length that makes times infinite.
	u := coarse.Time / t.fine.Header().Step
	if last := float64(t.fine.Steps() - 1); !(u <= last) {
		u = last
	}
	k := math.Floor(u + 0.5)
	if math.Abs(u-k) <= 1e-6 {
		if err := t.fine.Frame(int64(k), fine); err != nil {
			return c.skip(t.fine, int64(k), err, step+1)
		}
		return true, step + 1, nil
	}
	k = math.Min(math.Floor(u), float64(t.fine.Steps()-2))
	for i, f := range [...]*record.Frame{fine, &t.beside} {
		if err = t.fine.Frame(int64(k)+int64(i), f); err != nil {
			return c.skip(t.fine, int64(k)+int64(i), err, step+1)
		}
	}
	t.interpolate(fine, &t.beside, u-k)
	c.result.ByTime.Interpolated++
	return true, step + 1, nil
}

// skip notes a step of a log that is damaged there, and goes on with step next of the comparison. Any other error is
// one.
func (c *comparer) skip(r *recorder.Reader, step int64, err error, next int64) (bool, int64, error) {
	if !errors.Is(err, recorder.ErrDamaged) {
		return false, 0, err
	}
	which := 0
	if r == c.b {
		which = 1
	}
	c.unreadable(which, step, err)
	return false, next, nil
}

// interpolate moves f towards the next frame, by a share of the step: what moves on the path between, see moved.between,
// all else linearly, with attitudes normalised.
func (t *timeline) interpolate(f, after *record.Frame, part float64) {
	for i := range t.moved {
		t.motions[i], t.struck[i] = t.moved[i].between(f, after, t.fine.Header().Step, part)
	}
	t.linear(f, after, part)
	for i := range t.moved {
		if s := &t.motions[i]; s.isFinite() {
			t.moved[i].set(f.Values, s, t.struck[i])
		}
	}
}

func (t *timeline) linear(f, after *record.Frame, part float64) {
	at := 0
	for i := range t.columns {
		n := int(t.columns[i].Count)
		v, w := f.Values[at:at+n], after.Values[at:at+n]
		at += n
		attitude := t.columns[i].Owner >= 0 && t.columns[i].Name == "q" && n == 4
		sign := 1.0
		if attitude && float64(v[0]*w[0])+float64(v[1]*w[1])+float64(v[2]*w[2])+float64(v[3]*w[3]) < 0 {
			sign = -1
		}
		for k := range v {
			v[k] += float64(part * (float64(sign*w[k]) - v[k]))
		}
		if attitude {
			q := geom.Quat{W: v[0], V: geom.Vec{X: v[1], Y: v[2], Z: v[3]}}.Normalize()
			v[0], v[1], v[2], v[3] = q.W, q.V.X, q.V.Y, q.V.Z
		}
	}
}

// eventsFrom records the impacts of a log from a step on, and what enters and leaves sensors.
func (c *comparer) eventsFrom(step int64, which int) error {
	r := c.reader(which)
	for f, err := range r.Frames(step, r.Steps()) {
		if err != nil {
			if !errors.Is(err, recorder.ErrDamaged) {
				return err
			}
			c.unreadable(which, step, err)
			step = r.NextChunk(step)
			continue
		}
		step = f.Step + 1
		c.addEvents(which, f.Events)
	}
	return nil
}
