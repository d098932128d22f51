package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/sweep"
)

// mostWait is how long an answer is waited for before the server is asked again.
const mostWait = time.Minute

// maxOffer bounds the scenarios of a sweep [bytes].
const maxOffer = 4 << 30

// longestReason is how much of an answer that refuses a request is told [characters].
const longestReason = 300

// Worker makes runs of a sweep that another process serves.
type Worker struct {
	URL     string        // of the server: http://host:port
	Name    string        // of its own
	Workers int           // runs at a time
	Retry   time.Duration // how long a server that does not answer is asked again
	// Told, if not nil, is called with the number of runs that were made.
	Told func(made int)

	client http.Client
	mu     sync.Mutex
	made   int
}

// ErrGone is the error of a server that does not answer any more.
var ErrGone = errors.New("the sweep does not answer")

// Work makes runs until the sweep is over, or ctx is done, and returns how many. The error is that the server cannot be
// reached, that it has another engine, or ctx's.
func (w *Worker) Work(ctx context.Context) (made int, err error) {
	var offer Offer
	if err := w.ask(ctx, http.MethodGet, "/sweep", nil, &offer); err != nil {
		return 0, err
	}
	switch {
	case offer.Schema != Schema:
		return 0, fmt.Errorf("%s: does not serve a sweep of this form (%q, not %s)", w.URL, offer.Schema, Schema)
	case offer.Engine != runs.MeasuredEngine():
		return 0, fmt.Errorf("%s: its sweep is of %s, but this is %s: install the same version on both", w.URL, offer.Engine, runs.MeasuredEngine())
	}
	var loads []func([]scenariofile.Setting) (*scenariofile.Scenario, error)
	for _, s := range offer.Scenarios {
		p := sweep.PlanScenario{Name: s.Name, Files: s.Files}
		loads = append(loads, p.Loader())
	}
	outer := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	for range w.Workers {
		all.Go(func() {
			cancel(w.loop(ctx, &offer, loads)) // one knows for all: what another still makes has a result
		})
	}
	all.Wait()
	switch err := context.Cause(ctx); {
	case errors.Is(err, errOver):
		return w.made, nil
	case outer.Err() != nil:
		return w.made, w.interrupted(outer)
	default:
		return w.made, err
	}
}

// interrupted is the error of a worker whose context is done, whatever its cause says.
func (w *Worker) interrupted(ctx context.Context) error {
	return fmt.Errorf("%s: %w", w.URL, ctx.Err())
}

// errOver is the end of a sweep.
var errOver = errors.New("over")

// loop makes one run at a time, until an error or errOver.
func (w *Worker) loop(ctx context.Context, offer *Offer, loads []func([]scenariofile.Setting) (*scenariofile.Scenario, error)) error {
	for ctx.Err() == nil {
		var taken TakeResponse
		request := &TakeRequest{offer.Plan, w.Name, 1}
		// One that is interrupted while it asks waits for the answer, to give the run back.
		late, cancel := later(ctx, time.Second)
		err := w.once(late, http.MethodPost, "/take", request, &taken)
		cancel()
		if err != nil {
			if err := w.ask(ctx, http.MethodPost, "/take", request, &taken); err != nil {
				return err
			}
		}
		if taken.Over {
			return errOver
		}
		if len(taken.Runs) == 0 {
			select {
			case <-ctx.Done():
			case <-time.After(200 * time.Millisecond):
			}
			continue
		}
		for _, r := range taken.Runs {
			if r.Scenario < 0 || r.Scenario >= len(loads) {
				return fmt.Errorf("%s: run %d is of scenario %d, of %d", w.URL, r.Number, r.Scenario, len(loads))
			}
			result := PutRequest{Plan: offer.Plan, Worker: w.Name, Run: sweep.Variation{Number: r.Number, Set: r.Set, Outcomes: []sweep.Outcome{}}}
			result.Run.Run(ctx, loads[r.Scenario])
			if ctx.Err() != nil {
				// So that it need not be waited for. Nothing depends on it.
				back, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
				_ = w.once(back, http.MethodPost, "/put", &PutRequest{Plan: offer.Plan, Worker: w.Name, Run: sweep.Variation{Number: r.Number}, Back: true}, nil)
				cancel()
				break
			}
			// What is made is sent, also when another has just learnt that the sweep is over.
			if w.once(context.WithoutCancel(ctx), http.MethodPost, "/put", &result, nil) != nil {
				if err := w.ask(ctx, http.MethodPost, "/put", &result, nil); err != nil {
					return err
				}
			}
			w.mu.Lock()
			w.made++
			if w.Told != nil {
				w.Told(w.made)
			}
			w.mu.Unlock()
		}
	}
	return w.interrupted(ctx)
}

// later returns a context that is done some time after another one is.
func later(ctx context.Context, wait time.Duration) (context.Context, context.CancelFunc) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(wait, cancel) })
	return late, func() {
		stop()
		cancel()
	}
}

// refused is the answer of a server that does not want a request.
type refused struct{ text string }

func (e *refused) Error() string { return e.text }

// ask makes a request, again where it is not answered, for as long as Retry says.
func (w *Worker) ask(ctx context.Context, method, path string, body, into any) error {
	start, pause := time.Now(), 50*time.Millisecond
	for {
		err := w.once(ctx, method, path, body, into)
		var no *refused
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return w.interrupted(ctx)
		}
		if errors.As(err, &no) {
			return fmt.Errorf("%s: %w", w.URL, err)
		}
		if time.Since(start) > w.Retry {
			return fmt.Errorf("%s: %w: %w: check the address, and that prang sweep --listen runs there", w.URL, ErrGone, err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, time.Second)
	}
}

func (w *Worker) once(ctx context.Context, method, path string, body, into any) error {
	if method == http.MethodPost { // what is small; the scenarios may take as long as they do
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, mostWait)
		defer cancel()
	}
	var data []byte
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(w.URL, "/")+path, bytes.NewReader(data))
	if err != nil {
		return &refused{err.Error()}
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := w.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxOffer))
	if err != nil {
		return err
	}
	switch {
	case resp.StatusCode >= 500:
		return fmt.Errorf("%s: %s", resp.Status, reason(resp, answer))
	case resp.StatusCode >= 300:
		return &refused{fmt.Sprintf("answers %s: %s", resp.Status, reason(resp, answer))}
	case into == nil:
		return nil
	}
	if err := json.Unmarshal(answer, into); err != nil {
		return &refused{"does not answer as a sweep does: " + err.Error()}
	}
	return nil
}

// reason returns the first line of an answer that refuses a request. The page of a server of something else is not shown.
func reason(resp *http.Response, answer []byte) string {
	if !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/plain") {
		return "not as a sweep does: give the address that prang sweep --listen tells"
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(answer)), "\n")
	line = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, line)
	if r := []rune(line); len(r) > longestReason {
		line = string(r[:longestReason]) + "…"
	}
	return line
}
