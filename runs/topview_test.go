package runs

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/record"
)

// TestTopView_OfNothing: of a run of which no frame was seen there is an empty picture.
func TestTopView_OfNothing(t *testing.T) {
	objects := []record.Object{{Name: "a", Kind: record.Body, Shape: "box"}}
	v := newTopView(objects, []record.Column{{Owner: 0, Name: "x", Count: 3}}, nil, Drawing{Every: 1})
	var b bytes.Buffer
	if err := v.WriteSVG(&b); err != nil || strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") {
		t.Errorf("%v %s", err, &b)
	}
}

// TestPictures_AreDrawn: the pictures that README shows have a size and places, and say how they were drawn, so that
// tests of their scenarios compare them.
func TestPictures_AreDrawn(t *testing.T) {
	paths, err := filepath.Glob("scenarios/*/picture.svg")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d pictures, %v", len(paths), err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte("NaN")) || bytes.Contains(data, []byte("Inf")) || !bytes.HasSuffix(bytes.TrimSpace(data), []byte("</svg>")) {
			t.Errorf("%s: is no whole picture", path)
		}
		if _, ok := drawingOf(data); !ok {
			t.Errorf("%s: does not say how it was drawn: draw it with prang export --to svg", path)
		}
	}
}
