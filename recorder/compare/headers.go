package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/prang-sim/prang/recorder"
)

// caseText tells a case of a scenario in a list of differences.
func caseText(name string) string {
	if name == "" {
		return "none"
	}
	return strconv.Quote(name)
}

// headers notes what differs in the headers beyond the columns, and maps the objects of a to those of b.
func (c *comparer) headers(ha, hb *recorder.Header) {
	note := func(what, a, b string) {
		if a != b {
			c.result.Headers = append(c.result.Headers, fmt.Sprintf("%s: %s and %s", what, a, b))
		}
	}
	note("engine", strconv.Quote(ha.Engine), strconv.Quote(hb.Engine))
	note("scenario", strconv.Quote(ha.Scenario), strconv.Quote(hb.Scenario))
	note("case", caseText(ha.Case), caseText(hb.Case))
	note("gravity", fmt.Sprint(ha.Gravity), fmt.Sprint(hb.Gravity))
	if !bytes.Equal(ha.Settings, hb.Settings) {
		c.result.Headers = append(c.result.Headers, "settings"+fieldDifferences(ha.Settings, hb.Settings))
	}
	inB := make(map[string]int32, len(hb.Objects))
	for i := range hb.Objects {
		if _, ok := inB[hb.Objects[i].Name]; !ok {
			inB[hb.Objects[i].Name] = int32(i)
		}
	}
	c.tables = len(ha.Objects) == len(hb.Objects)
	c.objects, c.objectsInA = make([]int32, len(ha.Objects)), make([]int32, len(hb.Objects))
	for i := range c.objectsInA {
		c.objectsInA[i] = -1
	}
	for i := range ha.Objects {
		k, ok := inB[ha.Objects[i].Name]
		if !ok {
			k = -1
		}
		if i < len(hb.Objects) && hb.Objects[i].Name == ha.Objects[i].Name {
			k = int32(i) // names of statics may repeat
		}
		c.objects[i] = k
		c.tables = c.tables && k == int32(i)
		if k < 0 {
			c.result.Headers = append(c.result.Headers, fmt.Sprintf("object %q is only in A", ha.Objects[i].Name))
			continue
		}
		if c.objectsInA[k] < 0 {
			c.objectsInA[k] = int32(i)
		}
		if !reflect.DeepEqual(ha.Objects[i], hb.Objects[k]) {
			a, errA := json.Marshal(&ha.Objects[i])
			b, errB := json.Marshal(&hb.Objects[k])
			fields := ""
			if errA == nil && errB == nil {
				fields = fieldDifferences(a, b)
			}
			c.result.Headers = append(c.result.Headers, fmt.Sprintf("object %q%s", ha.Objects[i].Name, fields))
		}
		delete(inB, ha.Objects[i].Name)
	}
	for i := range hb.Objects {
		if k, ok := inB[hb.Objects[i].Name]; ok && k == int32(i) {
			c.result.Headers = append(c.result.Headers, fmt.Sprintf("object %q is only in B", hb.Objects[i].Name))
		}
	}
}

const (
	mostFields = 4  // of a header that are told
	mostValue  = 40 // bytes of a value that are told
)

// fieldDifferences returns which fields of two JSON objects differ, and their values, as the end of a line that begins
// with what the objects are; nothing if they are no objects.
func fieldDifferences(a, b []byte) string {
	list := appendFields(nil, "", a, b)
	if list == nil {
		return ""
	}
	if more := len(list) - mostFields; more > 1 {
		list = append(list[:mostFields], fmt.Sprintf("%d more", more))
	}
	return ": " + strings.Join(list, ", ")
}

// appendFields appends the fields below path that differ, in order of their names.
func appendFields(list []string, path string, a, b []byte) []string {
	var fa, fb map[string]json.RawMessage
	if json.Unmarshal(a, &fa) != nil || json.Unmarshal(b, &fb) != nil || fa == nil || fb == nil {
		if path == "" {
			return nil
		}
		return append(list, fmt.Sprintf("%s %s and %s", path, valueText(a), valueText(b)))
	}
	all := maps.Clone(fa)
	maps.Copy(all, fb)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if x, y := fa[name], fb[name]; !bytes.Equal(x, y) {
			list = appendFields(list, strings.TrimPrefix(path+"."+name, "."), x, y)
		}
	}
	return list
}

// valueText returns a value on one line, its beginning if it is long, and none for an absent one.
func valueText(value []byte) string {
	var text bytes.Buffer
	switch {
	case len(value) == 0:
		return "none"
	case json.Compact(&text, value) != nil || text.Len() > mostValue || strings.ContainsFunc(text.String(), func(r rune) bool { return !unicode.IsPrint(r) }):
		if len(value) <= mostValue {
			return strconv.Quote(string(value))
		}
		return strconv.Quote(string(value[:mostValue])) + "…"
	}
	return text.String()
}
