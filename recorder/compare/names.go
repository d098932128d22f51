package compare

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// Rename says that an object, or a joint, has the name A in one log and B in the other.
type Rename struct {
	A     string `json:"a"`
	B     string `json:"b"`
	Joint bool   `json:"joint,omitempty"` // found, of a joint
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
		case has(ha.Objects, r.B) && !slices.ContainsFunc(given, renamed):
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
			r := Rename{A: a.Name, B: b.Name}
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
	found = append(found, renameJoints(&named, hb)...)
	return &named, found, likely, nil
}

// renameJoints gives the joints of a, whose objects have the names of b already, the names of b in the columns: those at the same place
// of as many, if the objects are the same and neither log has the name of the other. A header does not tell what joins what.
func renameJoints(ha, hb *recorder.Header) (found []Rename) {
	a, b := jointsOf(ha), jointsOf(hb)
	sameName := func(x, y record.Object) bool { return x.Name == y.Name }
	if len(a) != len(b) || !slices.EqualFunc(ha.Objects, hb.Objects, sameName) {
		return nil
	}
	for i := range a {
		if a[i] != b[i] && !slices.Contains(b, a[i]) && !slices.Contains(a, b[i]) {
			found = append(found, Rename{A: a[i], B: b[i], Joint: true})
		}
	}
	if len(found) == 0 {
		return nil
	}
	ha.Columns = slices.Clone(ha.Columns)
	for i := range ha.Columns {
		c := &ha.Columns[i]
		name, quantity, ok := jointColumn(c)
		if k := slices.IndexFunc(found, func(r Rename) bool { return r.A == name }); ok && k >= 0 {
			c.Name = jointPrefix + found[k].B + quantity
		}
	}
	return found
}

const jointPrefix = "joint."

// jointColumn returns the name of the joint of a column and what follows it in the column's name: .force or .torque.
func jointColumn(c *record.Column) (name, quantity string, ok bool) {
	rest, ok := strings.CutPrefix(c.Name, jointPrefix)
	i := strings.LastIndexByte(rest, '.')
	if !ok || c.Owner >= 0 || i < 0 {
		return "", "", false
	}
	return rest[:i], rest[i:], true
}

// jointsOf returns the names of the joints of a log, in their order.
func jointsOf(h *recorder.Header) (names []string) {
	for i := range h.Columns {
		if name, _, ok := jointColumn(&h.Columns[i]); ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// detail returns the detail of an event of a, with the name of b for a joint.
func (c *comparer) detail(e *record.Event) string {
	if e.Kind == record.Joint || e.Kind == record.Broke {
		for _, r := range c.result.Renamed {
			if r.Joint && r.A == e.Detail {
				return r.B
			}
		}
	}
	return e.Detail
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
