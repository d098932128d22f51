package runs

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
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

// TestTopView_HasSkidMarks: of a car that locks its wheels from (x, 5 + 10 · 0.5) on, as bands as wide as tyres that begin
// where they stood, at the scale of the picture; one of a car that rolls has none, nor one of the end alone.
func TestTopView_HasSkidMarks(t *testing.T) {
	skids := regexp.MustCompile(`<path fill="none" stroke="#222" stroke-opacity="0.45" stroke-width="([0-9.]+)" d="M([0-9.]+) ([0-9.]+)L`)
	draw := func(program string, d Drawing) (svg string) {
		_, log := runText(t, fmt.Sprintf(brakingCar, program))
		r, err := recorder.Open(log)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		var b bytes.Buffer
		if err := DrawLog(&b, r, d, nil); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	svg := draw("{time: 0.5 s, brake: 1}", Drawing{Every: 0.5})
	length := regexp.MustCompile(`<path d="M14 [0-9]+h([0-9.]+)".*>([0-9.]+) m<`).FindStringSubmatch(svg)
	marks := skids.FindAllStringSubmatch(svg, -1)
	if len(marks) != 4 || length == nil || !strings.Contains(svg, "grey bands: skid marks") {
		t.Fatalf("%d marks, %q\n%s", len(marks), length, svg)
	}
	num := func(s string) float64 {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	scale := num(length[1]) / num(length[2])
	for _, m := range marks[1:] {
		// Front wheels at y = 1.2, rear ones at -1.4 along the car, 1.5 m apart.
		dx, dy := (num(m[2])-num(marks[0][2]))/scale, (num(m[3])-num(marks[0][3]))/scale
		if math.Abs(dx)*math.Abs(math.Abs(dx)-1.5) > 0.05 || math.Abs(dy)*math.Abs(math.Abs(dy)-2.6) > 0.05 || math.Abs(num(m[1])/scale-0.2) > 0.02 {
			t.Errorf("a mark begins %g, %g m beside the first and is %g m wide", dx, dy, num(m[1])/scale)
		}
	}
	for _, other := range []string{draw("{time: 0, brake: 0.1}", Drawing{Every: 0.5}), draw("{time: 0.5 s, brake: 1}", Drawing{Every: 0.5, Last: true})} {
		if skids.MatchString(other) || strings.Contains(other, "skid") {
			t.Error("skid marks of nothing")
		}
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

// TestColorOf_IsThatOfThePlayer: bodies without a colour of their own have the same one on the page of the report and in the player.
func TestColorOf_IsThatOfThePlayer(t *testing.T) {
	var list []string
	for i := range palette {
		list = append(list, ColorOf(make([]record.Object, 2*len(palette)), int32(i+len(palette))))
	}
	for _, c := range []struct{ file, quote, comma string }{{"data.js", "'", ", "}, {"view.js", `"`, ","}} {
		data, err := os.ReadFile(filepath.Join("..", "recorder", "view", map[string]string{"data.js": "page/src", "view.js": "assets"}[c.file], c.file))
		if err != nil {
			t.Fatal(err)
		}
		if want := "[" + c.quote + strings.Join(list, c.quote+c.comma+c.quote) + c.quote + "]"; !bytes.Contains(data, []byte(want)) {
			t.Errorf("%s has no palette %s", c.file, want)
		}
	}
}
