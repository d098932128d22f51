package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What is served to other machines is told by names that a browser can use, here and there.
func TestView_TellsAddressesThatCanBeUsed(t *testing.T) {
	dir := t.TempDir()
	scenario, log := filepath.Join(dir, "flight.yaml"), filepath.Join(dir, "flight.prang")
	if err := os.WriteFile(scenario, []byte(strings.Replace(flight, "400000 s", "0.1 s", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	a, _, stderr := testApp()
	if code := a.main(t.Context(), []string{"run", scenario, "-o", log, "-q"}); code != exitOK {
		t.Fatal(code, stderr)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt() // it tells where the page is, and ends
	a, out, stderr := testApp()
	if code := a.main(ctx, []string{"view", log, "--listen", ":0"}); code != exitOK {
		t.Fatal(code, stderr)
	}
	port, ok := strings.CutPrefix(strings.TrimSuffix(out.String(), "/\n"), "http://localhost:")
	if want := "it is served to other machines too: http://" + thisMachine() + ":" + port + "/\n"; !ok || !strings.Contains(stderr.String(), want) && thisMachine() != "localhost" {
		t.Errorf("%q and %q, want %q", out, stderr, want)
	}
}

// The page is there from when its address is printed until the command is interrupted, and only under its own name.
func TestView_ServesUntilInterrupted(t *testing.T) {
	dir := t.TempDir()
	scenario, log := filepath.Join(dir, "flight.yaml"), filepath.Join(dir, "flight.prang")
	text := "name: flight\nstep: 1/100 s\nduration: 0.1 s\ngravity: [0, 0, -9.81]\nbodies: [{name: a, sphere: {radius: 1}, mass: 1, position: [0, 0, 0]}]\n"
	if err := os.WriteFile(scenario, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	renamed, other := filepath.Join(dir, "renamed.yaml"), filepath.Join(dir, "renamed.prang")
	if err := os.WriteFile(renamed, []byte(strings.Replace(text, "name: a", "name: ball", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	read, write := io.Pipe()
	a := &app{out: write, err: io.Discard, now: time.Now}
	for _, args := range [][]string{{"run", scenario, "-o", log}, {"run", renamed, "-o", other}} {
		if code := (&app{out: io.Discard, err: t.Output(), now: time.Now}).main(t.Context(), args); code != exitOK {
			t.Fatalf("%q: exit code %d", args, code)
		}
	}
	ctx, interrupt := context.WithCancel(t.Context())
	done := make(chan int, 1)
	go func() {
		done <- a.main(ctx, []string{"view", log, other})
		write.Close()
	}()
	url, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url = strings.TrimSpace(url)
	get := func(path, host string) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body)
	}
	if code, page := get("", ""); code != http.StatusOK || !strings.Contains(page, "<title>prang view</title>") {
		t.Errorf("the page: %d %.100s", code, page)
	}
	if code, run := get("run", ""); code != http.StatusOK || !strings.Contains(run, `"scenario":"flight"`) {
		t.Errorf("the run: %d %.100s", code, run)
	} else if !strings.Contains(run, `"apart":{"names":["a"],`) { // which is ball in the other log
		t.Errorf("no distances in %s", run)
	}
	_, port, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/"), ":")
	for host, want := range map[string]int{"localhost:" + port: http.StatusOK, "example.com:" + port: http.StatusForbidden, "example.com": http.StatusForbidden} {
		if code, body := get("run", host); code != want {
			t.Errorf("host %s: %d %s, want %d", host, code, body, want)
		}
	}
	interrupt()
	if code := <-done; code != exitOK {
		t.Errorf("exit code %d", code)
	}
	if _, err := http.Get(url); err == nil {
		t.Error("the page is still there")
	}
}
