//go:build browser

package view_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/sim/record"
)

// TestBrowser_IsUsedByKeys alone: to impacts, to a typed time, about the scene; a button that a key has pressed keeps the focus.
func TestBrowser_IsUsedByKeys(t *testing.T) {
	gated := strings.Replace(balls, "statics: [", "statics: [{name: gate, box: {size: [0.1, 4, 4]}, position: [-1.2, 0, 2], sensor: true}, ", 1)
	ctx := tabOf(t, open(t, logOf(t, gated+`
  - {name: c, sphere: {radius: 0.5}, mass: 1, position: [-3.5, 9, 2], velocity: [10, 0, 0], material: steel}
  - {name: d, sphere: {radius: 0.5}, mass: 1, position: [0, 9, 2], material: steel}
`)))
	now := func(key string, want float64) {
		t.Helper()
		do(t, ctx, chromedp.KeyEvent(key))
		if got := value[float64](t, ctx, "prang.clock.now"); math.Abs(got-want) > 1e-6 {
			t.Errorf("after %q it is at %g s, want %g", key, got, want)
		}
	}
	for _, theirs := range []string{"body: ctrlKey", "body: metaKey", "body: altKey", "#rate: repeat", "#clock: repeat"} { // the browser's own, or of a field
		where, with, _ := strings.Cut(theirs, ": ")
		if !value[bool](t, ctx, fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new KeyboardEvent("keydown", {key: "n", %s: true, bubbles: true, cancelable: true}))`, where, with)) {
			t.Errorf("the page takes n from %s", theirs)
		}
	}
	now("n", 0.15) // of a and b; what leaves the gate is no impact
	now("n", 0.25)
	now("n", 0.25)
	now(kb.End, 0.5)
	now("b", 0.25)
	now("b", 0.15)
	now("b", 0.15)
	if n := value[int](t, ctx, `document.querySelectorAll(".event.other").length`); n == 0 {
		t.Error("there are impacts alone")
	}
	if k := value[int](t, ctx, "prang.info.runs[0].times.findIndex((t, k) => t !== k * 0.01)"); k >= 0 { // in single precision that is 1
		t.Errorf("the time of frame %d is not that of the step", k)
	}
	now(kb.Home, 0)
	now("b", 0)
	do(t, ctx, chromedp.Focus(chromedp.CSS("#clock")), chromedp.KeyEvent("0,12"), chromedp.KeyEvent(kb.Enter))
	if got := value[string](t, ctx, `document.getElementById("clock").value`); got != "0.1200 s" {
		t.Errorf("the clock shows %q", got)
	}
	do(t, ctx, chromedp.Focus(chromedp.CSS("#clock")), chromedp.KeyEvent("0.3"))
	now(kb.Escape, 0.12) // not to what was typed so far
	if got := value[string](t, ctx, `document.getElementById("clock").value + ", " + document.activeElement.id`); got != "0.1200 s, " {
		t.Errorf("after Escape the clock shows, and the focus is at, %q", got)
	}
	now("n", 0.15)

	const azimuth, distance = "prang.stage.controls.getAzimuthalAngle()", "prang.stage.controls.getDistance()"
	a, d := value[float64](t, ctx, azimuth), value[float64](t, ctx, distance)
	do(t, ctx, chromedp.KeyEvent("a"))
	if got := value[float64](t, ctx, azimuth); math.Abs(got-(a-math.Pi/24)) > 1e-6 { // counted towards the camera's right
		t.Errorf("a turns the camera by %g rad", got-a)
	}
	do(t, ctx, chromedp.KeyEvent("d"), chromedp.KeyEvent("i"))
	if got := value[float64](t, ctx, azimuth); math.Abs(got-a) > 1e-6 {
		t.Errorf("d does not turn it back: %g rad", got-a)
	}
	if got := value[float64](t, ctx, distance); math.Abs(got-d/1.2) > 1e-6*d {
		t.Errorf("i goes from %g m to %g m", d, got)
	}
	high := value[float64](t, ctx, "prang.stage.camera.position.y")
	do(t, ctx, chromedp.KeyEvent("w"))
	if got := value[float64](t, ctx, "prang.stage.camera.position.y"); got <= high {
		t.Errorf("w goes from %g m to %g m above the ground", high, got)
	}

	do(t, ctx, chromedp.Focus(chromedp.CSS("#first")), chromedp.KeyEvent(kb.Enter))
	if id := value[string](t, ctx, "document.activeElement.id"); id != "first" {
		t.Errorf("a key pressed the button first, and %q has the focus", id)
	}
	do(t, ctx, chromedp.Click(chromedp.CSS("#next")))
	if id := value[string](t, ctx, "document.activeElement.id"); id != "" {
		t.Errorf("the pointer pressed a button, and %q takes the next key", id)
	}
	do(t, ctx, chromedp.KeyEvent("?"), chromedp.WaitVisible(chromedp.CSS("#keys")), chromedp.KeyEvent("n"), chromedp.KeyEvent(kb.Escape), chromedp.WaitNotVisible(chromedp.CSS("#keys")))
	if got := value[float64](t, ctx, "prang.clock.now"); math.Abs(got-0.01) > 1e-6 {
		t.Errorf("a key under the list of keys went to %g s", got)
	}
}

// TestBrowser_ShowsWhereFramesAreMissing: curves of a damaged log stop there, and what is listed says so.
func TestBrowser_ShowsWhereFramesAreMissing(t *testing.T) {
	path, run, chunk := damaged(t)
	run.Selection.Damaged = func(error) {}
	ctx := tabOf(t, run)
	first := int(chunk.First)
	gap := value[[]float64](t, ctx, "prang.info.runs[0].gaps.flatMap((i) => [prang.info.runs[0].times[i], prang.info.runs[0].times[i + 1]])")
	if len(gap) != 2 || math.Abs(gap[0]-float64(first-1)/100) > 1e-5 || math.Abs(gap[1]-float64(first+chunk.Steps)/100) > 1e-5 {
		t.Errorf("frames are missing between %v s, want steps %d to %d", gap, first, first+chunk.Steps-1)
	}
	if n := value[int](t, ctx, "prang.chart.plot.data[1].filter((v) => v === null).length"); n != 1 {
		t.Errorf("the curve has %d breaks", n)
	}
	if text := value[string](t, ctx, `document.querySelector("#events h2 small").textContent`); text != "of what can be read" {
		t.Errorf("the list says %q", text)
	}

	// Beside a whole log: what is equal is what both have, and a curve of zeros is at the bottom of its picture.
	ctx = tabOf(t, open(t, path), run)
	if text := value[string](t, ctx, `document.getElementById("second").textContent`); !strings.Contains(text, "the frames that both have are equal bit for bit") {
		t.Errorf("of two logs the page says %q", text)
	}
	if text := value[string](t, ctx, `document.querySelector(".event .more").textContent`); text != "closing at 36.0 km/h, 15 N s, Δv 54.0 and 18.0 km/h" {
		t.Errorf("the impact is said to be %q", text)
	}
	if text := value[string](t, ctx, `document.querySelector("#events h2").firstChild.textContent`); text != "1 impact in A, 1 in B" {
		t.Errorf("the list of both says %q", text)
	}
	if high := value[[2]float64](t, ctx, "[prang.chart.plot.scales.y.min, prang.chart.plot.scales.y.max]"); high != [2]float64{0, 1} {
		t.Errorf("distances of zero are between %v", high)
	}
}

// TestBrowser_FitsNarrowWindows: nothing is beyond the edge or over the lists, the track of the time has most of the width, and curves
// have room for two values, also where their number takes a line.
func TestBrowser_FitsNarrowWindows(t *testing.T) {
	text := balls
	for k := range 10 {
		text += fmt.Sprintf("  - {name: c%d, sphere: {radius: 0.5}, mass: 1, position: [%d, 9, 2]}\n", k, 2*k)
	}
	run := open(t, logOf(t, text))
	ctx := tabOf(t, run)
	objects := run.Reader.Header().Objects
	for i, color := range value[[]string](t, ctx, "prang.info.runs[0].objects.map((o) => o.color ?? '')") {
		if want := runs.ColorOf(objects, int32(i)); objects[i].Kind == record.Body && color != want {
			t.Errorf("%s is %s, and %s in the report", objects[i].Name, color, want)
		}
	}
	for _, c := range []struct{ width, bar, track float64 }{{380, 380, 340}, {800, 800, 300}, {900, 540, 500}, {1100, 740, 200}} {
		do(t, ctx, chromedp.EmulateViewport(int64(c.width), 760), chromedp.Sleep(500*time.Millisecond)) // the chart follows
		beyond := `((where, edge) => [...document.querySelectorAll(where)].filter((e) => e.getBoundingClientRect().right > edge).map((e) => e.id || e.className || e.tagName))`
		if wide := value[[]string](t, ctx, fmt.Sprintf(`[...%s("#bar *, #tools *", %g), ...%s("#side *", %g)]`, beyond, c.bar+1, beyond, c.width+1)); len(wide) > 0 {
			t.Errorf("%g px: beyond the edge are %q", c.width, wide)
		}
		if width := value[float64](t, ctx, `document.getElementById("track").clientWidth`); width < c.track {
			t.Errorf("%g px: the track of the time is %g px wide", c.width, width)
		}
		if high := value[float64](t, ctx, "prang.chart.plot.bbox.height / devicePixelRatio"); high < 50 { // about 25 px for each
			t.Errorf("%g px: the curves are %g px high", c.width, high)
		}
		if middles := value[[]float64](t, ctx, `[...document.querySelectorAll("#controls > button, #clock, #rate")].map((e) => e.getBoundingClientRect()).map((r) => (r.top + r.bottom) / 2)`); slices.Max(middles)-slices.Min(middles) > 5 {
			t.Errorf("%g px: the buttons are not in one row: %v", c.width, middles)
		}
	}
}

// TestBrowser_PathsHaveTheirBendsAlone: of a straight way the ends, of a throw enough for a ten thousandth of the room.
func TestBrowser_PathsHaveTheirBendsAlone(t *testing.T) {
	thrown := strings.Replace(balls, "gravity: [0, 0, 0]", "gravity: [0, 0, -9.81]", 1)
	for _, c := range []struct {
		name, text  string
		least, most int
	}{{"straight", balls, 3, 4}, {"thrown", thrown, 6, 40}} {
		ctx := tabOf(t, open(t, logOf(t, c.text)))
		// The farthest frame of a from its path, as a share of the room, and the number of its places.
		got := value[[2]float64](t, ctx, fmt.Sprintf(`(() => {
			const run = prang.stage.runs[%d], places = run.motion.path(run.nodes[0]);
			const at = run.paths.children[0].geometry.attributes, from = at.instanceStart, to = at.instanceEnd;
			const v = () => run.nodes[0].position.clone();
			let far = 0;
			for (let k = 0; k < places.length; k += 3) {
				const p = v().fromArray(places, k);
				let near = Infinity;
				for (let i = 0; i < from.count; i++) {
					const a = v().fromBufferAttribute(from, i), d = v().fromBufferAttribute(to, i).sub(a);
					const part = Math.min(Math.max(p.clone().sub(a).dot(d) / d.lengthSq(), 0), 1);
					near = Math.min(near, a.addScaledVector(d, part).distanceTo(p));
				}
				far = Math.max(far, near);
			}
			return [far / run.bounds.getSize(v()).length(), from.count + 1];
		})()`, 0))
		if got[0] > 1.01e-4 || int(got[1]) < c.least || int(got[1]) > c.most {
			t.Errorf("%s: %g places, one frame is %g of the room off", c.name, got[1], got[0])
		}
	}
}

// TestBrowser_OfNothingThatMoves has no curves and no errors, and keys do nothing.
func TestBrowser_OfNothingThatMoves(t *testing.T) {
	run := open(t, logOf(t, balls))
	run.Selection = export.Selection{Objects: []string{"floor"}}
	ctx := tabOf(t, run)
	do(t, ctx, chromedp.KeyEvent("n"), chromedp.KeyEvent("b"), chromedp.KeyEvent("r"), chromedp.KeyEvent("t"), chromedp.KeyEvent(kb.ArrowRight))
	if text := value[string](t, ctx, `document.querySelector("#objects").textContent + ", " + document.querySelector("#events").textContent`); text != "Nothing moving, No impacts" {
		t.Errorf("the lists say %q", text)
	}
	if now := value[float64](t, ctx, "prang.clock.now"); math.Abs(now-0.01) > 1e-9 {
		t.Errorf("a frame on is at %g s", now)
	}
}
