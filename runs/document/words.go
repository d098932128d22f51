package document

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/wording"
)

// Text reads a string.
func (o *Object) Text(key string) (string, bool) {
	n := o.Values[key]
	if n == nil {
		return "", false
	}
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str" {
		o.Fail(key, "%s where text is needed: %s", Describe(n), textRemedy(n))
		return "", false
	}
	return n.Value, true
}

// textRemedy is the remedy for a value that is no text: quotes make one of a number, or of a date.
func textRemedy(n *yaml.Node) string {
	switch tag := n.ShortTag(); {
	case n.Kind == yaml.ScalarNode && isOwnTag(tag):
		return "leave out the tag"
	case n.Kind == yaml.SequenceNode && len(n.Content) == 1:
		return "write what is in it, without [ ]"
	case n.Kind != yaml.ScalarNode:
		return "write a word or a line in its place"
	case tag == "!!null":
		return "write it behind the colon, or remove the key"
	case tag == "!!bool":
		return "write a word in its place"
	}
	return "write it in quotes"
}

// File reads the name of a file, which may also be given with more keys in a mapping.
func (o *Object) File(key string) (string, bool) {
	n := o.Values[key]
	if n == nil || n.Kind == yaml.ScalarNode && n.ShortTag() != "!!null" && n.ShortTag() != "!!bool" {
		return o.Text(key)
	}
	const example = "rocks.obj"
	remedy := "write, for example, " + example
	if keys := o.Outdented(key); n.Kind == yaml.ScalarNode && len(keys) > 0 {
		remedy = IndentKeys(keys)
	} else if c := n.Content; n.Kind == yaml.SequenceNode && len(c) == 1 && c[0].Kind == yaml.ScalarNode {
		remedy = fmt.Sprintf("write %s: %s, without [ ]", key, wording.Clip(c[0].Value))
	}
	o.Fail(key, "%s where the name of a file is needed: %s", Describe(n), remedy)
	return "", false
}

// IndentKeys is the remedy for keys that outdented returns.
func IndentKeys(keys []string) string {
	return fmt.Sprintf("indent its keys (%s) below it, by more than it is itself", strings.Join(keys, ", "))
}

// Outdented returns the keys of the mapping that belong into that of a mesh's file under a key, as they stand when they are not
// indented.
func (o *Object) Outdented(key string) (names []string) {
	if key != "mesh" && key != "hull" {
		return nil
	}
	for _, k := range []string{"file", "unit", "scale", "up"} {
		if ValueOf(o.Node, k) != nil {
			names = append(names, k)
		}
	}
	return names
}

// Word reads one of some words. What is none of them, text or not, is reported: that it is, say, no frame, and the
// remedy, which lists the words.
func (o *Object) Word(key, what, remedy string, words ...string) (string, bool) {
	n := o.Values[key]
	switch {
	case n == nil:
		return "", false
	case n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str":
		o.Fail(key, "%s is %s: %s", Describe(n), what, remedy)
		return "", false
	case !slices.Contains(words, n.Value):
		o.Fail(key, "%q is %s: %s", wording.Clip(n.Value), what, remedy)
		return "", false
	}
	return n.Value, true
}

// Flag reads true or false.
func (o *Object) Flag(key string) (value, ok bool) {
	n := o.Values[key]
	if n == nil {
		return false, false
	}
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!bool" {
		o.Fail(key, "%s where true or false is needed", Describe(n))
		return false, false
	}
	return n.Value == "true" || n.Value == "True" || n.Value == "TRUE", true
}
