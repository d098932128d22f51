package runs

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/wording"
)

// goldenFile is a golden as people may have left it. An update keeps what is theirs.
type goldenFile struct {
	text []byte // with lines that end in line feeds, without a mark
	mark bool   // it begins with a byte order mark
	crlf bool   // most of its lines end in a carriage return and a line feed
}

// readGolden reads a golden.
func readGolden(path string) (f goldenFile, err error) {
	f.text, err = readWhole(path)
	f.text, f.mark = bytes.CutPrefix(f.text, document.ByteOrderMark)
	f.crlf = 2*bytes.Count(f.text, []byte("\r\n")) > bytes.Count(f.text, []byte("\n"))
	f.text = lineFeeds(f.text)
	return f, err
}

// with returns the content of the file with another golden in it: comments above the first line stay there, other
// comments and tolerances follow the golden.
func (f *goldenFile) with(golden []byte) []byte {
	lead := f.lead()
	_, kept := splitGolden(f.text[len(lead):])
	text := bytes.Join([][]byte{lead, golden, kept}, nil)
	if f.crlf {
		text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	}
	if f.mark {
		text = append(bytes.Clone(document.ByteOrderMark), text...)
	}
	return text
}

// lead returns the comments above the first line of the golden; nothing if it has none but comments.
func (f *goldenFile) lead() []byte {
	n := 0
	for line := range bytes.Lines(f.text) {
		if !isComment(line) {
			return f.text[:n]
		}
		n += len(line)
	}
	return nil
}

// lineFeeds returns a text with lines that end in line feeds, as it was written: git gives text the line ends of the
// system.
func lineFeeds(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }

// readBeside reads a file that goes with a scenario with lines that end in line feeds.
func readBeside(path string) ([]byte, error) {
	text, err := readWhole(path)
	return lineFeeds(text), err
}

// readWhole reads a file, and refuses what is no regular file, whose end may never come.
func readWhole(path string) ([]byte, error) {
	if document.IsStream(path) {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("it is no regular file: remove it")}
	}
	return os.ReadFile(path)
}

// checkFormat returns an error for a golden that does not begin as one does.
func checkFormat(golden []byte) error {
	rest, _ := splitGolden(golden)
	first, _, _ := bytes.Cut(rest, []byte("\n"))
	if version, ok := bytes.CutPrefix(first, []byte("prang-golden ")); ok && string(first) != goldenFormat && len(version) > 0 {
		return fmt.Errorf("is %q, of another version of prang, this one has %q: take that version, or write it anew with prang test --update", wording.Clip(string(first)), goldenFormat)
	}
	if string(first) != goldenFormat {
		return fmt.Errorf("begins with %q, not with %q: write it anew with prang test --update", wording.Clip(string(first)), goldenFormat)
	}
	return nil
}

// goldenOrder are the first words of the lines of a golden, in their order.
var goldenOrder = []string{"prang-golden", "engine", "scenario", "ended", "steps", "hash", "final", "impacts", "unlisted", "limits", "sensors", "breaks", "impact", "sensor", "break", "body", "mover"}

// cutOff returns the number of the line at which a golden ends too early, 0 for a whole one. got is the golden of a run. Last
// lines are of bodies and movers; those that are missing are of new ones in the scenario, not cut off, unless the run begins
// with the state of the golden.
func cutOff(golden, got []byte) int {
	n, at := 0, 0
	var end []byte
	for line := range bytes.Lines(golden) {
		if n++; !isPeoples(line) {
			at, end = n, line
		}
	}
	if !bytes.HasSuffix(end, []byte("\n")) {
		return at
	}
	order, body := orderOf(end), slices.Index(goldenOrder, "body")
	switch {
	case order < 0: // it is no line of a golden, which the comparison tells
		return 0
	case order < body && order < orderOf(lastLine(got)):
		return at
	}
	a, start := goldenObjects(golden)
	b, begins := goldenObjects(got)
	if len(a) < len(b) && slices.Equal(a, b[:len(a)]) && start == begins {
		return at
	}
	return 0
}

// orderOf returns the place of a line in goldenOrder, -1 if it has none.
func orderOf(line []byte) int {
	word, _, _ := strings.Cut(strings.TrimSuffix(string(line), "\n"), " ")
	return slices.Index(goldenOrder, word)
}

// lastLine returns the last line of a text.
func lastLine(text []byte) (last []byte) {
	for line := range bytes.Lines(text) {
		last = line
	}
	return last
}

// goldenObjects returns the bodies and movers of a golden, and the hash of its first state.
func goldenObjects(golden []byte) (names []string, start string) {
	for _, l := range goldenLines(golden) {
		switch kind, _, _ := strings.Cut(l.subject, " "); {
		case kind == "body", kind == "mover":
			names = append(names, l.subject)
		case l.subject == "hash 0 s":
			start = l.fields[0].value
		}
	}
	return names, start
}

// splitGolden separates the lines of a golden that people write, tolerances and comments, from the rest.
func splitGolden(golden []byte) (rest, kept []byte) {
	for line := range bytes.Lines(golden) {
		if isPeoples(line) {
			kept = append(kept, line...)
		} else {
			rest = append(rest, line...)
		}
	}
	return rest, kept
}

// isPeoples reports whether people write a line of a golden: a tolerance or a comment.
func isPeoples(line []byte) bool {
	return bytes.HasPrefix(line, []byte("tolerance ")) || isComment(line)
}

// isComment reports whether a line of a golden is empty or begins with #.
func isComment(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) == 0 || line[0] == '#'
}
