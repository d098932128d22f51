package main

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// loggedRun runs a scenario and returns the path of its log.
func loggedRun(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	file, log := filepath.Join(dir, "a.yaml"), filepath.Join(dir, "a.prang")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	output(t, "run", file, "-q", "-o", log)
	return log
}

// output returns what a command that succeeds prints.
func output(t *testing.T, args ...string) string {
	t.Helper()
	a, out, stderr := testApp()
	if code := a.main(t.Context(), args); code != exitOK {
		t.Fatalf("%q: code %d, %s", args, code, stderr)
	}
	return out.String()
}

// exported returns a table of a log as CSV, row by row, each by the names of its columns.
func exported(t *testing.T, log, table string, more ...string) (rows []map[string]string) {
	t.Helper()
	list, err := csv.NewReader(strings.NewReader(output(t, append([]string{"export", log, "--to", "csv", "--table", table}, more...)...))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, cells := range list[1:] {
		row := map[string]string{}
		for i, cell := range cells {
			row[list[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

func numberIn(t *testing.T, row map[string]string, column string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(row[column], 64)
	if err != nil {
		t.Fatalf("%s: %v", column, err)
	}
	return v
}

// sameInAllForms compares a table in CSV with those in JSON and in Parquet, cell by cell.
func sameInAllForms(t *testing.T, log, table, schema string) {
	t.Helper()
	want := exported(t, log, table)
	lines := strings.Split(strings.TrimSpace(output(t, "export", log, "--to", "json", "--table", table)), "\n")
	file := filepath.Join(t.TempDir(), "a.parquet")
	output(t, "export", log, "--to", "parquet", "--table", table, "-o", file)
	rows, err := parquet.ReadFile[any](file)
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 || len(lines) != len(want) || len(rows) != len(want) {
		t.Fatalf("%s: %d rows, %d of json, %d of parquet", table, len(want), len(lines), len(rows))
	}
	for i, row := range want {
		var line map[string]any
		if err := json.Unmarshal([]byte(lines[i]), &line); err != nil || line["schema"] != schema {
			t.Fatalf("%s: %v", lines[i], err)
		}
		cells := rows[i].(map[string]any)
		if len(cells) != len(row) {
			t.Fatalf("%s: %d columns of parquet, want %d", table, len(cells), len(row))
		}
		for column, cell := range row {
			inJSON, ok := line[column]
			if axis := strings.Index("xyz", column[len(column)-1:]); !ok && column[len(column)-2] == '.' {
				inJSON = line[column[:len(column)-2]].([]any)[axis]
			}
			for form, v := range map[string]any{"json": inJSON, "parquet": cells[column]} {
				switch v := v.(type) {
				case string:
					ok = v == cell
				case []byte:
					ok = string(v) == cell
				case int64:
					ok = strconv.FormatInt(v, 10) == cell
				case float64:
					ok = math.Float64bits(v) == math.Float64bits(numberIn(t, row, column))
				default:
					ok = false
				}
				if !ok {
					t.Fatalf("%s, row %d: %s is %v (%T) in %s, want %s", table, i, column, v, v, form, cell)
				}
			}
		}
	}
}

const struckCars = `
name: struck
duration: 0.7 s
gravity: [0, 0, 0]
materials: {m: {friction: 0.3, restitution: 0.2}}
bodies:
  - {name: a, box: {size: [4, 2, 1]}, mass: 1000, position: [-4, 0, 0], speed: 15, material: m, accelerometers: [{name: seat, at: [0.2, 0.4, 0.1]}, {name: nose, at: [1.9, 0, 0]}]}
  - {name: b, box: {size: [4, 2, 1]}, mass: 1500, position: [2, 0.7, 0.1], material: m, attitude: {yaw: 20 deg}, accelerometers: [{name: seat, at: [0, 0, 0]}]}
  - {name: far, box: {size: [4, 2, 1]}, mass: 1500, position: [2, 90, 0], material: m, accelerometers: [{name: seat, at: [0, 0, 0]}]}
  - {name: bare, box: {size: [4, 2, 1]}, mass: 1500, position: [2, -90, 0], material: m}
`

// TestExport_AccelerometersAreThoseOfTheReport: the peaks of the report are the largest values of the table, to the last bit and
// with their signs, and those of the resultants are when it has them; it begins at the first touch and ends with the results.
func TestExport_AccelerometersAreThoseOfTheReport(t *testing.T) {
	log := loggedRun(t, struckCars)
	var report struct {
		Accelerometers []struct {
			Body, Name  string
			FirstTouch  *float64 `json:"first_touch"`
			Until       float64
			CFC60, C180 *struct {
				X    float64 `json:"x_g"`
				Y    float64 `json:"y_g"`
				Z    float64 `json:"z_g"`
				Size float64 `json:"resultant_g"`
				Time float64
			}
		}
	}
	text := strings.ReplaceAll(output(t, "replay", log, "--report", "--json"), `"cfc180"`, `"c180"`)
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		t.Fatal(err)
	}
	rows := exported(t, log, "accelerometers")
	struck := 0
	for _, a := range report.Accelerometers {
		var of []map[string]string
		for _, row := range rows {
			if row["body"] == a.Body && row["accelerometer"] == a.Name {
				of = append(of, row)
			}
		}
		if a.FirstTouch == nil {
			if a.Body != "far" || len(of) > 0 {
				t.Errorf("%s %s: %d rows without a first touch", a.Body, a.Name, len(of))
			}
			continue
		}
		struck++
		for k := range of {
			if at := numberIn(t, of[k], "time"); math.Abs(at-*a.FirstTouch-float64(k)*1e-4) > 1e-12 {
				t.Fatalf("%s %s: sample %d at %v s, first touch %v s", a.Body, a.Name, k, at, *a.FirstTouch)
			}
		}
		if last := numberIn(t, of[len(of)-1], "time"); !(last <= a.Until && last > a.Until-1.001e-4) {
			t.Errorf("%s %s: ends at %v s, want %v", a.Body, a.Name, last, a.Until)
		}
		for filter, p := range map[string]*struct {
			X    float64 `json:"x_g"`
			Y    float64 `json:"y_g"`
			Z    float64 `json:"z_g"`
			Size float64 `json:"resultant_g"`
			Time float64
		}{"cfc60_g": a.CFC60, "cfc180_g": a.C180} {
			var peak [3]float64
			size, when := 0.0, 0.0
			for _, row := range of {
				var v [3]float64
				for i, axis := range []string{".x", ".y", ".z"} {
					if v[i] = numberIn(t, row, filter+axis); math.Abs(v[i]) > math.Abs(peak[i]) {
						peak[i] = v[i]
					}
				}
				if s := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]); s > size*(1+1e-12) {
					size, when = s, numberIn(t, row, "time")
				}
			}
			if peak != [3]float64{p.X, p.Y, p.Z} || p.X == 0 || p.Y == 0 {
				t.Errorf("%s %s, %s: peaks %v, want %v", a.Body, a.Name, filter, peak, p)
			}
			if math.Abs(size-p.Size) > 1e-12*size || when != p.Time {
				t.Errorf("%s %s, %s: resultant %v at %v, want %v at %v", a.Body, a.Name, filter, size, when, p.Size, p.Time)
			}
		}
	}
	if struck != 3 || len(report.Accelerometers) != 4 {
		t.Errorf("%d of %d struck", struck, len(report.Accelerometers))
	}
	sameInAllForms(t, log, "accelerometers", accelerometerSchema)
	// A part of it, of a body.
	first := numberIn(t, rows[0], "time")
	part := exported(t, log, "accelerometers", "--body", "b", "--from", strconv.FormatFloat(first+0.01, 'g', -1, 64), "--until", strconv.FormatFloat(first+0.02, 'g', -1, 64))
	if len(part) != 101 || part[0]["body"] != "b" || part[100]["body"] != "b" {
		t.Errorf("%d rows from %v to %v", len(part), part[0], part[len(part)-1])
	}
}

// TestExport_AccelerometersOfAHead: what is held by a spring alone has rows, from the start of the run on; the largest by CFC 1000 is
// that of the report.
func TestExport_AccelerometersOfAHead(t *testing.T) {
	log := loggedRun(t, "name: head\nstep: 1/1000 s\nduration: 0.2 s\ngravity: [0, 0, 0]\nbodies: [{name: head, sphere: {radius: 0.1}, mass: 5, position: [0, 0, 1], velocity: [4, 1, 0], accelerometers: [{name: centre}]}]\n"+
		"springs: [{name: neck, between: [world, head], at: [[0.1, 0, 1], [0, 0, 0]], length: 0, stiffness: 9 kN/m}]\n")
	var report struct {
		Accelerometers []struct {
			From, Until float64
			FirstTouch  *float64 `json:"first_touch"`
			Load        struct {
				CFC1000 struct {
					X    float64 `json:"x_g"`
					Size float64 `json:"resultant_g"`
					Time float64
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(output(t, "replay", log, "--report", "--json")), &report); err != nil {
		t.Fatal(err)
	}
	a := &report.Accelerometers[0]
	rows := exported(t, log, "accelerometers")
	if len(rows) != 2001 || a.From != 0 || a.Until != 0.2 || a.FirstTouch != nil {
		t.Fatalf("%d rows, %+v", len(rows), a)
	}
	x, size, when := 0.0, 0.0, 0.0
	for _, row := range rows {
		v := [3]float64{numberIn(t, row, "cfc1000_g.x"), numberIn(t, row, "cfc1000_g.y"), numberIn(t, row, "cfc1000_g.z")}
		if math.Abs(v[0]) > math.Abs(x) {
			x = v[0]
		}
		if s := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]); s > size {
			size, when = s, numberIn(t, row, "time")
		}
	}
	if p := &a.Load.CFC1000; x != p.X || x == 0 || math.Abs(size-p.Size) > 1e-12*size || when != p.Time {
		t.Errorf("%v, %v at %v, want %+v", x, size, when, p)
	}
}

func TestExport_AccelerometersNeedSome(t *testing.T) {
	log := loggedRun(t, struckCars)
	a, out, stderr := testApp()
	if code := a.main(t.Context(), []string{"export", log, "--to", "csv", "--table", "accelerometers", "--body", "far"}); code != exitOK || strings.Count(out.String(), "\n") != 1 ||
		!strings.Contains(stderr.String(), "the accelerometer seat of far has no rows: far was not struck") {
		t.Errorf("code %d, %s, %s", code, out, stderr)
	}
	none := loggedRun(t, "name: none\nduration: 0.1 s\ngravity: [0, 0, 0]\nbodies: [{name: a, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 1], velocity: [1, 0, 0]}]\n")
	for _, c := range []struct{ log, more, want string }{
		{none, "", "the scenario has no accelerometers: write accelerometers:"},
		{log, "--every=2", "10,000 samples a second, whatever the step: leave out --every"},
		{log, "--body=bare", "no accelerometer is on bare: there are some on a, b, far"},
		{log, "--body=nobody", `the log has no object "nobody"`},
	} {
		args := []string{"export", c.log, "--to", "csv", "--table", "accelerometers"}
		if c.more != "" {
			args = append(args, c.more)
		}
		a, out, stderr := testApp()
		if code := a.main(t.Context(), args); code != exitBadInput || out.Len() > 0 || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%q: code %d, %s, %s", args, code, out, stderr)
		}
	}
}

const sprungPair = `
name: sprung
step: 1/240 s
duration: 0.5 s
gravity: [0, 0, 0]
bodies:
  - {name: tow, box: {size: [1, 1, 1]}, mass: 100, position: [0, 0, 0.5], velocity: [5, 0, 0]}
  - {name: towed, box: {size: [1, 1, 1]}, mass: 50, position: [-3, 0, 0.5]}
  - {name: hung, box: {size: [1, 1, 1]}, mass: 50, position: [-10, 9, 5], velocity: [0, 0, -1]}
  - {name: free, box: {size: [1, 1, 1]}, mass: 50, position: [-10, 90, 5]}
springs:
  - {name: rope, between: [tow, towed], at: [[-0.5, 0, 0], [0.5, 0, 0]], stiffness: 5 kN/m, damping: 100 N s/m, length: 2.2, only: pull}
  - {between: [world, hung], at: [[-10, 9, 8], [0, 0, 0.5]], stiffness: 300 N/m}
`

// TestExport_Springs: rows for frame and spring with the forces that follow from lengths and rates, and the same in replay.
func TestExport_Springs(t *testing.T) {
	log := loggedRun(t, sprungPair)
	rows := exported(t, log, "springs")
	if len(rows) != 2*121 {
		t.Fatalf("%d rows", len(rows))
	}
	slack, taut := 0, 0
	for i, row := range rows {
		length, elongation, rate, force := numberIn(t, row, "length"), numberIn(t, row, "elongation"), numberIn(t, row, "rate"), numberIn(t, row, "force")
		if i%2 == 1 {
			if row["spring"] != "springs[1]" || row["a"] != "world" || row["b"] != "hung" || math.Abs(force-300*(length-2.5)) > 1e-9 {
				t.Fatalf("%v", row)
			}
			continue
		}
		if row["spring"] != "rope" || row["a"] != "tow" || row["b"] != "towed" || math.Abs(length-2.2-elongation) > 1e-12 || row["step"] != strconv.Itoa(i/2) {
			t.Fatalf("%v", row)
		}
		switch {
		case elongation <= 0:
			slack++
			if row["force"] != "0" || row["elastic"] != "0" || row["damping"] != "0" {
				t.Fatalf("slack: %v", row)
			}
		case force > 0:
			taut++
			if want := 5000*elongation + 100*rate; math.Abs(force-want) > 1e-9 {
				t.Fatalf("%v: want %v N", row, want)
			}
		}
	}
	if slack < 5 || taut < 20 {
		t.Errorf("slack in %d frames, taut in %d", slack, taut)
	}
	sameInAllForms(t, log, "springs", springSchema)
	if some := exported(t, log, "springs", "--body", "towed", "--every", "50", "--from", "0.1"); len(some) != 2 || some[1]["step"] != "74" || some[1]["spring"] != "rope" {
		t.Errorf("%v", some)
	}
	replayed, err := csv.NewReader(strings.NewReader(output(t, "replay", log, "--csv", "--fields", "spring.rope.force, spring.rope.rate, spring.springs[1].length"))).ReadAll()
	if err != nil || len(replayed) != 122 {
		t.Fatalf("%d lines, %v", len(replayed), err)
	}
	for m, line := range replayed[1:] {
		if want := []string{rows[2*m]["step"], rows[2*m]["time"], "world", rows[2*m]["force"], rows[2*m]["rate"], rows[2*m+1]["length"]}; !slices.Equal(line, want) {
			t.Fatalf("%q, want %q", line, want)
		}
	}
	none := loggedRun(t, "name: none\nduration: 0.1 s\ngravity: [0, 0, 0]\nbodies: [{name: a, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 1], velocity: [1, 0, 0]}]\n")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"replay", log, "--fields", "spring.rop.force"}, `--fields "spring.rop.force": the log has no such spring or quantity; `},
		{[]string{"replay", log, "--fields", "spring.rope.forces"}, "the quantities are length, elongation, rate, elastic, damping, force"},
		{[]string{"replay", none, "--fields", "spring.rope.force"}, "the log has no springs"},
		{[]string{"export", none, "--to", "json", "--table", "springs"}, "the scenario has no springs"},
		{[]string{"export", log, "--to", "csv", "--table", "springs", "--body", "free"}, "no spring has an end on free: name another body"},
	} {
		a, out, stderr := testApp()
		if code := a.main(t.Context(), c.args); code != exitBadInput || out.Len() > 0 || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%q: code %d, %s, %s", c.args, code, out, stderr)
		}
	}
}

const tornRope = `
name: torn
step: 1/960 s
duration: 0.5 s
gravity: [0, 0, 0]
bodies:
  - {name: a, box: {size: [0.1, 0.1, 0.1]}, mass: 2, position: [0.9, 0, 0], velocity: [3, 0, 0]}
  - {name: b, box: {size: [0.1, 0.1, 0.1]}, mass: 2, position: [0.9, 5, 0], velocity: [3, 0, 0]}
springs:
  - {name: holds, between: [world, b], at: [[0, 5, 0], [0, 0, 0]], stiffness: 800 N/m, length: 1, only: pull, breaks: 1 kN}
  - {name: rope, between: [world, a], at: [[0, 0, 0], [0, 0, 0]], stiffness: 800 N/m, length: 1, only: pull, breaks: 60 N}
  - {between: [a, world], at: [[0, 0, 0], [0, 0, 0]], stiffness: 1 N/m, breaks: 1e-3 N}
`

// TestExport_SpringsThatTear: a body of 2 kg and 3 m/s tears a rope of 800 N/m that holds 60 N. It is taut after 0.1/3 s, has 60 N
// the arc sine of 60/120 of its swing (ω = 20) later, and lets the body go with 3 cos 30° m/s. From then on its force is 0,
// whatever its length, also in a part of the log that begins behind that. A rope that holds more goes on.
func TestExport_SpringsThatTear(t *testing.T) {
	log := loggedRun(t, tornRope)
	const omega = 20.0
	at := 0.1/3 + math.Asin(60.0/120)/omega
	rows := exported(t, log, "springs")
	torn := map[string]float64{}
	for _, e := range exported(t, log, "events") {
		if e["kind"] == "broke" {
			torn[e["detail"]] = numberIn(t, e, "step")
		}
	}
	if len(torn) != 2 || math.Abs(torn["rope"]/960-at) > 2.0/960 || torn["springs[2]"] == 0 || torn["springs[2]"] > 3 {
		t.Fatalf("torn at steps %v, want %v s", torn, at)
	}
	after, most := 0, 0.0
	for _, row := range rows {
		elongation, force := numberIn(t, row, "elongation"), numberIn(t, row, "force")
		step, tears := torn[row["spring"]]
		switch {
		case tears && numberIn(t, row, "step") >= step:
			if after++; force != 0 || row["elastic"] != "0" || row["damping"] != "0" {
				t.Fatalf("torn: %v", row)
			}
			if rate := numberIn(t, row, "rate"); row["spring"] == "rope" && (elongation < 0.07 || math.Abs(rate-3*math.Cos(math.Pi/6)) > 0.05) {
				t.Fatalf("torn: %v", row)
			}
		case row["spring"] == "rope":
			if most = math.Max(most, force); math.Abs(force-math.Max(800*elongation, 0)) > 1e-9 {
				t.Fatalf("%v", row)
			}
		case row["spring"] == "holds":
			if math.Abs(force-math.Max(800*elongation, 0)) > 1e-9 {
				t.Fatalf("%v", row)
			}
		}
	}
	if after < 800 || most < 55 || most > 60 {
		t.Errorf("%d rows of what has torn, up to %v N before", after, most)
	}
	late := exported(t, log, "springs", "--from", "0.2", "--every", "7")
	if want := rows[3*192]; len(late) < 100 || late[1]["force"] != "0" || want["step"] != "192" || numberIn(t, late[0], "force") != numberIn(t, want, "force") {
		t.Errorf("from 0.2 s on: %v, want %v", late[:3], rows[3*192:3*193])
	}
	for _, row := range late {
		if _, tears := torn[row["spring"]]; tears && numberIn(t, row, "force") != 0 {
			t.Fatalf("from 0.2 s on: %v", row)
		}
	}
	for line := range strings.Lines(output(t, "replay", log, "--csv", "--from", "0.2", "--fields", "spring.rope.force,spring.springs[2].elastic,spring.rope.elongation")) {
		if cells := strings.Split(strings.TrimSpace(line), ","); cells[0] != "step" && (cells[3] != "0" || cells[4] != "0" || cells[5] <= "0.1") {
			t.Fatalf("replay: %s", line)
		}
	}
}

// TestExport_WheelsAreNumberedAsHelpSays: the spin of wheel k in frames is that of the k-th name in the table of wheels.
func TestExport_WheelsAreNumberedAsHelpSays(t *testing.T) {
	for axles, names := range map[string][]string{
		"front_axle: 1.3, rear_axle: -1.4": {"fl", "fr", "rl", "rr"},
		"axles: [{position: 1.8, steered: true}, {position: 0}, {position: -1.4, driven: true}]": {"1l", "1r", "2l", "2r", "3l", "3r"},
	} {
		log := loggedRun(t, `
name: wheels
step: 1/240 s
duration: 0.5 s
gravity: [0, 0, -9.81]
statics: [{name: road, plane: {height: 0}}]
bodies:
  - name: car
    box: {size: [4.5, 1.8, 1]}
    mass: 1500
    position: [0, 0, 0.55]
    speed: 10
    vehicle: {friction: 0.8, track: 1.5, center_height: 0.55, `+axles+`, program: [{time: 0, steer: 8 deg, brake: 0.5}]}
`)
		spin := map[string]map[string]string{} // by step and name
		for _, row := range exported(t, log, "wheels") {
			if spin[row["step"]] == nil {
				spin[row["step"]] = map[string]string{}
			}
			spin[row["step"]][row["wheel"]] = row["spin"]
		}
		last := map[string]bool{}
		for _, row := range exported(t, log, "frames") {
			if row["object"] != "car" {
				continue
			}
			clear(last)
			for k, name := range names {
				got := row["wheel"+strconv.Itoa(k)+".spin"]
				if last[got] = true; got == "" || got != spin[row["step"]][name] {
					t.Fatalf("step %s: wheel%d.spin is %s, want %s of %s", row["step"], k, got, spin[row["step"]][name], name)
				}
			}
		}
		if len(last) != len(names) || len(spin) != 121 {
			t.Errorf("%v, %d steps", last, len(spin))
		}
	}
}
