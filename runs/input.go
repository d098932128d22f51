package runs

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
)

// InputKind says what of a program's inputs the file at path is, such as "a scenario": what people write, or what took long
// to compute. It is "" for anything else, such as a table or a page, and for what is no regular file.
func InputKind(path string) string {
	info, err := os.Stat(path)
	switch {
	case err != nil || !info.Mode().IsRegular() || info.Size() == 0:
		return ""
	case recorder.IsLog(path):
		return "a log"
	case scenariofile.IsSweep(path):
		return "the results of a sweep"
	}
	data, err := document.ReadBounded(path, document.MaxSize)
	if err != nil { // larger than any
		return ""
	}
	if checkFormat(lineFeeds(bytes.TrimPrefix(data, document.ByteOrderMark))) == nil {
		return "a golden"
	}
	if root, _ := document.Scenario.Parse(path, data); root != nil {
		switch {
		case scenariofile.LooksLikeScenario(root):
			return "a scenario"
		case scenariofile.IsPlan(root) && !slices.Contains(document.KeysIn(root), "schema"):
			return "a plan"
		}
	}
	if ext := strings.ToLower(filepath.Ext(path)); ext == ".yaml" || ext == ".yml" { // which may have errors
		return "a file of YAML"
	}
	return ""
}
