package view_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/recorder/view"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
)

// Two balls meet at 0.15 s, elastically: the impulse is 2 · 0.75 kg · 10 m/s. A cube turns at a constant rate.
const balls = `
name: balls
step: 1/100 s
duration: 0.5 s
gravity: [0, 0, 0]
materials: {steel: {friction: 0, restitution: 1}}
statics: [{name: floor, plane: {height: -9}}]
bodies:
  - {name: a, sphere: {radius: 0.5}, mass: 1, position: [-2.5, 0, 2], velocity: [10, 0, 0], material: steel, color: "#c0392b"}
  - {name: b, sphere: {radius: 0.5}, mass: 3, position: [0, 0, 2], material: steel}
  - {name: cube, box: {size: [1, 1, 1]}, mass: 1, position: [0, 5, 4], angular_velocity: [0.3, 0.4, -1.2]}
`

// logOf runs a scenario and returns its log.
func logOf(t *testing.T, text string) string {
	t.Helper()
	s, err := scenariofile.Parse("balls.yaml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "balls.prang")
	if _, err := runs.Run(context.Background(), s, runs.Options{Log: path}); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t *testing.T, path string) view.Run {
	t.Helper()
	r, err := recorder.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return view.Run{Name: filepath.Base(path), Reader: r}
}

// shown is what a page says of its runs.
type shown struct {
	Schema string
	Runs   []struct {
		Log, Scenario, Ended string
		Every, Shown         int
		Problems             []string
		Objects              []struct{ Name, Kind, Color string }
		Moving               []int
		Quantities           []struct{ Name, Unit string }
		Events               []struct {
			T, Closing float64
			Kind       string
			Detail     string
			A, B       int
			DV         [2]float64
			Impulse    [3]float64
			Points     [][6]float64
		}
		Hidden int `json:"hidden_events"`
	}
	Apart *struct {
		Names []string
		Count int
		First *struct {
			T    float64
			Name string
		}
	}
}

// served returns what a page serves by a name.
func served(t *testing.T, p *view.Page, name string) []byte {
	t.Helper()
	w := httptest.NewRecorder()
	p.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/"+name, nil))
	if w.Code != http.StatusOK {
		t.Fatalf("/%s: %d %s", name, w.Code, w.Body)
	}
	return w.Body.Bytes()
}

func description(t *testing.T, p *view.Page) (s shown) {
	t.Helper()
	if err := json.Unmarshal(served(t, p, "run"), &s); err != nil {
		t.Fatal(err)
	}
	if s.Schema != view.Schema {
		t.Fatalf("schema %q", s.Schema)
	}
	return s
}

// rows returns a series as its times and its rows.
func rows(t *testing.T, data []byte, times int) [][]float32 {
	t.Helper()
	values := make([]float32, len(data)/4)
	if _, err := binary.Decode(data, binary.LittleEndian, values); err != nil || times == 0 || len(values)%times != 0 {
		t.Fatalf("%d bytes for %d times: %v", len(data), times, err)
	}
	var list [][]float32
	for ; len(values) > 0; values = values[times:] {
		list = append(list, values[:times])
	}
	return list
}

func near(a float32, b float64) bool { return math.Abs(float64(a)-b) <= 1e-6*math.Max(1, math.Abs(b)) }

func TestPage_SaysWhatHappened(t *testing.T) {
	page, err := view.New(open(t, logOf(t, balls)))
	if err != nil {
		t.Fatal(err)
	}
	s := description(t, page)
	r := s.Runs[0]
	if r.Scenario != "balls" || r.Log != "balls.prang" || r.Shown != 51 || r.Every != 1 || len(r.Objects) != 4 || len(r.Moving) != 3 || r.Objects[3].Kind != "static" || r.Objects[0].Color != "#c0392b" || s.Apart != nil {
		t.Errorf("%+v", r)
	}
	if len(r.Events) != 1 {
		t.Fatalf("events %+v", r.Events)
	}
	e := r.Events[0]
	if e.Kind != "impact" || math.Abs(e.T-0.15) > 1e-9 || math.Abs(e.Closing-10) > 1e-9 || math.Abs(e.DV[0]-15) > 1e-9 || math.Abs(e.DV[1]-5) > 1e-9 ||
		math.Abs(e.Impulse[0]+15) > 1e-9 || len(e.Points) != 1 || math.Abs(e.Points[0][0]+0.5) > 1e-6 || math.Abs(e.Points[0][3]+15) > 1e-9 {
		t.Errorf("impact %+v", e)
	}
	list := rows(t, served(t, page, "series0"), r.Shown)
	if want := 1 + len(r.Quantities)*len(r.Moving); len(list) != want {
		t.Fatalf("%d rows, want %d", len(list), want)
	}
	const a, b, cube = 0, 1, 2
	value := func(quantity string, body, frame int) float32 {
		for q, k := range r.Quantities {
			if k.Name == quantity {
				return list[1+q*len(r.Moving)+body][frame]
			}
		}
		t.Fatalf("no quantity %s", quantity)
		return 0
	}
	degrees := 180 / math.Pi
	for _, c := range []struct {
		quantity    string
		body, frame int
		want        float64
	}{
		{"speed", a, 0, 36}, {"speed", a, 50, 18}, {"speed", b, 14, 0}, {"speed", b, 16, 18}, {"height", a, 0, 2}, {"height", cube, 50, 4},
		{"yaw rate", cube, 0, -1.2 * degrees}, {"yaw rate", cube, 50, -1.2 * degrees}, {"spin", cube, 50, 1.3 * degrees}, {"spin", a, 50, 0},
	} {
		if got := value(c.quantity, c.body, c.frame); !near(got, c.want) {
			t.Errorf("%s of %d at frame %d: %g, want %g", c.quantity, c.body, c.frame, got, c.want)
		}
	}
	if times := list[0]; times[0] != 0 || times[50] != 0.5 || times[1] != float32(1.0/100) {
		t.Errorf("times %v", times)
	}
}

func TestPage_OfAFileHasWhatTheServerHas(t *testing.T) {
	path := logOf(t, balls)
	page, err := view.New(open(t, path), open(t, path))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	n, err := page.WriteTo(&b)
	if err != nil || n != int64(b.Len()) {
		t.Fatalf("%d bytes of %d: %v", n, b.Len(), err)
	}
	html := b.String()
	parts := regexp.MustCompile(`<script type="text/plain" id="(\w+)">([^<]*)</script>`).FindAllStringSubmatch(html, -1)
	names := map[string]bool{}
	for _, p := range parts {
		data, err := base64.StdEncoding.DecodeString(p[2])
		if err != nil || !bytes.Equal(data, served(t, page, p[1])) || len(data) == 0 && !strings.HasPrefix(p[1], "skids") { // balls leave no skid marks
			t.Errorf("%s: %d bytes: %v", p[1], len(data), err)
		}
		names[p[1]] = true
	}
	for _, name := range []string{"run", "model0", "series0", "skids0", "model1", "series1", "skids1", "apart"} {
		if !names[name] {
			t.Errorf("the page has no %s", name)
		}
	}
	for _, wrong := range []string{"{{", "<link rel=\"stylesheet", " src=\"http"} {
		if before, _, _ := strings.Cut(html, "<script>"); strings.Contains(before, wrong) {
			t.Errorf("the page has %q", wrong)
		}
	}
	if !bytes.HasPrefix(served(t, page, "model0"), []byte("glTF")) || !strings.Contains(html, "<canvas") || strings.Count(html, "</html>") != 1 {
		t.Error("the page has no model, or no end")
	}
	if bare := served(t, page, ""); len(bare) >= b.Len() || bytes.Contains(bare, []byte(`id="model0"`)) {
		t.Error("the page of the server has data in it")
	}
	for _, c := range []struct {
		method, path string
		want         int
	}{{http.MethodGet, "/model2", 404}, {http.MethodGet, "/../run", 404}, {http.MethodPost, "/", 405}, {http.MethodHead, "/run", 200}} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(c.method, "/", nil)
		r.URL.Path = c.path
		if page.ServeHTTP(w, r); w.Code != c.want {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, w.Code, c.want)
		}
	}
}

// Objects of other names in the second log are paired by them; what is shown are the names of the first.
func TestPage_OfTwoLogsWithOtherNames(t *testing.T) {
	first, second := open(t, logOf(t, balls)), open(t, logOf(t, strings.NewReplacer("name: a", "name: cue", "name: b,", "name: a,").Replace(balls)))
	for _, o := range first.Reader.Header().Objects {
		first.Other = append(first.Other, map[string]string{"a": "cue", "b": "a", "cube": "none"}[o.Name])
	}
	page, err := view.New(first, second)
	if err != nil {
		t.Fatal(err)
	}
	s := description(t, page)
	if s.Apart == nil || !slices.Equal(s.Apart.Names, []string{"a", "b"}) || s.Apart.First != nil {
		t.Fatalf("%+v", s.Apart)
	}
	for _, row := range rows(t, served(t, page, "apart"), s.Apart.Count)[1:] {
		if d := slices.Max(row); d != 0 {
			t.Errorf("at most %g m apart", d)
		}
	}
}

func TestPage_OfTwoLogsSaysHowFarTheyAreApart(t *testing.T) {
	first := logOf(t, balls)
	faster := strings.Replace(balls, "velocity: [10, 0, 0]", "velocity: [10, 0, 1]", 1)
	for _, c := range []struct {
		name, second string
		count        int
		differ       string // the first object that does, "" for none
		at           float64
		a            func(time float64) float64 // distance of a before the impact
	}{
		{"the same", balls, 51, "", 0, func(float64) float64 { return 0 }},
		{"another velocity", faster, 51, "a", 0, func(t float64) float64 { return t }},
		{"a shorter run", strings.Replace(balls, "duration: 0.5 s", "duration: 0.2 s", 1), 21, "", 0, func(float64) float64 { return 0 }},
		// Between the frames of a longer step motion is linear, and frames of the same time are compared bit for bit.
		{"a longer step", strings.Replace(faster, "step: 1/100 s", "step: 1/40 s", 1), 51, "a", 0, func(t float64) float64 { return t }},
		{"one body less", strings.Replace(balls, "name: cube", "name: other", 1), 51, "", 0, func(float64) float64 { return 0 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			page, err := view.New(open(t, first), open(t, logOf(t, c.second)))
			if err != nil {
				t.Fatal(err)
			}
			s := description(t, page)
			if s.Apart == nil || s.Apart.Count != c.count || s.Apart.Names[0] != "a" {
				t.Fatalf("%+v", s.Apart)
			}
			list := rows(t, served(t, page, "apart"), c.count)
			if len(list) != 1+len(s.Apart.Names) {
				t.Fatalf("%d rows for %v", len(list), s.Apart.Names)
			}
			for k := 0; k < 15; k++ {
				if time := float64(k) / 100; !near(list[0][k], time) || !near(list[1][k], c.a(time)) {
					t.Errorf("at %g s: %g, want %g", list[0][k], list[1][k], c.a(time))
				}
			}
			switch f := s.Apart.First; {
			case f == nil && c.differ != "", f != nil && (f.Name != c.differ || f.T != c.at):
				t.Errorf("first difference %+v, want %q", f, c.differ)
			}
		})
	}
	page, err := view.New(open(t, first), open(t, logOf(t, strings.NewReplacer("name: a,", "name: u,", "name: b,", "name: v,", "name: cube", "name: w").Replace(balls))))
	if err != nil || description(t, page).Apart != nil {
		t.Errorf("runs that have no body in common: %v", err)
	}
}

func TestPage_SelectsFramesAndObjects(t *testing.T) {
	run := open(t, logOf(t, balls))
	run.Selection = export.Selection{Every: 20, From: 10, Times: &export.Times{From: 0.1, To: 0.14}}
	page, err := view.New(run)
	if err != nil {
		t.Fatal(err)
	}
	r := description(t, page).Runs[0]
	if times := rows(t, served(t, page, "series0"), r.Shown)[0]; r.Shown != 3 || !near(times[0], 0.1) || !near(times[1], 0.3) || times[2] != 0.5 {
		t.Errorf("%d frames: %v", r.Shown, times)
	}
	if r.Every != 20 || len(r.Events) != 0 {
		t.Errorf("%+v", r)
	}
	// Of some objects: the others have no curves, no events, and no distances.
	run.Selection = export.Selection{Objects: []string{"cube", "floor"}}
	if page, err = view.New(run, run); err != nil {
		t.Fatal(err)
	}
	s := description(t, page)
	r = s.Runs[0]
	if len(r.Objects) != 4 || len(r.Moving) != 1 || r.Moving[0] != 2 || len(r.Events) != 0 || len(s.Apart.Names) != 1 || s.Apart.Names[0] != "cube" {
		t.Errorf("%+v, %+v", r, s.Apart)
	}
	if list := rows(t, served(t, page, "series0"), r.Shown); len(list) != 1+len(r.Quantities) || !near(list[2][0], 4) {
		t.Errorf("%d rows", len(list))
	}
	// What only the other log has is refused, unless that is said to be meant: then this one shows nothing that moves.
	run.Selection = export.Selection{Objects: []string{"elsewhere"}}
	if _, err = view.New(run); err == nil {
		t.Error("no error for an object that is not there")
	}
	run.Selection.Absent = true
	if page, err = view.New(run); err != nil {
		t.Fatal(err)
	}
	if r = description(t, page).Runs[0]; len(r.Objects) != 4 || len(r.Moving) != 0 {
		t.Errorf("%+v", r)
	}
}

// The angular velocity of a body whose moments of inertia differ, and which is turned, is that which the scenario gives
// it: about the axes of the world.
func TestPage_TurnsAboutTheAxesOfTheWorld(t *testing.T) {
	page, err := view.New(open(t, logOf(t, `
name: plank
step: 1/100 s
duration: 0.1 s
gravity: [0, 0, 0]
bodies:
  - {name: plank, box: {size: [3, 1, 0.2]}, mass: 5, position: [0, 0, 4], attitude: {yaw: 40 deg, pitch: 25 deg, roll: -70 deg}, angular_velocity: [0.3, 0.4, -1.2]}
  - {name: table, box: {size: [3, 1, 0.2]}, position: [9, 0, 4], attitude: {yaw: 40 deg}, drive: [{time: 0, angular_velocity: [0.3, 0.4, -1.2]}]}
`)))
	if err != nil {
		t.Fatal(err)
	}
	r := description(t, page).Runs[0]
	list := rows(t, served(t, page, "series0"), r.Shown)
	for i, q := range r.Quantities {
		want, known := map[string]float64{"yaw rate": -1.2, "spin": 1.3}[q.Name]
		for body := range r.Moving {
			if got := list[1+i*len(r.Moving)+body][0]; known && !near(got, want*180/math.Pi) {
				t.Errorf("%s of body %d: %g °/s, want %g rad/s", q.Name, body, got, want)
			}
		}
	}
}

// damaged returns the path of a whole log of balls, and the run of the same one with a flipped bit in a chunk.
func damaged(t *testing.T) (path string, run view.Run, chunk recorder.Chunk) {
	t.Helper()
	path = logOf(t, strings.Replace(balls, "duration: 0.5 s", "duration: 8 s", 1))
	run = open(t, path)
	chunk = run.Reader.Chunks()[1]
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[chunk.Offset+chunk.Size/2] ^= 4
	if run.Reader, err = recorder.NewReader(bytes.NewReader(data), int64(len(data))); err != nil {
		t.Fatal(err)
	}
	return path, run, chunk
}

func TestPage_OfADamagedLogShowsTheRest(t *testing.T) {
	path, run, chunk := damaged(t)
	if _, err := view.New(run); err == nil {
		t.Error("damage is no error though nobody is told")
	}
	var told []string
	run.Selection.Damaged = func(err error) { told = append(told, err.Error()) }
	page, err := view.New(run, open(t, path))
	if err != nil {
		t.Fatal(err)
	}
	s := description(t, page)
	r := s.Runs[0]
	if want := 801 - chunk.Steps; r.Shown != int(want) || len(told) != 1 || len(r.Problems) != 1 || r.Problems[0] != told[0] || len(r.Events) != 1 {
		t.Errorf("%d of %d frames, problems %q, told %q, %d events", r.Shown, want, r.Problems, told, len(r.Events))
	}
	if s.Apart.Count != r.Shown || s.Apart.First != nil {
		t.Errorf("%+v", s.Apart)
	}
	// The other way round, the second one has the gap.
	told = nil
	page, err = view.New(open(t, path), run)
	if err != nil {
		t.Fatal(err)
	}
	if s := description(t, page); s.Apart.Count != r.Shown || s.Apart.First != nil || len(told) != 1 {
		t.Errorf("%+v, told %q", s.Apart, told)
	}
}

func TestEvery_KeepsThePosesWithinWhatABrowserHolds(t *testing.T) {
	r := open(t, logOf(t, balls)).Reader
	for _, c := range []struct {
		from, to int64
		objects  []string
		want     int64
	}{
		{0, 0, nil, 1}, {0, 51, nil, 1}, {0, 500_000, nil, 1}, {0, 500_001, nil, 2}, {0, 1_000_000, nil, 2}, {0, 1_000_001, nil, 3},
		{500_000, 1_000_000, nil, 1}, {0, 1_500_000, []string{"a", "floor"}, 1}, {0, 1_500_001, []string{"b"}, 2},
	} {
		if got := view.Every(r, &export.Selection{From: c.from, To: c.to, Objects: c.objects}); got != c.want {
			t.Errorf("frames %d to %d of %v: every %dth, want %d", c.from, c.to, c.objects, got, c.want)
		}
	}
}

// TestPage_TakesNoTextForAColor: a body of another writer's log has none, and the page gives it one.
func TestPage_TakesNoTextForAColor(t *testing.T) {
	from := open(t, logOf(t, balls))
	h := *from.Reader.Header()
	h.Objects = slices.Clone(h.Objects)
	h.Objects[1].Color = `red"><script>alert(1)</script>`
	var b bytes.Buffer
	w, err := recorder.NewWriter(&b, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	for f, err := range from.Reader.Frames(0, 3) {
		if err = errors.Join(err, w.Write(f)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(recorder.Summary{Ended: recorder.Complete}); err != nil {
		t.Fatal(err)
	}
	r, err := recorder.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	page, err := view.New(view.Run{Name: "log", Reader: r})
	if err != nil {
		t.Fatal(err)
	}
	if o := description(t, page).Runs[0].Objects; o[0].Color != "#c0392b" || o[1].Color != "" {
		t.Errorf("%+v", o)
	}
}

// TestNew_OfNoReader: an error, as of no run and of three.
func TestNew_OfNoReader(t *testing.T) {
	for n, list := range [][]view.Run{nil, {{}}, {{Name: "a"}, {}}, {{}, {}, {}}} {
		if p, err := view.New(list...); err == nil || p != nil {
			t.Errorf("%d runs: %v, %v", n, p, err)
		}
	}
}

// TestPage_HasNotes: among the events in the order of time, those of what is selected, and within the times shown.
func TestPage_HasNotes(t *testing.T) {
	run := open(t, logOf(t, balls))
	run.Notes = []view.Note{
		{Time: 0.4, Kind: "limit reached", Detail: "knee.angle 70°", Objects: [2]string{"b", "cube"}},
		{Time: 0.1, Kind: "largest force", Detail: "hook 2 kN", Objects: [2]string{"cube", ""}},
	}
	told := func(r view.Run) (list []string) {
		t.Helper()
		page, err := view.New(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range description(t, page).Runs[0].Events {
			list = append(list, fmt.Sprintf("%s %s %d %d", e.Kind, e.Detail, e.A, e.B))
		}
		return list
	}
	force, limit := "largest force hook 2 kN 2 -1", "limit reached knee.angle 70° 1 2"
	if got, want := told(run), []string{force, "impact  0 1", limit}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	run.Selection.From, run.Selection.To = 10, 40
	if got, want := told(run), []string{force, "impact  0 1"}; !slices.Equal(got, want) {
		t.Errorf("%q up to 0.39 s, want %q", got, want)
	}
	run.Selection.From, run.Selection.To, run.Selection.Objects = 0, 0, []string{"b"}
	if got, want := told(run), []string{"impact  0 1", limit}; !slices.Equal(got, want) {
		t.Errorf("%q of b, want %q", got, want)
	}
}

// TestPage_IsReadAloud: what is pressed has a name, and what the keys do is in a list, of each key that the script knows.
func TestPage_IsReadAloud(t *testing.T) {
	page, err := view.New(open(t, logOf(t, balls)))
	if err != nil {
		t.Fatal(err)
	}
	html := string(served(t, page, ""))
	html = html[strings.Index(html, "<body"):strings.LastIndex(html, "<script")]
	for _, tag := range regexp.MustCompile(`<(button|select|input)( [^>]*)?>[^<]*`).FindAllString(html, -1) {
		named := strings.Contains(tag, "aria-label=") || !strings.HasSuffix(strings.TrimSpace(tag), ">") // by an attribute, or the text in or behind it
		if !named {
			t.Errorf("no name for %s", tag)
		}
	}
	source, err := os.ReadFile(filepath.Join("page", "src", "main.js"))
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, dt := range regexp.MustCompile(`<dt>([^<]*)</dt>`).FindAllStringSubmatch(html, -1) {
		listed = append(listed, strings.Fields(dt[1])...)
	}
	keys := 0
	for _, m := range regexp.MustCompile(`(?:^|[ ,])'?([a-z+]|-|Home|End)'?: (?:\(|actions)`).FindAllStringSubmatch(string(source), -1) {
		if keys++; !slices.Contains(listed, strings.Replace(m[1], "-", "−", 1)) {
			t.Errorf("the key %s is not among %q", m[1], listed)
		}
	}
	if keys < 17 {
		t.Errorf("only %d keys", keys)
	}
}
