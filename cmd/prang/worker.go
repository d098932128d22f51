package main

import (
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs/remote"
	"github.com/prang-sim/prang/runs/units"
)

// workerOptions are the flags of worker.
type workerOptions struct {
	workers int
	retry   string
}

// longestRetry is more than any sweep takes, and fits a time.Duration [s].
const longestRetry = 1e9

func (a *app) workerCommand() *cobra.Command {
	var opts workerOptions
	cmd := &cobra.Command{
		Use:   "worker ADDRESS",
		Short: "Make runs of a sweep that another machine serves",
		Long: `worker asks a prang sweep --listen for runs, makes them and sends the results back, until the sweep is over or Ctrl-C ends
it. It gets the scenarios from there and writes no files. Both have to be of the same version.`,
		Example: `  prang worker http://10.0.0.5:7070
  prang worker http://10.0.0.5:7070 --workers 8`,
		Args: arguments(1, 1, "the address of the sweep: http://HOST:PORT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.work(cmd, args[0], &opts)
		},
	}
	allWorkersFlag(cmd, &opts.workers, "runs at a time")
	cmd.Flags().StringVar(&opts.retry, "retry", "30 s", "how long a sweep that does not answer is asked again: a time")
	a.detailFlag(cmd, "the time that it took")
	return cmd
}

func (a *app) work(cmd *cobra.Command, address string, o *workerOptions) error {
	if err := checkWorkers(cmd, o.workers); err != nil {
		return err
	}
	retry, err := units.ParseTime(o.retry)
	if long, e := time.ParseDuration(o.retry); err != nil && e == nil { // such as 1m30s
		retry, err = long.Seconds(), nil
	}
	if err != nil || retry < 0 {
		return usagef(cmd, "--retry %q: give a time that is not below zero, such as 30, 500ms or 1m30s", o.retry)
	}
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	if u, err := url.Parse(address); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return usagef(cmd, "%q is no address of a sweep: write http://HOST:PORT, as prang sweep --listen tells it", address)
	}
	w := remote.Worker{URL: address, Name: fmt.Sprintf("%s, process %d", thisMachine(), os.Getpid()), Workers: o.workers,
		Retry: time.Duration(math.Min(retry, longestRetry) * float64(time.Second))}
	made, err := w.Work(cmd.Context())
	if made > 0 || err == nil {
		a.message("%s made", counted(made, "run", "runs"))
	}
	if errors.Is(err, remote.ErrGone) && made > 0 {
		a.problem(err)
		return errRunFailed
	}
	return err
}
