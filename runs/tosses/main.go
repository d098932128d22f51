// Command tosses simulates the cube tosses measured for ContactNets, open loop from the first frame of each toss, and
// prints how far the simulated cube is from the measured one:
//
//	go run ./runs/tosses DATA/contactnets
//
// DATA/contactnets holds tosses_*.csv.gz: one row per frame, 148 per second, with toss, step, t_s, position [m],
// attitude (w, x, y, z), velocity (m/s) and angular velocity in body axes (rad/s). Nothing is fitted: mass, inertia,
// friction and restitution are those measured with the tosses.
//
// The position error of a toss is the mean over its frames of the distance between the centres, divided by the width of
// the cube; the program prints its mean over all tosses. The rotation error is the mean over the frames of the angle
// between the attitudes; the program prints the median over all tosses. Both are printed for steps of one frame and of
// parts of it.
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
