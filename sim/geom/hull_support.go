package geom

// climbHull is the number of vertices from which climbing along edges is faster than looking at all vertices.
const climbHull = 32

// Climbs reports whether SupportFrom climbs; it searches smaller hulls whole.
func (h *Hull) Climbs() bool { return len(h.Vertices) >= climbHull }

// SupportFrom returns the vertex farthest along d, like Support, by climbing from vertex start along edges: in nearly
// constant time when start is the result for a direction nearby. Start may be any number: one that is no vertex counts
// as 0. Small hulls (see Climbs) are searched whole, which gives Support's result.
//
// A climb goes to the farthest neighbour, the first of equals in the order of Ring, and ends where none is farther. Of
// equals it may end at another than Support, one that depends on the hull, d and start only. In exact arithmetic it
// ends at a farthest vertex, as the hull is convex. Rounding may end it at one that lies back by a few ulp of the
// largest coordinate times the ratio of the hull's size to the edges there: callers that need the last digit compare
// with Support.
func (h *Hull) SupportFrom(d Vec, start int32) int32 {
	if !h.Climbs() {
		return h.Support(d)
	}
	if start < 0 || int(start) >= len(h.Vertices) {
		start = 0
	}
	at, best := start, h.Vertices[start].Dot(d)
	for {
		next := at
		for _, e := range h.Rings[h.RingAt[at]:h.RingAt[at+1]] {
			v := h.Far(e, at)
			if x := h.Vertices[v].Dot(d); x > best {
				best, next = x, v
			}
		}
		if next == at {
			return at
		}
		at = next
	}
}
