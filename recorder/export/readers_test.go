package export_test

import (
	"bytes"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/qmuntal/gltf"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
)

// readGLB exports a log as binary glTF, and reads that.
func readGLB(t *testing.T, r *recorder.Reader, sel export.Selection) *gltf.Document {
	t.Helper()
	var b bytes.Buffer
	if err := export.GLB(&b, r, sel); err != nil {
		t.Fatal(err)
	}
	doc := new(gltf.Document)
	if err := gltf.NewDecoder(&b).Decode(doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// readMCAP exports a log as MCAP, and opens that in the official reader, which is closed when the test ends.
func readMCAP(t *testing.T, r *recorder.Reader, sel export.Selection) (*mcap.Reader, *mcap.Info) {
	t.Helper()
	var b bytes.Buffer
	if err := export.MCAP(&b, r, sel); err != nil {
		t.Fatal(err)
	}
	reader, err := mcap.NewReader(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(reader.Close)
	info, err := reader.Info()
	if err != nil {
		t.Fatal(err)
	}
	return reader, info
}

// sceneOf exports a log as MCAP, and returns the entities of its scene.
func sceneOf(t *testing.T, r *recorder.Reader, sel export.Selection) protoreflect.List {
	t.Helper()
	reader, _ := readMCAP(t, r, sel)
	it, err := reader.Messages(mcap.WithTopics([]string{"/scene"}))
	if err != nil {
		t.Fatal(err)
	}
	schema, _, msg, err := it.NextInto(nil)
	if err != nil {
		t.Fatal(err)
	}
	return part(decode(t, schema, msg.Data), "entities").List()
}

// part returns the field of a message.
func part(m protoreflect.Message, field string) protoreflect.Value {
	return m.Get(m.Descriptor().Fields().ByName(protoreflect.Name(field)))
}
