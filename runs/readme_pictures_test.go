package runs_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readmePictures are the photographs of pages that README.md shows, by scenario. No two browsers draw them alike, so each
// has the final hash of its run in a chunk of text, by which it is known to be of the run that the golden has.
// go test -tags browser ./runs -run TestReadmePictures -pictures takes them again.
var readmePictures = map[string]string{"crossing-90": "report.png", "lorry-trailer": "view.png"}

const (
	pngSignature = "\x89PNG\r\n\x1a\n"
	pictureKey   = "prang final hash\x00"
)

// TestReadme_PicturesAreOfTheGoldens: a run that has changed has other figures than a picture from before.
func TestReadme_PicturesAreOfTheGoldens(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for scenario, name := range readmePictures {
		path := filepath.Join("scenarios", scenario, name)
		if !bytes.Contains(readme, []byte("(runs/"+filepath.ToSlash(path)+")")) {
			t.Errorf("README.md does not show %s", path)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := hashOfPicture(data), finalHash(t, scenario); got != want {
			t.Errorf("%s is of the run with the final hash %q, that of the golden is %s: look at it, and take it again: "+
				"go test -tags browser ./runs -run TestReadmePictures -pictures", path, got, want)
		}
	}
}

// finalHash returns the hash of the final state in the golden of a scenario.
func finalHash(t *testing.T, scenario string) string {
	t.Helper()
	golden, err := os.ReadFile(filepath.Join("scenarios", scenario, "golden.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(golden)) {
		if hash, ok := strings.CutPrefix(line, "final "); ok {
			return strings.TrimSpace(hash)
		}
	}
	t.Fatalf("the golden of %s has no final hash", scenario)
	return ""
}

// hashOfPicture returns the final hash in the first chunk of text of a PNG, and "" where there is none.
func hashOfPicture(data []byte) string {
	rest, ok := bytes.CutPrefix(data, []byte(pngSignature))
	for ok && len(rest) >= 12 {
		n := int64(binary.BigEndian.Uint32(rest))
		if n > int64(len(rest)-12) {
			return ""
		}
		if text, found := bytes.CutPrefix(rest[8:8+n], []byte(pictureKey)); found && string(rest[4:8]) == "tEXt" {
			return string(text)
		}
		rest = rest[12+n:]
	}
	return ""
}
