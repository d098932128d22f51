package report

import (
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// TestWrite_TakesNoTextForAColor: of a log of another writer, in whatever draws a vehicle or another body.
func TestWrite_TakesNoTextForAColor(t *testing.T) {
	text := strings.Replace(crash, "bodies:\n", "bodies:\n  - {name: cone, box: {size: [0.3, 0.3, 0.5]}, mass: 3, position: [5, 5, 0.3]}\n", 1)
	want, _, err := pageWith(t, text, func(objects []record.Object) {
		for i := range objects {
			objects[i].Color = ""
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	page, _, err := pageWith(t, text, func(objects []record.Object) {
		for i := range objects {
			objects[i].Color = `red"><script>alert(1)</script><g x="`
		}
	})
	if err != nil || page != want || strings.Contains(page, "<script") {
		t.Errorf("%v, or another page than that without colors", err)
	}
}

// TestScene_FindsTheColumnsOfABody wherever others are, and leaves out a body that lacks some.
func TestScene_FindsTheColumnsOfABody(t *testing.T) {
	objects := []record.Object{{Name: "bare", Kind: record.Body}, {Name: "box", Kind: record.Body}, {Name: "none", Kind: record.Body}}
	s := NewScene(objects, []record.Column{
		{Owner: 0, Name: "x", Count: 3}, {Owner: 1, Name: "heat", Count: 1},
		{Owner: 1, Name: "x", Count: 3}, {Owner: 1, Name: "q", Count: 4}, {Owner: 1, Name: "v", Count: 3}, {Owner: 1, Name: "L", Count: 3},
		{Owner: 2, Name: "heat", Count: 1},
	}, nil)
	s.Observe(&record.Frame{Values: []float64{0, 0, 0, 300, 1, 2, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 301}})
	if len(s.others) != 1 || s.others[0].object != 1 || s.others[0].last.P != (geom.Vec{X: 1, Y: 2, Z: 3}) {
		t.Errorf("%+v", s.others)
	}
}
