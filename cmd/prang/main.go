// The program prang runs crash scenarios, replays and compares their logs, and tests them against goldens. Each
// subcommand has a file of its own; the work is done by the packages runs and recorder.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// patience is how long an interrupt has to be obeyed before it is said that it takes long.
const patience = 2 * time.Second

func main() { os.Exit(program()) }

// program runs the program on the process's arguments and streams, and returns its exit code. The first interrupt ends
// what is running at its next safe point; a second one ends the process.
func program() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	a := newApp(os.Stdout, os.Stderr)
	context.AfterFunc(ctx, func() {
		time.AfterFunc(patience, func() {
			a.message("prang: interrupted, but not yet at a safe point to stop; another interrupt stops at once, and a log stays valid up to there")
		})
	})
	a.release = func() { signal.Reset(os.Interrupt, syscall.SIGTERM) }
	return a.main(ctx, os.Args[1:])
}
