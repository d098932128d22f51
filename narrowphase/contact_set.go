package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

const (
	// contactBuffer holds a polygon of MaxSet corners clipped by one of MaxSet sides: a side adds at most one corner.
	contactBuffer = 2 * MaxSet
	// contactFeature is the largest number of corners of a feature that are all looked at; of more those are left out
	// that cut off the least.
	contactFeature = 64
)

// contactSet fills set with the points at which two features in contact touch. A feature is a vertex (one point), an
// edge (two) or a face (the corners of a convex polygon in order around it, either way) of a convex shape, at a slight
// angle at most to the contact plane, whose unit normal n points from A to B. The features are intersected in that
// plane; of the corners of the intersection those touch whose gap along n is within tol of the least. Each point of the
// set lies midway between the two features along n.
//
// Tol [m] is also the distance within which points are one, lines coincide and a point outside a face counts as on its
// rim.
//
// The set is one point, the two ends of a segment, or a convex polygon, counter-clockwise seen against n (n towards the
// eye), without repeated or collinear corners. It is never empty: features that miss each other in the plane, as those
// of shapes apart by a margin may, give the point midway between their nearest points. Of polygons with more than
// MaxSet corners, and of features of more than contactFeature, those are left out that cut off the least area; an empty
// feature gives an empty set.
//
// Source: 000 and 004 name the contact set as needed; 004 gives the cases of points and segments. ALGORITHMS.md A5.
func contactSet(featureA, featureB []geom.Vec, n geom.Vec, tol float64, set *ContactSet) {
	set.Count = 0
	if len(featureA) == 0 || len(featureB) == 0 {
		return
	}
	if max(len(featureA), len(featureB)) > MaxSet {
		var bufA, bufB [contactFeature + 1]geom.Vec
		var bufC, bufD [2 * contactFeature]geom.Vec
		set.fill(featureA, featureB, n, tol, &contactBuffers{bufA[:0], bufB[:0], bufC[:0], bufD[:0]})
		return
	}
	var bufA, bufB [MaxSet + 1]geom.Vec
	var bufC, bufD [contactBuffer]geom.Vec
	set.fill(featureA, featureB, n, tol, &contactBuffers{bufA[:0], bufB[:0], bufC[:0], bufD[:0]})
}

// contactBuffers hold two features, one corner more than are kept, and what they have in common, while it is found.
type contactBuffers struct{ a, b, common, spare []geom.Vec }

// fill is contactSet with buffers.
func (set *ContactSet) fill(featureA, featureB []geom.Vec, n geom.Vec, tol float64, buf *contactBuffers) {
	level := n.Dot(featureA[0])
	a := contactReduce(contactFlatten(featureA, n, level, buf.a), tol, tol)
	b := contactReduce(contactFlatten(featureB, n, level, buf.b), tol, tol)
	common := buf.common
	switch {
	case len(b) > 2:
		common = contactClip(append(common, a...), b, n, tol, buf.spare)
	case len(a) > 2:
		common = contactClip(append(common, b...), a, n, tol, buf.spare)
	case len(a) == 2 && len(b) == 2:
		common = contactSegments(a, b, n, tol, common)
	}
	if len(common) == 0 {
		common = append(common, contactNearest(a, b))
	}
	heightA, heightB := contactHeightOf(featureA, n, level), contactHeightOf(featureB, n, level)
	common = contactReduce(contactLeast(common, &heightA, &heightB, tol), tol, float64(4*tol))
	for len(common) > MaxSet {
		common = contactDropLeast(common)
	}
	contactOrient(common, n)
	for i, p := range common {
		set.Points[i] = p.AddScaled(n, float64((heightA.at(p)+heightB.at(p))*0.5))
	}
	set.Count = len(common)
}

// contactHeight is the height of a feature above the contact plane, as a function of the place: base + slope·(p -
// from).
type contactHeight struct {
	from, slope geom.Vec
	base        float64
}

// contactHeightOf returns the height of a feature along n above the given level. The slope along the longest edge is
// that of the edge, the slope across it that of the face, whose error counts only over the width of a sliver.
func contactHeightOf(f []geom.Vec, n geom.Vec, level float64) contactHeight {
	h := contactHeight{from: f[0], base: n.Dot(f[0]) - level}
	if len(f) == 1 {
		return h
	}
	var area, long geom.Vec
	size := 0.0
	for i, p := range f {
		q := f[(i+1)%len(f)]
		area = area.Add(p.Sub(f[0]).Cross(q.Sub(f[0])))
		if l := q.Sub(p).LenSq(); l > size {
			long, size = q.Sub(p), l
		}
	}
	rise := n.Dot(long)
	flat := long.AddScaled(n, -rise)
	l := flat.LenSq()
	if l == 0 {
		return h
	}
	h.slope = flat.Scale(rise / l)
	across := n.Cross(flat)
	up, side := n.Dot(area), area.Dot(across)
	if math.Abs(side) <= float64(math.Abs(up)*math.Sqrt(l)) && up != 0 { // steeper than 45° only a face within tol is
		h.slope = h.slope.AddScaled(across, -side/float64(up*l)) // a step s along the face has area·s = 0
	}
	return h
}

// at returns the height at the point p of the contact plane.
func (h *contactHeight) at(p geom.Vec) float64 { return h.base + h.slope.Dot(p.Sub(h.from)) }

// contactLeast keeps of the points those at which the gap, b's height less a's, is within tol of the least.
func contactLeast(points []geom.Vec, a, b *contactHeight, tol float64) []geom.Vec {
	least := math.Inf(1)
	for _, p := range points {
		least = min(least, b.at(p)-a.at(p))
	}
	k := 0
	for _, p := range points {
		if b.at(p)-a.at(p) <= least+tol {
			points[k] = p
			k++
		}
	}
	return points[:k]
}

// move adds d to every point of the set.
func (s *ContactSet) move(d geom.Vec) {
	for i := 0; i < s.Count; i++ {
		s.Points[i] = s.Points[i].Add(d)
	}
}

// contactFlatten appends to dst the points, moved along n to the given level, at most one less than dst holds.
func contactFlatten(points []geom.Vec, n geom.Vec, level float64, dst []geom.Vec) []geom.Vec {
	for _, p := range points {
		dst = append(dst, p.AddScaled(n, level-n.Dot(p)))
		if len(dst) == cap(dst) {
			dst = contactDropLeast(dst)
		}
	}
	return dst
}

// contactClip returns what of subject, a point, segment or polygon, lies within the polygon face; both lie in a plane
// with normal n. Subject and dst are used as buffers and must hold the corners of both.
func contactClip(subject, face []geom.Vec, n geom.Vec, tol float64, dst []geom.Vec) []geom.Vec {
	turn := 1.0
	if contactArea(face, n) < 0 {
		turn = -1
	}
	p := face[len(face)-1]
	for _, q := range face {
		inward := n.Cross(q.Sub(p)).Scale(turn)
		if l := inward.Len(); l > tol {
			dst = contactClipSide(subject, p, inward.Scale(1/l), tol, dst[:0])
			subject, dst = dst, subject
		}
		p = q
	}
	return subject
}

// contactClipSide appends to dst what of the closed polygon subject lies on the inner side of the line through p with
// the unit normal inward. A corner at most tol outside is kept as it is.
func contactClipSide(subject []geom.Vec, p, inward geom.Vec, tol float64, dst []geom.Vec) []geom.Vec {
	if len(subject) == 0 {
		return dst
	}
	last := subject[len(subject)-1]
	dLast := inward.Dot(last.Sub(p))
	for _, q := range subject {
		d := inward.Dot(q.Sub(p))
		if len(dst)+2 > cap(dst) { // only rounding can add more than one corner a side
			dst = contactDropLeast(dst)
		}
		switch {
		case dLast > 0 && d < -tol:
			dst = append(dst, last.AddScaled(q.Sub(last), dLast/(dLast-d)))
		case dLast < -tol && d > 0:
			dst = append(dst, q.AddScaled(last.Sub(q), d/(d-dLast)))
		}
		if d >= -tol {
			dst = append(dst, q)
		}
		last, dLast = q, d
	}
	return dst
}

// contactSegments appends to dst the common points of two segments in a plane with normal n: none, their crossing, or
// the part that parallel segments share. Both are longer than tol.
func contactSegments(a, b []geom.Vec, n geom.Vec, tol float64, dst []geom.Vec) []geom.Vec {
	u, v, w := a[1].Sub(a[0]), b[1].Sub(b[0]), b[0].Sub(a[0])
	lu, lv := u.Len(), v.Len()
	cross := n.Dot(u.Cross(v))
	if math.Abs(cross) <= float64(tol*max(lu, lv)) { // over the shorter segment's length they part by no more than tol
		if lv > lu {
			a, b, u, lu = b, a, v, lv
		}
		return contactOverlap(a, b, u.Scale(1/lu), n, tol, dst)
	}
	s, t := n.Dot(w.Cross(v))/cross, n.Dot(w.Cross(u))/cross
	if float64(math.Abs(s-0.5)*lu) > float64(0.5*lu)+tol || float64(math.Abs(t-0.5)*lv) > float64(0.5*lv)+tol {
		return dst
	}
	s, t = min(max(s, 0), 1), min(max(t, 0), 1)
	return append(dst, a[0].AddScaled(u, s).Add(b[0].AddScaled(v, t)).Scale(0.5))
}

// contactOverlap appends to dst the ends of the part that segment b shares with the longer parallel segment a, whose
// unit direction is u.
func contactOverlap(a, b []geom.Vec, u, n geom.Vec, tol float64, dst []geom.Vec) []geom.Vec {
	w := b[0].Sub(a[0])
	if math.Abs(n.Dot(u.Cross(w))) > float64(2*tol) {
		return dst
	}
	p, q := b[0], b[1]
	sp, sq := u.Dot(w), u.Dot(b[1].Sub(a[0]))
	if sp > sq {
		p, q, sp, sq = q, p, sq, sp
	}
	length := u.Dot(a[1].Sub(a[0]))
	if sp > length+tol || sq < -tol {
		return dst
	}
	if sp < 0 {
		p = a[0]
	}
	if sq > length {
		q = a[1]
	}
	return append(dst, p, q)
}

// contactReduce takes out of the closed polygon what a tolerance of tol makes superfluous: repeated corners, corners on
// the line of their neighbours, and all but the two ends of a polygon no wider than width.
func contactReduce(p []geom.Vec, tol, width float64) []geom.Vec {
	k := 0
	for _, q := range p {
		if k == 0 || q.Sub(p[k-1]).LenSq() > float64(tol*tol) {
			p[k] = q
			k++
		}
	}
	for k > 1 && p[k-1].Sub(p[0]).LenSq() <= float64(tol*tol) {
		k--
	}
	p = p[:k]
	if k < 3 {
		return p
	}
	i, j := contactFarthest(p)
	u := p[j].Sub(p[i]).Normalize()
	wide := false
	for _, q := range p {
		wide = wide || u.Cross(q.Sub(p[i])).LenSq() > float64(width*width)
	}
	if !wide {
		p[0], p[1] = p[i], p[j] // i < j, so that p[j] is not overwritten before it is read
		return p[:2]
	}
	for i := 0; i < len(p) && len(p) > 3; {
		before, after := p[(i+len(p)-1)%len(p)], p[(i+1)%len(p)]
		side := after.Sub(before)
		if side.Cross(p[i].Sub(before)).LenSq() <= float64(float64(tol*tol)*side.LenSq()) {
			p = append(p[:i], p[i+1:]...)
			continue
		}
		i++
	}
	return p
}

// contactFarthest returns the indices i < j of the two corners farthest from each other.
func contactFarthest(p []geom.Vec) (i, j int) {
	far := -1.0
	for k := range p {
		for l := k + 1; l < len(p); l++ {
			if d := p[l].Sub(p[k]).LenSq(); d > far {
				far, i, j = d, k, l
			}
		}
	}
	return i, j
}

// contactDropLeast takes out the corner that spans the smallest triangle with its neighbours.
func contactDropLeast(p []geom.Vec) []geom.Vec {
	least, at := math.Inf(1), 0
	for i := range p {
		before, after := p[(i+len(p)-1)%len(p)], p[(i+1)%len(p)]
		if area := p[i].Sub(before).Cross(after.Sub(before)).LenSq(); area < least {
			least, at = area, i
		}
	}
	return append(p[:at], p[at+1:]...)
}

// contactNearest returns the point midway between the nearest points of two features that have no point in common and
// lie in a plane: a vertex of one of them is nearest to the other.
func contactNearest(a, b []geom.Vec) geom.Vec {
	best, mid := math.Inf(1), geom.Vec{}
	for pass := 0; pass < 2; pass++ {
		for _, p := range a {
			from := b[len(b)-1]
			for _, to := range b {
				q := contactOnSegment(p, from, to)
				if d := q.Sub(p).LenSq(); d < best {
					best, mid = d, p.Add(q).Scale(0.5)
				}
				from = to
			}
		}
		a, b = b, a
	}
	return mid
}

// contactOnSegment returns the point of the segment from a to b that is nearest to p.
func contactOnSegment(p, a, b geom.Vec) geom.Vec {
	u := b.Sub(a)
	t := p.Sub(a).Dot(u)
	if t <= 0 {
		return a
	}
	if l := u.LenSq(); t < l {
		return a.AddScaled(u, t/l)
	}
	return b
}

// contactArea returns twice the signed area of polygon p, positive if it runs counter-clockwise seen against n.
func contactArea(p []geom.Vec, n geom.Vec) float64 {
	area := 0.0
	for i := 2; i < len(p); i++ {
		area += n.Dot(p[i-1].Sub(p[0]).Cross(p[i].Sub(p[0])))
	}
	return area
}

// contactOrient turns polygon p counter-clockwise seen against n.
func contactOrient(p []geom.Vec, n geom.Vec) {
	if contactArea(p, n) >= 0 {
		return
	}
	for i, j := 0, len(p)-1; i < j; i, j = i+1, j-1 {
		p[i], p[j] = p[j], p[i]
	}
}
