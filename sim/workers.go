package sim

import (
	"sync"
	"sync/atomic"
)

// SetWorkers sets how many goroutines a step may use, 1 or more. It changes no bit of any result: what workers find goes to
// places that depend on the data alone.
func (w *World) SetWorkers(n int) {
	n = max(n, 1)
	for len(w.searchers) < n {
		w.searchers = append(w.searchers, searcher{w: w})
	}
	w.searchers = w.searchers[:n]
}

// The work is shared among workers from pairsForWorkers on, in pieces of pairsTogether.
const (
	pairsForWorkers = 128
	pairsTogether   = 16
)

// searchPairs looks for the first meeting of every pair.
func (w *World) searchPairs() {
	n := len(w.pairs)
	if len(w.searchers) < 2 || n < pairsForWorkers {
		for k := range n {
			w.search(int32(k))
		}
		return
	}
	if cap(w.meetings) < n {
		w.meetings = make([]found, n, n+n/4)
	}
	w.meetings = w.meetings[:n]
	var next atomic.Int64
	var all sync.WaitGroup
	for i := range w.searchers {
		s := &w.searchers[i]
		all.Go(func() {
			for {
				end := int(next.Add(pairsTogether))
				if end-pairsTogether >= n {
					return
				}
				for k := end - pairsTogether; k < min(end, n); k++ {
					w.meetings[k] = s.pair(int32(k))
				}
			}
		})
	}
	all.Wait()
	for k := range w.meetings {
		w.note(int32(k), &w.meetings[k])
	}
}
