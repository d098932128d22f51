package remote_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/remote"
	"github.com/prang-sim/prang/runs/sweep"
)

const (
	scenario = `name: drop
duration: 1 s
gravity: [0, 0, -9.81]
parameters: {height: 1 m, e: 0.3}
materials: {m: {friction: 0.3, restitution: $e}}
statics: [{name: ramp, mesh: ramp.obj, material: m}]
bodies: [{name: ball, sphere: {radius: 0.1}, mass: 1, position: [0, 0, $height], material: m}]
`
	ramp = "v -5 -5 0\nv 5 -5 1\nv 5 5 1\nv -5 5 0\nf 1 2 3\nf 1 3 4\n"
	plan = `name: drops
scenarios: [drop.yaml]
grid: {height: 1..2 m:5}
vary: {e: 0.1..0.9}
repeats: 3
`
)

// readPlan reads the plan of the test, of a scenario with a mesh.
func readPlan(t *testing.T) (p *sweep.Plan, dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{"drop.yaml": scenario, "ramp.obj": ramp, "plan.yaml": plan} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p, err := sweep.ReadPlan(filepath.Join(dir, "plan.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return p, dir
}

func open(t *testing.T, p *sweep.Plan, path string) *sweep.Sweep {
	t.Helper()
	s, err := sweep.Open(p, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func serve(t *testing.T, s *sweep.Sweep) (h *remote.Server, url string) {
	t.Helper()
	h, err := remote.NewServer(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return h, server.URL
}

// TestWorkers_GiveTheSameBytes: without any runs here, of two workers of which one is interrupted, and another one that
// comes later; the results are those of one machine.
func TestWorkers_GiveTheSameBytes(t *testing.T) {
	p, dir := readPlan(t)
	alone := open(t, p, filepath.Join(dir, "alone.jsonl"))
	alone.Work(t.Context(), 1)
	if sum, err := alone.Close(); err != nil || sum.Done != 15 || sum.Failed > 0 {
		t.Fatalf("%+v, %v", sum, err)
	}
	s := open(t, p, filepath.Join(dir, "many.jsonl"))
	h, url := serve(t, s)
	ctx, interrupt := context.WithCancel(t.Context())
	first := &remote.Worker{URL: url, Name: "first", Workers: 2, Told: func(made int) {
		if made == 3 {
			interrupt()
		}
	}}
	made, err := first.Work(ctx)
	if !errors.Is(err, context.Canceled) || made < 3 || made == 15 {
		t.Fatalf("%d runs, %v", made, err)
	}
	var all sync.WaitGroup
	rest := make([]int, 2)
	for i := range rest {
		all.Go(func() {
			w := &remote.Worker{URL: url, Name: string(rune('a' + i)), Workers: 1 + i}
			var err error
			if rest[i], err = w.Work(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := made + rest[0] + rest[1]; n != 15 {
		t.Errorf("%d and %v runs", made, rest)
	}
	select {
	case <-s.Done():
	default:
		t.Error("the workers are done, the sweep is not")
	}
	start := time.Now()
	h.Farewell(t.Context(), 50*time.Millisecond) // the first was never told
	if time.Since(start) < 50*time.Millisecond {
		t.Error("nobody is waited for")
	}
	if _, err := s.Close(); err != nil {
		t.Fatal(err)
	}
	a, err1 := os.ReadFile(filepath.Join(dir, "alone.jsonl"))
	b, err2 := os.ReadFile(filepath.Join(dir, "many.jsonl"))
	if err := errors.Join(err1, err2); err != nil || !bytes.Equal(a, b) {
		t.Errorf("%v\n%s\n%s", err, a, b)
	}
}

// TestWorkers_WaitForRounds: what a round depends on may come from other machines; the results are those of one.
func TestWorkers_WaitForRounds(t *testing.T) {
	_, dir := readPlan(t)
	path := filepath.Join(dir, "rounds.yaml")
	text := "name: look\nscenarios: [drop.yaml]\nvary: {height: 1..2 m, e: 0.1..0.9}\nmeasured: {ball: {x: 0.5±0.05 m, delta_v: 5±0.2 m/s}}\nrounds: 3\nrepeats: 30\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := sweep.ReadPlan(path)
	if err != nil {
		t.Fatal(err)
	}
	alone := open(t, p, filepath.Join(dir, "alone.jsonl"))
	alone.Work(t.Context(), 1)
	if sum, err := alone.Close(); err != nil || sum.Done != 90 || sum.Failed > 0 || *sum.Fits[0].Rounds[2].Nearest >= *sum.Fits[0].Rounds[0].Nearest {
		t.Fatalf("%+v, %v", sum, err)
	}
	s := open(t, p, filepath.Join(dir, "many.jsonl"))
	_, url := serve(t, s)
	var all sync.WaitGroup
	for i := range 3 {
		all.Go(func() {
			w := &remote.Worker{URL: url, Name: string(rune('a' + i)), Workers: 1}
			if _, err := w.Work(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if _, err := s.Close(); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(dir, "alone.jsonl"))
	got, err2 := os.ReadFile(filepath.Join(dir, "many.jsonl"))
	if err != nil || err2 != nil || !bytes.Equal(got, want) {
		t.Errorf("other results than of one machine: %v, %v", err, err2)
	}
}

// TestWorker_GivesBackWhatItIsHandedWhenInterrupted: the run of a request that was under way need not be waited for.
func TestWorker_GivesBackWhatItIsHandedWhenInterrupted(t *testing.T) {
	p, dir := readPlan(t)
	s := open(t, p, filepath.Join(dir, "out.jsonl"))
	h, err := remote.NewServer(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	interrupt := func() { cancel(errors.New("interrupt signal received")) } // as signal.NotifyContext does
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/take" {
			interrupt()
		}
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	made, err := (&remote.Worker{URL: server.URL, Name: "w", Workers: 1}).Work(ctx)
	if want := server.URL + ": context canceled"; made != 0 || !errors.Is(err, context.Canceled) || err.Error() != want {
		t.Errorf("%d runs, %v, want %s", made, err, want)
	}
	if _, err := (&remote.Worker{URL: server.URL, Name: "w", Workers: 1}).Work(ctx); !errors.Is(err, context.Canceled) || err.Error() != server.URL+": context canceled" {
		t.Errorf("interrupted before: %v", err)
	}
	if n, ok := s.Take(); n != 1 || !ok {
		t.Errorf("the next run is %d", n)
	}
	if _, err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestWorker_SaysWhyItCannotWork: no server, one that is none, another engine, another sweep in its place.
func TestWorker_SaysWhyItCannotWork(t *testing.T) {
	work := func(url string) error {
		_, err := (&remote.Worker{URL: url, Name: "w", Workers: 1}).Work(t.Context())
		return err
	}
	if err := work("http://127.0.0.1:1"); !errors.Is(err, remote.ErrGone) {
		t.Errorf("no server: %v", err)
	}
	answer := func(text string) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) }))
		t.Cleanup(server.Close)
		return server.URL
	}
	for text, want := range map[string]string{
		"<html>": "does not answer as a sweep does",
		"{}":     "does not serve a sweep",
		`{"schema": "prang.work/1", "engine": "prang 9 (1)"}`: "its sweep is of prang 9 (1), but this is " + runs.MeasuredEngine(),
	} {
		if err := work(answer(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, "<html>\n<h1>Not here</h1>\n</html>\n")
	}))
	t.Cleanup(page.Close)
	if err := work(page.URL); err == nil || err.Error() != page.URL+": answers 404 Not Found: not as a sweep does: give the address that prang sweep --listen tells" {
		t.Errorf("a page of something else: %v", err)
	}
	if err := work("http://\x7f"); err == nil || errors.Is(err, remote.ErrGone) {
		t.Errorf("an address that is none: %v", err)
	}
}

// TestServer_RefusesWhatItDoesNotExpect, without harm to the sweep.
func TestServer_RefusesWhatItDoesNotExpect(t *testing.T) {
	p, dir := readPlan(t)
	s := open(t, p, filepath.Join(dir, "out.jsonl"))
	_, url := serve(t, s)
	post := func(path, kind string, body any) (status int, text string) {
		t.Helper()
		data, ok := body.(string)
		if !ok {
			b, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			data = string(b)
		}
		resp, err := http.Post(url+path, kind, strings.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(b)
	}
	const kind = "application/json"
	result := func(number int) *remote.PutRequest {
		return &remote.PutRequest{Plan: p.Hash(), Run: sweep.Variation{Number: number}}
	}
	for _, c := range []struct {
		path, kind string
		body       any
		status     int
		want       string
	}{
		{"/take", "text/plain", &remote.TakeRequest{Plan: p.Hash(), Most: 1}, http.StatusUnsupportedMediaType, ""}, // as pages of other sites send it
		{"/take", kind, "{", http.StatusBadRequest, "cannot be read"},
		{"/take", kind, strings.Repeat(" ", 17<<20), http.StatusBadRequest, "too large"},
		{"/take", kind, &remote.TakeRequest{Plan: "other", Most: 1}, http.StatusConflict, "another sweep"},
		{"/take", kind, &remote.TakeRequest{Plan: p.Hash(), Most: -1}, http.StatusOK, `"runs":[]`},
		{"/put", kind, result(1), http.StatusBadRequest, "run 1 has no result"},
		{"/put", kind, result(0), http.StatusBadRequest, "there is no run 0"},
		{"/put", kind, result(math.MinInt / 8), http.StatusBadRequest, "there is no run"},
		{"/put", kind, result(math.MaxInt/8 + 1), http.StatusBadRequest, "there is no run"},
		{"/none", kind, "", http.StatusNotFound, ""},
	} {
		if status, text := post(c.path, c.kind, c.body); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%s %.40v: %d %s", c.path, c.body, status, text)
		}
	}
	if n, ok := s.Take(); n != 1 || !ok {
		t.Errorf("the next run is %d", n)
	}
	s.GiveBack(1)
	s.Work(t.Context(), 2)
	if sum, err := s.Close(); err != nil || sum.Done != 15 {
		t.Errorf("%v", err)
	}
}
