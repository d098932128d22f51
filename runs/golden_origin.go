package runs

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/runs/document"
)

// goldenOrigin is what a golden was made from. It is told where a run differs, and is no difference itself. It is the second
// line of a golden,
//
//	engine prang 0.1.0 (5c164781) from "scenario.yaml" 93b2f1a6c05e7d48 "../materials.yaml" 0c1fbd6e93a45b72
//
// of a version that wrote less without files, or not there. Versions that know no files take them for the engine's name.
type goldenOrigin struct {
	engine string
	files  []fileDigest // the scenario first, with the values of its case
}

// fileDigest is the name of a file that a run read, as the scenario has it, and the first 16 hexadecimal digits of the SHA-256 of
// its content, with line feeds at the ends of lines and without a byte order mark.
type fileDigest struct{ name, digest string }

// digestsOf returns the digests of files.
func digestsOf(files []document.File) []fileDigest {
	digests := make([]fileDigest, len(files))
	for i, f := range files {
		sum := sha256.Sum256(lineFeeds(bytes.TrimPrefix(f.Data, document.ByteOrderMark)))
		digests[i] = fileDigest{f.Name, hex.EncodeToString(sum[:8])}
	}
	return digests
}

// line returns the line of the golden.
func (o *goldenOrigin) line() string {
	text := "engine " + o.engine
	for i, f := range o.files {
		if i == 0 {
			text += " from"
		}
		text += fmt.Sprintf(" %q %s", f.name, f.digest)
	}
	return text + "\n"
}

// cutOrigin returns the origin that a golden gives, and the golden without that line.
func cutOrigin(text []byte) (o goldenOrigin, rest []byte) {
	const head = goldenFormat + "\nengine "
	if !bytes.HasPrefix(text, []byte(head)) {
		return o, text
	}
	line, rest, _ := bytes.Cut(text[len(head):], []byte("\n"))
	engine, files, _ := strings.Cut(string(line), ` from "`)
	o.engine = engine
	for files = `"` + files; ; files = files[1:] {
		quoted, err := strconv.QuotedPrefix(files)
		if err != nil {
			break
		}
		name, _ := strconv.Unquote(quoted)
		digest, _, _ := strings.Cut(strings.TrimPrefix(files[len(quoted):], " "), " ")
		o.files = append(o.files, fileDigest{name, digest})
		if files = strings.TrimPrefix(files[len(quoted):], " "+digest); files == "" {
			break
		}
	}
	return o, append([]byte(goldenFormat+"\n"), rest...)
}

// change says what has changed since a golden was made, from the origin of the golden and that of a run; "" if the golden does not
// tell.
func (o *goldenOrigin) change(run *goldenOrigin) string {
	files, known := o.changedFiles(run), len(o.files) > 0
	switch engine := fmt.Sprintf("the golden is of %s, this is %s: the engine has changed", o.engine, run.engine); {
	case o.engine == "":
		return ""
	case o.engine != run.engine && !known:
		return engine
	case o.engine != run.engine && files == "":
		return engine + ", the scenario and its files have not"
	case o.engine != run.engine:
		return engine + ", and " + files
	case !known:
		return "the golden is of this engine: the scenario, a file that it reads, or the golden must have changed"
	case files == "":
		return "the golden is of this engine, this scenario and these files: it has been edited, or the engine was changed in what its fingerprint does not see"
	}
	return "the golden is of this engine: " + files
}

// changedFiles says which files are not as in the golden; "" if all are, or are elsewhere.
func (o *goldenOrigin) changedFiles(run *goldenOrigin) string {
	if len(o.files) == 0 {
		return ""
	}
	var changed, other, gone []string
	had := func(list []fileDigest, is func(f fileDigest) bool) bool { return slices.ContainsFunc(list, is) }
	for i, f := range run.files {
		switch {
		case slices.Contains(o.files, f):
		case i == 0, had(o.files, func(g fileDigest) bool { return g.name == f.name }): // the scenario, whatever its name
			if i > 0 || o.files[0].digest != f.digest {
				changed = append(changed, f.name)
			}
		case had(o.files, func(g fileDigest) bool { return g.digest == f.digest }):
		default:
			other = append(other, f.name)
		}
	}
	for i, f := range o.files {
		if i > 0 && !had(run.files, func(g fileDigest) bool { return g.name == f.name || g.digest == f.digest }) {
			gone = append(gone, f.name)
		}
	}
	var parts []string
	for _, p := range []struct {
		names []string
		what  string
	}{{changed, "has changed"}, {other, "is new"}, {gone, "is read no more"}} {
		if len(p.names) > 0 {
			what := p.what
			if len(p.names) > 1 {
				what = strings.NewReplacer("has ", "have ", "is ", "are ").Replace(what)
			}
			parts = append(parts, strings.Join(p.names, ", ")+" "+what)
		}
	}
	return strings.Join(parts, ", ")
}
