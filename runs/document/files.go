package document

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ReadBounded returns at most limit bytes of a file; more is an error.
func ReadBounded(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("is larger than %d bytes", limit)
	}
	return data, err
}

// IsStream reports whether what is at a path is neither a regular file nor a directory, but a pipe or a device.
func IsStream(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// PathBeside returns the path of what a file calls name, with / between directories, as seen from the file's directory.
// It is what the system makes of it: .. behind a link to a directory is above the place that the link leads to. Where
// that makes no difference, the path is clean. A file that is not regular, such as a pipe, is taken to be in the working
// directory.
func PathBeside(file, name string) string {
	dir, _ := filepath.Split(file)
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		dir = ""
	}
	if dir == "" {
		dir = "." + string(filepath.Separator)
	}
	exact := dir + filepath.FromSlash(name)
	clean := filepath.Clean(exact)
	found, err := os.Stat(exact)
	other, errClean := os.Stat(clean)
	if err != nil && errClean != nil || err == nil && errClean == nil && os.SameFile(found, other) {
		return clean
	}
	return exact
}

var ByteOrderMark = []byte("\ufeff")

// MissingError is an fs.ErrNotExist that says it in its own words.
type MissingError struct{ Text string }

func (e *MissingError) Error() string { return e.Text }

func (e *MissingError) Is(target error) bool { return target == fs.ErrNotExist }
