package report

import (
	"cmp"
	"math"
	"slices"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Scene is the data of a run that a page draws in addition to its report. Call Observe for each frame.
type Scene struct {
	objects []record.Object
	meshes  map[int32]*geom.Mesh
	others  []other
	struck  []instant
}

// instant is where the other bodies are just before impacts of vehicles in a step.
type instant struct {
	first, last float64 // times of the impacts [s]
	poses       []geom.Transform
}

// mostPoses is the largest number of poses that a scene keeps of instants.
const mostPoses = 500_000

// other is a body that is not a vehicle, or a mover.
type other struct {
	object      int32
	at          int
	turns       bool // it has an attitude, as movers have not
	first, last geom.Transform
	path        []geom.Vec
}

// NewScene returns the scene of a run with the given objects and columns; meshes gives the meshes of statics by their
// objects, where they are known.
func NewScene(objects []record.Object, columns []record.Column, meshes map[int32]*geom.Mesh) *Scene {
	s := &Scene{objects: objects, meshes: meshes}
	places := runs.PlacesOf(columns)
	for i := range objects {
		if at := places.Body(i); at >= 0 && objects[i].Kind == record.Body && !objects[i].Vehicle {
			s.others = append(s.others, other{object: int32(i), at: at, turns: true})
		} else if at := places.Of(i, "x", 3); at >= 0 && objects[i].Kind == record.Mover {
			s.others = append(s.others, other{object: int32(i), at: at})
		}
	}
	return s
}

// Observe takes in the next frame.
func (s *Scene) Observe(f *record.Frame) {
	s.keepInstant(f)
	for i := range s.others {
		o := &s.others[i]
		v := f.Values[o.at:]
		o.last = geom.Transform{P: geom.Vec{X: v[0], Y: v[1], Z: v[2]}, Q: geom.IdentityQuat()}
		if o.turns {
			o.last.Q = geom.Quat{W: v[3], V: geom.Vec{X: v[4], Y: v[5], Z: v[6]}}
		}
		if len(o.path) == 0 {
			o.first = o.last
		}
		if n := len(o.path); n == 0 || o.path[n-1].Sub(o.last.P).Len() > 0.05 {
			o.path = append(o.path, o.last.P)
		}
	}
}

// keepInstant keeps where the other bodies are before a frame in which a vehicle is struck: the frame has where they are after it.
func (s *Scene) keepInstant(f *record.Frame) {
	if len(s.others) == 0 || len(s.others[0].path) == 0 || (len(s.struck)+1)*len(s.others) > mostPoses {
		return
	}
	in := instant{first: math.Inf(1), last: math.Inf(-1)}
	for i := range f.Events {
		if e := &f.Events[i]; e.Kind == record.Impact && (s.isVehicle(e.A) || s.isVehicle(e.B)) {
			in.first, in.last = min(in.first, e.Time), max(in.last, e.Time)
		}
	}
	if in.last < in.first {
		return
	}
	for i := range s.others {
		in.poses = append(in.poses, s.others[i].last)
	}
	s.struck = append(s.struck, in)
}

func (s *Scene) isVehicle(object int32) bool {
	return object >= 0 && int(object) < len(s.objects) && s.objects[object].Vehicle
}

// at returns where the other bodies are just before an impact of a vehicle, nil if that is not known.
func (s *Scene) at(t float64) []geom.Transform {
	k, _ := slices.BinarySearchFunc(s.struck, t, func(in instant, t float64) int { return cmp.Compare(in.last, t) })
	if k == len(s.struck) || t < s.struck[k].first {
		return nil
	}
	return s.struck[k].poses
}

// encounter is a collision as a page shows it: one entry for both vehicles, and for those that couplings have passed it
// on to.
type encounter struct {
	number int
	time   float64
	point  geom.Vec
	size   float64 // largest delta-v of its vehicles [m/s]
	sides  []runs.Collided
}

// encounters returns the notable collisions, numbered in the order of time.
func encounters(r *runs.Report) []encounter {
	rows, _ := r.Notable()
	var list []encounter
	for _, c := range rows {
		k := slices.IndexFunc(list, func(e encounter) bool {
			if c.Via != "" {
				return e.time == c.Time && slices.ContainsFunc(e.sides, func(s runs.Collided) bool { return s.With == c.With && s.Via == "" })
			}
			return e.time == c.Time && e.sides[0].Body == c.With && e.sides[0].With == c.Body
		})
		if k < 0 {
			k = len(list)
			p := c.Point
			list = append(list, encounter{number: k + 1, time: c.Time, point: geom.Vec{X: p[0], Y: p[1], Z: p[2]}})
		}
		list[k].sides = append(list[k].sides, c)
		list[k].size = max(list[k].size, c.DeltaV)
	}
	return list
}

// index returns the index of an object by its name, -1 for none.
func (s *Scene) index(name string) int32 {
	return int32(slices.IndexFunc(s.objects, func(o record.Object) bool { return o.Name == name }))
}

// before returns the pose and velocity of an object just before a time; false if its motion is not recorded.
func (s *Scene) before(b *reconstruct.Builder, object int32, t float64) (geom.Transform, geom.Vec, bool) {
	if object < 0 {
		return geom.Transform{}, geom.Vec{}, false
	}
	if k := slices.Index(b.Objects(), object); k >= 0 {
		m := b.Before(k, t)
		return m.Pose, m.V, true
	}
	if o := &s.objects[object]; o.Kind == record.Static {
		return geom.Transform{P: o.Position, Q: o.Attitude}, geom.Vec{}, s.meshes[object] == nil
	}
	return geom.Transform{}, geom.Vec{}, false
}
