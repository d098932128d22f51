package sim

// addSupports adds to the impact problem the existing contacts of its bodies with the world and with driven bodies,
// which nothing moves: a floor or a wall reacts to an impact at the same moment. Movable neighbours are struck in turn.
func (w *World) addSupports() {
	t := w.flights[w.members[0]].t0
	for n := 0; n < len(w.impactRows); n++ {
		hit := &w.pairs[w.impactRows[n].pair]
		for _, i := range [2]int32{hit.a, hit.b} {
			if i >= 0 {
				w.addSupportsOf(i, t)
			}
		}
	}
}

// addSupportsOf is addSupports for one body.
func (w *World) addSupportsOf(i int32, t float64) {
	for _, k := range w.pairsOf[i] {
		if w.pairs[k].sensor || !w.supports(&w.pairs[k], i, t) || w.inImpact(k) {
			continue
		}
		touches := w.touchesNow(k, w.impactMargin(&w.pairs[k]))
		if len(touches) > 0 {
			w.addImpact(k, touches, false)
		}
	}
}

// supports reports whether the other side of a pair of body i is the world or a driven body, and moves the latter to
// time t.
func (w *World) supports(p *pair, i int32, t float64) bool {
	if w.bodies[i].driven {
		return false
	}
	if p.b < 0 {
		return true
	}
	other := p.a + p.b - i
	if !w.bodies[other].driven {
		return false
	}
	w.moveDriven(other, t)
	return true
}

func (w *World) inImpact(k int32) bool {
	for i := range w.impactRows {
		if w.impactRows[i].pair == k {
			return true
		}
	}
	return false
}
