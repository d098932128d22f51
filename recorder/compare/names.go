package compare

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// Rename says that an object has the name A in one log and B in the other.
type Rename struct {
	A string `json:"a"`
	B string `json:"b"`
}

// Names returns the names that the objects of a have in b, as Logs takes them: those of renames, those that are found by their
// definitions, and else their own.
func Names(ha, hb *recorder.Header, renames []Rename) (names []string, err error) {
	h, _, _, err := rename(ha, hb, renames)
	if err != nil {
		return nil, err
	}
	for i := range h.Objects {
		names = append(names, h.Objects[i].Name)
	}
	return names, nil
}

// rename returns the header of a with the names of b for objects of other names: those that are given, and those at the same place
// in both lists that are the same but for name and colour, if the lists are of one length and neither log has the name of the other. found
// are the latter, and likely those that are at the same place, but not the same. What has a name twice is an error.
func rename(ha, hb *recorder.Header, given []Rename) (h *recorder.Header, found, likely []Rename, err error) {
	list := slices.Clone(ha.Objects)
	has := func(objects []record.Object, name string) bool {
		return slices.ContainsFunc(objects, func(o record.Object) bool { return o.Name == name })
	}
	for i, r := range given {
		again := func(o Rename) bool { return o.A == r.A || o.B == r.B }
		renamed := func(o Rename) bool { return o.A == r.B }
		switch {
		case !has(ha.Objects, r.A):
			return nil, nil, nil, fmt.Errorf("rename %s=%s: A has no object %q: it has %s", r.A, r.B, r.A, namesText(ha.Objects))
		case !has(hb.Objects, r.B):
			return nil, nil, nil, fmt.Errorf("rename %s=%s: B has no object %q: it has %s", r.A, r.B, r.B, namesText(hb.Objects))
		case slices.ContainsFunc(given[:i], again):
			return nil, nil, nil, fmt.Errorf("rename %s=%s: one of the names is renamed already: give each once", r.A, r.B)
		case r.A != r.B && has(ha.Objects, r.B) && !slices.ContainsFunc(given, renamed):
			return nil, nil, nil, fmt.Errorf("rename %s=%s: A has an object %q besides: rename that, too", r.A, r.B, r.B)
		}
		for k := range list {
			if ha.Objects[k].Name == r.A {
				list[k].Name = r.B
			}
		}
	}
	if len(list) == len(hb.Objects) {
		before := slices.Clone(list)
		for i := range list {
			a, b := &list[i], &hb.Objects[i]
			if a.Name == b.Name || a.Kind != b.Kind || has(hb.Objects, a.Name) || has(before, b.Name) {
				continue
			}
			r := Rename{a.Name, b.Name}
			same := *a
			same.Name, same.Color = b.Name, b.Color
			if !reflect.DeepEqual(same, *b) {
				likely = append(likely, r)
				continue
			}
			a.Name = b.Name
			if !slices.Contains(found, r) {
				found = append(found, r)
			}
		}
	}
	named := *ha
	named.Objects = list
	return &named, found, likely, nil
}

// namesText lists the names of objects, the first of many.
func namesText(objects []record.Object) string {
	const most = 8
	var names []string
	for i := range objects {
		if len(names) == most {
			return strings.Join(names, ", ") + " and others"
		}
		names = append(names, fmt.Sprintf("%q", objects[i].Name))
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
