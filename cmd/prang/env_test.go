package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestEnv_NamesEverySchema: env names the schema of all that the program writes as JSON, under its own name.
func TestEnv_NamesEverySchema(t *testing.T) {
	written := map[string]string{}
	schema := regexp.MustCompile(`"prang\.([a-z_]+)/[0-9]+"`)
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range schema.FindAllSubmatch(text, -1) {
			if name := string(m[1]); name != "env" {
				written[name] = strings.Trim(string(m[0]), `"`)
			}
		}
		return err
	})
	if err != nil || len(written) < 10 {
		t.Fatalf("%v, %v", written, err)
	}
	var out bytes.Buffer
	a := &app{out: &out, err: &out}
	if code := a.main(t.Context(), []string{"env", "--json"}); code != 0 {
		t.Fatalf("exit code %d: %s", code, &out)
	}
	var e environment
	if err := json.Unmarshal(out.Bytes(), &e); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(e.Schemas, written) {
		t.Errorf("env names %v; the sources have %v", slices.Sorted(maps.Values(e.Schemas)), slices.Sorted(maps.Values(written)))
	}
}
