package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/units"
)

const comparisonSchema = "prang.comparison/3"

// compareFlags are the flags of compare.
type compareFlags struct {
	tolerances []string
	file       string
	window     string
	renames    []string
	json       bool
	junit      string
}

// compareCommand returns the subcommand compare.
func (a *app) compareCommand() *cobra.Command {
	var opts compareFlags
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Compare two logs, or the results of two sweeps",
		Long: `compare says whether two logs are equal, bit for bit. If not, it reports:
- the line of the scenario that differs;
- the first difference: step, body and quantity, with the events of that step;
- whether the difference is chaos (it starts as rounding and is amplified step by step) or a change (it is there at once, or
  jumps); its size is the largest over all bodies, in m, rad, m/s and rad/s;
- the errors of each body and quantity over time;
- impacts, what enters and leaves sensors, and what breaks, that are missing or different in one of the logs;
- the largest loads of joints and springs, when limits of joints were reached, and lengths of springs, where they differ (told,
  not judged).

Tolerances allow differences. A value has a unit, such as 1mm or 0.1deg, or is a plain number in SI units: position [m],
angle [rad, not degrees], velocity [m/s], spin [rad/s] and momentum [kg m^2/s] of bodies; time [s], impulse [N s] and
delta-v [m/s] of impacts; force [N] of contacts, if both logs record it (record: {contacts: true} in the scenario); joint-force [N],
joint-torque [N m], wheel-spin [rad/s] and wheel-slide [m/s], also as a share of the largest in the first log, such as 1%; other,
always a plain number, for these where they are not given, and for other columns. Loads and lifts of wheels follow from the rest
and are not compared. Impacts and contact forces are judged only if a tolerance for them is given; time also applies to sensors,
to what breaks, and to the end of runs that were not stopped. What enters or leaves a sensor that both logs have, or breaks, in one
of them alone, makes them different, whatever the tolerances. --tolerances reads a file with one "quantity = value" per line.

Logs of different versions or scenarios are compared in what they have in common; the rest is listed. Logs with different
steps are compared by time: states at the times of the longer step, contact forces as means over it. Unless they differ at
the start, the difference is called neither chaos nor a change: the steps may cause it.

An object that has another name in B, at the same place among the objects, and the same definition but for its colour, is told as
renamed, and is no difference; so is a joint at the same place among the joints, where the objects are the same. --rename
striking=bullet says so of other objects. A spring that breaks is told by its name alone: with another one it is another spring.

Results of prang sweep are compared run by run: those of the same scenario and settings, in the bits of their final states and
of what the results have of each body, or with tolerances in the delta-v, position and heading (angle) of each body at the end;
by how much EES and impact speeds differ is told then, not judged. Of a plan with rounds, those of the rounds after the first
difference have other settings, and so are in one of them alone.

Exit code 0: equal or within the tolerances. 1: different. 2: the logs cannot be compared, or one is damaged, whatever the
verdict on what can be read: the text has a line "damaged", --json a list "damage", with the log, A or B. Undecided are
logs that are not different in what can be read of them, but of which some steps cannot be read, or one ends early, as its run
was interrupted or killed, which prang resume continues. Those of which one would be longer by its scenario are different.`,
		Example: `  prang compare before.prang after.prang
  prang compare before.prang after.prang --tol position=1e-6 --tol angle=1e-6 --tol velocity=1e-6 --tol momentum=1e-3
  prang compare before.prang after.prang --tol position=10mm --tol angle=0.1deg --tol velocity=0.1km/h --tol spin=1deg/s --tol other=0.1
  prang compare before.prang after.prang --tol position=1cm --tol velocity=0.1 --tol spin=0.1 --tol angle=1deg --tol joint-force=1%
  prang compare before.jsonl after.jsonl --tol delta-v=0.1km/h --tol position=1cm --tol angle=0.1deg
  prang compare before.prang after.prang --rename striking=bullet
  prang compare before.prang after.prang --tolerances tolerances.txt --junit report.xml`,
		Args:              arguments(2, 2, "the paths of two logs"),
		ValidArgsFunction: completeFiles("prang"),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.endAtOnce()
			return a.compare(cmd, args, &opts)
		},
	}
	cmd.Flags().StringArrayVar(&opts.tolerances, "tol", nil, "allow a difference: quantity=value, with a unit or in SI units; repeatable")
	cmd.Flags().StringVar(&opts.file, "tolerances", "", "read tolerances from this file; --tol overrides it")
	cmd.Flags().StringVar(&opts.window, "impact-window", "", "largest time between impacts, or events of sensors, of A and B that are taken as the same (default 50 ms)")
	cmd.Flags().StringArrayVar(&opts.renames, "rename", nil, "an object OLD of A is NEW in B: OLD=NEW; repeatable")
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	cmd.Flags().StringVar(&opts.junit, "junit", "", "also write a JUnit report to this file")
	return cmd
}

// compare compares the two logs at the paths in args and writes the comparison.
func (a *app) compare(cmd *cobra.Command, args []string, o *compareFlags) error {
	options, err := compareOptions(cmd, o.file, o.tolerances, o.window)
	if err != nil {
		return err
	}
	if options.Renames, err = readRenames(cmd, o.renames); err != nil {
		return err
	}
	if err := checkOutput(cmd, "junit", o.junit, append(args, o.file)...); err != nil {
		return err
	}
	if scenariofile.IsSweep(args[0]) || scenariofile.IsSweep(args[1]) {
		return a.compareSweeps(cmd, args, o, options.Tolerances)
	}
	c, loads, stopped, damage, err := a.compareLogs(args[0], args[1], options)
	if err != nil { // an earlier report must not stand for this one
		s := &junitSuite{Name: "prang compare"}
		s.add(junitCase{Class: "prang", Name: args[0] + " and " + args[1], Error: newProblem(strings.Split(err.Error(), "\n"))}, 0)
		return errors.Join(err, a.writeSuite(cmd.Context(), o.junit, s))
	}
	var text strings.Builder
	comparison(&text, c, damage)
	loads.writeText(&text)
	if err := a.writeSuite(cmd.Context(), o.junit, compareSuite(args, c, text.String(), len(damage) > 0)); err != nil {
		return err
	}
	if o.json {
		err = a.json(struct {
			Schema string `json:"schema"`
			A      string `json:"log_a"`
			B      string `json:"log_b"`
			*compare.Comparison
			comparedLoads
			Damage []string `json:"damage,omitempty"` // what is damaged in the logs, whatever the verdict
		}{comparisonSchema, args[0], args[1], c, loads, damage})
	} else {
		_, err = a.out.Write([]byte(text.String()))
	}
	switch {
	case err != nil:
		return err
	case len(damage) > 0:
		return errReported
	case c.Verdict == compare.Undecided:
		return fmt.Errorf("%s and %s cannot be compared as a whole: %s%s", args[0], args[1], c.Unreadable[0], completion(stopped))
	case c.Verdict == compare.Different:
		return errDifferent
	}
	return nil
}

// compareLogs compares the logs at two paths, and tells which joints and springs had other loads, which runs were stopped and can be continued,
// and what is damaged in the logs.
func (a *app) compareLogs(first, second string, options compare.Options) (c *compare.Comparison, loads comparedLoads, stopped, damage []string, err error) {
	var logs [2]*recorder.Reader
	for i, path := range []string{first, second} {
		r, err := a.open(path)
		if err != nil {
			return nil, loads, nil, nil, err
		}
		defer r.Close()
		logs[i], options.Extents[i] = r, runs.ExtentOf(r)
		if r.Stopped() && resumable(path, r) && !slices.Contains(stopped, path) {
			stopped = append(stopped, path)
		}
	}
	// Damaged parts are left out from here on, and not taken for equal by the index.
	for i, path := range []string{first, second} {
		for _, what := range a.damaged(path, logs[i]) {
			damage = append(damage, [...]string{"A: ", "B: "}[i]+what)
		}
	}
	c, err = compare.Logs(logs[0], logs[1], options)
	if errors.Is(err, recorder.ErrNoStates) { // one may be of this engine, or have states
		for i, path := range []string{first, second} {
			if runs.NoStates(logs[i]) {
				return nil, loads, nil, damage, fmt.Errorf("%s: %w%s", path, err, differentHashes(logs))
			}
		}
	}
	if err != nil {
		return nil, loads, nil, damage, fmt.Errorf("%s and %s: %w", first, second, err)
	}
	return c, compareLoads(logs, c), stopped, damage, nil
}

// differentHashes says in which step the hashes of two logs of the level verify differ first; nothing of others.
func differentHashes(logs [2]*recorder.Reader) string {
	for step := range min(logs[0].Steps(), logs[1].Steps()) {
		var hashes [2]uint64
		for i, r := range logs {
			h, err := r.StepHash(step)
			if err != nil || r.Header().Level != recorder.LevelVerify {
				return ""
			}
			hashes[i] = h
		}
		if hashes[0] != hashes[1] {
			return fmt.Sprintf("; hashes differ from step %d on, at %.6f s", step, float64(step)*logs[0].Header().Step)
		}
	}
	return ""
}

// completion says how to continue runs that were stopped; nothing without any.
func completion(stopped []string) string {
	var commands []string
	for _, path := range stopped {
		commands = append(commands, "prang resume "+path)
	}
	if len(commands) == 0 {
		return ""
	}
	return ": continue with: " + strings.Join(commands, " and ")
}

func compareOptions(cmd *cobra.Command, file string, specs []string, window string) (compare.Options, error) {
	var opts compare.Options
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return opts, usagef(cmd, "--tolerances %s: %w: give a file with a line such as position = 1e-6 for each quantity", file, reason(err))
		}
		if opts.Tolerances, err = compare.ReadTolerances(file, string(text), runs.ParseTolerance); err != nil {
			return opts, err
		}
	}
	var err error
	if opts.Tolerances, err = opts.Tolerances.With(specs, runs.ParseTolerance); err != nil {
		return opts, usagef(cmd, "%w", err)
	}
	if window != "" {
		if opts.ImpactWindow, err = units.ParseTime(window); err != nil || !(opts.ImpactWindow > 0) {
			return opts, usagef(cmd, "--impact-window %q: give a time above zero, such as 20ms", window)
		}
	}
	return opts, nil
}

// compareSuite is the comparison as a test. Damage to a log is an error even where all that can be read is equal, as in
// the exit code.
func compareSuite(logs []string, c *compare.Comparison, text string, damaged bool) *junitSuite {
	s := &junitSuite{Name: "prang compare"}
	test := junitCase{Class: "prang", Name: logs[0] + " and " + logs[1]}
	switch lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n"); {
	case c.Verdict == compare.Different:
		test.Failure = newProblem(lines)
	case c.Verdict == compare.Undecided:
		test.Error = newProblem(lines)
	case damaged:
		test.Error = newProblem(append([]string{"a log is damaged; " + lines[0]}, lines[1:]...))
	default:
		test.Out = text
	}
	s.add(test, 0)
	return s
}

// comparison writes a comparison as text, with what is damaged in the logs.
func comparison(b *strings.Builder, c *compare.Comparison, damage []string) {
	fmt.Fprintf(b, "%s: %d frames compared", c.Verdict, c.Compared)
	if c.ByTime != nil {
		b.WriteString(" by time")
	}
	switch {
	case c.Verdict != compare.Undecided:
	case c.Compared > 0:
		fmt.Fprintf(b, " and %s, others cannot be read", c.Readable)
	default:
		b.WriteString(", they cannot be read")
	}
	if t := c.ByTime; t != nil {
		fmt.Fprintf(b, ", A has steps of %.6g s, B of %.6g s, %d states are interpolated", t.StepA, t.StepB, t.Interpolated)
		if t.Longer > 0 {
			fmt.Fprintf(b, ", one is %.6g s longer", t.Longer)
		}
	} else if c.Frames[0] != c.Frames[1] {
		fmt.Fprintf(b, ", A has %d, B has %d", c.Frames[0], c.Frames[1])
	}
	if c.TooLong {
		b.WriteString(" (a tolerance of time allows one to be longer)")
	}
	b.WriteString("\n")
	renamed(b, c)
	for _, l := range []struct {
		what string
		list []string
	}{{"only in A", c.OnlyA}, {"only in B", c.OnlyB}, {"headers differ in", c.Headers}, {"files differ", c.Files}, {"cannot be read", c.Unreadable}, {"damaged", damage}} {
		if len(l.list) > 0 {
			fmt.Fprintf(b, "%s: %s\n", l.what, firstNames(l.list))
		}
	}
	if len(c.Deviations) == 0 {
		b.WriteString("the logs have no quantity in common\n")
	}
	if (len(c.OnlyA)+len(c.OnlyB)+len(c.Unreadable) > 0 || c.Frames[0] != c.Frames[1]) && c.Compared > 0 && len(c.Deviations) > 0 && len(c.Forces) == 0 && c.ByTime == nil && c.First == nil && c.FirstEvent == nil {
		b.WriteString("what both logs have is equal, bit for bit, in the frames compared\n")
	}
	if d := c.First; d != nil {
		fmt.Fprintf(b, "first difference: %s\n", differenceText(d))
	}
	if e := c.FirstEvent; e != nil {
		how := e.Field
		switch {
		case e.InB != "":
			how = "is in B " + e.InB
		case !strings.HasPrefix(how, "missing"):
			how = "differs in " + how
		}
		fmt.Fprintf(b, "first different event: step %d, event %d, %s: %s\n", e.Step, e.Index, e.Event, how)
	}
	if c.Caches >= 0 {
		fmt.Fprintf(b, "the engine's caches differ from step %d on, with equal values up to there\n", c.Caches)
	}
	growth(b, c.Growth)
	deviations(b, c)
	forces(b, c)
	impacts(b, c.Impacts, c.Verdict)
	sensors(b, c.Sensors)
	breaks(b, c.Breaks)
}

// firstNames lists the first of many names, or of what has commas of its own.
func firstNames(list []string) string {
	const most = 12
	between, rest := ", ", ""
	if more := len(list) - most; more > 0 {
		list, rest = list[:most], fmt.Sprintf(" and %d more; --json has all", more)
	}
	if slices.ContainsFunc(list, func(s string) bool { return strings.Contains(s, between) }) {
		between = "; "
	}
	return strings.Join(list, between) + rest
}

// growth describes how the difference grows.
func growth(b *strings.Builder, g *compare.Growth) {
	if g == nil {
		return
	}
	with := func(events []string) string {
		if len(events) == 0 {
			return ""
		}
		return " (" + strings.Join(events, ", ") + ")"
	}
	begin := fmt.Sprintf("%.3g in step %d, %.6f s%s", float64(g.First), g.Step, g.Time, with(g.Events))
	end := fmt.Sprintf("at most %.3g, at %.6f s", float64(g.Largest), g.LargestTime)
	switch g.Kind {
	case compare.GrowthRounding:
		fmt.Fprintf(b, "the difference stays at rounding level: %s, %s\n", begin, end)
	case compare.GrowthChaos:
		rate := ""
		if g.Rate > 0 {
			rate = fmt.Sprintf("grows at a rate of %.3g 1/s, doubles every %.3g s, ", float64(g.Rate), math.Ln2/float64(g.Rate))
		}
		fmt.Fprintf(b, "the difference is chaos, it grows from rounding: %s, %s%s\n", begin, rate, end)
	case compare.GrowthStep:
		fmt.Fprintf(b, "the difference may come from the steps alone, the runs are equal at the start: %s, %s\n", begin, end)
	default:
		leap := ""
		if g.Factor > 1e6 {
			leap = fmt.Sprintf("leaps %.3g times in step %d, %.6f s%s, ", float64(g.Factor), g.LeapStep, g.LeapTime, with(g.LeapEvents))
		}
		fmt.Fprintf(b, "the difference is a change, not rounding: %s, %s%s\n", begin, leap, end)
	}
}

// impacts is a table of the impacts that differ.
func impacts(b *strings.Builder, c *compare.ImpactComparison, verdict compare.Verdict) {
	const most = 20
	if c == nil || len(c.List) == 0 {
		return
	}
	unjudged := ""
	if verdict == compare.WithinTolerance && !c.Within {
		unjudged = "; not judged: no tolerance for them is given"
	}
	if c.Uncounted > 0 {
		unjudged += fmt.Sprintf("; those of %d equal frames are not counted: the logs have only their hashes", c.Uncounted)
	}
	largest := "" // there is none without matched ones
	if c.Matched > 0 {
		largest = fmt.Sprintf("; largest differences: time %.4g s, impulse %.4g N s, delta-v %.4g m/s", float64(c.Time), float64(c.Impulse), float64(c.DeltaV))
	}
	fmt.Fprintf(b, "\nimpacts: %d matched, %d missing in B, %d extra in B%s%s\n", c.Matched, c.OnlyA, c.OnlyB, largest, unjudged)
	rows := [][]string{{"objects", "time A [s]", "B", "impulse A [N s]", "B", "delta-v A [m/s]", "B"}}
	for i := range c.List[:min(len(c.List), most)] {
		r := &c.List[i]
		row := []string{strings.TrimSuffix(r.Objects[0]+" – "+r.Objects[1], " – ")}
		for _, get := range []func(*compare.ImpactFigures) string{
			func(f *compare.ImpactFigures) string { return fmt.Sprintf("%.6f", float64(f.Time)) },
			func(f *compare.ImpactFigures) string { return fmt.Sprintf("%.5g", float64(f.Impulse)) },
			func(f *compare.ImpactFigures) string {
				return fmt.Sprintf("%.4g, %.4g", float64(f.DeltaV[0]), float64(f.DeltaV[1]))
			},
		} {
			for _, f := range []*compare.ImpactFigures{r.A, r.B} {
				if f == nil {
					row = append(row, "–")
				} else {
					row = append(row, get(f))
				}
			}
		}
		rows = append(rows, row)
	}
	writeTable(b, rows)
	if n := c.OnlyA + c.OnlyB + c.Matched - most; len(c.List) > most && n > 0 {
		fmt.Fprintf(b, "and more; --json has the first %d\n", len(c.List))
	}
	if apart := unmatchedApart(c.List); apart < math.Inf(1) {
		fmt.Fprintf(b, "a missing and an extra impact of the same objects are %.4g s apart: --impact-window sets up to which time they are the same\n", apart)
	}
}

// unmatchedApart returns the least time between an impact of A alone and one of B alone of the same objects [s]; +Inf if
// there are none.
func unmatchedApart(list []compare.ImpactResult) float64 {
	apart := math.Inf(1)
	for i := range list {
		for j := range list {
			if x, y := &list[i], &list[j]; x.B == nil && y.A == nil && x.Objects == y.Objects {
				apart = math.Min(apart, math.Abs(float64(x.A.Time-y.B.Time)))
			}
		}
	}
	return apart
}

// deviations is a table of the deviations: of many objects only those that are farthest apart.
func deviations(b *strings.Builder, c *compare.Comparison) {
	const most = 12
	far := farthest(c, most)
	rows := [][]string{{"object", "quantity", "largest", "at [s]", "rms", "final", "unit", "tolerance", ""}}
	left := map[string]bool{}
	for i := range c.Deviations {
		d := &c.Deviations[i]
		if d.Max == 0 {
			continue
		}
		if d.Object != "" && !slices.Contains(far, d.Object) {
			left[d.Object] = true
			continue
		}
		rows = append(rows, []string{
			d.Object, d.Quantity, fmt.Sprintf("%.4g", float64(d.Max)), fmt.Sprintf("%.4f", d.Time), fmt.Sprintf("%.4g", float64(d.RMS)),
			fmt.Sprintf("%.4g", float64(d.Final)), d.Unit, toleranceText(d.Tolerance, !d.Within), verdictOf(d.Within),
		})
	}
	if len(rows) > 1 {
		b.WriteString("\n")
		writeTable(b, rows)
	}
	if len(left) > 0 {
		fmt.Fprintf(b, "objects that lie less far apart: %d; --json has all\n", len(left))
	}
}

// farthest returns the names of at most n objects: those beyond a tolerance first, and among them those whose positions
// lie farthest apart.
func farthest(c *compare.Comparison, n int) []string {
	type object struct {
		name   string
		beyond bool
		apart  float64
	}
	var list []object
	for i := range c.Deviations {
		d := &c.Deviations[i]
		if d.Object == "" {
			continue // the world
		}
		k := slices.IndexFunc(list, func(o object) bool { return o.name == d.Object })
		if k < 0 {
			k = len(list)
			list = append(list, object{name: d.Object})
		}
		o := &list[k]
		o.beyond = o.beyond || !d.Within
		if d.Quantity == "x" {
			o.apart = float64(d.Max)
		}
	}
	slices.SortStableFunc(list, func(x, y object) int {
		if x.beyond != y.beyond {
			if x.beyond {
				return -1
			}
			return 1
		}
		return cmp.Compare(y.apart, x.apart)
	})
	var names []string
	for _, o := range list[:min(n, len(list))] {
		names = append(names, o.name)
	}
	return names
}

func verdictOf(within bool) string {
	if within {
		return "within"
	}
	return "beyond"
}

// toleranceText returns a tolerance, or a dash for a tolerance of zero that is not applied: of spin and momentum the
// other one may be, and forces need none.
func toleranceText(tolerance float64, judges bool) string {
	if tolerance == 0 && !judges {
		return "–"
	}
	return fmt.Sprintf("%.4g", tolerance)
}

func forceVerdict(d *compare.ForceDeviation) string {
	if d.Tolerance == 0 {
		return "not judged"
	}
	return verdictOf(d.Within)
}

// forces is a table of the pairs whose contact forces differ.
func forces(b *strings.Builder, c *compare.Comparison) {
	const most = 20
	if len(c.Forces) == 0 {
		return
	}
	means := ""
	if t := c.ByTime; t != nil {
		means = fmt.Sprintf(" in the mean over steps of %.6g s", math.Max(t.StepA, t.StepB))
	}
	fmt.Fprintf(b, "\ncontact forces: %d pairs differ%s\n", len(c.Forces), means)
	rows := [][]string{{"pair", "largest [N]", "at [s]", "rms", "final", "steps in contact in one only", "tolerance", ""}}
	for i := range c.Forces[:min(len(c.Forces), most)] {
		d := &c.Forces[i]
		rows = append(rows, []string{d.A + " – " + d.B, fmt.Sprintf("%.4g", float64(d.Max)), fmt.Sprintf("%.4f", d.Time),
			fmt.Sprintf("%.4g", float64(d.RMS)), fmt.Sprintf("%.4g", float64(d.Final)), fmt.Sprint(d.Alone), toleranceText(d.Tolerance, false), forceVerdict(d)})
	}
	writeTable(b, rows)
	if n := len(c.Forces) - most; n > 0 {
		fmt.Fprintf(b, "and %d more; --json has all\n", n)
	}
}

// differenceText is one line about a value that differs.
func differenceText(d *compare.Difference) string {
	name := d.Quantity
	if d.Object != "" {
		name = d.Object + "." + name
	}
	if d.Component != "" {
		name += "." + d.Component
	}
	return fmt.Sprintf("step %d, %.6f s: %s is %v and %v, %.3g or %d ulps apart", d.Step, d.Time, name, float64(d.A), float64(d.B),
		math.Abs(float64(d.B)-float64(d.A)), d.Ulps)
}
