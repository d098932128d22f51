package sim

// NewUnbounded is New for bodies of any size and place.
func NewUnbounded(def *Definition) (*World, error) { return newWorld(def, true) }

// SearchPieces returns how many chords the searches for impacts have tried so far.
func SearchPieces(w *World) int {
	n := 0
	for i := range w.workers {
		n += w.workers[i].pieces
	}
	return n
}
