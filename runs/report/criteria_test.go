package report

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// tableOf returns the cells of the table of the page that has a head.
func tableOf(t *testing.T, page, head string) (rows [][]string) {
	t.Helper()
	at := strings.Index(page, head)
	if at < 0 {
		t.Fatalf("no table has %s", head)
	}
	table := page[strings.LastIndex(page[:at], "<table"):]
	table = table[:strings.Index(table, "</table>")]
	tags := regexp.MustCompile(`<[^>]*>`)
	for _, row := range strings.Split(table, "</tr>") {
		var cells []string
		for _, c := range regexp.MustCompile(`(?s)<t[hd].*?</t[hd]>`).FindAllString(row, -1) {
			cells = append(cells, tags.ReplaceAllString(c, ""))
		}
		if len(cells) > 0 {
			rows = append(rows, cells)
		}
	}
	return rows
}

// The page has what the report has of the accelerometers of cars, and of a head in a table of its own; of bodies alone it has no
// columns for what occupants of vehicles have.
func TestWrite_HasTheCriteriaOfAccelerometers(t *testing.T) {
	text := strings.Replace(crash, `speed: 15, color: "#c0392b",`, `speed: 15, color: "#c0392b", accelerometers: [{name: tunnel}],`, 1)
	text = strings.Replace(text, "bodies:\n", "bodies:\n  - {name: far, box: {size: [1, 1, 1]}, mass: 300, position: [0, 60, 0.5], accelerometers: [{name: rim}]}\n"+
		"  - {name: head, sphere: {radius: 0.1}, mass: 5, position: [0, 90, 3], velocity: [0, 0, -4], accelerometers: [{name: known, pulse: 10 ms}, {name: guess}]}\n", 1)
	page, r, err := pageOf(t, text)
	if err != nil {
		t.Fatal(err)
	}
	if cells := tableOf(t, page, "flail space"); len(cells) != 6 || strings.Join(cells[2], " ") != "far rim not hit" || len(cells[3]) != 14 || len(cells[5]) != 14 ||
		strings.Join(cells[3][8:], "") != "––––––" || strings.Contains(strings.Join(cells[5], ""), "–") {
		t.Errorf("%q", cells)
	}
	pulses := tableOf(t, page, "OLC [g]")
	tunnel := r.Accelerometers[3]
	want := fmt.Sprintf("red tunnel %.3f %.3f −%.1f, %.1f 0.100", tunnel.Collision.From, tunnel.Collision.Until, -3.6*tunnel.Collision.DeltaVX, 3.6*tunnel.Collision.DeltaVY)
	if got := strings.Join(pulses[len(pulses)-1][:6], " "); strings.ReplaceAll(got, "−", "-") != strings.ReplaceAll(want, "−", "-") {
		t.Errorf("%q, want %q", got, want)
	}
	loads := tableOf(t, page, "HIC15")
	if len(loads) != 3 || loads[1][2] != fmt.Sprintf("%.0f*", *r.Accelerometers[1].Load.HIC15.Value) || loads[2][2] != "?" {
		t.Errorf("%q", loads)
	}
	for _, note := range []string{"? impulses of unknown length, spread over 0.1 s", "* an impulse spread as half a sine of 0.01", "Euro NCAP TB 027"} {
		if !strings.Contains(page, note) {
			t.Errorf("the page has no %q", note)
		}
	}
	alone := "name: a\nduration: 0.5 s\ngravity: [0, 0, 0]\nbodies: [{name: head, sphere: {radius: 0.1}, mass: 5, position: [0, 0, 3], accelerometers: [{name: known}]}]\n"
	if page, _, err = pageOf(t, alone); err != nil || strings.Contains(page, "flail space") || strings.Contains(page, "OLC [g]") || !strings.Contains(page, "HIC36") {
		t.Errorf("%v: a head has what occupants have, or no criteria", err)
	}
	alone = strings.Replace(alone, "mass: 5,", "mass: 500,", 1)
	if page, _, err = pageOf(t, alone); err != nil || !strings.Contains(page, "None was struck.") || strings.Contains(page, "CFC 60") || strings.Contains(page, "not hit") {
		t.Errorf("%v: a body of 500 kg that nothing meets has a table", err)
	}
}

// Of a car that something touched before the wall the page says which collision the criteria are of; else it has nothing of that.
func TestWrite_TellsTheWorstCollision(t *testing.T) {
	text := strings.Replace(scenariotest.Touched, "step: 1/1000 s", "step: 1/100 s", 1)
	for note, want := range map[string]string{"": text, "no ": strings.Replace(text, "position: [0, 0, 0]", "position: [0, 9, 0]", 1)} {
		page, _, err := pageOf(t, want)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"car, cg: 2 collisions, and of each criterion the worst: OIV from 2.579 s, THIV from 2.579 s", "; a collision begins after 0.5 s without an impulse, with the occupant at rest in his place.<"} {
			if strings.Contains(page, line) != (note == "") {
				t.Errorf("a page that is to have %s%q", note, line)
			}
		}
	}
}
