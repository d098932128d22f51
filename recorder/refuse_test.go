package recorder

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// TestNewWriter_RefusesObjects that programs which read the log could not tell apart, or whose states they would not
// find.
func TestNewWriter_RefusesObjects(t *testing.T) {
	static := func(h *Header, names ...string) {
		for _, name := range names {
			h.Objects = append(h.Objects, record.Object{Name: name, Kind: record.Static})
		}
	}
	for _, c := range []struct {
		name   string
		change func(h *Header)
		want   string // "" where it is taken
	}{
		{"as it is", func(h *Header) {}, ""},
		{"a static like a body", func(h *Header) { static(h, "body1") }, `objects 1 and 2 are both called "body1"`},
		{"statics without names", func(h *Header) { static(h, "", "") }, `objects 2 and 3 are both called ""`},
		{"a static without a name", func(h *Header) { static(h, "") }, ""},
		{"a body called world", func(h *Header) { h.Objects[0].Name = "world" }, `object 0 is called "world"`},
		{"a mover called world", func(h *Header) {
			h.Objects = append(h.Objects, record.Object{Name: "world", Kind: record.Mover})
		}, `object 2 is called "world"`},
		{"a static called world", func(h *Header) { static(h, "world") }, ""},
		{"no columns", func(h *Header) { h.Columns = h.Columns[:record.BodyColumns] }, `object 1 ("body1") is a body without the columns x 3, q 4, v 3, L 3`},
		{"another order", func(h *Header) {
			h.underRigid1()
			for i := range h.Columns {
				h.Columns[i].Predictor = "linear"
			}
			h.Columns[2], h.Columns[3] = h.Columns[3], h.Columns[2]
		}, `object 0 ("body0") is a body without`},
		{"another column before", func(h *Header) {
			h.Columns = append([]record.Column{{Owner: 0, Name: "heat", Unit: "K", Count: 1, Predictor: "hold"}}, h.Columns...)
		}, ""},
		{"another column between", func(h *Header) {
			h.underRigid1()
			for i := range h.Columns {
				h.Columns[i].Predictor = "linear"
			}
			h.Columns[3].Name = "heat"
			h.addColumn(0, "L", "linear", 3)
		}, `object 0 ("body0") is a body without`},
	} {
		h := bodyHeader(2)
		c.change(&h)
		var b bytes.Buffer
		_, err := NewWriter(&b, h, nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || b.Len() != 0) {
			t.Errorf("%s: %v with %d bytes written, want %q", c.name, err, b.Len(), c.want)
		}
	}
}

// TestReader_TakesObjectsThatAWriterRefuses: of logs of other writers, and of earlier versions.
func TestReader_TakesObjectsThatAWriterRefuses(t *testing.T) {
	h := bodyHeader(2)
	h.Objects = append(h.Objects, record.Object{Name: "floor0", Kind: record.Static})
	for _, change := range [][2]string{{`"name":"floor0"`, `"name":"body0"`}, {`"name":"body0"`, `"name":"world"`}} {
		r, err := openBytes(forgeHeader(t, h, change[0], change[1]))
		if err != nil || len(r.Header().Objects) != 3 {
			t.Errorf("%s: %v", change[1], err)
		}
	}
}

// TestClose_RefusesAnEndThatTheFormatDoesNotHave: the log is whole, and of a run that failed.
func TestClose_RefusesAnEndThatTheFormatDoesNotHave(t *testing.T) {
	h := bodyHeader(1)
	frames := flight(&h, 1, 20)
	for _, c := range []struct{ ended, want string }{
		{Complete, Complete}, {Interrupted, Interrupted}, {Failed, Failed}, {"nonsense", Failed}, {"", Failed},
	} {
		path := filepath.Join(t.TempDir(), "log.prang")
		w, err := Create(path, h, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range frames {
			if err := w.Write(&frames[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(Summary{Ended: c.ended}); (err == nil) != (c.ended == c.want) || err != nil && !strings.Contains(err.Error(), "ended \""+c.ended+"\"") {
			t.Errorf("%q: %v", c.ended, err)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		checkLog(t, b, frames)
		r, err := openBytes(b)
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := r.Summary(); !ok || !r.Complete() || s.Ended != c.want {
			t.Errorf("%q: %+v, want %q", c.ended, s, c.want)
		}
	}
}

// TestCalls_WithNothing are errors.
func TestCalls_WithNothing(t *testing.T) {
	h := bodyHeader(1)
	if _, err := NewWriter(nil, h, nil); err == nil {
		t.Error("a log is written to nothing")
	}
	w, err := NewWriter(new(bytes.Buffer), h, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(nil); err == nil || !strings.Contains(err.Error(), "step 0 is due") {
		t.Errorf("no frame: %v", err)
	}
	frames := flight(&h, 1, 1)
	if err := w.Write(&frames[0]); err != nil {
		t.Errorf("the frame after none: %v", err)
	}
	if _, err := NewReader(bytes.NewReader(nil), -1); !errors.Is(err, ErrNotLog) {
		t.Errorf("a negative size: %v", err)
	}
	if _, err := NewReader(nil, 100); err == nil {
		t.Error("a log is read from nothing")
	}
}

// TestHeader_RefusesPlacementsThatSayNothing, of a program that writes a log and of a file.
func TestHeader_RefusesPlacementsThatSayNothing(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	one, unit := geom.Vec{X: 1, Y: 1, Z: 1}, geom.IdentityQuat()
	for _, c := range []struct {
		scale *geom.Vec
		up    string
		at    geom.Vec
		q     geom.Quat
		want  string // "" where it is taken
	}{
		{nil, "", geom.Vec{}, geom.Quat{}, ""}, {&one, "", geom.Vec{X: 1}, unit, ""}, {&geom.Vec{X: 1e-9, Y: 1, Z: 1e9}, "x", geom.Vec{}, geom.Quat{W: 0.6, V: geom.Vec{Y: -0.8}}, ""},
		{&geom.Vec{}, "", geom.Vec{}, unit, "scale: (0, 0, 0)"}, {&geom.Vec{X: 1, Y: 1}, "", geom.Vec{}, unit, "scale: (1, 1, 0)"},
		{&geom.Vec{X: -1, Y: 1, Z: 1}, "", geom.Vec{}, unit, "scale: (-1, 1, 1)"}, {&geom.Vec{X: 1, Y: nan, Z: 1}, "", geom.Vec{}, unit, "scale: (1, NaN, 1)"},
		{&geom.Vec{X: 1, Y: inf, Z: 1}, "", geom.Vec{}, unit, "scale: (1, +Inf, 1)"}, {&geom.Vec{X: 1, Y: 1, Z: 1e10}, "", geom.Vec{}, unit, "scale: (1, 1, 1e+10)"},
		{&one, "w", geom.Vec{}, unit, `up: "w"`}, {&one, "Y", geom.Vec{}, unit, `up: "Y"`}, {nil, "y", geom.Vec{}, unit, "up: given without a scale"},
		{&one, "y", geom.Vec{}, geom.Quat{}, "attitude: "}, {&one, "y", geom.Vec{}, geom.Quat{W: 1, V: geom.Vec{X: 1}}, "attitude: "},
		{&one, "y", geom.Vec{}, geom.Quat{W: nan}, "attitude: "}, {&one, "y", geom.Vec{Z: inf}, unit, "attitude: "},
	} {
		o := record.Object{Name: "mesh", Kind: record.Static, Shape: "mesh", Asset: "a.obj", Scale: c.scale, Up: c.up, Position: c.at, Attitude: c.q}
		h := bodyHeader(1)
		h.Objects = append(h.Objects, o)
		var b bytes.Buffer
		_, err := NewWriter(&b, h, nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), `object 1 ("mesh"): `+c.want) || b.Len() != 0) {
			t.Errorf("%+v: writer: %v, want %q", o, err, c.want)
		}
		h.Format, h.Level, h.Codec = Major, LevelFull, lastCodec
		text, err := json.Marshal(&h)
		if err != nil {
			continue // JSON has neither NaN nor infinity
		}
		read, _, err := parseHeader(text)
		if c.want == "" && (err != nil || !reflect.DeepEqual(read.Objects[1], o)) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: reader: %v, want %q", text, err, c.want)
		}
	}
	h := bodyHeader(1)
	h.Objects = append(h.Objects, record.Object{Name: "mesh", Kind: record.Static, Shape: "mesh", Asset: "a.obj", Scale: &one, Attitude: unit})
	h.Format, h.Level, h.Codec = Major, LevelFull, lastCodec
	text, _ := json.Marshal(&h)
	for _, bad := range []string{`{"X":1e999,"Y":1,"Z":1}`, `{"X":"NaN","Y":1,"Z":1}`, `{"X":1,"Y":1}`, `{}`, `1`, `[1,1,1]`} {
		damaged := strings.Replace(string(text), `{"X":1,"Y":1,"Z":1}`, bad, 1)
		if _, _, err := parseHeader([]byte(damaged)); damaged == string(text) || err == nil {
			t.Errorf("scale %s passed", bad)
		}
	}
}
