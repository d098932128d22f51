package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs"
)

func (a *app) exportCommand() *cobra.Command {
	var opts struct {
		to, output string
		every      float64
	}
	cmd := &cobra.Command{
		Use:   "export LOG --to svg",
		Short: "Write a log in another form",
		Long: `export writes what a log holds for other programs. The form svg is a picture of the run as seen from above: the edges
of the statics, the path of every body, where each stands at equal times, at the first impact and in the end, and every
impact with its impulse.`,
		Example: `  prang export runs/out/crossing-90.prang --to svg -o crash.svg
  prang export runs/out/crossing-90.prang --to svg --every 0.25 > crash.svg`,
		Args:              arguments(1, 1, "the path of one log"),
		ValidArgsFunction: completeFiles("prang"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.to != "svg" {
				return usagef(cmd, "--to %q: the forms are svg", opts.to)
			}
			if !(opts.every > 0) {
				return usagef(cmd, "--every %g: give seconds above zero", opts.every)
			}
			r, err := a.open(args[0])
			if err != nil {
				return err
			}
			defer r.Close()
			var picture bytes.Buffer
			if err := runs.DrawLog(&picture, r, opts.every); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if opts.output == "" {
				_, err := a.out.Write(picture.Bytes())
				return err
			}
			return os.WriteFile(opts.output, picture.Bytes(), 0o644)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.to, "to", "", "the form to write: svg")
	f.StringVarP(&opts.output, "output", "o", "", "file to write; stdout when not given")
	f.Float64Var(&opts.every, "every", 0.5, "time between two outlines [s]")
	_ = cmd.MarkFlagRequired("to")
	_ = cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions([]string{"svg"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}
