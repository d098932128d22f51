package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// run is a range of consecutive points of the same two bodies.
type run struct {
	first, end int32
	a, b       int32
	// even says that the friction of all its points acts where the normal impulses do, and makes the slip zero there.
	even bool
	// bears is all points of the body that it moves, if no impulse moves what any of them is with; else it is empty.
	bears pointRange
}

// pointRange is a range of points of a solver.
type pointRange struct{ first, end int32 }

// findRuns divides the points into runs, and notes whether impulses move one body alone.
func (s *ContactSolver) findRuns() {
	s.runs, s.single = s.runs[:0], s.isSingle()
	for i := range s.Points {
		p := &s.Points[i]
		even := p.frictionAt == geom.Vec{} && p.drift == geom.Vec{} && p.Patch == 0
		if n := len(s.runs) - 1; n >= 0 && s.runs[n].a == p.A && s.runs[n].b == p.B && s.runs[n].even == even && s.Points[s.runs[n].first].stop == p.stop {
			s.runs[n].end++
			continue
		}
		s.runs = append(s.runs, run{first: int32(i), end: int32(i + 1), a: p.A, b: p.B, even: even})
	}
	s.findBearers()
}

// findBearers finds the bodies that touch nothing but the world, whatever dampers do to them; the only one that moves may touch driven
// bodies, too. Their points follow each other. Among jointed bodies, and with tyres, these leave it open, too, how much load a body has.
func (s *ContactSolver) findBearers() {
	if len(s.Tyres) > 0 || len(s.Joints) > 0 && !s.single {
		return
	}
	s.bearers = resized(s.bearers, len(s.Bodies))
	for i := range s.bearers {
		s.bearers[i] = pointRange{-1, 0}
	}
	for i := range s.runs {
		r := &s.runs[i]
		if s.Points[r.first].stop {
			continue
		}
		only := s.movesAlone(r)
		if r.a >= 0 && r.b >= 0 && !s.single {
			only = -1 // on a driven body
		}
		for _, b := range [2]int32{r.a, r.b} {
			if b < 0 {
				continue
			}
			of := &s.bearers[b]
			switch {
			case b != only || of.end > 0 && of.end != r.first:
				of.first = math.MaxInt32
			case of.first < 0:
				of.first = r.first
			}
			of.end = r.end
		}
	}
	for i := range s.runs {
		r := &s.runs[i]
		if only := s.movesAlone(r); only >= 0 && !s.Points[r.first].stop && s.bearers[only].first < s.bearers[only].end {
			r.bears = s.bearers[only]
		}
	}
}

// movesAlone returns the body that the impulses of a run move, -1 if they move two or none.
func (s *ContactSolver) movesAlone(r *run) int32 {
	a, b := r.a >= 0 && s.moves(r.a), r.b >= 0 && s.moves(r.b)
	switch {
	case a && !b:
		return r.a
	case b && !a:
		return r.b
	}
	return -1
}

// solveRun solves each point of a run once: first its normal speed, which an accumulated impulse that never pulls
// brings to at least its goal; then its slip, which is zero with friction inside the disc and opposed to friction on
// its rim. It returns the size of the largest change of a speed [m/s].
func (s *ContactSolver) solveRun(r *run, back bool) float64 {
	if r.even {
		return s.solveEven(r, back)
	}
	s.spreadLoad(r)
	worst := 0.0
	for k := r.first; k < r.end; k++ {
		i := k
		if back {
			i = r.first + r.end - 1 - k
		}
		p := &s.Points[i]
		if d := s.solveNormal(p); d > worst {
			worst = d
		}
		if d := float64(frictionShare * s.solveFriction(p)); d > worst {
			worst = d
		}
	}
	return worst
}

// solveEven is solveRun for a run that is even.
func (s *ContactSolver) solveEven(r *run, back bool) float64 {
	var world ContactBody
	a, b := &world, &world
	if r.a >= 0 {
		a = &s.Bodies[r.a]
	}
	if r.b >= 0 {
		b = &s.Bodies[r.b]
	}
	va, wa, vb, wb := a.V, a.W, b.V, b.W
	ma, mb := a.InvMass, b.InvMass
	worst := 0.0
	points := s.Points[r.first:r.end]
	s.spreadLoad(r)
	for k := range points {
		i := k
		if back {
			i = len(points) - 1 - k
		}
		p := &points[i]
		if p.goal == unconstrained && p.Jn == 0 && p.Jt == [2]float64{} {
			continue
		}
		u := vb.Add(wb.Cross(p.rB)).Sub(va.Add(wa.Cross(p.rA)))
		j := p.Jn + float64((p.goal-p.N.Dot(u))*p.pace)
		if j < 0 {
			j = 0
		}
		d := j - p.Jn
		limit := float64(p.Friction * j)
		if d == 0 && limit == 0 && p.Jt == [2]float64{} {
			continue
		}
		p.Jn = j
		if c := math.Abs(float64(d * p.massN)); c > worst {
			worst = c
		}
		jt := p.friction.solve(p.Jt, p.T1.Dot(u)+float64(p.k1n*d), p.T2.Dot(u)+float64(p.k2n*d), limit)
		d1, d2 := jt[0]-p.Jt[0], jt[1]-p.Jt[1]
		p.Jt = jt
		if c := float64(float64(frictionShare*frictionShare) * float64((float64(d1*d1)+float64(d2*d2))*float64(p.friction.large*p.friction.large))); c > float64(worst*worst) {
			worst = math.Sqrt(c)
		}
		q := p.N.Scale(d).AddScaled(p.T1, d1).AddScaled(p.T2, d2)
		va, vb = va.AddScaled(q, -ma), vb.AddScaled(q, mb)
		wa, wb = wa.Sub(a.InvInertia.Apply(p.rA.Cross(q))), wb.Add(b.InvInertia.Apply(p.rB.Cross(q)))
	}
	if r.a >= 0 {
		a.V, a.W = va, wa
	}
	if r.b >= 0 {
		b.V, b.W = vb, wb
	}
	return worst
}

// solveNormal brings the normal speed to at least its goal and returns the size of its change [m/s].
func (s *ContactSolver) solveNormal(p *ContactPoint) float64 {
	un := p.N.Dot(s.slip(p, geom.Vec{}))
	j := p.Jn + float64((p.goal-un)*p.pace)
	if j < 0 {
		j = 0
	}
	d := j - p.Jn
	if d == 0 {
		return 0
	}
	p.Jn = j
	s.applyNormal(p, d)
	return math.Abs(d) / p.invN
}

// solveFriction solves the slip and returns the size of its change [m/s].
func (s *ContactSolver) solveFriction(p *ContactPoint) float64 {
	limit := float64(p.Friction * p.Jn)
	if limit == 0 && p.Jt == [2]float64{} {
		return 0
	}
	u := s.slip(p, p.frictionAt).Sub(p.drift)
	j := p.friction.solve(p.Jt, p.T1.Dot(u), p.T2.Dot(u), limit)
	d1, d2 := j[0]-p.Jt[0], j[1]-p.Jt[1]
	p.Jt = j
	if d1 == 0 && d2 == 0 {
		return 0
	}
	s.applyTangent(p, d1, d2)
	return float64(math.Sqrt(float64(d1*d1)+float64(d2*d2)) * p.friction.large)
}

// slidingShare is the share of its friction from which on a point counts as sliding, squared.
const slidingShare = 0.99

// spreadLoad shares the load of the points of a body that nothing else touches, and that no other driven body presses. What bears it
// in several places, as a plank on two rollers, is one face with all of them.
func (s *ContactSolver) spreadLoad(r *run) {
	if r.bears.end == 0 {
		return
	}
	all, own := s.Points[r.bears.first:r.bears.end], s.Points[r.first:r.end]
	one := s.pushOneWay(all)
	if one && len(all) > len(own) && s.mayBear(all) && shareLoad(all) {
		return
	}
	if (len(s.Bodies) == 1 || one && !s.single) && s.pushOneWay(own) && s.mayBear(own) {
		shareLoad(own)
	}
}

// pushOneWay reports whether points push the body that they move, one for all, in one direction: none from above, and none aside.
func (s *ContactSolver) pushOneWay(points []ContactPoint) bool {
	on := func(p *ContactPoint) geom.Vec {
		if p.A >= 0 && s.Bodies[p.A].InvMass > 0 {
			return p.N.Neg()
		}
		return p.N
	}
	for i := range points {
		if on(&points[i]) != on(&points[0]) {
			return false
		}
	}
	return true
}

// isSingle reports whether only one of the bodies is moved by impulses.
func (s *ContactSolver) isSingle() bool {
	free := 0
	for i := range s.Bodies {
		if s.Bodies[i].InvMass > 0 {
			free++
		}
	}
	return free == 1
}

// mayBear reports whether all points of a face may bear it: those without load do not part, to what the passes resolve.
// Early passes may have taken their load.
func (s *ContactSolver) mayBear(points []ContactPoint) bool {
	for i := range points {
		p := &points[i]
		if !(p.Jn > 0) && p.N.Dot(s.slip(p, geom.Vec{}))-p.goal > float64(heldResiduals*s.residual) {
			return false
		}
	}
	return true
}

// shareLoad spreads the normal impulses of a face or rim that slides, of four points or more, as evenly as their sum and their
// moments allow: of all distributions with the same effect on the bodies that with the least sum of squares, which is linear
// in the place, as far as none pulls. How points share a load is open otherwise, and by friction, which follows from it, the
// motion too: it would depend on their order. All points push one way, see pushOneWay. Where a conjugate direction has led an
// impulse below zero, the next pass comes first. It reports whether the loads are shared so.
func shareLoad(points []ContactPoint) (shared bool) {
	if len(points) < 4 {
		return false
	}
	n := 1 / float64(len(points))
	first := &points[0]
	mean, load := geom.Vec{}, 0.0
	for i := range points {
		p := &points[i]
		limit := float64(p.Friction * p.Jn)
		if !(p.Jn >= 0) || !(p.Friction > 0) || p.N != first.N && p.N != first.N.Neg() || float64(p.Jt[0]*p.Jt[0])+float64(p.Jt[1]*p.Jt[1]) < float64(slidingShare*float64(limit*limit)) {
			return false
		}
		mean, load = mean.AddScaled(p.P, n), load+float64(n*p.Jn)
	}
	var xx, xy, yy, jx, jy float64
	for i := range points {
		d := points[i].P.Sub(mean)
		x, y := first.T1.Dot(d), first.T2.Dot(d)
		xx, xy, yy = xx+float64(x*x), xy+float64(x*y), yy+float64(y*y)
		jx, jy = jx+float64(x*points[i].Jn), jy+float64(y*points[i].Jn)
	}
	det := float64(xx*yy) - float64(xy*xy)
	if !(det > float64(1e-9*float64((xx+yy)*(xx+yy)))) {
		return false // they are in line
	}
	bx, by := (float64(yy*jx)-float64(xy*jy))/det, (float64(xx*jy)-float64(xy*jx))/det
	even := func(p *ContactPoint) float64 {
		d := p.P.Sub(mean)
		return load + float64(bx*first.T1.Dot(d)) + float64(by*first.T2.Dot(d))
	}
	part := 1.0
	for i := range points {
		p := &points[i]
		if e := even(p); e < 0 {
			part = min(part, p.Jn/(p.Jn-e))
		}
	}
	for i := range points {
		p := &points[i]
		p.Jn = max(0, p.Jn+float64(part*(even(p)-p.Jn)))
	}
	return true
}
