package scenariofile

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim"
)

// EngineSettings reads settings of the engine one by one, named as in the settings block of a scenario: crowd and 24,
// slop and 0.2 mm; impacts.above stands for the key in impacts. In all, settings that are not given are zero, which
// stands for the default; others are those of set whose value is not the default. The error has a line for each invalid
// setting, which begins with source, such as the name of a flag.
func EngineSettings(source string, set []Setting) (all sim.Settings, others []Setting, err error) {
	if all, err = engineSettings(source, set); err != nil {
		return all, nil, err
	}
	for i, s := range set {
		one, err := engineSettings(source, set[i:i+1])
		if err != nil {
			return all, nil, err
		}
		if one.WithDefaults() != (sim.Settings{}).WithDefaults() {
			others = append(others, s)
		}
	}
	return all, others, nil
}

func engineSettings(source string, set []Setting) (sim.Settings, error) {
	r := &reader{Decoder: document.Decoder{File: source}}
	block := mapping()
	for _, s := range set {
		key, value := s.Name, scalar(s.Value)
		if outer, inner, nested := strings.Cut(key, "."); nested {
			key, value = outer, mapping(scalar(inner), value)
		}
		if document.ValueOf(block, key) != nil {
			return sim.Settings{}, fmt.Errorf("%s: %s is given twice: give it one value", source, wording.OneLine(wording.Clip(key)))
		}
		block.Content = append(block.Content, scalar(key), value)
	}
	var to sim.Settings
	if o, ok := r.Object(mapping(scalar("settings"), block), "", "scenario"); ok {
		r.readSettings(o, &to)
	}
	var all []error
	for _, p := range r.Problems {
		all = append(all, errors.New(p.String()))
	}
	return to, errors.Join(all...)
}

func scalar(value string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: value} }

func mapping(content ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Content: content}
}
