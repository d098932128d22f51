package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/recorder/view"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/remote"
	"github.com/prang-sim/prang/runs/sweep"
)

// environment is the environment that a bug report should name. None of it changes a result.
type environment struct {
	Schema    string            `json:"schema"`
	Version   string            `json:"version"`
	Engine    string            `json:"engine"`
	LogFormat int               `json:"log_format"`
	LogMinor  int               `json:"log_format_minor"`
	Schemas   map[string]string `json:"schemas"`
	Go        string            `json:"go"`
	GOOS      string            `json:"goos"`
	GOARCH    string            `json:"goarch"`
	Level     string            `json:"level,omitempty"` // GOAMD64, GOARM64, …
}

func (a *app) envCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "env",
		Short:   "Print versions and platform, for bug reports",
		Example: `  prang env --json`,
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			e := environment{
				Schema: "prang.env/1", Version: runs.Version, Engine: runs.MeasuredEngine(), LogFormat: recorder.Major, LogMinor: recorder.Minor,
				Schemas: map[string]string{
					"report": runs.ReportSchema, "verification": runs.VerificationSchema, "comparison": comparisonSchema,
					"test": testSchema, "frame": export.FrameSchema, "event": export.EventSchema, "info": infoSchema,
					"contact": export.ContactSchema, "wheel": export.WheelSchema, "accelerometer": accelerometerSchema, "spring": springSchema, "view": view.Schema, "ledger": ledgerSchema,
					"ledger_row": export.LedgerRowSchema, "bench": benchSchema,
					"spread": sweep.SpreadSchema, "sweep": sweep.Schema, "sweep_summary": sweep.SummarySchema,
					"sweep_comparison": sweep.ComparisonSchema, "work": remote.Schema,
				},
				Go: runtime.Version(), GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, Level: levelOf(),
			}
			if asJSON {
				return a.json(e)
			}
			var b strings.Builder
			fmt.Fprintf(&b, "prang       %s\nengine      %s\nlog format  %d.%d\n", e.Version, e.Engine, e.LogFormat, e.LogMinor)
			for _, name := range slices.Sorted(maps.Keys(e.Schemas)) {
				fmt.Fprintf(&b, "schema      %s\n", e.Schemas[name])
			}
			fmt.Fprintf(&b, "go          %s\nplatform    %s/%s %s\n", e.Go, e.GOOS, e.GOARCH, e.Level)
			_, err := io.WriteString(a.out, b.String())
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// levelOf returns the architecture level that the program was built for, such as "v1" of GOAMD64.
func levelOf() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "GOAMD64", "GOARM64", "GOARM", "GO386", "GOPPC64", "GORISCV64", "GOMIPS", "GOMIPS64", "GOWASM":
			return s.Value
		}
	}
	return ""
}

// json writes a value as indented JSON to stdout.
func (a *app) json(v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = a.out.Write(append(data, '\n'))
	return err
}
