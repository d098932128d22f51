package sim

import (
	"slices"

	"github.com/prang-sim/prang/sim/vehicle"
)

// What joints reach over any number of links, found at the start, and when one breaks.

// markHung marks the bodies that joints hold on driven ones.
func (w *World) markHung() {
	reached := w.reached[:0]
	for i := range w.bodies {
		if w.bodies[i].driven {
			reached = append(reached, int32(i))
		}
	}
	for len(reached) > 0 {
		i := reached[len(reached)-1]
		reached = reached[:len(reached)-1]
		for _, k := range w.jointsOf[i] {
			if o := w.otherEnd(k, i); o >= 0 && !w.bodies[o].driven && !w.bodies[o].hung {
				w.bodies[o].hung = true
				reached = append(reached, o)
			}
		}
	}
	w.reached = reached
}

// markLooped marks the joints of groups of bodies that more joints hold together, or on what does not move freely, than a
// tree has.
func (w *World) markLooped() {
	seen := w.reachedBefore
	clear(seen)
	for first := range w.bodies {
		if seen[first] || w.bodies[first].driven || len(w.jointsOf[first]) == 0 {
			continue
		}
		group := append(w.reached[:0], int32(first))
		seen[first] = true
		inside, outside := 0, 0 // ends of joints between bodies of the group, and joints to others
		for n := 0; n < len(group); n++ {
			for _, k := range w.jointsOf[group[n]] {
				o := w.otherEnd(k, group[n])
				if w.outside(o) {
					outside++
					continue
				}
				inside++
				if !seen[o] {
					seen[o] = true
					group = append(group, o)
				}
			}
		}
		loops := inside/2 - (len(group) - 1) + max(0, outside-1)
		for _, i := range group {
			for _, k := range w.jointsOf[i] {
				w.joints[k].looped = loops > 0
			}
		}
		w.reached = group
	}
}

// addTowed tells each driver who keeps a speed what the vehicle draws: all that joints hold on it, over any number of
// links, but other vehicles whose drivers keep a speed.
func (w *World) addTowed() {
	for _, v := range w.vehicles {
		if !v.KeepsSpeed() {
			continue
		}
		v.TowNothing()
		train := append(w.reached[:0], v.Body)
		for n := 0; n < len(train); n++ {
			for _, k := range w.jointsOf[train[n]] {
				o := w.otherEnd(k, train[n])
				if w.outside(o) || slices.Contains(train, o) {
					continue
				}
				var trailer *vehicle.Vehicle
				if at := w.bodies[o].vehicle; at >= 0 {
					if trailer = w.vehicles[at]; trailer.KeepsSpeed() {
						continue
					}
				}
				v.Tow(w.bodies[o].mass.M, trailer)
				train = append(train, o)
			}
		}
		w.reached = train
	}
}
