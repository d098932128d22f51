package sim

import (
	"errors"
	"fmt"
	"math"

	"github.com/prang-sim/prang/response"
)

// RestitutionPoint is one point of a table of restitution over closing speed.
type RestitutionPoint struct {
	Speed       float64 // closing speed [m/s], >= 0
	Restitution float64 // 0 to 1
}

// ImpactModel is the model that resolves the impacts of a pair of materials; see response.ImpactModel.
type ImpactModel = response.ImpactModel

// Impact models.
const (
	Newton        = response.Newton
	KudlichSlibar = response.KudlichSlibar
	Brach         = response.Brach
	PoissonRouth  = response.PoissonRouth
)

// MaxCrushTime is the longest crush time of a pair of materials [s]. Impacts of cars have 0.03 to 0.06 s.
const MaxCrushTime = 1.0

// surface is the contact properties of a pair of materials.
type surface struct {
	friction float64
	rolling  float64 // bound of the torque against rolling, over the normal force [m]
	spin     float64 // the same of spinning about the normal
	model    ImpactModel
	crush    float64 // time from first touch to impulse [s]
	// The restitution is the larger of the two, each constant beyond the ends of its table and linear between its
	// points.
	a, b restitution
}

type restitution struct {
	constant float64
	table    []RestitutionPoint // instead of the constant, where it is not empty
}

// at returns the coefficient at a closing speed [m/s].
func (r *restitution) at(speed float64) float64 {
	t := r.table
	if len(t) == 0 {
		return r.constant
	}
	if speed <= t[0].Speed {
		return t[0].Restitution
	}
	for i := 1; i < len(t); i++ {
		if speed < t[i].Speed {
			share := (speed - t[i-1].Speed) / (t[i].Speed - t[i-1].Speed)
			return t[i-1].Restitution + float64(share*(t[i].Restitution-t[i-1].Restitution))
		}
	}
	return t[len(t)-1].Restitution
}

// restitution returns the coefficient of the two materials at a closing speed [m/s].
func (s *surface) restitution(speed float64) float64 { return math.Max(s.a.at(speed), s.b.at(speed)) }

// rebounds reports whether the restitution is above zero at any speed.
func (s *surface) rebounds() bool { return s.a.rebounds() || s.b.rebounds() }

func (r *restitution) rebounds() bool {
	for i := range r.table {
		if r.table[i].Restitution > 0 {
			return true
		}
	}
	return len(r.table) == 0 && r.constant > 0
}

// addMaterials checks the materials and fills the table of their pairs.
func (w *World) addMaterials(def *Definition) error {
	mats := def.Materials
	if len(mats) == 0 {
		mats = []Material{{Name: "default", Friction: 0.5}}
	}
	n := len(mats)
	w.materials = int32(n)
	w.surface = make([]surface, n*n)
	var errs []error
	for i := range mats {
		a := &mats[i]
		if !(a.Road >= 0) || math.IsInf(a.Road, 0) {
			return fmt.Errorf("material %q: road: %g: give a finite factor on the friction of tyres, not below zero", a.Name, a.Road)
		}
		w.roads = append(w.roads, a.Road)
		if err := errors.Join(checkSurface(a.Friction, a.Restitution, a.RestitutionTable), checkTurning(a.Rolling, a.Spin)); err != nil {
			errs = append(errs, fmt.Errorf("material %q: %w", a.Name, err))
		}
		for j := range mats {
			b := &mats[j]
			w.surface[i*n+j] = surface{
				friction: math.Sqrt(a.Friction * b.Friction), rolling: math.Max(a.Rolling, b.Rolling), spin: math.Max(a.Spin, b.Spin),
				a: restitution{a.Restitution, a.RestitutionTable}, b: restitution{b.Restitution, b.RestitutionTable},
			}
		}
	}
	for i := range def.Pairs {
		p := &def.Pairs[i]
		if p.A < 0 || p.A >= n || p.B < 0 || p.B >= n {
			errs = append(errs, fmt.Errorf("pair of materials %d and %d: a material does not exist", p.A, p.B))
			continue
		}
		err := errors.Join(checkSurface(p.Friction, p.Restitution, p.RestitutionTable), checkTurning(p.Rolling, p.Spin))
		if p.Model > PoissonRouth {
			err = errors.Join(err, fmt.Errorf("there is no impact model %d", p.Model))
		}
		if !(p.CrushTime >= 0 && p.CrushTime <= MaxCrushTime) {
			err = errors.Join(err, fmt.Errorf("crush time: %g s: give a time from 0 to %g s", p.CrushTime, MaxCrushTime))
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("pair of materials %q and %q: %w", mats[p.A].Name, mats[p.B].Name, err))
			continue
		}
		r := restitution{p.Restitution, p.RestitutionTable}
		s := surface{friction: p.Friction, rolling: p.Rolling, spin: p.Spin, model: p.Model, crush: p.CrushTime, a: r, b: r}
		w.surface[p.A*n+p.B], w.surface[p.B*n+p.A] = s, s
	}
	return errors.Join(errs...)
}

// checkTurning reports lengths that are out of range.
func checkTurning(rolling, spin float64) error {
	if !(rolling >= 0 && rolling <= math.MaxFloat64) || !(spin >= 0 && spin <= math.MaxFloat64) {
		return errors.New("rolling resistance and spin friction are lengths, not below zero and finite")
	}
	return nil
}

// checkSurface reports coefficients that are out of range.
func checkSurface(friction, e float64, table []RestitutionPoint) error {
	if !(friction >= 0 && friction <= math.MaxFloat64) || !(e >= 0 && e <= 1) {
		return errors.New("friction is not below zero and finite, restitution is from 0 to 1")
	}
	for i, p := range table {
		if !(p.Restitution >= 0 && p.Restitution <= 1) || !(p.Speed >= 0 && p.Speed <= math.MaxFloat64) || i > 0 && !(p.Speed > table[i-1].Speed) {
			return fmt.Errorf("restitution table, point %d: give ascending speeds, not below zero, with restitutions from 0 to 1", i)
		}
	}
	return nil
}
