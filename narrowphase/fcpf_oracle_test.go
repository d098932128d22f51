package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// height returns how far the point y is above the hull k of the oracle, whose vertices are v: the greatest height above
// its faces.
func (o *hullOracle) height(k int, v []geom.Vec, y geom.Vec, t float64) float64 {
	h := o.h[k]
	best := math.Inf(-1)
	for f := range h.Faces {
		n := o.turn(k, h.Faces[f].Plane.N, t)
		best = math.Max(best, n.Dot(y.Sub(v[h.Face(int32(f))[0]])))
	}
	return best
}

// segmentFace returns the distance at t of edge e of hull k from face f of the other.
func (o *hullOracle) segmentFace(k int, e, f int32, t float64) float64 {
	v := o.vertices(t)
	edge := o.h[k].Edges[e]
	p, q := v[k][edge.A], v[k][edge.B]
	c := o.h[1-k].Face(f)
	least := math.Inf(1)
	for i := range c {
		least = min(least, toiSegments(p, q, v[1-k][c[i]], v[1-k][c[(i+1)%len(c)]]))
	}
	for i := 2; i < len(c); i++ {
		a, b, d := v[1-k][c[0]], v[1-k][c[i-1]], v[1-k][c[i]]
		least = min(least, toiPointFace(p, a, b, d), toiPointFace(q, a, b, d))
		n := b.Sub(a).Cross(d.Sub(a))
		hp, hq := n.Dot(p.Sub(a)), n.Dot(q.Sub(a))
		if hp > 0 != (hq > 0) {
			if toiPointFace(p.AddScaled(q.Sub(p), hp/(hp-hq)), a, b, d) < math.Inf(1) {
				least = 0
			}
		}
	}
	return least
}

// An edge and a face are apart at all times before they meet, in steps that their speed allows, and together then; a
// vertex is outside until it enters, by the face that it enters by.
func TestEdgeFaceAndVertexHull_EqualSampling(t *testing.T) {
	n := 50
	if geomtest.Long {
		n = 1000
	}
	meetings, none, cases, pairs, entered, undecided := 0, 0, [3]int{}, 0, 0, 0
	for i := range hullClasses {
		class := &hullClasses[i]
		if class.triangle {
			continue
		}
		r := newToiRand(uint64(700 + i))
		for range n {
			c := r.hullQuery(t, class)
			p, o := NewTurningPair(&c.a, &c.sa, &c.b, &c.sb), newHullOracle(&c)
			k := r.IntN(2)
			e, f := int32(r.IntN(len(o.h[k].Edges))), int32(r.IntN(len(o.h[1-k].Faces)))
			if o.segmentFace(k, e, f, 0) < 1e-6 {
				continue
			}
			m, ok := p.EdgeFace(k, e, f, 0, c.duration)
			end := c.duration
			if ok {
				end = m.Time
				meetings++
				cases[m.Case]++
				if d := o.segmentFace(k, e, f, end); d > 1e-9 {
					t.Errorf("%s: %+v, but %g apart", class.name, m, d)
				}
			} else {
				none++
			}
			at, looks := 0.0, 0
			for ; at < end && looks < toiLooks; looks++ {
				d := o.segmentFace(k, e, f, at)
				if d < 1e-8 {
					break
				}
				at += d / o.fast
			}
			// The last steps go on for ever: within 1e-8 the time must be that of the meeting, or a miss by as little.
			if looks == toiLooks {
				undecided++
			} else if at < end && ok && o.segmentFace(k, e, f, at+(end-at)*0.5) > 1e-7 {
				t.Errorf("%s: %+v, but near at %g", class.name, m, at)
			} else if at < end && !ok && o.segmentFace(k, e, f, at+1e-9/o.fast) == 0 {
				t.Errorf("%s: no meeting, but at %g", class.name, at)
			}
			if ok && o.segmentFace(k, e, f, c.duration) > 1e-6 {
				pairs++
			}
			entered += checkEntry(t, &c, &p, o, k, class.name)
		}
	}
	t.Logf("%d meetings (%v), %d of them apart again, %d without; %d vertices entered; %d undecided", meetings, cases, pairs, none, entered, undecided)
	if meetings < n/2 || pairs < n/2 || none < n || cases[0] < n/10 || cases[1] < n/10 || entered < n/2 {
		t.Error("too few of a kind")
	}
}

// checkEntry checks PO for vertex 0 of body k and returns 1 when it enters the other.
func checkEntry(t *testing.T, c *hullQuery, p *TurningPair, o *hullOracle, k int, name string) int {
	at := 0.0
	height := func(x float64) float64 {
		v := o.vertices(x)
		return o.height(1-k, v[1-k], v[k][0], x)
	}
	if height(0) < 1e-6 {
		return 0
	}
	end, face, ok := p.VertexHull(k, 0, 0, c.duration)
	for looks := 0; looks < toiLooks; looks++ {
		d := height(at)
		if d < 1e-10 {
			break
		}
		if at += d / o.fast; at > end {
			break
		}
	}
	if at < end && height(at) <= 0 {
		t.Errorf("%s: a vertex is inside at %g, not only at %g", name, at, end)
	}
	if !ok {
		return 0
	}
	v := o.vertices(end)
	h := o.h[1-k]
	n := o.turn(1-k, h.Faces[face].Plane.N, end)
	if d := n.Dot(v[k][0].Sub(v[1-k][h.Face(face)[0]])); math.Abs(d) > 1e-11 || math.Abs(height(end)) > 1e-11 {
		t.Errorf("%s: enters by face %d at %g, but height %g above it, %g above all", name, face, end, d, height(end))
	}
	return 1
}

// The first contact is no earlier than the bracket, the polyhedra touch then and do not overlap, and all contact points
// are on both.
func TestFCPF_RandomHulls(t *testing.T) {
	n := 150
	if geomtest.Long {
		n = 1000
	}
	hits, turned, apart, inside, worst, features := 0, 0, 0, 0, 0.0, map[FeatureID]bool{}
	for i := range hullClasses {
		class := &hullClasses[i]
		if class.triangle {
			continue
		}
		r := newToiRand(uint64(800 + i))
		for k := range n {
			c := r.hullQuery(t, class)
			out := FCPF(&c.a, &c.sa, &c.b, &c.sb, c.duration)
			c.target = 0
			toi := c.run()
			if out.Status != toi.Status || out.Time < toi.Time {
				t.Errorf("%s %d: %+v, TOI %+v", class.name, k, out, toi)
			}
			if out.Status != Hit || out.Time == 0 {
				continue
			}
			hits++
			o := newHullOracle(&c)
			rounding := 2e-13 * (10 + o.fast*class.duration)
			sep := o.separation(out.Time, math.Inf(1))
			worst = math.Max(worst, math.Abs(sep))
			if math.Abs(sep) > rounding+1e-11*c.size() {
				t.Errorf("%s %d: %+v, separation %g; TOI %+v", class.name, k, out, sep, toi)
			}
			v := o.vertices(out.Time)
			origin := c.sa.At(out.Time).P
			for j, y := range out.Set.Points[:out.Set.Count] {
				for b := range 2 {
					if h := o.height(b, v[b], y.Sub(origin), out.Time); math.Abs(h) > 1e-8*c.size()+rounding {
						t.Errorf("%s %d: contact point %v is %g above %d", class.name, k, y, h, b)
					}
				}
				features[out.Features[j]] = true
			}
			if out.Set.Count == 0 {
				t.Errorf("%s %d: no contact points", class.name, k)
			}
			if out.Time*c.sa.W.Len() > 2*math.Pi {
				turned++
			}
			end := o.vertices(c.duration)
			if o.separation(c.duration, math.Inf(1)) > 0 {
				apart++
			} else {
				in := true
				for _, y := range end[1] {
					in = in && o.height(0, end[0], y, c.duration) < 0
				}
				if in {
					inside++
				}
			}
		}
	}
	t.Logf("%d hits, %d after a whole turn, %d apart again at the end, %d with B inside A then; separation within %g; %d pairs of features", hits, turned, apart, inside, worst, len(features))
	if hits < 2*n || turned < n/10 || apart < n || inside < 5 {
		t.Error("too few hard cases")
	}
}
