package document

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"github.com/prang-sim/prang/runs/wording"
)

// Bounds of a scenario file, so that hostile text costs no more than its size justifies.
const (
	MaxSize   = 4 << 20 // bytes
	maxDepth  = 32      // nested lists and mappings
	maxValues = 200_000 // scalars, lists and mappings with aliases written out, or as many as there are without
)

// Kind is a kind of file, as messages about it need it.
type Kind struct {
	name   string // of the kind
	schema string // the command that prints its schema
	large  string // the remedy for one that is too large
	start  string // how it begins
}

// The kinds of files that people write: scenarios, what these include, and plans.
var (
	Scenario = &Kind{"scenario", "prang schema", "put geometry into mesh files", "name: and step:"}
	Included = &Kind{"shared file", "prang schema included", "put geometry into mesh files", "materials:"}
	Plan     = &Kind{"plan", "prang schema plan", "write two plans", "name: and scenarios:"}
)

// Parse reads YAML (of which JSON is a part) into nodes that carry line and column. The root is a mapping.
func (kind *Kind) Parse(file string, data []byte) (*yaml.Node, []Problem) {
	fail := func(line, column int, format string, args ...any) (*yaml.Node, []Problem) {
		return nil, []Problem{{File: file, Line: line, Column: column, What: fmt.Sprintf(format, args...)}}
	}
	if len(data) > MaxSize {
		return fail(0, 0, "is %d bytes long: a %s has at most %d; %s", len(data), kind.name, MaxSize, kind.large)
	}
	if !utf8.Valid(data) {
		return fail(0, 0, "is not UTF-8 text: save it as UTF-8")
	}
	var doc yaml.Node
	err := yaml.Load(withoutVersion(tabsToSpaces(data)), &doc, yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(maxDepth))))
	if err != nil {
		line, column, message := kind.yamlProblem(err, data)
		return fail(line, column, "%s", message)
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		return fail(0, 0, "is empty: see the output of: %s", kind.schema)
	}
	root := doc.Content[0]
	most := max(maxValues, written(root))
	size := expander{sizes: map[*yaml.Node]int{}, most: most}
	if n := size.of(root, 0); n == cyclic {
		return fail(root.Line, root.Column, "has an alias inside the value that it refers to: write the value out")
	} else if n > most {
		return fail(root.Line, root.Column, "has more than %d values when its aliases are written out: use fewer aliases", most)
	}
	if root.Kind != yaml.MappingNode {
		return fail(root.Line, root.Column, "%s where a mapping is needed: start with %s", Describe(root), kind.start)
	}
	return root, nil
}

// tabsToSpaces lets JSON be indented with tabs, which YAML forbids: one space for each tab at the start of a line, so
// that columns stay. YAML block style keeps its tabs, and its error.
func tabsToSpaces(data []byte) []byte {
	if !strings.HasPrefix(strings.TrimLeft(string(data), " \t\r\n"), "{") {
		return data
	}
	out := append([]byte(nil), data...)
	start := true
	for i, c := range out {
		switch {
		case c == '\n':
			start = true
		case c == '\t' && start:
			out[i] = ' '
		case c != ' ':
			start = false
		}
	}
	return out
}

// withoutVersion lets a document say that it is of YAML 1.2, which the reader of 1.1 refuses although nothing in a scenario differs:
// the directive becomes a comment, so that lines and columns stay.
func withoutVersion(data []byte) []byte {
	const directive = "%YAML 1.2"
	at := bytes.Index(data, []byte(directive))
	if at < 0 || at > 0 && data[at-1] != '\n' && string(data[:at]) != "\ufeff" {
		return data
	}
	for _, line := range strings.Split(strings.TrimPrefix(string(data[:at]), "\ufeff"), "\n") {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return data // a document has begun
		}
	}
	if end := at + len(directive); end < len(data) && !strings.ContainsRune(" \t\r\n#", rune(data[end])) {
		return data
	}
	out := append([]byte(nil), data...)
	out[at] = '#'
	return out
}

// yamlRemedies are remedies for messages of the YAML reader. What is wrong may be where a construct begins, lines before
// the place at which the reader finds it.
var yamlRemedies = []struct {
	says, remedy string
	begins       bool
}{
	{"expected ','", "add a comma, or close the bracket before", false},
	{"expected ':'", "write a key, a colon and a space before the value", true},
	{"expected '-'", "give the entries of a list the same indent, with a space after each -, and their keys more", false},
	{"expected node content", "write the value that is missing, and close each bracket", false},
	{"expected <document start>", "leave out what is after the end of the document", false},
	{"mapping values are not allowed", "put the text in quotes, or give the lines of a block the same indent", false},
	{"unexpected end of stream", "close the quotes", true},
	{"expected key", "give the lines of a block the same indent, and close what has been opened only", false},
	{"cannot start any token", "put the text in quotes", false},
	{"unknown escape character", `write a backslash as \\, or the text in single quotes`, false},
	{"incompatible YAML document", "remove the line that begins with %YAML", false},
	{"expected version number", "remove the line that begins with %YAML", false},
	{"directive", "remove the line that begins with %, or put the text in quotes", false},
	{"unknown anchor", "put the text in quotes, or define the anchor before", false},
}

// yamlProblem returns the place and the text of an error of the YAML reader, with a remedy.
func (kind *Kind) yamlProblem(err error, data []byte) (line, column int, message string) {
	var many *yaml.LoadErrors
	if errors.As(err, &many) && len(many.Errors) > 0 {
		err = many.Errors[0]
	}
	message = err.Error()
	var one *yaml.LoadError
	if errors.As(err, &one) {
		line, column, message = one.Mark.Line, max(one.Mark.Column, 1), one.Message
	}
	words := strings.Split(strings.TrimPrefix(message, "yaml: "), " ")
	for i := range words {
		words[i] = wording.Clip(words[i]) // the name of an alias
	}
	message = strings.Join(words, " ")
	switch {
	case strings.Contains(message, "no documents"):
		message = "is empty: see the output of: " + kind.schema
	case strings.Contains(message, "found multiple"):
		message = fmt.Sprintf("holds several documents: write one %s a file, without --- lines", kind.name)
	case strings.Contains(message, "max depth"):
		message = fmt.Sprintf("is nested more than %d deep: a %s needs fewer levels", maxDepth, kind.name)
	default:
		for _, r := range yamlRemedies {
			if strings.Contains(message, r.says) {
				message += ": " + r.remedy
				if one != nil && r.begins && one.ContextMark.Line > 0 {
					line, column = one.ContextMark.Line, max(one.ContextMark.Column, 1)
				}
				break
			}
		}
		if at := wording.ConflictLine(data); at > 0 {
			return at, 1, wording.ConflictText
		}
		if lines := bytes.Split(data, []byte("\n")); line > 0 && line <= len(lines) && bytes.HasPrefix(bytes.TrimLeft(lines[line-1], " "), []byte("\t")) {
			message = "a tab begins the line: indent with spaces"
		}
		message = "is not YAML or JSON: " + message
	}
	return line, column, message
}

// cyclic is the result of expander for a value that contains itself.
const cyclic = math.MaxInt

// expander counts the values below a node with aliases written out, without writing them out.
type expander struct {
	sizes map[*yaml.Node]int // 0 while the node is being counted
	most  int                // counts end above it
}

// written returns the number of values from a node on, of aliases the names.
func written(n *yaml.Node) int {
	size := 1
	for _, c := range n.Content {
		size += written(c)
	}
	return size
}

func (e *expander) of(n *yaml.Node, depth int) int {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n == nil || depth > 4*maxDepth {
		return cyclic
	}
	if size, seen := e.sizes[n]; seen {
		if size == 0 {
			return cyclic
		}
		return size
	}
	e.sizes[n] = 0
	size := 1
	for _, c := range n.Content {
		s := e.of(c, depth+1)
		if s == cyclic {
			return cyclic
		}
		size = min(size+s, e.most+1)
	}
	e.sizes[n] = size
	return size
}

// Resolve follows an alias.
func Resolve(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// Describe names what a node is, for messages.
func Describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch tag := n.ShortTag(); tag {
	case "!!null":
		return "nothing"
	case "!!bool":
		return fmt.Sprintf("%q (true or false)", wording.Clip(n.Value))
	case "!!int", "!!float":
		return fmt.Sprintf("the number %s", wording.Clip(n.Value))
	default:
		if isOwnTag(tag) {
			return fmt.Sprintf("the text %q with the tag %s", wording.Clip(n.Value), wording.Clip(tag))
		}
	}
	return fmt.Sprintf("the text %q", wording.Clip(n.Value))
}

// isOwnTag reports whether a short tag is none of YAML's, but such as !include.
func isOwnTag(tag string) bool { return strings.HasPrefix(tag, "!") && !strings.HasPrefix(tag, "!!") }

// ValueOf returns the value of a key of a mapping, nil where there is none.
func ValueOf(block *yaml.Node, name string) *yaml.Node {
	if block == nil || block.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(block.Content); i += 2 {
		if block.Content[i].Value == name {
			return block.Content[i+1]
		}
	}
	return nil
}

// KeysIn returns the keys of a mapping, in its order.
func KeysIn(block *yaml.Node) []string {
	var keys []string
	if block != nil && block.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(block.Content); i += 2 {
			keys = append(keys, block.Content[i].Value)
		}
	}
	return keys
}
