package scenariofile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// TestParse_NamesTheWordsOfAKey: what has one of some words names them all, whatever stands there instead: a number, a
// list, nothing, or another word.
func TestParse_NamesTheWordsOfAKey(t *testing.T) {
	const car = "name: w\nduration: 1 s\ngravity: [0, 0, -9.81]\nstatics: [{name: road, plane: {height: 0}}]\n" +
		"bodies: [{name: a, outline: {kind: car, size: [4.5, 1.8, 1.45]}, mass: 1.5 t, origin: [0, 0, 0], vehicle: {class: car, friction: 0.8, %s}}]\n"
	vehicle := func(key string) string { return fmt.Sprintf(car, key) }
	for _, c := range []struct {
		where, text, right string // %s stands for the value
		words              []string
	}{
		{"springs[0].only", scenariotest.Minimal + "springs: [{between: [world, a], stiffness: 1, at: [[0, 0, 0], [0, 0, 0]], only: %s}]\n", "push", []string{"pull", "push"}},
		{"forces[0].frame", scenariotest.Minimal + "forces: [{body: a, force: [1, 0, 0], frame: %s}]\n", "body", []string{"world", "body"}},
		{"bodies[0].vehicle.class", strings.Replace(vehicle("driven: rear"), "class: car", "class: %s", 1), "van", []string{"car", "van", "lorry"}},
		{"bodies[0].outline.kind", strings.Replace(vehicle("driven: rear"), "kind: car", "kind: %s", 1), "lorry", []string{"car", "van", "lorry", "trailer"}},
		{"bodies[0].vehicle.driven", vehicle("driven: %s"), "all", []string{"front", "rear", "all"}},
		{"bodies[0].vehicle.tyre", vehicle("tyre: %s"), "magic-formula", []string{"coulomb", "fiala", "tmeasy", "magic-formula"}},
		{"bodies[0].vehicle.stiffness", vehicle("stiffness: %s"), "pickup", []string{"mini", "subcompact", "compact", "intermediate", "full-size", "large", "van", "pickup"}},
		{"bodies[0].vehicle.damage.wheels", vehicle("damage: {above: 20 km/h, reach: 0.8 m, wheels: %s}"), "free", []string{"lock", "free"}},
		{"materials.m.road", scenariotest.Minimal + "materials: {m: {friction: 1, road: %s}}\n", "ice", []string{"dry", "wet", "grass", "snow", "ice"}},
		{"pairs[0].impact_model", scenariotest.Minimal + "materials: {m: {friction: 1}}\npairs: [{between: [m, m], friction: 1, impact_model: %s}]\n", "brach", []string{"newton", "kudlich-slibar", "brach", "poisson-routh"}},
	} {
		text := func(value string) string { return strings.Replace(c.text, "%s", value, 1) }
		scenariotest.MustParse(t, text(c.right))
		values := []string{"[x]", "true", "sideways", `""`, "$x"}
		if !strings.HasSuffix(c.where, ".road") { // which may be a factor
			values = append(values, "3")
		}
		for _, value := range values {
			_, err := scenariotest.ParseTest(text(value))
			if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), c.where+": ") {
				t.Errorf("%s: %s: %v, want one line", c.where, value, err)
				continue
			}
			said := strings.FieldsFunc(err.Error()[strings.Index(err.Error(), "write "):], func(r rune) bool { return strings.ContainsRune(" ,", r) })
			for _, w := range c.words {
				if !slices.Contains(said, w) {
					t.Errorf("%s: %s: %v, want it to name %s", c.where, value, err, w)
				}
			}
		}
	}
}
