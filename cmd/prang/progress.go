package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress shows progress on stderr when something takes longer than a second: a bar on a terminal, a line each ten
// percent in CI, nothing elsewhere.
type progress struct {
	app     *app
	what    string
	started time.Time
	calls   int
	bar     *progressbar.ProgressBar
	tenths  int64
}

// progressDelay is how long something takes before its progress is shown.
const progressDelay = time.Second

// progress returns a progress for something, nil where none is to be shown.
func (a *app) progress(what string) *progress {
	if a.quiet || !a.terminal && !a.ci {
		return nil
	}
	return &progress{app: a, what: what, started: a.now()}
}

// step returns the function to call with the amount done, nil for a nil progress.
func (p *progress) step() func(done, total int64) {
	if p == nil {
		return nil
	}
	return p.update
}

func (p *progress) update(done, total int64) {
	const between = 16 // calls between two looks at the clock
	p.calls++
	if p.bar == nil && p.calls%between != 0 && done != total {
		return
	}
	if p.bar == nil && p.app.now().Sub(p.started) < progressDelay {
		return
	}
	if p.app.terminal {
		p.draw(done, total)
		return
	}
	if tenths := done * 10 / max(total, 1); tenths > p.tenths {
		p.tenths = tenths
		fmt.Fprintf(p.app.err, "%s: %d %% (%d of %d)\n", p.what, tenths*10, done, total)
	}
}

func (p *progress) draw(done, total int64) {
	if p.bar == nil {
		p.bar = newBar(p.app.err, p.what, total)
	}
	if total != p.bar.GetMax64() {
		p.bar.ChangeMax64(total)
	}
	// The bar is for people: that it cannot be drawn ends nothing.
	_ = p.bar.Set64(done)
}

func newBar(w io.Writer, what string, total int64) *progressbar.ProgressBar {
	return progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetVisibility(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetWidth(30),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionClearOnFinish(),
	)
}

// close takes the bar away.
func (p *progress) close() {
	if p != nil && p.bar != nil {
		_ = p.bar.Clear()
	}
}
