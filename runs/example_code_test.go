package runs_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/sim"
)

// A scenario made in code is run, with a log and a report; the log is read, and compared with that of another run.
func ExampleRun() {
	dir, err := os.MkdirTemp("", "prang")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()

	var logs []*recorder.Reader
	for i, speed := range []float64{10, 10.5} {
		path := filepath.Join(dir, fmt.Sprintf("%d.prang", i))
		report, err := runs.Run(context.Background(), &runs.Scenario{
			Name: "head-on", Steps: 120,
			Definition: &sim.Definition{
				Materials: []sim.Material{{Restitution: 0.1}},
				Bodies: []sim.BodyDef{
					{Name: "a", Half: mgl64.Vec3{2, 0.9, 0.7}, Mass: 1500, Velocity: mgl64.Vec3{speed}},
					{Name: "b", Half: mgl64.Vec3{2, 0.9, 0.7}, Mass: 1500, Position: mgl64.Vec3{6}},
				},
			},
		}, runs.Options{Log: path})
		if err != nil {
			fmt.Println(err)
			return
		}
		hit := report.Impacts[0]
		fmt.Printf("%.3f s: delta-v of %s %.3f m/s\n", hit.Time, hit.A, hit.Sides[0].DeltaVSize)
		log, err := recorder.Open(path)
		if err != nil {
			fmt.Println(err)
			return
		}
		defer func() { _ = log.Close() }()
		logs = append(logs, log)
	}
	c, err := compare.Logs(logs[0], logs[1], compare.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %s.%s differs from step %d on\n", c.Verdict, c.First.Object, c.First.Quantity, c.First.Step)
	// Output:
	// 0.200 s: delta-v of a 5.500 m/s
	// 0.190 s: delta-v of a 5.775 m/s
	// different: a.v differs from step 0 on
}

// A world is stepped by the program itself, and recorded in a buffer.
func ExampleNewHeader() {
	s := &runs.Scenario{Name: "drop", Definition: &sim.Definition{
		Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -10}},
		Bodies:   []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1}},
	}}
	w, err := runs.NewWorld(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	header, err := runs.NewHeader(s, w)
	if err != nil {
		fmt.Println(err)
		return
	}
	var buffer bytes.Buffer
	log, err := recorder.NewWriter(&buffer, header, nil)
	for err == nil {
		if err = log.Write(w.Frame()); w.Frame().Step == 240 || err != nil {
			break
		}
		err = w.Step()
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := log.Close(recorder.Summary{Ended: recorder.Complete}); err != nil {
		fmt.Println(err)
		return
	}

	r, err := recorder.NewReader(bytes.NewReader(buffer.Bytes()), int64(buffer.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	at := r.Header().Places().Body(0)
	for f, err := range r.Frames(240, r.Steps()) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%g s: %s at z = %.3f m\n", f.Time, r.Header().Objects[0].Name, f.Values[at+2])
	}
	// Output:
	// 1 s: box at z = -5.000 m
}
