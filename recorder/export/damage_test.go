package export_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/sim/record"
)

// flipped returns a log of several chunks with one bit that is another, and the log before that. The byte is chosen by
// the chunks.
func flipped(t *testing.T, at func(chunks []recorder.Chunk) int64) (bad, whole *recorder.Reader) {
	t.Helper()
	return flippedOf(t, strings.Replace(scenario, "duration: 0.5 s", "duration: 4 s", 1), at)
}

// flippedOf is flipped for the log of a scenario's text.
func flippedOf(t *testing.T, text string, at func(chunks []recorder.Chunk) int64) (bad, whole *recorder.Reader) {
	t.Helper()
	s := parsed(t, text)
	path := filepath.Join(t.TempDir(), "mixture.prang")
	if _, err := runs.Run(context.Background(), s, runs.Options{Log: path}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if whole, err = recorder.NewReader(bytes.NewReader(data), int64(len(data))); err != nil {
		t.Fatal(err)
	}
	chunks := whole.Chunks()
	if len(chunks) < 3 {
		t.Fatalf("%d chunks", len(chunks))
	}
	data = bytes.Clone(data)
	data[at(chunks)] ^= 4
	if bad, err = recorder.NewReader(bytes.NewReader(data), int64(len(data))); err != nil {
		t.Fatal(err)
	}
	return bad, whole
}

// inSecond is a byte of the second chunk.
func inSecond(chunks []recorder.Chunk) int64 { return chunks[1].Offset + chunks[1].Size/2 }

// secondFlipped returns a log whose second chunk is damaged, the log before that, and the steps of the chunk.
func secondFlipped(t *testing.T) (bad, whole *recorder.Reader, from, to int64) {
	t.Helper()
	bad, whole = flipped(t, inSecond)
	c := whole.Chunks()[1]
	return bad, whole, c.First, c.First + int64(c.Steps)
}

// What can be read of a damaged log is written as it would be of the whole one, and each form tells of the rest.
func TestExport_WritesWhatDamageHasLeft(t *testing.T) {
	bad, whole, from, to := secondFlipped(t)
	var told []string
	damaged := func(err error) {
		if !errors.Is(err, recorder.ErrDamaged) {
			t.Errorf("told of %v", err)
		}
		told = append(told, err.Error())
	}
	tables := map[string]func(io.Writer, *recorder.Reader, export.Selection) error{
		"frames": export.FramesCSV, "events": export.EventsCSV, "ledger": export.LedgerCSV, "contacts": export.ContactsCSV,
	}
	for name, write := range tables {
		var all, rest bytes.Buffer
		told = nil
		if err := errors.Join(write(&all, whole, export.Selection{}), write(&rest, bad, export.Selection{Damaged: damaged})); err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("steps %d to %d ", from, to-1); len(told) != 1 || !strings.Contains(told[0], want) {
			t.Errorf("%s: told of %q, want %q", name, told, want)
		}
		rows, err := csv.NewReader(&all).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		w := csv.NewWriter(&want)
		left := 0
		for _, row := range rows {
			var step int64
			if _, err := fmt.Sscan(row[0], &step); err == nil && step >= from && step < to {
				left++
				continue
			}
			w.Write(row)
		}
		if w.Flush(); want.String() != rest.String() || left == 0 && name != "events" {
			t.Errorf("%s: %d rows of the damaged steps, %d bytes, want %d", name, left, rest.Len(), want.Len())
		}
		if err := write(io.Discard, bad, export.Selection{}); !errors.Is(err, recorder.ErrDamaged) {
			t.Errorf("%s: nobody is told, error %v", name, err)
		}
	}
	steps := whole.Steps() - (to - from)
	var b bytes.Buffer
	if err := export.FramesParquet(&b, bad, export.Selection{Damaged: damaged, Objects: []string{"box"}}); err != nil {
		t.Fatal(err)
	}
	if f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len())); err != nil || f.NumRows() != steps {
		t.Errorf("parquet: %v, want %d rows", err, steps)
	}
	if _, i := readMCAP(t, bad, export.Selection{Damaged: damaged}); i.Statistics.ChannelMessageCounts[0] != uint64(steps) {
		t.Errorf("mcap: %v, want %d frames", i.Statistics, steps)
	}
}

// A sum of the ledger over steps of which one is missing would be wrong: it is left out, the others are those of the
// whole log.
func TestLedgerCSV_LeavesOutSumsWithDamage(t *testing.T) {
	bad, whole, from, to := secondFlipped(t)
	for _, every := range []int64{7, to - from - 1, to - from + 5} {
		var all, rest bytes.Buffer
		sel := export.Selection{Every: every, Damaged: func(error) {}}
		if err := errors.Join(export.LedgerCSV(&all, whole, sel), export.LedgerCSV(&rest, bad, sel)); err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		next := int64(0) // the first step of a row
		for line := range strings.Lines(all.String()) {
			var last int64
			if _, err := fmt.Sscanf(line, "%d,", &last); err == nil {
				first := next
				if next = last + 1; first < to && last >= from {
					continue
				}
			}
			want.WriteString(line)
		}
		if rest.String() != want.String() || want.Len() == all.Len() {
			t.Errorf("every %d: %d lines, want %d", every, strings.Count(rest.String(), "\n"), strings.Count(want.String(), "\n"))
		}
	}
}

// An animation goes straight over what is missing: its columns have the frames that there are, each at its time.
func TestGLB_GoesOverDamage(t *testing.T) {
	bad, whole, from, to := secondFlipped(t)
	doc := readGLB(t, bad, export.Selection{Every: 7, Damaged: func(error) {}})
	var steps []int64
	for step := range whole.Steps() {
		if (step%7 == 0 || step == whole.Steps()-1) && (step < from || step >= to) {
			steps = append(steps, step)
		}
	}
	checked := 0
	for _, c := range doc.Animations[0].Channels {
		s := doc.Animations[0].Samplers[c.Sampler]
		input := doc.Accessors[s.Input]
		times, err := modeler.ReadAccessor(doc, input, nil)
		if err != nil {
			t.Fatal(err)
		}
		out, err := modeler.ReadAccessor(doc, doc.Accessors[s.Output], nil)
		if err != nil {
			t.Fatal(err)
		}
		places, ok := out.([][3]float32)
		if !ok {
			if n := len(out.([][4]float32)); n != len(steps) {
				t.Errorf("%d attitudes, want %d", n, len(steps))
			}
			continue
		}
		if len(places) != len(steps) || len(times.([]float32)) != len(steps) || input.Max[0] != float64(times.([]float32)[len(steps)-1]) {
			t.Fatalf("%d places at %d times up to %v, want %d", len(places), len(times.([]float32)), input.Max, len(steps))
		}
		for _, a := range []*gltf.Accessor{input, doc.Accessors[s.Output]} {
			if n := doc.BufferViews[*a.BufferView].ByteLength; n != 4*a.Type.Components()*len(steps) {
				t.Errorf("a column of %d bytes for %d frames", n, len(steps))
			}
		}
		name := doc.Nodes[*c.Target.Node].Name
		for k, step := range steps {
			var f record.Frame
			if err := whole.Frame(step, &f); err != nil {
				t.Fatal(err)
			}
			want := values(whole.Header(), &f, name)
			if times.([]float32)[k] != float32(f.Time) || places[k][0] != float32(want["x.x"]) || places[k][2] != float32(want["x.z"]) {
				t.Fatalf("%s, step %d: at %v s %v, want %v", name, step, times.([]float32)[k], places[k], want)
			}
		}
		checked++
	}
	if checked != 3 {
		t.Errorf("%d objects move", checked)
	}
	// Of nothing there is no animation.
	err := export.GLB(io.Discard, bad, export.Selection{From: from, To: to, Damaged: func(error) {}})
	if !errors.Is(err, recorder.ErrDamaged) {
		t.Errorf("without a frame: %v", err)
	}
}

// An object whose mesh is damaged stays, without one.
func TestGLB_GoesWithoutADamagedMesh(t *testing.T) {
	// The files stand before the chunks.
	bad, _ := flipped(t, func(chunks []recorder.Chunk) int64 { return chunks[0].Offset - 20 })
	if _, err := bad.Asset("floor.obj"); !errors.Is(err, recorder.ErrDamaged) {
		t.Fatalf("floor.obj: %v", err)
	}
	told := ""
	doc := readGLB(t, bad, export.Selection{Damaged: func(err error) { told += err.Error() }})
	for _, n := range doc.Nodes {
		if n.Name == "floor" && n.Mesh != nil || n.Name == "box" && n.Mesh == nil {
			t.Errorf("%s has the mesh %v", n.Name, n.Mesh)
		}
	}
	if !strings.Contains(told, `asset "floor.obj": log is damaged`) {
		t.Errorf("told of %q", told)
	}
	if err := export.GLB(io.Discard, bad, export.Selection{}); !errors.Is(err, recorder.ErrDamaged) {
		t.Errorf("nobody is told, error %v", err)
	}
}
