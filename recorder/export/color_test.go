package export_test

import (
	"bytes"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// TestGLB_ColorsOfOtherWriters: a text that is no color gives the grey of an object without one.
func TestGLB_ColorsOfOtherWriters(t *testing.T) {
	h := recorder.Header{Step: 0.1}
	for _, color := range []string{"", "#808080", "1234567", "red", `red"/><script>`} {
		h.Objects = append(h.Objects, record.Object{
			Name: "is " + color, Kind: record.Static, Shape: "box", Half: geom.Vec{X: 1, Y: 1, Z: 1}, Attitude: geom.IdentityQuat(), Color: color,
		})
	}
	var b bytes.Buffer
	w, err := recorder.NewWriter(&b, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(new(record.Frame)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(recorder.Summary{Ended: recorder.Complete}); err != nil {
		t.Fatal(err)
	}
	r, err := recorder.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	doc := readGLB(t, r, export.Selection{})
	if len(doc.Materials) != len(h.Objects) {
		t.Fatalf("%d materials", len(doc.Materials))
	}
	grey := *doc.Materials[0].PBRMetallicRoughness.BaseColorFactor
	for i, m := range doc.Materials {
		if got := *m.PBRMetallicRoughness.BaseColorFactor; (got == grey) != (i != 1) {
			t.Errorf("%s: %v, grey is %v", m.Name, got, grey)
		}
	}
}
