package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/bench"
	"github.com/prang-sim/prang/runs/scenariofile"
)

// benchSchema names the JSON that bench writes.
const benchSchema = "prang.bench/2"

// mostSeconds is the largest time that bench simulates [s].
const mostSeconds = 1e6

// benchOptions are the flags of bench.
type benchOptions struct {
	hz      int
	seconds float64
	cap     float64
	sleep   bool
	workers int
	json    bool
	peer    bool
	set     []string
}

// benchReport is what bench --json prints.
type benchReport struct {
	Schema  string `json:"schema"`
	Version string `json:"version"`
	Hz      int    `json:"hz"`
	Sleep   bool   `json:"sleep"`
	Workers int    `json:"workers"`
	// Settings are those of --set that are not the default.
	Settings []scenariofile.Setting `json:"settings,omitempty"`
	Scenes   []benchItem            `json:"scenes"`
}

// benchItem is the result of one scene.
type benchItem struct {
	Scene     string `json:"scene"`
	Bodies    int    `json:"bodies"`
	Triangles int    `json:"triangles"`
	bench.Timing
	Impacts  int             `json:"impacts"`
	Contacts int             `json:"contacts"` // pairs of objects, at the end
	Limits   map[string]int  `json:"limits"`
	Hash     string          `json:"hash"`
	Measures *bench.Measures `json:"measures"`
}

// benchCommand returns the subcommand bench.
func (a *app) benchCommand() *cobra.Command {
	var opts benchOptions
	cmd := &cobra.Command{
		Use:   "bench [SCENE...]",
		Short: "Measure the standard scenes",
		Long: `bench runs the standard scenes (by default all) and prints the time per step, memory, drift, penetration,
tunnelling and energy.

S1        a stack of ten unit boxes
S2        a pyramid of 210 boxes
S3        1,000 boxes dropped between walls; S3-4000 and S3-16000: 4,000 and 16,000 of them, on more ground
S4        500 boxes and spheres dropped on 20,000 triangles
S5        S5box, S5mesh: 200 boxes at 300 m/s against a thin wall; S5b: fast rods over thin posts
S6        S6sph_grid, S6box_grid, S6sph_ragged, S6box_ragged: a body slides at 20 m/s over a flat floor of triangles
S7        a free box spins about its intermediate axis

JSON has the names that the harnesses of other engines print: ms_med, ms_p95 and so on, in milliseconds, and rss_mb and heap_mb,
the peak of the process and the world alone, in MiB (1,048,576 bytes).

--set changes a setting of the engine, named as in the settings of a scenario: crowd=24, slop=0.2mm, impacts=all,
impacts.above=1m/s.

--peer runs one scene from its text, as the harnesses of other engines do: bench --peer SCENE.txt HZ OUT.bin [ccd=0|1]
[sleep=0|1] [every=N] [cap=SECONDS]. It prints one line of JSON and writes the states to OUT.bin. It also takes --set and
--workers.`,
		Example: `  prang bench S1 S2
  prang bench S4 --hz 240 --seconds 2 --json
  prang bench S2 --set substeps=2 --set residual=1e-6
  prang bench --peer S3.txt 60 S3.bin sleep=1 every=60`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.peer {
				return a.benchPeer(cmd, args, &opts)
			}
			return a.bench(cmd, args, &opts)
		},
	}
	f := cmd.Flags()
	f.IntVar(&opts.hz, "hz", 60, "steps per second")
	f.Float64Var(&opts.seconds, "seconds", 0, "simulated time; 0: as the scene says")
	f.Float64Var(&opts.cap, "cap", 60, "end a scene after this many seconds of computing; 0: never")
	f.BoolVar(&opts.sleep, "sleep", false, "allow bodies to sleep")
	f.IntVar(&opts.workers, "workers", 1, "goroutines that a step may use; they change no result")
	f.BoolVar(&opts.json, "json", false, "print JSON")
	f.BoolVar(&opts.peer, "peer", false, "run a scene text, as the harnesses of other engines do")
	f.StringArrayVar(&opts.set, "set", nil, "change a setting of the engine: name=value")
	return cmd
}

func (o *benchOptions) check(cmd *cobra.Command) error {
	switch {
	case o.hz < 1:
		return usagef(cmd, "--hz %d: give a whole number above zero", o.hz)
	case !(o.seconds >= 0 && o.seconds <= mostSeconds):
		return usagef(cmd, "--seconds %g: give a number from 0 to %g", o.seconds, float64(mostSeconds))
	case !(o.cap >= 0):
		return usagef(cmd, "--cap %g: give a number not below zero", o.cap)
	}
	return checkWorkers(cmd, o.workers)
}

// engine sets the engine's settings given by --set in the options of a run, and returns those that are not the default.
func (o *benchOptions) engine(cmd *cobra.Command, to *bench.Options) ([]scenariofile.Setting, error) {
	list, err := settings(cmd, o.set, "slop=0.2mm")
	if err != nil {
		return nil, err
	}
	set, others, err := scenariofile.EngineSettings("--set", list)
	if err != nil {
		return nil, usagef(cmd, "%v", err)
	}
	if !to.Sleep && (set.SleepTime != 0 || set.SleepSpeed != 0) {
		return nil, usagef(cmd, "--set: bodies do not sleep here: add --sleep, with --peer the word sleep=1")
	}
	to.Settings = set
	return others, nil
}

func (a *app) bench(cmd *cobra.Command, args []string, o *benchOptions) error {
	if err := o.check(cmd); err != nil {
		return err
	}
	names := bench.Names()
	if len(args) > 0 {
		var err error
		if names, err = bench.Select(args); err != nil {
			return usagef(cmd, "%v", err)
		}
	}
	options := bench.Options{Hz: o.hz, Seconds: o.seconds, Sleep: o.sleep, Cap: o.cap, Workers: o.workers}
	others, err := o.engine(cmd, &options)
	if err != nil {
		return err
	}
	report := benchReport{Schema: benchSchema, Version: runs.Version, Hz: o.hz, Sleep: o.sleep, Workers: o.workers, Settings: others}
	var failed error
	for _, name := range names {
		item, err := a.benchScene(cmd, name, options)
		if err != nil {
			failed = fmt.Errorf("%s: %w", name, err)
			break
		}
		report.Scenes = append(report.Scenes, *item)
	}
	if failed != nil && len(report.Scenes) == 0 {
		return failed
	}
	if o.json {
		return errors.Join(a.json(&report), failed)
	}
	var b strings.Builder
	report.write(&b)
	_, err = a.out.Write([]byte(b.String()))
	return errors.Join(err, failed)
}

// benchScene runs a scene. Of scenes in which bodies only come to rest, twenty frames a second are kept.
func (a *app) benchScene(cmd *cobra.Command, name string, o bench.Options) (*benchItem, error) {
	scene := bench.Standard(name)
	p := a.progress(name)
	defer p.close()
	o.Progress = p.step()
	if strings.HasPrefix(name, "S3") || name == "S4" {
		o.Every = max(1, o.Hz/20)
	}
	out, err := bench.Run(cmd.Context(), scene, o)
	if err != nil {
		return nil, err
	}
	return &benchItem{
		Scene: name, Bodies: len(scene.Bodies), Triangles: scene.Triangles(), Timing: out.Timing,
		Impacts: out.Impacts, Contacts: out.Contacts, Limits: out.Limits, Hash: fmt.Sprintf("%016x", out.Hash), Measures: bench.Measure(scene, out.Frames),
	}, nil
}

// write writes the settings that are not the default, the report as a table, and below it the measures of the bodies
// and the limits that were hit.
func (r *benchReport) write(b *strings.Builder) {
	if len(r.Settings) > 0 {
		b.WriteString("settings:")
		for _, s := range r.Settings {
			fmt.Fprintf(b, " %v", s)
		}
		b.WriteString("\n\n")
	}
	rows := [][]string{{"scene", "bodies", "triangles", "steps", "ms median", "p95", "max", "cpu median", "MiB peak", "world", "contacts", "impacts", "energy rise [J]"}}
	ms := func(x float64) string { return fmt.Sprintf("%.4g", x) }
	for i := range r.Scenes {
		s := &r.Scenes[i]
		steps := fmt.Sprint(s.Steps)
		if s.Steps < s.Planned {
			steps += fmt.Sprintf(" of %d", s.Planned)
		}
		rows = append(rows, []string{
			s.Scene, fmt.Sprint(s.Bodies), fmt.Sprint(s.Triangles), steps, ms(s.Median), ms(s.P95), ms(s.Max), ms(s.CPUMedian),
			fmt.Sprintf("%.1f", s.Memory), fmt.Sprintf("%.1f", s.Heap), fmt.Sprint(s.Contacts), fmt.Sprint(s.Impacts), fmt.Sprintf("%.3g", s.Measures.EnergyRise),
		})
	}
	writeTable(b, rows)
	b.WriteByte('\n')
	rows = rows[:0]
	for i := range r.Scenes {
		s := &r.Scenes[i]
		for _, line := range s.Measures.Lines() {
			rows = append(rows, []string{s.Scene, line})
		}
		for _, limit := range slices.Sorted(maps.Keys(s.Limits)) {
			rows = append(rows, []string{s.Scene, fmt.Sprintf("limit %s: %d times", limit, s.Limits[limit])})
		}
	}
	writeTable(b, rows)
}
