package compare

import (
	"bytes"
	"testing"

	"github.com/prang-sim/prang/sim/record"
)

// FuzzLogs compares a damaged log with itself, from which it never differs, and with the whole one in both orders, which
// agree.
func FuzzLogs(f *testing.F) {
	h := bodyHeader(2)
	frames := flight(&h, 2, 300)
	frames[17].Events = []record.Event{impactAt(17*testStep, 0, 1, 3)}
	h.Contacts = true
	addContacts(&h, frames)
	whole := encodeLog(f, h, nil, frames)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add(append(bytes.Clone(whole), whole...))
	f.Fuzz(func(t *testing.T, file []byte) {
		if _, err := openBytes(file); err != nil {
			return
		}
		verdict := func(a, b []byte) Verdict {
			c, err := Logs(mustOpen(t, a), mustOpen(t, b), Options{})
			if err != nil {
				return ""
			}
			return c.Verdict
		}
		if v := verdict(file, file); v == Different || v == WithinTolerance {
			t.Errorf("a log is %s from itself", v)
		}
		if ab, ba := verdict(file, whole), verdict(whole, file); ab != ba {
			t.Errorf("%q, the other way round %q", ab, ba)
		}
	})
}
