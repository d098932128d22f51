package scenariofile

import (
	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/vehicle"
)

// slab is a level slice through a vehicle's outline: shares of its length ahead of the middle, of its width, and of its
// height; the corners cut off by a share of the width.
type slab struct{ rear, front, width, height, cut float64 }

// outlines are the convex shapes of each kind, each between slabs. The shares are round values after common vehicles. Front
// and rear are upright over the height of the bumpers: two that meet push each other along the road, whichever is higher.
var outlines = map[string][][]slab{
	"car": {
		{{-0.48, 0.48, 0.94, 0.14, 0.1}, {-0.5, 0.5, 1, 0.3, 0.14}, {-0.5, 0.5, 1, 0.42, 0.14}, {-0.5, 0.46, 0.94, 0.58, 0.1}},
		{{-0.42, 0.22, 0.92, 0.56, 0}, {-0.30, 0.04, 0.76, 1, 0}},
	},
	"van": {
		{{-0.49, 0.49, 0.96, 0.11, 0.06}, {-0.5, 0.5, 1, 0.22, 0.1}, {-0.5, 0.5, 1, 0.34, 0.1}, {-0.5, 0.48, 0.97, 0.5, 0.06}},
		{{-0.5, 0.42, 0.97, 0.48, 0}, {-0.49, 0.28, 0.9, 1, 0}},
	},
	"lorry": {
		{{0.27, 0.49, 0.96, 0.14, 0.03}, {0.27, 0.5, 0.98, 0.2, 0.04}, {0.27, 0.5, 0.98, 0.5, 0.04}, {0.28, 0.48, 0.94, 0.85, 0.03}},
		{{-0.5, 0.25, 1, 0.34, 0}, {-0.5, 0.25, 1, 1, 0}},
		{{-0.48, 0.3, 0.5, 0.16, 0}, {-0.48, 0.3, 0.5, 0.36, 0}},
	},
	"trailer": {
		{{-0.5, 0.5, 1, 0.32, 0}, {-0.5, 0.5, 1, 1, 0}},
		{{-0.48, 0.2, 0.5, 0.15, 0}, {-0.48, 0.2, 0.5, 0.34, 0}},
	},
}

// largestVehicle is more than any size of a vehicle [m]: the longest road trains have 54 m.
const largestVehicle = 100.0

// outlineSize is what a class estimates from of a body with an outline.
type outlineSize struct {
	size   mgl64.Vec3 // of the outline [m]
	height float64    // of the centre of mass above the road [m]
	// ahead is how far the centre of mass is ahead of the middle, byClass how far the outline's class has it [m].
	ahead, byClass float64
}

// corners returns the corners of a slab of a vehicle of the given size [m], in the frame of its outline.
func (s *slab) corners(size mgl64.Vec3) []geom.Vec {
	half := float64(0.5 * float64(s.width*size[1]))
	cut := float64(s.cut * size[1])
	rear, front, z := float64(s.rear*size[0]), float64(s.front*size[0]), float64(s.height*size[2])
	var list []geom.Vec
	for _, side := range [2]float64{1, -1} {
		if cut == 0 {
			list = append(list, geom.Vec{X: rear, Y: float64(side * half), Z: z}, geom.Vec{X: front, Y: float64(side * half), Z: z})
			continue
		}
		for _, x := range [2][2]float64{{rear, cut}, {front, -cut}} {
			list = append(list, geom.Vec{X: x[0], Y: float64(side * (half - cut)), Z: z}, geom.Vec{X: x[0] + x[1], Y: float64(side * half), Z: z})
		}
	}
	return list
}

// readOutline reads the outline of a vehicle as shapes, and where its centre of mass is in their frame: where its class
// has it, a trailer's in the middle of its length at the height of a lorry's.
func (r *reader) readOutline(o *document.Object) (shapes []sim.ShapeDef, center mgl64.Vec3, ok bool) {
	e, ok := o.Object("outline", "outline")
	if !ok {
		return nil, center, false
	}
	for _, need := range [2][2]string{{"kind", "add kind: car"}, {"size", "add size: [length, width, height]"}} {
		if !e.Has(need[0]) {
			e.Missing(need[0], need[1])
		}
	}
	kind, known := e.Word("kind", "no outline", "write car, van, lorry or trailer", "car", "van", "lorry", "trailer")
	size, okSize := e.Sizes("size")
	for i, x := range size {
		if okSize && x > largestVehicle {
			e.Decoder.Wrong(document.Resolve(e.Values["size"].Content[i]), document.At(document.Join(e.Path, "size"), i),
				"%g m is more than any vehicle has, %g m: write it in metres, or with its unit, such as 4.5 or \"4500 mm\"", x, largestVehicle)
			okSize = false
			break
		}
	}
	if !known || !okSize {
		return nil, center, false
	}
	if r.outlined == nil {
		r.outlined = map[int]outlineSize{}
	}
	r.outlined[len(r.scenario.Definition.Bodies)] = outlineSize{size: size}
	for _, list := range outlines[kind] {
		var points []geom.Vec
		for i := range list {
			points = append(points, list[i].corners(size)...)
		}
		s, err := geom.NewConvex(points)
		if err == nil {
			err = sim.CheckShape(&s)
		}
		if err != nil {
			e.Fail("size", "%v", err)
			return nil, center, false
		}
		shapes = append(shapes, sim.ShapeDef{Shape: s})
	}
	if kind == "trailer" {
		c, _ := vehicle.ParseClass("lorry")
		return shapes, mgl64.Vec3{0, 0, c.Height}, true
	}
	c, _ := vehicle.ParseClass(kind)
	ahead := 0.5 - c.Overhang - float64(c.Front*c.Wheelbase)
	return shapes, mgl64.Vec3{float64(ahead * size[0]), 0, c.Height}, true
}

// centerHeight returns the height of the centre of mass above the road that the vehicle of a body gives. What is wrong
// with it readVehicle tells.
func centerHeight(body *document.Object) (height float64, given bool) {
	told := len(body.Decoder.Problems)
	defer func() { body.Decoder.Problems = body.Decoder.Problems[:told] }()
	o, ok := body.Object("vehicle", "vehicle")
	if !ok || !o.Has("center_height") {
		return 0, false
	}
	return o.Positive("center_height", units.Length)
}
