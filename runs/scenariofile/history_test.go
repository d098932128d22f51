package scenariofile_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/runs/sweep"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/vehicle"
)

// measuring has a program of each kind.
const measuring = `name: measuring
step: 1/1000 s
duration: 0.5 s
gravity: [0, 0, -9.81]
statics: [{name: road, plane: {}}]
bodies:
  - {name: sled, box: {size: [2, 1, 0.2]}, position: [0, 30, 5], drive: DRIVE}
  - {name: ball, sphere: {radius: 0.5}, mass: 2, position: [0, 40, 5]}
  - name: car
    outline: {kind: car, size: [4.5, 1.8, 1.45]}
    mass: 1.5 t
    origin: [0, 0, 0]
    speed: 50 km/h
    vehicle: {class: car, friction: 0.8, power: 90 kW, keep_speed: SPEED, path: PATH, program: INPUT}
movers: [{name: walker, radii: [0.3, 0.3, 0.9], position: [0, 20, 2], program: MOVER}]
forces: [{body: ball, point: [0, 0.1, 0], program: FORCE}]
`

// plainPrograms are the lists of programs by their places in measuring.
var plainPrograms = []string{
	"DRIVE", "[{time: 0}]", "SPEED", "[{time: 0, speed: 50 km/h}]", "PATH", "[[0, 0], [99, 0]]", "INPUT", "[{time: 0, brake: 0}]",
	"MOVER", "[{time: 0, velocity: [0, 0, 0]}]", "FORCE", "[{time: 0, force: [0, 0, 0]}]",
}

// historyParameters are what programs may refer to.
var historyParameters = []scenariofile.Parameter{{"delay", "5 s"}, {"factor", "1/16"}, {"before", "10 ms"}}

// historyOf returns the scenario measuring with programs at their places, DRIVE and so on, and the parameters that these use.
func historyOf(programs ...string) string {
	text := measuring
	if slices.Contains(programs, "INPUT") { // which steers
		text = strings.Replace(text, "path: PATH, ", "", 1)
	}
	for i := 0; i+1 < len(programs); i += 2 {
		text = strings.Replace(text, programs[i], programs[i+1], 1)
	}
	for i := 0; i+1 < len(plainPrograms); i += 2 {
		text = strings.Replace(text, plainPrograms[i], plainPrograms[i+1], 1)
	}
	used := ""
	for _, p := range historyParameters {
		if strings.Contains(text, "$"+p.Name) {
			used += fmt.Sprintf("  %s: %s\n", p.Name, p.Value)
		}
	}
	if used != "" {
		text += "parameters:\n" + used
	}
	return text
}

// readHistoryOf reads the scenario with programs, and h.csv.
func readHistoryOf(csv string, programs ...string) (*scenariofile.Scenario, error) {
	return scenariofile.Parse("lib/one/scenario.yaml", []byte(historyOf(programs...)), scenariotest.Files(map[string]string{"h.csv": csv}))
}

// A program in a file is, to the last bit, that with the same entries in a list, however the file is written.
func TestHistory_IsTheListOfItsRows(t *testing.T) {
	schema, _ := scenariotest.CompileSchema(t)
	for _, c := range []struct{ name, at, file, csv, list string }{
		{"speeds in km/h", "SPEED", "{file: h.csv}", "time [s],speed [km/h]\n0,50\n0.1,48.6\n0.35,31\n",
			"[{time: 0, speed: 50 km/h}, {time: 0.1 s, speed: 48.6 km/h}, {time: 0.35, speed: 31 km/h}]"},
		{"SI", "SPEED", "{file: h.csv}", "speed,time\n10,0\n9.1,0.1", "[{time: 0, speed: 10}, {time: 0.1, speed: 9.1}]"},
		{"of Excel in Europe", "SPEED", "{file: h.csv}", "\ufeff# of the recorder; of 2026\r\n\r\nTime (ms);Speed (km/h);\r\n0;50;\r\n;;\r\n100;48,6;\r\n# a remark\r\n\"350\";\"31,25\";\r\n",
			"[{time: 0, speed: 50 km/h}, {time: 100 ms, speed: 48.6 km/h}, {time: 350 ms, speed: 31.25 km/h}]"},
		{"a separator that is said", "SPEED", "{file: h.csv}", "\ufeffsep=;\r\n# a remark\r\ntime (ms);speed (km/h)\r\n0;50\r\n100;48,6\r\n", "[{time: 0, speed: 50 km/h}, {time: 100 ms, speed: 48.6 km/h}]"},
		{"a separator in quotes", "SPEED", "{file: h.csv}", "\"Sep=|\"\ntime|speed\n0|1,5\n0,1|2\n", "[{time: 0, speed: 1.5}, {time: 0.1, speed: 2}]"},
		{"tabs, and units in a row", "SPEED", "{file: h.csv}", "Time\tSpeed\n[msec]\tMPH\n000.0\t30\n100.0\t+2.5e1\n", "[{time: 0, speed: 30 mph}, {time: 100 ms, speed: 25 mph}]"},
		{"lines of a Macintosh", "SPEED", "{file: h.csv}", "time,speed\r0,10\r0.1,9\r", "[{time: 0, speed: 10}, {time: 0.1, speed: 9}]"},
		{"a sled", "DRIVE", "{file: h.csv}", "time [ms],velocity_x [km/h],angular_velocity_z [deg/s]\n0,0,0\n80,50,9\n", "[{time: 0}, {time: 80 ms, velocity: [50 km/h, 0, 0], angular_velocity: [0, 0, 9 deg/s]}]"},
		{"a pulse", "DRIVE", "{file: h.csv, velocity: [50 km/h, 0, 0]}", "time [ms],Acceleration X [G]\n0,0\n40,-20\n80,0\n",
			"[{time: 0, velocity: [50 km/h, 0, 0], acceleration: [0, 0, 0]}, {time: 40 ms, acceleration: [-20 g, 0, 0]}, {time: 80 ms}]"},
		{"a track with a point twice", "PATH", "{file: h.csv, unit: ft}", "x,y\n0,0\n30,0\n30,0\n60,3\n", "[[0, 0], [30 ft, 0], [60 ft, 3 ft]]"},
		{"a track", "PATH", "{file: h.csv}", "y [cm],x [m]\n0,0\n2.5,30\n", "[[0, 0], [30, 2.5 cm]]"},
		{"pedals", "INPUT", "{file: h.csv}", "time,brake [%],steer [deg],throttle,handbrake,blown,wheels\n0,,3,,,,\n0.1,,,,,,\n0.2,50,,0.2,,,\n0.3,,,,,true,fl rr\n0.3,100,,,,,rear\n",
			"[{time: 0, steer: 3 deg}, {time: 0.2, brake: 50 %, throttle: 0.2}, {time: 0.3, blown: true, wheels: [fl, rr]}, {time: 0.3, brake: 1, wheels: rear}]"},
		{"a walk", "MOVER", "{file: h.csv}", "time [s], velocity_x [m/s], velocity_y [m/s]\n0.1, 1.5, 0\n0.2, 1, 0.5\n", "[{time: 0.1, velocity: [1.5, 0, 0]}, {time: 0.2, velocity: [1, 0.5, 0]}]"},
		{"a load", "FORCE", "{file: h.csv}", "time [ms],force_z [kN],torque_x [Nm]\n0,0,1\n100,0.2,-3\n", "[{time: 0, torque: [1, 0, 0]}, {time: 100 ms, force: [0, 0, 0.2 kN], torque: [-3 N m, 0, 0]}]"},
		{"some columns of many", "SPEED", `{file: h.csv, columns: {speed: "Speed, indicated"}}`, "time,\"Speed, indicated (MPH)\",Brake,\n0,30,On,\n0.1,25,Off,x\n", "[{time: 0, speed: 30 mph}, {time: 0.1, speed: 25 mph}]"},
		{"a unit beside the name", "SPEED", `{file: h.csv, columns: {speed: "V [mph]", time: "t (ms)"}}`, "t (ms),V\n0,30\n100,25\n", "[{time: 0, speed: 30 mph}, {time: 0.1, speed: 25 mph}]"},
		{"before the crash", "SPEED", `{file: h.csv, shift: $delay}`, "time,speed\n-5,10\n-4.8,9\n", "[{time: 0, speed: 10}, {time: 200 ms, speed: 9}]"},
		{"a steering wheel", "INPUT", `{file: h.csv, scale: {steer: $factor}, shift: 0.1}`, "time,steer [deg],brake\n0,96,0.5\n", "[{time: 0.1, steer: 6 deg, brake: 0.5}]"},
		{"backwards", "DRIVE", `{file: h.csv, scale: {velocity: -1, velocity_y: 2}}`, "time,velocity_x,velocity_y,angular_velocity_z\n0,1,2,3\n", "[{time: 0, velocity: [-1, 4, 0], angular_velocity: [0, 0, 3]}]"},
		{"all scaled", "FORCE", `{file: h.csv, scale: 50 %}`, "time,force_x,torque_z\n0.2,1,2\n", "[{time: 0.2, force: [0.5, 0, 0], torque: [0, 0, 1]}]"},
		{"a track of a map", "PATH", `{file: h.csv, scale: 0.1, shift: [-512300 m, -5412.3 km]}`, "x,y\n5123000,54123000\n5123500,54123020\n", "[[0, 0], [50, 2]]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := readHistoryOf(c.csv, c.at, c.file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := readHistoryOf("", c.at, c.list)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(s.Definition, want.Definition) {
				t.Errorf("%+v\nof the list %+v", s.Definition, want.Definition)
			}
			if w := s.Warnings(); len(w) > 0 {
				t.Errorf("warnings %v", w)
			}
			if len(s.Files) != 2 || s.Files[1].Name != "h.csv" || string(s.Files[1].Data) != c.csv {
				t.Errorf("files %q", s.Files)
			}
			for _, text := range []string{historyOf(c.at, c.file), historyOf(c.at, c.list)} {
				if err := schema.Validate(scenariotest.Instance(t, []byte(text))); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// A log holds the file: without it on disk the run is verified, resumed and made in a case; another file is told by its line.
// The run has the bits of one with a list.
func TestHistory_IsPartOfTheLog(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const pulse = "time [ms];acceleration_x [g]\n-10;0\n0;0\n40;20\n80;0\n"
	scenario := write("scenario.yaml", historyOf("DRIVE", "{file: h.csv, shift: $before}", "SPEED", "{file: ./v.csv}")+"cases: {late: {before: 30 ms}}\n")
	write("h.csv", pulse)
	write("v.csv", "time,speed\n0,10\n")
	run := func(name string) string {
		s, err := scenariofile.Load(scenario)
		if err != nil {
			t.Fatal(err)
		}
		log := filepath.Join(dir, name)
		if _, err := runs.Run(context.Background(), s, runs.Options{Log: log}); err != nil {
			t.Fatal(err)
		}
		return log
	}
	a := run("a.prang")
	write("h.csv", strings.Replace(pulse, "40;20", "40;21", 1))
	b := run("b.prang")
	s, err := scenariofile.Load(scenario)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(filepath.Join(dir, "h.csv")), os.Remove(filepath.Join(dir, "v.csv"))); err != nil {
		t.Fatal(err)
	}
	late, err := s.Case("late", nil)
	if err != nil || late.Definition.Bodies[0].Drive[2].Time != 0.07 || len(late.Files) != 3 {
		t.Errorf("in a case %+v, %v", late, err)
	}
	ra, rb := scenariotest.OpenLog(t, a), scenariotest.OpenLog(t, b)
	for _, r := range []*recorder.Reader{ra, rb} {
		if v, err := runs.Verify(context.Background(), r, runs.VerifyOptions{}); err != nil || !v.Equal || v.Frames != 501 {
			t.Errorf("%+v, %v", v, err)
		}
	}
	c, err := compare.Logs(ra, rb, compare.Options{})
	if err != nil || !slices.Equal(c.Files, []string{`h.csv, first in line 4: "40;20" and "40;21"`}) {
		t.Errorf("%q, %v", c.Files, err)
	}
	resumesWhole(t, a)
	list := scenariotest.MustParse(t, historyOf("SPEED", "[{time: 0, speed: 10}]", "DRIVE",
		"[{time: 0}, {time: 10 ms}, {time: 50 ms, acceleration: [20 g, 0, 0]}, {time: 90 ms}]"))
	want, err := runs.Run(context.Background(), list, runs.Options{NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := ra.Summary(); fmt.Sprintf("%016x", got.FinalHash) != want.FinalHash {
		t.Errorf("hash %016x, of a list %s", got.FinalHash, want.FinalHash)
	}
}

// TestHistory_OfAPlan: runs of a sweep have the files of their scenario, wherever they are made.
func TestHistory_OfAPlan(t *testing.T) {
	dir := t.TempDir()
	text := historyOf("FORCE", "{file: sub/h.csv, scale: $factor}")
	plan := filepath.Join(dir, "plan.yaml")
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "sub"), 0o777), os.WriteFile(filepath.Join(dir, "scenario.yaml"), []byte(text), 0o666),
		os.WriteFile(filepath.Join(dir, "sub", "h.csv"), []byte("time,force_x\n0,2\n"), 0o666),
		os.WriteFile(plan, []byte("name: p\nscenarios: [scenario.yaml]\ngrid: {factor: [1, 3]}\n"), 0o666)); err != nil {
		t.Fatal(err)
	}
	p, err := sweep.ReadPlan(plan)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "sub")); err != nil {
		t.Fatal(err)
	}
	sent := sweep.PlanScenario{Name: p.Scenarios[0].Name, Files: p.Scenarios[0].Files} // as workers get it
	s, err := sent.Loader()([]scenariofile.Setting{{"factor", "3"}})
	if err != nil || s.Definition.Forces[0].Program[0].Force[0] != 6 {
		t.Errorf("%v, %v", s, err)
	}
}

// TestDrive_ByAccelerations: velocities are the integrals of linear accelerations, rounded once, from the first entry's on.
func TestDrive_ByAccelerations(t *testing.T) {
	var b strings.Builder
	b.WriteString("time [ms],acceleration_x [m/s^2],acceleration_y [m/s^2],acceleration_z [g]\n")
	const n = 1000
	for i := range n + 1 {
		fmt.Fprintf(&b, "%d,10,%d,1\n", i, 2*i)
	}
	s, err := readHistoryOf(b.String(), "DRIVE", "{file: h.csv, velocity: [-1, 0, 0]}")
	if err != nil {
		t.Fatal(err)
	}
	d := s.Definition.Bodies[0].Drive
	if len(d) != n+1 {
		t.Fatalf("%d entries", len(d))
	}
	for i := range d {
		k := int64(i) // [ms]
		for axis, exact := range []*big.Rat{big.NewRat(k-100, 100), big.NewRat(k*k, 1000), big.NewRat(980665*k, 100000*1000)} {
			if want, _ := exact.Float64(); d[i].Velocity[axis] != want {
				t.Fatalf("%d ms: %v, want %v", k, d[i].Velocity[axis], want)
			}
		}
	}
	for list, want := range map[string]string{
		"[{time: 0, acceleration: [1, 0, 0]}]":                                                                     "bodies[0].drive[0].acceleration: leads to no velocity without a later entry",
		"[{time: 0, acceleration: [1, 0, 0]}, {time: 1, velocity: [1, 0, 0]}]":                                     "bodies[0].drive[1].velocity: follows from the accelerations",
		"[{time: 0, acceleration: [1, 0, 0]}, {time: 1e4, acceleration: [1e5, 0, 0]}]":                             "bodies[0].drive[1].acceleration: leads to 5e+08 m/s, faster than light",
		"[{time: 0, acceleration: [1 m/s, 0, 0]}]":                                                                 "is a speed [m/s], but an acceleration [m/s^2] is needed",
		"[{time: 0, acceleration: [1, 0, 0]}, {time: 0, acceleration: [1, 0, 0]}, {time: 1, velocity: [1, 0, 0]}]": "does not come after",
	} {
		if _, err := readHistoryOf("", "DRIVE", list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", list, err)
		}
	}
}

// TestHistory_NamesWhatIsWrong, with file, line, column, field and remedy.
func TestHistory_NamesWhatIsWrong(t *testing.T) {
	const good = "time,speed\n0,1\n1,2\n"
	for _, c := range []struct{ at, file, csv, want string }{
		// the scenario
		{"SPEED", "h.csv", good, "lib/one/scenario.yaml:14:68: bodies[2].vehicle.keep_speed: the text \"h.csv\" where a list or a mapping is needed: write keep_speed: {file: h.csv}"},
		{"SPEED", "{time: 0, speed: 1}", good, "a mapping without a file where a list is needed: start each entry with -, or write keep_speed: {file: history.csv}"},
		{"SPEED", "3", good, "the number 3 where a list is needed"},
		{"SPEED", "{file: g.csv}", good, `bodies[2].vehicle.keep_speed.file: there is no file "g.csv" beside the scenario`},
		{"SPEED", "{file: 'C:\\h.csv'}", good, "is not a relative path"}, {"SPEED", "{file: /h.csv}", good, "is not a relative path"},
		{"SPEED", "{file: [h.csv]}", good, "a list where text is needed"},
		{"SPEED", "{file: h.csv, offset: 1}", good, `keep_speed.offset: unknown key: did you mean "shift"?`},
		{"SPEED", "{file: h.csv, unit: m}", good, "keep_speed.unit: units stand in the header of the file"},
		{"SPEED", "{file: h.csv, shift: 1 m}", good, "keep_speed.shift: \"1 m\" is a length [m], but a time [s] is needed"},
		{"SPEED", "{file: h.csv, scale: 1 m}", good, "keep_speed.scale: \"1 m\" is a length [m], but a plain number is needed"},
		{"SPEED", "{file: h.csv, scale: {time: 2}}", good, "keep_speed.scale.time: scales no column: the columns that are read are speed"},
		{"SPEED", "{file: h.csv, scale: {velocity_x: 2}}", good, "scale.velocity_x: scales no column"},
		{"SPEED", "{file: h.csv, columns: {}}", good, "keep_speed.columns: names no column: write columns: {speed: \"name in the file\"}, or remove the key"},
		{"SPEED", "{file: h.csv, columns: [speed]}", good, "a list where a mapping is needed: write columns: {speed: \"name in the file\"}"},
		{"SPEED", "{file: h.csv, columns: {sped: speed}}", good, `keep_speed.columns.sped: unknown column: did you mean "speed"?`},
		{"SPEED", "{file: h.csv, columns: {speed: sped}}", good, `keep_speed.columns.speed: the file has no column "sped": did you mean "speed"?`},
		{"SPEED", "{file: h.csv, columns: {speed: vehicle speed}}", "time,Vehicle Speed [km/h]\n0,1\n", `the file has no column "vehicle speed": did you mean "Vehicle Speed [km/h]"?`},
		{"SPEED", "{file: h.csv, columns: {speed: v}}", "t,v,v\n0,1,1\n", `the file has 2 columns "v": give them names of their own`},
		{"SPEED", "{file: h.csv, columns: {speed: v}}", "t,v\n0,1\n", `h.csv:1:1: bodies[2].vehicle.keep_speed: has no column time, but "t", "v": name it so, or say which it is, columns: {time: "…"}`},
		{"SPEED", "{file: h.csv, columns: {speed: }}", good, "columns.speed: nothing where the name of a column is needed"},
		{"DRIVE", "{file: h.csv, velocity: [1, 0, 0]}", "time,velocity_x\n0,1\n", "bodies[0].drive.velocity: the file has velocities: remove the key"},
		{"DRIVE", "{file: h.csv, velocity: [1, 0, 0]}", "time,angular_velocity_x\n0,1\n", "it has none: remove the key"},
		{"PATH", "{file: h.csv, unit: kg}", "x,y\n0,0\n1,1\n", "path.unit: \"kg\" is no unit of length"},
		{"PATH", "{file: h.csv, unit: m}", "x [m],y\n0,0\n1,1\n", `path.unit: column x has a unit too, "m": keep one of them`},
		{"PATH", "{file: h.csv, shift: 3 m}", "x,y\n0,0\n1,1\n", "path.shift: the text \"3 m\" where two lengths are needed: write [x, y]"},
		// the file as a whole
		{"SPEED", "{file: h.csv}", "", "lib/one/h.csv: bodies[2].vehicle.keep_speed: is empty: write a header"},
		{"SPEED", "{file: h.csv}", "# time,speed\n\n;;\n", "is empty: write a header"},
		{"SPEED", "{file: h.csv}", "time [s],omega [\xb0/s]\n0,1\n", "h.csv: bodies[2].vehicle.keep_speed: is not UTF-8 text: save it as CSV in UTF-8"},
		{"SPEED", "{file: h.csv}", "time,speed\n", "h.csv:1:1: bodies[2].vehicle.keep_speed: has no rows below the header: add them"},
		{"SPEED", "{file: h.csv}", "time,speed\n0,1\"2\n", "h.csv:2:4: bodies[2].vehicle.keep_speed: a quote within a cell"},
		{"SPEED", "{file: h.csv}", "time,speed\n0,\"1\"2\n", "h.csv:2:5: bodies[2].vehicle.keep_speed: a quote ends a cell before its end"},
		{"SPEED", "{file: h.csv}", "time,speed\n0,50,5\n", "h.csv:2:6: bodies[2].vehicle.keep_speed: is cell 3 of a row, but the header, in line 1, names 2 columns: name all columns, or remove the cell; where numbers have decimal commas the separator is a semicolon"},
		{"SPEED", "{file: h.csv}", "Recorder 7\ntime,speed\n0,50\n", "h.csv:2:6: bodies[2].vehicle.keep_speed: is cell 2 of a row, but the header, in line 1, names one column: begin lines above the header with #"},
		{"SPEED", "{file: h.csv}", "time;speed\n0,5;1.5\n", `h.csv:2:5: bodies[2].vehicle.keep_speed: "1.5" has a decimal point, but other numbers of the file have a comma`},
		{"SPEED", "{file: h.csv}", "sep=:\ntime:speed\n0:10\n1:12\n", "h.csv:1:1: bodies[2].vehicle.keep_speed: says no separator that is read: write sep= and one of , ; | or a tab"},
		{"SPEED", "{file: h.csv}", "\"SEP=;;\"\r\ntime;speed\r\n0;10\r\n", "h.csv:1:1: bodies[2].vehicle.keep_speed: says no separator that is read: "},
		{"SPEED", "{file: h.csv}", "0,10\n1,12\n", "h.csv:1:1: bodies[2].vehicle.keep_speed: has numbers where a header is needed: write the names of the columns in the first line, without #"},
		// columns
		{"SPEED", "{file: h.csv}", "time,v\n0,10\n", `h.csv:1:6: bodies[2].vehicle.keep_speed: unknown column "v": the columns are time, speed; to read some columns of a file, whatever they are called, name them: columns: {speed: "v"}`},
		{"SPEED", "{file: h.csv}", "rpm,time,Speed\n1,0,10\n", `h.csv:1:1: bodies[2].vehicle.keep_speed: unknown column "rpm": the columns are time, speed; to read some columns of a file, whatever they are called, name them: columns: {speed: "Speed"}`},
		{"DRIVE", "{file: h.csv}", "time,velocity [m/s]\n0,10\n", `unknown column "velocity [m/s]": did you mean "velocity_x"?`},
		{"SPEED", "{file: h.csv}", "time,speed,\n0,10,3\n", "h.csv:2:6: bodies[2].vehicle.keep_speed: stands in a column without a name: name it in the header, or leave it out"},
		{"SPEED", "{file: h.csv}", "time,,speed\n0,3,10\n", "h.csv:2:3: bodies[2].vehicle.keep_speed: stands in a column without a name"},
		{"SPEED", "{file: h.csv}", "time,speed,Speed [m/s]\n0,10,10\n", `h.csv:1:12: bodies[2].vehicle.keep_speed: is a second column speed: leave one out, or name the one to read: columns: {speed: "Speed [m/s]"}`},
		{"SPEED", "{file: h.csv}", "time,speed,speed\n0,10,10\n", `h.csv:1:12: bodies[2].vehicle.keep_speed: is a second column speed: leave one out, or give them names of their own`},
		{"SPEED", "{file: h.csv}", "time\n0\n", `has no column speed, but "time": name it so`},
		{"DRIVE", "{file: h.csv}", "time\n0\n", "has no column but time: add one of velocity_x, "},
		{"DRIVE", "{file: h.csv}", "time,velocity_x,acceleration_x\n0,0,0\n", "has velocities and accelerations, one of which is enough"},
		{"SPEED", "{file: h.csv}", "time,speed [furlong/s]\n0,10\n", `h.csv:1:6: bodies[2].vehicle.keep_speed: column speed: unknown unit "furlong": the units are m, `},
		{"SPEED", "{file: h.csv}", "time [m],speed\n0,10\n", `h.csv:1:1: bodies[2].vehicle.keep_speed: column time: "m" is a length [m], but a time [s] is needed: write, for example, the unit of 0.01 or "10 ms"`},
		{"SPEED", "{file: h.csv}", "time,speed\ns,furlongs/s\n0,10\n", `h.csv:2:3: bodies[2].vehicle.keep_speed: column speed: unknown unit "furlongs"`},
		// cells
		{"SPEED", "{file: h.csv}", "time,speed\n0,NaN\n", `h.csv:2:3: bodies[2].vehicle.keep_speed[0].speed: "NaN" is not a number: write one such as 0.25, its unit in the header alone, as speed [m/s], or leave out the row`},
		{"SPEED", "{file: h.csv}", "time,speed\n0,$v\n", `"$v" is not a number`}, {"SPEED", "{file: h.csv}", "time,speed\n0,1/2\n", `"1/2" is not a number`},
		{"SPEED", "{file: h.csv}", "time,speed\n0,50 km/h\n", `"50 km/h" is not a number: write one such as 0.25, its unit in the header alone`},
		{"SPEED", "{file: h.csv}", "time,speed\n0,1\n1,\n", "h.csv:3:3: bodies[2].vehicle.keep_speed[1].speed: the row has no speed: fill in the cell, or leave out the row"},
		{"SPEED", "{file: h.csv}", "time,speed\n0,1\n1\n", "h.csv:3:1: bodies[2].vehicle.keep_speed[1].speed: the row has no speed"},
		{"SPEED", "{file: h.csv}", "time,speed\n0,\"1,5\"\n", `h.csv:2:3: bodies[2].vehicle.keep_speed[0].speed: "1,5" has a comma, which is what separates cells`},
		{"SPEED", "{file: h.csv}", "time,speed\n0,1\n0,2\n", "h.csv:3:1: bodies[2].vehicle.keep_speed[1].time: 0 s does not come after 0 s of the entry before"},
		{"SPEED", "{file: h.csv}", "time [ms];speed [km/h]\n0;50\n100;-1,5\n", "h.csv:3:5: bodies[2].vehicle.keep_speed[1].speed: -1.5 km/h is below zero"},
		{"SPEED", "{file: h.csv, scale: -1}", "time,speed [km/h]\n0,50\n", "h.csv:2:3: bodies[2].vehicle.keep_speed[0].speed: 50 km/h × -1 is below zero"},
		{"SPEED", "{file: h.csv, scale: 1e300}", "time,speed\n0,1e300\n", "1e300 × 1e300 is not a finite number"},
		{"SPEED", "{file: h.csv}", "time,speed\n0,1e999\n", "power of ten"}, {"SPEED", "{file: h.csv}", "time,speed\n0,1e300\n", "1e300 is faster than light"},
		{"SPEED", "{file: h.csv}", "# ä\n\"ä\",time,speed\n", "no rows"},
		{"SPEED", "{file: h.csv, columns: {speed: ä}}", "ä,time,b\näöü,0,\n", `h.csv:2:1: bodies[2].vehicle.keep_speed[0].speed: "äöü" is not a number`},
		{"SPEED", "{file: h.csv, columns: {speed: ä}}", "b,time,ä\näöü,0,x\n", `h.csv:2:7: bodies[2].vehicle.keep_speed[0].speed: "x" is not a number`},
		{"INPUT", "{file: h.csv}", "time,steer\n0,12\n", "h.csv:2:3: bodies[2].vehicle.program[0].steer: 12 without a unit is in radians, more than a full turn: write the unit in the header, as steer [deg]"},
		{"INPUT", "{file: h.csv}", "time,blown,wheels\n0,yes,fl\n", `h.csv:2:3: bodies[2].vehicle.program[0].blown: the text "yes" where true or false is needed`},
		{"INPUT", "{file: h.csv}", "time,brake,wheels\n0,1,fr x\n", `h.csv:2:5: bodies[2].vehicle.program[0].wheels: the text "x" is no wheel`},
		{"INPUT", "{file: h.csv}", "time,brake\n0,50\n", "h.csv:2:3: bodies[2].vehicle.program[0].brake: 50 is outside 0 to 1"},
		{"INPUT", "{file: h.csv}", "time,brake,steer\n0,,\n1\n", "h.csv:1:1: bodies[2].vehicle.program: has rows with nothing but a time: fill in what changes then, or remove the key"},
		{"PATH", "{file: h.csv}", "x,y\n1,1\n1,1\n", "h.csv:1:1: bodies[2].vehicle.path: has one point, where two or more are needed: add rows with others"},
		{"DRIVE", "{file: h.csv}", "time,angular_velocity_z [rad/s]\n0,1e12\n", "h.csv:2:3: bodies[0].drive[0].angular_velocity"},
		// times
		{"SPEED", "{file: h.csv}", "time,speed\n-5,1\n-4,1\n0,2\n", "h.csv:4:1: bodies[2].vehicle.keep_speed[2].time: is that of the last row, 0 s, and the run starts at 0 s: write shift: 5 s beside the file"},
		{"SPEED", "{file: h.csv, shift: 1 s}", "time,speed\n-5,1\n-3,1\n", "is that of the last row, -2 s, and the run starts at 0 s: write shift: 5 s beside the file"},
	} {
		s, err := readHistoryOf(c.csv, c.at, c.file)
		if err == nil {
			_, err = runs.NewWorld(s)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s of %q:\n%v\nwant %s", c.file, c.csv, err, c.want)
		}
		if n := strings.Count(fmt.Sprint(err), "\n"); n > 0 {
			t.Errorf("%s of %q: %d lines: %v", c.file, c.csv, n+1, err)
		}
	}
}

// TestHistory_ShowsThePlace: the excerpt is the line of the file, also behind a byte order mark.
func TestHistory_ShowsThePlace(t *testing.T) {
	_, err := readHistoryOf("\ufefftime,speed,ä\n0,1,1\n", "SPEED", "{file: h.csv}")
	var invalid *document.InvalidError
	if !errors.As(err, &invalid) || !strings.HasSuffix(invalid.Excerpts(), "\n    1 | time,speed,ä\n      |            ^") {
		t.Errorf("%v", err)
	}
}

// TestHistory_IsBounded: neither rows, nor cells, nor bytes, nor what is wrong with them grow without end.
func TestHistory_IsBounded(t *testing.T) {
	for name, c := range map[string]struct{ csv, want string }{
		"rows":  {"time,speed\n" + strings.Repeat("0,1\n", scenariofile.MaxHistoryRows+1), "h.csv:50002:1: bodies[2].vehicle.keep_speed: is more than a time history may have, 50000 rows and 1000000 cells"},
		"cells": {"time,speed" + strings.Repeat(",a", 998) + "\n" + strings.Repeat("0,1"+strings.Repeat(",", 998)+"\n", 1001), "h.csv:1002:1: "},
		"bytes": {"time,speed\n#" + strings.Repeat(" ", scenariofile.MaxHistorySize), "bytes long: a time history has at most 67108864"},
		"wrong": {"time,speed\n" + strings.Repeat("0,x\n", 1000), "h.csv:22:3: bodies[2].vehicle.keep_speed[20].speed"},
	} {
		_, err := readHistoryOf(c.csv, "SPEED", "{file: h.csv}")
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Count(err.Error(), "\n") > scenariofile.MostBadCells {
			t.Errorf("%s: %.500v", name, err)
		}
	}
	var b strings.Builder
	b.WriteString("time [us];speed\n")
	for i := range scenariofile.MaxHistoryRows {
		fmt.Fprintf(&b, "%d;12,5\n", 5*i)
	}
	s, err := readHistoryOf(b.String(), "SPEED", "{file: h.csv}")
	if err != nil || len(s.Definition.Vehicles[0].Driver.Speed) != scenariofile.MaxHistoryRows {
		t.Errorf("%v", err)
	}
}

// TestHistory_WarnsOfTimesOutsideOfTheRun, but not where a shift says that they are meant.
func TestHistory_WarnsOfTimesOutsideOfTheRun(t *testing.T) {
	for _, c := range []struct{ file, csv, want string }{
		{"{file: h.csv}", "time,speed\n-0.2,1\n0.3,2\n", "scenario.yaml:14:75: bodies[2].vehicle.keep_speed.file: begins at -0.2 s, before the run starts, at 0: add shift: 0.2 s to run all of it, or shift: 0 s"},
		{"{file: h.csv, shift: 0 s}", "time,speed\n-0.2,1\n0.3,2\n", ""},
		{"{file: h.csv}", "time,speed\n0,1\n10,2\n20,3\n", "goes from 0 s to 20 s, and only the first row is before the end of the run, after 0.5 s: write the unit of time in the header, as time [ms], or lengthen the duration"},
		{"{file: h.csv}", "time [s],speed\n0,1\n10,2\n20,3\n", "after 0.5 s: lengthen the duration"},
		{"{file: h.csv, shift: 1 s}", "time [s],speed\n0,1\n10,2\n", "goes from 1 s to 11 s, and no row is before the end of the run, after 0.5 s: lengthen the duration"},
		{"{file: h.csv}", "time,speed\n0,1\n0.5,2\n", ""}, // all of the run
		{"{file: h.csv}", "time,speed\n0,1\n", ""}, {"{file: h.csv}", "time,speed\n0,1\n0.4,1\n10,2\n", ""},
	} {
		s, err := readHistoryOf(c.csv, "SPEED", c.file)
		if err != nil {
			t.Fatal(err)
		}
		if w := fmt.Sprint(s.Warnings()); c.want == "" && w != "[]" || !strings.Contains(w, c.want) {
			t.Errorf("%s of %q: %s", c.file, c.csv, w)
		}
	}
}

// TestHistory_BeforeTheRun: what is before time 0 counts for what is then: between the rows around it, or of the last one.
func TestHistory_BeforeTheRun(t *testing.T) {
	s, err := readHistoryOf("time,velocity_x\n-0.1,0\n0.1,4\n", "DRIVE", "{file: h.csv, shift: 0}")
	if err != nil {
		t.Fatal(err)
	}
	w, err := runs.NewWorld(s)
	if err != nil {
		t.Fatal(err)
	}
	if v := w.Body(0).Velocity; v != (mgl64.Vec3{2, 0, 0}) {
		t.Errorf("at the start %v", v)
	}
	s, err = readHistoryOf("time,brake\n-0.2,1\n-0.1,0.25\n0.4,0.5\n", "INPUT", "{file: h.csv, shift: 0}")
	if err != nil {
		t.Fatal(err)
	}
	v, err := vehicle.New(&s.Definition.Vehicles[0], 1500, 9.81)
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[float64]float64{0: 0.25, 0.399: 0.25, 0.4: 0.5, -0.15: 1, -0.3: 0} {
		if in := v.Input(0, at, false); in.Brake != want {
			t.Errorf("%g s: %g, want %g", at, in.Brake, want)
		}
	}
}

// Whatever a file has in it, there is a scenario whose world can be made or refused, or a list of problems.
func FuzzHistory(f *testing.F) {
	places := []string{"SPEED", "DRIVE", "PATH", "INPUT", "MOVER", "FORCE"}
	for i, csv := range []string{
		"\ufefftime [ms];speed [km/h]\r\n0;50\r\n\"100\";48,6\r\n", "time,acceleration_x [g]\n-0.1,1\n0.1,2\n", "x,y\n0,0\n1,1\n",
		"time\tbrake\tsteer\twheels\ns\t%\tdeg\t\n0\t50\t3\tfl rr\n1", "time,velocity_x,velocity_y\n# none\n0,1,2\n", "time (ms),force_z [kN],torque_x [Nm]\n0,1e5,\n",
	} {
		f.Add(csv, byte(i), "shift: 1 s")
		f.Add(csv, byte(i), "scale: {speed: 1/3, x: 2, velocity: -1}, velocity: [1, 0, 0], unit: mm")
		f.Add(csv, byte(i), "columns: {time: \"t [ms]\", speed: speed, x: 'x', y: x}, shift: [1, 2 km]")
	}
	f.Add("time,brake\n0\n", byte(slices.Index(places, "INPUT")), "shift: 1 s")
	f.Fuzz(func(t *testing.T, csv string, place byte, more string) {
		s, err := readHistoryOf(csv, places[int(place)%len(places)], "{file: h.csv, "+more+"}")
		var invalid *document.InvalidError
		if errors.As(err, &invalid) {
			_ = invalid.Excerpts()
		}
		if (s == nil) == (err == nil) || invalid != nil && len(invalid.Problems) == 0 {
			t.Fatalf("%v, %v", s, err)
		}
		if s == nil {
			return
		}
		for _, b := range s.Definition.Bodies {
			if !slices.IsSortedFunc(b.Drive, func(a, b sim.DriveAt) int { return int(math.Copysign(1, a.Time-b.Time)) }) {
				t.Fatalf("%+v", b.Drive)
			}
		}
		_, _ = runs.NewWorld(s)
	})
}
