package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/sim/record"
)

// ledgerSchema names the JSON lines of replay --ledger.
const ledgerSchema = "prang.ledger/1"

// ledgerLine is the balance of one step, or of several with --every.
type ledgerLine struct {
	Schema string           `json:"schema"`
	Step   int64            `json:"step"`
	Time   float64          `json:"time"`
	State  runs.LedgerState `json:"state"`
	Rows   []runs.LedgerSum `json:"rows"`
}

// ledgerEnd is the last line.
type ledgerEnd struct {
	Schema string `json:"schema"`
	*runs.LedgerReport
}

// replayLedger prints the balance of each step, and that of all of them, from the log alone.
func (a *app) replayLedger(cmd *cobra.Command, path string, r *recorder.Reader, o *replayOptions) error {
	part, err := readWindow(cmd, r, "to")
	if err != nil {
		return err
	}
	if err := part.checkFrames(cmd, r, "to"); err != nil {
		return err
	}
	reader, ok := runs.NewLedgerReader(r.Header())
	if !ok {
		return noLedger(path, r.Header())
	}
	p := &ledgerPrinter{w: bufio.NewWriter(a.out), json: o.json, every: o.every, balance: record.Balance{Part: part.from > 0}}
	var l record.Ledger
	next, damaged := part.from, false
	for f, err := range r.Frames(part.from, part.to) {
		if err != nil {
			a.problem(fmt.Errorf("%s: %w", path, err))
			damaged = true
			continue
		}
		if err := cmd.Context().Err(); err != nil {
			return errors.Join(p.w.Flush(), err)
		}
		if f.Step != next {
			return errors.Join(p.w.Flush(), errReported) // no balance without the steps between
		}
		next++
		reader.Read(f, &l)
		if err := p.add(f, &l, f.Step == part.from); err != nil {
			return err
		}
	}
	if next == part.from {
		return noFrames(path, "balance")
	}
	return damageKept(p.end(), damaged)
}

// noLedger is the error of asking a log for a ledger that has none.
func noLedger(path string, h *recorder.Header) error {
	if !slices.ContainsFunc(h.Objects, func(o record.Object) bool { return o.Kind == record.Body }) {
		return fmt.Errorf("%s: holds no ledger, which is of bodies: its world has none", path)
	}
	return fmt.Errorf("%s: holds no ledger: run its scenario again", path)
}

// ledgerPrinter writes ledgers as they come: lines of text, or JSON lines.
type ledgerPrinter struct {
	w       *bufio.Writer
	json    bool
	every   int64
	balance record.Balance
	sums    [record.Causes]record.LedgerRow // since the last line
	steps   int64
	last    ledgerLine // of the frame before
}

func (p *ledgerPrinter) add(f *record.Frame, l *record.Ledger, first bool) error {
	if first {
		l.Rows = l.Rows[:0] // of the step before the window
		if !p.json {
			fmt.Fprintf(p.w, "%10s  %-12s  %13s  %s  %s\n", "time [s]", "cause", "energy [J]", "momentum [N s]", "about the origin [N m s]")
		}
	}
	p.balance.Add(l)
	for i := range l.Rows {
		row := &l.Rows[i]
		s := &p.sums[row.Cause]
		s.Cause, s.Energy, s.P, s.L = row.Cause, s.Energy+row.Energy, s.P.Add(row.P), s.L.Add(row.L)
	}
	if first {
		return nil
	}
	p.last = ledgerLine{Schema: ledgerSchema, Step: f.Step, Time: f.Time, State: runs.NewLedgerState(l)}
	if p.steps++; p.steps < p.every {
		return nil
	}
	return p.write()
}

// write writes the sums since the last line.
func (p *ledgerPrinter) write() error {
	err := p.writeSums()
	p.steps, p.sums = 0, [record.Causes]record.LedgerRow{}
	return err
}

func (p *ledgerPrinter) writeSums() error {
	line := p.last
	line.Rows = []runs.LedgerSum{}
	for c := range p.sums {
		s := &p.sums[c]
		if s.IsZero() {
			continue
		}
		line.Rows = append(line.Rows, runs.NewLedgerSum(s))
		if p.json {
			continue
		}
		text := fmt.Sprintf("%10.6f  %-12s  %+13.6g  %s  %s", line.Time, s.Cause, s.Energy, vectorText(s.P.X, s.P.Y, s.P.Z), vectorText(s.L.X, s.L.Y, s.L.Z))
		if _, err := fmt.Fprintln(p.w, strings.TrimRight(text, " ")); err != nil {
			return err
		}
	}
	if !p.json {
		return nil
	}
	return writeLine(p.w, line)
}

// end writes the balance of all steps.
func (p *ledgerPrinter) end() error {
	if p.steps > 0 {
		if err := p.write(); err != nil {
			return err
		}
	}
	report := runs.NewLedgerReport(&p.balance)
	if p.json {
		return errors.Join(writeLine(p.w, ledgerEnd{ledgerSchema, report}), p.w.Flush())
	}
	var b strings.Builder
	report.WriteText(&b)
	verdict := "the balance closes: "
	if !report.Closes {
		verdict = "the balance does not close: "
	}
	_, err := p.w.WriteString(b.String() + verdict + report.Imbalance() + "\n")
	return errors.Join(err, p.w.Flush())
}

func vectorText(x, y, z float64) string { return fmt.Sprintf("(%.6g, %.6g, %.6g)", x+0, y+0, z+0) }
