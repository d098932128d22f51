package runs

import (
	"bytes"
	"fmt"
	"os"
)

// goldenFile is a golden as people may have left it. An update keeps what is theirs.
type goldenFile struct {
	text []byte // with lines that end in line feeds, without a mark
	mark bool   // it begins with a byte order mark
	crlf bool   // most of its lines end in a carriage return and a line feed
}

var byteOrderMark = []byte("\ufeff")

// readGolden reads a golden.
func readGolden(path string) (f goldenFile, err error) {
	f.text, err = os.ReadFile(path)
	f.text, f.mark = bytes.CutPrefix(f.text, byteOrderMark)
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
		text = append(bytes.Clone(byteOrderMark), text...)
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
	text, err := os.ReadFile(path)
	return lineFeeds(text), err
}

// checkFormat returns an error for a golden that does not begin as one does.
func checkFormat(golden []byte) error {
	rest, _ := splitGolden(golden)
	first, _, _ := bytes.Cut(rest, []byte("\n"))
	if string(first) != goldenFormat {
		return fmt.Errorf("begins with %q, not with %q: write it anew with prang test --update", clip(string(first)), goldenFormat)
	}
	return nil
}

// splitGolden separates the lines of a golden that people write, tolerances and comments, from the rest.
func splitGolden(golden []byte) (rest, kept []byte) {
	for line := range bytes.Lines(golden) {
		if bytes.HasPrefix(line, []byte("tolerance ")) || isComment(line) {
			kept = append(kept, line...)
		} else {
			rest = append(rest, line...)
		}
	}
	return rest, kept
}

// isComment reports whether a line of a golden is empty or begins with #.
func isComment(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) == 0 || line[0] == '#'
}
