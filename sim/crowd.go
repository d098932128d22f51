package sim

import "math"

// A crowd is bodies that come near each other in a step, from Settings.Crowd of them on: a heap, or what falls into one. There impacts
// follow each other so closely that to resolve each at its own time takes far longer than all the rest, and tells
// nothing, because the next one changes what it did. So what meets in a crowd without restitution, and goes no farther in a substep
// than half of the thickness of the thinner body, is the contact solver's: it is foreseen at the start of the substep, closes its
// gap at the substep's end, and stays. Whatever rebounds, is faster, or comes at a place that could not be foreseen, is an impact as
// everywhere. Where bodies are near each other at the start of a step follows from their bounds alone.

// crowdThrough is the share of the smallest half extent of a body by which something may come in within a substep and still be the contact
// solver's.
const crowdThrough = 0.5

// crowdSlam is how far what comes in at a place that was not foreseen may go within a substep, over the smallest half extent: it is pushed out
// again. Beyond, it is an impact.
const crowdSlam = 0.01

// crowdTurn is the largest turn of a body of a crowd in a substep [rad]; see maxContactTurn.
const crowdTurn = 0.05

// crowdAccuracy is the residual of an island of a crowd, over the mean of its speeds, where that is more than Settings.Residual.
const crowdAccuracy = 1e-3

// crowdMoves is the mean of the speeds of an island of a crowd from which on it does [m/s].
const crowdMoves = 0.1

// findCrowds marks the bodies that are of crowds, from the pairs of the step. It leaves parent as it found it: each body for itself.
func (w *World) findCrowds() {
	if w.set.Crowd == 0 || w.set.ImpactSpeed == 0 {
		return
	}
	for i := range w.bodies {
		w.crowded[i] = false
	}
	if len(w.bodies) < w.set.Crowd {
		return
	}
	for k := range w.pairs {
		if p := &w.pairs[k]; p.b >= 0 && w.mayCrowd(p) {
			w.merge(p.a, p.b)
		}
	}
	for i := range w.bodies {
		w.crowdSize[i] = 0
	}
	for i := range w.bodies {
		w.crowdSize[w.root(int32(i))]++
	}
	for i := range w.bodies {
		w.crowded[i] = int(w.crowdSize[w.root(int32(i))]) >= w.set.Crowd
	}
	for i := range w.bodies {
		w.parent[i] = int32(i)
	}
}

// mayCrowd reports whether a pair is one of those that make crowds, or one of a crowd with what stands still.
func (w *World) mayCrowd(p *pair) bool {
	if s := w.surfaceOf(p); p.sensor || p.crush >= 0 || s.model != Newton || s.rebounds() || !w.plain(p.a) || p.b >= 0 && !w.plain(p.b) {
		return false
	}
	return p.b < 0 || !w.flights[p.a].still || !w.flights[p.b].still
}

// plain reports whether nothing but forces and contacts moves a body.
func (w *World) plain(i int32) bool {
	return !w.bodies[i].driven && w.bodies[i].vehicle < 0 && len(w.jointsOf[i]) == 0
}

// inCrowd reports whether the contact solver may have impacts of a pair.
func (w *World) inCrowd(p *pair) bool {
	return w.crowded[p.a] && (p.b < 0 || w.crowded[p.b]) && w.mayCrowd(p)
}

// thinner returns the smallest half extent of a pair's bodies [m].
func (w *World) thinner(p *pair) float64 {
	if p.b < 0 {
		return w.bodies[p.a].thin
	}
	return math.Min(w.bodies[p.a].thin, w.bodies[p.b].thin)
}

// crowdSpeed returns the approach speed up to which a pair of a crowd may meet in a substep of length h [s] without an impact [m/s], 0 for
// other pairs.
func (w *World) crowdSpeed(p *pair, h float64) float64 {
	if !w.inCrowd(p) {
		return 0
	}
	return float64(crowdThrough*w.thinner(p)) / h
}

// foresight returns how far apart the points of a pair may be that the contact solver looks at in a substep of length h [s]: of a crowd, what
// can meet in it.
func (w *World) foresight(p *pair, h float64) float64 {
	if !w.inCrowd(p) {
		return w.set.Speculative
	}
	return math.Max(w.set.Speculative, w.closes(p, h))
}

// closes bounds what a gap of a pair closes by in the time h when either side may be stopped in it [m].
func (w *World) closes(p *pair, h float64) float64 {
	speed := 0.0
	for _, i := range [2]int32{p.a, p.b} {
		if i >= 0 {
			f := &w.flights[i]
			speed += f.s.V.Len() + float64(f.field.Len()*h) + float64(w.turnRate(i)*w.bodies[i].radius)
		}
	}
	return float64(speed * h)
}

// linkCrowded unites the sides of a pair of a crowd that touches, or may before the step ends.
func (w *World) linkCrowded(k int32) {
	p := w.pairs[k]
	reach := math.Max(w.set.Slop, w.closes(&p, w.set.Step))
	if p.b >= 0 {
		ba, bb := w.bodies[p.a].bounds(&w.flights[p.a].s).Grow(reach), w.bodies[p.b].bounds(&w.flights[p.b].s)
		if !ba.Overlaps(&bb) {
			return
		}
	}
	if len(w.touches(k, reach)) > 0 {
		w.wakeAndUnite(&p)
	}
}

// slamSpeed returns the approach speed from which on what the contact solver of a pair does not expect within the time h [s] is an impact [m/s].
func (w *World) slamSpeed(p *pair, h float64) float64 {
	if !w.inCrowd(p) {
		return w.threshold()
	}
	return math.Max(w.threshold(), float64(crowdSlam*w.thinner(p))/h)
}

// isCrowd reports whether an island of the given members is of a crowd, of whose bodies it may be a few.
func (w *World) isCrowd(members []int32) bool {
	for _, i := range members {
		if !w.crowded[i] {
			return false
		}
	}
	return true
}

// meanSpeed returns the root mean square of the speeds of bodies [m/s].
func (w *World) meanSpeed(members []int32) float64 {
	sum := 0.0
	for _, i := range members {
		sum += w.flights[i].s.V.LenSq()
	}
	return math.Sqrt(sum / float64(len(members)))
}

// crowdResidual returns the residual that is fine enough for an island: in a crowd a share of the mean of its speeds [m/s].
func (w *World) crowdResidual(members []int32) float64 {
	v := w.meanSpeed(members)
	if v < crowdMoves {
		return 0 // what the passes leave would be a speed that lets them leave more
	}
	return float64(crowdAccuracy * v)
}
