package export

import (
	"io"
	"slices"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// GLB writes the run as a binary glTF 2.0 with an animation: a node for each object with its mesh and color, moved by the
// frames selected, linear between them. It is for looking at: numbers are in single precision, curved shapes are polyhedra. The scene is
// turned so that z is up as the format has y.
func GLB(w io.Writer, r *recorder.Reader, sel Selection) error {
	s, err := sel.open(r)
	if err != nil {
		return err
	}
	g := &scene{doc: gltf.NewDocument(), places: s.poses(), nodes: make([]int, len(s.h.Objects))}
	g.doc.Asset.Generator = "prang"
	g.doc.Scenes[0].Name = s.h.Scenario
	if err := g.addObjects(s); err != nil {
		return err
	}
	if err := g.addMotion(s); err != nil {
		return err
	}
	enc := gltf.NewEncoder(w)
	enc.AsBinary = true
	return enc.Encode(g.doc)
}

// scene is a glTF document being made.
type scene struct {
	doc    *gltf.Document
	places poses
	nodes  []int // of each object, -1 for none
}

// addObjects makes the nodes below one root that turns z up into y up.
func (g *scene) addObjects(s *source) error {
	root := &gltf.Node{Name: "world", Rotation: [4]float64{-0.7071067811865476, 0, 0, 0.7071067811865476}}
	g.doc.Nodes = append(g.doc.Nodes, root)
	g.doc.Scenes[0].Nodes = []int{0}
	for i := range s.h.Objects {
		g.nodes[i] = -1
		o := &s.h.Objects[i]
		if !s.has(int32(i)) {
			continue
		}
		m, err := s.modelOf(i)
		if err != nil {
			return err
		}
		t := g.places.at(s.h, i, nil)
		n := &gltf.Node{Name: o.Name, Translation: t.P.MGL(), Rotation: rotation(t.Q)}
		if len(m.triangles) > 0 {
			n.Mesh = gltf.Index(g.addMesh(o, &m))
		}
		g.nodes[i] = len(g.doc.Nodes)
		root.Children = append(root.Children, g.nodes[i])
		g.doc.Nodes = append(g.doc.Nodes, n)
	}
	return nil
}

func rotation(q geom.Quat) [4]float64 { return [4]float64{q.V.X, q.V.Y, q.V.Z, q.W} }

func single(v geom.Vec) [3]float32 { return [3]float32{float32(v.X), float32(v.Y), float32(v.Z)} }

func (g *scene) addMesh(o *record.Object, m *model) int {
	points, normals := m.facets()
	p, n := make([][3]float32, len(points)), make([][3]float32, len(points))
	for i := range points {
		p[i], n[i] = single(points[i]), single(normals[i])
	}
	rgb := colorOf(o)
	alpha := 1.0
	if o.Sensor {
		alpha = 0.3
	}
	material := &gltf.Material{
		Name: o.Name, DoubleSided: o.Shape == "mesh",
		PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
			BaseColorFactor: &[4]float64{linear(rgb[0]), linear(rgb[1]), linear(rgb[2]), alpha},
			MetallicFactor:  gltf.Float(0), RoughnessFactor: gltf.Float(0.8),
		},
	}
	if alpha < 1 {
		material.AlphaMode = gltf.AlphaBlend
	}
	g.doc.Materials = append(g.doc.Materials, material)
	g.doc.Meshes = append(g.doc.Meshes, &gltf.Mesh{Name: o.Name, Primitives: []*gltf.Primitive{{
		Attributes: gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(g.doc, p), gltf.NORMAL: modeler.WriteNormal(g.doc, n)},
		Material:   gltf.Index(len(g.doc.Materials) - 1),
	}}})
	return len(g.doc.Meshes) - 1
}

// addMotion makes one animation of all that moves.
func (g *scene) addMotion(s *source) error {
	var times []float32
	places := make([][][3]float32, len(s.h.Objects))
	turns := make([][][4]float32, len(s.h.Objects))
	last := make([]geom.Quat, len(s.h.Objects))
	err := s.frames(func(f *record.Frame, due bool) error {
		if !due {
			return nil
		}
		times = append(times, float32(f.Time))
		for i, n := range g.nodes {
			if n < 0 || g.places.x[i] < 0 {
				continue
			}
			t := g.places.at(s.h, i, f)
			if t.Q.Dot(last[i]) < 0 {
				t.Q = t.Q.Neg() // the same attitude, but the way from the last one is the short one
			}
			last[i] = t.Q
			places[i] = append(places[i], single(t.P))
			q := rotation(t.Q)
			turns[i] = append(turns[i], [4]float32{float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])})
		}
		return nil
	})
	moves := slices.ContainsFunc(places, func(p [][3]float32) bool { return len(p) > 0 })
	if err != nil || !moves {
		return err
	}
	input := modeler.WriteAccessor(g.doc, gltf.TargetNone, times)
	g.doc.Accessors[input].Min, g.doc.Accessors[input].Max = []float64{float64(times[0])}, []float64{float64(times[len(times)-1])}
	a := &gltf.Animation{Name: s.h.Scenario}
	for i, n := range g.nodes {
		if n < 0 || len(places[i]) == 0 {
			continue
		}
		g.channel(a, input, n, gltf.TRSTranslation, places[i])
		if g.places.q[i] >= 0 {
			g.channel(a, input, n, gltf.TRSRotation, turns[i])
		}
	}
	g.doc.Animations = append(g.doc.Animations, a)
	return nil
}

func (g *scene) channel(a *gltf.Animation, input, node int, path gltf.TRSProperty, values any) {
	a.Samplers = append(a.Samplers, &gltf.AnimationSampler{Input: input, Output: modeler.WriteAccessor(g.doc, gltf.TargetNone, values)})
	a.Channels = append(a.Channels, &gltf.AnimationChannel{
		Sampler: len(a.Samplers) - 1, Target: gltf.AnimationChannelTarget{Node: gltf.Index(node), Path: path},
	})
}
