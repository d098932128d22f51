// Command tosses simulates the cube tosses that ContactNets measured, open loop from each toss's first frame, and prints how
// far the simulated cube is from the measured one:
//
//	go run ./runs/tosses DATA/contactnets
//
// DATA/contactnets holds tosses_*.csv.gz: one row a frame, 148 a second, with toss, step, t_s, position [m], attitude (w, x, y, z),
// velocity [m/s] and angular velocity in the body's frame [rad/s]. Nothing is fitted: mass, inertia, friction and restitution
// are those that were measured with the tosses.
//
// The error of position is the mean over the frames of a toss of the distance of the centres, over the width of the cube;
// its mean over all tosses is printed. The error of rotation is the mean over the frames of the angle between the attitudes; printed is the
// median over all tosses. Both are printed for a step of a frame and for parts of it.
//
// Data: Pfrommer, Halm, Posa, "ContactNets" (CoRL 2020), BSD-3.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "tosses:", err)
		os.Exit(2)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("tosses", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	parts := flags.Int("parts", 4, "")
	all := flags.Bool("all", false, "")
	if err := flags.Parse(args); err != nil || flags.NArg() != 1 || *parts < 1 {
		return fmt.Errorf("usage: tosses [-parts N] [-all] FOLDER, which holds tosses_*.csv.gz; steps are a frame and its halves to the Nth part; -all: every new contact is an impact")
	}
	files, err := filepath.Glob(filepath.Join(flags.Arg(0), "tosses_*.csv.gz"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("%s: there is no file tosses_*.csv.gz in it", flags.Arg(0))
	}
	var tosses []toss
	for _, f := range files {
		more, err := readFile(f)
		if err != nil {
			return err
		}
		tosses = append(tosses, more...)
	}
	fmt.Fprintf(out, "%d tosses\nstep [s]     position [%% of the width, mean]   rotation [°, median]\n", len(tosses))
	for n := 1; n <= *parts; n *= 2 {
		e, err := compare(tosses, n, *all)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%.9f  %31.3f  %21.3f\n", frameTime/float64(n), 100*e.position, e.rotation)
	}
	return nil
}
