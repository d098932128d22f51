package sim

// event is an event at a time within the step: a pair that meets, an island whose substep ends, or the end of a piece
// of a tumbling body's flight.
type event struct {
	t      float64 // by which events are ordered
	at     float64 // when a meeting is settled: slightly before t, when the gap is that of an impact
	kind   eventKind
	a, b   int32 // bodies, or statics as in pair; of a substep: the island and 0; of a piece of a flight: the body and -1
	pair   int32
	stampA int32 // of body a, or of the island
	stampB int32
}

type eventKind uint8

// The end of a substep comes before a meeting at the same time, so that contacts are current when the meeting is
// resolved.
const (
	substepEnd eventKind = iota
	pieceEnd
	impulse      // of a pair that crushes
	secondImpact // of a pair that has had its impulse and comes in again
	meeting
)

// before orders events by time, kind and ids.
func (e *event) before(o *event) bool {
	if e.t != o.t {
		return e.t < o.t
	}
	if e.kind != o.kind {
		return e.kind < o.kind
	}
	if e.a != o.a {
		return e.a < o.a
	}
	return e.b < o.b
}

// eventQueue is a binary heap of events.
type eventQueue struct{ heap []event }

func (q *eventQueue) reset() { q.heap = q.heap[:0] }

// push adds an event to the binary heap.
func (q *eventQueue) push(e event) {
	h := append(q.heap, e)
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !h[i].before(&h[up]) {
			break
		}
		h[i], h[up] = h[up], h[i]
		i = up
	}
	q.heap = h
}

// pop removes and returns the first event, false if there is none.
func (q *eventQueue) pop() (event, bool) {
	h := q.heap
	if len(h) == 0 {
		return event{}, false
	}
	top, last := h[0], len(h)-1
	h[0] = h[last]
	h = h[:last]
	for i := 0; ; {
		c := 2*i + 1
		if c >= last {
			break
		}
		if c+1 < last && h[c+1].before(&h[c]) {
			c++
		}
		if !h[c].before(&h[i]) {
			break
		}
		h[i], h[c] = h[c], h[i]
		i = c
	}
	q.heap = h
	return top, true
}
