package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/recorder/view"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/wording"
)

// viewOptions are the flags of view.
type viewOptions struct {
	output, listen, every string
	bodies, renames       []string
}

func (a *app) viewCommand() *cobra.Command {
	var opts viewOptions
	cmd := &cobra.Command{
		Use:   "view LOG [LOG2]",
		Short: "Watch a run in the browser, or two of them in one picture",
		Long: `view prints an address at which a browser on this machine shows the run in three dimensions, until Ctrl-C ends it; with
-o it writes the same page as one file instead, which needs neither prang nor a network.

The page plays the run at any speed, forwards and frame by frame, goes to impacts and to when joints broke, had their largest force
or first reached their limits, follows bodies, shows their paths, impulses and skid marks, and plots speed, height, yaw rate and
spin. Of two logs the second is a blue ghost, and the plot shows how far bodies of the same name are apart, at the times of the
first log, and those that are called otherwise in the second, as prang compare takes them. (It says by how much two logs differ.)
What --body names may be in one of them alone.

Keys: Space plays, ← and → go by a frame (Shift: ten), b and n to the impacts before and after, Home and End to the first and the
last frame; + and - play faster and slower; r shows the whole run, t looks from above, a, d, w and s turn the camera, i and o go
nearer and farther, p paths, m impacts, g the second log, Esc follows no body, ? lists them. A click on a body follows it, a time
that is typed is gone to. The mouse turns (left), moves (right) and zooms (wheel). Where a damaged log has no frames, curves stop,
and the track of the time is grey.

Poses are in single precision, and linear between frames; wheels are as in the glTF of prang export. --every is the interval
between frames: a number of frames, or a time; by default it is every frame, as long as a browser can hold them (1,500,000
poses). The last frame is always there.

Of a damaged log it shows what can be read, names what is missing, and exits with code 2.`,
		Example: `  prang view runs/out/crossing-90.prang
  prang view before.prang after.prang
  prang view runs/out/crossing-90.prang -o crossing.html`,
		Args:              arguments(1, 2, "the path of one log, or of two"),
		ValidArgsFunction: completeFiles("prang"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.view(cmd, args, &opts)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&opts.output, "output", "o", "", "write the page to this file instead")
	f.StringVar(&opts.listen, "listen", "127.0.0.1:0", "address to serve the page at; a port of 0 is any that is free")
	f.StringArrayVar(&opts.renames, "rename", nil, "an object OLD of LOG is NEW in LOG2: OLD=NEW; repeatable")
	selectionFlags(cmd, "show", &opts.every, &opts.bodies)
	takeToo(cmd, "until", "to")
	return cmd
}

func (a *app) view(cmd *cobra.Command, paths []string, o *viewOptions) error {
	if err := checkOutput(cmd, "output", o.output, paths...); err != nil {
		return err
	}
	if o.output != "" && cmd.Flags().Changed("listen") {
		return usagef(cmd, "--listen is for a page that is served, -o writes it to a file: leave one of them out")
	}
	damaged := false
	var logs []*recorder.Reader
	for _, path := range paths {
		r, found, err := a.openReadable(path)
		if err != nil {
			return err
		}
		defer r.Close()
		damaged = damaged || found
		logs = append(logs, r)
	}
	if err := checkShown(cmd, logs, o.bodies); err != nil {
		return err
	}
	renames, err := readRenames(cmd, o.renames)
	if err != nil {
		return err
	}
	var names []string // of the first log in the second
	switch {
	case len(logs) == 2:
		if names, err = compare.Names(logs[0].Header(), logs[1].Header(), renames); err != nil {
			return fmt.Errorf("%s and %s: %w", paths[0], paths[1], err)
		}
	case len(renames) > 0:
		return usagef(cmd, "--rename is for two logs: leave it out, or give another log")
	}
	var list []view.Run
	for i, path := range paths {
		r := logs[i]
		sel, err := viewSelection(cmd, r, o)
		switch {
		case err != nil && len(paths) > 1: // the selection may be right for the other one
			return fmt.Errorf("%s: %w", path, err)
		case err != nil:
			return err
		}
		a.warnAxes(path, r.Header())
		sel.Damaged = a.tellDamage(path, &damaged)
		sel.Meshes = runs.MeshesOf(r, sel.Damaged)
		if sel.Every > 1 && !cmd.Flags().Changed("every") {
			a.message("%s: every %dth frame is shown: there are too many for a browser; --from, --until and --body select some, --every sets the interval", path, sel.Every)
		}
		list = append(list, view.Run{Name: filepath.Base(path), Reader: r, Selection: sel, Notes: loadNotes(r)})
	}
	list[0].Other = names
	page, err := view.New(list...)
	if err != nil {
		return err
	}
	if o.output == "" {
		if err := a.servePage(cmd, o.listen, page); err != nil {
			return err
		}
	} else if err := a.writeFile(cmd.Context(), "output", o.output, func(w io.Writer) error {
		_, err := page.WriteTo(w)
		return err
	}); err != nil {
		return err
	}
	if damaged {
		return errReported
	}
	return nil
}

// checkShown refuses names of objects that none of the logs has. What one of two has alone is shown of that one.
func checkShown(cmd *cobra.Command, logs []*recorder.Reader, chosen []string) error {
	if len(logs) == 1 {
		return checkObjects(cmd, logs[0].Header(), chosen)
	}
	var names []string
	for _, r := range logs {
		for _, o := range r.Header().Objects {
			if !slices.Contains(names, o.Name) {
				names = append(names, o.Name)
			}
		}
	}
	for _, b := range chosen {
		if !slices.Contains(names, b) {
			return usagef(cmd, "--body: the pair of logs has no object %q; %s", b, wording.Choices(b, names))
		}
	}
	return nil
}

// viewSelection returns what of a log is shown.
func viewSelection(cmd *cobra.Command, r *recorder.Reader, o *viewOptions) (export.Selection, error) {
	var sel export.Selection
	part, err := readWindow(cmd, r, "until")
	if err != nil {
		return sel, err
	}
	if err := part.checkFrames(cmd, r, "until"); err != nil {
		return sel, err
	}
	sel = export.Selection{Objects: o.bodies, Absent: true, From: part.from, To: part.to, Times: part.times}
	sel.Every = view.Every(r, &sel)
	if cmd.Flags().Changed("every") {
		every, err := readInterval(cmd, o.every)
		if err != nil {
			return sel, err
		}
		sel.Every = every.frames(r.Header().Step)
	}
	return sel, nil
}

// servePage serves a page and prints its address, until the command is interrupted, which is its usual end.
func (a *app) servePage(cmd *cobra.Command, address string, page *view.Page) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return usagef(cmd, "--listen %s: %w: give the address of this machine and a port that is free, such as 127.0.0.1:8080", address, err)
	}
	server := &http.Server{Handler: sameHost(l.Addr().String(), page), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(cmd.Context(), func() { _ = server.Close() })
	defer stop()
	here, others := reachable(l.Addr(), "localhost"), reachable(l.Addr(), thisMachine())
	if _, err := fmt.Fprintf(a.out, "http://%s/\n", here); err != nil {
		_ = l.Close()
		return err
	}
	if others != here {
		a.message("it is served to other machines too: http://%s/", others)
	}
	a.message("the page is there until Ctrl-C")
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// sameHost refuses what is asked of a page of this machine alone by another name: a page of the internet whose name leads
// here must not read it.
func sameHost(address string, page http.Handler) http.Handler {
	host, port, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err != nil || !ip.IsLoopback() {
		return page
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != address && r.Host != "localhost:"+port {
			http.Error(w, "this page is at http://"+address+"/", http.StatusForbidden)
			return
		}
		page.ServeHTTP(w, r)
	})
}
