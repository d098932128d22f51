package runs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// VerificationSchema names the form of a verification in JSON.
const VerificationSchema = "prang.verification/2"

// Verification is the result of running the scenario of a log again.
type Verification struct {
	Schema string `json:"schema"`
	Equal  bool   `json:"equal"`
	From   int64  `json:"from"`   // step of the first frame that was compared
	Frames int64  `json:"frames"` // that were compared, the first one included, up to the first difference
	// First is the first value that differs: A in the log, B in the new run.
	First *compare.Difference `json:"first,omitempty"`
	// Other is the first difference that is not of a value: of events, of the hash, or of a step that cannot be read.
	Other string `json:"other,omitempty"`
	// Damaged says that Other is of a log that cannot be read there, so that nothing is known of the run.
	Damaged bool `json:"damaged,omitempty"`
	// Engine is set when another version of the engine wrote the log: then a difference is no fault.
	Engine string `json:"engine,omitempty"`
}

// Verify runs the scenario that a log carries again and compares every value's bits, every event, and the hash of each
// frame of which the log knows it, up to the first difference. A log without an end is compared up to its last step.
func Verify(ctx context.Context, r *recorder.Reader, opts VerifyOptions) (*Verification, error) {
	return VerifySteps(ctx, r, 0, r.Steps(), opts)
}

// VerifyOptions are how a scenario is run again; no result depends on them.
type VerifyOptions struct {
	// Workers is the number of goroutines that a step may use; 0 is one.
	Workers int
	// Progress, if not nil, is called with the number of steps compared so far and the total.
	Progress func(done, total int64)
}

// VerifySteps is Verify for the steps from from up to but not with to. It begins at the last snapshot in the log at
// from or before it, which is quicker by all the steps before, and takes that state for right if its values are those
// of the frame.
func VerifySteps(ctx context.Context, r *recorder.Reader, from, to int64, opts VerifyOptions) (*Verification, error) {
	s, err := scenariofile.FromLog(r)
	if err != nil {
		return nil, err
	}
	w, err := NewWorld(s)
	if err != nil {
		return nil, err
	}
	w.SetWorkers(opts.Workers)
	defer w.SetWorkers(1)
	progress := opts.Progress
	v := &Verification{Schema: VerificationSchema}
	if h := r.Header(); h.Engine != Engine() {
		v.Engine = h.Engine
	}
	if v.Other = differentTables(r.Header(), w); v.Other != "" {
		return v, nil
	}
	if v.From, err = startAt(r, w, from); err != nil {
		return nil, err
	}
	restored := v.From > 0
	to = min(to, r.Steps())
	var f record.Frame
	for step := v.From; step < to; step++ {
		if progress != nil {
			progress(step-v.From, to-v.From)
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("interrupted at step %d of %d: %w", step, to, err)
		}
		if step > v.From {
			if err := w.Step(); err != nil {
				v.Other = fmt.Sprintf("the run ended before the log does: %v", err)
				return v, nil
			}
		}
		hashes := r.Header().Level == recorder.LevelVerify
		want, err := uint64(0), error(nil)
		if hashes {
			want, err = r.StepHash(step)
		} else {
			err = r.Frame(step, &f)
		}
		if err != nil {
			if !errors.Is(err, recorder.ErrDamaged) {
				return nil, err
			}
			v.Other, v.Damaged = err.Error(), true
			return v, nil
		}
		if hashes {
			if got := w.Frame().Hash; got != want {
				v.Other = fmt.Sprintf("step %d: hash %016x in the log, %016x in the run", step, want, got)
				return v, nil
			}
		} else if step == v.From && restored {
			if err := sameFrame(&f, w.Frame(), w, true); err != nil {
				v.Other = err.Error()
				return v, nil
			}
		} else if !v.frame(r.Header(), &f, withoutLater(w.Frame(), r.Minor())) {
			return v, nil
		}
		v.Frames++
	}
	if progress != nil {
		progress(to-v.From, to-v.From)
	}
	v.Equal = true
	return v, nil
}

// startAt brings a new world to the last snapshot of the log at step or before it that this engine can read, and
// returns its step; 0 with the world as it was where there is none.
func startAt(r *recorder.Reader, w *sim.World, step int64) (int64, error) {
	if r.Header().Engine != Engine() || step <= 0 {
		return 0, nil
	}
	at, data, err := r.Snapshot(step)
	if err != nil || at < 0 {
		return 0, err
	}
	if w.Restore(data) != nil {
		return 0, nil // the world is as it was, and the run from the start gives the same
	}
	return at, nil
}

// differentTables says how the objects or columns of a log and of a world differ, "" for not at all, whichever way the
// log packs them.
func differentTables(h *recorder.Header, w *sim.World) string {
	objects, columns := w.Objects(), w.Columns()
	if len(h.Objects) != len(objects) || len(h.Columns) != len(columns) {
		return fmt.Sprintf("the log has %d objects and %d columns, the run %d and %d%s", len(h.Objects), len(h.Columns), len(objects), len(columns), loneNames(h, objects, columns))
	}
	for i := range objects {
		if h.Objects[i].Name != objects[i].Name || h.Objects[i].Kind != objects[i].Kind {
			return fmt.Sprintf("object %d is %s %q in the log, %s %q in the run", i, h.Objects[i].Kind, h.Objects[i].Name, objects[i].Kind, objects[i].Name)
		}
	}
	for i := range columns {
		if a, b := describeColumn(objects, &h.Columns[i]), describeColumn(objects, &columns[i]); a != b {
			return fmt.Sprintf("column %d is %s in the log, %s in the run", i, a, b)
		}
	}
	if h.Contacts != w.ContactForces() {
		return fmt.Sprintf("contact forces: %v in the log, %v in the run", h.Contacts, w.ContactForces())
	}
	if math.Float64bits(h.Step) != math.Float64bits(w.Settings().Step) {
		return fmt.Sprintf("the step is %v s in the log, %v s in the run", h.Step, w.Settings().Step)
	}
	return ""
}

// loneNames names what a log or a run has alone: objects, or else columns.
func loneNames(h *recorder.Header, objects []record.Object, columns []record.Column) string {
	var names [2][]string
	for i := range h.Objects {
		names[0] = append(names[0], h.Objects[i].Name)
	}
	for i := range objects {
		names[1] = append(names[1], objects[i].Name)
	}
	if slices.Equal(names[0], names[1]) {
		names = [2][]string{columnNames(h.Objects, h.Columns), columnNames(objects, columns)}
	}
	const most = 3
	var text strings.Builder
	for i, where := range []string{"log", "run"} {
		alone := slices.DeleteFunc(slices.Clone(names[i]), func(name string) bool { return slices.Contains(names[1-i], name) })
		if len(alone) == 0 {
			continue
		}
		fmt.Fprintf(&text, "; in the %s alone: %s", where, strings.Join(alone[:min(most, len(alone))], ", "))
		if n := len(alone) - most; n > 0 {
			fmt.Fprintf(&text, " and %d more", n)
		}
	}
	return text.String()
}

// columnNames returns the names of columns, with those of their owners.
func columnNames(objects []record.Object, columns []record.Column) []string {
	names := make([]string, len(columns))
	for i := range columns {
		names[i] = columns[i].Name
		if owner := columns[i].Owner; owner >= 0 && int(owner) < len(objects) {
			names[i] = objects[owner].Name + "." + names[i]
		}
	}
	return names
}

// describeColumn describes a column by its meaning, not by how the log packs it.
func describeColumn(objects []record.Object, c *record.Column) string {
	text := fmt.Sprintf("%s (%d values, %s)", c.Name, c.Count, c.Unit)
	if c.Owner >= 0 && int(c.Owner) < len(objects) {
		return objects[c.Owner].Name + "." + text
	}
	return text
}

// withoutLater returns a frame of a run without the events that logs of a minor version of the format do not have.
func withoutLater(f *record.Frame, minor int) *record.Frame {
	driver := func(e record.Event) bool { return e.Kind == record.Driver }
	if minor >= recorder.MinorDrivers || !slices.ContainsFunc(f.Events, driver) {
		return f
	}
	older := *f
	older.Events = slices.DeleteFunc(slices.Clone(f.Events), driver)
	return &older
}

// frame compares a frame of the log with that of the run, and notes the first difference.
func (v *Verification) frame(h *recorder.Header, log, run *record.Frame) bool {
	at := 0
	for i := range h.Columns {
		c := &h.Columns[i]
		for k := range int(c.Count) {
			a, b := log.Values[at+k], run.Values[at+k]
			if math.Float64bits(a) == math.Float64bits(b) {
				continue
			}
			d := &compare.Difference{
				Step: log.Step, Time: log.Time, Quantity: c.Name, Component: componentName(c, k),
				A: recorder.Number(a), B: recorder.Number(b), Ulps: compare.Ulps(a, b),
			}
			if c.Owner >= 0 && int(c.Owner) < len(h.Objects) {
				d.Object = h.Objects[c.Owner].Name
			}
			v.First = d
			return false
		}
		at += int(c.Count)
	}
	if len(log.Events) != len(run.Events) {
		v.Other = fmt.Sprintf("step %d: %d events in the log, %d in the run", log.Step, len(log.Events), len(run.Events))
		return false
	}
	for i := range log.Events {
		if !equalEvents(&log.Events[i], &run.Events[i]) {
			e := &log.Events[i]
			v.Other = fmt.Sprintf("step %d: event %d (%v at %.9g s in the log) is not that of the run", log.Step, i, e.Kind, e.Time)
			return false
		}
	}
	if v.Other = differentOutput(log, run, h.Objects); v.Other != "" {
		return false
	}
	if log.Hash != 0 && log.Hash != run.Hash {
		v.Other = fmt.Sprintf("step %d: all values are equal, but not the engine's caches: hash %016x in the log, %016x in the run", log.Step, log.Hash, run.Hash)
		return false
	}
	return true
}

// differentOutput says which contact force or wheel of a log is not that of a run, "" for none. A log of an older version
// may have no wheels.
func differentOutput(log, run *record.Frame, objects []record.Object) string {
	for i := range max(len(log.Contacts), len(run.Contacts)) {
		if i >= len(log.Contacts) || i >= len(run.Contacts) {
			return fmt.Sprintf("step %d: %d contacts in the log, %d in the run", log.Step, len(log.Contacts), len(run.Contacts))
		}
		c, d := &log.Contacts[i], &run.Contacts[i]
		if c.A != d.A || c.B != d.B || !sameBits(c.Normal, d.Normal) || !sameBits(c.Friction, d.Friction) || !sameBits(c.P, d.P) || !sameBits(c.Moment, d.Moment) {
			return fmt.Sprintf("step %d: the contact force of %s and %s is not that of the run", log.Step, objects[c.A].Name, objects[c.B].Name)
		}
	}
	if len(log.Wheels) != len(run.Wheels) && len(log.Wheels) > 0 {
		return fmt.Sprintf("step %d: %d wheels in the log, %d in the run", log.Step, len(log.Wheels), len(run.Wheels))
	}
	for i := range log.Wheels {
		if w := &log.Wheels[i]; *w != run.Wheels[i] {
			return fmt.Sprintf("step %d: wheel %s of %s is not as in the run", log.Step, objects[w.Body].Wheels[w.Wheel].Name, objects[w.Body].Name)
		}
	}
	return ""
}

func componentName(c *record.Column, k int) string {
	switch {
	case c.Count == 1:
		return ""
	case c.Count == 3:
		return "xyz"[k : k+1]
	case c.Count == 4 && c.Name == "q":
		return "wxyz"[k : k+1]
	}
	return strconv.Itoa(k)
}

// equalEvents compares two events bit by bit.
func equalEvents(a, b *record.Event) bool {
	if len(a.Points) != len(b.Points) {
		return false
	}
	for i := range a.Points {
		if p, q := &a.Points[i], &b.Points[i]; p.Feature != q.Feature || !sameBits(p.P, q.P) || !sameBits(p.Impulse, q.Impulse) {
			return false
		}
	}
	for k := range a.Before {
		if !sameBits(a.Before[k].V, b.Before[k].V) || !sameBits(a.Before[k].W, b.Before[k].W) ||
			!sameBits(a.After[k].V, b.After[k].V) || !sameBits(a.After[k].W, b.After[k].W) {
			return false
		}
	}
	return a.Kind == b.Kind && a.A == b.A && a.B == b.B && a.Detail == b.Detail && sameBits(a.N, b.N) && sameBits(a.Impulse, b.Impulse) &&
		sameBits(geom.Vec{X: a.Time, Y: a.Closing, Z: a.EnergyLost}, geom.Vec{X: b.Time, Y: b.Closing, Z: b.EnergyLost})
}

// sameBits reports whether two vectors are equal in the bits of their components, so that signs of zeros count.
func sameBits(a, b geom.Vec) bool {
	return math.Float64bits(a.X) == math.Float64bits(b.X) && math.Float64bits(a.Y) == math.Float64bits(b.Y) &&
		math.Float64bits(a.Z) == math.Float64bits(b.Z)
}
