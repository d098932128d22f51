package recorder_test

import (
	"bytes"
	"fmt"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

func Example() {
	header := recorder.Header{
		Engine: "example 1", Scenario: "heating", Step: 0.5,
		Objects: []record.Object{{Name: "stone", Kind: record.Static}},
		Columns: []record.Column{{Owner: 0, Name: "temperature", Unit: "K", Count: 1, Predictor: "linear"}},
	}
	var file bytes.Buffer
	w, err := recorder.NewWriter(&file, header, []recorder.Asset{{Name: "notes.txt", Data: []byte("a warm day\n")}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for step := range int64(4) {
		f := record.Frame{Step: step, Time: float64(step) * 0.5, Values: []float64{293.15 + 0.25*float64(step)}}
		if err := w.Write(&f); err != nil {
			fmt.Println(err)
			return
		}
	}
	if err := w.Close(recorder.Summary{Ended: recorder.Complete}); err != nil {
		fmt.Println(err)
		return
	}

	r, err := recorder.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	for f, err := range r.Frames(1, 3) {
		fmt.Println(f.Step, f.Time, f.Values[0], err)
	}
	fmt.Println(r.Steps(), r.Complete(), r.Problems())
	// Output:
	// 1 0.5 293.4 <nil>
	// 2 1 293.65 <nil>
	// 4 true []
}
