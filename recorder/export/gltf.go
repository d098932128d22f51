package export

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// GLB writes the run as a binary glTF 2.0 with an animation: a node for each object with its mesh and color, which stands
// as in the first of the frames selected and is moved by all of them, linear between them, also across damaged ones. It
// is for looking at: numbers are in single precision, curved shapes are polyhedra. The scene is turned so that z is up as
// the format has y.
//
// Wheels are nodes below that of their vehicle: lifted by the suspension, steered, and turned by their spin in all frames of
// the log from the first selected on; without spin in the log they roll without slip. A log of a format before 1.10 has
// none. The way from one frame to the next is the short one: a wheel that turns by more than 162° is
// turned by some spokes less, so that its spokes are right in each frame, and it turns the right way, but too slowly.
func GLB(w io.Writer, r *recorder.Reader, sel Selection) error {
	s, err := sel.open(r)
	if err != nil {
		return err
	}
	s.last = true // where all comes to rest
	g := &scene{doc: gltf.NewDocument(), places: s.poses(), nodes: make([]int, len(s.h.Objects)), names: wheelNames(s.h)}
	g.rolling.places, g.rolling.columns = &g.places, s.h.Places()
	if g.motion, err = newSpool(); err != nil {
		return err
	}
	defer g.motion.close()
	g.doc.Asset.Generator = "prang"
	g.doc.Scenes[0].Name = s.h.Scenario
	if err := g.addObjects(s); err != nil {
		return err
	}
	if err := g.addMotion(s); err != nil {
		return err
	}
	return g.write(w)
}

// write writes the document: the meshes are in its buffer, and the numbers of the animation follow.
func (g *scene) write(w io.Writer) error {
	out := bufio.NewWriter(w) // the encoder passes over errors, which this one keeps
	enc := gltf.NewEncoder(out)
	enc.AsBinary = true
	if err := enc.Encode(g.doc); err != nil {
		return err
	}
	if err := g.motion.copyTo(out); err != nil {
		return err
	}
	return out.Flush()
}

// scene is a glTF document being made.
type scene struct {
	doc    *gltf.Document
	places poses
	nodes  []int      // of each object, -1 for none
	names  [][]string // of the nodes of the wheels, as wheelNames has them
	motion *spool     // what stands behind the data of the document's buffer

	filed          map[filedMesh]centredMesh // the meshes of files, which several objects may show
	rolling        rollingWheels
	wheelNodes     []int // of each wheel that rolls
	wheelMeshes    map[wheelSize]int
	wheelMaterials [3]int // of tyre, rim and the marked spoke
}

// addObjects makes the nodes below one root that turns z up into y up.
func (g *scene) addObjects(s *source) error {
	root := &gltf.Node{Name: rootName(s.h), Rotation: [4]float64{-0.7071067811865476, 0, 0, 0.7071067811865476}}
	g.doc.Nodes = append(g.doc.Nodes, root)
	g.doc.Scenes[0].Nodes = []int{0}
	for i := range s.h.Objects {
		g.nodes[i] = -1
		o := &s.h.Objects[i]
		if !s.has(int32(i)) {
			continue
		}
		shown, err := g.meshOf(s, i)
		if err != nil {
			return err
		}
		t := g.places.at(s.h, i, nil)
		n := &gltf.Node{Name: o.Name, Translation: t.P.MGL(), Rotation: rotation(t.Q)}
		if shown.mesh >= 0 {
			n.Mesh, n.Translation = gltf.Index(shown.mesh), t.Apply(shown.centre).MGL()
		}
		g.nodes[i] = len(g.doc.Nodes)
		root.Children = append(root.Children, g.nodes[i])
		g.doc.Nodes = append(g.doc.Nodes, n)
		g.addWheels(s, i)
	}
	return nil
}

// centredMesh is a mesh of the document, -1 for none, and where its origin is in the frame of the object.
type centredMesh struct {
	mesh   int
	centre geom.Vec
}

// filedMesh is all that a mesh of a file and its material depend on.
type filedMesh struct {
	asset, up, color string
	scale            geom.Vec
	sensor           bool
}

// meshOf returns the mesh that shows an object, one for all objects that show the same file alike.
func (g *scene) meshOf(s *source, object int) (centredMesh, error) {
	o := &s.h.Objects[object]
	key, filed := filedMesh{asset: o.Asset, up: o.Up, color: o.Color, sensor: o.Sensor}, o.Asset != "" && len(o.Parts) == 0
	if o.Scale != nil {
		key.scale = *o.Scale
	}
	if shown, ok := g.filed[key]; filed && ok {
		return shown, nil
	}
	m, err := s.modelOf(object)
	if err != nil {
		return centredMesh{}, err
	}
	shown := centredMesh{mesh: -1}
	if len(m.triangles) > 0 {
		if g.places.x[object] < 0 {
			shown.centre = m.centre()
		}
		shown.mesh = g.addMesh(o, &m)
	}
	if filed {
		if g.filed == nil {
			g.filed = map[filedMesh]centredMesh{}
		}
		g.filed[key] = shown
	}
	return shown, nil
}

// rootName returns the name of the root, which no object has: a static may be called world.
func rootName(h *recorder.Header) string {
	name := recorder.WorldName
	for slices.ContainsFunc(h.Objects, func(o record.Object) bool { return o.Name == name }) {
		name += "'"
	}
	return name
}

func rotation(q geom.Quat) [4]float64 { return [4]float64{q.V.X, q.V.Y, q.V.Z, q.W} }

func single(v geom.Vec) [3]float32 { return [3]float32{float32(v.X), float32(v.Y), float32(v.Z)} }

func (g *scene) addMesh(o *record.Object, m *model) int {
	material := g.addMaterial(o.Name, colorOf(o), alphaOf(o))
	g.doc.Materials[material].DoubleSided = o.Shape == "mesh"
	g.doc.Meshes = append(g.doc.Meshes, &gltf.Mesh{Name: o.Name, Primitives: []*gltf.Primitive{g.addPrimitive(m, material)}})
	return len(g.doc.Meshes) - 1
}

func (g *scene) addMaterial(name string, rgb [3]float64, alpha float64) int {
	material := &gltf.Material{
		Name: name,
		PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
			BaseColorFactor: &[4]float64{linear(rgb[0]), linear(rgb[1]), linear(rgb[2]), alpha},
			MetallicFactor:  gltf.Float(0), RoughnessFactor: gltf.Float(0.8),
		},
	}
	if alpha < 1 {
		material.AlphaMode = gltf.AlphaBlend
	}
	g.doc.Materials = append(g.doc.Materials, material)
	return len(g.doc.Materials) - 1
}

// addPrimitive adds the vertices of a surface.
func (g *scene) addPrimitive(m *model, material int) *gltf.Primitive {
	points, normals := m.facets()
	p, n := make([][3]float32, len(points)), make([][3]float32, len(points))
	for i := range points {
		p[i], n[i] = single(points[i]), single(normals[i])
	}
	return &gltf.Primitive{
		Attributes: gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(g.doc, p), gltf.NORMAL: modeler.WriteNormal(g.doc, n)},
		Material:   gltf.Index(material),
	}
}

// maxGLB is the largest size of the animation in a binary glTF [B]: the format counts in 32 bits, and text and meshes
// need room.
const maxGLB = 1<<32 - 1<<28

// addMotion makes one animation of all that moves. Its numbers go through a temporary file.
func (g *scene) addMotion(s *source) error {
	var moving []int // objects
	for i, n := range g.nodes {
		if n >= 0 && g.places.x[i] >= 0 {
			moving = append(moving, i)
		}
	}
	count := s.count()
	if len(moving) == 0 || count <= 0 {
		return nil
	}
	a := &gltf.Animation{Name: s.h.Scenario}
	input := g.addColumn(gltf.AccessorScalar, count)
	for _, i := range moving {
		g.channel(a, input, g.nodes[i], gltf.TRSTranslation, g.addColumn(gltf.AccessorVec3, count))
		if g.places.q[i] >= 0 {
			g.channel(a, input, g.nodes[i], gltf.TRSRotation, g.addColumn(gltf.AccessorVec4, count))
		}
	}
	for _, n := range g.wheelNodes {
		g.channel(a, input, n, gltf.TRSTranslation, g.addColumn(gltf.AccessorVec3, count))
		g.channel(a, input, n, gltf.TRSRotation, g.addColumn(gltf.AccessorVec4, count))
	}
	if g.motion.size > maxGLB {
		return fmt.Errorf("an animation of %d objects in %d frames takes %.1f GB, of which a binary glTF holds %.1f: take fewer frames, or fewer objects",
			len(moving), count, float64(g.motion.size)/1e9, maxGLB/1e9)
	}
	g.doc.Buffers[0].ByteLength += int(g.motion.size)
	g.doc.Animations = append(g.doc.Animations, a)
	filled, err := g.fillMotion(s, moving, g.doc.Accessors[input])
	if err != nil || filled == count {
		return err
	}
	if filled == 0 {
		return fmt.Errorf("%w: none of the frames can be read", recorder.ErrDamaged)
	}
	g.motion.shorten(filled, count)
	for _, c := range g.doc.Accessors[input:] {
		c.Count = int(filled)
		g.doc.BufferViews[*c.BufferView].ByteLength = 4 * c.Type.Components() * c.Count
	}
	return nil
}

// fillMotion fills the columns of the animation, and sets the range of the accessor of the times and, for programs that
// show no animations, the poses of the nodes in the first frame. It returns the number of frames that could be read.
func (g *scene) fillMotion(s *source, moving []int, times *gltf.Accessor) (filled int64, err error) {
	last := make([]geom.Quat, len(moving))
	s.seen = func(f *record.Frame) { g.rolling.roll(s, f) }
	err = s.frames(func(f *record.Frame) error {
		filled++
		time := float32(f.Time)
		if times.Max = []float64{float64(time)}; times.Min == nil {
			times.Min = times.Max
		}
		if err := g.motion.put(0, time); err != nil {
			return err
		}
		column := 1
		for k, i := range moving {
			t := g.places.at(s.h, i, f)
			if filled == 1 {
				n := g.doc.Nodes[g.nodes[i]]
				n.Translation, n.Rotation = t.P.MGL(), rotation(t.Q)
			}
			x := single(t.P)
			if err := g.motion.put(column, x[:]...); err != nil {
				return err
			}
			if column++; g.places.q[i] < 0 {
				continue
			}
			if err := g.putAttitude(column, t.Q, &last[k]); err != nil {
				return err
			}
			column++
		}
		return g.fillWheels(column, filled == 1)
	})
	return filled, err
}

// putAttitude adds an attitude to a column, of which last is the one before.
func (g *scene) putAttitude(column int, q geom.Quat, last *geom.Quat) error {
	if q.Dot(*last) < 0 {
		q = q.Neg() // the same attitude, but the way from the last one is the short one
	}
	*last = q
	v := rotation(q)
	return g.motion.put(column, float32(v[0]), float32(v[1]), float32(v[2]), float32(v[3]))
}

// addColumn makes room for count values of the animation and returns their accessor.
func (g *scene) addColumn(of gltf.AccessorType, count int64) int {
	d := g.doc
	if len(d.Buffers) == 0 {
		d.Buffers = append(d.Buffers, new(gltf.Buffer))
	}
	size := int64(of.Components()) * count
	d.BufferViews = append(d.BufferViews, &gltf.BufferView{ByteOffset: len(d.Buffers[0].Data) + int(g.motion.column(size)), ByteLength: int(4 * size)})
	d.Accessors = append(d.Accessors, &gltf.Accessor{
		BufferView: gltf.Index(len(d.BufferViews) - 1), ComponentType: gltf.ComponentFloat, Type: of, Count: int(count),
	})
	return len(d.Accessors) - 1
}

func (g *scene) channel(a *gltf.Animation, input, node int, path gltf.TRSProperty, output int) {
	a.Samplers = append(a.Samplers, &gltf.AnimationSampler{Input: input, Output: output})
	a.Channels = append(a.Channels, &gltf.AnimationChannel{
		Sampler: len(a.Samplers) - 1, Target: gltf.AnimationChannelTarget{Node: gltf.Index(node), Path: path},
	})
}
