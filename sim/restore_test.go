package sim_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim"
)

// TestRestore_RefusesWhatIsDamaged changes numbers of the second body in a snapshot: the error names the body, and the
// world is unchanged.
func TestRestore_RefusesWhatIsDamaged(t *testing.T) {
	const header, body = 4 + 8 + 4*4 + 4, 13*8 + 9
	w := mustWorld(t, everyKind())
	run(t, w, 3, nil)
	good := w.Snapshot(nil)
	for _, c := range []struct {
		place int // among the numbers of the body
		value float64
		want  string
	}{
		{0, math.NaN(), "position of"}, {3, 2, "has the length"}, {3, math.Inf(1), "attitude of"},
		{7, math.Inf(-1), "velocity of"}, {8, 1e9, "velocity of"}, {10, 1e30, "angular velocity of"},
	} {
		bad := bytes.Clone(good)
		binary.LittleEndian.PutUint64(bad[header+body+8*c.place:], math.Float64bits(c.value))
		hash := w.Hash()
		if err := w.Restore(bad); err == nil || !strings.Contains(err.Error(), c.want) || w.Hash() != hash {
			t.Errorf("number %d = %g: %v, want %q", c.place, c.value, err, c.want)
		}
	}
	for n := range good {
		if err := w.Restore(good[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes are taken", n, len(good))
		}
	}
	if err := mustWorld(t, &sim.Definition{}).Restore(good); err == nil {
		t.Error("a world without bodies takes it")
	}
	if err := w.Restore(good); err != nil {
		t.Error(err)
	}
}

// TestRestore_OfAnotherWorld: where a snapshot does not fit, it may be whole and of another world, as of one without
// forces or in other gravity; the error says so.
func TestRestore_OfAnotherWorld(t *testing.T) {
	d := everyKind()
	good := mustWorld(t, d).Snapshot(nil)
	d.ContactForces = !d.ContactForces
	for _, bad := range [][]byte{good, good[:len(good)-1], append(good, 0)} {
		if err := mustWorld(t, d).Restore(bad); err == nil || !strings.Contains(err.Error(), "of another scenario") {
			t.Errorf("%d bytes: %v", len(bad), err)
		}
	}
}
