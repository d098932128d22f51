//go:build browser

package view_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"math"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/prang-sim/prang/recorder/view"
)

// tab opens an address in a new browser without a window, and waits until the page shows its runs. Any error that the
// page reports fails the test.
func tab(t *testing.T, address string) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.WindowSize(1200, 800),
		chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-quic", true))
	ctx, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	if err := chromedp.Do(ctx); err != nil { // starts the browser, which ends with ctx
		t.Fatal(err)
	}
	told := make(chan string, 100)
	go func() {
		defer close(told)
		for m, err := range chromedp.Console(ctx) {
			if err != nil {
				return
			}
			if m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleException {
				told <- m.Text
			}
		}
	}()
	t.Cleanup(func() {
		stop()
		for text := range told {
			t.Errorf("the page reports %s", text)
		}
	})
	do(t, ctx, chromedp.Navigate(address), chromedp.WaitVisible(chromedp.CSS(`body[data-ready="yes"]`)))
	return ctx
}

func do(t *testing.T, ctx context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// value returns what an expression is in the page.
func value[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// place returns where an object of a run is in the picture, in the axes of the log.
func place(t *testing.T, ctx context.Context, run, object int) [3]float64 {
	t.Helper()
	p := value[[3]float64](t, ctx, fmt.Sprintf("prang.stage.place(prang.stage.runs[%d], %d).toArray()", run, object))
	return [3]float64{p[0], -p[2], p[1]}
}

// tabOf is tab of a server of the page of runs.
func tabOf(t *testing.T, runs ...view.Run) context.Context {
	t.Helper()
	page, err := view.New(runs...)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(page)
	t.Cleanup(server.Close)
	return tab(t, server.URL)
}

func TestBrowser_ShowsTheRun(t *testing.T) {
	first := open(t, logOf(t, balls))
	page, err := view.New(first, open(t, logOf(t, strings.Replace(balls, "velocity: [10, 0, 0]", "velocity: [10, 0, 1]", 1))))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(page)
	t.Cleanup(server.Close)
	file := filepath.Join(t.TempDir(), "balls.html")
	var b bytes.Buffer
	if _, err := page.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, address := range map[string]string{"served": server.URL, "file": (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()} {
		t.Run(name, func(t *testing.T) {
			ctx := tab(t, address)
			stands := func(run, object int, x, y, z float64) {
				t.Helper()
				if p := place(t, ctx, run, object); math.Hypot(math.Hypot(p[0]-x, p[1]-y), p[2]-z) > 1e-5 {
					t.Errorf("object %d of run %d is at %v, want %v", object, run, p, [3]float64{x, y, z})
				}
			}
			// The start, and a time between two frames: a moves by 10 m/s, in the second run also up; the cube turns.
			stands(0, 0, -2.5, 0, 2)
			do(t, ctx, chromedp.Evaluate[chromedp.Void]("prang.clock.set(0.105)"))
			stands(0, 0, -1.45, 0, 2)
			stands(1, 0, -1.45, 0, 2.105)
			half := 1.3 * 0.105 / 2
			q := value[[4]float64](t, ctx, "prang.stage.runs[0].nodes[2].quaternion.toArray()")
			if want := [4]float64{math.Sin(half) * 0.3 / 1.3, math.Sin(half) * 0.4 / 1.3, math.Sin(half) * -1.2 / 1.3, math.Cos(half)}; dot(q, want) < 1-1e-6 {
				t.Errorf("the cube has the attitude %v, want %v", q, want)
			}
			// Keys: a frame on and back from the nearest one, the ends, playing.
			do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
			if now := value[float64](t, ctx, "prang.clock.now"); math.Abs(now-0.11) > 1e-6 && math.Abs(now-0.12) > 1e-6 {
				t.Errorf("a frame on is at %g s", now)
			}
			do(t, ctx, chromedp.KeyEvent(kb.End))
			if now := value[float64](t, ctx, "prang.clock.now"); now != 0.5 {
				t.Errorf("the end is at %g s", now)
			}
			do(t, ctx, chromedp.KeyEvent(kb.Home), chromedp.KeyEvent("----"), chromedp.KeyEvent(" "), chromedp.Poll[chromedp.Void]("prang.clock.now > 0.02"), chromedp.KeyEvent(" "))
			if now := value[float64](t, ctx, "prang.clock.now"); value[bool](t, ctx, "prang.clock.playing") || now <= 0.02 || now >= 0.5 {
				t.Errorf("after a pause it is at %g s, or plays", now)
			}
			if rate := value[float64](t, ctx, "prang.clock.rate"); rate != 0.05 {
				t.Errorf("four steps slower than 1 is %g", rate)
			}
			// A click on the impact goes there, and its mark is seen.
			do(t, ctx, chromedp.Click(chromedp.CSS(".event")))
			if now := value[float64](t, ctx, "prang.clock.now"); math.Abs(now-0.15) > 1e-6 {
				t.Errorf("the impact is at %g s", now)
			}
			if n := value[int](t, ctx, "prang.stage.marks.filter((m) => m.group.visible).length"); n < 1 {
				t.Error("no impact is marked")
			}
			p := value[[3]float64](t, ctx, "prang.stage.world.localToWorld(prang.stage.marks[0].group.children[0].position.clone()).toArray()")
			if math.Hypot(math.Hypot(p[0]+0.5, p[1]-2), p[2]) > 1e-5 { // y is up
				t.Errorf("the mark is at %v", p)
			}
			// The list has the speed after the impact; a click on a body follows it.
			do(t, ctx, chromedp.KeyEvent(kb.End), chromedp.Click(chromedp.CSS("#objects .row")))
			if text := value[string](t, ctx, `document.querySelector("#objects .row .value").textContent`); text != "18.0 km/h" {
				t.Errorf("the speed of a is %q", text)
			}
			if x := value[float64](t, ctx, "prang.stage.controls.target.x"); math.Abs(x-(-1-5*0.35)) > 1e-5 {
				t.Errorf("the camera looks at x = %g", x)
			}
			// The picture has the colour of the body that it looks at in its middle, and that is no background.
			do(t, ctx, chromedp.KeyEvent("g"), chromedp.KeyEvent("p"), chromedp.Sleep(300*time.Millisecond))
			shot, err := chromedp.Run(ctx, chromedp.Screenshot(chromedp.CSS("#stage > canvas")))
			if err != nil {
				t.Fatal(err)
			}
			picture, err := png.Decode(bytes.NewReader(shot))
			if err != nil {
				t.Fatal(err)
			}
			size := picture.Bounds().Size()
			r, g, bl, _ := picture.At(size.X/2, size.Y/2).RGBA()
			if r < 2*g || r < 2*bl {
				t.Errorf("the middle of the picture is (%d, %d, %d), want the red of a", r>>8, g>>8, bl>>8)
			}
			if dir := os.Getenv("PRANG_PICTURES"); dir != "" {
				_ = os.WriteFile(filepath.Join(dir, "view-"+name+".png"), shot, 0o666)
			}
		})
	}
}

// TestBrowser_DrawsSkidMarks as far as the tyres have slid at the time, and turns and lifts the wheels.
func TestBrowser_DrawsSkidMarks(t *testing.T) {
	ctx := tabOf(t, open(t, logOf(t, braking)))
	drawn := func(time float64) int {
		do(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf("prang.clock.set(%g)", time)))
		return value[int](t, ctx, "prang.stage.runs[0].skids.visible ? prang.stage.runs[0].skids.geometry.drawRange.count / 6 : 0")
	}
	if n := drawn(0.15); n != 0 {
		t.Errorf("%d pieces before the wheels lock", n)
	}
	// 10 m/s for 0.1 s, less 7 m/s² 0.1² / 2, in pieces of 0.1 to 0.15 m of four wheels.
	if n := drawn(0.3); n < 4*6 || n > 4*9 {
		t.Errorf("%d pieces after 0.1 s", n)
	}
	if n := drawn(2.5); n < 4*50 || n > 4*72 {
		t.Errorf("%d pieces in the end", n)
	}
	front := `prang.stage.runs[0].nodes[0].children.find((n) => n.name.endsWith("fl"))`
	drawn(0.6)
	if z := value[float64](t, ctx, front+".position.z"); z < -0.25+0.005 {
		t.Errorf("under the brakes the front wheel is at z = %g in the car", z)
	}
	drawn(0.1)
	if z := value[float64](t, ctx, front+".position.z"); math.Abs(z+0.25) > 1e-3 {
		t.Errorf("at rest on its springs it is at z = %g", z)
	}
}

// TestBrowser_SkidMarksFromAfar: marks are 4 mm above the road, which a depth buffer from 2 cm to 20 km does not tell apart at
// 56 m; still the whole of each is seen. They were streaks.
func TestBrowser_SkidMarksFromAfar(t *testing.T) {
	const far = "  - {name: far, sphere: {radius: 0.5}, mass: 1, position: [-400, 0, 0.5]}\n" // makes the square of road large
	ctx := tabOf(t, open(t, logOf(t, braking+far)))
	picture := func(skids bool) image.Image {
		do(t, ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf("prang.stage.runs[0].skids.visible = %v; prang.stage.draw()", skids)), chromedp.Sleep(200*time.Millisecond))
		shot, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		p, err := png.Decode(bytes.NewReader(shot))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	// Where the middle of each piece is on the picture, without the car.
	do(t, ctx, chromedp.KeyEvent(kb.End), chromedp.KeyEvent("p"), chromedp.KeyEvent("m"))
	places := value[[][2]float64](t, ctx, `(() => {
		const { camera, controls, runs: [run] } = prang.stage, at = run.skids.geometry.attributes.position;
		run.nodes[0].visible = false;
		const places = [];
		for (let k = 0; k + 3 < at.count; k += 4) {
			const p = camera.position.clone().set(0, 0, 0), q = p.clone();
			for (let i = k; i < k + 4; i++) p.addScaledVector(q.fromBufferAttribute(at, i), 0.25);
			places.push(run.skids.localToWorld(p));
		}
		controls.target.copy(places[places.length >> 1]);
		camera.position.copy(controls.target).add({ x: 8, y: 20, z: 52 });
		controls.update();
		prang.stage.draw();
		const box = document.querySelector("#stage > canvas");
		return places.map((p) => p.project(camera)).map((p) => [(p.x + 1) / 2 * box.clientWidth, (1 - p.y) / 2 * box.clientHeight]);
	})()`)
	with, without := picture(true), picture(false)
	seen, all := 0, 0
	for _, p := range places {
		at := image.Pt(int(p[0]), int(p[1]))
		if !at.In(with.Bounds()) {
			continue
		}
		all++
		a, _, _, _ := with.At(at.X, at.Y).RGBA()
		b, _, _, _ := without.At(at.X, at.Y).RGBA()
		if a+0x1000 < b {
			seen++
		}
	}
	if all < 100 || seen < all*98/100 {
		t.Errorf("%d of %d pieces of the marks are seen", seen, all)
	}
	if dir := os.Getenv("PRANG_PICTURES"); dir != "" {
		var b bytes.Buffer
		_ = png.Encode(&b, with)
		_ = os.WriteFile(filepath.Join(dir, "skids-afar.png"), b.Bytes(), 0o666)
	}
}

func dot(a, b [4]float64) (d float64) {
	for k := range a {
		d += a[k] * b[k]
	}
	return math.Abs(d)
}
