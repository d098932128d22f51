package sim

import (
	"runtime"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// worker is the scratch memory of one of the goroutines that share the work of a step. Concurrent work reads the same
// world; each piece of it writes only its own data, on whichever worker it runs.
type worker struct {
	searcher
	touching toucher
	memory   narrowphase.Memory // of both
}

// maxWorkers is the largest number of goroutines of a step.
const maxWorkers = 256

// SetWorkers sets how many goroutines a step may use: 1, as in a new world, for an n below, and 256 for one above. It
// changes no bit of any result: workers write to places that depend on the data alone. The goroutines of n > 1 wait
// between steps until SetWorkers(1), or until the world is no longer reachable.
func (w *World) SetWorkers(n int) {
	n = min(max(n, 1), maxWorkers)
	if n == len(w.workers) {
		return
	}
	w.workers = make([]worker, n)
	for i := range w.workers {
		x := &w.workers[i]
		x.w, x.touching.w, x.memory = w, w, narrowphase.NewMemory(w.separationsKept())
		x.separations, x.touching.separations = &x.memory, &x.memory
	}
	w.toucher.separations = &w.workers[0].memory
	if w.pool != nil {
		w.poolCleanup.Stop()
		w.pool.close()
		w.pool = nil
	}
	if n > 1 {
		w.pool = newWorkerPool(n)
		w.poolCleanup = runtime.AddCleanup(w, (*workerPool).close, w.pool)
	}
}

// The number of separations that a worker remembers, for each part of a body, and at most.
const (
	separationsOfPart = 32
	mostSeparations   = 1024
)

// separationsKept returns the number of separations that a worker remembers, 0 where nothing is curved.
func (w *World) separationsKept() int {
	parts, curved := 0, false
	for i := range w.bodies {
		for k := range w.bodies[i].parts {
			parts++
			curved = curved || !w.bodies[i].parts[k].Shape.Polyhedral()
		}
	}
	for i := range w.statics {
		for k := range w.statics[i].placed {
			s := w.statics[i].placed[k].Shape
			curved = curved || !s.Polyhedral() && s.Kind != geom.ShapePlane
		}
	}
	if !curved {
		return 0
	}
	return min(separationsOfPart*parts, mostSeparations)
}

// share calls do for the indices from 0 to n, in pieces of the given size, with all workers if there is more than one
// piece. The work for an index must not depend on that for others.
func (w *World) share(n, size int, do func(x *worker, first, end int)) {
	if w.pool != nil && n > size {
		w.pool.run(w.workers, n, size, do)
		return
	}
	for first := 0; first < n; first += size {
		do(&w.workers[0], first, min(first+size, n))
	}
}

// bodiesTogether is the number of bodies, or of pairs, in a piece if there is little to do for each.
const bodiesTogether = 64

// The search for first meetings is shared from pairsForWorkers on, in pieces of pairsTogether.
const (
	pairsForWorkers = 128
	pairsTogether   = 16
)

// searchPairs looks for the first meeting of every pair.
func (w *World) searchPairs() {
	n := len(w.pairs)
	if len(w.workers) < 2 || n < pairsForWorkers {
		for k := range n {
			w.search(int32(k))
		}
		return
	}
	w.searchResults = resized(w.searchResults, n)
	w.share(n, pairsTogether, func(x *worker, first, end int) {
		for k := first; k < end; k++ {
			x.w.searchResults[k] = x.pair(int32(k))
		}
	})
	for k := range w.searchResults {
		w.queueResult(int32(k), &w.searchResults[k])
	}
}
