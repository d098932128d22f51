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

// echo is how long further interrupts count as the first one: timeout of the GNU core utilities sends one to the process
// and another to its group.
const echo = 500 * time.Millisecond

// program runs the program on the process's arguments and streams, and returns its exit code. The first interrupt ends
// what is running at its next safe point; another one, not just after it, ends the process.
func program() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { time.AfterFunc(echo, stop) }) // and not at the end, where an echo would take the exit code
	a := newApp(os.Stdout, os.Stderr)
	context.AfterFunc(ctx, func() {
		time.AfterFunc(patience, func() {
			a.message("prang: interrupted, but not yet at a safe point to stop; another interrupt stops at once, and a log stays valid up to there")
		})
	})
	a.release = func() { signal.Reset(os.Interrupt, syscall.SIGTERM) }
	return a.main(ctx, os.Args[1:])
}
