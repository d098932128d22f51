package main

import (
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs"
)

// A run whose balance does not close says so on stderr; no scenario within the limits leads there.
func TestRun_SaysWhereTheBalanceDoesNotClose(t *testing.T) {
	for _, c := range []struct {
		ledger *runs.LedgerReport
		want   string
	}{
		{nil, ""}, {&runs.LedgerReport{Closes: true}, ""},
		{&runs.LedgerReport{}, "crash: the balance of energy and momentum does not close: "},
	} {
		a, _, err := testApp()
		if a.warnOpen("crash", c.ledger); !strings.HasPrefix(err.String(), c.want) || (err.Len() > 0) != (c.want != "") {
			t.Errorf("%+v: %q", c.ledger, err)
		}
	}
}
