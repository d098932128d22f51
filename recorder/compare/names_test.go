package compare

import (
	"fmt"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// TestRename_ByDefinitionAndPlace: only what is the same but for name and colour, at the same place, is found; never a name that both
// have, unless it is given.
func TestRename_ByDefinitionAndPlace(t *testing.T) {
	header := func(text string) *recorder.Header { // NAME:MASS:COLOR of bodies; without a mass, of statics
		h := &recorder.Header{Scenario: "s"}
		for o := range strings.FieldsSeq(text) {
			parts := append(strings.Split(o, ":"), "", "")
			object := record.Object{Name: parts[0], Kind: record.Static, Color: parts[2]}
			if parts[1] != "" {
				object.Kind = record.Body
				fmt.Sscan(parts[1], &object.Mass)
			}
			h.Objects = append(h.Objects, object)
		}
		return h
	}
	for _, c := range []struct {
		a, b, given   string
		names         string // of a
		found, likely string
		err           string
	}{
		{"a:1 b:2 c", "a:1 b:2 c", "", "a b c", "[]", "[]", ""},
		{"a:1 b:2 c", "x:1 b:2 y", "", "x b y", "[{a x false} {c y false}]", "[]", ""},
		{"a:1:red b:2", "x:1:blue b:2", "", "x b", "[{a x false}]", "[]", ""},
		{"a:1 b:2", "x:3 b:2", "", "a b", "[]", "[{a x false}]", ""},
		{"a:1 b:2", "x b:2", "", "a b", "[]", "[]", ""},                // of another kind
		{"a:1 b:1", "b:1 a:1", "", "a b", "[]", "[]", ""},              // exchanged
		{"a:1 b:1", "b:1 c:1", "", "a b", "[]", "[]", ""},              // one has taken the name of the other
		{"a:1 b:1", "x:1 b:1 c:1", "", "a b", "[]", "[]", ""},          // more
		{"w w b:1", "x x b:1", "", "x x b", "[{w x false}]", "[]", ""}, // names of statics may repeat
		{"w b:1 w", "x b:1 y", "", "x b y", "[{w x false} {w y false}]", "[]", ""},
		{"a:1 b:2", "x:3 b:2", "a=x", "x b", "[]", "[]", ""},
		{"a:1 b:2", "x:1 c:2 b:2", "a=x b=c", "x c", "[]", "[]", ""},
		{"a:1 b:1", "b:1 a:1", "a=b b=a", "b a", "[]", "[]", ""},
		{"a:1 b:1", "a:2 b:1", "a=a", "a b", "[]", "[]", ""},
		{"a:1 w", "x:2 y", "a=x", "x y", "[{w y false}]", "[]", ""},
		{"a:1 b:1", "b:1 c:1", "a=b", "", "", "", `rename a=b: A has an object "b" besides: rename that, too`},
		{"a:1 b:1", "x:1 b:1", "c=x", "", "", "", `rename c=x: A has no object "c": it has "a", "b"`},
		{"a:1 b:1", "x:1 b:1", "a=c", "", "", "", `rename a=c: B has no object "c": it has "x", "b"`},
		{"a:1 b:1", "x:1 y:1", "a=x a=y", "", "", "", "rename a=y: one of the names is renamed already: give each once"},
		{"a:1 b:1", "x:1 y:1", "a=x b=x", "", "", "", "rename b=x: one of the names is renamed already: give each once"},
		{"a:1 b:1", "", "a=x", "", "", "", `rename a=x: B has no object "x": it has none`},
	} {
		ha, hb := header(c.a), header(c.b)
		var given []Rename
		for r := range strings.FieldsSeq(c.given) {
			a, b, _ := strings.Cut(r, "=")
			given = append(given, Rename{A: a, B: b})
		}
		h, found, likely, err := rename(ha, hb, given)
		if err != nil || c.err != "" {
			if fmt.Sprint(err) != c.err {
				t.Errorf("%+v: %v", c, err)
			}
			continue
		}
		names, err := Names(ha, hb, given)
		if err != nil {
			t.Error(err)
		}
		if got := strings.Join(names, " "); got != c.names || fmt.Sprint(found) != c.found || fmt.Sprint(likely) != c.likely || h.Scenario != "s" {
			t.Errorf("%+v: %s, found %v, likely %v", c, got, found, likely)
		}
		if ha.Objects[0].Name != header(c.a).Objects[0].Name {
			t.Errorf("%+v: the header of the log has changed", c)
		}
	}
}

// TestRename_Joints: by their places, where the objects are the same and there are as many; never a name that both have.
func TestRename_Joints(t *testing.T) {
	header := func(objects, joints string) *recorder.Header {
		h := &recorder.Header{Columns: []record.Column{{Owner: 0, Name: "joint.of.a body"}}}
		for name := range strings.FieldsSeq(objects) {
			h.Objects = append(h.Objects, record.Object{Name: name, Kind: record.Body, Mass: 1})
		}
		for name := range strings.FieldsSeq(joints) {
			h.Columns = append(h.Columns, record.Column{Owner: -1, Name: "joint." + name + ".force"}, record.Column{Owner: -1, Name: "joint." + name + ".torque"})
		}
		return h
	}
	for _, c := range []struct{ objectsA, jointsA, objectsB, jointsB, want, found string }{
		{"a b", "j k", "a b", "j k", "j k", "[]"},
		{"a b", "knee.left k", "a b", "knee k", "knee k", "[{knee.left knee true}]"},
		{"a b", "j k", "x b", "l m", "l m", "[{a x false} {j l true} {k m true}]"},
		{"a b", "j k", "a b", "k j", "j k", "[]"},
		{"a b", "j k", "a b", "k l", "j k", "[]"},
		{"a b", "j", "a b", "k l", "j", "[]"},
		{"a b", "j", "a b c", "k", "j", "[]"},
	} {
		ha := header(c.objectsA, c.jointsA)
		h, found, _, err := rename(ha, header(c.objectsB, c.jointsB), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(jointsOf(h), " "); got != c.want || fmt.Sprint(found) != c.found {
			t.Errorf("%+v: %s, found %v", c, got, found)
		}
		for i, name := range jointsOf(h) {
			if got := h.Columns[2+2*i].Name; got != "joint."+name+".torque" {
				t.Errorf("%+v: the column %s", c, got)
			}
		}
		if got := strings.Join(jointsOf(ha), " "); got != c.jointsA {
			t.Errorf("%+v: the header of the log has %s", c, got)
		}
	}
}
