package export_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/prang-sim/prang/recorder/export"
)

// The schema of the channel of events names every field of an event's line, holds for all events of a run, and for nothing
// with a field of another name or type.
func TestMCAP_SchemaOfEventsIsThatOfTheirLines(t *testing.T) {
	r, _ := recorded(t)
	reader, _ := readMCAP(t, r, export.Selection{})
	it, err := reader.Messages(mcap.WithTopics([]string{"/events"}))
	if err != nil {
		t.Fatal(err)
	}
	var schema *jsonschema.Schema
	var doc any
	validate := func(data string) error {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(v)
	}
	impact := ""
	for {
		s, _, msg, err := it.NextInto(nil)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if schema == nil {
			if doc, err = jsonschema.UnmarshalJSON(bytes.NewReader(s.Data)); err != nil {
				t.Fatal(err)
			}
			c := jsonschema.NewCompiler()
			if err := c.AddResource("event.json", doc); err != nil {
				t.Fatal(err)
			}
			if schema, err = c.Compile("event.json"); err != nil {
				t.Fatal(err)
			}
		}
		if err := validate(string(msg.Data)); err != nil {
			t.Errorf("%s: %v", msg.Data, err)
		}
		if bytes.Contains(msg.Data, []byte(`"kind":"impact"`)) {
			impact = string(msg.Data)
		}
	}
	if impact == "" {
		t.Fatal("no impact")
	}
	for _, bad := range [][2]string{{`"impulse":[`, `"impulse":["0",`}, {`"normal":[`, `"normal":[0,`}, {`"time":`, `"when":`}, {`"before":[`, `"before":[{"v":[0,0,0]},`}, {`"feature":`, `"feature":0.5,"edge":`}} {
		if !strings.Contains(impact, bad[0]) {
			t.Fatalf("%s has no %s", impact, bad[0])
		}
		if text := strings.Replace(impact, bad[0], bad[1], 1); validate(text) == nil {
			t.Errorf("valid: %s", text)
		}
	}
	properties := doc.(map[string]any)["properties"].(map[string]any)
	for of, fields := range map[reflect.Type]map[string]any{
		reflect.TypeFor[export.EventLine]():  properties,
		reflect.TypeFor[export.EventPoint](): properties["points"].(map[string]any)["items"].(map[string]any)["properties"].(map[string]any),
		reflect.TypeFor[export.Twist]():      properties["after"].(map[string]any)["items"].(map[string]any)["properties"].(map[string]any),
	} {
		for i := range of.NumField() {
			if name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ","); fields[name] == nil {
				t.Errorf("%v: no property %s", of, name)
			}
		}
		if len(fields) != of.NumField() {
			t.Errorf("%v: %d properties for %d fields", of, len(fields), of.NumField())
		}
	}
}
