package export

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/prang-sim/prang/recorder"
)

// Metadata returns what a file says of the log that it is from, and nothing of the clock or the machine: scenario (its name),
// engine, step [s]; chain, the hash of all steps, as prang info has it; of a run in a case of the scenario case, and of one with
// other values of parameters set, as in the log's header: [{"name": "grip", "value": "0.4"}]; and of a run that came to its end
// ended, and final_hash, the hash of the last state.
func Metadata(r *recorder.Reader) map[string]string {
	h := r.Header()
	m := map[string]string{"scenario": h.Scenario, "engine": h.Engine, "step": strconv.FormatFloat(h.Step, 'g', -1, 64), "chain": hashText(r.Chain())}
	if h.Case != "" {
		m["case"] = h.Case
	}
	if len(h.Set) > 0 {
		if text, err := json.Marshal(h.Set); err == nil { // a list of texts can always be written
			m["set"] = string(text)
		}
	}
	if end, ok := r.Summary(); ok {
		m["ended"], m["final_hash"] = end.Ended, hashText(end.FinalHash)
	}
	return m
}

// hashText writes a hash as 16 hexadecimal digits.
func hashText(hash uint64) string { return fmt.Sprintf("%016x", hash) }

// units returns the units of the columns that are numbers, as a JSON object.
func (t *Table) units() string {
	units := map[string]string{}
	for i, name := range t.columnNames() {
		if u := t.Columns[i].Unit; u != "" {
			units[name] = u
		}
	}
	text, err := json.Marshal(units)
	if err != nil {
		return "{}" // a map of texts can always be written
	}
	return string(text)
}
