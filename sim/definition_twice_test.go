package sim_test

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/broadphase"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// What a definition says twice, or of nothing, would be without effect.
func TestNew_RefusesWhatWouldBeWithoutEffect(t *testing.T) {
	mesh := &geom.Mesh{Name: "ground", Vertices: []geom.Vec{{X: -9, Y: -9}, {X: 9, Y: -9}, {Y: 9}}, Tris: []geom.Tri{{0, 1, 2}}}
	if err := mesh.Finish(); err != nil {
		t.Fatal(err)
	}
	plane := []sim.ShapeDef{{Shape: geom.NewPlane()}}
	placed := sim.StaticDef{Name: "ground", Mesh: mesh, Asset: "ground.obj", Scale: mgl64.Vec3{0.5, 2, 1}, Up: "y", Position: mgl64.Vec3{1, 0, 0}, Attitude: mgl64.QuatRotate(1, mgl64.Vec3{0, 0, 1})}
	turned := mgl64.QuatRotate(1, mgl64.Vec3{0, 0, 1})
	for name, c := range map[string]struct {
		change func(d *sim.Definition)
		want   string
	}{
		"pair twice":        {func(d *sim.Definition) { d.Pairs = []sim.MaterialPair{{A: 0, B: 1}, {A: 1, B: 0}} }, "pairs[1]: materials 1 and 0 have pairs[0] already"},
		"pairs":             {func(d *sim.Definition) { d.Pairs = []sim.MaterialPair{{A: 0, B: 1}, {A: 1, B: 1}, {A: 0, B: 0}} }, ""},
		"ignored self":      {func(d *sim.Definition) { d.Ignore = []sim.IgnoreDef{{A: 1, B: 1}} }, "ignore[0]: both objects are 1, which never meets itself"},
		"ignored nothing":   {func(d *sim.Definition) { d.Ignore = []sim.IgnoreDef{{}} }, "ignore[0]: both objects are 0"},
		"ignored below":     {func(d *sim.Definition) { d.Ignore = []sim.IgnoreDef{{GroupA: -1, B: 1}} }, "ignore[0]: groups -1 and 0"},
		"ignored in group":  {func(d *sim.Definition) { d.Ignore = []sim.IgnoreDef{{GroupA: 1, GroupB: 1}} }, ""},
		"group below":       {func(d *sim.Definition) { d.Bodies[1].Group = -1 }, `body "b": group: -1`},
		"group of static":   {func(d *sim.Definition) { d.Statics[0].Group = -2 }, `static "ground": group: -2`},
		"mesh and shapes":   {func(d *sim.Definition) { d.Statics[0].Shapes = plane }, `static "ground": mesh: given beside shapes`},
		"mesh and box":      {func(d *sim.Definition) { d.Statics[0].Half = mgl64.Vec3{1, 1, 1} }, `static "ground": mesh: given beside shapes or the half extents`},
		"mesh and position": {func(d *sim.Definition) { d.Statics[0].Position = mgl64.Vec3{1, 0, 0} }, `static "ground": position and attitude: a mesh is in world coordinates`},
		"mesh and attitude": {func(d *sim.Definition) { d.Statics[0].Attitude = turned }, `static "ground": position and attitude: a mesh is in world coordinates`},
		"mesh placed":       {func(d *sim.Definition) { d.Statics[0] = placed }, ""},
		"another's tree":    {func(d *sim.Definition) { d.Statics[0].Tree = broadphase.NewOctree(&geom.Mesh{}) }, "ground\": tree: is of another mesh"},
		"tree of no mesh": {func(d *sim.Definition) {
			d.Statics[0] = sim.StaticDef{Name: "ground", Half: mgl64.Vec3{1, 1, 1}, Tree: broadphase.NewOctree(mesh)}
		}, "ground\": tree: is of another mesh"},
		"placed far":       {func(d *sim.Definition) { d.Statics[0] = placed; d.Statics[0].Position[1] = 2e7 }, `static "ground": position: 2e+07 m`},
		"placed, no scale": {func(d *sim.Definition) { d.Statics[0] = placed; d.Statics[0].Scale = mgl64.Vec3{1, 0, 1} }, `static "ground": scale: (1, 0, 1): give numbers`},
		"placed, mirrored": {func(d *sim.Definition) { d.Statics[0] = placed; d.Statics[0].Scale[2] = -1 }, `static "ground": scale: (0.5, 2, -1): give numbers`},
		"placed, axis":     {func(d *sim.Definition) { d.Statics[0] = placed; d.Statics[0].Up = "Y" }, `static "ground": up: "Y" is no axis`},
		"placed, no asset": {func(d *sim.Definition) { d.Statics[0] = placed; d.Statics[0].Asset = "" }, `static "ground": scale: the mesh has no asset`},
		"up, no scale":     {func(d *sim.Definition) { d.Statics[0].Up = "y" }, `static "ground": up: given without a scale`},
		"scaled box": {func(d *sim.Definition) {
			d.Statics[0] = sim.StaticDef{Name: "ground", Half: mgl64.Vec3{1, 1, 1}, Scale: mgl64.Vec3{1, 1, 1}}
		}, `static "ground": scale and up: only a mesh has them`},
		"mesh not turned": {func(d *sim.Definition) { d.Statics[0].Attitude = mgl64.QuatIdent() }, ""},
	} {
		d := &sim.Definition{
			Materials: []sim.Material{{}, {}},
			Bodies: []sim.BodyDef{
				{Name: "a", Half: mgl64.Vec3{1, 1, 1}, Mass: 1, Group: 1}, {Name: "b", Half: mgl64.Vec3{1, 1, 1}, Mass: 1, Group: 1, Position: mgl64.Vec3{9}},
			},
			Statics: []sim.StaticDef{{Name: "ground", Mesh: mesh}},
		}
		c.change(d)
		_, err := sim.New(d)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestCompose_RefusesAShapeThatNoConstructorMade(t *testing.T) {
	for want, s := range map[string]geom.Shape{
		"shapes[0]: hull: has no hull: make it with a constructor": {Kind: geom.ShapeHull, Size: geom.Vec{X: 1, Y: 1, Z: 1}},
		"shapes[0]: box: has no hull: make it with a constructor":  {},
		"shapes[0]: sphere: size: give lengths above zero":         {Kind: geom.ShapeSphere},
	} {
		if _, _, err := sim.Compose([]sim.ShapeDef{{Shape: s}}, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
