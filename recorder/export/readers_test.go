package export_test

import (
	"bytes"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/qmuntal/gltf"

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
