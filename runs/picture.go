package runs

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/runs/scenariofile"
)

// PictureFile is the name of the top view beside a scenario, as prang export --to svg draws it. A test of the scenario
// compares it with its run.
const PictureFile = "picture.svg"

// picturePath returns the path of the picture of a scenario file: picture.svg next to scenario.yaml, NAME.picture.svg
// next to NAME.scenario.yaml.
func picturePath(scenario string) string { return beside(scenario, PictureFile) }

// roundedTime bounds the rounding error of times of frames [s].
const roundedTime = 1e-9

// OutlinesEvery is the time between two outlines where prang export is given none [s].
const OutlinesEvery = 0.5

// PrintedTime is half of the last digit of the times in tables [s]: by as much a time that is copied from one may be off.
const PrintedTime = 0.5e-6

// Drawing is the options of a top view.
type Drawing struct {
	Every float64 // time between two outlines [s]; 0 for one at each frame, see OutlinesEvery
	From  float64 // when paths and outlines begin [s]
	Ends  bool    // all ends at Until, else with the run
	Until float64 // for frames and impacts, by their own times [s]
	Last  bool    // only the final poses, and the impacts; From is then ignored
}

// over reports whether a time is after the end of the drawing.
func (d *Drawing) over(t float64) bool { return d.Ends && t > d.Until+PrintedTime }

const drawnBy = "prang export --to svg"

// String returns the command that makes this drawing. It is part of the picture.
func (d *Drawing) String() string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	s := drawnBy + " --every " + number(d.Every)
	if d.Every == math.Trunc(d.Every) {
		s += "s" // a whole number alone is one of frames
	}
	switch {
	case d.Last:
		s += " --from end"
	case d.From > 0:
		s += " --from " + number(d.From)
	}
	if d.Ends {
		s += " --until " + number(d.Until)
	}
	return s
}

// drawingOf returns the options that a picture was drawn with; false if it does not name them.
func drawingOf(svg []byte) (d Drawing, ok bool) {
	_, rest, ok := bytes.Cut(svg, []byte("<desc>"+drawnBy+" "))
	text, _, end := bytes.Cut(rest, []byte("</desc>"))
	if !ok || !end {
		return d, false
	}
	words := strings.Fields(string(text))
	for i := 0; i+1 < len(words); i += 2 {
		if words[i] == "--from" && words[i+1] == "end" {
			d.Last = true
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSuffix(words[i+1], "s"), 64)
		to := map[string]*float64{"--every": &d.Every, "--from": &d.From, "--until": &d.Until}[words[i]]
		if err != nil || to == nil {
			return d, false
		}
		*to = x
		d.Ends = d.Ends || words[i] == "--until"
	}
	return d, d.Every > 0
}

// svgForm is the form of a whole SVG: it begins and is closed.
var svgForm = regexp.MustCompile(`(?s)<(\w+:)?svg[\s>].*</(\w+:)?svg\s*>`)

// scenePicture is the picture beside a scenario while its run is drawn again.
type scenePicture struct {
	path   string
	old    []byte
	broken bool // old is no whole SVG; it is drawn again with the options of export's default
	view   *topView
}

// pictureOf begins to draw the picture beside a scenario again; nil if there is none, or one of another program.
func pictureOf(path string, s *scenariofile.Scenario) (*scenePicture, error) {
	p := &scenePicture{path: picturePath(path)}
	var err error
	if p.old, err = readBeside(p.path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	d, ok := drawingOf(p.old)
	switch {
	case !ok && svgForm.Match(p.old):
		return nil, nil
	case !ok:
		d, p.broken = Drawing{Every: OutlinesEvery}, true
	}
	w, err := NewWorld(s)
	if err != nil {
		return nil, err
	}
	p.view = newTopView(w.Objects(), w.Columns(), s.Meshes(), d)
	return p, nil
}

// compare compares the picture with the new drawing and adds the outcome to the result: with update the picture is
// written; otherwise a difference is a problem, unless the run differs too. A broken picture always is one.
func (p *scenePicture) compare(r *TestResult, update bool) error {
	if p == nil || !update && !r.Bits && !p.broken {
		return nil
	}
	var b bytes.Buffer
	if err := p.view.WriteSVG(&b); err != nil {
		return err
	}
	switch {
	case bytes.Equal(b.Bytes(), p.old):
	case update:
		return r.write(p.path, b.Bytes())
	default:
		r.Passed, r.Stale = false, true
		r.Problems = append(r.Problems, p.path+": "+p.problem())
	}
	return nil
}

// problem says what is wrong with the picture of a run that is as it should be.
func (p *scenePicture) problem() string {
	if p.broken {
		return fmt.Sprintf("is no whole SVG: draw it again with prang test --update, or with prang export LOG --to svg > %s", p.path)
	}
	return "is not the picture of this run: look at it after prang test --update"
}

// beside returns the path of a file that goes with a scenario: FILE beside scenario.yaml, NAME.FILE beside
// NAME.scenario.yaml.
func beside(scenario, file string) string {
	dir, base := filepath.Split(scenario)
	if i := strings.Index(base, ".scenario."); i > 0 {
		return filepath.Join(dir, base[:i]+"."+file)
	}
	return filepath.Join(dir, file)
}
