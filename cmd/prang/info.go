package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
)

const infoSchema = "prang.info/3"

// logInfo is the output of info for a log.
type logInfo struct {
	Schema    string                    `json:"schema"`
	Path      string                    `json:"path"`
	Size      int64                     `json:"size"` // [bytes]
	Engine    string                    `json:"engine"`
	Format    int                       `json:"format"`
	Minor     int                       `json:"format_minor"`
	Level     string                    `json:"level"`
	Scenario  string                    `json:"scenario"`
	Case      string                    `json:"case,omitempty"`
	Set       []recorder.Parameter      `json:"set,omitempty"`    // values of parameters that were set
	SetIn     []string                  `json:"set_in,omitempty"` // files in which they stand, whose hashes are not those of the files on disk
	Step      float64                   `json:"step"`             // [s]
	Gravity   [3]float64                `json:"gravity"`          // [m/s²]
	Frames    int64                     `json:"frames"`
	Time      float64                   `json:"time"` // of the last frame [s]
	Complete  bool                      `json:"complete"`
	Ended     string                    `json:"ended"` // as in a report
	Message   string                    `json:"message,omitempty"`
	FinalHash string                    `json:"final_hash,omitempty"`
	Chain     string                    `json:"chain"` // hash of all values and events
	Chunks    int                       `json:"chunks"`
	Values    int                       `json:"values"` // a frame
	Objects   []infoObject              `json:"objects"`
	Joints    []runs.JointInfo          `json:"joints,omitempty"` // of the scenario in the log, if this version can read it
	Springs   []runs.SpringInfo         `json:"springs,omitempty"`
	Assets    []recorder.AssetReference `json:"assets"`
	Problems  []string                  `json:"problems"`
}

func (a *app) infoCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "info LOG",
		Short: "Show what a log holds and whether it is intact",
		Long: `info reads a whole log and prints its header, sizes, objects, joints, springs, embedded files and hashes. It lists what
is damaged, and then exits with code 2. A log that only ends early, as its writer was stopped, is incomplete, not damaged.`,
		Example:           `  prang info runs/out/crossing-90.prang`,
		Args:              arguments(1, 1, "the path of one log"),
		ValidArgsFunction: completeFiles("prang"),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.endAtOnce()
			r, err := a.open(args[0])
			if err != nil {
				return err
			}
			defer r.Close()
			i, err := infoOf(args[0], r)
			if err != nil {
				return err
			}
			if asJSON {
				err = a.json(i)
			} else {
				err = a.info(i)
			}
			if err != nil {
				return err
			}
			return a.advise(args[0], i, r)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// advise says what helps a log that is damaged or incomplete. Only damage is an error.
func (a *app) advise(path string, i *logInfo, r *recorder.Reader) error {
	switch {
	case len(i.Problems) > 0:
		repair := ""
		if resumable(path, r) {
			repair = "; prang resume simulates it again from the first damage on"
		}
		return fmt.Errorf("%s is damaged: the damaged parts are listed above, the rest can be read%s", path, repair)
	case (!i.Complete || i.Ended == recorder.Interrupted) && resumable(path, r):
		a.message(resumeHint, path)
	}
	return nil
}

// resumable reports whether this version can continue the run of a log, which nobody is writing.
func resumable(path string, r *recorder.Reader) bool {
	_, err := recorder.Kept(r)
	return err == nil && r.Header().Engine == runs.Engine() && !recorder.Busy(path)
}

func infoOf(path string, r *recorder.Reader) (*logInfo, error) {
	stat, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	h := r.Header()
	i := &logInfo{
		Schema: infoSchema, Path: path, Size: stat.Size(), Engine: h.Engine, Format: h.Format, Minor: r.Minor(), Level: h.Level, Scenario: h.Scenario,
		Step: h.Step, Gravity: h.Gravity.MGL(), Frames: r.Steps(), Complete: r.Complete(), Chunks: len(r.Chunks()),
		Chain: fmt.Sprintf("%016x", r.Chain()), Objects: infoObjects(h.Objects),
		Assets: append([]recorder.AssetReference{}, h.Assets...), Problems: append([]string{}, r.Problems()...), // empty, not null
	}
	i.Case, i.Set, i.SetIn = h.Case, h.Set, scenariofile.FilesWithSettings(r)
	if s, err := scenariofile.FromLog(r); err == nil {
		i.Joints, i.Springs = runs.JointInfos(s), runs.SpringInfos(s)
	}
	i.Time = float64(max(i.Frames-1, 0)) * h.Step
	i.Ended = runs.Incomplete
	for _, c := range h.Columns {
		i.Values += int(c.Count)
	}
	if s, ok := r.Summary(); ok {
		i.Ended, i.Message, i.FinalHash = s.Ended, s.Message, fmt.Sprintf("%016x", s.FinalHash)
	}
	return i, nil
}

func (a *app) info(i *logInfo) error {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-11s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("log", "%s", i.Path)
	line("scenario", "%s", i.Scenario)
	if text := runs.VariantText(i.Case, settingsOf(i.Set)); text != "" {
		line("variant", "%s", text)
	}
	line("engine", "%s, log format %d.%d, level %s", i.Engine, i.Format, i.Minor, i.Level)
	line("frames", "%d of %.6g s up to %.6g s, %d values each", i.Frames, i.Step, i.Time, i.Values)
	line("gravity", "(%g, %g, %g) m/s^2", i.Gravity[0], i.Gravity[1], i.Gravity[2])
	ended := i.Ended
	if ended == runs.Incomplete {
		ended = unfinished(i.Path)
	}
	if i.Message != "" {
		ended += ": " + i.Message
	}
	line("ended", "%s", ended)
	if i.FinalHash != "" {
		line("final hash", "%s", i.FinalHash)
	}
	line("chain", "%s", i.Chain)
	line("size", "%d bytes with %d chunks; the values alone are %d bytes", i.Size, i.Chunks, i.Frames*int64(i.Values)*8)
	objectTable(&b, i)
	jointTable(&b, i)
	springTable(&b, i)
	assetTable(&b, i)
	for _, p := range i.Problems {
		fmt.Fprintf(&b, "damaged: %s\n", p)
	}
	_, err := a.out.Write([]byte(b.String()))
	return err
}

func objectTable(b *strings.Builder, i *logInfo) {
	rows := [][]string{{"object", "kind", "shape", "half extents or radii [m]", "mass [kg]"}}
	for k := range i.Objects {
		o := &i.Objects[k]
		kind, shape, half, mass := string(o.Kind), o.Shape, "", ""
		if o.Vehicle {
			kind = "vehicle"
		}
		if o.Asset != "" {
			shape += " " + o.Asset + placedText(o)
		} else if o.Half != [3]float64{} {
			half = fmt.Sprintf("%.6g × %.6g × %.6g", o.Half[0], o.Half[1], o.Half[2])
		}
		if o.Mass > 0 {
			mass = fmt.Sprintf("%.6g", o.Mass)
		}
		rows = append(rows, []string{o.Name, kind, shape, half, mass})
	}
	b.WriteString("\n")
	writeTable(b, rows)
}

func jointTable(b *strings.Builder, i *logInfo) {
	if len(i.Joints) == 0 {
		return
	}
	rows := [][]string{{"joint", "between", "and", "breaks at", "limits", "resists"}}
	for k := range i.Joints {
		j := &i.Joints[k]
		rows = append(rows, []string{j.Joint, j.A, j.OtherEnd(), j.BreaksAt(), j.LimitAngles(), j.Resistance()})
	}
	b.WriteString("\n")
	writeTable(b, rows)
}

func springTable(b *strings.Builder, i *logInfo) {
	if len(i.Springs) == 0 {
		return
	}
	rows := [][]string{{"spring", "between", "and", "stiffness [N/m]", "damping [N s/m]", "length [m]", "acts", "breaks at"}}
	for n := range i.Springs {
		k := &i.Springs[n]
		rows = append(rows, []string{k.Spring, k.A, k.OtherEnd(), fmt.Sprintf("%.6g", k.Stiffness), fmt.Sprintf("%.6g", k.Damping), fmt.Sprintf("%.6g", k.Length), k.SidesText(), k.BreaksAt()})
	}
	b.WriteString("\n")
	writeTable(b, rows)
}

// placedText tells where a mesh was placed, and how large: nothing of one that is as in its file.
func placedText(o *infoObject) string {
	if o.Scale == nil {
		return ""
	}
	text := ""
	if s := *o.Scale; s[0] != s[1] || s[0] != s[2] {
		text = fmt.Sprintf(" × (%.6g, %.6g, %.6g)", s[0], s[1], s[2])
	} else if s[0] != 1 {
		text = fmt.Sprintf(" × %.6g", s[0])
	}
	if o.Up != "" {
		text += ", " + o.Up + " up"
	}
	text += fmt.Sprintf(" at (%.6g, %.6g, %.6g)", o.Position[0], o.Position[1], o.Position[2])
	if q := *o.Attitude; q != [4]float64{1, 0, 0, 0} {
		text += ", turned"
	}
	return text
}

func assetTable(b *strings.Builder, i *logInfo) {
	if len(i.Assets) == 0 {
		return
	}
	rows := [][]string{{"file", "bytes", "SHA-256"}}
	for _, f := range i.Assets {
		rows = append(rows, []string{f.Name, fmt.Sprint(f.Size), f.SHA256})
	}
	b.WriteString("\n")
	writeTable(b, rows)
	if len(i.SetIn) > 0 {
		fmt.Fprintf(b, "bytes and SHA-256 of %s are those with the values that were set, not of the file on disk\n", strings.Join(i.SetIn, ", "))
	}
}

// settingsOf returns values of parameters as settings.
func settingsOf(list []recorder.Parameter) (set []scenariofile.Setting) {
	for _, p := range list {
		set = append(set, scenariofile.Setting(p))
	}
	return set
}
