//go:build browser

package runs_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"flag"
	"hash/crc32"
	"image/png"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

var takePictures = flag.Bool("pictures", false, "write the pictures of README.md")

// TestReadmePictures makes the pictures of README.md with the program and a browser, and checks that each is whole and names
// its run.
func TestReadmePictures(t *testing.T) {
	dir := t.TempDir()
	prang := filepath.Join(dir, "prang")
	run := func(name string, args ...string) {
		t.Helper()
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
	}
	run("go", "build", "-o", prang, "../cmd/prang")

	// The first page of the report, as wide as A4 at 96 pixels an inch.
	page, log := filepath.Join(dir, "report.html"), filepath.Join(dir, "crossing-90.prang")
	run(prang, "run", "-q", "scenarios/crossing-90/scenario.yaml", "-o", log, "--html", page)
	shoot(t, "crossing-90", page, 794, 1046)

	// The car is struck, the lorry's front has met the trailer; the camera follows the lorry from its right.
	page, log = filepath.Join(dir, "view.html"), filepath.Join(dir, "lorry-trailer.prang")
	run(prang, "run", "-q", "scenarios/lorry-trailer/scenario.yaml", "-o", log)
	run(prang, "view", log, "-o", page)
	shoot(t, "lorry-trailer", page, 1200, 720,
		chromedp.WaitVisible(chromedp.CSS(`body[data-ready="yes"]`)),
		chromedp.Click(chromedp.CSS("#objects .row")),
		chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll("#quantities button")].find((b) => b.textContent === "yaw rate").click()`),
		chromedp.Evaluate[chromedp.Void](`prang.clock.set(3.45)`),
		chromedp.Evaluate[chromedp.Void](cameraOf),
		chromedp.Sleep(time.Second))
}

// cameraOf sets the camera 29 m from what it follows, 29° above it; y is up, z to the right.
const cameraOf = `{
	const { camera, controls } = prang.stage;
	camera.position.copy(controls.target).add({ x: 4, y: 14, z: 25 });
	controls.update();
	prang.stage.draw();
}`

// shoot opens a page in a window of a size, does the actions there, and takes its picture, which -pictures writes.
func shoot(t *testing.T, scenario, page string, width, height int, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.WindowSize(width, height),
		chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-quic", true))
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	ctx, stop = chromedp.NewExecAllocator(ctx, options...)
	defer stop()
	ctx, stop = chromedp.NewContext(ctx)
	defer stop()
	address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(page)}).String()
	if err := chromedp.Do(ctx); err != nil { // starts the browser
		t.Fatal(err)
	}
	actions = append([]chromedp.Action[chromedp.Void]{chromedp.EmulateViewport(int64(width), int64(height)), chromedp.Navigate(address)}, actions...)
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.Fatal(err)
	}
	shot, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	want := finalHash(t, scenario)
	shot = pictureWithHash(shot, want)
	picture, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != width || size.Y != height || hashOfPicture(shot) != want {
		t.Errorf("the picture of %s is of %v and names the run %q", scenario, size, hashOfPicture(shot))
	}
	if *takePictures {
		if err := os.WriteFile(filepath.Join("scenarios", scenario, readmePictures[scenario]), shot, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// pictureWithHash returns a PNG with the final hash in a chunk of text behind its header.
// Source: W3C, Portable Network Graphics (PNG) Specification, third edition, 5.3 and 11.3.3.2.
func pictureWithHash(data []byte, hash string) []byte {
	const header = len(pngSignature) + 12 + 13 // the chunk IHDR is the first
	chunk := append([]byte("tEXt"+pictureKey), hash...)
	out := append([]byte(nil), data[:header]...)
	out = binary.BigEndian.AppendUint32(out, uint32(len(chunk)-4))
	out = append(out, chunk...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
	return append(out, data[header:]...)
}
