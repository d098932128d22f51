package sim

import (
	"errors"
	"fmt"
	"math"
	"slices"

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
		var c checks
		c.notNegative("road", "", a.Road)
		c.surface(a.Friction, a.Restitution, a.RestitutionTable, a.Rolling, a.Spin)
		if err := c.error(named("material", a.Name, "materials", i)); err != nil {
			errs = append(errs, err)
		}
		w.roads = append(w.roads, a.Road)
		for j := range mats {
			b := &mats[j]
			w.surface[i*n+j] = surface{
				friction: math.Sqrt(a.Friction * b.Friction), rolling: math.Max(a.Rolling, b.Rolling), spin: math.Max(a.Spin, b.Spin),
				a: restitution{a.Restitution, slices.Clone(a.RestitutionTable)}, b: restitution{b.Restitution, slices.Clone(b.RestitutionTable)},
			}
		}
	}
	first := make(map[[2]int]int) // pair of each two materials
	for i := range def.Pairs {
		p := &def.Pairs[i]
		object := fmt.Sprintf("pairs[%d]", i)
		if p.A < 0 || p.A >= n || p.B < 0 || p.B >= n {
			errs = append(errs, fmt.Errorf("%s: materials %d and %d: give indices from 0 to %d", object, p.A, p.B, n-1))
			continue
		}
		key := [2]int{min(p.A, p.B), max(p.A, p.B)}
		if k, twice := first[key]; twice {
			errs = append(errs, fmt.Errorf("%s: materials %d and %d have pairs[%d] already: leave one of them out", object, p.A, p.B, k))
			continue
		}
		first[key] = i
		if a, b := mats[p.A].Name, mats[p.B].Name; a != "" && b != "" {
			object = fmt.Sprintf("pair of materials %q and %q", a, b)
		}
		var c checks
		c.surface(p.Friction, p.Restitution, p.RestitutionTable, p.Rolling, p.Spin)
		if p.Model > PoissonRouth {
			c.fail("model: there is no impact model %d: give one of the package's constants", p.Model)
		}
		c.all("crush_time", " s", 0, MaxCrushTime, p.CrushTime)
		if err := c.error(object); err != nil {
			errs = append(errs, err)
			continue
		}
		r := restitution{p.Restitution, slices.Clone(p.RestitutionTable)}
		s := surface{friction: p.Friction, rolling: p.Rolling, spin: p.Spin, model: p.Model, crush: p.CrushTime, a: r, b: r}
		w.surface[p.A*n+p.B], w.surface[p.B*n+p.A] = s, s
	}
	return errors.Join(errs...)
}

// surface reports the properties of a material, or of a pair of them, that are out of range.
func (c *checks) surface(friction, e float64, table []RestitutionPoint, rolling, spin float64) {
	c.all("friction", "", 0, MaxFriction, friction)
	c.all("restitution", "", 0, 1, e)
	for i, p := range table {
		field := fmt.Sprintf("restitution_table[%d].", i)
		c.notNegative(field+"speed", " m/s", p.Speed)
		c.all(field+"restitution", "", 0, 1, p.Restitution)
		if i > 0 && !(p.Speed > table[i-1].Speed) {
			c.fail("%sspeed: %g m/s: give ascending speeds", field, p.Speed)
		}
	}
	c.all("rolling", " m", 0, MaxLength, rolling)
	c.all("spin", " m", 0, MaxLength, spin)
}
