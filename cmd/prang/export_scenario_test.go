package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
)

// TestExport_ScenarioThatCannotBeWritten: a directory that was made for it goes, one that was there stays, and one that has a part
// of the files is told.
func TestExport_ScenarioThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	log := func(name string, assets ...recorder.Asset) string {
		path := filepath.Join(dir, name)
		w, err := recorder.Create(path, recorder.Header{Step: 0.1}, assets)
		if err == nil {
			err = w.Close(recorder.Summary{Ended: recorder.Complete})
		}
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	bare := log("bare")
	twice := log("twice", recorder.Asset{Name: "s.yaml"}, recorder.Asset{Name: "m.obj"}, recorder.Asset{Name: "m.obj/n.obj"})
	there := filepath.Join(dir, "there")
	if err := os.Mkdir(there, 0o777); err != nil {
		t.Fatal(err)
	}
	none, part := filepath.Join(dir, "none"), filepath.Join(dir, "part")
	for _, test := range []struct {
		log, to, want string
		left          bool
	}{
		{bare, none, bare + ": the log carries no scenario\n", false},
		{bare, there, bare + ": the log carries no scenario\n", true},
		{twice, part, "; " + part + " has a part of the files: remove it\n", true},
	} {
		a, stdout, stderr := testApp()
		code := a.main(t.Context(), []string{"export", test.log, "--to", "scenario", "-o", test.to})
		if code == exitOK || stdout.Len() > 0 || !strings.HasSuffix(stderr.String(), test.want) || strings.Count(stderr.String(), "\n") != 1 || isDir(test.to) != test.left {
			t.Errorf("code %d, %q, %q; want %+v", code, stdout, stderr, test)
		}
	}
}
