package export

import (
	"encoding/json"
	"fmt"
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/prang-sim/prang/sim/geom"
)

// foxgloveMessages are the messages that are written, with the numbers of their fields: "name type number", where a
// type is a scalar of protobuf or the name of a message, with [] for a list.
//
// Source: Foxglove, schemas/proto/foxglove.
var foxgloveMessages = []struct {
	name   string
	fields []string
}{
	{"Vector3", []string{"x double 1", "y double 2", "z double 3"}},
	{"Point3", []string{"x double 1", "y double 2", "z double 3"}},
	{"Quaternion", []string{"x double 1", "y double 2", "z double 3", "w double 4"}},
	{"Pose", []string{"position Vector3 1", "orientation Quaternion 2"}},
	{"Color", []string{"r double 1", "g double 2", "b double 3", "a double 4"}},
	{"KeyValuePair", []string{"key string 1", "value string 2"}},
	{"FrameTransform", []string{
		"timestamp Timestamp 1", "parent_frame_id string 2", "child_frame_id string 3", "translation Vector3 4", "rotation Quaternion 5",
	}},
	{"FrameTransforms", []string{"transforms []FrameTransform 1"}},
	{"ArrowPrimitive", []string{
		"pose Pose 1", "shaft_length double 2", "shaft_diameter double 3", "head_length double 4", "head_diameter double 5", "color Color 6",
	}},
	{"CubePrimitive", []string{"pose Pose 1", "size Vector3 2", "color Color 3"}},
	{"SpherePrimitive", []string{"pose Pose 1", "size Vector3 2", "color Color 3"}},
	{"CylinderPrimitive", []string{"pose Pose 1", "size Vector3 2", "bottom_scale double 3", "top_scale double 4", "color Color 5"}},
	{"TriangleListPrimitive", []string{"pose Pose 1", "points []Point3 2", "color Color 3", "colors []Color 4", "indices []fixed32 5"}},
	{"SceneEntity", []string{
		"timestamp Timestamp 1", "frame_id string 2", "id string 3", "lifetime Duration 4", "frame_locked bool 5", "metadata []KeyValuePair 6",
		"arrows []ArrowPrimitive 7", "cubes []CubePrimitive 8", "spheres []SpherePrimitive 9",
		"cylinders []CylinderPrimitive 10", "triangles []TriangleListPrimitive 12",
	}},
	{"SceneUpdate", []string{"entities []SceneEntity 2"}},
}

var scalars = map[string]descriptorpb.FieldDescriptorProto_Type{
	"double": descriptorpb.FieldDescriptorProto_TYPE_DOUBLE, "string": descriptorpb.FieldDescriptorProto_TYPE_STRING,
	"bool": descriptorpb.FieldDescriptorProto_TYPE_BOOL, "fixed32": descriptorpb.FieldDescriptorProto_TYPE_FIXED32,
}

// foxgloveFile is the descriptor of the file of these messages.
func foxgloveFile() *descriptorpb.FileDescriptorProto {
	file := &descriptorpb.FileDescriptorProto{
		Name: proto.String("foxglove.proto"), Package: proto.String("foxglove"), Syntax: proto.String("proto3"),
		Dependency: []string{"google/protobuf/duration.proto", "google/protobuf/timestamp.proto"},
	}
	for _, m := range foxgloveMessages {
		d := &descriptorpb.DescriptorProto{Name: proto.String(m.name)}
		for _, text := range m.fields {
			var name, kind string
			var number int32
			if _, err := fmt.Sscan(text, &name, &kind, &number); err != nil {
				panic("a field of a message of Foxglove: " + text) // a constant of this file
			}
			f := &descriptorpb.FieldDescriptorProto{
				Name: proto.String(name), Number: proto.Int32(number), Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
			}
			if len(kind) > 2 && kind[:2] == "[]" {
				kind = kind[2:]
				f.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
			}
			if t, ok := scalars[kind]; ok {
				f.Type = t.Enum()
			} else {
				f.Type = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum()
				f.TypeName = proto.String(".foxglove." + kind)
				if kind == "Timestamp" || kind == "Duration" {
					f.TypeName = proto.String(".google.protobuf." + kind)
				}
			}
			d.Field = append(d.Field, f)
		}
		file.MessageType = append(file.MessageType, d)
	}
	return file
}

// foxglove returns the messages' descriptors, made once.
var foxglove = sync.OnceValues(func() (protoreflect.FileDescriptor, error) {
	set := &descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{
		protodesc.ToFileDescriptorProto(durationpb.File_google_protobuf_duration_proto),
		protodesc.ToFileDescriptorProto(timestamppb.File_google_protobuf_timestamp_proto), foxgloveFile(),
	}}
	files, err := protodesc.NewFiles(set)
	if err != nil {
		return nil, err
	}
	return files.FindFileByPath("foxglove.proto")
})

// foxgloveSchemas returns the serialised FileDescriptorSet of the messages and of what they import.
func foxgloveSchemas() ([]byte, error) {
	return proto.MarshalOptions{Deterministic: true}.Marshal(&descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{
		protodesc.ToFileDescriptorProto(durationpb.File_google_protobuf_duration_proto),
		protodesc.ToFileDescriptorProto(timestamppb.File_google_protobuf_timestamp_proto), foxgloveFile(),
	}})
}

// message is a Foxglove message being filled. Setting a field that the message does not have is a bug in this package
// and panics.
type message struct{ protoreflect.Message }

func newMessage(name string) message {
	file, err := foxglove()
	if err != nil {
		panic(err) // the descriptors are constants of this file, and a test builds them
	}
	return message{dynamicpb.NewMessage(file.Messages().ByName(protoreflect.Name(name)))}
}

func (m message) proto() protoreflect.ProtoMessage { return m.Interface() }

func (m message) field(name string) protoreflect.FieldDescriptor {
	return m.Descriptor().Fields().ByName(protoreflect.Name(name))
}

func (m message) child(name string) message { return message{m.Mutable(m.field(name)).Message()} }

// messageList is a repeated field of messages.
type messageList struct{ protoreflect.List }

func (m message) list(name string) messageList { return messageList{m.Mutable(m.field(name)).List()} }

func (l messageList) add() message { return message{l.AppendMutable().Message()} }

func (m message) float(name string, v float64) { m.Set(m.field(name), protoreflect.ValueOfFloat64(v)) }
func (m message) text(name, v string)          { m.Set(m.field(name), protoreflect.ValueOfString(v)) }
func (m message) flag(name string, v bool)     { m.Set(m.field(name), protoreflect.ValueOfBool(v)) }

func (m message) xyz(v geom.Vec) {
	m.float("x", v.X)
	m.float("y", v.Y)
	m.float("z", v.Z)
}

func (m message) vec(name string, v geom.Vec) { m.child(name).xyz(v) }

func (m message) quat(name string, q geom.Quat) {
	c := m.child(name)
	c.xyz(q.V)
	c.float("w", q.W)
}

func (m message) pose(name string, t geom.Transform) {
	c := m.child(name)
	c.vec("position", t.P)
	c.quat("orientation", t.Q)
}

func (m message) color(name string, rgb [3]float64, alpha float64) {
	c := m.child(name)
	c.float("r", rgb[0])
	c.float("g", rgb[1])
	c.float("b", rgb[2])
	c.float("a", alpha)
}

func (m message) stamp(name string, t float64) { m.seconds(name, nanoseconds(t)) }

func (m message) duration(name string, t float64) { m.seconds(name, nanoseconds(t)) }

func (m message) seconds(name string, n uint64) {
	c := m.child(name)
	c.Set(c.field("seconds"), protoreflect.ValueOfInt64(int64(n/1e9)))
	c.Set(c.field("nanos"), protoreflect.ValueOfInt32(int32(n%1e9)))
}

func (m message) indices(name string, list []uint32) {
	l := m.Mutable(m.field(name)).List()
	for _, v := range list {
		l.Append(protoreflect.ValueOfUint32(v))
	}
}

// marshal gives the same bytes for the same message.
func marshal(m protoreflect.ProtoMessage) ([]byte, error) {
	return proto.MarshalOptions{Deterministic: true}.Marshal(m)
}

func marshalJSON(v any) ([]byte, error) { return json.Marshal(v) }
