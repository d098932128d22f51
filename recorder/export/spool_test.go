package export

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"

	"github.com/prang-sim/prang/recorder"
)

// Columns of several blocks, filled side by side, come out one behind the other.
func TestSpool_ColumnsComeOutWhole(t *testing.T) {
	s, err := newSpool()
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	const rows = 3*spoolBlock/4 + 7
	widths := [3]int{1, 3, 4}
	want := int64(0)
	for _, w := range widths {
		if at := s.column(int64(w * rows)); at != want {
			t.Fatalf("a column at %d, want %d", at, want)
		}
		want += int64(4 * w * rows)
	}
	value := func(column, row, k int) float32 { return float32(1000000*column + 4*row + k) }
	for row := range rows {
		for i, w := range widths {
			var v []float32
			for k := range w {
				v = append(v, value(i, row, k))
			}
			if err := s.put(i, v...); err != nil {
				t.Fatal(err)
			}
		}
	}
	var out bytes.Buffer
	if err := s.copyTo(&out); err != nil || int64(out.Len()) != want {
		t.Fatalf("%d bytes, want %d; %v", out.Len(), want, err)
	}
	for i, w := range widths {
		for row := range rows {
			for k := range w {
				if got := math.Float32frombits(binary.LittleEndian.Uint32(out.Next(4))); got != value(i, row, k) {
					t.Fatalf("column %d, row %d, number %d: %v", i, row, k, got)
				}
			}
		}
	}
}

// A column that is not full is an error, not a file with zeros.
func TestSpool_ReportsAColumnThatIsNotFull(t *testing.T) {
	s, err := newSpool()
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	s.column(2)
	if err := s.put(0, 1); err != nil {
		t.Fatal(err)
	}
	if err := s.copyTo(&bytes.Buffer{}); err == nil {
		t.Error("one of two numbers is enough")
	}
}

// What a binary glTF cannot count is refused before a frame is read.
func TestGLB_ReportsWhatIsTooLarge(t *testing.T) {
	motion, err := newSpool()
	if err != nil {
		t.Fatal(err)
	}
	defer motion.close()
	g := &scene{doc: gltf.NewDocument(), places: poses{x: []int{0}, q: []int{3}}, nodes: []int{0}, motion: motion}
	err = g.addMotion(&source{h: &recorder.Header{}, to: 1 << 30, every: 2})
	if err == nil || !strings.Contains(err.Error(), "1 objects in 536870912 frames takes 17.2 GB") {
		t.Errorf("2^29 frames of 32 bytes: %v", err)
	}
}
