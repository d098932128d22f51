package sim

import (
	"runtime"
	"sync/atomic"
)

// crew is a pool of goroutines that share loops with the goroutine that runs them. Each piece of a loop goes to any
// free worker; no result may depend on which. Between loops a helper spins for a while and then sleeps. It then refers
// to nothing of a world, so that an unreferenced world is freed, and its crew dismissed.
type crew struct {
	left atomic.Int64 // pieces of the loop that nobody has taken, if above zero
	done atomic.Int64 // pieces done
	idle atomic.Int32 // helpers that sleep, or are about to and will find a call
	gone atomic.Bool
	call chan struct{}

	sleeps atomic.Bool // whoever runs the loop sleeps until the last piece is done, or is about to
	over   chan struct{}

	// The loop: written while no piece is left, read by workers that have taken a piece.
	workers []worker
	n, size int
	pieces  int64
	do      func(x *worker, first, end int)
}

// Looks are reads of one word, some nanoseconds each.
const (
	looks       = 100000 // before who waits sleeps: to wake it takes as long as a fifth of them
	looksBeside = 500    // between which it lets other goroutines run
)

// newCrew starts a crew for n workers, one of which is whoever runs its loops.
func newCrew(n int) *crew {
	c := &crew{call: make(chan struct{}, n), over: make(chan struct{}, n)}
	for i := 1; i < n; i++ {
		go c.help(i)
	}
	return c
}

// dismiss ends a crew that runs no loop.
func (c *crew) dismiss() {
	c.gone.Store(true)
	close(c.call)
}

// run runs a loop and returns when all of it is done.
func (c *crew) run(workers []worker, n, size int, do func(x *worker, first, end int)) {
	c.workers, c.n, c.size, c.do = workers, n, size, do
	c.pieces = int64((n + size - 1) / size)
	c.done.Store(0)
	c.left.Store(c.pieces)
	for want := c.pieces - 1; want > 0 && c.wakes(); want-- {
		c.call <- struct{}{}
	}
	c.work(0)
	for look := 1; c.done.Load() < c.pieces; look++ {
		switch {
		case look%looks == 0:
			c.sleeps.Store(true) // somebody may need the core for the last piece
			if c.done.Load() < c.pieces || !c.sleeps.CompareAndSwap(true, false) {
				<-c.over // a late call, of the loop before, may come too early
			}
		case look%looksBeside == 0:
			runtime.Gosched()
		}
	}
	c.workers, c.do = nil, nil
}

// work takes pieces until none is left.
func (c *crew) work(i int) {
	for c.left.Load() > 0 {
		k := c.left.Add(-1)
		if k < 0 {
			return
		}
		first, pieces := int(c.pieces-1-k)*c.size, c.pieces
		c.do(&c.workers[i], first, min(first+c.size, c.n))
		if c.done.Add(1) == pieces && c.sleeps.CompareAndSwap(true, false) {
			c.over <- struct{}{}
		}
	}
}

// help is what a helper does until it is dismissed.
func (c *crew) help(i int) {
	for !c.gone.Load() {
		c.work(i)
		c.wait()
	}
}

// wait returns when there may be something to do.
func (c *crew) wait() {
	for look := 1; look < looks; look++ {
		if c.left.Load() > 0 || c.gone.Load() {
			return
		}
		if look%looksBeside == 0 {
			runtime.Gosched()
		}
	}
	c.idle.Add(1)
	if c.left.Load() > 0 && c.wakes() {
		return
	}
	<-c.call
}

// wakes takes one off those that sleep, and reports whether there was any.
func (c *crew) wakes() bool {
	for k := c.idle.Load(); k > 0; k = c.idle.Load() {
		if c.idle.CompareAndSwap(k, k-1) {
			return true
		}
	}
	return false
}
