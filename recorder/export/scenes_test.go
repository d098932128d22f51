package export_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/sim/geom/meshio"
	"github.com/prang-sim/prang/sim/record"
)

func TestGLB_ShowsShapesWhereTheyAre(t *testing.T) {
	r, frames := recorded(t)
	var b bytes.Buffer
	if err := export.GLB(&b, r, export.Selection{Every: 4, Meshes: meshesOf(t, r)}); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	doc := new(gltf.Document)
	if err := gltf.NewDecoder(bytes.NewReader(data)).Decode(doc); err != nil {
		t.Fatal(err)
	}
	node := map[string]int{}
	for i, n := range doc.Nodes {
		node[n.Name] = i
	}
	for name, i := range node {
		if (doc.Nodes[i].Mesh == nil) != (name == "world") {
			t.Errorf("node %s: a mesh is %v", name, doc.Nodes[i].Mesh)
		}
	}
	hill := doc.Meshes[*doc.Nodes[node["hill"]].Mesh].Primitives[0] // 8 triangles over 4 cells
	if a := doc.Accessors[hill.Attributes[gltf.POSITION]]; a.Count != 24 || a.Max[2] != 1 {
		t.Errorf("the hill has %d vertices up to %v", a.Count, a.Max)
	}
	if len(doc.Animations) != 1 {
		t.Fatalf("%d animations", len(doc.Animations))
	}
	checked := 0
	for _, c := range doc.Animations[0].Channels {
		s := doc.Animations[0].Samplers[c.Sampler]
		times, err := modeler.ReadAccessor(doc, doc.Accessors[s.Input], nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(times.([]float32)); n != (len(frames)+3)/4 || times.([]float32)[1] != float32(frames[4].Time) {
			t.Fatalf("%d times", n)
		}
		if *c.Target.Node != node["box"] || c.Target.Path != gltf.TRSTranslation {
			continue
		}
		checked++
		if at, want := doc.Nodes[*c.Target.Node].Translation, values(r.Header(), &frames[0], "box"); at != [3]float64{want["x.x"], want["x.y"], want["x.z"]} {
			t.Errorf("without the animation the box stands at %v, want that of the first frame %v", at, want)
		}
		out, err := modeler.ReadAccessor(doc, doc.Accessors[s.Output], nil)
		if err != nil {
			t.Fatal(err)
		}
		for k, p := range out.([][3]float32) {
			want := values(r.Header(), &frames[4*k], "box")
			if p[0] != float32(want["x.x"]) || p[2] != float32(want["x.z"]) {
				t.Fatalf("frame %d: %v", 4*k, p)
			}
		}
	}
	if checked != 1 {
		t.Errorf("%d translations of the box", checked)
	}
	// Read back as a mesh, at the start: from the floor to the top of the mover, with z up again.
	m, err := meshio.Read("mixture.glb", bytes.NewReader(data), nil)
	if err != nil {
		t.Fatal(err)
	}
	if size := m.Bounds.Size(); math.Abs(size.X-20) > 1e-4 || math.Abs(size.Y-20) > 1e-4 || math.Abs(m.Bounds.Min.Z) > 1e-4 || math.Abs(m.Bounds.Max.Z-1.1) > 1e-4 {
		t.Errorf("bounds %v", m.Bounds)
	}
	if c := doc.Materials[*doc.Meshes[*doc.Nodes[node["box"]].Mesh].Primitives[0].Material].PBRMetallicRoughness.BaseColorFactor; math.Abs(c[0]-0.527115) > 1e-5 || c[3] != 1 {
		t.Errorf("colour %v", c)
	}
	if c := doc.Materials[*doc.Meshes[*doc.Nodes[node["gate"]].Mesh].Primitives[0].Material]; c.PBRMetallicRoughness.BaseColorFactor[3] != 0.3 || c.AlphaMode != gltf.AlphaBlend {
		t.Errorf("the sensor hides what is in it: %v", c)
	}
}

// Animations end where all comes to rest, whatever the interval between their frames.
func TestAnimations_EndWithTheLastFrame(t *testing.T) {
	r, frames := recorded(t)
	n := len(frames)
	for every, want := range map[int64][]int{7: {0, 7, n - 1}, int64(n + 1): {0, n - 1}, int64(n - 1): {0, n - 1}} {
		sel := export.Selection{Every: every, Meshes: meshesOf(t, r)}
		doc := readGLB(t, r, sel)
		a := doc.Animations[0]
		list, err := modeler.ReadAccessor(doc, doc.Accessors[a.Samplers[a.Channels[0].Sampler].Input], nil)
		if err != nil {
			t.Fatal(err)
		}
		times := list.([]float32)
		for _, k := range want {
			if !slices.Contains(times, float32(frames[k].Time)) {
				t.Errorf("every %d: %d times without that of frame %d of %d", every, len(times), k, n)
			}
		}
		_, info := readMCAP(t, r, sel)
		if s := info.Statistics; s.ChannelMessageCounts[0] != uint64(len(times)) || s.MessageEndTime < uint64(frames[n-1].Time*1e9) {
			t.Errorf("every %d: %v, want %d frames", every, s, len(times))
		}
	}
}

func TestMCAP_OfficialReaderSeesPosesToTheBit(t *testing.T) {
	r, frames := recorded(t)
	var b bytes.Buffer
	if err := export.MCAP(&b, r, export.Selection{Every: 2, Meshes: meshesOf(t, r)}); err != nil {
		t.Fatal(err)
	}
	again := bytes.Buffer{}
	if err := export.MCAP(&again, r, export.Selection{Every: 2, Meshes: meshesOf(t, r)}); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Errorf("two exports differ: %v", err)
	}
	reader, err := mcap.NewReader(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	it, err := reader.Messages()
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	shapes := map[string]int{}
	var last uint64
	for {
		schema, channel, msg, err := it.NextInto(nil)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if msg.LogTime < last {
			t.Fatalf("time goes back at step %d", msg.Sequence)
		}
		last = msg.LogTime
		count[channel.Topic]++
		if channel.MessageEncoding != "protobuf" {
			continue
		}
		m := decode(t, schema, msg.Data)
		switch channel.Topic {
		case "/tf":
			f := &frames[msg.Sequence]
			if want := uint64(math.Round(f.Time * 1e9)); msg.LogTime != want {
				t.Fatalf("step %d at %d ns, want %d", msg.Sequence, msg.LogTime, want)
			}
			list := m.Get(m.Descriptor().Fields().ByName("transforms")).List()
			for k := range list.Len() {
				tf := list.Get(k).Message()
				want := values(r.Header(), f, text(tf, "child_frame_id"))
				if text(tf, "parent_frame_id") != "world" || !same(float(tf, "translation", "y"), want["x.y"]) {
					t.Fatalf("step %d: %v", f.Step, tf)
				}
				if _, turns := want["q.w"]; turns && (!same(float(tf, "rotation", "w"), want["q.w"]) || !same(float(tf, "rotation", "x"), want["q.x"])) {
					t.Fatalf("step %d: %v", f.Step, tf)
				}
			}
			if list.Len() != 3 {
				t.Fatalf("%d transforms", list.Len())
			}
		case "/scene":
			list := m.Get(m.Descriptor().Fields().ByName("entities")).List()
			for k := range list.Len() {
				e := list.Get(k).Message()
				triangles := e.Get(e.Descriptor().Fields().ByName("triangles")).List()
				cubes := e.Get(e.Descriptor().Fields().ByName("cubes")).List().Len()
				shapes[text(e, "id")] = cubes
				for _, part := range []string{"cubes", "triangles"} {
					if l := e.Get(e.Descriptor().Fields().ByName(protoreflect.Name(part))).List(); l.Len() > 0 {
						if a, want := float(l.Get(0).Message(), "color", "a"), map[bool]float64{true: 0.3, false: 1}[text(e, "id") == "gate"]; a != want {
							t.Errorf("%s: opacity %g, want %g", text(e, "id"), a, want)
						}
					}
				}
				if triangles.Len() == 1 {
					tri := triangles.Get(0).Message()
					shapes[text(e, "id")] = tri.Get(tri.Descriptor().Fields().ByName("indices")).List().Len() / 3
				}
			}
		}
	}
	if shapes["box"] != 1 || shapes["floor"] != 2 || shapes["hill"] != 8 || shapes["ball"] < 100 || shapes["mover"] < 100 {
		t.Errorf("shapes %v", shapes)
	}
	impacts, events := 0, 0
	for _, f := range frames {
		events += len(f.Events)
		for _, e := range f.Events {
			if e.Kind == record.Impact {
				impacts++
			}
		}
	}
	if count["/tf"] != (len(frames)+1)/2 || count["/scene"] != 1 || count["/impacts"] != impacts || count["/events"] != events || impacts == 0 {
		t.Errorf("%v messages, %d frames, %d impacts, %d events", count, len(frames), impacts, events)
	}
}

// decode decodes a message by the schema that the file carries.
func decode(t *testing.T, schema *mcap.Schema, data []byte) protoreflect.Message {
	t.Helper()
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(schema.Data, &set); err != nil {
		t.Fatal(err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		t.Fatal(err)
	}
	d, err := files.FindDescriptorByName(protoreflect.FullName(schema.Name))
	if err != nil {
		t.Fatal(err)
	}
	m := dynamicpb.NewMessage(d.(protoreflect.MessageDescriptor))
	if err := proto.Unmarshal(data, m); err != nil {
		t.Fatal(err)
	}
	return m
}

func text(m protoreflect.Message, field string) string {
	return m.Get(m.Descriptor().Fields().ByName(protoreflect.Name(field))).String()
}

func float(m protoreflect.Message, field, component string) float64 {
	c := m.Get(m.Descriptor().Fields().ByName(protoreflect.Name(field))).Message()
	return c.Get(c.Descriptor().Fields().ByName(protoreflect.Name(component))).Float()
}

// What is shown of a part of a run is in its time: the scene comes with the first frame, or with an event before that, and so
// not before the time asked for, of which a window begins a little earlier.
func TestMCAP_OfAPartBeginsWithIt(t *testing.T) {
	r, frames := recorded(t)
	h := r.Header().Step
	var hit float64 // of the first event, within a step
	at := int64(0)
	for _, f := range frames[1:] {
		if len(f.Events) > 0 && f.Events[0].Time < f.Time {
			hit, at = f.Events[0].Time, f.Step
			break
		}
	}
	if at == 0 {
		t.Fatal("no event within a step")
	}
	for _, c := range []struct {
		from float64
		want float64
	}{{3 * h, 3 * h}, {3*h - 5e-7, 3 * h}, {2.5 * h, 3 * h}, {hit - 1e-4*h, hit}, {math.Inf(-1), 0}} {
		sel := export.Selection{From: int64(math.Ceil(math.Max(0, c.from) / h)), Times: &export.Times{From: c.from, To: 1}}
		reader, info := readMCAP(t, r, sel)
		if got := info.Statistics.MessageStartTime; got != uint64(math.Round(c.want*1e9)) {
			t.Errorf("from %v s on: the file begins at %d ns, want %v s", c.from, got, c.want)
		}
		it, err := reader.Messages()
		if err != nil {
			t.Fatal(err)
		}
		_, channel, msg, err := it.NextInto(nil)
		if err != nil {
			t.Fatal(err)
		}
		if channel.Topic != "/scene" || msg.LogTime != info.Statistics.MessageStartTime {
			t.Errorf("from %v s on: the first message is of %s at %d ns", c.from, channel.Topic, msg.LogTime)
		}
		reader.Close()
	}
}
