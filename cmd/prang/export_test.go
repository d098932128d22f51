package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
)

// rewritten writes the first three frames of a log anew, with another header, and assets that take the place of those of
// their names or come behind the others.
func rewritten(t *testing.T, log string, change func(*recorder.Header), more ...recorder.Asset) string {
	t.Helper()
	return beginning(t, log, 3, recorder.Complete, change, more...)
}

// beginning is rewritten for a number of frames, of a run that has ended in a given way.
func beginning(t *testing.T, log string, frames int64, ended string, change func(*recorder.Header), more ...recorder.Asset) string {
	t.Helper()
	r, err := recorder.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	assets, err := r.Assets()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range more {
		if i := slices.IndexFunc(assets, func(a recorder.Asset) bool { return a.Name == m.Name }); i >= 0 {
			assets[i] = m
		} else {
			assets = append(assets, m)
		}
	}
	h := *r.Header()
	change(&h)
	var b bytes.Buffer
	w, err := recorder.NewWriter(&b, h, assets)
	if err != nil {
		t.Fatal(err)
	}
	for f, err := range r.Frames(0, frames) {
		if err == nil {
			err = w.Write(f)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(recorder.Summary{Ended: ended}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "rewritten.prang")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestExport_AxesOfAnotherEngine: a glTF in a log of another engine may have stood otherwise in its run; forms that
// draw it say so, and only they.
func TestExport_AxesOfAnotherEngine(t *testing.T) {
	_, log := fallenLog(t)
	obj := "v 0 0 0\nv 1 0 0\nv 0 0 -1\nf 1 2 3\n"
	for _, c := range []struct {
		engine, mesh, to string
		told             bool
	}{
		{"prang 0.0.1", "f.GLB", "svg", true},
		{"prang 0.0.1", "f.gltf", "svg", true},
		{"prang 0.0.1", "f.gltf", "csv", false},
		{"prang 0.0.1", "f.obj", "svg", false},
		{runs.Engine(), "f.gltf", "svg", false},
	} {
		path := rewritten(t, log, func(h *recorder.Header) {
			h.Engine = c.engine
			for i := range h.Objects {
				if h.Objects[i].Name == "floor" {
					h.Objects[i].Shape, h.Objects[i].Asset = "mesh", c.mesh
				}
			}
		}, recorder.Asset{Name: c.mesh, Data: []byte(obj)})
		a, _, stderr := testApp()
		code := a.main(t.Context(), []string{"export", path, "--to", c.to})
		if told := strings.Contains(stderr.String(), c.mesh+" is drawn with its y axis up: the log is of prang 0.0.1, this is "+runs.Engine()); code != exitOK || told != c.told {
			t.Errorf("%+v: code %d, %s", c, code, stderr)
		}
	}
}

// TestExport_DrawsWheels: those of the vehicles that are exported, also of a log whose scenario cannot be read.
func TestExport_DrawsWheels(t *testing.T) {
	file, log := fallenLog(t)
	foreign := rewritten(t, log, func(*recorder.Header) {}, recorder.Asset{Name: filepath.Base(file), Data: []byte("name: [")})
	for _, c := range []struct {
		log   string
		more  []string
		wheel bool
	}{
		{log, nil, true}, {log, []string{"--body", "car"}, true}, {log, []string{"--body", "floor"}, false}, {foreign, nil, true},
	} {
		path := filepath.Join(t.TempDir(), "out.glb")
		a, _, stderr := testApp()
		if code := a.main(t.Context(), append([]string{"export", c.log, "--to", "gltf", "-o", path}, c.more...)); code != exitOK {
			t.Fatalf("%+v: code %d, %s", c, code, stderr)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(`"car fl"`)) != c.wheel {
			t.Errorf("%+v: wheels %v", c, !c.wheel)
		}
	}
}
