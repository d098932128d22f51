package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
)

const comparisonSchema = "prang.comparison/1"

func (a *app) compareCommand() *cobra.Command {
	var opts struct {
		tolerances []string
		json       bool
	}
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Compare two logs",
		Long: `compare says whether two logs are equal, bit for bit, and if not where they first differ and how far bodies and
quantities come apart. Tolerances (in SI) allow differences: position, angle, velocity, momentum, other.

Exit code 0: equal or within the tolerances. 1: different. 2: the logs cannot be compared, or one is damaged.`,
		Example: `  prang compare before.prang after.prang
  prang compare before.prang after.prang --tol position=1e-6 --tol angle=1e-6 --tol velocity=1e-6 --tol momentum=1e-3`,
		Args:              arguments(2, 2, "the paths of two logs"),
		ValidArgsFunction: completeFiles("prang"),
		RunE: func(cmd *cobra.Command, args []string) error {
			tolerances, err := recorder.ParseTolerances(opts.tolerances)
			if err != nil {
				return usagef(cmd, "%w", err)
			}
			x, err := a.open(args[0])
			if err != nil {
				return err
			}
			defer x.Close()
			y, err := a.open(args[1])
			if err != nil {
				return err
			}
			defer y.Close()
			c, err := recorder.Compare(x, y, recorder.CompareOptions{Tolerances: tolerances})
			if err != nil {
				return fmt.Errorf("%s and %s: %w", args[0], args[1], err)
			}
			if opts.json {
				err = a.json(struct {
					Schema string `json:"schema"`
					A      string `json:"log_a"`
					B      string `json:"log_b"`
					*recorder.Comparison
				}{comparisonSchema, args[0], args[1], c})
			} else {
				err = a.comparison(c)
			}
			switch {
			case err != nil:
				return err
			case a.damaged(args[0], x) || a.damaged(args[1], y):
				return errReported
			case c.Verdict == recorder.Different:
				return errDifferent
			}
			return nil
		},
	}
	cmd.Flags().StringArrayVar(&opts.tolerances, "tol", nil, "allow a difference: quantity=value, may be given several times")
	cmd.Flags().BoolVar(&opts.json, "json", false, "as JSON")
	return cmd
}

func (a *app) comparison(c *recorder.Comparison) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d frames compared", c.Verdict, c.Compared)
	if c.Steps[0] != c.Steps[1] {
		fmt.Fprintf(&b, ", A has %d, B has %d", c.Steps[0], c.Steps[1])
	}
	b.WriteString("\n")
	for _, l := range []struct {
		what string
		list []string
	}{{"only in A", c.OnlyA}, {"only in B", c.OnlyB}, {"headers differ in", c.Headers}, {"cannot be read", c.Unreadable}} {
		if len(l.list) > 0 {
			fmt.Fprintf(&b, "%s: %s\n", l.what, strings.Join(l.list, ", "))
		}
	}
	if d := c.First; d != nil {
		fmt.Fprintf(&b, "first difference: %s\n", differenceText(d))
	}
	if e := c.FirstEvent; e != nil {
		fmt.Fprintf(&b, "first different event: step %d, event %d: %s\n", e.Step, e.Index, e.Field)
	}
	if c.Caches >= 0 {
		fmt.Fprintf(&b, "the engine's caches differ from step %d on, with equal values up to there\n", c.Caches)
	}
	deviations(&b, c)
	_, err := a.out.Write([]byte(b.String()))
	return err
}

// deviations is a table of what lies apart.
func deviations(b *strings.Builder, c *recorder.Comparison) {
	rows := [][]string{{"object", "quantity", "largest", "at [s]", "rms", "final", "unit", "tolerance", ""}}
	for i := range c.Deviations {
		d := &c.Deviations[i]
		if d.Max == 0 {
			continue
		}
		within := "beyond"
		if d.Within {
			within = "within"
		}
		rows = append(rows, []string{
			d.Object, d.Quantity, fmt.Sprintf("%.4g", float64(d.Max)), fmt.Sprintf("%.4f", d.Time), fmt.Sprintf("%.4g", float64(d.RMS)),
			fmt.Sprintf("%.4g", float64(d.Final)), d.Unit, fmt.Sprintf("%g", d.Tolerance), within,
		})
	}
	if len(rows) > 1 {
		b.WriteString("\n")
		writeTable(b, rows)
	}
}

// differenceText is one line about a value that differs.
func differenceText(d *recorder.Difference) string {
	name := d.Quantity
	if d.Object != "" {
		name = d.Object + "." + name
	}
	if d.Component != "" {
		name += "." + d.Component
	}
	return fmt.Sprintf("step %d, %.6f s: %s is %v and %v, %d ulps apart", d.Step, d.Time, name, float64(d.A), float64(d.B), d.Ulps)
}
