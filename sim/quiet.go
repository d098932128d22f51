package sim

// quietTravel is how far a body of an island goes in a step at most, over Settings.Slop, for the island to be quiet.
const quietTravel = 0.01

// quiet reports whether next to nothing moves in an island whose contacts carry loads already, so that one substep does for what is left
// of the step. Its contacts stay where they are, and the forces of the step before hold it but for what the solver adds.
// Wheels and joints have substeps always.
func (w *World) quiet(isl *island) bool {
	loaded := false
	for _, i := range isl.bodies {
		b, f := &w.bodies[i], &w.flights[i]
		if b.vehicle >= 0 || len(w.jointsOf[i]) > 0 || !w.hardlyMoves(i, f.s.V.Len(), w.turnRate(i)) {
			return false
		}
	}
	for _, i := range isl.members {
		for _, k := range w.pairsOf[i] {
			if r := w.warmFor(k); !loaded && w.owns(i, k) && r.first < r.end {
				loaded = true
			}
		}
	}
	return loaded
}

// staysQuiet reports whether a quiet island is one at the end of the substep too, with the velocities that the contact solver has found.
func (w *World) staysQuiet(isl *island) bool {
	if !isl.found {
		return false
	}
	for slot, i := range isl.bodies {
		b := &isl.solver.Bodies[slot]
		if !w.hardlyMoves(i, b.V.Len(), b.W.Len()) {
			return false
		}
	}
	return true
}

// hardlyMoves reports whether body i goes nowhere in a step at the given speeds [m/s], [rad/s].
func (w *World) hardlyMoves(i int32, speed, turn float64) bool {
	far := float64((speed + float64(turn*w.bodies[i].radius)) * w.set.Step)
	return far <= float64(quietTravel*w.set.Slop)
}
