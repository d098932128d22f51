package report

import (
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/reconstruct"
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

// TestScene_HasWhoIsStruck: a crate that falls before a car is in the sketch where it is before the impact, in the frame before it.
func TestScene_HasWhoIsStruck(t *testing.T) {
	objects := []record.Object{{Name: "car", Kind: record.Body, Vehicle: true}, {Name: "crate", Kind: record.Body, Half: geom.Vec{X: 0.5, Y: 0.5, Z: 0.5}, Shape: "box", Color: "#123456"}}
	s := NewScene(objects, []record.Column{{Owner: 1, Name: "x", Count: 3}, {Owner: 1, Name: "q", Count: 4}, {Owner: 1, Name: "v", Count: 3}, {Owner: 1, Name: "L", Count: 3}}, nil)
	frame := func(x float64, events ...record.Event) {
		s.Observe(&record.Frame{Values: []float64{x, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, Events: events})
	}
	frame(1, record.Event{Kind: record.Impact, Time: 0, A: 0, B: 1})                                                                        // nothing is known before the first frame
	frame(2, record.Event{Kind: record.Impact, Time: 0.015, A: 1, B: -1}, record.Event{Kind: record.ContactBegin, Time: 0.016, A: 0, B: 1}) // not of a vehicle
	frame(3, record.Event{Kind: record.Impact, Time: 0.023, A: 1, B: 0}, record.Event{Kind: record.Impact, Time: 0.028, A: 0, B: -1})
	frame(4)
	frame(5, record.Event{Kind: record.Impact, Time: 0.043, A: 0, B: 1})
	for _, c := range []struct{ time, x float64 }{{0, 0}, {0.015, 0}, {0.016, 0}, {0.022, 0}, {0.023, 2}, {0.028, 2}, {0.03, 0}, {0.043, 4}, {0.05, 0}} {
		switch poses := s.at(c.time); {
		case c.x == 0 && poses != nil, c.x != 0 && (len(poses) != 1 || poses[0].P.X != c.x):
			t.Errorf("at %g s: %v, want x = %g", c.time, poses, c.x)
		}
	}
	drawn := func(with string) string {
		c := newCanvas(geom.AABB{Min: geom.Vec{X: -10, Y: -5}, Max: geom.Vec{X: 10, Y: 5}}, 200)
		s.drawOthersAt(c, &encounter{time: 0.028, sides: []runs.Collided{{Body: "car", Collision: &reconstruct.Collision{With: with}}}})
		return c.b.String()
	}
	if got := drawn("crate"); !strings.Contains(got, "115.0 ") || !strings.Contains(got, "125.0 ") || !strings.Contains(got, `fill="#123456" fill-opacity="0.30"`) {
		t.Errorf("drawn is %s", got) // from x = 1.5 m to 2.5 m, at 10 px a metre from -10 m
	}
	page, _, err := pageOf(t, strings.Replace(strings.Replace(crash, "1.5 s", "0.5 s", 1), "{name: blue, box", "{name: crate, box: {size: [1, 1, 1]}, mass: 20, position: [-2, 0, 0.5], color: \"#123456\"}\n  - {name: blue, box", 1))
	if _, sketches, _ := strings.Cut(page, `<div class="sketches"`); err != nil || !strings.Contains(sketches, `fill="#123456" fill-opacity="0.30"`) {
		t.Errorf("%v, or no sketch has the crate", err)
	}
	if got := drawn("tree"); !strings.Contains(got, `fill-opacity="0.06"`) {
		t.Errorf("what is not struck is %s", got)
	}
}

// TestCanvas_ReachesWhatIsLong: a lorry is seen where its middle is beyond the edge, at whatever height, and one that is farther is not.
func TestCanvas_ReachesWhatIsLong(t *testing.T) {
	c := newCanvas(geom.AABB{Min: geom.Vec{X: -10, Y: -5}, Max: geom.Vec{X: 10, Y: 5}}, 200)
	o := &record.Object{Half: geom.Vec{X: 6}, Offset: geom.Vec{X: -2}} // 8 m
	for _, p := range []geom.Vec{{X: 17}, {X: -17}, {Y: 12}, {Y: -12}, {Z: 90}} {
		if far := p.AddScaled(p, 0.2); !c.reaches(o, p) || far.Z == 0 && c.reaches(o, far) {
			t.Errorf("at %v: %v, at %v: %v", p, c.reaches(o, p), far, c.reaches(o, far))
		}
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
