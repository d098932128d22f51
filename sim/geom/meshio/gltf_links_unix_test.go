//go:build unix

package meshio

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLoad_FollowsNoLinkOut: a buffer may be a link to what lies beside the file, and none to what does not.
func TestLoad_FollowsNoLinkOut(t *testing.T) {
	dir := t.TempDir()
	at := filepath.Join(dir, "models")
	write(t, filepath.Join(dir, "secret.bin"), string(wedgeBuffer))
	write(t, filepath.Join(at, "sub", "a.bin"), string(wedgeBuffer))
	for name, to := range map[string]string{"out.bin": filepath.Join("..", "secret.bin"), "in.bin": filepath.Join("sub", "a.bin")} {
		if err := os.Symlink(to, filepath.Join(at, name)); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(at, "out.gltf"), changed(t, wedgeURI, "out.bin"))
	if m, err := Load(filepath.Join(at, "out.gltf")); err == nil {
		t.Errorf("a link led out of the directory: %v", m)
	}
	write(t, filepath.Join(at, "in.gltf"), changed(t, wedgeURI, "in.bin"))
	m, err := Load(filepath.Join(at, "in.gltf"))
	wantUprightWedge(t, "in.gltf", m, err)
}
