package export_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/parquet-go/parquet-go"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/meshio"
	"github.com/prang-sim/prang/sim/record"
)

const scenario = `
name: mixture
step: 1/240 s
duration: 0.5 s
gravity: [0, 0, -9.81]
record: {contacts: true}
statics:
  - {name: floor, mesh: floor.obj, color: "#808080"}
  - {name: hill, heightfield: {spacing: [1, 1], heights: [[0.1, 0.1, 0.1], [0.1, 1, 0.1], [0.1, 0.1, 0.1]], origin: [5, 5, 0]}}
  - {name: gate, box: {size: [1, 1, 1]}, position: [-7, -7, 0.5], sensor: true}
bodies:
  - {name: box, box: {size: [1, 0.5, 0.25]}, mass: 2, position: [0, 0, 0.4], velocity: [1, 0, -2], angular_velocity: [0.3, 2, 1], color: "#c0392b"}
  - {name: ball, sphere: {radius: 0.3}, mass: 1, position: [2, 0, 0.5], velocity: [-3, 0.1, 0]}
movers:
  - {name: mover, radii: [0.3, 0.3, 0.5], position: [-2, 0, 0.6], program: [{time: 0, velocity: [1, 0, 0]}]}
`

// parsed returns the scenario of a text, with its floor.
func parsed(t *testing.T, text string) *runs.Scenario {
	t.Helper()
	s, err := runs.Parse("mixture.yaml", []byte(text), func(name string) ([]byte, error) {
		return []byte("v -10 -10 0\nv 10 -10 0\nv 10 10 0\nv -10 10 0\nf 1 2 3\nf 1 3 4\n"), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// recorded returns the log of the scenario, and its frames.
func recorded(t *testing.T) (*recorder.Reader, []record.Frame) {
	t.Helper()
	s := parsed(t, scenario)
	path := filepath.Join(t.TempDir(), "mixture.prang")
	var frames []record.Frame
	if _, err := runs.Run(context.Background(), s, runs.Options{Log: path, Observe: func(f *record.Frame) {
		c := *f
		c.Values = append([]float64(nil), f.Values...)
		c.Events = append([]record.Event(nil), f.Events...)
		c.Contacts = append([]record.ContactForce(nil), f.Contacts...)
		for i := range c.Events {
			c.Events[i].Points = append([]record.Point(nil), c.Events[i].Points...)
		}
		frames = append(frames, c)
	}}); err != nil {
		t.Fatal(err)
	}
	r, err := recorder.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r, frames
}

// meshesOf returns the meshes of the scenario in a log.
func meshesOf(t *testing.T, r *recorder.Reader) map[int32]*geom.Mesh {
	t.Helper()
	s, err := runs.ScenarioOf(r)
	if err != nil {
		t.Fatal(err)
	}
	return s.Meshes()
}

// values returns the quantities of an object in a frame, by the names of the tables.
func values(h *recorder.Header, f *record.Frame, object string) map[string]float64 {
	m := map[string]float64{}
	at := 0
	for _, c := range h.Columns {
		if c.Owner >= 0 && h.Objects[c.Owner].Name == object {
			for k := range int(c.Count) {
				axis := "xyz"
				if c.Name == "q" {
					axis = "wxyz"
				}
				m[c.Name+"."+axis[k:k+1]] = f.Values[at+k]
			}
		}
		at += int(c.Count)
	}
	return m
}

func same(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

func TestFramesCSV_ReadsBackToTheSameBits(t *testing.T) {
	r, frames := recorded(t)
	var b bytes.Buffer
	if err := export.FramesCSV(&b, r, export.Selection{Every: 3, Objects: []string{"box", "mover"}}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	head, n := rows[0], 0
	for _, row := range rows[1:] {
		step, _ := strconv.Atoi(row[0])
		f := &frames[step]
		want := values(r.Header(), f, row[2])
		if time, _ := strconv.ParseFloat(row[1], 64); !same(time, f.Time) || step%3 != 0 {
			t.Fatalf("row %v", row)
		}
		for k := 3; k < len(head); k++ {
			w, ok := want[head[k]]
			got, err := strconv.ParseFloat(row[k], 64)
			if ok != (err == nil) || ok && !same(got, w) {
				t.Fatalf("step %d, %s of %s: %q, want %v", step, head[k], row[2], row[k], w)
			}
			if ok {
				n++
			}
		}
	}
	if want := (len(frames) + 2) / 3 * (13 + 6); n != want {
		t.Errorf("%d values, want %d", n, want)
	}
}

func TestEventsCSV_HasEveryEvent(t *testing.T) {
	r, frames := recorded(t)
	var b bytes.Buffer
	if err := export.EventsCSV(&b, r, export.Selection{}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for k, name := range rows[0] {
		column[name] = k
	}
	k, impacts := 1, 0
	for _, f := range frames {
		for _, e := range f.Events {
			row := rows[k]
			k++
			if row[column["kind"]] != e.Kind.String() || row[column["time"]] != strconv.FormatFloat(e.Time, 'g', -1, 64) {
				t.Fatalf("row %v, event %+v", row, e)
			}
			if e.Kind != record.Impact {
				continue
			}
			impacts++
			dv := e.After[0].V.Sub(e.Before[0].V)
			for name, want := range map[string]float64{"normal.z": e.N.Z, "impulse.z": e.Impulse.Z, "closing": e.Closing, "energy_lost": e.EnergyLost, "a.dv.z": dv.Z, "points": float64(len(e.Points))} {
				if got, err := strconv.ParseFloat(row[column[name]], 64); err != nil || !same(got, want) {
					t.Errorf("%s is %q, want %v", name, row[column[name]], want)
				}
			}
		}
	}
	if k != len(rows) || impacts < 2 {
		t.Errorf("%d rows, %d events, %d impacts", len(rows)-1, k-1, impacts)
	}
}

func TestJSONLines_ReadBackToTheSameBits(t *testing.T) {
	r, frames := recorded(t)
	var b bytes.Buffer
	if err := export.JSONLines(&b, r, export.Selection{From: 10, To: 60}); err != nil {
		t.Fatal(err)
	}
	n, events := 0, 0
	for lines := bufio.NewScanner(&b); lines.Scan(); {
		var line struct {
			Schema  string
			Step    int
			Objects map[string]map[string][]float64
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if line.Step < 10 || line.Step >= 60 {
			t.Fatalf("step %d", line.Step)
		}
		if line.Schema == export.EventSchema {
			events++
			continue
		}
		if line.Schema != export.FrameSchema {
			continue
		}
		n++
		want := values(r.Header(), &frames[line.Step], "ball")
		if q := line.Objects["ball"]["q"]; !same(q[0], want["q.w"]) || !same(q[3], want["q.z"]) {
			t.Fatalf("step %d: q = %v", line.Step, q)
		}
	}
	want := 0
	for _, f := range frames[10:60] {
		want += len(f.Events)
	}
	if n != 50 || events != want {
		t.Errorf("%d frames, %d events of %d", n, events, want)
	}
}

// TestSelection_TakesEventsByTheirOwnTime: an event is in a range of times by its own time, both ends included, not by
// that of the frame that ends its step; frames are those of the steps, and without a range the events too.
func TestSelection_TakesEventsByTheirOwnTime(t *testing.T) {
	r, frames := recorded(t)
	h := r.Header().Step
	var all []record.Event
	for _, f := range frames {
		all = append(all, f.Events...)
	}
	impact := all[slices.IndexFunc(all, func(e record.Event) bool { return e.Kind == record.Impact })].Time
	if s := impact / h; s-math.Floor(s) < 0.01 || math.Ceil(s)-s < 0.01 {
		t.Fatalf("the impact is at a frame: %v steps", s)
	}
	for _, times := range []export.Times{
		{From: 0, To: 1}, {From: impact, To: impact}, {From: impact, To: math.Inf(1)}, {From: math.Inf(-1), To: impact},
		{From: math.Nextafter(impact, 1), To: 1}, {From: 0, To: math.Nextafter(impact, 0)},
		{From: math.Floor(impact/h) * h, To: math.Ceil(impact/h) * h}, {From: all[len(all)-1].Time, To: 1},
	} {
		sel := export.Selection{From: int64(math.Max(0, math.Ceil(times.From/h))), To: int64(math.Min(math.Floor(times.To/h)+1, float64(len(frames)))), Times: &times}
		var want []string
		for _, e := range all {
			if times.From <= e.Time && e.Time <= times.To {
				want = append(want, strconv.FormatFloat(e.Time, 'g', -1, 64)+" "+e.Kind.String())
			}
		}
		var b bytes.Buffer
		if err := export.EventsCSV(&b, r, sel); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, row := range rows[1:] {
			got = append(got, row[1]+" "+row[2])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: events at %v, want %v", times, got, want)
		}
		b.Reset()
		if err := export.JSONLines(&b, r, sel); err != nil {
			t.Fatal(err)
		}
		if events, n := strings.Count(b.String(), export.EventSchema), strings.Count(b.String(), export.FrameSchema); events != len(want) || n != int(max(0, sel.To-sel.From)) {
			t.Errorf("%v: %d frames and %d events in JSON, want %d and %d", times, n, events, sel.To-sel.From, len(want))
		}
	}
}

func TestFramesParquet_ReadsBackToTheSameBits(t *testing.T) {
	r, frames := recorded(t)
	var b bytes.Buffer
	if err := export.FramesParquet(&b, r, export.Selection{}); err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range file.Schema().Columns() {
		names = append(names, path[0])
	}
	n := 0
	for _, group := range file.RowGroups() {
		rows := group.Rows()
		buf := make([]parquet.Row, 100)
		for {
			k, err := rows.ReadRows(buf)
			for _, row := range buf[:k] {
				m := map[string]parquet.Value{}
				for _, v := range row {
					m[names[v.Column()]] = v
				}
				object := m["object"].String()
				if object == export.World {
					continue
				}
				f := &frames[m["step"].Int64()]
				for name, w := range values(r.Header(), f, object) {
					if v := m[name]; v.IsNull() || !same(v.Double(), w) {
						t.Fatalf("step %d: %s of %s is %v, want %v", f.Step, name, object, v, w)
					}
					n++
				}
				if !same(m["time"].Double(), f.Time) || object == "mover" && !m["q.w"].IsNull() {
					t.Fatalf("step %d: %v", f.Step, row)
				}
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		rows.Close()
	}
	if want := len(frames) * (13 + 13 + 6); n != want {
		t.Errorf("%d values, want %d", n, want)
	}
	var events bytes.Buffer
	if err := export.EventsParquet(&events, r, export.Selection{}); err != nil {
		t.Fatal(err)
	}
	e, err := parquet.OpenFile(bytes.NewReader(events.Bytes()), int64(events.Len()))
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, f := range frames {
		total += len(f.Events)
	}
	if e.NumRows() != int64(total) || total == 0 {
		t.Errorf("%d rows for %d events", e.NumRows(), total)
	}
}

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

// What is shown of a part of a run is in its time: the scene comes with the first frame, or with an event before that.
func TestMCAP_OfAPartBeginsWithIt(t *testing.T) {
	r, _ := recorded(t)
	h := r.Header().Step
	for _, c := range []struct {
		times export.Times
		want  float64
	}{{export.Times{From: 3 * h, To: 1}, 3 * h}, {export.Times{From: 2.5 * h, To: 1}, 2.5 * h}, {export.Times{From: math.Inf(-1), To: 1}, 0}} {
		sel := export.Selection{From: int64(math.Ceil(math.Max(0, c.times.From) / h)), Times: &c.times}
		var b bytes.Buffer
		if err := export.MCAP(&b, r, sel); err != nil {
			t.Fatal(err)
		}
		reader, err := mcap.NewReader(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		info, err := reader.Info()
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Statistics.MessageStartTime; got != uint64(math.Round(c.want*1e9)) {
			t.Errorf("from %v s on: the file begins at %d ns", c.times.From, got)
		}
		reader.Close()
	}
}

func TestSelection_NamesWhatIsMissing(t *testing.T) {
	r, _ := recorded(t)
	err := export.FramesCSV(io.Discard, r, export.Selection{Objects: []string{"bx"}})
	if err == nil || !strings.Contains(err.Error(), `no object "bx"; it has box, ball, mover, floor`) {
		t.Error(err)
	}
	var b bytes.Buffer
	if err := export.FramesCSV(&b, r, export.Selection{From: 1000}); err != nil || strings.Count(b.String(), "\n") != 1 {
		t.Errorf("%v %q", err, b.String())
	}
}

func TestLedgerCSV_HasWhatImpactsTook(t *testing.T) {
	r, frames := recorded(t)
	var b bytes.Buffer
	if err := export.LedgerCSV(&b, r, export.Selection{}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(frames)+1 {
		t.Fatalf("%d rows for %d frames", len(rows)-1, len(frames))
	}
	gravity, lost := 0.0, 0.0
	for _, row := range rows[1:] {
		if row[2] != export.World {
			t.Fatalf("the object is %q", row[2])
		}
		for k, name := range rows[0] {
			v, _ := strconv.ParseFloat(row[k], 64)
			switch {
			case name == "ledger.gravity.momentum.z":
				gravity += v
			case strings.HasSuffix(name, ".energy") && name != "ledger.gravity.energy":
				lost += v
			}
		}
	}
	// 3 kg fall for half a second; impacts and contacts take energy.
	if math.Abs(gravity+3*9.81*0.5) > 1e-9 || !(lost < -1) {
		t.Errorf("gravity gave %v N s, the others %v J", gravity, lost)
	}
}

// TestLedgerCSV_SumsOverIntervals: with an interval, a row has what the steps since the row before gave, the last one
// the steps that are left; nothing is lost, and nothing twice.
func TestLedgerCSV_SumsOverIntervals(t *testing.T) {
	r, frames := recorded(t)
	table := func(sel export.Selection) (rows [][]string) {
		t.Helper()
		var b bytes.Buffer
		if err := export.LedgerCSV(&b, r, sel); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows[1:]
	}
	each := table(export.Selection{})
	for _, sel := range []export.Selection{{Every: 7}, {Every: 1000}, {From: 11, To: 40, Every: 8}, {From: 30, To: 31, Every: 5}} {
		from, to := int(sel.From), len(frames)
		if sel.To > 0 {
			to = int(sel.To)
		}
		next, rows := from, table(sel)
		for n, row := range rows {
			last := min(from+n*int(sel.Every), to-1)
			if row[0] != strconv.Itoa(last) || row[1] != each[last][1] {
				t.Fatalf("%+v: row %d is of step %s at %s, want %d", sel, n, row[0], row[1], last)
			}
			for k := 3; k < len(row); k++ {
				want := 0.0
				for _, one := range each[next : last+1] {
					v, _ := strconv.ParseFloat(one[k], 64)
					want += v
				}
				if got, err := strconv.ParseFloat(row[k], 64); err != nil || got != want {
					t.Errorf("%+v: row %d, column %d: %s, want %v", sel, n, k, row[k], want)
				}
			}
			next = last + 1
		}
		if next != to {
			t.Errorf("%+v: the rows end before step %d, want %d", sel, next, to)
		}
	}
	var b bytes.Buffer
	if err := export.LedgerParquet(&b, r, export.Selection{Every: 7}); err != nil {
		t.Fatal(err)
	}
	if f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len())); err != nil || f.NumRows() != int64(len(table(export.Selection{Every: 7}))) {
		t.Errorf("parquet: %v", err)
	}
}
