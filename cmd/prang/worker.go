package main

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs/remote"
)

// workerOptions are the flags of worker.
type workerOptions struct {
	workers int
	retry   time.Duration
}

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
	cmd.Flags().DurationVar(&opts.retry, "retry", 30*time.Second, "how long a sweep that does not answer is asked again")
	a.detailFlag(cmd, "the time that it took")
	return cmd
}

func (a *app) work(cmd *cobra.Command, address string, o *workerOptions) error {
	if err := checkWorkers(cmd, o.workers); err != nil {
		return err
	}
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	if u, err := url.Parse(address); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return usagef(cmd, "%q is no address of a sweep: write http://HOST:PORT, as prang sweep --listen tells it", address)
	}
	host, err := os.Hostname()
	if err != nil {
		host = "somewhere"
	}
	w := remote.Worker{URL: address, Name: fmt.Sprintf("%s, process %d", host, os.Getpid()), Workers: o.workers, Retry: o.retry}
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
