package scenariofile

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
)

// IsScenario reports whether the file at path is a scenario, by some of its keys; it may have errors.
func IsScenario(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	data, err := document.ReadBounded(path, document.MaxSize)
	if err != nil {
		return false
	}
	root, _ := parseTree(path, data)
	return root != nil && LooksLikeScenario(root)
}

// LooksLikeScenario is IsScenario for a file that has been read.
func LooksLikeScenario(root *yaml.Node) bool {
	keys := document.KeysIn(root)
	if IsPlan(root) || slices.Contains(keys, "schema") { // a document that prang wrote
		return false
	}
	found := 0 // of different keys: one that is there twice says no more
	for _, key := range []string{"name", "step", "duration", "gravity", "bodies", "movers"} {
		if slices.Contains(keys, key) {
			found++
		}
	}
	return found > 1
}

// IsPlan reports whether a file is a plan and no scenario, by its keys; it may have errors. What names scenarios and has
// nothing that moves is one.
func IsPlan(root *yaml.Node) bool {
	keys := document.KeysIn(root)
	return slices.Contains(keys, "scenarios") && !slices.Contains(keys, "bodies") && !slices.Contains(keys, "movers")
}

// IsSweep reports whether the file at path has results of a sweep. What is no regular file can be read once only, and has none.
func IsSweep(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head, err := bufio.NewReader(io.LimitReader(f, 4096)).ReadBytes('\n')
	var h struct {
		Schema string `json:"schema"`
	}
	return err == nil && json.Unmarshal(head, &h) == nil && strings.HasPrefix(h.Schema, "prang.sweep/")
}
