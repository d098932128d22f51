package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/report"
	"github.com/prang-sim/prang/runs/scenariofile"
)

// replayOptions are the flags of replay.
type replayOptions struct {
	interval string // a number of frames, or a time
	between  interval
	every    int64 // frames, from between
	bodies   []string
	events   bool
	report   bool
	html     string
	json     bool
	verify   bool
	ledger   bool
	contacts bool
	wheels   bool
	csv      bool
	fields   string
	workers  int
}

// replayCommand returns the subcommand replay.
func (a *app) replayCommand() *cobra.Command {
	var opts replayOptions
	cmd := &cobra.Command{
		Use:   "replay LOG",
		Short: "Play back a log, or verify it",
		Long: `replay prints frames and events from the log alone: one line per body and frame, and one per event. Times are in seconds
unless they have a unit. --from and --to are included: frames and events count by their own times, an event not by that of
the frame behind it.

--fields selects the quantities: columns of the log or their components (x, x.z, v, q, L), and speed, yaw, pitch, roll, w.
Yaw, pitch and roll are in degrees; CSV and JSON, otherwise in SI units, call them yaw_deg, pitch_deg and roll_deg.
Quantities of all bodies together have a line of their own, world: kinetic, potential (by gravity), energy, momentum,
angular_momentum; what a cause gave in the step (ledger.friction.energy, .momentum, .angular_momentum), or with --every in the
steps since the line before, as export --table ledger has it: there, and in all of that table, the first line is zero; the mean
force of a joint over the step, without impacts, on the second in its between (joint.NAME.force), and of one with limits,
friction or damping the torque there (joint.NAME.torque), and the angle between the axes of a limit, in degrees
(joint.NAME.angle, or .angle0, .angle1); force, elastic, damping, length, elongation and rate of a spring (spring.NAME.force),
as export --table springs has them.
--csv writes comma-separated values with every bit of the numbers. It leaves out events: see prang export --table events.

--ledger prints the balance of energy, momentum and angular momentum: what each cause added or removed in each step (or
summed over each --every), and at the end whether the balance closes.

--contacts prints contact forces instead of frames, if the scenario records them (record: {contacts: true}): for each pair
in contact, movers too, the normal force and the friction on the second, b, their point of action, and their moment about it.
Those on a are opposite; the impulse of an event is that on a, its normal is from a to b.

--wheels prints the wheels of vehicles instead of frames: steering angle, lift over the place on level ground in the middle of
the step, load, speed over what the wheel stands on, slip angle and slip by ISO 8855, whether the tyre slides, and on what;
CSV and JSON have the contact point and both velocities instead. Angles, lifts and loads are rounded. In --fields and in frames
wheels have numbers: wheel0.spin to wheel3.spin are of fl, fr, rl, rr, with more than two axles of 1l, 1r, 2l and so on.

--verify runs the scenario stored in the log again and compares the bits of every value; exit code 1 if they differ. It
starts at the last snapshot before --from, and ends at --to. A log of another version of the engine may differ: git log -S
FINGERPRINT in prang's repository, as in -S 5c164781, has the commits that wrote such a log.`,
		Example: `  prang replay crash.prang --from 1.1 --to 1.5 --body fast --every 10
  prang replay crash.prang --fields x,speed,yaw --csv > crash.csv
  prang replay crash.prang --fields energy,ledger.friction.energy --csv > energy.csv
  prang replay crash.prang --events --json
  prang replay crash.prang --report --html crash.html
  prang replay crash.prang --ledger --every 100ms
  prang replay crash.prang --contacts --body fast --csv > contacts.csv
  prang replay crash.prang --wheels --body fast --every 50ms
  prang replay crash.prang --verify`,
		Args:              arguments(1, 1, "the path of one log"),
		ValidArgsFunction: completeFiles("prang"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.check(cmd); err != nil {
				return err
			}
			if err := checkOutput(cmd, "html", opts.html, args...); err != nil {
				return err
			}
			r, damaged, err := a.openReadable(args[0])
			if err != nil {
				return err
			}
			defer r.Close()
			opts.every = opts.between.frames(r.Header().Step)
			give := a.play
			switch {
			case opts.verify:
				give = a.verify
			case opts.report:
				give = a.replayReport
			case opts.ledger:
				give = a.replayLedger
			}
			return damageKept(give(cmd, args[0], r, &opts), damaged)
		},
	}
	f := cmd.Flags()
	f.String("from", "", "start of the times to print; end is the last frame")
	f.String("to", "", "end of the times to print; end is the last frame")
	takeToo(cmd, "to", "until")
	f.StringVar(&opts.interval, "every", "1", "print every Nth frame, such as 2, or one frame per interval, such as 2s, 0.1 or 100ms, rounded to whole steps")
	f.StringArrayVar(&opts.bodies, "body", nil, "print only this body or mover; repeatable")
	f.BoolVar(&opts.events, "events", false, "print events only")
	f.BoolVar(&opts.ledger, "ledger", false, "print the balance of energy and momentum")
	f.BoolVar(&opts.contacts, "contacts", false, "print contact forces")
	f.BoolVar(&opts.wheels, "wheels", false, "print the wheels of vehicles")
	f.BoolVar(&opts.report, "report", false, "print the report of the run")
	f.StringVar(&opts.html, "html", "", "with --report: also write the report to this file as an HTML page")
	f.BoolVar(&opts.json, "json", false, "print JSON lines")
	f.BoolVar(&opts.csv, "csv", false, "print comma-separated values")
	f.StringVar(&opts.fields, "fields", "", "print only these quantities, separated by commas")
	f.BoolVar(&opts.verify, "verify", false, "run the scenario again and compare every bit")
	workersFlag(cmd, &opts.workers, "with --verify: goroutines that a step may use; they change no result")
	// Completion of a flag that exists cannot fail.
	_ = cmd.RegisterFlagCompletionFunc("body", completeBodies)
	return cmd
}

// replayRules are the flags of replay that exclude others, and why.
var replayRules = []struct {
	flag, reason string
	others       []string
}{
	{"report", "is about the whole log", []string{"from", "to"}},
	{"report", "is about all bodies and steps", []string{"every", "body"}},
	{"report", "prints the report alone", []string{"events", "csv", "fields", "contacts", "wheels"}},
	{"verify", "is about all bodies and steps", []string{"every", "body"}},
	{"verify", "prints its verdict alone", []string{"events", "csv", "fields", "contacts", "wheels"}},
	{"ledger", "is about all bodies together", []string{"body"}},
	{"ledger", "prints no CSV, which prang export --table ledger does", []string{"csv"}},
	{"ledger", "prints the balance alone", []string{"events", "fields", "contacts", "wheels"}},
	{"wheels", "prints neither frames nor events", []string{"events", "fields", "contacts"}},
	{"contacts", "prints neither frames nor events", []string{"events", "fields"}},
	{"csv", "is a table of frames", []string{"json", "events"}},
	{"events", "prints no frames", []string{"fields"}},
	{"events", "prints every event", []string{"every"}},
}

// check refuses flags that do not go together.
func (o *replayOptions) check(cmd *cobra.Command) error {
	var err error
	if o.between, err = readInterval(cmd, o.interval); err != nil {
		return err
	}
	changed := cmd.Flags().Changed
	switch {
	case changed("workers") && !o.verify:
		return usagef(cmd, "--workers is for --verify, which runs the scenario: leave it out")
	case changed("html") && !o.report:
		return usagef(cmd, "--html is the page of a report: add --report")
	case changed("fields") && o.fields == "":
		return usagef(cmd, "--fields: is empty: give names of quantities, or leave it out")
	case o.verify && o.report || o.ledger && (o.verify || o.report):
		return usagef(cmd, "--verify, --report and --ledger exclude each other: give one of them")
	}
	for _, rule := range replayRules {
		for _, other := range rule.others {
			if flagText(cmd, rule.flag) == "true" && changed(other) {
				return usagef(cmd, "--%s %s: leave out --%s", rule.flag, rule.reason, other)
			}
		}
	}
	return checkWorkers(cmd, o.workers)
}

// play prints frames and events.
func (a *app) play(cmd *cobra.Command, path string, r *recorder.Reader, o *replayOptions) error {
	part, err := readWindow(cmd, r, "to")
	if err != nil {
		return err
	}
	if o.contacts && !r.Header().Contacts {
		return fmt.Errorf("%s: %w", path, export.ErrNoContacts)
	}
	if o.wheels && !export.HasWheels(r.Header()) {
		return fmt.Errorf("%s: %w", path, export.ErrNoWheels)
	}
	to := part.times.StepsUntil(part.to, r.Steps())
	if o.csv || o.contacts || o.wheels { // without events
		if err := part.checkFrames(cmd, r, "to"); err != nil {
			return err
		}
		to = part.to
	}
	springs, err := springsFor(r, o.fields)
	if a.isOfScenarioIn(path, r, "read", err) {
		return err
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	limits, err := limitsFor(r, o.fields)
	if a.isOfScenarioIn(path, r, "read", err) {
		return err
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	p, err := newPlayer(cmd, a.out, r.Header(), o, part, springs, limits)
	if err != nil {
		return err
	}
	damaged := false
	for f, err := range r.Frames(part.from, to) {
		if err != nil {
			a.problem(fmt.Errorf("%s: %w", path, err))
			damaged = true
			continue
		}
		if err := cmd.Context().Err(); err != nil {
			p.flush()
			return err
		}
		if err := p.frame(f); err != nil {
			return err
		}
	}
	if err := p.finish(); err != nil {
		return err
	}
	if damaged {
		return errReported
	}
	return nil
}

// replayReport prints the report that the run printed, and writes its page.
func (a *app) replayReport(cmd *cobra.Command, path string, r *recorder.Reader, o *replayOptions) error {
	h := r.Header()
	reporter := runs.NewReporter(h)
	var text string
	var missing []string
	lose := func(err error) {
		a.problem(fmt.Errorf("%s: %w", path, err))
		missing = append(missing, err.Error())
	}
	meshes := runs.MeshesOf(r, func(error) {}) // lose tells why
	if s, err := scenariofile.FromLog(r); err == nil {
		text = s.Description
		reporter.Measure(s)
	} else if errors.Is(err, recorder.ErrDamaged) {
		lose(fmt.Errorf("what the scenario in the log says: %w", err))
	}
	scene := report.NewScene(h.Objects, h.Columns, meshes)
	seen, unread := false, false
	for f, err := range r.Frames(0, r.Steps()) {
		if errors.Is(err, recorder.ErrNoStates) {
			return fmt.Errorf("%s: %w", path, err)
		}
		if err != nil {
			lose(err)
			unread = true
			continue
		}
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		reporter.Frame(f)
		scene.Observe(f)
		seen = true
	}
	if !seen { // the report would say that all is at rest at the origin
		return noFrames(path, "report")
	}
	damaged := len(missing) > 0
	if why := runs.WheelsMissing(h); why != "" {
		a.message("%s: %s", path, why)
		missing = append(missing, why)
	}
	end, _ := r.Summary()
	rep := reporter.Report(end)
	rep.Missing, rep.Unread = missing, unread
	rep.Log = logReport(path)
	write := rep.WriteText
	if o.json {
		write = rep.WriteJSON
	}
	if err := write(a.out); err != nil {
		return err
	}
	if o.html != "" {
		a.warnAxes(path, h)
		if err := a.writePage(cmd.Context(), o.html, rep, reporter.Crash(), scene, text); err != nil {
			return err
		}
	}
	if damaged {
		return errReported
	}
	return nil
}

// writePage writes the page of a run to a file.
func (a *app) writePage(ctx context.Context, file string, r *runs.Report, b *reconstruct.Builder, s *report.Scene, text string) error {
	return a.writeFile(ctx, "html", file, func(w io.Writer) error { return report.Write(w, r, b, s, text) })
}

// isOfScenarioIn reports whether an error is of the scenario in a log, whose problems name the scenario's file alone: it writes first
// which log that is in, and what cannot be done with it.
func (a *app) isOfScenarioIn(path string, r *recorder.Reader, done string, err error) bool {
	if invalid := new(document.InvalidError); !errors.As(err, &invalid) {
		return false
	}
	a.problem(fmt.Errorf("%s: the scenario in it, of %s, cannot be %s by this %s", path, r.Header().Engine, done, runs.Engine()))
	return true
}

// verify runs the scenario of a log again.
func (a *app) verify(cmd *cobra.Command, path string, r *recorder.Reader, o *replayOptions) error {
	part, err := readWindow(cmd, r, "to")
	if err != nil {
		return err
	}
	if err := part.checkFrames(cmd, r, "to"); err != nil {
		return err
	}
	p := a.progress("verify " + r.Header().Scenario)
	v, err := runs.VerifySteps(cmd.Context(), r, part.from, part.to, runs.VerifyOptions{Workers: o.workers, Progress: p.step()})
	p.close()
	if a.isOfScenarioIn(path, r, "run", err) {
		return err
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if v.Equal && v.Frames == 0 && !o.json {
		return noFrames(path, "compare")
	}
	switch {
	case v.Engine != "" && v.Equal:
		a.message("%s was written by %s, this is %s: the engine has changed, but not for this run", path, v.Engine, runs.Engine())
	case v.Engine != "" && !v.Damaged:
		a.message("%s was written by %s, this is %s: the engine has changed, and a difference is no fault; to see how large it is, "+
			"run the scenario that prang export %s --to scenario -o DIR gives, and give both logs to prang compare", path, v.Engine, runs.Engine(), path)
	}
	switch {
	case o.json:
		err = a.json(v)
	case v.Equal:
		begin := ""
		if v.From > 0 {
			begin = fmt.Sprintf(" from step %d on", v.From)
		}
		_, err = fmt.Fprintf(a.out, "%s: equal: %d frames%s, every bit of every value\n", path, v.Frames, begin)
	case v.First != nil:
		_, err = fmt.Fprintf(a.out, "%s: different after %d equal frames: %s (log, new run)\n", path, v.Frames, differenceText(v.First))
	case v.Damaged:
		_, err = fmt.Fprintf(a.out, "%s: %d equal frames, then: %s\n", path, v.Frames, v.Other)
	default:
		_, err = fmt.Fprintf(a.out, "%s: different after %d equal frames: %s\n", path, v.Frames, v.Other)
	}
	switch {
	case err != nil:
	case v.Damaged:
		err = fmt.Errorf("%s: %s", path, v.Other)
	case v.Equal && v.Frames == 0:
		err = noFrames(path, "compare")
	case !v.Equal:
		err = errDifferent
	}
	return err
}

// noFrames is the error of a log of which no states can be read, where there is something to say of them alone.
func noFrames(path, purpose string) error {
	return fmt.Errorf("%s: there are no frames to %s: complete the log with prang resume", path, purpose)
}
