package sim

import (
	"runtime"
	"sync/atomic"
)

// workerPool is a pool of goroutines that share loops with the goroutine that runs them. Each piece of a loop goes to
// any free worker; no result may depend on which. Between loops a helper spins for a while and then sleeps. It then
// refers to nothing of a world, so that an unreferenced world is freed, and its pool closed.
type workerPool struct {
	left   atomic.Int64 // pieces of the loop that no worker has taken, if above zero
	done   atomic.Int64 // pieces done
	idle   atomic.Int32 // helpers that sleep, or are about to and will be called
	closed atomic.Bool
	call   chan struct{}

	sleeps atomic.Bool // the caller of run sleeps until the last piece is done, or is about to
	over   chan struct{}

	// The loop: written while no piece is left, read by workers that have taken a piece.
	workers []worker
	n, size int
	pieces  int64
	do      func(x *worker, first, end int)
}

// Who waits reads one word in a loop, some nanoseconds each time.
const (
	spinReads     = 100000 // before it sleeps; waking it takes as long as a fifth of them
	readsPerYield = 500    // after which it lets other goroutines run
)

// newWorkerPool starts a pool of n workers, one of which is the goroutine that calls run.
func newWorkerPool(n int) *workerPool {
	c := &workerPool{call: make(chan struct{}, n), over: make(chan struct{}, n)}
	for i := 1; i < n; i++ {
		go c.serve(i)
	}
	return c
}

// close ends a pool that runs no loop.
func (c *workerPool) close() {
	c.closed.Store(true)
	close(c.call)
}

// run runs a loop and returns when all of it is done.
func (c *workerPool) run(workers []worker, n, size int, do func(x *worker, first, end int)) {
	c.workers, c.n, c.size, c.do = workers, n, size, do
	c.pieces = int64((n + size - 1) / size)
	c.done.Store(0)
	c.left.Store(c.pieces)
	for want := c.pieces - 1; want > 0 && c.wakeOne(); want-- {
		c.call <- struct{}{}
	}
	c.work(0)
	for look := 1; c.done.Load() < c.pieces; look++ {
		switch {
		case look%spinReads == 0:
			c.sleeps.Store(true) // somebody may need the core for the last piece
			if c.done.Load() < c.pieces || !c.sleeps.CompareAndSwap(true, false) {
				<-c.over // a late call, of the loop before, may come too early
			}
		case look%readsPerYield == 0:
			runtime.Gosched()
		}
	}
	c.workers, c.do = nil, nil
}

// work takes pieces until none is left.
func (c *workerPool) work(i int) {
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

// serve is what a helper does until the pool is closed.
func (c *workerPool) serve(i int) {
	for !c.closed.Load() {
		c.work(i)
		c.wait()
	}
}

// wait returns when there may be pieces to take, or the pool is closed.
func (c *workerPool) wait() {
	for look := 1; look < spinReads; look++ {
		if c.left.Load() > 0 || c.closed.Load() {
			return
		}
		if look%readsPerYield == 0 {
			runtime.Gosched()
		}
	}
	c.idle.Add(1)
	if c.left.Load() > 0 && c.wakeOne() {
		return
	}
	<-c.call
}

// wakeOne takes one off the number of helpers that sleep, and reports whether there was one: a helper to call, or the
// caller itself, which then does not sleep.
func (c *workerPool) wakeOne() bool {
	for k := c.idle.Load(); k > 0; k = c.idle.Load() {
		if c.idle.CompareAndSwap(k, k-1) {
			return true
		}
	}
	return false
}
