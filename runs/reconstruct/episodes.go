package reconstruct

import (
	"cmp"
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
)

// CollisionGap is how long no impulse acts on a vehicle between two of its collisions, as the criteria of occupants count them [s].
// A front that strikes a barrier and a tail that slaps it after that are one, as in tests of barriers, in which time begins with the
// first contact.
const CollisionGap = 0.5

// cluster is impulses that follow each other, each within some time after the end of those before.
type cluster struct {
	from, until float64  // of their pulses [s]
	dv          geom.Vec // their sum, body axes
}

// clusters returns the clusters of the impulses of impacts with a time between them, in order.
func (g *Gauge) clusters(gap float64) (list []cluster) {
	kicks := slices.Clone(g.kicks)
	slices.SortStableFunc(kicks, func(a, b velocityJump) int { return cmp.Compare(a.time, b.time) })
	for i := range kicks {
		k := &kicks[i]
		n := len(list)
		if n == 0 || k.time > list[n-1].until+gap {
			list = append(list, cluster{from: k.time, until: k.time})
			n++
		}
		c := &list[n-1]
		c.dv, c.until = c.dv.Add(k.dv), math.Max(c.until, k.time+k.length)
	}
	return list
}

// episode is a collision with what follows, until the next one begins.
type episode struct {
	from float64    // when it begins [s]
	a    []geom.Vec // readings by CFC 180 from then on
	turn []float64  // yaw accelerations by CFC 180, where they are asked for [rad/s²]
	yaw  float64    // yaw rate at its beginning [rad/s]
}

// episodes returns those of the collisions that begin within what outputs are of, in order; the first has its readings there. Of a
// driven body, whose collision is all that it does, it is one.
func (g *Gauge) episodes(o *outputs) (list []episode) {
	list = []episode{{from: sampleTime(o.from, o.first-settlingSamples), a: o.fine[o.first:o.n]}}
	begins := g.laterCollisions(o.end)
	if len(begins) > 0 {
		list[0].a = list[0].a[:samplesBefore(list[0].from, begins[0], len(list[0].a))]
	}
	for i, from := range begins {
		n := int((o.end-from)*gaugeRate) + 1
		if i+1 < len(begins) {
			n = samplesBefore(from, begins[i+1], n)
		}
		list = append(list, episode{from: from, a: CFC180.filtered(g.signal(from-settling, settlingSamples+n), 1.0/gaugeRate)[settlingSamples:]})
	}
	if g.asked.Criteria&HeadImpact != 0 {
		first := g.yawing(o.from-settling, o.n)
		CFC180.Filter(first, 1.0/gaugeRate)
		list[0].turn = first[o.first:]
		for i := range list {
			e := &list[i]
			e.yaw = g.yawRate(e.from)
			if i > 0 {
				e.turn = g.yawing(e.from-settling, settlingSamples+len(e.a))
				CFC180.Filter(e.turn, 1.0/gaugeRate)
				e.turn = e.turn[settlingSamples:]
			}
		}
	}
	return list
}

// laterCollisions returns when the collisions after the first begin, those before a time; none of a driven body, and none where
// nothing is asked for of occupants.
func (g *Gauge) laterCollisions(end float64) (begins []float64) {
	if g.asked.Driven || g.asked.Criteria&VehicleCriteria == 0 {
		return nil
	}
	for i, c := range g.clusters(CollisionGap) {
		if i > 0 && c.from < end {
			begins = append(begins, c.from)
		}
	}
	return begins
}

// samplesBefore returns how many samples from one time on are before another one, n at most.
func samplesBefore(from, until float64, n int) int {
	return min(n, int(math.Ceil(float64((until-from)*gaugeRate)-1e-6)))
}

// worstOIV returns the largest occupant impact velocity of collisions, of equal ones the first; nil without any.
func worstOIV(list []episode) (worst *OIV) {
	most := math.Inf(-1)
	for i := range list {
		if v := oiv(list[i].a, list[i].from); v != nil {
			if size := float64(v.Longitudinal*v.Longitudinal) + float64(v.Lateral*v.Lateral); size > most {
				worst, most = v, size
			}
		}
	}
	return worst
}

// worstTHIV returns the largest theoretical head impact velocity of collisions, of equal ones the first; nil without any.
func worstTHIV(list []episode) (worst *THIV) {
	for i := range list {
		if t := thiv(&list[i]); t != nil && (worst == nil || t.Value > worst.Value) {
			worst = t
		}
	}
	return worst
}

// worstOLC returns the largest criterion of collisions, of equal ones the first; nil without any. Of that in which the largest pulse
// begins it is taken from there on: pulse are readings from that time on.
func worstOLC(list []episode, pulse []geom.Vec, from float64) (worst *OLC) {
	for i := range list {
		e := &list[i]
		a, begin := e.a, e.from
		last := i+1 == len(list)
		if (i == 0 || from >= e.from) && (last || from < list[i+1].from) {
			a, begin = pulse, from
			if !last {
				a = a[:samplesBefore(from, list[i+1].from, len(a))]
			}
		}
		if c := olc(a, begin); c != nil && (worst == nil || c.Value > worst.Value) {
			worst = c
		}
	}
	return worst
}
