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
	v := NewTopView(objects, []record.Column{{Owner: 0, Name: "x", Count: 3}}, nil, 1)
	var b bytes.Buffer
	if err := v.WriteSVG(&b); err != nil || strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") {
		t.Errorf("%v %s", err, &b)
	}
}

// TestPictures_AreDrawn: the pictures that README shows have a size and places.
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
	}
}
