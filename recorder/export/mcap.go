package export

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/big"

	"github.com/foxglove/mcap/go/mcap"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// MCAP writes the run as an MCAP file with Foxglove's messages as protobuf, for Foxglove and Rerun:
//
//	/tf       foxglove.FrameTransforms  the poses of all that moves, in each frame selected, to the last bit
//	                                    and of the wheels of vehicles, each in the frame of its own below that of its vehicle
//	/scene    foxglove.SceneUpdate      once, with the first frame or event written: each object's shape in its own frame, with its color
//	/impacts  foxglove.SceneUpdate      each impact: its points, and the impulse on A as an arrow, shown for a second
//	/contacts foxglove.SceneUpdate      in each frame selected, where the log has them: the contact forces on B as arrows, 1 m for
//	                                    a weight of 1000 kg; metadata has the numbers
//	/events   JSON                      every event, as JSONLines writes it
//
// The frame of the world is "world". A metadata record, "prang", has what Metadata says of the log. Times are rounded to
// nanoseconds, which the format has, and sequence numbers are steps; attitudes are those of the log. A curved shape is a
// polyhedron.
func MCAP(w io.Writer, r *recorder.Reader, sel Selection) error {
	s, err := sel.open(r)
	if err != nil {
		return err
	}
	s.last = true // where all comes to rest
	buffered := bufio.NewWriter(w)
	out, err := mcap.NewWriter(buffered, &mcap.WriterOptions{
		Chunked: true, ChunkSize: 1 << 20, Compression: mcap.CompressionZSTD, IncludeCRC: true, OverrideLibrary: true,
	})
	if err != nil {
		return err
	}
	m := &mcapWriter{w: out, s: s, places: s.poses(), names: wheelNames(s.h)}
	m.rolling.places, m.rolling.columns = &m.places, s.h.Places()
	s.seen = func(f *record.Frame) { m.rolling.roll(s, f) }
	if err := m.begin(); err != nil {
		return err
	}
	if err := s.events(m.event, m.frame); err != nil {
		return err
	}
	if err := m.open(m.s.from, float64(float64(m.s.from)*m.s.h.Step)); err != nil {
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	return buffered.Flush()
}

// The channels of the file.
const (
	channelTF = iota
	channelScene
	channelImpacts
	channelEvents
	channelContacts // only of a log that has contact forces
)

// mcapWriter writes the messages of one file.
type mcapWriter struct {
	w      *mcap.Writer
	s      *source
	places poses
	names  [][]string                // of the frames of the wheels, as wheelNames has them
	scene  protoreflect.ProtoMessage // to be written before all else; nil from then on

	rolling rollingWheels
}

// worldFrame is the name of the frame that all poses are in.
const worldFrame = recorder.WorldName

// begin writes the header, the schemas, the channels and the metadata, and makes the scene.
func (m *mcapWriter) begin() error {
	if err := m.w.WriteHeader(&mcap.Header{Library: "prang"}); err != nil {
		return err
	}
	set, err := foxgloveSchemas()
	if err != nil {
		return err
	}
	schemas := []mcap.Schema{
		{ID: 1, Name: "foxglove.FrameTransforms", Encoding: "protobuf", Data: set},
		{ID: 2, Name: "foxglove.SceneUpdate", Encoding: "protobuf", Data: set},
		{ID: 3, Name: EventSchema, Encoding: "jsonschema", Data: []byte(eventSchema)},
	}
	for i := range schemas {
		if err := m.w.WriteSchema(&schemas[i]); err != nil {
			return err
		}
	}
	type channel struct {
		topic    string
		schema   uint16
		encoding string
	}
	channels := []channel{
		channelTF: {"/tf", 1, "protobuf"}, channelScene: {"/scene", 2, "protobuf"},
		channelImpacts: {"/impacts", 2, "protobuf"}, channelEvents: {"/events", 3, "json"},
	}
	if m.s.h.Contacts {
		channels = append(channels, channel{"/contacts", 2, "protobuf"})
	}
	for id, c := range channels {
		if err := m.w.WriteChannel(&mcap.Channel{ID: uint16(id), SchemaID: c.schema, Topic: c.topic, MessageEncoding: c.encoding}); err != nil {
			return err
		}
	}
	if err := m.w.WriteMetadata(&mcap.Metadata{Name: "prang", Metadata: Metadata(m.s.r)}); err != nil {
		return err
	}
	return m.makeScene()
}

// open writes the scene, at the time of the first message that follows: none that is shown is before it, and none is before
// what was asked for.
func (m *mcapWriter) open(step int64, time float64) error {
	if m.scene == nil {
		return nil
	}
	scene := m.scene
	m.scene = nil
	return m.message(channelScene, step, time, scene)
}

// nanoseconds returns a time in seconds as nanoseconds, to the nearest, exactly.
func nanoseconds(t float64) uint64 {
	if !(t > 0) || math.IsInf(t, 0) {
		return 0
	}
	x := new(big.Float).SetPrec(128).SetFloat64(t)
	x.Mul(x, big.NewFloat(1e9))
	n, _ := x.Add(x, big.NewFloat(0.5)).Uint64()
	return n
}

func (m *mcapWriter) message(channel int, step int64, time float64, msg protoreflect.ProtoMessage) error {
	data, err := marshal(msg)
	if err != nil {
		return err
	}
	return m.raw(channel, step, time, data)
}

func (m *mcapWriter) raw(channel int, step int64, time float64, data []byte) error {
	n := nanoseconds(time)
	return m.w.WriteMessage(&mcap.Message{ChannelID: uint16(channel), Sequence: uint32(step), LogTime: n, PublishTime: n, Data: data})
}

// frame writes the poses, and the contact forces.
func (m *mcapWriter) frame(f *record.Frame) error {
	if err := m.open(f.Step, f.Time); err != nil {
		return err
	}
	msg := newMessage("FrameTransforms")
	list := msg.list("transforms")
	for i := range m.s.h.Objects {
		if !m.s.has(int32(i)) || m.places.x[i] < 0 {
			continue
		}
		t := m.places.at(m.s.h, i, f)
		m.transform(list.add(), f.Time, worldFrame, m.s.h.Objects[i].Name, t)
	}
	for _, w := range m.rolling.wheels {
		m.transform(list.add(), f.Time, m.s.name(int32(w.vehicle.object)), w.frame, w.draw())
	}
	if err := m.message(channelTF, f.Step, f.Time, msg.proto()); err != nil || !m.s.h.Contacts {
		return err
	}
	return m.contacts(f)
}

func (m *mcapWriter) transform(tf message, time float64, parent, child string, t geom.Transform) {
	tf.stamp("timestamp", time)
	tf.text("parent_frame_id", parent)
	tf.text("child_frame_id", child)
	tf.vec("translation", t.P)
	tf.quat("rotation", t.Q)
}

// metresPerNewton is the length of the arrow of a contact force.
const metresPerNewton = 1 / 9806.65

// contacts writes the contact forces of a frame as one entity, which takes the place of that of the frame before.
func (m *mcapWriter) contacts(f *record.Frame) error {
	msg := newMessage("SceneUpdate")
	entity := msg.list("entities").add()
	entity.stamp("timestamp", f.Time)
	entity.text("frame_id", worldFrame)
	entity.text("id", "contacts")
	metadata, arrows := entity.list("metadata"), entity.list("arrows")
	for i := range f.Contacts {
		c := &f.Contacts[i]
		if !m.s.has(c.A) && !m.s.has(c.B) {
			continue
		}
		size := c.Force().Len()
		length := float64(size * metresPerNewton)
		arrow := arrows.add()
		arrow.pose("pose", geom.Transform{P: c.P, Q: turnTo(c.Force())})
		arrow.float("shaft_length", float64(0.8*length))
		arrow.float("shaft_diameter", 0.03)
		arrow.float("head_length", float64(0.2*length))
		arrow.float("head_diameter", 0.06)
		arrow.color("color", [3]float64{0.1, 0.4, 0.9}, 1)
		pair := metadata.add()
		pair.text("key", m.s.name(c.A)+" – "+m.s.name(c.B))
		pair.text("value", fmt.Sprintf("normal %v N, friction %v N at %v m, moment %v N m", c.Normal.MGL(), c.Friction.MGL(), c.P.MGL(), c.Moment.MGL()))
	}
	return m.message(channelContacts, f.Step, f.Time, msg.proto())
}

// makeScene makes the scene of the shapes of all objects, and follows the wheels in it.
func (m *mcapWriter) makeScene() error {
	msg := newMessage("SceneUpdate")
	entities := msg.list("entities")
	for i := range m.s.h.Objects {
		o := &m.s.h.Objects[i]
		if !m.s.has(int32(i)) {
			continue
		}
		e := entities.add()
		e.text("id", o.Name)
		e.text("frame_id", worldFrame)
		if m.places.x[i] >= 0 {
			e.text("frame_id", o.Name)
		}
		e.flag("frame_locked", true)
		at := geom.Transform{Q: geom.IdentityQuat()}
		if m.places.x[i] < 0 {
			at = m.places.at(m.s.h, i, nil)
		}
		if err := m.shape(e, i, at); err != nil {
			return err
		}
		if m.places.x[i] >= 0 && len(o.Wheels) > 0 {
			m.wheels(entities, i)
		}
	}
	m.scene = msg.proto()
	return nil
}

// shape adds the primitives of an object: cubes and triangles.
func (m *mcapWriter) shape(e message, object int, at geom.Transform) error {
	o := &m.s.h.Objects[object]
	if o.Shape == "box" && len(o.Parts) == 0 {
		c := e.list("cubes").add()
		c.pose("pose", geom.Transform{P: at.Apply(o.Offset), Q: at.Q})
		c.vec("size", o.Half.Scale(2))
		c.color("color", colorOf(o), alphaOf(o))
		return nil
	}
	surface, err := m.s.modelOf(object)
	if err != nil || len(surface.triangles) == 0 {
		return err
	}
	t := e.list("triangles").add()
	t.pose("pose", at)
	t.color("color", colorOf(o), alphaOf(o))
	points := t.list("points")
	for _, v := range surface.vertices {
		points.add().xyz(v)
	}
	indices := make([]uint32, 0, 3*len(surface.triangles))
	for _, tri := range surface.triangles {
		indices = append(indices, tri[0], tri[1], tri[2])
	}
	t.indices("indices", indices)
	return nil
}

// wheels adds the wheels of an object: a cylinder each, and a bar by which one sees it turn.
func (m *mcapWriter) wheels(entities messageList, object int) {
	m.rolling.add(m.s, object)
	along := geom.AxisAngle(geom.Vec{X: 1}, -math.Pi/2) // takes the axis of a cylinder, z, to that of a wheel, y
	o := &m.s.h.Objects[object]
	first := len(m.rolling.wheels) - len(o.Wheels)
	for k := range o.Wheels {
		w := &o.Wheels[k]
		name := m.names[object][k]
		m.rolling.wheels[first+k].frame = name
		e := entities.add()
		e.text("id", name)
		e.text("frame_id", name)
		e.flag("frame_locked", true)
		c := e.list("cylinders").add()
		c.pose("pose", geom.Transform{Q: along})
		c.vec("size", geom.Vec{X: 2 * w.Radius, Y: 2 * w.Radius, Z: w.Width})
		c.float("bottom_scale", 1)
		c.float("top_scale", 1)
		c.color("color", tyreColor, 1)
		bar := e.list("cubes").add()
		bar.pose("pose", geom.Transform{Q: geom.IdentityQuat()})
		bar.vec("size", geom.Vec{X: float64(0.16 * w.Radius), Y: float64(1.02 * w.Width), Z: float64(1.2 * w.Radius)})
		bar.color("color", rimColor, 1)
	}
}

// event writes an event as JSON, and an impact as what can be seen of it.
func (m *mcapWriter) event(f *record.Frame, e *record.Event) error {
	step := f.Step
	if err := m.open(step, e.Time); err != nil {
		return err
	}
	data, err := marshalJSON(NewEventLine(m.s.h, step, e))
	if err != nil {
		return err
	}
	if err := m.raw(channelEvents, step, e.Time, data); err != nil || e.Kind != record.Impact {
		return err
	}
	msg := newMessage("SceneUpdate")
	entity := msg.list("entities").add()
	entity.stamp("timestamp", e.Time)
	entity.text("frame_id", worldFrame)
	entity.text("id", m.s.name(e.A)+" – "+m.s.name(e.B))
	entity.duration("lifetime", 1)
	red := [3]float64{0.9, 0.1, 0.1}
	for i := range e.Points {
		ball := entity.list("spheres").add()
		ball.pose("pose", geom.Transform{P: e.Points[i].P, Q: geom.IdentityQuat()})
		ball.vec("size", geom.Vec{X: 0.05, Y: 0.05, Z: 0.05})
		ball.color("color", red, 1)
	}
	arrow := entity.list("arrows").add()
	arrow.pose("pose", geom.Transform{P: impactPlace(e), Q: turnTo(e.Impulse)})
	arrow.float("shaft_length", 0.8)
	arrow.float("shaft_diameter", 0.05)
	arrow.float("head_length", 0.2)
	arrow.float("head_diameter", 0.1)
	arrow.color("color", red, 1)
	return m.message(channelImpacts, step, e.Time, msg.proto())
}

// turnTo returns a turn that takes the x axis to the direction of v.
func turnTo(v geom.Vec) geom.Quat {
	x := geom.Vec{X: 1}
	n := v.Normalize()
	if n == (geom.Vec{}) {
		return geom.IdentityQuat()
	}
	if n.X < -0.999999 {
		return geom.Quat{V: geom.Vec{Z: 1}}
	}
	return geom.Quat{W: 1 + n.X, V: x.Cross(n)}.Normalize()
}
