package recorder_test

import (
	"fmt"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// The path of a body and its impacts, from the log of a run: the columns of the header say where the body's values are
// in each frame.
func ExampleOpen() {
	log, err := recorder.Open("testdata/v1.6.prang")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = log.Close() }()

	h := log.Header()
	x := 0 // where the column x of the body "slides" begins
	for _, c := range h.Columns {
		if c.Owner >= 0 && h.Objects[c.Owner].Name == "slides" && c.Name == "x" {
			break
		}
		x += int(c.Count)
	}
	for f, err := range log.Frames(0, log.Steps()) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if f.Step%60 == 0 {
			fmt.Printf("%.2f s  x %.3f m\n", f.Time, f.Values[x])
		}
		for _, e := range f.Events {
			if e.Kind == record.Impact && h.Objects[e.A].Name == "slides" && h.Objects[e.B].Name == "stands" {
				fmt.Printf("%.6f s  impact, closing %.2f m/s\n", e.Time, e.Closing)
			}
		}
	}
	// Output:
	// 0.00 s  x -1.500 m
	// 0.133568 s  impact, closing 6.48 m/s
	// 0.25 s  x -0.175 m
	// 0.50 s  x 0.559 m
	// 0.75 s  x 1.048 m
	// 1.00 s  x 1.291 m
}
