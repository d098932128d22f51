package sim

// NewUnbounded is New for bodies of any size and place.
func NewUnbounded(def *Definition) (*World, error) { return newWorld(def, true) }
