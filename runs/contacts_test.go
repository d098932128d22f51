package runs

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/record"
)

// TestContacts_BytesDoNotDependOnHowTheLogIsMade runs a scenario with contact forces with 1, 2 and 8 workers, and in
// the background: the same bytes. The log verifies; without contact forces the scenario has the same states.
func TestContacts_BytesDoNotDependOnHowTheLogIsMade(t *testing.T) {
	dir := t.TempDir()
	log := func(name, text string, o Options) []byte {
		t.Helper()
		s, err := scenariofile.Parse(name, []byte(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		s.Steps = 700
		o.Log = filepath.Join(dir, name)
		if _, err := Run(context.Background(), s, o); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(o.Log)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	want := log("one.prang", tumbling, Options{})
	for _, o := range []Options{{Workers: 2}, {Workers: 8}, {Writing: recorder.Options{Background: true}}} {
		if !bytes.Equal(log("one.prang", tumbling, o), want) {
			t.Errorf("%+v: other bytes", o)
		}
	}
	r, err := recorder.Open(filepath.Join(dir, "one.prang"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	v, err := Verify(context.Background(), r, VerifyOptions{})
	if err != nil || !v.Equal || v.Frames != 701 {
		t.Fatalf("%+v, %v", v, err)
	}
	log("none.prang", strings.Replace(tumbling, "record: {contacts: true}\n", "", 1), Options{})
	none, err := recorder.Open(filepath.Join(dir, "none.prang"))
	if err != nil {
		t.Fatal(err)
	}
	defer none.Close()
	if none.Chain() != r.Chain() {
		t.Errorf("chain %016x without contact forces, %016x with them", none.Chain(), r.Chain())
	}
	var f record.Frame
	if err := r.Frame(300, &f); err != nil || len(f.Contacts) == 0 {
		t.Fatalf("step 300 has no contact forces: %v", err)
	}
	run := f
	run.Contacts = append([]record.ContactForce(nil), f.Contacts...)
	run.Contacts[0].Friction.X++
	if d := differentOutput(&f, &run, r.Header().Objects); !strings.Contains(d, "step 300: the contact force of ") {
		t.Errorf("a force that is another one is told as %q", d)
	}
	run.Contacts[0].Friction.X--
	zeros := 0
	for _, v := range []*float64{&run.Contacts[0].Normal.X, &run.Contacts[0].Normal.Y, &run.Contacts[0].Friction.Z, &run.Contacts[0].Moment.Z} {
		if *v != 0 {
			continue
		}
		zeros++
		old := *v
		*v = -old
		if d := differentOutput(&f, &run, r.Header().Objects); !strings.Contains(d, "step 300: the contact force of ") {
			t.Errorf("a force whose zero has another sign is told as %q", d)
		}
		*v = old
	}
	if d := differentOutput(&f, &run, r.Header().Objects); zeros == 0 || d != "" {
		t.Errorf("%d zeros; %q", zeros, d)
	}
}
