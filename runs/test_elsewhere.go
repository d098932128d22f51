package runs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
)

// TestLogsElsewhere returns a new directory for the logs of tests, among the temporary files, where none can be written to
// runs/out; else "".
func TestLogsElsewhere() (dir string, err error) {
	if holdsFiles(filepath.Dir(scenariofile.LogPath("any"))) {
		return "", nil
	}
	if dir, err = os.MkdirTemp("", "prang-test-"); err != nil {
		return "", fmt.Errorf("the logs of tests can be written neither to %s nor to %s: %w: run prang where it can write, or name a directory for temporary files in the environment", filepath.Dir(scenariofile.LogPath("any")), os.TempDir(), wording.WithoutPath(err))
	}
	return dir, nil
}

// holdsFiles reports whether a file can be made in a directory, which may have to be made before.
func holdsFiles(dir string) bool {
	info, err := os.Stat(dir)
	for errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
		info, err = os.Stat(dir)
	}
	if err != nil || !info.IsDir() {
		return false
	}
	f, err := os.CreateTemp(dir, ".prang-")
	if err != nil {
		return false
	}
	_ = f.Close()
	_ = os.Remove(f.Name())
	return true
}
