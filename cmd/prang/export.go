package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim/record"
)

// exportOptions are the flags of export.
type exportOptions struct {
	to, output, table string
	every             string
	bodies            []string
}

// exportWriter writes a selection of a log in one form.
type exportWriter = func(w io.Writer, r *recorder.Reader, sel export.Selection) error

// exportForms are the forms, each with the default time between the frames written [s], 0 for every frame.
var exportForms = []struct {
	name   string
	every  float64
	binary bool // not for a terminal
	write  exportWriter
	tables map[string]exportWriter // those besides frames
}{
	{name: "csv", write: export.FramesCSV, tables: map[string]exportWriter{"events": export.EventsCSV, "ledger": export.LedgerCSV, "contacts": export.ContactsCSV, "wheels": export.WheelsCSV}},
	{name: "json", write: export.JSONLines},
	{
		name: "parquet", binary: true, write: export.FramesParquet,
		tables: map[string]exportWriter{"events": export.EventsParquet, "ledger": export.LedgerParquet, "contacts": export.ContactsParquet, "wheels": export.WheelsParquet},
	},
	{name: "gltf", every: 1.0 / 60, binary: true, write: export.GLB},
	{name: "mcap", every: 1.0 / 60, binary: true, write: export.MCAP},
	{name: "svg", every: runs.OutlinesEvery},
	{name: "scenario"}, // a directory: exportScenario
}

// tableNames are the tables of csv and parquet.
var tableNames = []string{"frames", "events", "ledger", "contacts", "wheels", "springs", "accelerometers"}

// derivedNames are those of them that are derived.
func derivedNames() []string {
	return slices.DeleteFunc(slices.Clone(tableNames), func(name string) bool { return derivedTables[name] == nil })
}

// tablesText lists names with and before the last.
func tablesText(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

func exportNames() []string {
	var names []string
	for _, f := range exportForms {
		names = append(names, f.name)
	}
	return names
}

func (a *app) exportCommand() *cobra.Command {
	var opts exportOptions
	cmd := &cobra.Command{
		Use:   "export LOG --to FORM",
		Short: "Convert a log to another format",
		Long: `export converts a log for other programs:

  csv      a table: one row per body and frame, or --table events, ledger, contacts, wheels, springs, accelerometers. Numbers have
           every bit. It has neither the hashes of frames nor, of events, the velocities before and after and the place,
           impulse and feature of each point, which json has: point.x, .y and .z are the mean of the points weighted by their
           impulses, points is their number. wheel0.spin in frames is of the first wheel of a vehicle: of two axles 0 to 3 are
           fl, fr, rl, rr, of more 1l, 1r, 2l, …, as the table wheels has them.
           The object of what all bodies have together, as in the ledger, is world. Of an event impulse and dv are those
           of a, normal is from a to b; of a contact the forces are those on b;
           a.dv in events is what all simultaneous impacts of a gave it, delta-v in the report what this one did
  json     one line per frame, event, contact force, wheel and row of the ledger that is not zero. Lossless
  parquet  the tables of csv as Apache Parquet, null where a cell of csv is empty; scenario, its case and the values set, engine,
           step, hashes and the units of the columns are in its key-value metadata, and but for units in a metadata record of mcap
  gltf     a binary glTF with meshes, colors and an animation, for viewing: single precision, curved shapes as polyhedra,
           planes, in mcap too, as squares that reach 100 m and beyond where the bodies are in 17 frames of the run.
           Wheels turn, steer and move on their springs. One that turns by more than 162° between two frames turns the right
           way, but too slowly: --every has the interval
  mcap     for Foxglove and Rerun: FrameTransforms, SceneUpdate, impacts, contact forces and events. Poses are exact, times
           to the nanosecond; no velocities
  svg      a top view of the run: edges of the statics, skid marks, paths, outlines at equal intervals, impacts; nothing but
           impacts before --from, which can be end: only where all is then. prang test compares a picture.svg next to a
           scenario
  scenario the scenario that was run, with the values that were set, and all files that it reads: -o is a directory for them, which
           is made, or empty. It prints the path of the scenario, by which any version of prang runs it again

Of a damaged log it writes what can be read, names what is missing, steps and, in gltf, mcap and svg, meshes, and exits with
code 2. Damage to a file in the log that the form does not show is told by prang info.

--table springs, in csv, json and parquet, has of each spring in each frame its length and elongation [m], the rate of its length
[m/s], the forces of spring and damper [N] and their sum, force: above zero where it pulls its ends together. It is that of the
state in the log; the engine takes it in the middle of each step, and holds it over the step. A rope that is slack has 0, and
so has what has torn, from the step of its event (--table events) on; length and elongation go on.

--table accelerometers, in csv, json and parquet, has the signals of which the report has the peaks: time [s], body,
accelerometer and in g, in the body's axes, without weight, x, y and z filtered by CFC 60, 180 and 1000 of SAE J211, 10,000
samples a second, of the time that the report is of: from the body's first touch on, of driven bodies, heads and chests from up
to 4 s before that. One accelerometer comes after the other.

--from and --until are included: frames and events count by their own times, an event not by that of the frame behind it.

--every is the interval between frames (default 1/60 s for gltf and mcap, every frame for others), for svg between outlines
(default 0.5 s): a number of frames, or a time, which is rounded to whole steps. gltf, mcap and svg have the last frame, too.
A row of the ledger has the sums over its interval, the last one over the steps that are left; the first one is zero, for
its step ends at --from.`,
		Example: `  prang export runs/out/crossing-90.prang --to csv -o frames.csv
  prang export runs/out/crossing-90.prang --to csv --table events --body fast
  prang export runs/out/crossing-90.prang --to gltf -o crash.glb
  prang export runs/out/crossing-90.prang --to svg --every 0.25 > crash.svg
  prang export old.prang --to scenario -o old`,
		Args:              arguments(1, 1, "the path of one log"),
		ValidArgsFunction: completeFiles("prang"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.export(cmd, args[0], &opts)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.to, "to", "", "format: "+strings.Join(exportNames(), ", "))
	f.StringVarP(&opts.output, "output", "o", "", "file to write (default stdout, also as -), with --to scenario a directory")
	f.StringVar(&opts.table, "table", "frames", "table for csv and parquet: "+strings.Join(tableNames, ", "))
	_ = cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(exportNames(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("table", cobra.FixedCompletions(tableNames, cobra.ShellCompDirectiveNoFileComp))
	selectionFlags(cmd, "write", &opts.every, &opts.bodies)
	return cmd
}

// export writes the log at path in the requested form.
func (a *app) export(cmd *cobra.Command, path string, o *exportOptions) error {
	if o.to == "" {
		return usagef(cmd, "--to is missing: the forms are %s", strings.Join(exportNames(), ", "))
	}
	i := slices.Index(exportNames(), o.to)
	if _, err := units.ParseTime(o.to); i < 0 && err == nil {
		return usagef(cmd, "--to %q: is the form, one of %s; the end of the times is --until", o.to, strings.Join(exportNames(), ", "))
	}
	if i < 0 {
		return usagef(cmd, "--to %q: the forms are %s", o.to, strings.Join(exportNames(), ", "))
	}
	if o.to == "scenario" {
		return a.exportScenario(cmd, path, o)
	}
	form := &exportForms[i]
	every := interval{time: form.every}
	if cmd.Flags().Changed("every") {
		var err error
		if every, err = readInterval(cmd, o.every); err != nil {
			return err
		}
	}
	write := form.write
	if o.table != "frames" {
		if write = form.tables[o.table]; write == nil {
			write = a.derivedWriter(path, o.table, o.to)
		}
		if write == nil {
			return usagef(cmd, "--table %q: csv and parquet have the tables %s; json has %s, and all others in one; other forms have none", o.table, tablesText(tableNames), tablesText(derivedNames()))
		}
	}
	if err := checkDerived(cmd, o); err != nil {
		return err
	}
	switch {
	case o.table == "events" && cmd.Flags().Changed("every"):
		return usagef(cmd, "--table events has every event: leave out --every")
	case o.table == "ledger" && len(o.bodies) > 0:
		return usagef(cmd, "--table ledger is about all bodies together: leave out --body")
	}
	if o.output == "-" {
		o.output = ""
	} else if err := checkOutput(cmd, "output", o.output, path); err != nil {
		return err
	}
	if form.binary && o.output == "" && a.outTerminal {
		return usagef(cmd, "%s is not text: give -o FILE, or send it to a pipe", o.to)
	}
	if o.to == "gltf" && strings.EqualFold(filepath.Ext(o.output), ".gltf") {
		return usagef(cmd, "--output %s: the file is a binary glTF: give it the extension .glb, by which viewers recognize it", o.output)
	}
	r, damaged, err := a.openReadable(path)
	if err != nil {
		return err
	}
	defer r.Close()
	if o.table == "contacts" && !r.Header().Contacts {
		return fmt.Errorf("%s: %w", path, export.ErrNoContacts)
	}
	if o.table == "wheels" && !export.HasWheels(r.Header()) {
		return fmt.Errorf("%s: %w", path, export.ErrNoWheels)
	}
	if _, ok := runs.NewLedgerReader(r.Header()); !ok && o.table == "ledger" {
		return noLedger(path, r.Header())
	}
	if err := checkObjects(cmd, r.Header(), o.bodies); err != nil {
		return err
	}
	if o.table == "frames" && (o.to == "csv" || o.to == "parquet") {
		if err := checkMoving(cmd, r.Header(), o.bodies); err != nil {
			return err
		}
	}
	sel := export.Selection{Objects: o.bodies, Every: every.frames(r.Header().Step)}
	part, err := readWindow(cmd, r, "until")
	if err != nil {
		return err
	}
	if o.to != "json" && o.to != "mcap" && o.table != "events" && o.table != "accelerometers" { // those have events, or times of their own
		if err := part.checkFrames(cmd, r, "until"); err != nil {
			return err
		}
	}
	sel.From, sel.To, sel.Times = part.from, part.to, part.times
	sel.Damaged = a.tellDamage(path, &damaged)
	if o.to == "gltf" || o.to == "mcap" || o.to == "svg" {
		a.warnAxes(path, r.Header())
	}
	if o.to == "gltf" || o.to == "mcap" {
		sel.Meshes = runs.MeshesOf(r, sel.Damaged)
	}
	if write == nil {
		if len(o.bodies) > 0 {
			return usagef(cmd, "--body: a picture (svg) shows all bodies")
		}
		write = func(w io.Writer, r *recorder.Reader, s export.Selection) error {
			d := runs.Drawing{Every: every.seconds(r.Header().Step), From: float64(s.From) * r.Header().Step, Last: part.last}
			if s.To < r.Steps() {
				d.Ends, d.Until = true, part.end
			}
			return runs.DrawLog(w, r, d, s.Damaged)
		}
	}
	err = a.writeFile(cmd.Context(), "output", o.output, func(w io.Writer) error {
		if err := write(w, r, sel); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	})
	return damageKept(err, damaged)
}

// warnAxes names a mesh of a log of another engine that may not be drawn as it stood in the run: before a glTF was
// turned so that z is up, its axes were taken as they are.
func (a *app) warnAxes(name string, h *recorder.Header) {
	i := slices.IndexFunc(h.Objects, func(o record.Object) bool {
		ext := strings.ToLower(filepath.Ext(o.Asset))
		return ext == ".gltf" || ext == ".glb"
	})
	if i >= 0 && h.Engine != runs.Engine() {
		a.message("%s: %s is drawn with its y axis up: the log is of %s, this is %s, and early ones took the axes of a glTF as they are",
			name, h.Objects[i].Asset, h.Engine, runs.Engine())
	}
}

// checkMoving refuses statics, which have no rows in a table of frames.
func checkMoving(cmd *cobra.Command, h *recorder.Header, chosen []string) error {
	names := moving(h)
	for _, b := range chosen {
		if !slices.Contains(names, b) {
			return usagef(cmd, "--body %s: is static and has no rows in the table frames; leave it out, or take the table events", b)
		}
	}
	return nil
}

// checkObjects refuses names of objects that the log does not have.
func checkObjects(cmd *cobra.Command, h *recorder.Header, chosen []string) error {
	var names []string
	for i := range h.Objects {
		names = append(names, h.Objects[i].Name)
	}
	for _, b := range chosen {
		if !slices.Contains(names, b) {
			return usagef(cmd, "--body: the log has no object %q; %s", b, wording.Choices(b, names))
		}
	}
	return nil
}
