package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
)

// A pile that moves, and is no crowd because of what it meets, such as a ball on a chain or a car, or because something
// in it is too fast, is an island: each of its impacts is resolved at its own time, and the whole island solved anew after
// it. Its contacts are solved as accurately as those of a crowd. More would say nothing, because the next impact changes
// what they have found, and takes long: friction in a pile that slides has the passes go round for ever.

// asPile gives an island the settings of its contact solver if it is a pile that moves: if Settings.Crowd or more of its
// members have neither joints nor wheels, and one of these is faster than crowdMinSpeed.
func (w *World) asPile(isl *island) {
	isl.pile = false
	if w.set.Crowd <= 0 || len(isl.members) < w.set.Crowd {
		return
	}
	n, moves, sum := 0, false, 0.0
	for _, i := range isl.members {
		if w.plain(i) {
			n++
			moves = moves || w.movesFast(i)
			sum += w.flights[i].s.V.LenSq()
		}
	}
	if isl.pile = moves && n >= w.set.Crowd; !isl.pile {
		return
	}
	isl.pileSet = w.contactSet
	isl.pileSet.Residual = w.crowdResidual(math.Sqrt(sum / float64(n)))
	isl.pileSet.Passes, isl.pileSet.Most = min(crowdPasses, w.set.Passes), w.set.Passes
}

// contactSettings returns the settings of the contact solver for an island.
func (w *World) contactSettings(isl *island) *response.ContactSettings {
	switch {
	case isl.quiet && w.leftOut(isl):
		return &w.crowd.calm.set
	case isl.pile:
		return &isl.pileSet
	}
	return &w.contactSet
}
