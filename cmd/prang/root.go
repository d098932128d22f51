package main

import (
	"io"
	"log/slog"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/wording"
)

// root returns the command prang with its subcommands and global flags.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "prang",
		Short: "Deterministic rigid-body simulation of crash scenarios",
		Long: `prang simulates crash scenarios: impacts at their exact time and place, the same bits on every machine, and a log that
says what happened. Data goes to stdout; messages and progress bars go to stderr.

JSON names its form (schema: prang.report/4; the number rises when a reader of the old form would fail) and is in SI units,
except where a name has another unit in it (_deg, _g, _mb, ms_): vectors are [x, y, z], attitudes [w, x, y, z]; quantities
of a log have the names of its columns (x, q, v, L).

Exit codes: 0 ok or equal, 1 different, 2 bad usage or input, 3 the run failed, 4 other bits or names but equal physics
(test), 130 interrupted (the log up to there is kept).`,
		Example: `  prang run runs/scenarios/crossing-90/scenario.yaml
  prang replay runs/out/crossing-90.prang --events
  prang test runs/scenarios`,
		Version:       runs.Version,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if a.quiet && a.verbose {
				return usagef(cmd, "-q and -v exclude each other: give one of them")
			}
			w := io.Discard
			if a.verbose {
				w = a.err
			}
			a.log = slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: withoutTime}))
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			hint := ""
			if near := suggestion(cmd, args[0]); near != "" {
				hint = ": did you mean " + near + "?"
			}
			return usagef(cmd, "unknown command %q%s", args[0], hint)
		},
	}
	root.SetVersionTemplate("prang {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	flags := root.PersistentFlags()
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "print no progress bars, and no messages but errors")
	root.Flags().Bool("version", false, "version for prang") // cobra would give it -v, which means more detail after run and test
	// A command that does nothing is a topic of help.
	root.AddCommand(&cobra.Command{Use: "limits", Short: "Where results are approximate, and what is not modelled", Long: strings.TrimSpace(runs.Limits)})
	root.AddCommand(&cobra.Command{Use: "scenario", Short: "How scenarios are written, with examples", Long: strings.TrimSpace(runs.Guide)})
	root.AddCommand(
		a.runCommand(), a.resumeCommand(), a.replayCommand(), a.compareCommand(), a.testCommand(),
		a.infoCommand(), a.viewCommand(), a.exportCommand(), a.validateCommand(), a.schemaCommand(), a.envCommand(),
		a.benchCommand(), a.sweepCommand(), a.workerCommand(),
	)
	for _, c := range root.Commands() {
		c.SuggestFor = otherNames[c.Name()]
	}
	refuseUnknown(root)
	return root
}

// otherNames are what other programs, or people, call the commands.
var otherNames = map[string][]string{
	"run": {"sim", "simulate", "record"}, "resume": {"continue"}, "replay": {"play", "verify", "report"}, "view": {"show", "watch", "serve"}, "compare": {"diff", "cmp"},
	"test": {"bless", "golden"}, "info": {"stat"}, "export": {"convert"}, "validate": {"check", "lint"}, "env": {"version"}, "bench": {"benchmark"}, "sweep": {"batch", "grid", "plan", "vary", "montecarlo"}, "worker": {"work", "agent"},
}

// suggestion returns the command that is called by another name, or misspelt; "" for none.
func suggestion(root *cobra.Command, name string) string {
	var names []string
	for _, c := range root.Commands() {
		if slices.Contains(c.SuggestFor, name) {
			return c.Name()
		}
		names = append(names, c.Name())
	}
	return wording.Nearest(name, names)
}

// refuseUnknown has the commands that come with cobra fail for a topic or shell that there is none of, which they
// answer with help and success.
func refuseUnknown(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Example = `  prang help scenario
  prang help run`
			c.Args = func(cmd *cobra.Command, args []string) error {
				if found, _, err := root.Find(args); len(args) > 0 && (err != nil || found == root) {
					return usagef(cmd, "there is no help about %q: prang help lists what there is", strings.Join(args, " "))
				}
				return nil
			}
		case "completion":
			c.Example = `  source <(prang completion bash)
  prang completion fish > ~/.config/fish/completions/prang.fish`
			c.Args = nil
			c.RunE = func(cmd *cobra.Command, args []string) error {
				if len(args) == 0 {
					return cmd.Help()
				}
				return usagef(cmd, "%q is not a shell with completion: choose bash, fish, powershell or zsh", args[0])
			}
			for _, shell := range c.Commands() {
				shell.Args = noArguments
			}
		}
	}
}

// detailFlag adds the flag for more detail to a command that has more.
func (a *app) detailFlag(cmd *cobra.Command, what string) {
	cmd.Flags().BoolVarP(&a.verbose, "verbose", "v", false, "print more detail on stderr: "+what)
}

func withoutTime(_ []string, attr slog.Attr) slog.Attr {
	if attr.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return attr
}

// arguments checks the number of arguments of a command: at least least and, unless most is 0, at most most.
func arguments(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least {
			return usagef(cmd, "%s needs %s", cmd.Name(), what)
		}
		if most > 0 && len(args) > most {
			return usagef(cmd, "%s takes %s, not %d arguments", cmd.Name(), what, len(args))
		}
		return nil
	}
}

// completeFiles completes arguments by files with the given extensions.
func completeFiles(extensions ...string) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

// noArguments refuses arguments.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef(cmd, "%s takes no arguments", cmd.Name())
	}
	return nil
}
