package export_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// platedCar is a car that brakes, steered, on a plate that slides under it on ice, and comes off it.
const platedCar = `
name: plate
step: 1/240 s
duration: 0.6 s
gravity: [0, 0, -9.81]
materials:
  ice: {friction: 0.05, restitution: 0}
statics:
  - {name: road, plane: {height: 0}, material: ice}
bodies:
  - {name: plate, box: {size: [8, 3, 0.2]}, mass: 800 kg, position: [0, 0, 0.1], velocity: [0, 0.5, 0], material: ice}
  - name: car
    box: {size: [4, 1.8, 1]}
    mass: 1200 kg
    position: [1, 0, 0.75]
    velocity: [14, 0, 0]
    vehicle: {track: 1.5 m, center_height: 0.55 m, friction: 0.8, front_axle: 1.2 m, rear_axle: -1.4 m, program: [{time: 0.1 s, brake: 0.7, steer: 4 deg}]}
`

// wheelCells are the cells of a row by the names of the table; of an empty cell there is none.
type wheelCells struct {
	step  int
	texts [3]string // vehicle, wheel, on
	cells map[string]float64
}

// TestWheels_AreAsInTheEngine: the table's rows, in each of its forms, are what the engine has when it runs the scenario,
// to what is rounded.
func TestWheels_AreAsInTheEngine(t *testing.T) {
	r, frames := recordedOf(t, platedCar)
	w, err := runs.NewWorld(parsed(t, platedCar))
	if err != nil {
		t.Fatal(err)
	}
	h := r.Header()
	var engine [][]record.Wheel
	for s := range frames {
		if s > 0 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
		}
		engine = append(engine, w.Wheels(nil))
	}
	sel := export.Selection{Every: 2, Objects: []string{"car"}}
	forms := map[string][]wheelCells{"csv": wheelsInCSV(t, r, sel), "parquet": wheelsInParquet(t, r, sel), "json": wheelsInJSON(t, r, sel)}
	for form, rows := range forms {
		if len(rows) != 4*((len(frames)+1)/2) {
			t.Fatalf("%s: %d rows", form, len(rows))
		}
		air, plate, sliding := 0, 0, 0
		for n, row := range rows {
			step, k := 2*(n/4), n%4
			want, state := engine[step][k], frames[step].Wheels[k]
			on := ""
			if want.Ground {
				if on = export.OnStatic; want.On >= 0 {
					on = h.Objects[want.On].Name
				}
			}
			if row.step != step || row.texts != [3]string{"car", want.Name, on} || row.cells["time"] != frames[step].Time || row.cells["steer"] != state.Steer || row.cells["lift"] != state.Lift {
				t.Fatalf("%s, row %d: %+v, want %+v", form, n, row, want)
			}
			if spin := row.cells["spin"]; math.Abs(spin) > 50 || step == 0 && math.Abs(spin-14/0.3) > 1e-9 {
				t.Fatalf("%s, row %d: spin %g", form, n, spin)
			}
			if !want.Ground {
				if air++; len(row.cells) != 4 {
					t.Fatalf("%s, row %d: in the air %+v", form, n, row)
				}
				continue
			}
			parts := values(h, &frames[step], "car")
			if slides := row.cells["slides"] == 1; slides != want.Slides || len(row.cells) != 4+7 {
				t.Fatalf("%s, row %d: slides %v, %d cells", form, n, slides, len(row.cells))
			}
			// The floor of the car is tilted against the ground, and against the normal where a wheel is on the edge of the
			// plate: of 15 m/s along the ground, and 1 m/s towards it, that makes
			tilt := geom.Acos(math.Min(1, -state.P.Z/0.3)) + geom.Acos(parts["q.w"]*parts["q.w"]-parts["q.x"]*parts["q.x"]-parts["q.y"]*parts["q.y"]+parts["q.z"]*parts["q.z"])
			most := 1e-3 + 15*(1-math.Cos(tilt)) + math.Sin(tilt)
			for name, d := range map[string]struct{ want, most float64 }{
				"load": {want.Load, 1}, "point.x": {want.P.X, 1e-4}, "point.y": {want.P.Y, 1e-4}, "point.z": {want.P.Z, 1e-4},
				"along": {want.Along, most}, "across": {want.Across, most},
			} {
				if math.Abs(row.cells[name]-d.want) > d.most {
					t.Fatalf("%s, step %d, wheel %d: %s is %g, want %g", form, step, k, name, row.cells[name], d.want)
				}
			}
			if want.On >= 0 {
				plate++
			}
			if want.Slides && math.Abs(want.Across) > 0.3 {
				sliding++
			}
		}
		if air < 20 || plate < 20 || sliding < 5 {
			t.Errorf("%s: %d in the air, %d on the plate, %d slide across", form, air, plate, sliding)
		}
	}
}

func wheelsInCSV(t *testing.T, r *recorder.Reader, sel export.Selection) (list []wheelCells) {
	t.Helper()
	var b bytes.Buffer
	if err := export.WheelsCSV(&b, r, sel); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		c := wheelCells{texts: [3]string(row[2:5]), cells: map[string]float64{}}
		if c.step, err = strconv.Atoi(row[0]); err != nil {
			t.Fatal(err)
		}
		for k, cell := range row {
			if k == 0 || k >= 2 && k < 5 || cell == "" {
				continue
			}
			if c.cells[rows[0][k]], err = strconv.ParseFloat(cell, 64); err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, c)
	}
	return list
}

func wheelsInParquet(t *testing.T, r *recorder.Reader, sel export.Selection) (list []wheelCells) {
	t.Helper()
	var b bytes.Buffer
	if err := export.WheelsParquet(&b, r, sel); err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range file.RowGroups() {
		it := group.Rows()
		defer it.Close()
		buffer := make([]parquet.Row, 16)
		for {
			n, err := it.ReadRows(buffer)
			for _, row := range buffer[:n] {
				c := wheelCells{cells: map[string]float64{}}
				for _, v := range row {
					switch name := file.Schema().Columns()[v.Column()][0]; {
					case v.IsNull():
					case name == "step":
						c.step = int(v.Int64())
					case name == "vehicle":
						c.texts[0] = string(v.ByteArray())
					case name == "wheel":
						c.texts[1] = string(v.ByteArray())
					case name == "on":
						c.texts[2] = string(v.ByteArray())
					case name == "slides":
						c.cells[name] = map[bool]float64{true: 1}[v.Boolean()]
					default:
						c.cells[name] = v.Double()
					}
				}
				list = append(list, c)
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return list
}

func wheelsInJSON(t *testing.T, r *recorder.Reader, sel export.Selection) (list []wheelCells) {
	t.Helper()
	var b bytes.Buffer
	if err := export.JSONLines(&b, r, sel); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if !strings.Contains(line, export.WheelSchema) {
			continue
		}
		var l export.WheelRow
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		c := wheelCells{step: int(l.Step), texts: [3]string{l.Vehicle, l.Wheel}, cells: map[string]float64{"time": l.Time, "steer": l.Steer, "lift": l.Lift, "spin": float64(*l.Spin)}}
		if g := l.Ground; g != nil {
			c.texts[2] = g.On
			c.cells["slides"] = 0
			if g.Slides {
				c.cells["slides"] = 1
			}
			c.cells["load"], c.cells["along"], c.cells["across"] = g.Load, float64(g.Along), float64(g.Across)
			for k, name := range []string{"point.x", "point.y", "point.z"} {
				c.cells[name] = float64(g.Point[k])
			}
		}
		list = append(list, c)
	}
	return list
}

// TestWheels_OfALogWithoutVehicles are refused, with the reason.
func TestWheels_OfALogWithoutVehicles(t *testing.T) {
	r, _ := recordedOf(t, "\nname: ball\nstep: 1/240 s\nduration: 0.1 s\ngravity: [0, 0, 0]\nbodies: [{name: ball, sphere: {radius: 1}, mass: 1, position: [0, 0, 0]}]\n")
	for _, write := range []func(io.Writer, *recorder.Reader, export.Selection) error{export.WheelsCSV, export.WheelsParquet} {
		if err := write(io.Discard, r, export.Selection{}); !errors.Is(err, export.ErrNoWheels) {
			t.Error(err)
		}
	}
	if export.HasWheels(r.Header()) {
		t.Error("it has wheels")
	}
}

// TestWheels_OnABodyThatTurns: the velocity over a driven turntable that moves is relative to it, as in the engine.
func TestWheels_OnABodyThatTurns(t *testing.T) {
	text := `
name: turntable
step: 1/240 s
duration: 0.5 s
gravity: [0, 0, -9.81]
statics: [{name: road, plane: {height: -5}}]
bodies:
  - {name: table, box: {size: [20, 20, 0.2]}, position: [0, 0, 0.1], drive: [{time: 0, velocity: [0.5, 0, 0], angular_velocity: [0, 0, 0.3]}]}
  - name: car
    box: {size: [4, 1.8, 1]}
    mass: 1200 kg
    position: [0, -5, 0.75]
    vehicle: {track: 1.5 m, center_height: 0.55 m, friction: 0.8, front_axle: 1.2 m, rear_axle: -1.4 m, program: [{time: 0, brake: 0.4}]}
`
	r, frames := recordedOf(t, text)
	w, err := runs.NewWorld(parsed(t, text))
	if err != nil {
		t.Fatal(err)
	}
	table := export.NewWheelTable(r.Header())
	largest := 0.0
	for s := 1; s < len(frames); s++ {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		for k, want := range w.Wheels(nil) {
			row := table.Row(&frames[s], &frames[s].Wheels[k])
			if row.Ground == nil || row.Ground.On != "table" {
				t.Fatalf("step %d: %+v", s, row)
			}
			along, across := float64(row.Ground.Along), float64(row.Ground.Across)
			if math.Abs(along-want.Along) > 2e-3 || math.Abs(across-want.Across) > 2e-3 {
				t.Fatalf("step %d, wheel %d: %g and %g m/s, want %g and %g", s, k, along, across, want.Along, want.Across)
			}
			largest = math.Max(largest, math.Hypot(along, across))
		}
	}
	// At the start it stands, and 5 m from the axis the table goes by at 0.5 + 1.5 m/s.
	if largest < 1.5 || largest > 2.6 {
		t.Errorf("at most %g m/s over the table", largest)
	}
}
