package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
)

// TestReplay_ReportOfAnotherEngine: a log of hashes of another engine has no report and no page, only the reason, once. One
// of states has one, which says itself, also as JSON and as a page, that it lacks skid marks.
func TestReplay_ReportOfAnotherEngine(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log.prang")
	a, _, stderr := testApp()
	if code := a.main(t.Context(), []string{"run", "../../runs/scenarios/car-pole/scenario.yaml", "-q", "-o", log}); code != exitOK {
		t.Fatalf("code %d, %s", code, stderr)
	}
	for _, level := range []string{recorder.LevelVerify, recorder.LevelFull} {
		path := rewritten(t, log, func(h *recorder.Header) {
			h.Engine, h.Level, h.Objects = "prang 0.0.1", level, slices.Clone(h.Objects)
			for i := range h.Objects {
				h.Objects[i].Wheels = nil
			}
		})
		for _, form := range []string{"--report", "--json"} {
			page := filepath.Join(t.TempDir(), "page.html")
			a, stdout, stderr := testApp()
			code := a.main(t.Context(), []string{"replay", path, "--report", form, "--html", page})
			html, err := os.ReadFile(page)
			if level == recorder.LevelVerify {
				if code != exitBadInput || stdout.Len() > 0 || err == nil || strings.Count(stderr.String(), "hashes, not states") != 1 {
					t.Errorf("hashes, %s: code %d, page: %v, stdout: %s, stderr: %s", form, code, err, stdout, stderr)
				}
				continue
			}
			want := map[string]string{"--report": "\nmissing in this report: no skid marks: the log is of prang 0.0.1", "--json": `"missing": [`}[form]
			if code != exitOK || !strings.Contains(stdout.String(), want) || !strings.Contains(string(html), "Missing in this report:</b> no skid marks: the log is of prang 0.0.1") {
				t.Errorf("states, %s: code %d, page: %v, stdout: %s, stderr: %s", form, code, err, stdout, stderr)
			}
		}
	}
}
